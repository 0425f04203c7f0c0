//! Queries on the entities of a world, now or in the past.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Filter, Handle, Layers, Mode, Moving, Nearest, Queries, Query, Ray, Segment, Vec2};

use crate::border::{In, Mut, Out};
use crate::failure::{CollideStatus, Failure, guarded};
use crate::hits::{Asked, CollideHits, Found};
use crate::shape::{CollideLayers, CollideShape};
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

/// The options of a batch of queries. Zero-initialised options mean: the present, all hits, no filter.
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
}

impl Default for CollideAsk {
    fn default() -> Self {
        Self { past: 0, mode: COLLIDE_ALL, first: 0, tick: 0.0, filters: In::NULL }
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

    /// The queries of the world at the requested time.
    pub(crate) fn of<'a>(&self, world: &'a CollideWorld) -> Result<Queries<'a>, Failure> {
        let CollideWorld { world, recorder, .. } = world;
        Ok(if self.past == 0 { recorder.queries(world) } else { recorder.at(world, self.tick)? })
    }

    /// Overwrites `out` with the queries that are read.
    pub(crate) fn questions<A, T>(
        &self,
        (items, what): (&[A], &'static str),
        out: &mut Vec<Query<T>>,
        read: impl Fn(&A) -> Result<T, Failure>,
    ) -> Result<(), Failure> {
        let filters = self.filters.optional_slice(items.len(), "filters")?;
        out.clear();
        out.reserve(items.len());
        for (index, item) in items.iter().enumerate() {
            let filter = filters.map_or(Ok(Filter::default()), |filters| filters[index].read());
            let filter = filter.map_err(|failure| failure.at("filters", index))?;
            out.push(Query { what: read(item).map_err(|failure| failure.at(what, index))?, filter });
        }
        Ok(())
    }
}

/// A ray: the points `origin + t * direction` for `t` from 0 to `max_t`, which may be infinite.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideRay {
    /// The x coordinate of the origin.
    pub x: f32,
    /// The y coordinate of the origin.
    pub y: f32,
    /// The direction, of any length except zero.
    pub direction_x: f32,
    /// See `direction_x`.
    pub direction_y: f32,
    /// The length of the ray, as a multiple of the direction.
    pub max_t: f32,
}

impl CollideRay {
    pub(crate) fn read(&self) -> Result<Ray, Failure> {
        Ok(Ray::new(Vec2::new(self.x, self.y), Vec2::new(self.direction_x, self.direction_y), self.max_t)?)
    }
}

/// A segment between two points.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideSegment {
    /// The x coordinate of the start.
    pub from_x: f32,
    /// The y coordinate of the start.
    pub from_y: f32,
    /// The x coordinate of the end.
    pub to_x: f32,
    /// The y coordinate of the end.
    pub to_y: f32,
}

impl CollideSegment {
    pub(crate) fn read(&self) -> Result<Segment, Failure> {
        Ok(Segment::new(Vec2::new(self.from_x, self.from_y), Vec2::new(self.to_x, self.to_y))?)
    }
}

/// A shape and its motion: a straight line, without rotation.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideMoving {
    /// The shape at the start.
    pub shape: CollideShape,
    /// The x component of the motion, in world units.
    pub motion_x: f32,
    /// The y component of the motion, in world units.
    pub motion_y: f32,
}

impl CollideMoving {
    pub(crate) fn read(&self) -> Result<Moving, Failure> {
        Ok(Moving::new(self.shape.read()?, Vec2::new(self.motion_x, self.motion_y))?)
    }
}

/// A query for the entities nearest to a shape. A zero-initialised query finds nothing, because its `count` is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideNearest {
    /// The shape that distances are measured from; a point is a circle with radius zero.
    pub shape: CollideShape,
    /// The maximum distance, in world units; infinite for no limit.
    pub within: f32,
    /// The maximum number of results.
    pub count: usize,
}

impl CollideNearest {
    fn read(&self) -> Result<Nearest, Failure> {
        Ok(Nearest { shape: self.shape.read()?, count: self.count, within: self.within })
    }
}

/// Runs a batch: reads the queries, runs them, and lays out the hits. After an error there are no hits.
fn batch(
    world: In<CollideWorld>,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
    questions: impl FnOnce(&CollideAsk, &mut Asked) -> Result<(), Failure>,
    answer: impl FnOnce(&Queries<'_>, &Asked, Mode, &mut Found) -> Result<(), Failure>,
    lay_out: impl FnOnce(&Found, &mut crate::hits::Columns),
) -> CollideStatus {
    guarded(|| {
        let CollideHits { asked, found, answers } = hits.get("hits")?;
        answers.clear();
        let ask = CollideAsk::read(ask)?;
        let (queries, mode) = (ask.of(world.get("world")?)?, ask.mode()?);
        questions(&ask, asked)?;
        answer(&queries, asked, mode, found)?;
        lay_out(found, answers);
        Ok(())
    })
}

/// Overlap query: the entities that overlap each of `count` shapes, under the world's touching rule, in order of slots.
/// A point query is a circle with radius zero.
///
/// As for all queries, `ask` may be null, and the world does not change: many threads may query one world at the same
/// time, each with its own hits.
///
/// Errors (of all queries): `COLLIDE_INVALID` with the index of an invalid query, `COLLIDE_NOT_REMEMBERED` if the time
/// is not in the history, `COLLIDE_OVER_BUDGET` if there are more hits than the limit of `hits`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_overlap(
    world: In<CollideWorld>,
    shapes: In<CollideShape>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    let questions = |ask: &CollideAsk, asked: &mut Asked| {
        ask.questions((shapes.slice(count, "shapes")?, "shapes"), &mut asked.shapes, CollideShape::read)
    };
    let answer = |queries: &Queries<'_>, asked: &Asked, mode, found: &mut Found| {
        Ok(queries.overlap_batch_into(&asked.shapes, mode, &mut found.shapes)?)
    };
    batch(world, ask, hits, questions, answer, |found, answers| answers.take_overlaps(&found.shapes))
}

/// Raycast: the entities that each of `count` rays hits, sorted by entry and then by slot. A ray that only touches a
/// shape hits it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_ray(
    world: In<CollideWorld>,
    rays: In<CollideRay>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    let questions = |ask: &CollideAsk, asked: &mut Asked| {
        ask.questions((rays.slice(count, "rays")?, "rays"), &mut asked.rays, CollideRay::read)
    };
    let answer = |queries: &Queries<'_>, asked: &Asked, mode, found: &mut Found| {
        Ok(queries.ray_batch_into(&asked.rays, mode, &mut found.rays)?)
    };
    batch(world, ask, hits, questions, answer, |found, answers| answers.take_rays(&found.rays))
}

/// Raycast along segments: the entities that overlap each of `count` segments, under the world's touching rule, sorted
/// by entry and then by slot.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_segment(
    world: In<CollideWorld>,
    segments: In<CollideSegment>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    let questions = |ask: &CollideAsk, asked: &mut Asked| {
        ask.questions((segments.slice(count, "segments")?, "segments"), &mut asked.segments, CollideSegment::read)
    };
    let answer = |queries: &Queries<'_>, asked: &Asked, mode, found: &mut Found| {
        Ok(queries.segment_batch_into(&asked.segments, mode, &mut found.rays)?)
    };
    batch(world, ask, hits, questions, answer, |found, answers| answers.take_rays(&found.rays))
}

/// Line of sight: whether any entity overlaps each of `count` segments. Costs less than `collide_query_segment`. The
/// mode has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_blocked(
    world: In<CollideWorld>,
    segments: In<CollideSegment>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    let questions = |ask: &CollideAsk, asked: &mut Asked| {
        ask.questions((segments.slice(count, "segments")?, "segments"), &mut asked.segments, CollideSegment::read)
    };
    let answer = |queries: &Queries<'_>, asked: &Asked, _, found: &mut Found| {
        queries.blocked_batch_into(&asked.segments, &mut found.blocked);
        Ok(())
    };
    batch(world, ask, hits, questions, answer, |found, answers| {
        answers.blocked.extend(found.blocked.iter().map(|blocked| u8::from(*blocked)));
    })
}

/// Shapecast: the entities that each of `count` moving shapes hits while all entities stand still, sorted by time of
/// impact and then by slot.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_sweep(
    world: In<CollideWorld>,
    moving: In<CollideMoving>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    let questions = |ask: &CollideAsk, asked: &mut Asked| {
        ask.questions((moving.slice(count, "moving")?, "moving"), &mut asked.moving, CollideMoving::read)
    };
    let answer = |queries: &Queries<'_>, asked: &Asked, mode, found: &mut Found| {
        Ok(queries.sweep_batch_into(&asked.moving, mode, &mut found.sweeps)?)
    };
    batch(world, ask, hits, questions, answer, |found, answers| answers.take_sweeps(&found.sweeps))
}

/// Nearest neighbours: the entities nearest to each of `count` shapes and their distances, sorted by distance and then
/// by slot. The number of results is set by the query; the mode has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_nearest(
    world: In<CollideWorld>,
    nearest: In<CollideNearest>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    let questions = |ask: &CollideAsk, asked: &mut Asked| {
        ask.questions((nearest.slice(count, "nearest")?, "nearest"), &mut asked.nearest, CollideNearest::read)
    };
    let answer = |queries: &Queries<'_>, asked: &Asked, _, found: &mut Found| {
        Ok(queries.nearest_batch_into(&asked.nearest, &mut found.nearest)?)
    };
    batch(world, ask, hits, questions, answer, |found, answers| answers.take_nearest(&found.nearest))
}

/// Writes the shapes of `count` entities at the time of `ask` to `shapes`, and to `there` a 1 for each entity that
/// existed then. For other entities it writes a 0 and a shape of zeros.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_shapes(
    world: In<CollideWorld>,
    handles: In<CollideHandle>,
    count: usize,
    ask: In<CollideAsk>,
    shapes: Out<CollideShape>,
    there: Out<u8>,
) -> CollideStatus {
    guarded(|| {
        let queries = CollideAsk::read(ask)?.of(world.get("world")?)?;
        let handles = handles.slice(count, "handles")?;
        let found = || handles.iter().map(|bits| queries.shape(Handle::from_bits(*bits)));
        shapes.check(count, "shapes")?;
        there.put_all(count, found().map(|shape| shape.is_some().into()), "there")?;
        shapes.put_all(count, found().map(|shape| shape.map(Into::into).unwrap_or_default()), "shapes")
    })
}
