//! Queries on the entities of a world, now or in the past.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::error::OverBudget;
use collide2d::{
    Handle, Hits, Mode, Moving, Nearest, NearestHits, Queries, Query, Ray, RayHits, Sector, Segment, Shape, Sights,
    SweepHits, Vec2,
};

use crate::ask::{CollideAsk, Memory, batch};
use crate::border::{In, Mut, Out, freed};
use crate::failure::{CollideStatus, Failure, guarded};
use crate::hits::{CollideHitsView, Columns};
use crate::shape::{CollideShape, Item};
use crate::world::{CollideHandle, CollideWorld};

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

impl Item for CollideRay {
    type What = Ray;
    const ARRAY: &'static str = "rays";

    fn read(&self) -> Result<Ray, Failure> {
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

impl Item for CollideSegment {
    type What = Segment;
    const ARRAY: &'static str = "segments";

    fn read(&self) -> Result<Segment, Failure> {
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

impl Item for CollideMoving {
    type What = Moving;
    const ARRAY: &'static str = "moving";

    fn read(&self) -> Result<Moving, Failure> {
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

impl Item for CollideNearest {
    type What = Nearest;
    const ARRAY: &'static str = "nearest";

    fn read(&self) -> Result<Nearest, Failure> {
        Ok(Nearest { shape: self.shape.read()?, count: self.count, within: self.within })
    }
}

/// A sector of a disc or ring: the points whose distance from the apex is from `inner` to `outer`, and whose direction is
/// between two borders, counter-clockwise (with y up) from `from` to `to`. It may be wider than 180 degrees. For the arc of
/// a sword, a cone of sight or a skill. `collide_sector` makes one from an angle.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideSector {
    /// The x coordinate of the apex.
    pub x: f32,
    /// The y coordinate of the apex.
    pub y: f32,
    /// The direction of the first border, of any length except zero.
    pub from_x: f32,
    /// See `from_x`.
    pub from_y: f32,
    /// The direction of the second border, of any length except zero; not that of the first.
    pub to_x: f32,
    /// See `to_x`.
    pub to_y: f32,
    /// The outer radius, above the inner one.
    pub outer: f32,
    /// The inner radius; zero for a sector of a disc.
    pub inner: f32,
}

impl Item for CollideSector {
    type What = Sector;
    const ARRAY: &'static str = "sectors";

    fn read(&self) -> Result<Sector, Failure> {
        let Self { x, y, from_x, from_y, to_x, to_y, outer, inner } = *self;
        Ok(Sector::new(Vec2::new(x, y), Vec2::new(from_x, from_y), Vec2::new(to_x, to_y), outer)?.with_inner(inner)?)
    }
}

impl From<Sector> for CollideSector {
    fn from(sector: Sector) -> Self {
        let (apex, [from, to]) = (sector.apex(), sector.borders());
        let (outer, inner) = (sector.outer(), sector.inner());
        Self { x: apex.x, y: apex.y, from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y, outer, inner }
    }
}

/// A sector around an apex with an opening around a direction, of which only the angle matters. Its inner radius is 0.
/// Its borders are the same on every machine.
///
/// Writes it to `sector`.
///
/// Errors: `COLLIDE_INVALID` if the direction is zero, the opening is not above 0 and below 360 degrees, the radius is
/// not above 0, or a number is not finite.
#[unsafe(no_mangle)]
pub extern "C" fn collide_sector(
    x: f32,
    y: f32,
    direction_x: f32,
    direction_y: f32,
    opening_degrees: f32,
    outer: f32,
    sector: Out<CollideSector>,
) -> CollideStatus {
    guarded(|| {
        let (apex, direction) = (Vec2::new(x, y), Vec2::new(direction_x, direction_y));
        sector.put(Sector::facing(apex, direction, opening_degrees, outer)?.into(), "sector")
    })
}

/// The hits of a batch of queries, and working memory. Reuse one object for many batches, from one thread at a time.
#[derive(Debug, Default)]
pub struct CollideHits {
    kinds: Kinds,
    answers: Columns,
}

/// Working memory of each kind of query.
#[derive(Debug, Default)]
struct Kinds {
    overlap: Memory<Shape, Hits>,
    sector: Memory<Sector, Hits>,
    ray: Memory<Ray, RayHits>,
    segment: Memory<Segment, RayHits>,
    blocked: Memory<Segment, Sights>,
    sweep: Memory<Moving, SweepHits>,
    nearest: Memory<Nearest, NearestHits>,
}

/// Runs a batch of queries of a kind, and lays out its hits. After an error there are none.
fn run<'w, A: Item, F>(
    (world, ask, hits): (In<CollideWorld>, In<CollideAsk>, Mut<CollideHits>),
    items: (In<A>, usize),
    kind: fn(&mut Kinds) -> &mut Memory<A::What, F>,
    run: impl FnOnce(&Queries<'w>, &[Query<A::What>], Mode, &mut F) -> Result<(), OverBudget>,
    lay_out: fn(&mut Columns, &F),
) -> CollideStatus {
    guarded(|| {
        let CollideHits { kinds, answers } = hits.get("hits")?;
        answers.clear();
        batch((world, ask), items, kind(kinds), run, |found| {
            lay_out(answers, found);
            Ok(())
        })
    })
}

/// An empty list of hits.
///
/// Writes it to `hits`: free it with `collide_hits_free`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_hits_new(hits: Out<*mut CollideHits>) -> CollideStatus {
    guarded(|| {
        let mut new = CollideHits::default();
        new.answers.clear();
        hits.put_object(new, "hits")
    })
}

/// Frees hits. Null is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn collide_hits_free(hits: Mut<CollideHits>) {
    freed(hits);
}

/// The hits of the last batch; empty if that batch was rejected.
#[unsafe(no_mangle)]
pub extern "C" fn collide_hits_view(hits: In<CollideHits>, view: Out<CollideHitsView>) -> CollideStatus {
    guarded(|| view.put(hits.get("hits")?.answers.view(), "view"))
}

/// Overlap query: the entities that overlap each of the shapes, under the world's touching rule, in order of slots. A
/// point query is a circle with radius zero.
///
/// `count` is the number of shapes.
///
/// As for all queries, `ask` may be null, and the world does not change: many threads may query one world at the same
/// time, each with its own hits.
///
/// Errors (of all queries): `COLLIDE_INVALID` with the index of an invalid query, `COLLIDE_NOT_REMEMBERED` if the time
/// is not in the history, `COLLIDE_OVER_BUDGET` if the batch exceeds the budget of `ask`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_overlap(
    world: In<CollideWorld>,
    shapes: In<CollideShape>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    run((world, ask, hits), (shapes, count), |kinds| &mut kinds.overlap, Queries::overlap_batch_into, Columns::overlaps)
}

/// Sector query: the entities that overlap each of the sectors, under the world's touching rule, in order of slots.
/// Walls do not hide what is behind them: for sight, call `collide_query_blocked` with the lines to the hits.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_sector(
    world: In<CollideWorld>,
    sectors: In<CollideSector>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    run((world, ask, hits), (sectors, count), |kinds| &mut kinds.sector, Queries::sector_batch_into, Columns::overlaps)
}

/// Raycast: the entities that each of the rays hits, sorted by entry and then by slot. A ray that only touches a shape
/// hits it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_ray(
    world: In<CollideWorld>,
    rays: In<CollideRay>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    run((world, ask, hits), (rays, count), |kinds| &mut kinds.ray, Queries::ray_batch_into, Columns::rays)
}

/// Raycast along segments: the entities that overlap each of the segments, under the world's touching rule, sorted by
/// entry and then by slot.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_segment(
    world: In<CollideWorld>,
    segments: In<CollideSegment>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    run((world, ask, hits), (segments, count), |kinds| &mut kinds.segment, Queries::segment_batch_into, Columns::rays)
}

/// Line of sight: whether any entity overlaps each of the segments. Costs less than `collide_query_segment`. The mode
/// has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_blocked(
    world: In<CollideWorld>,
    segments: In<CollideSegment>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    let answer = |queries: &Queries<'_>, asked: &[_], _, blocked: &mut _| queries.blocked_batch_into(asked, blocked);
    run((world, ask, hits), (segments, count), |kinds| &mut kinds.blocked, answer, Columns::blocked)
}

/// Shapecast: the entities that each of the moving shapes hits while all entities stand still, sorted by time of impact
/// and then by slot.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_sweep(
    world: In<CollideWorld>,
    moving: In<CollideMoving>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    run((world, ask, hits), (moving, count), |kinds| &mut kinds.sweep, Queries::sweep_batch_into, Columns::sweeps)
}

/// Nearest neighbours: the entities nearest to each of the shapes and their distances, sorted by distance and then by
/// slot. The number of results is set by the query; the mode has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn collide_query_nearest(
    world: In<CollideWorld>,
    nearest: In<CollideNearest>,
    count: usize,
    ask: In<CollideAsk>,
    hits: Mut<CollideHits>,
) -> CollideStatus {
    let answer = |queries: &Queries<'_>, asked: &[_], _, hits: &mut _| queries.nearest_batch_into(asked, hits);
    run((world, ask, hits), (nearest, count), |kinds| &mut kinds.nearest, answer, Columns::nearest)
}

/// The shapes of entities at the time of `ask`, as far as they existed then.
///
/// Writes the shapes of `count` entities to `shapes`, and to `there` a 1 for each entity that existed then. For other
/// entities it writes a 0 and a shape of zeros.
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
