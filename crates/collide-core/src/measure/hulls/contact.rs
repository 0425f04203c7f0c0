use glam::DVec2;

use super::difference::{Difference, Nearest};
use crate::measure::frame::ROUNDING;
use crate::measure::hull::Hull;
use crate::measure::results::Measure;

/// Depths that differ by less than this part are equal.
const TIE: f64 = 1e-9;

/// The contact of two sets: along the shortest way that separates them.
pub(crate) fn measure(a: &Hull, b: &Hull) -> Measure {
    let difference = Difference::of(a, b);
    let nearest = difference.nearest();
    let points = touching_points(&difference, &nearest, a, b);
    Measure { normal: nearest.normal, depth: difference.radius - nearest.gap, points }
}

/// The contact points of two sets that touch, or overlap, at a place of their difference: half way between the surfaces.
/// Two if a side lies against a side.
pub(super) fn touching_points(difference: &Difference, nearest: &Nearest, a: &Hull, b: &Hull) -> [DVec2; 2] {
    let normal = nearest.normal;
    let [of_a, of_b] = difference.ends(nearest.side);
    let is_side = nearest.part > 0.0 && nearest.part < 1.0;
    let way = b.origin - a.origin;
    let edge = |hull: &Hull, ends: [usize; 2], start: DVec2| ends.map(|end| start + hull.points[end]);
    let clip = Clip { slack: ROUNDING * difference.size, radius: difference.radius };
    let points = if is_side && of_a[0] != of_a[1] {
        let incident = edge(b, facing_side(b, normal), way);
        clip.points(edge(a, of_a, DVec2::ZERO), incident, normal, [a.radius, b.radius])
    } else if is_side && of_b[0] != of_b[1] {
        let incident = edge(a, facing_side(a, -normal), DVec2::ZERO);
        clip.points(edge(b, of_b, way), incident, -normal, [b.radius, a.radius])
    } else {
        let [on_a, on_b] = difference.points_at(nearest, a, b);
        [(on_a + normal * a.radius + way + on_b - normal * b.radius) * 0.5; 2]
    };
    points.map(|point| a.origin + point)
}

/// The ends of the side whose outward normal is most opposite to a direction.
fn facing_side(hull: &Hull, direction: DVec2) -> [usize; 2] {
    let mut best = (f64::INFINITY, [0, 0]);
    for index in 0..hull.count {
        let next = if index + 1 < hull.count { index + 1 } else { 0 };
        let along = hull.points[next] - hull.points[index];
        let facing = -along.perp().normalize_or_zero().dot(direction);
        if facing < best.0 {
            best = (facing, [index, next]);
        }
    }
    best.1
}

/// The limits of a clipped side.
struct Clip {
    slack: f64,
    radius: f64,
}

impl Clip {
    /// The ends of the part of a side that lies against a reference side, half way between the surfaces. `normal` leads
    /// from the reference to the other. An end that is apart is left out.
    fn points(&self, reference: [DVec2; 2], incident: [DVec2; 2], normal: DVec2, radii: [f64; 2]) -> [DVec2; 2] {
        let tangent = normal.perp();
        let along = |point: DVec2| tangent.dot(point);
        let sorted = |[a, b]: [DVec2; 2]| if along(a) > along(b) { [b, a] } else { [a, b] };
        let ([left, right], [from, to]) = (sorted(reference), sorted(incident));
        let (low, high) = (along(from), along(to));
        let length = high - low;
        let at = |place: f64| if length > 0.0 { from + (to - from) * ((place - low) / length) } else { from };
        let ends = [at(along(left).clamp(low, high)), at(along(right).clamp(low, high))];
        let gap = |point: DVec2| normal.dot(point - left);
        let depths = ends.map(|end| self.radius - gap(end));
        let half_way = |point: DVec2| point + normal * ((radii[0] - radii[1] - gap(point)) * 0.5);
        let slack = TIE * depths[0].max(depths[1]).abs() + self.slack;
        match depths.map(|depth| depth >= -slack) {
            [true, true] => ends.map(half_way),
            [true, false] => [half_way(ends[0]); 2],
            [false, true] => [half_way(ends[1]); 2],
            [false, false] => [half_way(if depths[0] > depths[1] { ends[0] } else { ends[1] }); 2],
        }
    }
}
