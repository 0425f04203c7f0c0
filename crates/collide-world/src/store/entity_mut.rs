use collide_core::batch::Row;
use collide_core::{Circle, Rect, Shape, ShapeError, Vec2};

use crate::store::Oriented;

/// An entity gone through by [`World::update_each`](crate::World::update_each), to be changed in place.
#[derive(Debug)]
pub struct EntityMut<'a> {
    place: Place<'a>,
    slot: u32,
    /// What it has become, if that is of another kind and belongs elsewhere.
    changed: Option<Shape>,
}

/// Where its numbers are.
#[derive(Debug)]
enum Place<'a> {
    Circle([&'a mut f32; 3], &'a mut u64),
    Rect([&'a mut f32; 4], &'a mut u64),
    Oriented(&'a mut Oriented),
}

impl<'a> EntityMut<'a> {
    #[inline(always)]
    pub(crate) fn circle(row: [&'a mut f32; 3], data: &'a mut u64, slot: u32) -> Self {
        Self { place: Place::Circle(row, data), slot, changed: None }
    }

    #[inline(always)]
    pub(crate) fn rect(row: [&'a mut f32; 4], data: &'a mut u64, slot: u32) -> Self {
        Self { place: Place::Rect(row, data), slot, changed: None }
    }

    #[inline(always)]
    pub(crate) fn oriented(oriented: &'a mut Oriented, slot: u32) -> Self {
        Self { place: Place::Oriented(oriented), slot, changed: None }
    }

    /// Slot, shape and data, if the shape is now of another kind.
    #[inline(always)]
    pub(crate) fn changed_kind(&self) -> Option<(u32, Shape, u64)> {
        self.changed.map(|shape| (self.slot, shape, self.data()))
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
        match (&self.changed, &self.place) {
            (Some(shape), _) => *shape,
            (None, Place::Circle([x, y, radius], _)) => {
                Circle::from_row([**x, **y, **radius]).expect("rows are made from circles").into()
            }
            (None, Place::Rect([a, b, c, d], _)) => {
                Rect::from_row([**a, **b, **c, **d]).expect("rows are made from rectangles").into()
            }
            (None, Place::Oriented(oriented)) => oriented.rect.into(),
        }
    }

    /// Gives it another shape, of any kind.
    #[inline]
    pub fn set_shape(&mut self, shape: impl Into<Shape>) {
        let shape = shape.into();
        self.changed = None;
        match (&mut self.place, shape) {
            (Place::Circle([x, y, radius], _), Shape::Circle(circle)) => [**x, **y, **radius] = circle.to_row(),
            (Place::Rect([a, b, c, d], _), Shape::Rect(rect)) => [**a, **b, **c, **d] = rect.to_row(),
            (Place::Oriented(oriented), Shape::OrientedRect(rect)) => oriented.rect = rect,
            _ => self.changed = Some(shape),
        }
    }

    /// The middle of its shape.
    #[must_use]
    #[inline]
    pub fn center(&self) -> Vec2 {
        match &self.place {
            Place::Circle([x, y, _], _) if self.changed.is_none() => Vec2::new(**x, **y),
            Place::Rect([a, b, c, d], _) if self.changed.is_none() => {
                Vec2::new(**a, **b) * 0.5 + Vec2::new(**c, **d) * 0.5
            }
            Place::Oriented(oriented) if self.changed.is_none() => oriented.rect.center(),
            _ => self.shape().center(),
        }
    }

    /// Moves it, as [`Shape::translated`] does.
    ///
    /// # Errors
    /// [`ShapeError`] when that leaves the finite numbers; it then stays where it is.
    #[inline]
    pub fn translate(&mut self, by: Vec2) -> Result<(), ShapeError> {
        match &mut self.place {
            Place::Circle([x, y, radius], _) if self.changed.is_none() => {
                let moved = Circle::new(Vec2::new(**x, **y) + by, **radius)?;
                (**x, **y) = (moved.center().x, moved.center().y);
            }
            Place::Rect([a, b, c, d], _) if self.changed.is_none() => {
                let moved = Rect::new(Vec2::new(**a, **b) + by, Vec2::new(**c, **d) + by)?;
                [**a, **b, **c, **d] = moved.to_row();
            }
            Place::Oriented(oriented) if self.changed.is_none() => oriented.rect = oriented.rect.translated(by)?,
            _ => self.set_shape(self.shape().translated(by)?),
        }
        Ok(())
    }

    /// The user's own.
    #[must_use]
    #[inline]
    pub fn data(&self) -> u64 {
        match &self.place {
            Place::Circle(_, data) | Place::Rect(_, data) => **data,
            Place::Oriented(oriented) => oriented.data,
        }
    }

    /// Changes the user's own.
    #[inline]
    pub fn set_data(&mut self, data: u64) {
        match &mut self.place {
            Place::Circle(_, place) | Place::Rect(_, place) => **place = data,
            Place::Oriented(oriented) => oriented.data = data,
        }
    }
}
