//! A square in the place of the circle, against a capsule or polygon: the normals of both can part them, or two points.

use collide2d::{Circle, DVec2, Polygon, Shape, Touching, Vec2, relation};

use super::number::compared;
use super::rounded::{Edge, Rounded, gap_lines, largest, light_edge};
use super::wrong::FINE;
use super::{Copied, Line, Scene, State, Steps, Wrong};

/// What parts two shapes.
struct Parting {
    /// The gap along the normal of each side of the shape.
    gaps: Vec<f64>,
    /// The same of the square.
    square_gaps: Vec<f64>,
    /// The distance of the points that are closest, if each is the closest of its shape to the other.
    points: Option<f64>,
}

impl Parting {
    fn of(points: &[DVec2], sides: &[Edge], square: &Rounded) -> Self {
        let corners: Vec<DVec2> = square.points.iter().map(|corner| corner.as_dvec2()).collect();
        let gap =
            |edge: &Edge, points: &[DVec2]| points.iter().map(|point| edge.gap(*point)).fold(f64::INFINITY, f64::min);
        let gaps = sides.iter().map(|edge| gap(edge, &corners)).collect();
        let square_gaps = square.sides().iter().map(|edge| gap(edge, points)).collect();
        let is_end = |points: &[DVec2], end: DVec2, towards: DVec2| {
            points.iter().all(|point| (*point - end).dot(towards - end) <= 0.0)
        };
        let pairs = points.iter().flat_map(|point| corners.iter().map(move |corner| (*point, *corner)));
        let closest =
            pairs.filter(|(point, corner)| is_end(points, *point, *corner) && is_end(&corners, *corner, *point));
        let points = closest.map(|(point, corner)| (point - corner).length()).max_by(f64::total_cmp);
        Self { gaps, square_gaps, points }
    }

    /// Whether a gap is too large for the radius, or the points are too far apart.
    fn parts(&self, gaps: &[&[f64]], is_over: impl Fn(f64) -> bool) -> bool {
        gaps.iter().copied().flatten().copied().chain(self.points).any(is_over)
    }
}

/// The square with corners at the ends of the circle's horizontal and vertical diameters.
fn square(circle: &Circle) -> Option<Polygon> {
    let r = circle.radius();
    Polygon::new(&[[r, 0.0], [0.0, r], [-r, 0.0], [0.0, -r]], 0.0).ok()?.at(circle.center()).ok()
}

pub(super) fn steps(scene: &Scene<'_>, obstacle: &Shape, shape: &Rounded) -> Steps {
    let points: Vec<DVec2> = shape.points.iter().map(|point| point.as_dvec2()).collect();
    let (sides, radius) = (shape.sides(), f64::from(shape.radius));
    let is_over = |gap: f64| gap > radius || gap == radius && scene.touching == Touching::Open;
    let parting = |circle: &Circle| {
        let square = Rounded::of(&square(circle)?.into())?;
        Some(Parting::of(&points, &sides, &square))
    };
    let Some(shown) = parting(scene.circle) else { return Steps::default() };
    let copy = |circle: &Circle| parting(circle).is_some_and(|parting| !parting.parts(&[&parting.gaps], is_over));
    let exact =
        |circle: &Circle| square(circle).is_some_and(|square| scene.touching.accepts(relation(square, *obstacle)));
    let says = copy(scene.circle);
    let mut steps = Steps { lines: lines(scene, &shown, radius, is_over), ..Steps::default() };
    steps.copy = Some(Copied { says, exact: exact(scene.circle) });
    steps.wrong = Some(Wrong::find(scene.circle, FINE, Vec2::splat(FINE / 2.0), copy, exact));
    if let Some((index, gap)) = largest(&shown.gaps) {
        let edge = &sides[index];
        steps.values.insert("gap", gap);
        light_edge(&mut steps, index, edge, (edge.from + edge.to) * 0.5);
    }
    steps.values.insert("reach", radius);
    steps.values.extend(largest(&shown.square_gaps).map(|(_, gap)| ("square gap", gap)));
    steps
}

fn lines(scene: &Scene<'_>, parting: &Parting, radius: f64, is_over: impl Fn(f64) -> bool) -> Vec<Line> {
    let sign = if scene.touching == Touching::Open { "≥" } else { ">" };
    let mut lines = gap_lines(&parting.gaps, false);
    let mut is_decided = false;
    let mut test = |id: &str, name: &str, gap: f64, left_out: bool| {
        let is_parted = is_over(gap);
        let state = match (left_out, is_decided, is_parted) {
            (true, _, _) => State::LeftOut,
            (false, true, _) => State::Skipped,
            (false, false, true) => State::Decides,
            (false, false, false) => State::Passed,
        };
        is_decided |= state == State::Decides;
        let words = if is_parted { "apart" } else { "no" };
        lines.push(Line::new(id, &format!("{name} {sign} R"), compared(gap, radius), words, state));
    };
    if let Some((_, gap)) = largest(&parting.gaps) {
        test("beside", "largest gap", gap, false);
    }
    if let Some((_, gap)) = largest(&parting.square_gaps) {
        test("beside-square", "largest gap of the square", gap, true);
    }
    if let Some(distance) = parting.points {
        test("point", "two points, d", distance, false);
    }
    let (words, state) = if is_decided { ("", State::Skipped) } else { ("hit", State::Decides) };
    lines.push(Line::new("decide", "otherwise", String::new(), words, state));
    lines
}

#[cfg(test)]
mod tests {
    use collide2d::{Capsule, overlaps};

    use super::*;

    #[test]
    fn the_normals_of_both_and_the_points_decide_as_the_engine() {
        let shapes = [
            Shape::from(Capsule::new(Vec2::new(-2.0, -1.0), Vec2::new(1.5, 0.7), 0.6).unwrap()),
            Capsule::new(Vec2::ZERO, Vec2::ZERO, 0.9).unwrap().into(),
            Polygon::new(&[[-2.0, -1.0], [1.7, -1.2], [0.3, 1.9]], 0.35).unwrap().into(),
            Polygon::regular(8, 1.6).unwrap().into(),
        ];
        let mut needed = 0;
        for place in 0..50 * 50 {
            let at = Vec2::new((place % 50) as f32 * 0.123 - 3.03, (place / 50) as f32 * 0.127 - 3.09);
            let circle = Circle::new(at, 0.47).unwrap();
            let square = square(&circle).unwrap();
            for shape in shapes {
                let rounded = Rounded::of(&shape).unwrap();
                let points: Vec<DVec2> = rounded.points.iter().map(|point| point.as_dvec2()).collect();
                let parting = Parting::of(&points, &rounded.sides(), &Rounded::of(&square.into()).unwrap());
                let is_over = |gap: f64| gap > f64::from(rounded.radius);
                let both: [&[f64]; 2] = [&parting.gaps, &parting.square_gaps];
                assert_eq!(!parting.parts(&both, is_over), overlaps(square, shape), "{at} {shape:?}");
                needed += usize::from(parting.parts(&both, is_over) != parting.parts(&[&parting.gaps], is_over));
            }
        }
        assert!(needed > 50, "{needed}");
    }
}
