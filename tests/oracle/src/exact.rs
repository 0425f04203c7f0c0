//! The relation of two shapes in exact integers, derived independently of the kernels.
//!
//! Every finite `f32` is an integer multiple of `2^-149`, so at a scale of `2^298` all corners, products of two inputs,
//! are integers. Two convex sets `A` and `B` are apart, touch or overlap if the origin is outside, on the border or
//! inside of their Minkowski difference `A - B`. For boxes this is decided by sixteen points, for circles by distances
//! to edges, for capsules and polygons by both: see [`Body`].

use std::cmp::Ordering;

use collide_core::{Containment, OrientedRect, Relation, Segment, Shape, Vec2};
use num_bigint::{BigInt, Sign};

use crate::bodies::Body;

/// A vector at the scale of `2^298`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// The first coordinate.
    pub x: BigInt,
    /// The second coordinate.
    pub y: BigInt,
}

impl Point {
    /// The difference of two vectors.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self { x: &self.x - &other.x, y: &self.y - &other.y }
    }

    /// The cross product.
    #[must_use]
    pub fn cross(&self, other: &Self) -> BigInt {
        &self.x * &other.y - &self.y * &other.x
    }

    /// The dot product.
    #[must_use]
    pub fn dot(&self, other: &Self) -> BigInt {
        &self.x * &other.x + &self.y * &other.y
    }

    /// Whether both coordinates are zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.x.sign() == Sign::NoSign && self.y.sign() == Sign::NoSign
    }
}

/// `value * 2^149`, an integer.
pub fn whole(value: f32) -> BigInt {
    let bits = value.to_bits();
    let exponent = (bits >> 23) & 0xFF;
    let fraction = bits & 0x007F_FFFF;
    let size = if exponent == 0 { BigInt::from(fraction) } else { BigInt::from(fraction | 1 << 23) << (exponent - 1) };
    if value.is_sign_negative() { -size } else { size }
}

/// A coordinate or length at the scale of `2^298`.
pub fn scaled(value: f32) -> BigInt {
    whole(value) << 149
}

fn point(at: Vec2) -> Point {
    Point { x: scaled(at.x), y: scaled(at.y) }
}

/// The corners in order around the shape; for a circle its center alone.
pub fn corners(shape: &Shape) -> Vec<Point> {
    match shape {
        Shape::Circle(circle) => vec![point(circle.center())],
        Shape::Rect(rect) => {
            let (low, high) = (rect.min(), rect.max());
            [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)].map(point).into()
        }
        Shape::OrientedRect(rect) => oriented_corners(rect),
        Shape::Capsule(capsule) => offset_corners(capsule.position(), &capsule.offsets()),
        Shape::Polygon(polygon) => offset_corners(polygon.position(), polygon.offsets()),
    }
}

/// The radius by which the hull of the [`corners`] is grown.
pub fn radius(shape: &Shape) -> BigInt {
    match shape {
        Shape::Circle(circle) => scaled(circle.radius()),
        Shape::Rect(_) | Shape::OrientedRect(_) => BigInt::ZERO,
        Shape::Capsule(capsule) => scaled(capsule.radius()),
        Shape::Polygon(polygon) => scaled(polygon.radius()),
    }
}

/// Whether the shape is a circle or a box, with formulas of its own. All others are [bodies](Body).
fn is_simple(shape: &Shape) -> bool {
    matches!(shape, Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_))
}

fn offset_corners(position: Vec2, offsets: &[Vec2]) -> Vec<Point> {
    let at = |at: f32, offset: f32| scaled(at) + scaled(offset);
    offsets.iter().map(|offset| Point { x: at(position.x, offset.x), y: at(position.y, offset.y) }).collect()
}

fn oriented_corners(rect: &OrientedRect) -> Vec<Point> {
    let (center, half) = (point(rect.center()), rect.half_extents());
    let (c, s) = (whole(rect.rotor().cos()), whole(rect.rotor().sin()));
    let (half_x, half_y) = (whole(half.x), whole(half.y));
    let corner = |(a, b): (i32, i32)| Point {
        x: &center.x + a * (&half_x * &c) - b * (&half_y * &s),
        y: &center.y + a * (&half_x * &s) + b * (&half_y * &c),
    };
    [(1, 1), (-1, 1), (-1, -1), (1, -1)].map(corner).into()
}

/// The position of the origin relative to the convex hull of the points.
pub fn origin_in_hull(points: &[Point]) -> Relation {
    let mut inside = points.iter().any(|point| !point.is_zero());
    let mut outside = false;
    for first in points.iter().filter(|point| !point.is_zero()) {
        // From the origin, is every point within half a turn counter-clockwise of this one? Even strictly?
        let mut strictly = true;
        let within = points.iter().all(|other| match first.cross(other).sign() {
            Sign::Plus => true,
            Sign::NoSign => {
                strictly &= first.dot(other).sign() == Sign::Plus;
                true
            }
            Sign::Minus => false,
        });
        // Then all are on one side of a line through the origin.
        inside &= !within;
        outside |= within && strictly;
    }
    match (inside, outside) {
        (true, _) => Relation::Interior,
        (false, true) => Relation::Apart,
        (false, false) => Relation::Touching,
    }
}

/// The relation for the comparison of a distance with the radius.
fn compare(distance: Ordering) -> Relation {
    match distance {
        Ordering::Less => Relation::Interior,
        Ordering::Equal => Relation::Touching,
        Ordering::Greater => Relation::Apart,
    }
}

/// Compares the origin's distance to the edge from `u` to `v` with the radius.
pub fn edge_distance(u: &Point, v: &Point, radius: &BigInt) -> Ordering {
    let edge = v.minus(u);
    let length_sq = edge.dot(&edge);
    let along = -u.dot(&edge);
    let radius_sq = radius * radius;
    if along.sign() != Sign::Plus {
        u.dot(u).cmp(&radius_sq)
    } else if along >= length_sq {
        v.dot(v).cmp(&radius_sq)
    } else {
        let area = u.cross(v);
        (&area * &area).cmp(&(radius_sq * length_sq))
    }
}

fn polygon_circle(polygon: &[Point], center: &Point, radius: &BigInt) -> Relation {
    let around: Vec<Point> = polygon.iter().map(|corner| corner.minus(center)).collect();
    let place = origin_in_hull(&around);
    if radius.sign() == Sign::NoSign {
        return place;
    }
    if place != Relation::Apart {
        return Relation::Interior;
    }
    let edges = (0..around.len()).map(|i| (&around[i], &around[(i + 1) % around.len()]));
    compare(edges.map(|(u, v)| edge_distance(u, v, radius)).min().unwrap())
}

/// The relation of two shapes.
pub fn relation(a: &Shape, b: &Shape) -> Relation {
    if !(is_simple(a) && is_simple(b)) {
        return Body::of(a).relation(&Body::of(b));
    }
    let (a_corners, b_corners) = (corners(a), corners(b));
    match (a, b) {
        (Shape::Circle(a), Shape::Circle(b)) => {
            let between = a_corners[0].minus(&b_corners[0]);
            let reach = scaled(a.radius()) + scaled(b.radius());
            compare(between.dot(&between).cmp(&(&reach * &reach)))
        }
        (Shape::Circle(circle), _) => polygon_circle(&b_corners, &a_corners[0], &scaled(circle.radius())),
        (_, Shape::Circle(circle)) => polygon_circle(&a_corners, &b_corners[0], &scaled(circle.radius())),
        _ => {
            let difference = a_corners.iter().flat_map(|a| b_corners.iter().map(|b| a.minus(b)));
            origin_in_hull(&difference.collect::<Vec<_>>())
        }
    }
}

/// The relation of a segment and a shape.
pub fn segment_relation(segment: &Segment, shape: &Shape) -> Relation {
    let line = [point(segment.from()), point(segment.to())];
    if !is_simple(shape) {
        return Body { corners: line.into(), radius: BigInt::ZERO }.relation(&Body::of(shape));
    }
    let corners = corners(shape);
    if let Shape::Circle(circle) = shape {
        return polygon_circle(&line, &corners[0], &scaled(circle.radius()));
    }
    let difference = line.iter().flat_map(|end| corners.iter().map(|corner| end.minus(corner)));
    origin_in_hull(&difference.collect::<Vec<_>>())
}

/// The containment of one shape in another: by its farthest corner, or by its distance from every edge.
pub fn containment(outer: &Shape, inner: &Shape) -> Containment {
    if !(is_simple(outer) && is_simple(inner)) {
        return Body::of(outer).containment(&Body::of(inner));
    }
    let (outer_corners, inner_corners) = (corners(outer), corners(inner));
    let by_room = |room: Ordering| match room {
        Ordering::Greater => Containment::Inside,
        Ordering::Equal => Containment::TouchingBorder,
        Ordering::Less => Containment::StickingOut,
    };
    let by_place = |place: Relation| match place {
        Relation::Interior => Containment::Inside,
        Relation::Touching => Containment::TouchingBorder,
        Relation::Apart => Containment::StickingOut,
    };
    match (outer, inner) {
        (Shape::Circle(outer), _) => {
            let inner_radius = if let Shape::Circle(inner) = inner { scaled(inner.radius()) } else { BigInt::ZERO };
            let reach = scaled(outer.radius()) - inner_radius;
            if reach.sign() == Sign::Minus {
                return Containment::StickingOut;
            }
            let room = |corner: &Point| {
                let way = corner.minus(&outer_corners[0]);
                (&reach * &reach).cmp(&way.dot(&way))
            };
            by_room(inner_corners.iter().map(room).min().unwrap())
        }
        (_, Shape::Circle(circle)) => {
            let around: Vec<Point> = outer_corners.iter().map(|corner| corner.minus(&inner_corners[0])).collect();
            let (place, radius) = (origin_in_hull(&around), scaled(circle.radius()));
            if place == Relation::Apart || radius.sign() == Sign::NoSign {
                return by_place(place);
            }
            let edges = (0..around.len()).map(|i| (&around[i], &around[(i + 1) % around.len()]));
            by_room(edges.map(|(u, v)| edge_distance(u, v, &radius)).min().unwrap())
        }
        _ => {
            let place = |corner: &Point| {
                origin_in_hull(&outer_corners.iter().map(|other| other.minus(corner)).collect::<Vec<_>>())
            };
            by_place(inner_corners.iter().map(place).max().unwrap())
        }
    }
}

/// The lowest and highest coordinates of a shape.
pub fn extent(shape: &Shape) -> (Point, Point) {
    let (corners, radius) = (corners(shape), radius(shape));
    let (xs, ys) = (corners.iter().map(|corner| &corner.x), corners.iter().map(|corner| &corner.y));
    let low = Point { x: xs.clone().min().unwrap() - &radius, y: ys.clone().min().unwrap() - &radius };
    let high = Point { x: xs.max().unwrap() + &radius, y: ys.max().unwrap() + &radius };
    (low, high)
}

/// The region of a point in a rectangle's own frame, by comparing dot products along its edges: column and row, each
/// -1, 0 or 1.
pub fn region(rect: &Shape, at: Vec2) -> [i8; 2] {
    let corners = corners(rect);
    let at = point(at);
    let [upper_right, upper_left, lower_left, lower_right] = match rect {
        Shape::Rect(_) => [&corners[2], &corners[3], &corners[0], &corners[1]],
        _ => [&corners[0], &corners[1], &corners[2], &corners[3]],
    };
    let side = |from: &Point, to: &Point| {
        let (edge, way) = (to.minus(from), at.minus(from));
        let along = edge.dot(&way);
        if along.sign() == Sign::Minus { -1 } else { i8::from(along > edge.dot(&edge)) }
    };
    assert!(!upper_right.minus(upper_left).is_zero() && !upper_right.minus(lower_right).is_zero());
    [side(lower_left, lower_right), side(lower_left, upper_left)]
}
