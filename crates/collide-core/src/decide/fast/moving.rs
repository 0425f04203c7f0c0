//! The fast test of a moving set and one at rest, if their edges come in parallel pairs, in plain `f64`. It is nearly
//! always certain.
//!
//! The Minkowski difference of two such sets is a zonotope: a sum of segments. The sets overlap if it contains the
//! origin, and their distance is that of the origin from it.

use super::hulls;
use super::rect_rect::mean_path;
use crate::exact::sign_within;
use crate::shape::corners::Corners;
use crate::shape::outline::Outline;
use crate::{Capsule, DVec2, Relation, Vec2};

/// The difference of two sets without their radii: `start`, plus the sum of `N` boxes around zero, plus the path from
/// zero to `motion`.
struct Zonotope<const N: usize> {
    start: DVec2,
    boxes: [Sides; N],
    motion: DVec2,
    /// Parallel to the motion, and not zero.
    direction: DVec2,
    /// The error of a point of the sum without the path, along each axis.
    margin: DVec2,
    roundoff: f64,
}

/// The sides of a box: `half` times the rotor and the vector across it.
#[derive(Clone, Copy)]
struct Sides {
    half: DVec2,
    rotor: DVec2,
}

/// A component of a point, between two bounds of its rounding.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    high: f64,
}

/// The error of a component of a point, relative to the sum of the magnitudes of its terms, in units of roundoff. From
/// an input to the component there are at most twelve roundings, and fewer in the sum.
const ERROR: f64 = 32.0;

/// The relation of another shape, or another capsule, and a capsule: a disc that moves along a segment.
#[inline]
pub(crate) fn capsule_with<'a, S>(other: &'a S, capsule: &Capsule, roundoff: f64) -> Option<Relation>
where
    Outline: From<&'a S>,
{
    let (capsule, other) = (capsule.outline(), Outline::from(other));
    if capsule.is_point() { hulls(&capsule, &other, roundoff) } else { moving(&capsule, &other, roundoff) }
}

/// The relation of a moving set and one at rest. `None` if rounding could have changed it, and if no set moves. A capsule
/// at rest is a disc that moves along its segment; if neither set moves, the first one must be one.
#[inline(always)]
pub(crate) fn moving(moving: &Outline, other: &Outline, roundoff: f64) -> Option<Relation> {
    if moving.is_polygon() || other.is_polygon() {
        return hulls(moving, other, roundoff);
    }
    let (from, at) = (moving_parts(moving), parts(other));
    let (direction, times) = from.path?;
    if roundoff == 0.0 && from.change != DVec2::ZERO {
        return None;
    }
    let start = from.center - at.center;
    let size = start.abs() + from.size + at.size;
    let margin = size * (ERROR * roundoff) + from.change;
    // An endless motion becomes one past all shapes: their coordinates are below `2^260`, and `direction` is at least
    // `2^-149`, so it is at least `1e80` and less than `1e164`. Its square can overflow only where it is a distance along
    // an edge; infinity is then more than every radius, as the true distance is, and no infinities are subtracted. A
    // square that underflows is below `2^-1022`, and the square of a positive radius times that of a direction at least
    // `2^-596`, so the comparison is right; without a radius it leaves the test open.
    let motion = direction * if times.is_finite() { times } else { 1e125 };
    let radius = f64::from(moving.radius) + f64::from(other.radius);
    match (from.sides, at.sides) {
        (None, None) => path_and_point(start, size, direction, times, radius, roundoff),
        (Some(sides), None) | (None, Some(sides)) => {
            Zonotope { start, boxes: [sides], motion, direction, margin, roundoff }.relation(radius)
        }
        (Some(a), Some(b)) if a.rotor == b.rotor => {
            let boxes = [Sides { half: a.half + b.half, ..a }];
            Zonotope { start, boxes, motion, direction, margin, roundoff }.relation(radius)
        }
        (Some(a), Some(b)) => Zonotope { start, boxes: [a, b], motion, direction, margin, roundoff }.relation(radius),
    }
}

/// The parts of a set whose sum it is.
struct Parts {
    /// At the start.
    center: DVec2,
    sides: Option<Sides>,
    /// The direction of the path, and the multiple of it that the path is.
    path: Option<(DVec2, f64)>,
    /// The magnitudes of the numbers behind the center and the sides.
    size: DVec2,
    /// The change of the size of a box on its path. The sides are those of the mean size: each is off by at most a
    /// quarter of the change, and all of it is added to the error. A point inside of every side by more than the error
    /// is inside of the true hull: a box around it lies in the hull grown by a smaller box, which may be cancelled for
    /// convex sets.
    change: DVec2,
}

/// The parts of the moving set. The path of a capsule at rest is its segment.
#[inline(always)]
fn moving_parts(set: &Outline) -> Parts {
    match set.corners {
        Corners::Segment([a, b]) if set.is_at_rest() => {
            let (a, b, center) = (a.as_dvec2(), b.as_dvec2(), set.position.as_dvec2());
            let size = center.abs() + a.abs() + b.abs();
            Parts { center: center + a, sides: None, path: Some((b - a, 1.0)), size, change: DVec2::ZERO }
        }
        Corners::Point
        | Corners::Rect { .. }
        | Corners::Oriented { .. }
        | Corners::Rects(_)
        | Corners::Segment(_)
        | Corners::Hull(_) => parts(set),
    }
}

#[inline(always)]
fn parts(set: &Outline) -> Parts {
    let (center, path) = (set.position.as_dvec2(), set.motion.rounded());
    let point = Parts { center, sides: None, path, size: DVec2::ZERO, change: DVec2::ZERO };
    match set.corners {
        Corners::Point => point,
        Corners::Rect { min, max } => {
            let (min, max) = (min.as_dvec2(), max.as_dvec2());
            let sides = Some(Sides { half: (max - min) * 0.5, rotor: DVec2::X });
            Parts { center: (min + max) * 0.5, sides, size: min.abs() + max.abs(), ..point }
        }
        Corners::Oriented { half, rotor } => {
            let sides = Sides { half: half.as_dvec2(), rotor: rotor.as_dvec2() };
            let (x, y) = (sides.rotor * sides.half.x, sides.rotor.perp() * sides.half.y);
            Parts { sides: Some(sides), size: x.abs() + y.abs(), ..point }
        }
        Corners::Segment([a, b]) => {
            let (a, b) = (a.as_dvec2(), b.as_dvec2());
            let size = center.abs() + a.abs() + b.abs();
            // A box without height. Its rotor is rounded, as the direction of a motion is.
            let sides = (a != b).then(|| Sides { half: DVec2::new(0.5, 0.0), rotor: b - a });
            Parts { center: center + (a + b) * 0.5, sides, size, ..point }
        }
        Corners::Hull(_) => unreachable!("decided by `hulls`"),
        Corners::Rects(rects) => {
            let [[a, b], [c, d]] = rects.map(|rect| rect.map(Vec2::as_dvec2));
            let half = ((b - a) + (d - c)) * 0.25;
            Parts {
                center: (a + b) * 0.5,
                sides: Some(Sides { half, rotor: DVec2::X }),
                path: mean_path([a, b], [c, d]).map(|path| (path, 0.5)),
                size: a.abs() + b.abs() + c.abs() + d.abs(),
                change: ((d - c) - (b - a)).abs(),
            }
        }
    }
}

/// The components of a vector along a direction and across it, to the left.
#[inline(always)]
fn turned(direction: DVec2, vector: DVec2) -> DVec2 {
    DVec2::new(direction.dot(vector), direction.perp_dot(vector))
}

/// A bound of the magnitudes of the terms of [`turned`] vectors.
#[inline(always)]
fn turned_size(direction: DVec2, size: DVec2) -> DVec2 {
    let direction = direction.abs();
    DVec2::new(direction.dot(size), direction.x * size.y + direction.y * size.x)
}

/// The gaps between the origin and the sum along both axes of a box, each on the nearer of its two sides.
struct Gaps {
    value: DVec2,
    error: DVec2,
    /// 1 if the nearer side is the lower one, else -1.
    sign: DVec2,
    /// The components of the motion along the axes times `sign`, and their error.
    motion: DVec2,
    motion_error: DVec2,
}

/// The relation of the origin and a path from `start`, grown by a radius. `size` has the magnitudes behind `start`.
#[inline(always)]
pub(super) fn path_and_point(
    start: DVec2,
    size: DVec2,
    direction: DVec2,
    times: f64,
    radius: f64,
    roundoff: f64,
) -> Option<Relation> {
    let [ahead, across] = [-direction.dot(start), direction.perp_dot(start)];
    let length_sq = direction.length_squared();
    let along = length_sq * times;
    let past_end = ahead - along;
    let error = size.element_sum() * direction.abs().element_sum() * (ERROR * roundoff);
    let end_error = error + along * (ERROR * roundoff);
    let (past, past_error) =
        if past_end > -end_error { (past_end.max(0.0), end_error) } else { (ahead.min(0.0), error) };
    let distance_sq = past * past + across * across;
    let radius_sq = radius * radius * direction.length_squared();
    let error =
        4.0 * past_error * (past.abs() + across.abs() + past_error) + (distance_sq + radius_sq) * (ERROR * roundoff);
    sign_within(distance_sq - radius_sq, error, roundoff).map(Relation::from_gap)
}

/// The gap between the origin and the sum along one normal.
struct Gap {
    value: f64,
    error: f64,
    /// Towards the sum.
    normal: DVec2,
    path: Path,
}

/// Which part of the path belongs to the edge nearest along a normal.
enum Path {
    /// All of it: the edge is parallel to the path, or so nearly that rounding leaves it open.
    InEdge,
    /// The end: it leads to the edge.
    Before,
    /// The start: it leads away from the edge.
    After,
}

impl<const N: usize> Zonotope<N> {
    #[inline(always)]
    fn error(&self) -> f64 {
        ERROR * self.roundoff
    }

    /// More than the rounding of a few squares: at most 13 roundings.
    #[inline(always)]
    fn up(&self) -> f64 {
        1.0 + 512.0 * self.roundoff
    }

    #[inline(always)]
    fn relation(&self, radius: f64) -> Option<Relation> {
        let radius_sq = radius * radius;
        let mut inside = true;
        for index in 0..N {
            let gaps = self.gaps(index);
            let least = (gaps.value - gaps.error).max(DVec2::ZERO);
            let reach_sq = radius_sq * self.boxes[index].rotor.length_squared() * self.up();
            if (least.x * least.x > reach_sq) | (least.y * least.y > reach_sq) {
                return Some(Relation::Apart);
            }
            inside &= (gaps.value.x < -gaps.error.x) & (gaps.value.y < -gaps.error.y);
        }
        let (value, error) = self.gap_of_path();
        let least = value - error;
        if (least > 0.0) & (least * least > radius_sq * self.direction.length_squared() * self.up()) {
            return Some(Relation::Apart);
        }
        if inside & (value < -error) {
            Some(Relation::Interior)
        } else if radius == 0.0 {
            (self.roundoff == 0.0).then_some(Relation::Touching)
        } else {
            self.relation_near(radius_sq)
        }
    }

    /// The extent of a box along a direction and across it.
    #[inline(always)]
    fn reach(sides: &Sides, direction: DVec2) -> DVec2 {
        let along = turned(direction, sides.rotor).abs();
        // The components of the vector across the rotor are those of the rotor, swapped.
        along * sides.half.x + DVec2::new(along.y, along.x) * sides.half.y
    }

    #[inline(always)]
    fn gaps(&self, index: usize) -> Gaps {
        let rotor = self.boxes[index].rotor;
        let start = turned(rotor, self.start);
        let motion = turned(rotor, self.motion);
        let motion_error = turned_size(rotor, self.motion.abs()) * self.error();
        let mut reach = self.boxes[index].half * rotor.length_squared();
        for (other, sides) in self.boxes.iter().enumerate() {
            if other != index {
                reach += Self::reach(sides, rotor);
            }
        }
        let sign = DVec2::ONE.copysign(start + motion * 0.5);
        let motion = motion * sign;
        // The lesser of the motion and zero, without a branch.
        let value = start * sign - reach + (motion - motion.abs()) * 0.5;
        // A motion away from the origin changes nothing, however long it is.
        let of_motion = |motion: f64, error: f64| if motion > error { 0.0 } else { error };
        let of_motion = DVec2::new(of_motion(motion.x, motion_error.x), of_motion(motion.y, motion_error.y));
        let error = turned_size(rotor, self.margin) + of_motion;
        Gaps { value, error, sign, motion, motion_error }
    }

    /// The gap across the path, and its error.
    #[inline(always)]
    fn gap_of_path(&self) -> (f64, f64) {
        let across = self.direction.perp_dot(self.start).abs();
        let reach: f64 = self.boxes.iter().map(|sides| Self::reach(sides, self.direction).y).sum();
        (across - reach, turned_size(self.direction, self.margin).y)
    }

    /// The relation if the origin is near the sum, for a positive radius.
    ///
    /// The point nearest to the origin lies on an edge that faces the origin.
    #[inline]
    fn relation_near(&self, radius_sq: f64) -> Option<Relation> {
        let (mut apart, mut beyond) = (false, true);
        let mut is_reached = |gap: Gap| {
            if gap.value < -gap.error {
                return false;
            }
            apart |= gap.value > gap.error;
            let past = self.past(&gap);
            let across = Bounds { low: (gap.value - gap.error).max(0.0), high: gap.value.abs() + gap.error };
            let radius_sq = radius_sq * gap.normal.length_squared();
            beyond &= across.low * across.low + past.low * past.low > radius_sq * self.up();
            (across.high * across.high + past.high * past.high) * self.up() < radius_sq
        };
        for (index, sides) in self.boxes.iter().enumerate() {
            let gaps = self.gaps(index);
            for (axis, normal) in [sides.rotor, sides.rotor.perp()].into_iter().enumerate() {
                let (motion, is_parallel) = (gaps.motion[axis], gaps.motion[axis].abs() <= gaps.motion_error[axis]);
                let path = if is_parallel {
                    Path::InEdge
                } else if motion < 0.0 {
                    Path::Before
                } else {
                    Path::After
                };
                let normal = normal * gaps.sign[axis];
                if is_reached(Gap { value: gaps.value[axis], error: gaps.error[axis], normal, path }) {
                    return Some(Relation::Interior);
                }
            }
        }
        let (value, error) = self.gap_of_path();
        let left = self.direction.perp();
        let normal = if self.start.dot(left) < 0.0 { -left } else { left };
        if is_reached(Gap { value, error, normal, path: Path::InEdge }) {
            return Some(Relation::Interior);
        }
        if apart && beyond { Some(Relation::Apart) } else { (self.roundoff == 0.0).then_some(Relation::Touching) }
    }

    /// How far the origin is past the ends of the edge that is nearest along a normal, measured along the edge.
    ///
    /// The edge is the sum of the nearer end of each segment, and of the whole segments that are parallel to it or so
    /// nearly that rounding leaves it open. Let a whole side have terms of `t` across the edge. Its computed component
    /// there is at most `16 t` roundoffs, so with four roundings its ends are less than `40 t` apart. A point at a part
    /// `p` of it has `start` at least `(2 p - 1) t`, so the terms `T` of the gap are at least `2 p t`, and the point is
    /// off by at most `20 T`. With seven roundings of the gap that is less than its error of `32 T`.
    #[inline(always)]
    fn past(&self, gap: &Gap) -> Bounds {
        let direction = gap.normal.perp();
        let (mut middle, mut half) = (self.start.dot(direction), 0.0);
        for sides in &self.boxes {
            for side in [sides.rotor * sides.half.x, sides.rotor.perp() * sides.half.y] {
                let (along, across) = (side.dot(direction), side.dot(gap.normal));
                if across.abs() <= side.abs().dot(gap.normal.abs()) * (self.error() * 0.5) {
                    half += along.abs();
                } else {
                    middle -= if across < 0.0 { -along } else { along };
                }
            }
        }
        let motion = self.motion.dot(direction);
        let [back, ahead] = match gap.path {
            Path::InEdge => [motion.min(0.0), motion.max(0.0)],
            Path::Before => [motion; 2],
            Path::After => [0.0; 2],
        };
        let error = self.margin.dot(direction.abs());
        let motion_error = self.motion.abs().dot(direction.abs()) * self.error();
        let error = |part: f64| if part == 0.0 { error } else { error + motion_error };
        let (below, below_error) = (middle - half + back, error(back));
        let (above, above_error) = (-(middle + half + ahead), error(ahead));
        Bounds {
            low: (below - below_error).max(above - above_error).max(0.0),
            high: (below + below_error).max(above + above_error).max(0.0),
        }
    }
}
