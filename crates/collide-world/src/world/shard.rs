use super::World;
use crate::{Entity, Handle, WorldError};

/// Worlds that are parts of a larger one.
impl World {
    /// Adds an entity under the handle that it has in a larger world, of which this one is a part: one of a region, say, that is held
    /// on another machine. Pairs, queries and the past then speak of it as the larger world does, in the same order.
    ///
    /// From the first such call on slots are given out elsewhere: none of this world is free, and an [`insert`](Self::insert) takes
    /// one behind all that it knows. What the larger world has removed may be [removed](Self::remove) here as well, or [taken
    /// out](Self::take_out), which is as good. A part is neither [saved](Self::save) nor recorded by itself, as neither would
    /// be restored: the larger world is.
    ///
    /// Costs what [`insert`](Self::insert) does, and eight bytes once for each slot up to the largest, held or not.
    ///
    /// # Errors
    /// [`WorldError::Taken`] when another entity has the slot, [`WorldError::Stale`] when one of a later generation had it, and
    /// [`WorldError::Full`].
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Handle, Settings, World};
    /// let mut whole = World::new(Settings::default());
    /// let handles = [0.0, 1.5, 50.0].map(|x| whole.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
    /// // One that sees only what is right of one.
    /// let mut right = World::new(Settings::default());
    /// for handle in &handles[1..] {
    ///     right.insert_as(*handle, whole.entity(*handle).unwrap())?;
    /// }
    /// right.step();
    /// assert!(right.pairs().is_empty());
    /// let (near, entity) = (handles[0], whole.entity(handles[0]).unwrap());
    /// right.insert_as(near, entity)?;
    /// right.step();
    /// assert_eq!(right.pairs(), [(handles[0], handles[1])]);
    /// // It leaves, and may come back.
    /// assert_eq!(right.take_out(near)?, entity);
    /// right.insert_as(near, entity)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert_as(&mut self, handle: Handle, entity: impl Into<Entity>) -> Result<(), WorldError> {
        self.store.insert_as(handle, entity.into())
    }

    /// Takes an entity out of this part of a larger world and returns it, without ending its handle: it may [come
    /// back](Self::insert_as). Costs what [`remove`](Self::remove) does.
    ///
    /// # Errors
    /// [`WorldError::Stale`] when it is not here.
    pub fn take_out(&mut self, handle: Handle) -> Result<Entity, WorldError> {
        self.store.take_out(handle)
    }
}
