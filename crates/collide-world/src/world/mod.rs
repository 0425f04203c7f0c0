mod asking;
mod batch;
mod contacts;
mod copies;
mod observing;
#[cfg(feature = "recording")]
mod recording;
#[cfg(feature = "recording")]
mod replay;
mod saving;
mod shard;
mod swept;
mod ticks;

use std::fmt;

use collide_core::{Shape, Vec2};

use crate::base::{Pool, WORTH_SPREADING_SORTED};
use crate::store::{Store, carried};
use crate::tick::Ticker;
use crate::{CirclesMut, Entity, EntityMut, Handle, Invalid, Origin, Settings, WorldError};

pub use batch::{Batch, BatchError};
pub use swept::{SweptError, SweptPair, SweptPairs};

/// Entities with shapes, and the pairs of them that overlap at each tick.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Settings, World};
///
/// let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
/// let mut world = World::new(Settings::default());
/// let a = world.insert(circle(0.0)?)?;
/// let b = world.insert(circle(5.0)?)?;
/// world.step();
/// assert!(world.pairs().is_empty());
///
/// world.update(b, circle(1.5)?)?;
/// world.step();
/// assert_eq!(world.pairs(), [(a, b)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct World {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) ticker: Ticker,
    /// What is written down of it, if anything is.
    #[cfg(feature = "recording")]
    pub(crate) journal: Option<Box<crate::record::Journal>>,
}

impl World {
    /// An empty world.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Who is in it.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings for the steps that follow. No entity is lost.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Number of entities.
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether there is no entity.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an entity, or a shape as a dynamic one. It takes part from the next [`step`](Self::step) on.
    ///
    /// # Errors
    /// [`WorldError::Full`] at 67 million dynamic or static entities.
    pub fn insert(&mut self, entity: impl Into<Entity>) -> Result<Handle, WorldError> {
        self.store.insert(entity.into())
    }

    /// Removes an entity and returns it. The handle is stale from now on.
    ///
    /// # Errors
    /// [`WorldError::Stale`] when the entity is gone.
    pub fn remove(&mut self, handle: Handle) -> Result<Entity, WorldError> {
        self.store.remove(handle)
    }

    /// Adds many entities and appends their handles, in the same order.
    ///
    /// # Errors
    /// [`WorldError::Full`] when there is no room for all; none is added then.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Settings, World};
    /// let row = |x| Entity::new(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
    /// let mut world = World::new(Settings::default());
    /// let mut handles = Vec::new();
    /// world.insert_batch(&[row(0.0), row(1.0), row(9.0)], &mut handles)?;
    /// assert_eq!(world.step().pair_count, 1);
    /// world.remove_batch(&handles[..2])?;
    /// assert_eq!(world.len(), 1);
    /// # Ok::<(), collide_world::WorldError>(())
    /// ```
    pub fn insert_batch(&mut self, entities: &[Entity], handles: &mut Vec<Handle>) -> Result<(), WorldError> {
        self.store.check_room(entities)?;
        handles.reserve(entities.len());
        entities.iter().try_for_each(|entity| {
            handles.push(self.store.insert(*entity)?);
            Ok(())
        })
    }

    /// Removes many entities. A handle that comes twice is as good as once.
    ///
    /// # Errors
    /// [`WorldError::Stale`] for the first handle whose entity is gone. Nothing is removed then.
    pub fn remove_batch(&mut self, handles: &[Handle]) -> Result<(), WorldError> {
        if let Some(&handle) = handles.iter().find(|handle| !self.store.has(**handle)) {
            return Err(WorldError::Stale { handle });
        }
        handles.iter().for_each(|handle| _ = self.store.remove(*handle));
        Ok(())
    }

    /// The shape of an entity, or `None` when it is gone.
    ///
    /// The first look by handle after a step costs a pass over all entities, to note where each has been sorted to: some
    /// nanoseconds for each. So do the first update and the first removal; a tick without any does not pay for it.
    #[must_use]
    pub fn get(&self, handle: Handle) -> Option<Shape> {
        self.store.shape(handle)
    }

    /// An entity, or `None` when it is gone. Costs what [`get`](Self::get) does.
    #[must_use]
    pub fn entity(&self, handle: Handle) -> Option<Entity> {
        self.store.get(handle)
    }

    /// Whether the handle names an entity: whether this has not been removed.
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

    /// Moves an entity by this much, as [`Shape::translated`] does: without turning, each number rounded to `f32`.
    ///
    /// # Errors
    /// [`WorldError::Stale`] when the entity is gone, [`WorldError::Shape`] when the new place is not finite. Nothing is changed then.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let cart = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.translate(cart, Vec2::new(3.0, 4.0))?;
    /// assert_eq!(world.get(cart), Some(Circle::new(Vec2::new(3.0, 4.0), 1.0)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn translate(&mut self, handle: Handle, by: Vec2) -> Result<(), WorldError> {
        let shape = self.get(handle).ok_or(WorldError::Stale { handle })?;
        self.update(handle, shape.translated(by).map_err(|error| WorldError::Shape { handle, error })?)
    }

    /// Gives an entity a new shape or pose.
    ///
    /// # Errors
    /// [`WorldError::Stale`] when the entity is gone.
    pub fn update(&mut self, handle: Handle, shape: impl Into<Shape>) -> Result<(), WorldError> {
        self.store.set_shape(handle, shape.into())
    }

    /// Gives an entity a new shape, data and mobility. It keeps its handle.
    ///
    /// # Errors
    /// [`WorldError::Stale`] when the entity is gone, [`WorldError::Full`] when there is no room for one of that mobility.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Mobility, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let guard = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// let asleep = Entity { mobility: Mobility::Static, ..world.entity(guard).unwrap() };
    /// world.set_entity(guard, asleep)?;
    /// assert_eq!(world.entity(guard), Some(asleep));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_entity(&mut self, handle: Handle, entity: Entity) -> Result<(), WorldError> {
        self.store.set(handle, entity)
    }

    /// [`set_entity`](Self::set_entity) for many; of several for one entity the last counts.
    ///
    /// # Errors
    /// [`WorldError::Stale`] for the first handle whose entity is gone, [`WorldError::Full`] when a mobility would have too many
    /// entities. Nothing is changed then.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Settings, World, WorldError};
    /// let ball = Entity::new(Circle::new(Vec2::ZERO, 1.0)?);
    /// let mut world = World::new(Settings::default());
    /// let [a, b] = [world.insert(ball)?, world.insert(ball)?];
    /// world.set_entity_batch(&[(a, ball.with_data(1)), (b, ball.with_data(2))])?;
    /// assert_eq!(world.entity(b), Some(ball.with_data(2)));
    /// world.remove(b)?;
    /// let refused = world.set_entity_batch(&[(a, ball.with_data(3)), (b, ball)]);
    /// assert_eq!(refused, Err(WorldError::Stale { handle: b }));
    /// assert_eq!(world.entity(a), Some(ball.with_data(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_entity_batch(&mut self, updates: &[(Handle, Entity)]) -> Result<(), WorldError> {
        self.store.check_updates(updates)?;
        updates.iter().try_for_each(|&(handle, entity)| self.set_entity(handle, entity))
    }

    /// Gives many entities new shapes; of several for one entity the last counts.
    ///
    /// # Errors
    /// [`WorldError::Stale`] for the first handle whose entity is gone. Nothing is changed then.
    ///
    /// ```
    /// use collide_core::{Circle, Shape, Vec2};
    /// use collide_world::{Settings, World};
    /// let circle = |x| Shape::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
    /// let mut world = World::new(Settings::default());
    /// let handles = [world.insert(circle(0.0))?, world.insert(circle(9.0))?];
    /// world.update_batch(&[(handles[0], circle(4.0)), (handles[1], circle(5.0))])?;
    /// assert_eq!(world.step().pair_count, 1);
    /// # Ok::<(), collide_world::WorldError>(())
    /// ```
    pub fn update_batch(&mut self, updates: &[(Handle, Shape)]) -> Result<(), WorldError> {
        if let Some(&(handle, _)) = updates.iter().find(|(handle, _)| !self.store.has(*handle)) {
            return Err(WorldError::Stale { handle });
        }
        updates.iter().try_for_each(|&(handle, shape)| self.update(handle, shape))
    }

    /// Moves the zero of the world from one place of a larger one to another: all coordinates change, rounded to the nearest `f32`, and
    /// no entity moves in the larger world but by that rounding. What is [remembered](Settings::history) of the past is forgotten.
    ///
    /// # Errors
    /// [`WorldError::Shape`] for the first entity that would be too far away for `f32`. Nothing is changed then.
    ///
    /// ```
    /// use collide_core::{Circle, DVec2, Vec2};
    /// use collide_world::{Origin, Settings, World};
    /// let (here, there) = (Origin::default(), Origin::new(DVec2::new(4096.0, 0.0))?);
    /// let mut world = World::new(Settings::default());
    /// let traveller = world.insert(Circle::new(Vec2::new(4100.0, 0.0), 1.0)?)?;
    /// world.rebase(&here, &there)?;
    /// assert_eq!(world.get(traveller), Some(Circle::new(Vec2::new(4.0, 0.0), 1.0)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rebase(&mut self, from: &Origin, to: &Origin) -> Result<(), WorldError> {
        let updates = self.iter().map(|(handle, entity)| match carried(&entity.shape, |point| from.carry(point, to)) {
            Ok(shape) => Ok((handle, shape)),
            Err(error) => Err(WorldError::Shape { handle, error }),
        });
        let updates: Vec<_> = updates.collect::<Result<_, _>>()?;
        self.ticker.past.clear();
        self.update_batch(&updates)
    }

    /// Goes through all dynamic entities, in whatever order is fastest and on the [threads](Settings::threads) of the
    /// world, and lets each be changed: the fastest way to move many of any kind.
    ///
    /// # Panics
    /// When `change` does. Some entities are then changed and some are not; the world is in order.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let ball = Circle::new(Vec2::ZERO, 1.0)?;
    /// // What an entity needs to be moved may go into its data, here its velocity.
    /// let handle = world.insert(Entity::new(ball).with_data(u64::from(3.0_f32.to_bits())))?;
    /// world.update_each(|entity| {
    ///     let velocity = Vec2::new(f32::from_bits(entity.data() as u32), 0.0);
    ///     if entity.translate(velocity / 30.0).is_err() {
    ///         entity.set_data(0);
    ///     }
    /// });
    /// assert_eq!(world.get(handle), Some(Circle::new(Vec2::new(0.1, 0.0), 1.0)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update_each(&mut self, change: impl Fn(&mut EntityMut<'_>) + Sync + Send) {
        let Self { settings, store, .. } = self;
        settings
            .threads
            .run(store.len(), WORTH_SPREADING_SORTED, |threads| store.update_each(change, &Pool { threads }));
    }

    /// Goes through all dynamic circles, some hundreds at a time as columns of numbers, and lets them be changed: what
    /// [`update_each`](Self::update_each) does, for circles only and faster, as the compiler can work on many at once.
    ///
    /// # Panics
    /// When `change` does. Some entities are then changed and some are not; the world is in order.
    ///
    /// # Errors
    /// [`WorldError::Shape`] for a row that is no circle afterwards. It stays as it was, its data excepted; all others are
    /// changed. Of several, the one with the smallest slot is named.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let rain = world.insert(Circle::new(Vec2::new(2.0, 9.0), 0.5)?)?;
    /// world.update_circles(|drops| drops.y.iter_mut().for_each(|y| *y -= 1.0))?;
    /// assert_eq!(world.get(rain), Some(Circle::new(Vec2::new(2.0, 8.0), 0.5)?.into()));
    ///
    /// let error = world.update_circles(|drops| drops.x.fill(f32::NAN)).unwrap_err();
    /// assert_eq!(error.to_string(), "handle 0v0: center.x: must be a finite number, is NaN");
    /// assert_eq!(world.get(rain), Some(Circle::new(Vec2::new(2.0, 8.0), 0.5)?.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update_circles(&mut self, change: impl Fn(CirclesMut<'_>) + Sync + Send) -> Result<(), WorldError> {
        let Self { settings, store, .. } = self;
        settings
            .threads
            .run(store.len(), WORTH_SPREADING_SORTED, |threads| store.update_circles(change, &Pool { threads }))
    }

    /// Looks whether all that the world keeps agrees: for tests of this library, and to find what broke if a world ever
    /// misbehaves. It takes about as long as a tick.
    ///
    /// # Errors
    /// [`Invalid`] for the first that does not: a fault of this library.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let handle = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// world.remove(handle)?;
    /// assert_eq!(world.validate(), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn validate(&self) -> Result<(), Invalid> {
        let holders = self.store.validate()?;
        self.ticker.validate(&self.store, &holders)
    }

    /// The live entities in order of their slots. Costs what [`get`](Self::get) does, once.
    pub fn iter(&self) -> impl Iterator<Item = (Handle, Entity)> {
        self.store.iter()
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("World");
        debug.field("settings", &self.settings).field("len", &self.len()).field("tick", &self.tick());
        debug.finish_non_exhaustive()
    }
}
