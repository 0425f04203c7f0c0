use collide_core::batch::Row;
use collide_core::{Circle, Shape, ShapeError, Vec2};

use crate::store::Body;

/// An entity gone through by [`World::update_each`](crate::World::update_each), to be changed in place.
#[derive(Debug)]
pub struct EntityMut<'a> {
    place: Place<'a>,
    slot: u32,
    /// What it has become, if that belongs elsewhere.
    turned: Option<Shape>,
}

/// Where its numbers are.
#[derive(Debug)]
enum Place<'a> {
    Circle([&'a mut f32; 3], &'a mut u64),
    Body(&'a mut Body),
}

impl<'a> EntityMut<'a> {
    #[inline(always)]
    pub(crate) fn circle(row: [&'a mut f32; 3], data: &'a mut u64, slot: u32) -> Self {
        Self { place: Place::Circle(row, data), slot, turned: None }
    }

    #[inline(always)]
    pub(crate) fn body(body: &'a mut Body, slot: u32) -> Self {
        Self { place: Place::Body(body), slot, turned: None }
    }

    /// What it has turned into, from a circle into something else or the other way.
    #[inline(always)]
    pub(crate) fn turned(&self) -> Option<(u32, Shape, u64)> {
        self.turned.map(|shape| (self.slot, shape, self.data()))
    }

    /// Its [slot](crate::Handle::slot).
    #[must_use]
    #[inline]
    pub fn slot(&self) -> u32 {
        self.slot
    }

    /// Where and how large it is.
    #[must_use]
    #[inline]
    pub fn shape(&self) -> Shape {
        match (&self.turned, &self.place) {
            (Some(shape), _) => *shape,
            (None, Place::Circle(row, _)) => {
                Circle::from_row(row.each_ref().map(|number| **number)).expect("rows are made from circles").into()
            }
            (None, Place::Body(body)) => body.shape,
        }
    }

    /// Gives it another shape, of any kind.
    pub fn set_shape(&mut self, shape: impl Into<Shape>) {
        let shape = shape.into();
        self.turned = None;
        match (&mut self.place, shape) {
            (Place::Circle([x, y, radius], _), Shape::Circle(circle)) => [**x, **y, **radius] = circle.to_row(),
            (Place::Body(body), Shape::Rect(_) | Shape::OrientedRect(_)) => body.shape = shape,
            _ => self.turned = Some(shape),
        }
    }

    /// The middle of its shape.
    #[must_use]
    #[inline]
    pub fn center(&self) -> Vec2 {
        match &self.place {
            Place::Circle([x, y, _], _) if self.turned.is_none() => Vec2::new(**x, **y),
            _ => self.shape().center(),
        }
    }

    /// Moves it, as [`Shape::translated`] does, and faster than by [`set_shape`](Self::set_shape).
    ///
    /// # Errors
    /// [`ShapeError`] when that leaves the finite numbers; it then stays where it is.
    #[inline]
    pub fn translate(&mut self, by: Vec2) -> Result<(), ShapeError> {
        match &mut self.place {
            Place::Circle([x, y, radius], _) if self.turned.is_none() => {
                let moved = Circle::new(Vec2::new(**x, **y) + by, **radius)?;
                (**x, **y) = (moved.center().x, moved.center().y);
            }
            Place::Body(body) if self.turned.is_none() => body.shape = body.shape.translated(by)?,
            _ => self.turned = Some(self.shape().translated(by)?),
        }
        Ok(())
    }

    /// The user's own.
    #[must_use]
    #[inline]
    pub fn data(&self) -> u64 {
        match &self.place {
            Place::Circle(_, data) => **data,
            Place::Body(body) => body.data(),
        }
    }

    /// Changes the user's own.
    #[inline]
    pub fn set_data(&mut self, data: u64) {
        match &mut self.place {
            Place::Circle(_, place) => **place = data,
            Place::Body(body) => body.set_data(data),
        }
    }
}
