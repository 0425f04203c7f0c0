//! A circle against a capsule or polygon: the closest point of the edges, and the two radii together.

use collide2d::{DVec2, Shape, Touching, Vec2};

use super::number::{brief, compared};
use super::{Line, Scene, State, Steps};

/// The points and the radius of a capsule or polygon.
pub(crate) struct Rounded {
    /// At least one, counter-clockwise with y up.
    pub(crate) points: Vec<Vec2>,
    pub(crate) radius: f32,
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
}

pub(super) fn steps(scene: &Scene<'_>) -> Option<Steps> {
    let shape = Rounded::of(scene.obstacles.first()?)?;
    let (center, edges) = (scene.circle.center().as_dvec2(), shape.edges());
    let reach = f64::from(scene.circle.radius()) + f64::from(shape.radius);
    let mut steps = Steps::default();
    let (mut least, mut nearest, mut is_inside) = (f64::INFINITY, center, edges.len() > 1);
    for (index, edge) in edges.iter().enumerate() {
        let [a, b] = edge.map(|point| point.as_dvec2());
        let (share, at) = closest(a, b, center);
        let distance = (center - at).length();
        is_inside &= (b - a).perp_dot(center - a) >= 0.0;
        (least, nearest) = if distance < least { (distance, at) } else { (least, nearest) };
        let place = if share > 0.0 && share < 1.0 { "beside it" } else { "at an end" };
        let (id, formula) = (format!("edge-{}", index + 1), format!("to edge {}", index + 1));
        steps.lines.push(Line::new(&id, &formula, brief(distance), place, State::Passed));
    }
    if edges.len() > 1 {
        let (words, state) = if is_inside { ("yes: d = 0", State::Passed) } else { ("no", State::Passed) };
        steps.lines.push(Line::new("inside", "left of all edges?", String::new(), words, state));
    }
    let distance = if is_inside { 0.0 } else { least };
    let hit = distance < reach || distance == reach && scene.touching == Touching::Closed;
    let formula = if scene.touching == Touching::Open { "d < r + R" } else { "d ≤ r + R" };
    let result = if hit { "hit" } else { "no hit" };
    steps.lines.push(Line::new("decide", formula, compared(distance, reach), result, State::Decides));
    steps.values = [("d", distance), ("reach", reach)].into();
    steps.points = [("closest", nearest.into())].into();
    Some(steps)
}

/// The point of an edge that is closest to another point, as the share of the edge and as a place.
fn closest(a: DVec2, b: DVec2, point: DVec2) -> (f64, DVec2) {
    let along = b - a;
    let length_sq = along.length_squared();
    let share = if length_sq > 0.0 { ((point - a).dot(along) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
    (share, a + along * share)
}

#[cfg(test)]
mod tests {
    use collide2d::{Capsule, Circle, Polygon, overlaps};

    use super::*;

    fn hits(circle: &Circle, shape: Shape, touching: Touching) -> bool {
        let obstacles = [shape];
        let scene = Scene { circle, obstacles: &obstacles, touching, motion: None, switches: &[] };
        steps(&scene).unwrap().lines.last().unwrap().result == "hit"
    }

    #[test]
    fn the_steps_decide_as_the_engine() {
        let shapes = [
            Shape::from(Capsule::new(Vec2::new(-2.0, -1.0), Vec2::new(1.5, 0.7), 0.6).unwrap()),
            Capsule::new(Vec2::ZERO, Vec2::ZERO, 0.9).unwrap().into(),
            Polygon::new(&[[-2.0, -1.0], [1.7, -1.2], [0.3, 1.9]], 0.35).unwrap().into(),
            Polygon::regular(8, 1.6).unwrap().at(Vec2::new(0.3, -0.2)).unwrap().into(),
            Polygon::new(&[[0.4, 0.3]], 0.0).unwrap().into(),
        ];
        for place in 0..60 * 60 {
            let at = Vec2::new((place % 60) as f32 * 0.101 - 3.03, (place / 60) as f32 * 0.103 - 3.09);
            let circle = Circle::new(at, 0.47).unwrap();
            for shape in shapes {
                assert_eq!(hits(&circle, shape, Touching::Closed), overlaps(circle, shape), "{at} {shape:?}");
            }
        }
    }

    #[test]
    fn a_touch_counts_or_not() {
        let capsule = Capsule::new(Vec2::ZERO, Vec2::new(0.0, 4.0), 1.0).unwrap();
        let circle = Circle::new(Vec2::new(3.0, 8.0), 4.0).unwrap();
        assert!(hits(&circle, capsule.into(), Touching::Closed) && !hits(&circle, capsule.into(), Touching::Open));
    }
}
