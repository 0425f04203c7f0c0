//! The distance and the closest points of two shapes.
//!
//! They are measures, computed in `f64` and rounded to `f32`. Whether the distance is zero is the exact decision of
//! [`overlaps`].

use glam::DVec2;

use crate::measure::frame::{Frame, positive_to_f32, to_f32};
use crate::measure::hulls;
use crate::measure::shape::MeasuredShape;
use crate::{Circle, IntoArg, Relation, RelationTo, Shape, Vec2, overlaps};

/// The closest points of two shapes that are apart.
///
/// ```
/// use collide_core::{Circle, Rect, Vec2, closest_points};
/// let wall = Rect::new(Vec2::ZERO, Vec2::new(1.0, 4.0))?;
/// let closest = closest_points(wall, Circle::new(Vec2::new(4.0, 2.0), 1.0)?).unwrap();
/// assert_eq!((closest.on_a, closest.on_b, closest.distance), (Vec2::new(1.0, 2.0), Vec2::new(3.0, 2.0), 2.0));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClosestPoints {
    /// The point of the first shape that is nearest to the second.
    pub on_a: Vec2,
    /// The point of the second shape that is nearest to the first.
    pub on_b: Vec2,
    /// The distance between the shapes, in world units; always positive.
    pub distance: f32,
}

/// The distance of two shapes in world units; zero exactly if they overlap or touch.
///
/// ```
/// use collide_core::{Circle, Rect, Vec2, distance};
/// let wall = Rect::new(Vec2::ZERO, Vec2::new(1.0, 4.0))?;
/// assert_eq!(distance(wall, Circle::new(Vec2::new(4.0, 8.0), 2.0)?), 3.0); // 5 to the corner, less the radius
/// assert_eq!(distance(wall, Circle::new(Vec2::new(2.0, 2.0), 1.0)?), 0.0);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn distance(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> f32 {
    match (a.into(), b.into()) {
        // Nearest neighbours are mostly circles, and need no points.
        (Shape::Circle(a), Shape::Circle(b)) if a.relation_to(&b) == Relation::Apart => disc_disc(&a, &b),
        (Shape::Circle(_), Shape::Circle(_)) => 0.0,
        (a, b) => closest_points(a, b).map_or(0.0, |closest| closest.distance),
    }
}

/// The closest points of two shapes, or `None` if they overlap or touch. If several pairs of points are equally close,
/// as between parallel edges, one of them.
///
/// ```
/// use collide_core::{Circle, Vec2, closest_points};
/// let closest = closest_points(Circle::new(Vec2::ZERO, 1.0)?, Circle::new(Vec2::new(5.0, 0.0), 2.0)?).unwrap();
/// assert_eq!((closest.on_a, closest.on_b, closest.distance), (Vec2::X, Vec2::new(3.0, 0.0), 2.0));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn closest_points(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> Option<ClosestPoints> {
    let (a, b) = (a.into(), b.into());
    if overlaps(a, b) {
        return None;
    }
    let [on_a, on_b] = match (MeasuredShape::of(&a), MeasuredShape::of(&b)) {
        (MeasuredShape::Disc(a, a_radius), MeasuredShape::Disc(b, b_radius)) => {
            let delta = direction(a, b);
            [a + delta * a_radius, b - delta * b_radius]
        }
        (MeasuredShape::Box(frame), MeasuredShape::Disc(center, radius)) => box_disc(&frame, center, radius),
        (MeasuredShape::Disc(center, radius), MeasuredShape::Box(frame)) => {
            let [on_box, on_disc] = box_disc(&frame, center, radius);
            [on_disc, on_box]
        }
        (MeasuredShape::Box(a), MeasuredShape::Box(b)) => box_box(&a, &b),
        (MeasuredShape::Hull(a), b) => hulls::closest(&a, &b.hull()),
        (a, MeasuredShape::Hull(b)) => hulls::closest(&a.hull(), &b),
    };
    let distance = if let (Shape::Circle(a), Shape::Circle(b)) = (&a, &b) {
        disc_disc(a, b)
    } else {
        positive_to_f32((on_b - on_a).length())
    };
    Some(ClosestPoints { on_a: to_f32(on_a), on_b: to_f32(on_b), distance })
}

/// The distance of two circles that are apart.
#[inline]
fn disc_disc(a: &Circle, b: &Circle) -> f32 {
    let delta = b.center().as_dvec2() - a.center().as_dvec2();
    positive_to_f32(delta.length() - (f64::from(a.radius()) + f64::from(b.radius())))
}

/// The unit vector from one point to another.
fn direction(from: DVec2, to: DVec2) -> DVec2 {
    (to - from).try_normalize().unwrap_or(DVec2::X)
}

fn box_disc(frame: &Frame, center: DVec2, radius: f64) -> [DVec2; 2] {
    let on_box = frame.nearest(center);
    [on_box, center + direction(center, on_box) * radius]
}

/// Two convex polygons that are apart have a pair of closest points of which one is a corner.
fn box_box(a: &Frame, b: &Frame) -> [DVec2; 2] {
    let from_a = a.corners().map(|corner| [corner, b.nearest(corner)]);
    let from_b = b.corners().map(|corner| [a.nearest(corner), corner]);
    let gap = |points: &[DVec2; 2]| points[0].distance_squared(points[1]);
    let nearer = |best: [DVec2; 2], next: [DVec2; 2]| if gap(&next) < gap(&best) { next } else { best };
    from_a.into_iter().chain(from_b).fold(from_a[0], nearer)
}
