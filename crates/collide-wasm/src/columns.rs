use collide2d::error::WorldError;
use collide2d::{Shape, World};
use wasm_bindgen::prelude::*;

use crate::CollideError;
use crate::error::{Result, refused};

/// The dynamic circles of a world as columns by slot, in memory that JavaScript writes to.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct RawColumns {
    x: Vec<f32>,
    y: Vec<f32>,
    radius: Vec<f32>,
}

#[wasm_bindgen]
impl RawColumns {
    /// Empty columns.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes room for `count` slots; new ones are zero.
    pub fn resize(&mut self, count: usize) -> Result<()> {
        for column in [&mut self.x, &mut self.y, &mut self.radius] {
            let full = |_| CollideError::new("FULL", &format!("count: more than memory can hold, is {count}"));
            column.try_reserve_exact(count.saturating_sub(column.len())).map_err(full)?;
        }
        self.grow(count);
        Ok(())
    }

    /// The number of slots that there is room for.
    #[must_use]
    pub fn count(&self) -> usize {
        self.x.len()
    }

    /// The address of the first column.
    #[must_use]
    pub fn x_at(&self) -> *const f32 {
        self.x.as_ptr()
    }

    /// The address of the second column.
    #[must_use]
    pub fn y_at(&self) -> *const f32 {
        self.y.as_ptr()
    }

    /// The address of the third column.
    #[must_use]
    pub fn radius_at(&self) -> *const f32 {
        self.radius.as_ptr()
    }
}

impl RawColumns {
    fn grow(&mut self, count: usize) {
        [&mut self.x, &mut self.y, &mut self.radius].into_iter().for_each(|column| column.resize(count, 0.0));
    }

    /// Copies the circles of a world into the columns, and makes room for them.
    pub(crate) fn read(&mut self, world: &World) {
        for (handle, entity) in world.iter() {
            let slot = handle.slot() as usize;
            self.grow(self.count().max(slot + 1));
            if let Shape::Circle(circle) = entity.shape {
                (self.x[slot], self.y[slot], self.radius[slot]) =
                    (circle.center().x, circle.center().y, circle.radius());
            }
        }
    }

    /// Sets the circles of a world from the columns. Circles with slots beyond the columns stay unchanged.
    pub(crate) fn write(&self, world: &mut World) -> Result<()> {
        // Cut to one length here, so that the compiler checks each index once.
        let [x, y, radius] = [&self.x, &self.y, &self.radius].map(|column| &column[..self.count()]);
        let written: std::result::Result<(), WorldError> = world.update_circles(|circles| {
            let places = circles.x.iter_mut().zip(circles.y).zip(circles.radius);
            for (slot, ((own_x, own_y), own_radius)) in circles.slots.iter().zip(places) {
                let slot = *slot as usize;
                if slot < x.len() {
                    (*own_x, *own_y, *own_radius) = (x[slot], y[slot], radius[slot]);
                }
            }
        });
        written.map_err(refused)
    }
}
