//! The points, edges and normals of a capsule or polygon, and the gaps of its edges.

use collide2d::{DVec2, Shape, Vec2};

use super::number::brief;
use super::{Line, State, Steps};

/// The points and the radius of a capsule or polygon.
pub(crate) struct Rounded {
    /// At least one, counter-clockwise with y up.
    pub(crate) points: Vec<Vec2>,
    pub(crate) radius: f32,
}

/// An edge of the hull, with the outward normal that the code uses.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: DVec2,
    pub(super) to: DVec2,
    /// Of length one.
    pub(super) normal: DVec2,
}

impl Rounded {
    /// `None` for a shape of another kind.
    pub(crate) fn of(shape: &Shape) -> Option<Self> {
        match shape {
            Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) => None,
            Shape::Capsule(capsule) => Some(Self { points: capsule.points().into(), radius: capsule.radius() }),
            Shape::Polygon(polygon) => Some(Self { points: polygon.points().collect(), radius: polygon.radius() }),
        }
    }

    /// The edges: pairs of points. A capsule has one, and a single point is an edge of length zero.
    pub(crate) fn edges(&self) -> Vec<[Vec2; 2]> {
        let next = |index: usize| self.points[(index + 1) % self.points.len()];
        let count = if self.points.len() > 2 { self.points.len() } else { 1 };
        (0..count).map(|index| [self.points[index], next(index)]).collect()
    }

    /// The edges with their outward normals. A single point has none, and a capsule has one for each side.
    pub(super) fn sides(&self) -> Vec<Edge> {
        let edges = self.edges().into_iter().map(|edge| edge.map(|point| point.as_dvec2()));
        let sides = edges.filter(|[a, b]| a != b).map(|[from, to]| Edge { from, to, normal: outward(from, to) });
        let mut sides: Vec<Edge> = sides.collect();
        if let [Edge { from, to, .. }] = sides[..] {
            sides.push(Edge { from: to, to: from, normal: outward(to, from) });
        }
        sides
    }
}

impl Edge {
    pub(super) fn gap(&self, point: DVec2) -> f64 {
        (point - self.from).dot(self.normal)
    }
}

/// The normal on the right: of a counter-clockwise outline, the outer side.
fn outward(from: DVec2, to: DVec2) -> DVec2 {
    let along = to - from;
    DVec2::new(along.y, -along.x) / along.length()
}

/// Adds an edge, and its normal as a vector from a place.
pub(super) fn light_edge(steps: &mut Steps, index: usize, edge: &Edge, at: DVec2) {
    steps.values.insert("edge", (index + 1) as f64);
    let ends = [("edge-from", edge.from), ("edge-to", edge.to), ("foot", at), ("normal", edge.normal)];
    steps.points.extend(ends.map(|(name, point)| (name, point.into())));
}

/// The index of the largest gap, and the gap.
pub(super) fn largest(gaps: &[f64]) -> Option<(usize, f64)> {
    gaps.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1))
}

/// The gap of each edge.
pub(super) fn gap_lines(gaps: &[f64], left_out: bool) -> Vec<Line> {
    let largest = largest(gaps);
    let line = |(index, gap): (usize, &f64)| {
        let (id, formula) = (format!("edge-{}", index + 1), format!("gap of edge {}", index + 1));
        let words = if largest.is_some_and(|(one, _)| one == index) { "the largest" } else { "" };
        Line::new(&id, &formula, brief(*gap), words, if left_out { State::LeftOut } else { State::Passed })
    };
    gaps.iter().enumerate().map(line).collect()
}
