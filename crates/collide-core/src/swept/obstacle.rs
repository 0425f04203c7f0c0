use glam::DVec2;

use super::{SweptShape, swept_relation};
use crate::measure::{measure_of, meeting, to_f32};
use crate::{IntoArg, Relation, Shape, Vec2, relation};

/// Where a leg runs into another shape. See [`obstacle`].
///
/// ```
/// use collide_core::swept::{SweptShape, obstacle};
/// use collide_core::{Circle, Vec2};
/// let ball = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0);
/// let found = obstacle(&SweptShape::between(ball(0.0)?, ball(8.0)?).unwrap(), ball(6.0)?).unwrap();
/// assert_eq!((found.time, found.point, found.overlaps), (0.5, Vec2::new(5.0, 0.0), false));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// When the shapes begin to overlap, as a fraction of the leg from 0 to 1. Zero if they overlap or touch at the
    /// start.
    pub time: f64,
    /// The unit vector from the moving shape to the other at that time, normal to the surfaces in contact.
    pub normal: DVec2,
    /// A contact point.
    pub point: Vec2,
    /// Whether the interiors overlap at the start.
    pub overlaps: bool,
}

/// When and where a leg runs into another shape; `None` exactly if [`swept_relation`] is not [`Relation::Interior`].
///
/// Whether there is an obstacle is exact; its time and normal are measures, in `f64`. A hull that cuts off less than
/// the rounding error of `f64` from a corner may have no time at which that is seen; its obstacle then has the time at
/// which the shapes are nearest, and a normal across the motion.
///
/// ```
/// use collide_core::swept::{SweptShape, obstacle};
/// use collide_core::{Circle, DVec2, Rect, Vec2};
/// let ball = |x: f32, y: f32| Circle::new(Vec2::new(x, y), 1.0);
/// let wall = Rect::new(Vec2::new(5.0, -9.0), Vec2::new(6.0, 9.0))?;
/// let into = obstacle(&SweptShape::between(ball(0.0, 0.0)?, ball(8.0, 4.0)?).unwrap(), wall).unwrap();
/// assert_eq!((into.time, into.normal), (0.5, DVec2::X));
/// assert!(obstacle(&SweptShape::between(ball(4.0, 0.0)?, ball(4.0, 5.0)?).unwrap(), wall).is_none());
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn obstacle(leg: &SweptShape, other: impl IntoArg<Shape>) -> Option<Obstacle> {
    let other = other.into();
    if swept_relation(leg, other) == Relation::Interior { Some(obstacle_of(leg, other)) } else { None }
}

/// The obstacle that a shape is whose interior overlaps that of the hull.
pub(super) fn obstacle_of(leg: &SweptShape, other: Shape) -> Obstacle {
    let way = leg.motion();
    let at_start = relation(leg.from, other);
    if at_start != Relation::Apart {
        let measure = measure_of(&leg.from, &other);
        let overlaps = at_start == Relation::Interior;
        return Obstacle { overlaps, ..at(0.0, measure.normal, measure.points[0]) };
    }
    if let Some(meeting) = meeting(&leg.from, way, &other, DVec2::ZERO) {
        return at(meeting.time.clamp(0.0, 1.0), meeting.normal, meeting.points[0]);
    }
    graze(leg, way, &other)
}

/// The obstacle of a hull that overlaps by less than the rounding error.
fn graze(leg: &SweptShape, way: DVec2, other: &Shape) -> Obstacle {
    let to_other = other.center().as_dvec2() - leg.from.center().as_dvec2();
    let length_sq = way.length_squared();
    let time = if length_sq > 0.0 { (to_other.dot(way) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
    let across = way.perp().try_normalize().unwrap_or(DVec2::X);
    let normal = if across.dot(to_other) < 0.0 { -across } else { across };
    at(time, normal, leg.from.center().as_dvec2() + way * time)
}

/// An obstacle that does not overlap at the start. Zeros become positive, as in all measures.
fn at(time: f64, normal: DVec2, point: DVec2) -> Obstacle {
    Obstacle { time: time + 0.0, normal: normal + 0.0, point: to_f32(point), overlaps: false }
}
