//! Questions about two shapes, without a world: row by row of two arrays.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{ClosestPoints, Shape, Touching};

use crate::border::{In, Out};
use crate::contact::CollideContact;
use crate::failure::{CollideStatus, Failure, guarded};
use crate::hits::{CollideImpact, CollideRayHit};
use crate::query::{CollideMoving, CollideRay, CollideSegment};
use crate::shape::{CollideShape, Item};

/// The closest points of two shapes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideClosestPoints {
    /// The x coordinate of the point of the first shape that is nearest to the second.
    pub a_x: f32,
    /// The y coordinate of that point.
    pub a_y: f32,
    /// The x coordinate of the point of the second shape that is nearest to the first.
    pub b_x: f32,
    /// The y coordinate of that point.
    pub b_y: f32,
    /// The distance, in world units. 0 if the shapes overlap or touch; then there are no points.
    pub distance: f32,
}

impl From<ClosestPoints> for CollideClosestPoints {
    fn from(ClosestPoints { on_a, on_b, distance }: ClosestPoints) -> Self {
        Self { a_x: on_a.x, a_y: on_a.y, b_x: on_b.x, b_y: on_b.y, distance }
    }
}

/// The answers for each row of two arrays. Each array has its name, and how an item is read.
fn rows<A, B, P, Q, T>(
    (a, a_name, read_a): (In<A>, &'static str, impl Fn(&A) -> Result<P, Failure>),
    (b, b_name, read_b): (In<B>, &'static str, impl Fn(&B) -> Result<Q, Failure>),
    count: usize,
    answer: impl Fn(P, Q) -> T,
) -> Result<Vec<T>, Failure> {
    let (a, b) = (a.slice(count, a_name)?, b.slice(count, b_name)?);
    let row = |(index, (a, b)): (usize, (&A, &B))| {
        let a = read_a(a).map_err(|failure| failure.at(a_name, index))?;
        Ok(answer(a, read_b(b).map_err(|failure| failure.at(b_name, index))?))
    };
    a.iter().zip(b).enumerate().map(row).collect()
}

/// Writes the answers for each row of two arrays of shapes.
fn shapes<T>(
    a: In<CollideShape>,
    b: In<CollideShape>,
    count: usize,
    (out, name): (&Out<T>, &'static str),
    answer: impl Fn(Shape, Shape) -> T,
) -> CollideStatus {
    guarded(|| {
        let list = rows((a, "a", CollideShape::read), (b, "b", CollideShape::read), count, answer)?;
        out.put_all(count, list, name)
    })
}

/// Whether the shape `a` overlaps the shape `b`. `touching` is `COLLIDE_CLOSED` or `COLLIDE_OPEN`.
///
/// Writes 1 or 0 for each of `count` shapes `a` and the shape `b` with the same index. For two shapes, pass arrays of
/// one.
///
/// Errors (of all functions on two arrays of shapes): `COLLIDE_INVALID` with the index of an invalid item; nothing is
/// written then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_overlaps(
    a: In<CollideShape>,
    b: In<CollideShape>,
    count: usize,
    touching: u8,
    overlaps: Out<u8>,
) -> CollideStatus {
    guarded(|| {
        let rule = Touching::ALL.get(usize::from(touching));
        let rule = rule.ok_or(Failure::Unknown { what: "touching", end: 2, value: touching })?;
        let answer = |a: Shape, b: Shape| u8::from(rule.accepts(collide2d::relation(a, b)));
        let list = rows((a, "a", CollideShape::read), (b, "b", CollideShape::read), count, answer)?;
        overlaps.put_all(count, list, "overlaps")
    })
}

/// Whether the shape `a` contains the shape `b`. They may share their borders. A point is a circle with radius zero.
///
/// Writes 1 or 0 for each of `count` shapes `a` and the shape `b` with the same index.
#[unsafe(no_mangle)]
pub extern "C" fn collide_contains(
    a: In<CollideShape>,
    b: In<CollideShape>,
    count: usize,
    contains: Out<u8>,
) -> CollideStatus {
    shapes(a, b, count, (&contains, "contains"), |a, b| collide2d::contains(a, b).into())
}

/// The distance of two shapes in world units: 0 exactly if they overlap or touch.
///
/// Writes it for each of `count` shapes `a` and the shape `b` with the same index.
#[unsafe(no_mangle)]
pub extern "C" fn collide_distance(
    a: In<CollideShape>,
    b: In<CollideShape>,
    count: usize,
    distances: Out<f32>,
) -> CollideStatus {
    shapes(a, b, count, (&distances, "distances"), collide2d::distance)
}

/// The closest points of two shapes; none if they overlap or touch.
///
/// Writes them for each of `count` shapes `a` and the shape `b` with the same index; all zero if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn collide_closest_points(
    a: In<CollideShape>,
    b: In<CollideShape>,
    count: usize,
    closest: Out<CollideClosestPoints>,
) -> CollideStatus {
    let answer = |a, b| collide2d::closest_points(a, b).map(Into::into).unwrap_or_default();
    shapes(a, b, count, (&closest, "closest"), answer)
}

/// The contact of two shapes; none if they neither overlap nor touch.
///
/// Writes it for each of `count` shapes `a` and the shape `b` with the same index; with `point_count` 0 if there is
/// none.
#[unsafe(no_mangle)]
pub extern "C" fn collide_contact(
    a: In<CollideShape>,
    b: In<CollideShape>,
    count: usize,
    contacts: Out<CollideContact>,
) -> CollideStatus {
    let answer = |a, b| collide2d::contact(a, b).as_ref().map(CollideContact::from).unwrap_or_default();
    shapes(a, b, count, (&contacts, "contacts"), answer)
}

/// Writes hits, and where there is none zeros.
fn put_hits<T: Clone + Default>(
    list: Vec<Option<T>>,
    hits: &Out<T>,
    found: &Out<u8>,
    count: usize,
) -> Result<(), Failure> {
    hits.check(count, "hits")?;
    found.put_all(count, list.iter().map(|hit| hit.is_some().into()), "found")?;
    hits.put_all(count, list.into_iter().map(Option::unwrap_or_default), "hits")
}

/// Where a ray hits a shape. A ray that only touches a shape hits it.
///
/// For each of `count` rays and the shape with the same index, writes a 1 to `found` for a hit, otherwise a 0 and a hit
/// of zeros.
#[unsafe(no_mangle)]
pub extern "C" fn collide_cast_ray(
    rays: In<CollideRay>,
    shapes: In<CollideShape>,
    count: usize,
    hits: Out<CollideRayHit>,
    found: Out<u8>,
) -> CollideStatus {
    guarded(|| {
        let cast = |ray, shape| collide2d::cast_ray(&ray, shape).map(Into::into);
        let list = rows((rays, "rays", CollideRay::read), (shapes, "shapes", CollideShape::read), count, cast)?;
        put_hits(list, &hits, &found, count)
    })
}

/// Where a segment overlaps a shape, with `entry` and `exit` as fractions of the segment.
///
/// For each of `count` segments and the shape with the same index, writes a 1 to `found` for a hit, otherwise a 0 and a
/// hit of zeros.
#[unsafe(no_mangle)]
pub extern "C" fn collide_cast_segment(
    segments: In<CollideSegment>,
    shapes: In<CollideShape>,
    count: usize,
    hits: Out<CollideRayHit>,
    found: Out<u8>,
) -> CollideStatus {
    guarded(|| {
        let cast = |segment, shape| collide2d::cast_segment(&segment, shape).map(Into::into);
        let segments = (segments, "segments", CollideSegment::read);
        let list = rows(segments, (shapes, "shapes", CollideShape::read), count, cast)?;
        put_hits(list, &hits, &found, count)
    })
}

/// When a moving shape `a` hits a moving shape `b`, if both move at the same time. The time is 0 if they overlap at the
/// start.
///
/// For each of `count` shapes `a` and the shape `b` with the same index, writes a 1 to `found` for a hit, otherwise a 0
/// and an impact of zeros.
#[unsafe(no_mangle)]
pub extern "C" fn collide_sweep(
    a: In<CollideMoving>,
    b: In<CollideMoving>,
    count: usize,
    hits: Out<CollideImpact>,
    found: Out<u8>,
) -> CollideStatus {
    guarded(|| {
        let meet = |a, b| collide2d::sweep(a, b).map(Into::into);
        let list = rows((a, "a", CollideMoving::read), (b, "b", CollideMoving::read), count, meet)?;
        put_hits(list, &hits, &found, count)
    })
}
