//! Containment: whether one shape contains another. Exact for every finite input.
//!
//! A point is a circle of radius zero.

use core::cmp::Ordering;

use super::fast;
use super::general::{distance_from, largest};
use crate::convex::{DiscPastSide, Extreme, Pair, Past, PointDistance, Side};
use crate::exact::{Formula, ROUNDOFF};
use crate::shape::outline::Outline;
use crate::{Circle, IntoArg, Relation, Shape, Vec2};

/// How a closed shape lies in another. The variants are ordered from inside to outside.
///
/// ```
/// use collide_core::{Containment, Rect, Vec2, containment};
/// let room = Rect::new(Vec2::ZERO, Vec2::new(4.0, 4.0))?;
/// match containment(room, room) {
///     Containment::Inside => println!("well inside"),
///     Containment::TouchingBorder => println!("at the wall"),
///     Containment::StickingOut => println!("left the room"),
/// }
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Containment {
    /// Every point lies in the interior of the outer shape.
    Inside,
    /// Every point belongs to the outer shape, and some points lie on its border.
    TouchingBorder,
    /// Some point lies outside of the outer shape.
    StickingOut,
}

impl Containment {
    /// The containment of a shape whose extent past the border compares like this with zero.
    pub(crate) fn from_reach(past_border: Ordering) -> Self {
        match past_border {
            Ordering::Less => Self::Inside,
            Ordering::Equal => Self::TouchingBorder,
            Ordering::Greater => Self::StickingOut,
        }
    }
}

/// Whether every point of `inner` belongs to `outer`; it may touch the border.
///
/// ```
/// use collide_core::{Circle, Rect, Vec2, contains};
/// let room = Rect::new(Vec2::ZERO, Vec2::new(4.0, 4.0))?;
/// assert!(contains(room, Circle::new(Vec2::new(1.0, 2.0), 1.0)?)); // touches the wall from within
/// assert!(!contains(room, Circle::new(Vec2::new(1.0, 2.0), 1.0_f32.next_up())?));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn contains(outer: impl IntoArg<Shape>, inner: impl IntoArg<Shape>) -> bool {
    containment(outer, inner) != Containment::StickingOut
}

/// Whether every point of `inner` lies in the interior of `outer`; it does not touch the border. Points and segments
/// have no interior, so they contain nothing strictly.
///
/// ```
/// use collide_core::{Circle, Rect, Vec2, contains_strictly};
/// let room = Rect::new(Vec2::ZERO, Vec2::new(4.0, 4.0))?;
/// assert!(!contains_strictly(room, Circle::new(Vec2::new(1.0, 2.0), 1.0)?));
/// assert!(contains_strictly(room, Circle::new(Vec2::new(1.0, 2.0), 1.0_f32.next_down())?));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn contains_strictly(outer: impl IntoArg<Shape>, inner: impl IntoArg<Shape>) -> bool {
    containment(outer, inner) == Containment::Inside
}

/// Whether a point belongs to a shape, its border included. A point that is not finite belongs to none.
///
/// ```
/// use collide_core::{Circle, Vec2, contains_point};
/// let circle = Circle::new(Vec2::ZERO, 5.0)?;
/// assert!(contains_point(circle, Vec2::new(3.0, 4.0)));
/// assert!(!contains_point(circle, Vec2::new(3.0, 4.0_f32.next_up())));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn contains_point(shape: impl IntoArg<Shape>, point: Vec2) -> bool {
    Circle::new(point, 0.0).is_ok_and(|point| contains(shape, point))
}

/// Whether a point lies in the interior of a shape, off its border. A point that is not finite lies in none.
///
/// ```
/// use collide_core::{Circle, Vec2, contains_point_strictly};
/// let circle = Circle::new(Vec2::ZERO, 5.0)?;
/// assert!(!contains_point_strictly(circle, Vec2::new(3.0, 4.0)));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn contains_point_strictly(shape: impl IntoArg<Shape>, point: Vec2) -> bool {
    Circle::new(point, 0.0).is_ok_and(|point| contains_strictly(shape, point))
}

/// How one shape lies in another: the result behind [`contains`] and [`contains_strictly`].
///
/// ```
/// use collide_core::{Circle, Containment, Vec2, containment};
/// let circle = |x, radius| Circle::new(Vec2::new(x, 0.0), radius);
/// assert_eq!(containment(circle(0.0, 3.0)?, circle(1.0, 1.0)?), Containment::Inside);
/// assert_eq!(containment(circle(0.0, 3.0)?, circle(2.0, 1.0)?), Containment::TouchingBorder);
/// assert_eq!(containment(circle(0.0, 3.0)?, circle(3.0, 1.0)?), Containment::StickingOut);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn containment(outer: impl IntoArg<Shape>, inner: impl IntoArg<Shape>) -> Containment {
    let (outer, inner) = (outer.into(), inner.into());
    Containment::from_reach(quick(&inner, &outer, ROUNDOFF).unwrap_or_else(|| open(&inner, &outer)))
}

/// How far `inner` reaches past the border of `outer`, compared with zero, unless rounding leaves it open.
#[inline(always)]
pub(super) fn quick(inner: &Shape, outer: &Shape, roundoff: f64) -> Option<Ordering> {
    match (inner, outer) {
        (Shape::Circle(inner), Shape::Circle(outer)) => fast::circle_past_circle(inner, outer),
        (Shape::Circle(inner), Shape::Rect(outer)) => fast::circle_past_rect(inner, outer, roundoff),
        (Shape::Circle(inner), Shape::OrientedRect(outer)) => fast::circle_past_oriented_rect(inner, outer, roundoff),
        (Shape::Rect(inner), Shape::Rect(outer)) => Some(fast::rect_past_rect(inner, outer)),
        (Shape::Rect(inner), Shape::Circle(outer)) => fast::rect_past_circle(inner, outer, roundoff),
        (Shape::OrientedRect(inner), Shape::Circle(outer)) => fast::oriented_rect_past_circle(inner, outer, roundoff),
        (Shape::Rect(inner), Shape::OrientedRect(outer)) => fast::box_past_box(inner, outer, roundoff),
        (Shape::OrientedRect(inner), Shape::Rect(outer)) => fast::box_past_box(inner, outer, roundoff),
        (Shape::OrientedRect(inner), Shape::OrientedRect(outer)) => fast::box_past_box(inner, outer, roundoff),
        (Shape::Circle(inner), Shape::Capsule(outer)) => circle_past_hull(inner, &outer.outline(), roundoff),
        (Shape::Circle(inner), Shape::Polygon(outer)) => circle_past_hull(inner, &outer.outline(), roundoff),
        (Shape::Capsule(_) | Shape::Polygon(_), Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_))
        | (
            Shape::Rect(_) | Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_),
            Shape::Capsule(_) | Shape::Polygon(_),
        ) => None,
    }
}

/// The same for a circle whose radius is not the larger one: how far its center is from the outer set without its radius,
/// compared with the difference of the radii.
fn circle_past_hull(inner: &Circle, outer: &Outline, roundoff: f64) -> Option<Ordering> {
    let radius = f64::from(outer.radius) - f64::from(inner.radius());
    if radius < 0.0 {
        return None;
    }
    fast::hulls_within(&inner.outline(), outer, radius, roundoff).map(Relation::gap)
}

/// The same for any kinds, exactly.
#[inline(never)]
fn open(inner: &Shape, outer: &Shape) -> Ordering {
    let (inner_outline, outer_outline) = (inner.outline(), outer.outline());
    let pair = Pair::new(&outer_outline, &inner_outline);
    let lossless = if pair.is_plain() { quick(inner, outer, 0.0) } else { None };
    lossless.unwrap_or_else(|| reach(pair))
}

/// How far the second set of a pair reaches past the border of the first, compared with zero. Exact.
pub(super) fn reach(pair: Pair<'_>) -> Ordering {
    if pair.p.is_point() {
        reach_of_disc(pair)
    } else if pair.q.radius >= pair.p.radius {
        reach_past_sides(pair)
    } else {
        reach_past_round_sides(pair)
    }
}

/// The same for a set with sides whose radius is not the larger one. No point of the other set may be past a side, and
/// none nearer to a side than the radius of that set exceeds its own: a common part of the radii may be cancelled.
fn reach_past_sides(pair: Pair<'_>) -> Ordering {
    let sides = pair.p.directions().flat_map(|direction| Side::BOTH.map(|side| (direction, side)));
    largest(sides.map(|(direction, side)| {
        let past = Past { pair, direction, side, extreme: Extreme::Farthest };
        let points = past.sign();
        if pair.q.radius > pair.p.radius && points.is_le() { DiscPastSide(past).sign() } else { points }
    }))
}

/// The same for a set with sides whose radius is the larger one. No point of the other set may be farther from the set
/// without its radius than the difference of the radii.
fn reach_past_round_sides(pair: Pair<'_>) -> Ordering {
    let inner = Outline { radius: -pair.q.radius, ..*pair.q };
    let pair = Pair::new(pair.p, &inner);
    largest(inner.points().map(|q| {
        let sides = pair.p.directions().flat_map(|direction| Side::BOTH.map(|side| (direction, side)));
        let past = |(direction, side)| Past { pair, direction, side, extreme: Extreme::At(q) }.sign();
        if largest(sides.map(past)).is_gt() { distance_from(pair, q) } else { Ordering::Less }
    }))
}

/// The same for a disc, in which the farthest point of the other set decides.
fn reach_of_disc(pair: Pair<'_>) -> Ordering {
    if pair.q.radius > pair.p.radius {
        return Ordering::Greater;
    }
    let radii = [pair.p.radius, -pair.q.radius];
    largest(pair.p.points().flat_map(|p| pair.q.points().map(move |q| PointDistance { pair, p, q, radii }.sign())))
}
