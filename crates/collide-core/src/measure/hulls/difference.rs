use glam::DVec2;

use crate::measure::frame::ROUNDING;
use crate::measure::hull::Hull;
use crate::measure::ties::is_shallower;
use crate::shape::hull::MAX_CORNERS;

const CAPACITY: usize = 2 * MAX_CORNERS;

/// The Minkowski difference `b - a` of two sets without their radii: a convex polygon. The sets overlap if it contains
/// the origin, and the vector from the origin to its nearest point is the shortest way from `a` to `b`.
pub(super) struct Difference {
    corners: [Corner; CAPACITY],
    count: usize,
    /// The sum of the magnitudes of all numbers, for the rounding error.
    pub(super) size: f64,
    /// The sum of the radii.
    pub(super) radius: f64,
}

/// A corner, and the side after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Corner {
    pub(super) at: DVec2,
    /// From this corner to the next one.
    pub(super) along: DVec2,
    /// The indices of the points of `a` and `b` whose difference it is.
    of: [usize; 2],
}

/// Where a difference is nearest to the origin.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    /// From `a` to `b`, a unit vector.
    pub(super) normal: DVec2,
    /// The distance of the sets along the normal; negative if they overlap.
    pub(super) gap: f64,
    /// The corner, and the part of the side after it.
    pub(super) side: usize,
    pub(super) part: f64,
}

/// The points of a set in the order of the directions of their sides: the index of the first one, and the side after a
/// point.
struct Sides<'a> {
    hull: &'a Hull,
    first: usize,
    sign: f64,
}

impl<'a> Sides<'a> {
    /// From the first of the sides of `sign` times the set, by angle from `(1, 0)`.
    fn of(hull: &'a Hull, sign: f64) -> Self {
        let is_lower = |index: usize| is_lower(hull.sides[index] * sign);
        let first = (0..hull.count).find(|index| is_lower(*index) && !is_lower(hull.next(*index)));
        Self { hull, first: first.map_or(0, |index| hull.next(index)), sign }
    }

    /// The number of sides.
    fn count(&self) -> usize {
        if self.hull.count > 1 { self.hull.count } else { 0 }
    }

    fn index(&self, number: usize) -> usize {
        (self.first + number) % self.hull.count
    }

    fn along(&self, number: usize) -> DVec2 {
        self.hull.sides[self.index(number)] * self.sign
    }
}

/// Whether the angle of a direction from `(1, 0)` is at least half a turn.
fn is_lower(delta: DVec2) -> bool {
    delta.y < 0.0 || (delta.y == 0.0 && delta.x < 0.0)
}

/// Whether a direction is before another, by angle from `(1, 0)`.
fn is_before(first: DVec2, second: DVec2) -> bool {
    if is_lower(first) == is_lower(second) { first.perp_dot(second) > 0.0 } else { is_lower(second) }
}

impl Difference {
    /// Merges the sides of both sets by their directions.
    pub(super) fn of(a: &Hull, b: &Hull) -> Self {
        let delta = b.origin - a.origin;
        let size = delta.abs().element_sum() + a.size() + b.size();
        let radius = a.radius + b.radius;
        let mut difference = Self { corners: [Corner::default(); CAPACITY], count: 0, size, radius };
        let (of_a, of_b) = (Sides::of(a, -1.0), Sides::of(b, 1.0));
        let (mut i, mut j) = (0, 0);
        while i < of_a.count() || j < of_b.count() {
            let takes_b = if i == of_a.count() {
                true
            } else if j == of_b.count() {
                false
            } else {
                !is_before(of_a.along(i), of_b.along(j))
            };
            let of = [of_a.index(i), of_b.index(j)];
            let along = if takes_b { of_b.along(j) } else { of_a.along(i) };
            difference.push(Corner { at: delta + b.points[of[1]] - a.points[of[0]], along, of });
            if takes_b { j += 1 } else { i += 1 }
        }
        if difference.count == 0 {
            difference.push(Corner { at: delta + b.points[0] - a.points[0], along: DVec2::ZERO, of: [0; 2] });
        }
        difference
    }

    fn push(&mut self, corner: Corner) {
        self.corners[self.count] = corner;
        self.count += 1;
    }

    pub(super) fn corners(&self) -> &[Corner] {
        &self.corners[..self.count]
    }

    /// The sides: none for a point.
    pub(super) fn sides(&self) -> &[Corner] {
        if self.count > 1 { self.corners() } else { &[] }
    }

    /// The inward unit normal of a side, which leads from `a` to `b`.
    pub(super) fn normal(side: &Corner) -> DVec2 {
        side.along.perp() / side.along.length()
    }

    /// More than the rounding error of a distance.
    pub(super) fn slack(&self) -> f64 {
        ROUNDING * self.size
    }

    /// The place of the border nearest to the origin, and the normal with the largest gap; if the origin is inside or on
    /// the border, the side nearest to it.
    pub(super) fn nearest(&self) -> Nearest {
        let outside = self.outside();
        let Some(side) = self.nearest_side() else { return outside };
        // Inside, the distance from the border is that from the nearest side.
        if outside.gap <= (-side.gap).max(0.0) + 2.0 * self.slack() {
            return side;
        }
        // Close to a corner, rounding can turn the direction to it out of the directions between its sides.
        let gap = self.corners().iter().map(|corner| outside.normal.dot(corner.at)).fold(f64::INFINITY, f64::min);
        let normal = if side.gap > gap + self.slack() { side.normal } else { outside.normal };
        Nearest { normal, gap: gap.max(side.gap), ..outside }
    }

    /// The side with the largest gap: the first one of those that are equally good.
    fn nearest_side(&self) -> Option<Nearest> {
        let mut best = None::<Nearest>;
        for (index, side) in self.sides().iter().enumerate() {
            let normal = Self::normal(side);
            let next = Nearest { normal, gap: normal.dot(side.at), side: index, part: 0.5 };
            let depth = |side: Nearest| (side.normal, self.radius - side.gap);
            if best.is_none_or(|best| is_shallower(depth(next), depth(best), self.slack())) {
                best = Some(next);
            }
        }
        best
    }

    /// The nearest place of the border, seen from outside.
    pub(super) fn outside(&self) -> Nearest {
        let mut least = f64::INFINITY;
        let mut best = Nearest { normal: DVec2::X, gap: 0.0, side: 0, part: 0.0 };
        for (index, side) in self.corners().iter().enumerate() {
            let length_sq = side.along.length_squared();
            let part = if length_sq > 0.0 { (-side.at.dot(side.along) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
            let delta = side.at + side.along * part;
            let distance = delta.length();
            if distance < least {
                least = distance;
                best = Nearest { normal: delta, gap: distance, side: index, part };
            }
        }
        let delta = best.normal;
        let across = if self.count > 1 { Self::normal(&self.corners[best.side]) } else { DVec2::X };
        if best.part > 0.0 && best.part < 1.0 {
            let gap = across.dot(self.corners[best.side].at);
            return Nearest { normal: across * gap.signum(), gap: gap.abs(), ..best };
        }
        Nearest { normal: delta.try_normalize().unwrap_or(across), ..best }
    }

    /// The direction between the outward normals of the sides at a corner that is nearest to another.
    pub(super) fn outward_at(&self, corner: usize, outward: DVec2) -> DVec2 {
        if self.count < 2 {
            return outward;
        }
        let before = &self.corners[if corner > 0 { corner } else { self.count } - 1];
        let after = &self.corners[corner];
        let [before_normal, after_normal] = [before, after].map(|side| -Self::normal(side));
        match [outward.dot(before.along) < 0.0, outward.dot(after.along) > 0.0] {
            [false, false] => outward,
            [true, false] => before_normal,
            [false, true] => after_normal,
            [true, true] if before_normal.dot(outward) > after_normal.dot(outward) => before_normal,
            [true, true] => after_normal,
        }
    }

    fn next(&self, corner: usize) -> usize {
        if corner + 1 < self.count { corner + 1 } else { 0 }
    }

    /// The indices of the ends of the part of each set that makes a side.
    pub(super) fn ends(&self, side: usize) -> [[usize; 2]; 2] {
        let (from, to) = (self.corners[side].of, self.corners[self.next(side)].of);
        [[from[0], to[0]], [from[1], to[1]]]
    }

    /// The points of both sets behind the nearest place, each from the origin of its set.
    pub(super) fn points_at(&self, nearest: &Nearest, a: &Hull, b: &Hull) -> [DVec2; 2] {
        let [of_a, of_b] = self.ends(nearest.side);
        [(a, of_a), (b, of_b)].map(|(hull, [from, to])| {
            let (from, to) = (hull.points[from], hull.points[to]);
            from + (to - from) * nearest.part
        })
    }
}
