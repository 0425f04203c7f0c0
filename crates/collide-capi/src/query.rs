//! Questions about the entities of a world, now or in the past.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Filter, Handle, Layers, Mode, Moving, Nearest, Queries, Query, Ray, Segment, Vec2};

use crate::border::{In, Mut, Out};
use crate::failure::{CollideStatus, Failure, guarded};
use crate::hits::{Asked, CollideHits, Found};
use crate::shape::{CollideLayers, CollideShape};
use crate::world::{CollideHandle, CollideWorld};

/// A filter finds only whom an entity on its `layers` would meet.
pub const COLLIDE_ON_LAYERS: u8 = 1;
/// A filter finds no sensors.
pub const COLLIDE_SOLID: u8 = 2;
/// A filter does not find the entity `except`.
pub const COLLIDE_EXCEPT: u8 = 4;

/// Whom a question finds. One of zeros finds all.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideFilter {
    /// The sum of `COLLIDE_ON_LAYERS`, `COLLIDE_SOLID` and `COLLIDE_EXCEPT` that it is to be.
    pub flags: u8,
    /// Who is not found: the one who asks.
    pub except: CollideHandle,
    /// Who must be met.
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

/// All that are hit.
pub const COLLIDE_ALL: u8 = 0;
/// At most `first` of each question: those with the smallest slots, or the nearest where hits have a distance.
pub const COLLIDE_FIRST: u8 = 1;
/// How many are hit, without a list.
pub const COLLIDE_COUNT: u8 = 2;

/// How a batch is asked. One of zeros asks about now, for all, of all.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CollideAsk {
    /// Not zero to ask about the past: about `tick`.
    pub past: u8,
    /// `COLLIDE_ALL`, `COLLIDE_FIRST` or `COLLIDE_COUNT`.
    pub mode: u8,
    /// With `COLLIDE_FIRST`, how many.
    pub first: usize,
    /// A tick that is remembered, as `collide_world_tick` counts, or a time between two: 12.5 is half way from tick 12 to tick 13.
    pub tick: f64,
    /// Null, or a filter for each question.
    pub filters: In<CollideFilter>,
}

impl Default for CollideAsk {
    fn default() -> Self {
        Self { past: 0, mode: COLLIDE_ALL, first: 0, tick: 0.0, filters: In::NULL }
    }
}

impl CollideAsk {
    fn read(ask: In<Self>) -> Result<Self, Failure> {
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

    /// The world at the time that is asked about.
    fn of<'a>(&self, world: &'a CollideWorld) -> Result<Queries<'a>, Failure> {
        Ok(if self.past == 0 { world.world.queries() } else { world.world.at(self.tick)? })
    }

    /// Reads questions, over what `out` held.
    fn questions<A, T>(
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

/// A straight way: the points `origin + t * direction` for `t` from 0 to `max_t`, which may be infinite.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideRay {
    /// Where it starts.
    pub x: f32,
    /// Where it starts.
    pub y: f32,
    /// Its direction, of any length but zero.
    pub direction_x: f32,
    /// See `direction_x`.
    pub direction_y: f32,
    /// How far it goes, in lengths of the direction.
    pub max_t: f32,
}

impl CollideRay {
    fn read(&self) -> Result<Ray, Failure> {
        Ok(Ray::new(Vec2::new(self.x, self.y), Vec2::new(self.direction_x, self.direction_y), self.max_t)?)
    }
}

/// A straight way between two points.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideSegment {
    /// Where it starts.
    pub from_x: f32,
    /// Where it starts.
    pub from_y: f32,
    /// Where it ends.
    pub to_x: f32,
    /// Where it ends.
    pub to_y: f32,
}

impl CollideSegment {
    fn read(&self) -> Result<Segment, Failure> {
        Ok(Segment::new(Vec2::new(self.from_x, self.from_y), Vec2::new(self.to_x, self.to_y))?)
    }
}

/// A shape, and the straight way that it goes without turning.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideMoving {
    /// Where it starts.
    pub shape: CollideShape,
    /// How far it goes.
    pub motion_x: f32,
    /// How far it goes.
    pub motion_y: f32,
}

impl CollideMoving {
    fn read(&self) -> Result<Moving, Failure> {
        Ok(Moving::new(self.shape.read()?, Vec2::new(self.motion_x, self.motion_y))?)
    }
}

/// Who is nearest to a shape. One of zeros finds nobody.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideNearest {
    /// Nearest to this one; a point is a circle without radius.
    pub shape: CollideShape,
    /// At most so far, in world units; infinite for however far.
    pub within: f32,
    /// At most so many.
    pub count: usize,
}

impl CollideNearest {
    fn read(&self) -> Result<Nearest, Failure> {
        Ok(Nearest { shape: self.shape.read()?, count: self.count, within: self.within })
    }
}

/// Asks: reads the questions, has them answered, and lays the answers out. There are none where that fails.
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

/// Who overlaps each of `count` shapes, as the world's rule for touching says, in order of slots. A point is a circle without radius.
///
/// `ask` may be null. `COLLIDE_INVALID` with the index of a question that is none, `COLLIDE_NOT_REMEMBERED`, `COLLIDE_OVER_BUDGET`; so for all
/// questions. They do not change the world: many threads may ask one world at once, each with hits of its own.
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

/// Whom each of `count` rays hits and where, by entry and then by slot. A graze is a hit.
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

/// Who overlaps each of `count` segments, as the world's rule for touching says, and where: by entry and then by slot.
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

/// Whether anyone overlaps each of `count` segments: a line of sight. Costs less than who does. The mode does not matter.
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

/// Whom each of `count` moving shapes meets on its way if all others stand still, by time of impact and then by slot.
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

/// Who is nearest to each of `count` shapes and at what distance, by distance and then by slot. How many is in the question, whatever the
/// mode.
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

/// Writes the shapes that `count` entities had at the time that `ask` names to `shapes`, and to `there` a 1 for each that was there then; for
/// others a 0, and a shape of zeros.
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
