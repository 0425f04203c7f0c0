//! The path of a turning rectangle in real arithmetic, and lines beside it.
//!
//! The rectangle is cut along its own axes through the pivot, into up to four parts, so that the distance of the points
//! of a side from the pivot grows in one direction. Then it suffices to look at the corners of a part. A corner at the
//! distance `r` from the pivot moves on an arc, and its component along a unit vector is `r` times a cosine of the angle.
//!
//! The lines that are tried have the normals of the blocker, those of the part at both ends and in the middle of the
//! step, the directions to its corners, and for a circle the direction from the nearest point of the part. If none will
//! do, the step is halved, until its arc is shorter than a quarter of a position: then the blocker is in the way.

use std::f64::consts::FRAC_PI_8;

use collide_core::{Circle, DVec2, OrientedRect, Rotor, Shape, Vec2, closest_points};
use smallvec::SmallVec;

use crate::Turning;

/// The path of a turning rectangle. All points are relative to the pivot.
pub(super) struct Path {
    rect: OrientedRect,
    pivot: DVec2,
    /// The center at the start.
    center: DVec2,
    /// The rotor at the start, as a vector.
    axis: DVec2,
    /// 1 counter-clockwise, -1 clockwise.
    sign: f64,
    /// The rectangle in up to four parts, cut along its own axes through the pivot: the corners of each at the start.
    parts: SmallVec<[[DVec2; 4]; 4]>,
    /// Half its smaller side.
    half_width: f64,
    /// The distance from the pivot to the corner farthest from it.
    pub(super) radius: f64,
}

/// The largest angle of a step.
pub(super) const MAX_STEP: f64 = FRAC_PI_8;

impl Path {
    pub(super) fn new(turning: &Turning) -> Self {
        let (rect, pivot, angle) = (turning.rect(), turning.pivot(), turning.angle());
        let (pivot, half) = (pivot.as_dvec2(), rect.half_extents().as_dvec2());
        let center = rect.center().as_dvec2() - pivot;
        let axis = DVec2::new(rect.rotor().cos().into(), rect.rotor().sin().into());
        // The sides, in multiples of the axes from the pivot.
        let middle = [center.dot(axis), center.dot(axis.perp())].map(|along| along / axis.length_squared());
        let [across, along] = [0, 1].map(|index| cut(middle[index] - half[index], middle[index] + half[index]));
        let point = |x: f64, y: f64| axis * x + axis.perp() * y;
        let part = |[left, right]: [f64; 2], [low, high]: [f64; 2]| {
            [point(left, low), point(right, low), point(right, high), point(left, high)]
        };
        let parts: SmallVec<[_; 4]> =
            across.iter().flat_map(|across| along.iter().map(move |along| part(*across, *along))).collect();
        let radius = parts.iter().flatten().map(|corner| corner.length()).fold(0.0, f64::max);
        let (half_width, sign) = (half.min_element(), f64::from(angle.signum()));
        Self { rect, pivot, center, axis, sign, parts, half_width, radius }
    }

    /// Whether the rectangle passes beside a shape on its way from one angle to another, at most [`MAX_STEP`] later:
    /// each of its parts has a line that leads between the two, and no point of the part gets more than `tolerance`
    /// beyond the line. The halves of a rectangle without width may each stay beside a line through the pivot that the
    /// whole crosses, so the whole needs a line too, where it gets to.
    ///
    /// Also returns the number of lines that were tried.
    pub(super) fn is_beside(&self, [from, to]: [f64; 2], shape: &Shape, tolerance: f64) -> (bool, u64) {
        let turns = [from, (from + to) * 0.5, to].map(|angle| self.turn(angle));
        let mut lines = 0;
        if self.half_width <= tolerance && !self.is_apart(turns[2], shape, tolerance, &mut lines) {
            return (false, lines);
        }
        let is_beside = self.parts.iter().all(|part| {
            let [first, middle, last] = turns.map(|turn| part.map(|corner| corner.rotate(turn)));
            let is_beside = |normal: DVec2| {
                lines += 1;
                let advances = first.iter().zip(&last).map(|(first, last)| self.farthest(*first, *last, normal));
                self.start_of(shape, normal) - advances.fold(f64::MIN, f64::max) >= -tolerance
            };
            let axes = turns.map(|turn| self.axis.rotate(turn).normalize());
            let sides = axes.into_iter().flat_map(|axis| [axis, -axis, axis.perp(), -axis.perp()]);
            let corners = middle.iter().filter_map(|corner| corner.try_normalize()).flat_map(|out| [out, -out]);
            self.normals_of(shape, &middle).into_iter().chain(sides).chain(corners).any(is_beside)
        });
        (is_beside, lines)
    }

    /// Whether a line leads between the rectangle after a turn and a shape, and no point of the rectangle is more than
    /// `tolerance` beyond the line.
    fn is_apart(&self, turn: DVec2, shape: &Shape, tolerance: f64, lines: &mut u64) -> bool {
        let parts = || self.parts.iter().map(|part| part.map(|corner| corner.rotate(turn)));
        let is_apart = |normal: DVec2| {
            *lines += 1;
            let end = parts().flatten().map(|corner| corner.dot(normal)).fold(f64::MIN, f64::max);
            self.start_of(shape, normal) - end >= -tolerance
        };
        let axis = self.axis.rotate(turn).normalize();
        let sides = [axis, -axis, axis.perp(), -axis.perp()];
        sides.into_iter().chain(parts().flat_map(|part| self.normals_of(shape, &part))).any(is_apart)
    }

    /// Whether a line leads between a shape and the circle of the farthest corner, so that the rectangle passes beside
    /// the shape at every angle.
    pub(super) fn is_out_of_reach(&self, shape: &Shape) -> bool {
        let pivot = Circle::new(self.pivot.as_vec2(), 0.0).ok();
        let closest = pivot.and_then(|pivot| closest_points(pivot, *shape));
        let normal = closest.and_then(|closest| (closest.on_b.as_dvec2() - self.pivot).try_normalize());
        normal.is_some_and(|normal| self.start_of(shape, normal) >= self.radius)
    }

    /// The number of parts of the rectangle.
    pub(super) fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// The rotation at an angle.
    fn turn(&self, angle: f64) -> DVec2 {
        let angle = self.sign * angle;
        DVec2::new(libm::cos(angle), libm::sin(angle))
    }

    /// How far a corner gets in the direction of a unit vector on its way from one place to another. On a circle this is
    /// a cosine: it is largest at an end, or in between if it rises at the first place and falls at the last.
    fn farthest(&self, first: DVec2, last: DVec2, normal: DVec2) -> f64 {
        let [rises, rises_still] = [first, last].map(|place| place.perp().dot(normal) * self.sign > 0.0);
        if rises && !rises_still { first.length() } else { first.dot(normal).max(last.dot(normal)) }
    }

    /// Where a shape begins in the direction of a unit vector.
    fn start_of(&self, shape: &Shape, normal: DVec2) -> f64 {
        let at = |point: Vec2| (point.as_dvec2() - self.pivot).dot(normal);
        match shape {
            Shape::Circle(circle) => at(circle.center()) - f64::from(circle.radius()),
            Shape::Rect(rect) => {
                let corner = Vec2::select(normal.cmpgt(DVec2::ZERO), rect.min(), rect.max());
                at(corner)
            }
            Shape::OrientedRect(rect) => {
                let half = axes_of(rect).map(|axis| axis.dot(normal).abs());
                let extents = rect.half_extents().as_dvec2();
                at(rect.center()) - half[0] * extents.x - half[1] * extents.y
            }
            Shape::Capsule(capsule) => {
                start_of_points(&capsule.offsets(), normal) + at(capsule.position()) - f64::from(capsule.radius())
            }
            Shape::Polygon(polygon) => {
                start_of_points(polygon.offsets(), normal) + at(polygon.position()) - f64::from(polygon.radius())
            }
        }
    }

    /// Normals of a shape that may lead to it from a part.
    fn normals_of(&self, shape: &Shape, part: &[DVec2; 4]) -> SmallVec<[DVec2; 4]> {
        match shape {
            Shape::Circle(circle) => {
                let center = circle.center().as_dvec2() - self.pivot;
                (center - nearest(part, center)).try_normalize().into_iter().collect()
            }
            Shape::Rect(_) => SmallVec::from_buf([DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y]),
            Shape::OrientedRect(rect) => {
                axes_of(rect).into_iter().filter_map(DVec2::try_normalize).flat_map(|axis| [axis, -axis]).collect()
            }
            Shape::Capsule(capsule) => self.normals_of_points(capsule.position(), &capsule.offsets(), part),
            Shape::Polygon(polygon) => self.normals_of_points(polygon.position(), polygon.offsets(), part),
        }
    }

    /// Those of the sides of a hull, and those that lead from the part to a corner.
    fn normals_of_points(&self, position: Vec2, offsets: &[Vec2], part: &[DVec2; 4]) -> SmallVec<[DVec2; 4]> {
        let next = offsets.iter().cycle().skip(1);
        let sides = offsets.iter().zip(next).filter_map(|(from, to)| (to.as_dvec2() - from.as_dvec2()).try_normalize());
        let corners = offsets.iter().filter_map(|offset| {
            let corner = position.as_dvec2() - self.pivot + offset.as_dvec2();
            (corner - nearest(part, corner)).try_normalize()
        });
        sides.flat_map(|side| [side.perp(), -side.perp()]).chain(corners).collect()
    }

    /// The rectangle at an angle, moved and then rounded to `f32`. `None` if it would not be finite.
    pub(super) fn place(&self, angle: f64, moved: DVec2) -> Option<OrientedRect> {
        let turn = self.turn(angle);
        let (center, axis) = (self.pivot + self.center.rotate(turn) + moved, self.axis.rotate(turn));
        // A unit rotor stays one.
        let length = axis.length();
        let axis = if (length - 1.0).abs() < f64::from(f32::EPSILON) { axis / length } else { axis };
        let rotor = Rotor::from_raw(axis.x as f32, axis.y as f32).ok()?;
        OrientedRect::new(center.as_vec2(), self.rect.half_extents(), rotor).ok()
    }
}

/// An interval in two if zero is inside.
fn cut(from: f64, to: f64) -> SmallVec<[[f64; 2]; 2]> {
    if from < 0.0 && to > 0.0 {
        SmallVec::from_buf([[from, 0.0], [0.0, to]])
    } else {
        SmallVec::from_iter([[from, to]])
    }
}

/// The axes of an oriented rect, as long as its rotor.
fn axes_of(rect: &OrientedRect) -> [DVec2; 2] {
    let axis = DVec2::new(rect.rotor().cos().into(), rect.rotor().sin().into());
    [axis, axis.perp()]
}

/// The point of a rectangle with these corners that is nearest to another point.
fn nearest(corners: &[DVec2; 4], point: DVec2) -> DVec2 {
    let [right, up] = [corners[1] - corners[0], corners[3] - corners[0]];
    let along = |side: DVec2| {
        let length_sq = side.length_squared();
        if length_sq > 0.0 { side * ((point - corners[0]).dot(side) / length_sq).clamp(0.0, 1.0) } else { DVec2::ZERO }
    };
    corners[0] + along(right) + along(up)
}

/// The least component of a point along a vector.
fn start_of_points(points: &[Vec2], along: DVec2) -> f64 {
    points.iter().map(|point| point.as_dvec2().dot(along)).fold(f64::INFINITY, f64::min)
}
