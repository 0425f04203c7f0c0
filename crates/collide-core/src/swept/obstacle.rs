use glam::DVec2;

use super::{Movable, SweptShape};
use crate::measure::{measure_of, meeting, to_f32};
use crate::{Relation, Shape, Vec2, relation};

/// Where a moving shape runs into another one. See [`SweptShape::obstacle`].
///
/// ```
/// use collide_core::swept::SweptShape;
/// use collide_core::{Circle, Vec2};
/// let ball = |x: f32| Circle::new(Vec2::new(x, 0.0), 1.0);
/// let found = SweptShape::between(ball(0.0)?, ball(8.0)?).unwrap().obstacle(ball(6.0)?).unwrap();
/// assert_eq!((found.time, found.point, found.overlaps), (0.5, Vec2::new(5.0, 0.0), false));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// When the shapes begin to overlap, as a fraction of the motion from 0 to 1. Zero if they overlap or touch at the
    /// start.
    pub time: f64,
    /// The unit vector from the moving shape to the other at that time, normal to the surfaces in contact.
    pub normal: DVec2,
    /// A contact point.
    pub point: Vec2,
    /// Whether the interiors overlap at the start.
    pub overlaps: bool,
}

/// The obstacle that a shape is whose interior overlaps that of the covered area.
pub(super) fn obstacle_of<S: Movable>(swept: &SweptShape<S>, other: &Shape) -> Obstacle {
    let (motion, from) = (swept.motion(), swept.from.into());
    let at_start = relation(from, *other);
    if at_start != Relation::Apart {
        let measure = measure_of(&from, other);
        let overlaps = at_start == Relation::Interior;
        return Obstacle { overlaps, ..at(0.0, measure.normal, measure.points[0]) };
    }
    if let Some(meeting) = meeting(&from, motion, other, DVec2::ZERO) {
        return at(meeting.time.clamp(0.0, 1.0), meeting.normal, meeting.points[0]);
    }
    graze(&from, motion, other)
}

/// The obstacle of an area that overlaps by less than the rounding error.
fn graze(from: &Shape, motion: DVec2, other: &Shape) -> Obstacle {
    let to_other = other.middle().as_dvec2() - from.middle().as_dvec2();
    let length_sq = motion.length_squared();
    let time = if length_sq > 0.0 { (to_other.dot(motion) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
    let across = motion.perp().try_normalize().unwrap_or(DVec2::X);
    let normal = if across.dot(to_other) < 0.0 { -across } else { across };
    at(time, normal, from.middle().as_dvec2() + motion * time)
}

/// An obstacle that does not overlap at the start. Zeros become positive, as in all measures.
fn at(time: f64, normal: DVec2, point: DVec2) -> Obstacle {
    Obstacle { time: time + 0.0, normal: normal + 0.0, point: to_f32(point), overlaps: false }
}
