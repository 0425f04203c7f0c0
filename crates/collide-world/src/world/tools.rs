use collide_broad::TreeBox;
use collide_core::IntoArg;

use super::World;
use crate::{Entity, Handle, WorldError};

/// # For tools: shards and viewers
///
/// A server with one world does not need these methods. `collide-cluster` uses them for the parts of a larger world,
/// and `collide-viewer` to draw a running world.
impl World {
    /// Inserts an entity under a given handle: the one that it has in a larger world, of which this world is a part.
    /// Pairs, queries and history then use the handles of the larger world, and its order.
    ///
    /// After the first such call this world does not reuse slots, as the larger world allocates them. An
    /// [`insert`](Self::insert) uses a slot behind all known ones. Entities that the larger world removed may be
    /// [removed](Self::remove) or [taken](Self::take) here. A part cannot be [saved](Self::save) or recorded on its
    /// own: save the larger world.
    ///
    /// Costs what [`insert`](Self::insert) does, and once eight bytes for each slot up to the largest.
    ///
    /// # Errors
    /// [`WorldError::Taken`] if another entity has the slot, [`WorldError::Stale`] if the slot had a later generation,
    /// and [`WorldError::Full`].
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Handle, Settings, World};
    /// let mut whole = World::new(Settings::default());
    /// let handles = [0.0, 1.5, 50.0].map(|x| whole.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
    /// // A part with the entities right of `x = 1`.
    /// let mut right = World::new(Settings::default());
    /// for handle in &handles[1..] {
    ///     right.insert_at(*handle, whole.entity(*handle).unwrap())?;
    /// }
    /// right.step();
    /// assert!(right.pairs().is_empty());
    /// let (near, entity) = (handles[0], whole.entity(handles[0]).unwrap());
    /// right.insert_at(near, entity)?;
    /// right.step();
    /// assert_eq!(right.pairs(), [(handles[0], handles[1])]);
    /// // The entity leaves the part and may come back under the same handle.
    /// assert_eq!(right.take(near)?, entity);
    /// right.insert_at(near, entity)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert_at(&mut self, handle: Handle, entity: impl IntoArg<Entity>) -> Result<(), WorldError> {
        self.store.insert_at(handle, entity.into())
    }

    /// Takes an entity out of this part of a larger world and returns it. The handle does not become stale: the entity
    /// may [come back](Self::insert_at). Costs what [`remove`](Self::remove) does.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if this world has no such entity.
    pub fn take(&mut self, handle: Handle) -> Result<Entity, WorldError> {
        self.store.take(handle)
    }

    /// Overwrites `other` with a copy of this world without its history: what [`clone_from`](Clone::clone_from) does,
    /// but the history is not shared. Use it for a copy that is drawn while this world goes on: a world that shares its
    /// history allocates new memory for each tick. Does not allocate once `other` has grown.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{History, Settings, World};
    /// let history = History { ticks: 8, teleport_distance: 1.0 };
    /// let mut world = World::new(Settings { history, ..Settings::default() });
    /// let ball = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// let mut copy = World::default();
    /// world.clone_present_into(&mut copy);
    /// assert_eq!((copy.shape(ball), copy.tick()), (world.shape(ball), 1));
    /// assert!(world.at(1.0).is_ok() && copy.at(1.0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clone_present_into(&self, other: &mut Self) {
        other.clone_from(self);
        other.ticker.past.clear();
    }

    /// The boxes of the R-tree that the last step used, to be drawn: outermost first, at most `max_count`. Static
    /// entities are not in the tree, unless [`Settings::static_pairs`](crate::Settings::static_pairs) is on. Empty if
    /// the last step used no R-tree, and in a clone or a restored world before its first step.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, Strategy, World};
    /// let mut world = World::new(Settings { strategy: Strategy::RTree, ..Settings::default() });
    /// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// assert_eq!(world.tree_boxes(100)[0].max, Vec2::ONE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tree_boxes(&self, max_count: usize) -> Vec<TreeBox> {
        self.ticker.tree().map(|tree| tree.boxes(max_count)).unwrap_or_default()
    }
}
