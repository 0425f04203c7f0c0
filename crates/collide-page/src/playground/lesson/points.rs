//! A circle against a capsule or polygon: the edge with the largest gap, then its nearer end, and the two radii together.

use collide2d::{Circle, DVec2, Touching, Vec2, relation};

use super::number::{brief, compared};
use super::parting;
use super::rounded::{Edge, Rounded, gap_lines, largest, light_edge};
use super::wrong::FINE;
use super::{Copied, Line, Scene, State, Steps, Switch, Wrong};

/// The angle by which the body was turned after its normals were computed, with [`Switch::StaleNormals`].
const TURNED_DEGREES: f64 = 30.0;

/// The step that decides.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Test {
    /// The center is beside an edge, farther along its normal than the radii.
    Beside,
    /// The center is inside, or an edge is closest.
    Edge,
    /// A point is closest.
    Point,
}

/// The numbers of the tests.
struct Tested {
    /// The gap of each edge: how far the center is from its line, outwards.
    gaps: Vec<f64>,
    /// The edge with the largest gap: its index, the gap, and the share of the edge beside which the center is.
    edge: Option<(usize, f64, f64)>,
    /// The index of the point that the last test asks, and its number: the distance, or how far beyond the end.
    point: (usize, f64),
    test: Test,
    hit: bool,
}

impl Tested {
    fn of(scene: &Scene<'_>, points: &[DVec2], sides: &[Edge], center: DVec2, reach: f64) -> Self {
        let closed = scene.touching == Touching::Closed;
        let within = |distance: f64| distance < reach || distance == reach && closed;
        let gaps: Vec<f64> = sides.iter().map(|edge| edge.gap(center)).collect();
        let edge = largest(&gaps).map(|(index, gap)| (index, gap, share(sides[index].from, sides[index].to, center)));
        let distance = |index: &usize| (center - points[*index]).length();
        let nearest = |indices: &mut dyn Iterator<Item = usize>| {
            indices.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or_default()
        };
        let is_inside = edge.is_some_and(|(_, gap, _)| gap < 0.0);
        let asks_points_only = scene.has(Switch::NearestPoint);
        let end = match edge {
            Some((index, ..)) if !asks_points_only => {
                nearest(&mut [index % points.len(), (index + 1) % points.len()].into_iter())
            }
            Some(_) | None => nearest(&mut (0..points.len())),
        };
        let mut tested = Self { gaps, edge, point: (end, distance(&end)), test: Test::Point, hit: false };
        if let Some((index, gap, share)) = edge {
            let length = (sides[index].to - sides[index].from).length();
            if scene.has(Switch::SquareCorners) {
                tested.point.1 = (-share).max(share - 1.0) * length;
            }
            if !asks_points_only && !is_inside && !within(gap) {
                tested.test = Test::Beside;
                return tested;
            }
            if is_inside || !asks_points_only && (0.0..=1.0).contains(&share) {
                (tested.test, tested.hit) = (Test::Edge, true);
                return tested;
            }
        }
        tested.hit = within(tested.point.1);
        tested
    }
}

pub(super) fn steps(scene: &Scene<'_>) -> Option<Steps> {
    let obstacle = scene.obstacles.first()?;
    let shape = Rounded::of(obstacle)?;
    if scene.has(Switch::OneSetOfNormals) {
        return Some(parting::steps(scene, obstacle, &shape));
    }
    let points: Vec<DVec2> = shape.points.iter().map(|point| point.as_dvec2()).collect();
    let mut sides = shape.sides();
    if scene.has(Switch::StaleNormals) {
        let back = DVec2::from_angle(-TURNED_DEGREES.to_radians());
        sides.iter_mut().for_each(|edge| edge.normal = back.rotate(edge.normal));
    }
    let reach_of = |circle: &Circle| f64::from(circle.radius()) + f64::from(shape.radius);
    let test = |circle: &Circle| Tested::of(scene, &points, &sides, circle.center().as_dvec2(), reach_of(circle));
    let (center, reach, tested) = (scene.circle.center().as_dvec2(), reach_of(scene.circle), test(scene.circle));
    let mut steps = Steps { lines: lines(scene, &tested, reach), ..Steps::default() };
    let (distance, closest) = closest(&shape, center);
    steps.values = [("d", distance), ("reach", reach)].into();
    steps.points = [("closest", closest.into())].into();
    light(&mut steps, &tested, &points, &sides, center);
    if !scene.switches.is_empty() {
        let exact = |circle: &Circle| scene.touching.accepts(relation(*circle, *obstacle));
        steps.copy = Some(Copied { says: tested.hit, exact: exact(scene.circle) });
        let copy = |circle: &Circle| test(circle).hit;
        steps.wrong = Some(Wrong::find(scene.circle, FINE, Vec2::splat(FINE / 2.0), copy, exact));
    }
    Some(steps)
}

/// Adds the feature that decides: an edge with its normal at the place beside the center, or a point.
fn light(steps: &mut Steps, tested: &Tested, points: &[DVec2], sides: &[Edge], center: DVec2) {
    if let Some((_, gap, share)) = tested.edge {
        steps.values.extend([("gap", gap), ("t", share)]);
    }
    match (tested.test, tested.edge) {
        (Test::Beside | Test::Edge, Some((index, gap, _))) => {
            light_edge(steps, index, &sides[index], center - sides[index].normal * gap);
        }
        (Test::Point, _) | (_, None) => {
            let point = points[tested.point.0];
            steps.values.extend([("point", (tested.point.0 + 1) as f64), ("from point", (center - point).length())]);
            steps.points.insert("point", point.into());
        }
    }
}

/// The gaps, then the three tests.
fn lines(scene: &Scene<'_>, tested: &Tested, reach: f64) -> Vec<Line> {
    let open = scene.touching == Touching::Open;
    let state = |test: Test| match (tested.test as u8).cmp(&(test as u8)) {
        std::cmp::Ordering::Less => State::Skipped,
        std::cmp::Ordering::Equal => State::Decides,
        std::cmp::Ordering::Greater => State::Passed,
    };
    let asks_points_only = scene.has(Switch::NearestPoint);
    let mut lines = gap_lines(&tested.gaps, asks_points_only);
    if let Some((index, gap, share)) = tested.edge {
        let number = index + 1;
        let (beside, edge) = if asks_points_only {
            (State::LeftOut, if gap < 0.0 { State::Decides } else { State::LeftOut })
        } else {
            (state(Test::Beside), state(Test::Edge))
        };
        let words = if tested.test == Test::Beside { format!("apart, beside edge {number}") } else { "no".to_owned() };
        let formula = if open { "gap ≥ r + R" } else { "gap > r + R" };
        lines.push(Line::new("beside", formula, compared(gap, reach), &words, beside));
        let (formula, numbers, words) = if gap < 0.0 {
            ("gap < 0".to_owned(), compared(gap, 0.0), "hit, inside".to_owned())
        } else {
            let is_along = (0.0..=1.0).contains(&share);
            let words = match (asks_points_only, is_along) {
                (true, _) => String::new(),
                (false, true) => format!("hit, edge {number} is closest"),
                (false, false) => "no, beyond its end".to_owned(),
            };
            (format!("0 ≤ t ≤ 1 on edge {number}"), format!("t = {}", brief(share)), words)
        };
        lines.push(Line::new("edge", &formula, numbers, &words, edge));
    }
    let (index, number) = tested.point;
    let name = if scene.has(Switch::SquareCorners) && tested.edge.is_some() { "beyond the end" } else { "d" };
    let formula = format!("{name} {} r + R, point {}", if open { "<" } else { "≤" }, index + 1);
    let words = match (tested.test, tested.hit) {
        (Test::Beside | Test::Edge, _) => "",
        (Test::Point, true) => "hit",
        (Test::Point, false) => "apart",
    };
    lines.push(Line::new("point", &formula, compared(number, reach), words, state(Test::Point)));
    lines
}

/// The distance from a point to the hull, and the closest point of its edges.
fn closest(shape: &Rounded, point: DVec2) -> (f64, DVec2) {
    let edges = shape.edges();
    let edges = edges.iter().map(|edge| edge.map(|point| point.as_dvec2()));
    let nearest = |[a, b]: [DVec2; 2]| a + (b - a) * share(a, b, point).clamp(0.0, 1.0);
    let by_distance = |a: &DVec2, b: &DVec2| (point - *a).length().total_cmp(&(point - *b).length());
    let at = edges.map(nearest).min_by(by_distance).unwrap_or(point);
    let is_inside = shape.points.len() > 2 && shape.sides().iter().all(|edge| edge.gap(point) <= 0.0);
    (if is_inside { 0.0 } else { (point - at).length() }, at)
}

/// The place beside which a point is, as a share of an edge; zero for an edge of length zero.
fn share(a: DVec2, b: DVec2, point: DVec2) -> f64 {
    let length_sq = (b - a).length_squared();
    if length_sq > 0.0 { (point - a).dot(b - a) / length_sq } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use collide2d::{Capsule, Circle, Polygon, Shape, overlaps};

    use super::*;

    fn ask(circle: &Circle, shape: Shape, touching: Touching, switches: &[Switch]) -> Steps {
        let obstacles = [shape];
        steps(&Scene { circle, obstacles: &obstacles, touching, motion: None, switches }).unwrap()
    }

    fn decides(steps: &Steps) -> (&str, bool) {
        let line = steps.lines.iter().find(|line| line.state == State::Decides).unwrap();
        (&line.id, line.result.starts_with("hit"))
    }

    fn shapes() -> [Shape; 5] {
        [
            Capsule::new(Vec2::new(-2.0, -1.0), Vec2::new(1.5, 0.7), 0.6).unwrap().into(),
            Capsule::new(Vec2::ZERO, Vec2::ZERO, 0.9).unwrap().into(),
            Polygon::new(&[[-2.0, -1.0], [1.7, -1.2], [0.3, 1.9]], 0.35).unwrap().into(),
            Polygon::regular(8, 1.6).unwrap().at(Vec2::new(0.3, -0.2)).unwrap().into(),
            Polygon::new(&[[0.4, 0.3]], 0.0).unwrap().into(),
        ]
    }

    #[test]
    fn the_steps_decide_as_the_engine() {
        for place in 0..60 * 60 {
            let at = Vec2::new((place % 60) as f32 * 0.101 - 3.03, (place / 60) as f32 * 0.103 - 3.09);
            let circle = Circle::new(at, 0.47).unwrap();
            for shape in shapes() {
                let steps = ask(&circle, shape, Touching::Closed, &[]);
                assert_eq!(decides(&steps).1, overlaps(circle, shape), "{at} {shape:?}");
                let deciding = steps.lines.iter().filter(|line| line.state == State::Decides).count();
                assert_eq!((deciding, steps.copy.is_some()), (1, false));
            }
        }
    }

    #[test]
    fn a_touch_counts_or_not() {
        let capsule = Capsule::new(Vec2::ZERO, Vec2::new(0.0, 4.0), 1.0).unwrap();
        let circle = Circle::new(Vec2::new(3.0, 8.0), 4.0).unwrap();
        let ask = |touching| ask(&circle, capsule.into(), touching, &[]);
        assert_eq!(decides(&ask(Touching::Closed)), ("point", true));
        assert_eq!(decides(&ask(Touching::Open)), ("point", false));
    }

    #[test]
    fn the_deciding_feature_has_its_place_and_numbers() {
        let board = Polygon::new(&[[-2.0, -1.0], [2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]], 0.5).unwrap();
        let at = |x: f32, y: f32| ask(&Circle::new(Vec2::new(x, y), 0.5).unwrap(), board.into(), Touching::Closed, &[]);
        let beside = at(1.0, 2.5);
        assert_eq!(decides(&beside), ("beside", false));
        assert_eq!((beside.values["gap"], beside.values["edge"]), (1.5, 3.0));
        assert_eq!((beside.points["foot"], beside.points["normal"]), ([1.0, 1.0], [0.0, 1.0]));
        let edge = at(2.75, 0.5);
        assert_eq!((decides(&edge), edge.values["gap"], edge.values["t"]), (("edge", true), 0.75, 0.75));
        assert_eq!([edge.points["edge-from"], edge.points["edge-to"]], [[2.0, -1.0], [2.0, 1.0]]);
        let point = at(2.75, 1.75);
        assert_eq!(
            (decides(&point), point.points["point"], point.values["point"]),
            (("point", false), [2.0, 1.0], 3.0)
        );
        assert_eq!(decides(&at(0.0, 0.0)), ("edge", true));
    }

    #[test]
    fn the_mistakes_are_wrong_here() {
        let board = Polygon::new(&[[-2.0, -1.0], [2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]], 0.5).unwrap();
        let turned = Polygon::new(&[[-1.23, -1.87], [2.23, 0.13], [1.23, 1.87], [-2.23, -0.13]], 0.3).unwrap();
        for (switch, shape, x, y, says) in [
            (Switch::SquareCorners, board, 2.8, 1.8, true),
            (Switch::NearestPoint, board, 0.0, 1.75, false),
            (Switch::StaleNormals, turned, -1.9, 1.2, true),
            (Switch::OneSetOfNormals, board, 2.7, 1.7, true),
        ] {
            let circle = Circle::new(Vec2::new(x, y), 0.5).unwrap();
            let steps = ask(&circle, shape.into(), Touching::Closed, &[switch]);
            let Copied { says: said, exact } = steps.copy.as_ref().unwrap();
            assert_eq!((*said, *exact, decides(&steps).1), (says, !says, says), "{switch:?} {x} {y}");
            let Wrong { hits, misses, .. } = steps.wrong.as_ref().unwrap();
            assert!(if says { !hits.is_empty() } else { !misses.is_empty() }, "{switch:?}");
        }
    }
}
