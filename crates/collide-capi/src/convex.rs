//! Polygons from points, and capsules and polygons at positions and turned.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::error::ShapeError;
use collide2d::{Capsule, Polygon, Rotor, Shape, Vec2};

use crate::border::{In, Out};
use crate::failure::{CollideStatus, Failure, guarded};
use crate::shape::{CollideShape, Item};

/// A polygon: the convex hull of points, grown by a radius. `points` has x and y of each point; the points can have any
/// order. The hull must have at most eight corners; points that are no corners are left out, by exact decisions. The
/// position of the polygon is `0, 0`; `collide_shapes_at` moves it.
///
/// Writes the polygon of `count` points to `polygon`.
///
/// Errors: `COLLIDE_INVALID` if there is no point, a number is not finite, the radius is negative, or the hull has more
/// than eight corners.
#[unsafe(no_mangle)]
pub extern "C" fn collide_polygon(
    points: In<f32>,
    count: usize,
    radius: f32,
    polygon: Out<CollideShape>,
) -> CollideStatus {
    guarded(|| {
        let twice = count.checked_mul(2).ok_or(Failure::TooLong { what: "points", count })?;
        let points: &[[f32; 2]] = points.slice(twice, "points")?.as_chunks().0;
        polygon.put(Shape::from(Polygon::new(points, radius)?).into(), "polygon")
    })
}

/// A regular polygon around its position, which is `0, 0`, with a corner at `(circumradius, 0)`. Its corners are the
/// same on every machine.
///
/// Writes it to `polygon`.
///
/// Errors: `COLLIDE_INVALID` if there are fewer than three corners or more than eight, or if the circumradius is
/// negative or not finite.
#[unsafe(no_mangle)]
pub extern "C" fn collide_regular_polygon(
    corners: usize,
    circumradius: f32,
    polygon: Out<CollideShape>,
) -> CollideStatus {
    guarded(|| polygon.put(Shape::from(Polygon::regular(corners, circumradius)?).into(), "polygon"))
}

/// A capsule or polygon at another position. The points of a shape are its position plus its offsets, exactly.
///
/// Writes `count` shapes to `out`. `positions` has x and y of each position.
///
/// Errors: `COLLIDE_INVALID` with the index of the first invalid shape, of another kind, or position at which a point
/// would not be finite. Nothing is written then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_shapes_at(
    shapes: In<CollideShape>,
    positions: In<f32>,
    count: usize,
    out: Out<CollideShape>,
) -> CollideStatus {
    guarded(|| {
        let twice = count.checked_mul(2).ok_or(Failure::TooLong { what: "positions", count })?;
        let positions = positions.slice(twice, "positions")?.as_chunks().0.iter().map(|[x, y]| Vec2::new(*x, *y));
        change(shapes, positions, count, &out, Capsule::at, Polygon::at)
    })
}

/// A capsule or polygon with its offsets rotated about its position, by an angle in radians. To turn a body step by
/// step, always turn the same unturned shape by the whole angle: if you turn the result again, the rounding adds up.
/// Cosine and sine of an angle are the same on every machine.
///
/// Writes `count` shapes to `out`. Each has its own angle.
///
/// Errors: `COLLIDE_INVALID` with the index of the first invalid shape, of another kind, or angle that is not finite.
/// Nothing is written then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_shapes_turned(
    shapes: In<CollideShape>,
    radians: In<f32>,
    count: usize,
    out: Out<CollideShape>,
) -> CollideStatus {
    guarded(|| turn(shapes, radians.slice(count, "radians")?, Rotor::from_angle, count, &out))
}

/// A capsule or polygon with its offsets rotated about its position, by an angle in degrees. Multiples of 90 degrees
/// are exact. Otherwise as `collide_shapes_turned`.
///
/// Errors: as for `collide_shapes_turned`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_shapes_turned_degrees(
    shapes: In<CollideShape>,
    degrees: In<f32>,
    count: usize,
    out: Out<CollideShape>,
) -> CollideStatus {
    guarded(|| turn(shapes, degrees.slice(count, "degrees")?, Rotor::from_degrees, count, &out))
}

/// Writes capsules and polygons that are turned by an angle each.
fn turn(
    shapes: In<CollideShape>,
    angles: &[f32],
    rotor: impl Fn(f32) -> Result<Rotor, ShapeError>,
    count: usize,
    out: &Out<CollideShape>,
) -> Result<(), Failure> {
    let capsule = |capsule: &Capsule, angle| capsule.turned(rotor(angle)?);
    let polygon = |polygon: &Polygon, angle| polygon.turned(rotor(angle)?);
    change(shapes, angles.iter().copied(), count, out, capsule, polygon)
}

/// Writes capsules and polygons that are changed by a value each.
fn change<V>(
    shapes: In<CollideShape>,
    values: impl Iterator<Item = V>,
    count: usize,
    out: &Out<CollideShape>,
    capsule: impl Fn(&Capsule, V) -> Result<Capsule, ShapeError>,
    polygon: impl Fn(&Polygon, V) -> Result<Polygon, ShapeError>,
) -> Result<(), Failure> {
    let shapes = shapes.slice(count, "shapes")?;
    let changed = |(shape, value): (&CollideShape, V)| {
        Ok(match shape.read()? {
            Shape::Capsule(shape) => Shape::from(capsule(&shape, value)?),
            Shape::Polygon(shape) => Shape::from(polygon(&shape, value)?),
            shape @ (Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_)) => {
                return Err(Failure::NoPosition { kind: shape.kind() });
            }
        })
    };
    let rows = shapes.iter().zip(values).enumerate();
    let list: Result<Vec<_>, _> =
        rows.map(|(index, row)| changed(row).map_err(|failure: Failure| failure.at("shapes", index))).collect();
    out.put_all(count, list?.into_iter().map(Into::into), "out")
}
