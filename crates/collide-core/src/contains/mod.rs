//! Containment: whether one shape contains another. Exact for every finite input.
//!
//! A point is a circle of radius zero.

mod in_circle;
mod in_oriented_rect;
mod in_rect;

use core::cmp::Ordering;

pub(crate) use in_circle::{circle_in_circle, oriented_rect_in_circle, rect_in_circle};
pub(crate) use in_oriented_rect::{circle_in_oriented_rect, oriented_rect_in_oriented_rect, rect_in_oriented_rect};
pub(crate) use in_rect::{circle_in_rect, oriented_rect_in_rect, rect_in_rect};

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
    use Shape::{Circle, OrientedRect, Rect};
    match (inner.into(), outer.into()) {
        (Circle(inner), Circle(outer)) => circle_in_circle(&inner, &outer),
        (Circle(inner), Rect(outer)) => circle_in_rect(&inner, &outer),
        (Circle(inner), OrientedRect(outer)) => circle_in_oriented_rect(&inner, &outer),
        (Rect(inner), Circle(outer)) => rect_in_circle(&inner, &outer),
        (Rect(inner), Rect(outer)) => rect_in_rect(&inner, &outer),
        (Rect(inner), OrientedRect(outer)) => rect_in_oriented_rect(&inner, &outer),
        (OrientedRect(inner), Circle(outer)) => oriented_rect_in_circle(&inner, &outer),
        (OrientedRect(inner), Rect(outer)) => oriented_rect_in_rect(&inner, &outer),
        (OrientedRect(inner), OrientedRect(outer)) => oriented_rect_in_oriented_rect(&inner, &outer),
    }
}
