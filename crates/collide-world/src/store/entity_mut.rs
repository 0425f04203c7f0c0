use collide_core::{IntoArg, Shape, ShapeError, Vec2};

use super::kinds::{PlaceMut, match_variant};

/// An entity gone through by [`World::update_each`](crate::World::update_each), to be changed in place.
#[derive(Debug)]
pub struct EntityMut<'a> {
    place: PlaceMut<'a>,
    slot: u32,
    /// What it has become, if that is of another kind and belongs elsewhere.
    changed: Option<Shape>,
}

impl<'a> EntityMut<'a> {
    #[inline(always)]
    pub(crate) fn new(place: PlaceMut<'a>, slot: u32) -> Self {
        Self { place, slot, changed: None }
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
        match &self.changed {
            Some(shape) => *shape,
            None => match_variant!(PlaceMut, &self.place, place => place.shape().into()),
        }
    }

    /// Gives it another shape, of any kind.
    #[inline]
    pub fn set_shape(&mut self, shape: impl IntoArg<Shape>) {
        let shape = shape.into();
        let same_kind = match_variant!(PlaceMut, &mut self.place, place => place.set_any(&shape));
        self.changed = (!same_kind).then_some(shape);
    }

    /// The middle of its shape.
    #[must_use]
    #[inline]
    pub fn center(&self) -> Vec2 {
        match &self.changed {
            Some(shape) => shape.center(),
            None => match_variant!(PlaceMut, &self.place, place => place.shape().center()),
        }
    }

    /// Moves it, as [`Shape::translated`] does.
    ///
    /// # Errors
    /// [`ShapeError`] when that leaves the finite numbers; it then stays where it is.
    #[inline]
    pub fn translate(&mut self, by: Vec2) -> Result<(), ShapeError> {
        match &mut self.changed {
            Some(shape) => *shape = shape.translated(by)?,
            None => match_variant!(PlaceMut, &mut self.place, place => place.set(place.shape().translated(by)?)),
        }
        Ok(())
    }

    /// The user's own.
    #[must_use]
    #[inline]
    pub fn data(&self) -> u64 {
        match_variant!(PlaceMut, &self.place, place => place.data())
    }

    /// Changes the user's own.
    #[inline]
    pub fn set_data(&mut self, data: u64) {
        match_variant!(PlaceMut, &mut self.place, place => place.set_data(data));
    }
}
