use collide_broad::{TreeBox, Visits};
use collide_core::IntoArg;

use super::World;
use crate::pairs::{Among, CellListSearch, PairFilter};
use crate::{Entity, Handle, WorldError};

/// What shards, viewers and monitors need of a [`World`]. A server with one world does not need it.
///
/// `collide-cluster` uses it for the parts of a larger world, and `collide-viewer` to draw a running world. Sealed: only
/// `World` has it.
pub trait WorldTools: sealed::Sealed {
    /// Inserts an entity under a given handle: the one that it has in a larger world, of which this world is a part.
    /// Pairs, queries and history then use the handles of the larger world, and its order.
    ///
    /// After the first such call this world does not reuse slots, as the larger world allocates them. An
    /// [`insert`](World::insert) uses a slot behind all known ones. Entities that the larger world removed may be
    /// [removed](World::remove) or [taken](Self::take) here. A part cannot be [saved](World::save) or recorded on its
    /// own: save the larger world.
    ///
    /// Costs what [`insert`](World::insert) does, and once eight bytes for each slot up to the largest.
    ///
    /// # Errors
    /// [`WorldError::Taken`] if another entity has the slot, [`WorldError::Stale`] if the slot had a later generation,
    /// and [`WorldError::Full`].
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Handle, Settings, World, WorldTools};
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
    fn insert_at(&mut self, handle: Handle, entity: impl IntoArg<Entity>) -> Result<(), WorldError>;

    /// Takes an entity out of this part of a larger world and returns it. The handle does not become stale: the entity
    /// may [come back](Self::insert_at). Until then [`World::events_between`] leaves out its events. Costs what
    /// [`remove`](World::remove) does.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if this world has no such entity.
    fn take(&mut self, handle: Handle) -> Result<Entity, WorldError>;

    /// Overwrites `other` with a copy of this world without its history: what [`clone_from`](Clone::clone_from) does,
    /// but the history is not shared. Use it for a copy that is drawn while this world goes on: a world that shares its
    /// history allocates new memory for each tick. Does not allocate once `other` has grown.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{History, Settings, World, WorldTools};
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
    fn clone_present_into(&self, other: &mut Self);

    /// The boxes of the R-tree that the last step used, to be drawn: outermost first, at most `max_count`. Static
    /// entities are not in the tree, unless [`Settings::static_pairs`](crate::Settings::static_pairs) is on. Empty if
    /// the last step used no R-tree, and in a clone or a restored world before its first step.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, Strategy, World, WorldTools};
    /// let mut world = World::new(Settings { strategy: Strategy::RTree, ..Settings::default() });
    /// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// assert_eq!(world.tree_boxes(100)[0].max, Vec2::ONE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    fn tree_boxes(&self, max_count: usize) -> Vec<TreeBox>;

    /// The rows of cell lists that the search of the last step visited for pairs with at least one dynamic entity: a
    /// measure of its work that does not depend on the machine. `None` before the first step, after a change, and if
    /// the step used no cell lists. Takes about as long as the search.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{World, WorldTools};
    /// let mut world: World = (0..100).map(|x| Circle::new(Vec2::new(x as f32, 0.0), 0.6).unwrap()).collect();
    /// world.step();
    /// assert!(world.visits().unwrap().rows < 1_000); // of 4,950 pairs of entities, of which 99 overlap
    /// ```
    #[must_use]
    fn visits(&self) -> Option<Visits>;

    /// The bytes of [`memory`](World::memory) that indexes take which are built on first use after a step: from handle
    /// to row by access by handle, over rows by queries far from cells and by queries after changes, over the entities
    /// that move far by queries between two ticks, from entity to
    /// events by [`events_of`](World::events_of). A world that does not use an index has none.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{World, WorldTools};
    /// let mut world: World = (0..100).map(|x| Circle::new(Vec2::new(x as f32, 0.0), 0.6).unwrap()).collect();
    /// world.step();
    /// assert_eq!(world.index_memory(), 0);
    /// let first = world.iter().next().unwrap().0;
    /// world.translate(first, Vec2::X)?; // by handle
    /// assert!((400..1_000).contains(&world.index_memory())); // 4 bytes for each entity
    /// # Ok::<(), collide_world::WorldError>(())
    /// ```
    #[must_use]
    fn index_memory(&self) -> usize;
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for super::World {}
}

impl WorldTools for World {
    fn insert_at(&mut self, handle: Handle, entity: impl IntoArg<Entity>) -> Result<(), WorldError> {
        self.store.insert_at(handle, entity.into())
    }

    fn take(&mut self, handle: Handle) -> Result<Entity, WorldError> {
        self.store.take(handle)
    }

    fn clone_present_into(&self, other: &mut Self) {
        other.clone_from(self);
        other.ticker.past.clear();
    }

    fn tree_boxes(&self, max_count: usize) -> Vec<TreeBox> {
        self.ticker.tree().map(|tree| tree.boxes(max_count)).unwrap_or_default()
    }

    fn visits(&self) -> Option<Visits> {
        let sets = self.store.sets.each_ref();
        let has_lists = self.report()?.strategy.has_cell_lists() && sets.iter().all(|set| set.is_sorted());
        let filter = PairFilter::meeting(&self.store.filters);
        has_lists.then(|| CellListSearch::visits(sets, Among::First, filter))
    }

    fn index_memory(&self) -> usize {
        self.store.index_memory() + self.ticker.index_memory()
    }
}
