use std::fmt;

use collide_core::Shape;
use thiserror::Error;

use crate::tick::Ticker;
use crate::{Handle, Report, Settings, fingerprint};

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
    settings: Settings,
    slots: Vec<Slot>,
    free: Vec<u32>,
    len: usize,
    ticker: Ticker,
}

/// A place in the store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) generation: u32,
    pub(crate) shape: Option<Shape>,
}

impl World {
    /// An empty world.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
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
        self.len
    }

    /// Whether there is no entity.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an entity. It takes part from the next [`step`](Self::step) on.
    ///
    /// # Errors
    /// [`WorldError::Full`] when slots have run out, at about 4.29 billion.
    pub fn insert(&mut self, shape: impl Into<Shape>) -> Result<Handle, WorldError> {
        let shape = Some(shape.into());
        if let Some(slot) = self.free.pop() {
            let place = &mut self.slots[slot as usize];
            place.shape = shape;
            self.len += 1;
            return Ok(Handle { slot, generation: place.generation });
        }
        let slot = u32::try_from(self.slots.len()).ok().filter(|slot| *slot < u32::MAX).ok_or(WorldError::Full)?;
        self.slots.push(Slot { generation: 0, shape });
        self.len += 1;
        Ok(Handle { slot, generation: 0 })
    }

    /// Removes an entity and returns its shape. The handle is stale from now on.
    ///
    /// # Errors
    /// [`WorldError::Stale`] when the entity is gone.
    pub fn remove(&mut self, handle: Handle) -> Result<Shape, WorldError> {
        let place = self.slots.get_mut(handle.slot as usize).filter(|slot| slot.generation == handle.generation);
        let place = place.ok_or(WorldError::Stale { handle })?;
        let shape = place.shape.take().ok_or(WorldError::Stale { handle })?;
        self.len -= 1;
        // A slot whose generations are used up is never given out again, so no old handle can come to life.
        if let Some(next) = place.generation.checked_add(1) {
            place.generation = next;
            self.free.push(handle.slot);
        }
        Ok(shape)
    }

    /// The shape of an entity, or `None` when it is gone.
    #[must_use]
    pub fn get(&self, handle: Handle) -> Option<&Shape> {
        let place = self.slots.get(handle.slot as usize)?;
        if place.generation == handle.generation { place.shape.as_ref() } else { None }
    }

    /// Gives an entity a new shape or pose.
    ///
    /// # Errors
    /// [`WorldError::Stale`] when the entity is gone.
    pub fn update(&mut self, handle: Handle, shape: impl Into<Shape>) -> Result<(), WorldError> {
        self.get(handle).ok_or(WorldError::Stale { handle })?;
        self.slots[handle.slot as usize].shape = Some(shape.into());
        Ok(())
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
        if let Some(&(handle, _)) = updates.iter().find(|(handle, _)| self.get(*handle).is_none()) {
            return Err(WorldError::Stale { handle });
        }
        for (handle, shape) in updates {
            self.slots[handle.slot as usize].shape = Some(*shape);
        }
        Ok(())
    }

    /// The live entities in order of their slots.
    pub fn iter(&self) -> impl Iterator<Item = (Handle, &Shape)> {
        (0..).zip(&self.slots).filter_map(|(slot, place)| {
            let handle = Handle { slot, generation: place.generation };
            place.shape.as_ref().map(|shape| (handle, shape))
        })
    }

    /// Finds the pairs of this tick; [`pairs`](Self::pairs) holds them afterwards.
    pub fn step(&mut self) -> &Report {
        self.ticker.step(&self.slots, &self.settings)
    }

    /// The pairs the last [`step`](Self::step) found: each once, the smaller slot first, ordered by first and then by
    /// second slot.
    #[must_use]
    pub fn pairs(&self) -> &[(Handle, Handle)] {
        self.ticker.pairs()
    }

    /// How many steps were made.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.ticker.tick()
    }

    /// What the last step did, or `None` before the first.
    #[must_use]
    pub fn report(&self) -> Option<&Report> {
        self.ticker.report()
    }

    /// Hash of the last step's output: the tick and its pairs. Equal worlds have equal fingerprints, whatever their
    /// settings for strategy and threads.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let tick = [self.tick() as u32, (self.tick() >> 32) as u32];
        let pairs = self.pairs().iter();
        fingerprint(tick.into_iter().chain(pairs.flat_map(|(a, b)| [a.slot, a.generation, b.slot, b.generation])))
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("World");
        debug.field("settings", &self.settings).field("len", &self.len()).field("tick", &self.tick());
        debug.finish_non_exhaustive()
    }
}

/// Why a world refused a call. It is then as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The entity was removed. A handle of another world is not told from one of this world.
    #[error("handle: {handle} is stale, its entity was removed")]
    Stale {
        /// The handle given.
        handle: Handle,
    },
    /// All slots are in use.
    #[error("world: is full, {} entities are the most", u32::MAX)]
    Full,
}
