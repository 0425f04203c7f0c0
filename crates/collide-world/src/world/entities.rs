use collide_core::{IntoArg, Shape};

use super::World;
use crate::store::Entities;
use crate::{Entity, Handle, IndexedError, Settings, WorldError};

/// # Entities: insert, read and remove
impl World {
    /// The number of entities.
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether there is no entity.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Inserts an entity and returns its handle. A shape is inserted as a dynamic entity with default layers.
    ///
    /// The entity takes part from the next [`step`](Self::step) on. [Queries](Self::queries) find it at once.
    ///
    /// Cost: some tens of nanoseconds.
    ///
    /// # Errors
    /// [`WorldError::Full`] if the world already has 67 million dynamic entities, for a dynamic one, or 67 million
    /// static and sleeping entities together, for another.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let player = world.insert(Circle::new(Vec2::ZERO, 0.5)?)?;
    /// let tree = world.insert(Entity::fixed(Circle::new(Vec2::new(4.0, 0.0), 1.0)?).with_data(17))?;
    /// assert_eq!((world.len(), world.entity(tree).unwrap().data), (2, 17));
    /// assert!(world.has(player));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert(&mut self, entity: impl IntoArg<Entity>) -> Result<Handle, WorldError> {
        self.store.insert(entity.into())
    }

    /// Inserts many entities and appends their handles to `handles`, in the same order.
    ///
    /// # Errors
    /// [`WorldError::Full`] with the index of the first entity for which there is no room. No entity is inserted then.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Settings, World};
    /// let row = |x| Entity::new(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
    /// let mut world = World::new(Settings::default());
    /// let mut handles = Vec::new();
    /// world.insert_batch(&[row(0.0), row(1.0), row(9.0)], &mut handles)?;
    /// assert_eq!(world.step().pair_count, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert_batch(
        &mut self,
        entities: &[Entity],
        handles: &mut Vec<Handle>,
    ) -> Result<(), IndexedError<WorldError>> {
        self.store.check_room(entities)?;
        handles.reserve(entities.len());
        entities.iter().enumerate().try_for_each(|(index, entity)| {
            handles.push(self.store.insert(*entity).map_err(|error| IndexedError { index, error })?);
            Ok(())
        })
    }

    /// Removes an entity and returns it. Its handle becomes stale; the slot may be reused with a new generation.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the entity was already removed.
    pub fn remove(&mut self, handle: Handle) -> Result<Entity, WorldError> {
        self.store.remove(handle)
    }

    /// Removes many entities. Duplicate handles are ignored.
    ///
    /// # Errors
    /// [`WorldError::Stale`] with the index of the first stale handle. No entity is removed then.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let [a, b] = [0.0, 5.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
    /// world.remove(b)?;
    /// let error = world.remove_batch(&[a, b]).unwrap_err();
    /// assert_eq!(error.to_string(), "index 1: handle: 1v0 is stale, its entity was removed");
    /// assert!(world.has(a));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_batch(&mut self, handles: &[Handle]) -> Result<(), IndexedError<WorldError>> {
        self.store.check_handles(handles.iter().copied())?;
        handles.iter().for_each(|handle| _ = self.store.remove(*handle));
        Ok(())
    }

    /// Whether the handle is valid: whether its entity has not been removed.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let ghost = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// assert!(world.has(ghost));
    /// world.remove(ghost)?;
    /// assert!(!world.has(ghost));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn has(&self, handle: Handle) -> bool {
        self.store.has(handle)
    }

    /// The shape of an entity, or `None` if it was removed.
    ///
    /// Cost: the first access by handle after a step builds a map from slots to rows, some nanoseconds for each entity
    /// in the world. Later accesses cost a few nanoseconds. A tick without any access by handle does not pay for the
    /// map.
    #[must_use]
    pub fn shape(&self, handle: Handle) -> Option<Shape> {
        self.store.shape(handle)
    }

    /// An entity with shape, data, layers and mobility, or `None` if it was removed. Costs what [`shape`](Self::shape)
    /// does.
    #[must_use]
    pub fn entity(&self, handle: Handle) -> Option<Entity> {
        self.store.get(handle)
    }

    /// All entities, in order of their slots. Costs what [`shape`](Self::shape) does, and a few nanoseconds for each
    /// entity.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, World};
    /// let mut world = World::default();
    /// world.extend([1.0, 5.0].map(|x| Entity::fixed(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap())));
    /// for (handle, entity) in &world {
    ///     println!("{handle}: {:?}", entity.shape);
    /// }
    /// assert_eq!(world.iter().count(), 2);
    /// ```
    pub fn iter(&self) -> Entities<'_> {
        self.store.iter()
    }

    /// The entities whose last change was at `tick` or later, in order of their slots. The tick of a change is
    /// [`tick`](Self::tick) at its time: the number of steps before it. Empty unless
    /// [`Settings::change_ticks`](crate::Settings::change_ticks) is on.
    ///
    /// Read `last = world.tick()` after each list, and ask for `changed_since(last)` the next time: no change is missed.
    /// An entity that changed after the last step and before that list is in the next list again. Removed entities are
    /// in no list: the caller who removed them knows them.
    ///
    /// | call | the entities that change |
    /// |---|---|
    /// | [`insert`](Self::insert), [`insert_batch`](Self::insert_batch) | all |
    /// | [`set`](Self::set), [`translate`](Self::translate), [`set_batch`](Self::set_batch), [`set_by_slot`](Self::set_by_slot), [`rebase`](Self::rebase) | those with another shape, data, layers or sensor flag than before, or that become static or are no longer static |
    /// | [`move_batch_into`](Self::move_batch_into), [`separate_into`](Self::separate_into) | those that end in another place |
    /// | [`update_each`](Self::update_each), [`update_circles`](Self::update_circles) | those that differ after the call |
    ///
    /// Shapes are compared by the bits of their numbers. To fall asleep or to wake is no change. The list does not depend
    /// on strategy, threads and SIMD level. A [restored](Self::restore) world and a [clone](Clone::clone) continue with
    /// the ticks of their source. If the snapshot has none, all entities count as changed at its tick.
    ///
    /// Cost: about a nanosecond for each slot, and what [`shape`](Self::shape) does.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// let mut world = World::new(Settings { change_ticks: true, ..Settings::default() });
    /// let [a, b] = [world.insert(circle(0.0)?)?, world.insert(circle(5.0)?)?];
    /// let mut last = 0;
    /// let mut sent = Vec::new();
    /// for x in [5.0, 6.0, 6.0] {
    ///     world.set(b, circle(x)?)?;
    ///     world.step();
    ///     sent.push(world.changed_since(last).collect::<Vec<_>>());
    ///     last = world.tick();
    /// }
    /// assert_eq!(sent, [vec![a, b], vec![b], vec![]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn changed_since(&self, tick: u64) -> impl Iterator<Item = Handle> {
        self.store.changed_since(tick)
    }
}

impl<'a> IntoIterator for &'a World {
    type Item = (Handle, Entity);
    type IntoIter = Entities<'a>;

    fn into_iter(self) -> Entities<'a> {
        self.iter()
    }
}

/// Inserts entities whose handles are not needed, such as walls.
///
/// # Panics
/// If the world is full, see [`World::insert`]. [`World::insert_batch`] returns an error instead.
impl<E: Into<Entity>> Extend<E> for World {
    fn extend<I: IntoIterator<Item = E>>(&mut self, entities: I) {
        for entity in entities {
            self.store.insert(entity.into()).expect("room for another entity");
        }
    }
}

/// A world with default [`Settings`].
///
/// # Panics
/// If the world is full, as [`extend`](Extend::extend) does.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::World;
/// let mut world: World = (0..10_u8).map(|x| Circle::new(Vec2::new(x.into(), 0.0), 0.5).unwrap()).collect();
/// assert_eq!(world.step().pair_count, 9);
/// ```
impl<E: Into<Entity>> FromIterator<E> for World {
    fn from_iter<I: IntoIterator<Item = E>>(entities: I) -> Self {
        let mut world = Self::new(Settings::default());
        world.extend(entities);
        world
    }
}
