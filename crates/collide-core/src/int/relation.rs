use core::cmp::Ordering;

use super::{Circle, Rect, Shape};
use crate::{Containment, IntoArg, Relation};

/// The relation of two shapes: overlapping, touching or apart.
///
/// ```
/// use collide_core::{Relation, int};
/// // At the ends of the range: 2^32 - 1 apart, and the radii reach just that far.
/// let low = int::Circle::new(i32::MIN, 0, 1 << 31);
/// let high = int::Circle::new(i32::MAX, 0, (1 << 31) - 1);
/// assert_eq!(int::relation(low, high), Relation::Touching);
/// ```
#[must_use]
pub fn relation(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> Relation {
    Relation::from_gap(match (a.into(), b.into()) {
        (Shape::Circle(a), Shape::Circle(b)) => compare_distance(a.center, b.center, a.diameter + b.diameter),
        (Shape::Rect(rect), Shape::Circle(circle)) | (Shape::Circle(circle), Shape::Rect(rect)) => {
            rect_circle(&rect, &circle)
        }
        (Shape::Rect(a), Shape::Rect(b)) => {
            let gap = |axis: usize| a.min[axis].cmp(&b.max[axis]).max(b.min[axis].cmp(&a.max[axis]));
            gap(0).max(gap(1))
        }
    })
}

/// Whether the two closed shapes share a point; touching counts.
///
/// ```
/// use collide_core::int::{Circle, overlaps};
/// assert!(overlaps(Circle::new(0, 0, 2), Circle::new(3, 4, 3)));
/// ```
#[must_use]
pub fn overlaps(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> bool {
    relation(a, b) != Relation::Apart
}

/// Whether the interiors of the two shapes overlap; touching does not count. See [`Relation::Interior`] for points and
/// segments.
///
/// ```
/// use collide_core::int::{Circle, overlaps_interior};
/// assert!(!overlaps_interior(Circle::new(0, 0, 2), Circle::new(3, 4, 3)));
/// ```
#[must_use]
pub fn overlaps_interior(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> bool {
    relation(a, b) == Relation::Interior
}

/// How one shape lies in another.
///
/// ```
/// use collide_core::{Containment, int};
/// let room = int::Rect::with_size(0, 0, 3, 3);
/// assert_eq!(int::containment(room, int::Circle::in_box(0, 0, 3)), Containment::TouchingBorder);
/// assert_eq!(int::containment(room, int::Circle::in_box(1, 1, 1)), Containment::Inside);
/// ```
#[must_use]
pub fn containment(outer: impl IntoArg<Shape>, inner: impl IntoArg<Shape>) -> Containment {
    Containment::from_reach(match (inner.into(), outer.into()) {
        (Shape::Circle(inner), Shape::Circle(outer)) => {
            if inner.diameter > outer.diameter {
                return Containment::StickingOut;
            }
            compare_distance(inner.center, outer.center, outer.diameter - inner.diameter)
        }
        (Shape::Circle(inner), Shape::Rect(outer)) => {
            let [x, y] = inner.center;
            past_sides([x - inner.diameter, y - inner.diameter], [x + inner.diameter, y + inner.diameter], &outer)
        }
        (Shape::Rect(inner), Shape::Circle(outer)) => {
            let far = |axis: usize| {
                let deltas = [inner.min[axis] - outer.center[axis], inner.max[axis] - outer.center[axis]];
                outer.center[axis] + deltas[0].abs().max(deltas[1].abs())
            };
            compare_distance([far(0), far(1)], outer.center, outer.diameter)
        }
        (Shape::Rect(inner), Shape::Rect(outer)) => past_sides(inner.min, inner.max, &outer),
    })
}

/// Whether every point of `inner` belongs to `outer`; it may touch the border.
///
/// ```
/// use collide_core::int::{Circle, Rect, contains};
/// assert!(contains(Rect::with_size(0, 0, 3, 3), Circle::in_box(0, 0, 3)));
/// ```
#[must_use]
pub fn contains(outer: impl IntoArg<Shape>, inner: impl IntoArg<Shape>) -> bool {
    containment(outer, inner) != Containment::StickingOut
}

/// Whether every point of `inner` lies in the interior of `outer`; it does not touch the border.
///
/// ```
/// use collide_core::int::{Circle, Rect, contains_strictly};
/// assert!(!contains_strictly(Rect::with_size(0, 0, 3, 3), Circle::in_box(0, 0, 3)));
/// ```
#[must_use]
pub fn contains_strictly(outer: impl IntoArg<Shape>, inner: impl IntoArg<Shape>) -> bool {
    containment(outer, inner) == Containment::Inside
}

/// Whether a point with integer coordinates belongs to a shape, its border included.
///
/// ```
/// use collide_core::int::{Circle, contains_point};
/// assert!(contains_point(Circle::new(0, 0, 5), 3, 4));
/// ```
#[must_use]
pub fn contains_point(shape: impl IntoArg<Shape>, x: i32, y: i32) -> bool {
    contains(shape, Circle::new(x, y, 0))
}

/// Compares the squared distance of two doubled points with the square of a doubled length, which is not negative.
fn compare_distance(p: [i64; 2], q: [i64; 2], length: i64) -> Ordering {
    let square = |value: i64| i128::from(value) * i128::from(value);
    (square(p[0] - q[0]) + square(p[1] - q[1])).cmp(&square(length))
}

/// Compares the distance from the center to the rectangle with the radius. For a point in the rectangle, compares its
/// position with the border.
fn rect_circle(rect: &Rect, circle: &Circle) -> Ordering {
    let center = circle.center;
    let nearest = [center[0].clamp(rect.min[0], rect.max[0]), center[1].clamp(rect.min[1], rect.max[1])];
    if nearest == center && circle.diameter == 0 {
        return past_sides(center, center, rect);
    }
    compare_distance(center, nearest, circle.diameter)
}

/// Compares with zero how far a box from `low` to `high` extends past the nearest side of a rectangle.
fn past_sides(low: [i64; 2], high: [i64; 2], outer: &Rect) -> Ordering {
    let past = |axis: usize| outer.min[axis].cmp(&low[axis]).max(high[axis].cmp(&outer.max[axis]));
    past(0).max(past(1))
}
