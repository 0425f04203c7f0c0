//! The options of queries, and the way of a batch from the arrays of the caller to its answers.

use collide2d::error::OverBudget;
use collide2d::{Filter, Handle, Layers, Mode, Queries, Query};

use crate::border::In;
use crate::budget::CollideBudget;
use crate::failure::Failure;
use crate::shape::{CollideLayers, Item};
use crate::world::{CollideHandle, CollideWorld};

/// Filter flag: only entities that an entity with the filter's `layers` would collide with.
pub const COLLIDE_ON_LAYERS: u8 = 1;
/// Filter flag: exclude sensors.
pub const COLLIDE_SOLID: u8 = 2;
/// Filter flag: exclude the entity `except`.
pub const COLLIDE_EXCEPT: u8 = 4;

/// The filter of a query. A zero-initialised filter accepts all entities.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideFilter {
    /// A combination of `COLLIDE_ON_LAYERS`, `COLLIDE_SOLID` and `COLLIDE_EXCEPT`.
    pub flags: u8,
    /// With `COLLIDE_EXCEPT`, the entity to exclude, such as the shooter.
    pub except: CollideHandle,
    /// With `COLLIDE_ON_LAYERS`, the layers that entities must collide with.
    pub layers: CollideLayers,
}

impl CollideFilter {
    pub(crate) fn read(&self) -> Result<Filter, Failure> {
        let Self { flags, except, layers } = *self;
        if flags > COLLIDE_ON_LAYERS | COLLIDE_SOLID | COLLIDE_EXCEPT {
            return Err(Failure::Unknown { what: "flags", end: 8, value: flags });
        }
        let layers = (flags & COLLIDE_ON_LAYERS != 0).then(|| Layers::from(layers));
        let except = (flags & COLLIDE_EXCEPT != 0).then(|| Handle::from_bits(except));
        Ok(Filter { layers, sensors: flags & COLLIDE_SOLID == 0, except })
    }
}

/// All hits.
pub const COLLIDE_ALL: u8 = 0;
/// At most `first` hits of each query: those with the smallest slots, or the nearest if hits have a distance.
pub const COLLIDE_FIRST: u8 = 1;
/// The number of hits, without a list.
pub const COLLIDE_COUNT: u8 = 2;

/// The options of a batch of queries. Zero-initialised options mean: the present, all hits, no filter, no limits.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideAsk {
    /// Non-zero to query the past, at `tick` (rewind, lag compensation).
    pub past: u8,
    /// `COLLIDE_ALL`, `COLLIDE_FIRST` or `COLLIDE_COUNT`.
    pub mode: u8,
    /// With `COLLIDE_FIRST`, the limit of hits of each query.
    pub first: usize,
    /// A tick of the history, as counted by `collide_world_tick`, or a time between two ticks: 12.5 is halfway from
    /// tick 12 to tick 13.
    pub tick: f64,
    /// Null, or a filter for each query.
    pub filters: In<CollideFilter>,
    /// The limits of the batch.
    pub budget: CollideBudget,
}

impl Default for CollideAsk {
    fn default() -> Self {
        Self { past: 0, mode: COLLIDE_ALL, first: 0, tick: 0.0, filters: In::NULL, budget: CollideBudget::default() }
    }
}

impl CollideAsk {
    pub(crate) fn read(ask: In<Self>) -> Result<Self, Failure> {
        Ok(ask.optional("ask")?.copied().unwrap_or_default())
    }

    fn mode(&self) -> Result<Mode, Failure> {
        match self.mode {
            COLLIDE_ALL => Ok(Mode::All),
            COLLIDE_FIRST => Ok(Mode::First(self.first)),
            COLLIDE_COUNT => Ok(Mode::Count),
            value => Err(Failure::Unknown { what: "mode", end: 3, value }),
        }
    }

    /// The queries of the world at the requested time, with the limits.
    pub(crate) fn of<'a>(&self, world: &'a CollideWorld) -> Result<Queries<'a>, Failure> {
        let world = &world.world;
        let queries = if self.past == 0 { world.queries() } else { world.at(self.tick)? };
        Ok(queries.within(self.budget.read()))
    }
}

/// Working memory of a kind of query: the queries of a batch, and the answers of the engine.
pub(crate) type Memory<T, F> = (Vec<Query<T>>, F);

/// The way of every batch: reads the options, the filters and the queries, runs the batch, and lays out the answers.
pub(crate) fn batch<'w, A: Item, F>(
    (world, ask): (In<CollideWorld>, In<CollideAsk>),
    (items, count): (In<A>, usize),
    (asked, found): &mut Memory<A::What, F>,
    run: impl FnOnce(&Queries<'w>, &[Query<A::What>], Mode, &mut F) -> Result<(), OverBudget>,
    lay_out: impl FnOnce(&F) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (world, ask) = (world.get("world")?, CollideAsk::read(ask)?);
    let (queries, mode) = (ask.of(world)?, ask.mode()?);
    let (items, filters) = (items.slice(count, A::ARRAY)?, ask.filters.optional_slice(count, "filters")?);
    asked.clear();
    asked.reserve(count);
    for (index, item) in items.iter().enumerate() {
        let filter = filters.map_or(Ok(Filter::default()), |filters: &[CollideFilter]| filters[index].read());
        let filter = filter.map_err(|failure| failure.at("filters", index))?;
        asked.push(Query { what: item.read().map_err(|failure| failure.at(A::ARRAY, index))?, filter });
    }
    run(&queries, asked, mode, found)?;
    lay_out(found)
}
