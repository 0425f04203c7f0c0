use collide_core::{IntoArg, Shape, ShapeError, Vec2};

use super::kinds::{PieceCells, match_variant};

/// A dynamic entity for changes in place: from [`World::update_each`](crate::World::update_each).
#[derive(Debug)]
pub struct EntityMut<'a> {
    rows: &'a PieceCells<'a>,
    row: usize,
    /// The new shape, if it is of another kind and must move to another list.
    changed: Option<Shape>,
}

impl<'a> EntityMut<'a> {
    #[inline(always)]
    pub(crate) fn new(rows: &'a PieceCells<'a>, row: usize) -> Self {
        Self { rows, row, changed: None }
    }

    /// Slot, new shape and data, if the shape is now of another kind.
    #[inline(always)]
    pub(crate) fn changed_kind(&self) -> Option<(u32, Shape, u64)> {
        self.changed.map(|shape| (self.slot(), shape, self.data()))
    }

    /// The [slot](crate::Handle::slot) of the entity.
    #[must_use]
    #[inline]
    pub fn slot(&self) -> u32 {
        match_variant!(PieceCells, self.rows, rows => rows.slots[self.row])
    }

    /// The shape of the entity.
    #[must_use]
    #[inline]
    pub fn shape(&self) -> Shape {
        match &self.changed {
            Some(shape) => *shape,
            None => match_variant!(PieceCells, self.rows, rows => rows.shape(self.row).into()),
        }
    }

    /// Replaces the shape, by one of any kind.
    #[inline]
    pub fn set_shape(&mut self, shape: impl IntoArg<Shape>) {
        let shape = shape.into();
        let same_kind = match_variant!(PieceCells, self.rows, rows => rows.set_any(self.row, &shape));
        self.changed = (!same_kind).then_some(shape);
    }

    /// The center of the shape.
    #[must_use]
    #[inline]
    pub fn center(&self) -> Vec2 {
        match &self.changed {
            Some(shape) => shape.center(),
            None => match_variant!(PieceCells, self.rows, rows => Shape::from(rows.shape(self.row)).center()),
        }
    }

    /// Moves the entity by a vector, as [`Shape::translated`] does.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate would not be finite. The entity is then unchanged.
    #[inline]
    pub fn translate(&mut self, by: Vec2) -> Result<(), ShapeError> {
        match &mut self.changed {
            Some(shape) => *shape = shape.translated(by)?,
            None => match_variant!(PieceCells, self.rows, rows => {
                rows.set(self.row, rows.shape(self.row).translated(by)?);
            }),
        }
        Ok(())
    }

    /// The user data of the entity.
    #[must_use]
    #[inline]
    pub fn data(&self) -> u64 {
        match_variant!(PieceCells, self.rows, rows => rows.data(self.row))
    }

    /// Replaces the user data.
    #[inline]
    pub fn set_data(&mut self, data: u64) {
        match_variant!(PieceCells, self.rows, rows => rows.set_data(self.row, data));
    }
}
