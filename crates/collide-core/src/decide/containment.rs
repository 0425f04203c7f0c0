//! Containment: whether one shape contains another. Exact for every finite input.
//!
//! A point is a circle of radius zero.

use core::cmp::Ordering;

use crate::convex::{Extreme, Pair, Past, PointDistance, QuickPast, RoundPast, Side};
use crate::exact::Formula;
use crate::shape::outline::Outline;
use crate::{Circle, IntoArg, Shape, Vec2};

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
    Containment::from_reach(reach(&outer.into().outline(), &inner.into().outline()))
}

/// How far `inner` reaches past the border of `outer`, compared with zero.
///
/// In a disc, the farthest point of `inner` decides. In a set with sides, no point of `inner` may be past a side and,
/// with a radius, none nearer to a side than that.
fn reach(outer: &Outline, inner: &Outline) -> Ordering {
    let pair = Pair { p: outer, q: inner };
    let directions = outer.directions();
    if directions.as_slice().is_empty() {
        return reach_of_disc(pair);
    }
    let size = pair.size();
    let mut farthest = Ordering::Less;
    for direction in directions.as_slice() {
        let quick = QuickPast::of(&pair, size, *direction, Extreme::Farthest);
        for side in Side::BOTH {
            let past = Past { pair, direction: *direction, side, extreme: Extreme::Farthest };
            let points = quick.sign(side).unwrap_or_else(|| past.exact_sign());
            let reach = if inner.radius > 0.0 && points.is_le() { RoundPast(past).sign() } else { points };
            if reach.is_gt() {
                return reach;
            }
            farthest = farthest.max(reach);
        }
    }
    farthest
}

/// The same for a disc.
fn reach_of_disc(pair: Pair<'_>) -> Ordering {
    let radii = [pair.p.radius, -pair.q.radius];
    if radii[0] < pair.q.radius {
        return Ordering::Greater;
    }
    let distances =
        pair.p.points().flat_map(|p| pair.q.points().map(move |q| PointDistance { pair, p, q, radii }.sign()));
    distances.max().unwrap_or(Ordering::Less)
}
