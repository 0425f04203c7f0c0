//! Circle against rectangle by the nine regions: a cross product for each edge, then the nearest edge or corner.

use collide2d::{Circle, Region, Touching, Vec2, region_of};

use super::super::corners::corners;
use super::number::{brief, compared};
use super::wrong::FINE;
use super::{Copied, Line, Scene, State, Steps, Switch, Wrong, center};

const NAMES: [&str; 4] = ["A", "B", "C", "D"];
const EDGES: [&str; 4] = ["AB", "BC", "CD", "DA"];

type Point = [f64; 2];

/// The nearest part of the rectangle by the signs of the cross products.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Case {
    Inside,
    /// The edge to whose right the center lies.
    Edge(usize),
    /// The corner between the two edges to whose right it lies.
    Corner(usize),
    /// No case of the lesson.
    None,
}

/// An edge, and the vector from its start to the center.
struct Edge {
    vector: Point,
    to_center: Point,
    cross: f64,
}

pub(super) fn steps(scene: &Scene<'_>) -> Option<Steps> {
    let obstacle = scene.obstacles.first()?;
    // Counter-clockwise from the bottom left one.
    let mut corners = corners(obstacle)?;
    if scene.has(Switch::Clockwise) {
        corners = [corners[0], corners[3], corners[2], corners[1]];
    }
    let at = center(scene.circle);
    let edges = edges(&corners, at);
    let left = edges.each_ref().map(|edge| is_left(scene, edge.cross));
    let case = case_of(left);
    let mut steps = Steps { lines: edges.iter().zip(left).enumerate().map(edge_line).collect(), ..Steps::default() };
    steps.points = NAMES.into_iter().zip(corners).collect();
    let lefts = left.iter().filter(|left| **left).count();
    steps.values = [("lefts", lefts as f64), ("r", f64::from(scene.circle.radius()))].into();
    steps.values.extend(["AB×AO", "BC×BO", "CD×CO", "DA×DO"].into_iter().zip(edges.each_ref().map(|edge| edge.cross)));
    steps.lines.push(count_line(lefts, case));
    let distance = distance_line(case, &corners, &edges, scene, &mut steps);
    steps.lines.extend(distance);
    if !scene.switches.is_empty() {
        let copy = |circle: &Circle| says_inside(scene, &corners, circle);
        let exact = |circle: &Circle| region_of(*obstacle, circle.center()) == Some(Region::Inside);
        steps.copy = Some(Copied { says: copy(scene.circle), exact: exact(scene.circle) });
        steps.wrong = Some(Wrong::find(scene.circle, FINE, Vec2::splat(FINE / 2.0), copy, exact));
    }
    Some(steps)
}

fn edges(corners: &[Point; 4], at: Point) -> [Edge; 4] {
    std::array::from_fn(|i| {
        let (a, b) = (corners[i], corners[(i + 1) % 4]);
        let (vector, to_center) = ([b[0] - a[0], b[1] - a[1]], [at[0] - a[0], at[1] - a[1]]);
        Edge { vector, to_center, cross: vector[0] * to_center[1] - vector[1] * to_center[0] }
    })
}

/// On the line counts as left, because the border belongs to the rectangle.
fn is_left(scene: &Scene<'_>, cross: f64) -> bool {
    if scene.has(Switch::Strict) { cross > 0.0 } else { cross >= 0.0 }
}

fn case_of(left: [bool; 4]) -> Case {
    let right = |i: usize| !left[i % 4];
    match left.iter().filter(|left| **left).count() {
        4 => Case::Inside,
        3 => (0..4).find(|i| right(*i)).map_or(Case::None, Case::Edge),
        2 => (0..4).find(|i| right(*i) && right(i + 3)).map_or(Case::None, Case::Corner),
        _ => Case::None,
    }
}

/// Whether all edges have the center on their left. A flat rectangle is a line with two sides, and the lesson's code
/// finds a point inside that lies on it; it is right only with the strict comparison, which loses the border.
fn says_inside(scene: &Scene<'_>, corners: &[Point; 4], circle: &Circle) -> bool {
    let edges = edges(corners, center(circle));
    let flat = scene.has(Switch::FlatLine) && edges.iter().any(|edge| edge.vector == [0.0, 0.0]);
    edges.iter().all(|edge| if flat { edge.cross >= 0.0 } else { is_left(scene, edge.cross) })
}

fn edge_line((i, (edge, left)): (usize, (&Edge, bool))) -> Line {
    let Edge { vector: [vx, vy], to_center: [ox, oy], cross } = edge;
    let name = EDGES[i];
    let from = NAMES[i];
    let formula = format!("{name} × {from}O");
    let [vx, vy, ox, oy] = [vx, vy, ox, oy].map(|value| brief(*value));
    let numbers = format!("({vx}, {vy}) × ({ox}, {oy}) = {}", brief(*cross));
    let result = match (left, *cross == 0.0) {
        (true, false) => "left",
        (true, true) => "on the line, counts as left",
        (false, true) => "on the line, counts as right",
        (false, false) => "right",
    };
    Line::new(&name.to_lowercase(), &formula, numbers, result, if left { State::Passed } else { State::Decides })
}

fn count_line(lefts: usize, case: Case) -> Line {
    let result = match case {
        Case::Inside => "inside".to_owned(),
        Case::Edge(i) => format!("beside the edge {}", EDGES[i]),
        Case::Corner(i) => format!("beyond the corner {}", NAMES[i]),
        Case::None => "no case of the lesson".to_owned(),
    };
    Line::new("count", "number of lefts", lefts.to_string(), &result, State::Decides)
}

/// The distance to the nearest edge or corner, compared with the radius.
fn distance_line(
    case: Case,
    corners: &[Point; 4],
    edges: &[Edge; 4],
    scene: &Scene<'_>,
    steps: &mut Steps,
) -> Vec<Line> {
    let r = f64::from(scene.circle.radius());
    let (formula, numbers, distance) = match case {
        Case::Inside => {
            return vec![Line::new("distance", "no distance to compare", String::new(), "hit", State::Decides)];
        }
        Case::None => {
            return vec![Line::new("distance", "no distance to compare", String::new(), "apart", State::Decides)];
        }
        Case::Edge(i) => {
            // The line through the edge is m x + n y + k = 0.
            let ([vx, vy], a) = (edges[i].vector, corners[i]);
            let (m, n) = (-vy, vx);
            let k = -(m * a[0] + n * a[1]);
            let [x, y] = center(scene.circle);
            let distance = (m * x + n * y + k).abs() / m.hypot(n);
            steps.values.extend([("m", m), ("n", n), ("k", k)]);
            let [m, n, k, x, y] = [m, n, k, x, y].map(brief);
            let numbers = format!("|{m}·{x} + {n}·{y} + {k}| / √({m}² + {n}²)");
            ("d = |m x + n y + k| / √(m² + n²)".to_owned(), numbers, distance)
        }
        Case::Corner(i) => {
            let ([x, y], c) = (center(scene.circle), corners[i]);
            let (dx, dy) = (x - c[0], y - c[1]);
            (format!("d = |O − {}|", NAMES[i]), format!("√({}² + {}²)", brief(dx), brief(dy)), dx.hypot(dy))
        }
    };
    steps.values.insert("d", distance);
    let hit = if scene.touching == Touching::Open { distance < r } else { distance <= r };
    let sign = if scene.touching == Touching::Open { "d < r" } else { "d ≤ r" };
    let result = if hit { "hit" } else { "apart" };
    vec![
        Line::new("formula", &formula, format!("{numbers} = {}", brief(distance)), "", State::Passed),
        Line::new("distance", sign, compared(distance, r), result, State::Decides),
    ]
}

#[cfg(test)]
mod tests {
    use collide2d::{OrientedRect, Rect, Rotor, Shape, distance};

    use super::*;

    fn answer(circle: Circle, obstacle: Shape, switches: &[Switch]) -> Steps {
        let obstacles = [obstacle];
        let touching = Touching::Closed;
        steps(&Scene { circle: &circle, obstacles: &obstacles, touching, motion: None, switches }).unwrap()
    }

    fn board(degrees: f32) -> Shape {
        OrientedRect::new(Vec2::new(0.5, 0.25), Vec2::new(2.0, 1.25), Rotor::from_degrees(degrees).unwrap())
            .unwrap()
            .into()
    }

    #[test]
    fn signs_select_the_region_and_the_distance_of_the_engine() {
        for degrees in [0.0, 20.0, 90.0, -135.0] {
            for place in 0..40 * 40 {
                let at = Vec2::new((place % 40) as f32 * 0.23 - 4.61, (place / 40) as f32 * 0.23 - 4.59);
                let circle = Circle::new(at, 0.5).unwrap();
                let (board, steps) = (board(degrees), answer(circle, board(degrees), &[]));
                let case = match region_of(board, at).unwrap().sides().map(i8::abs) {
                    [0, 0] => 4.0,
                    [1, 1] => 2.0,
                    _ => 3.0,
                };
                assert_eq!(steps.values["lefts"], case, "{at} {degrees}");
                let expected = f64::from(distance(Circle::new(at, 0.0).unwrap(), board));
                let found = steps.values.get("d").copied().unwrap_or_default();
                assert!((found - expected).abs() < 1e-5, "{found} {expected}");
                let hit = steps.lines.last().unwrap().result == "hit";
                assert_eq!(hit, collide2d::overlaps(circle, board));
            }
        }
    }

    #[test]
    fn the_tutorials_mistakes_are_wrong_here() {
        let square: Shape = Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0)).unwrap().into();
        let copy = |x, y, obstacle, switch| {
            answer(Circle::new(Vec2::new(x, y), 0.5).unwrap(), obstacle, &[switch]).copy.unwrap()
        };
        let clockwise = copy(1.0, 1.0, square, Switch::Clockwise);
        assert!(!clockwise.says && clockwise.exact);
        let border = copy(4.0, 1.0, square, Switch::Strict);
        assert!(!border.says && border.exact);
        let wall: Shape = Rect::new(Vec2::ZERO, Vec2::new(4.0, 0.0)).unwrap().into();
        let line = copy(5.0, 0.0, wall, Switch::FlatLine);
        assert!(line.says && !line.exact);
    }

    #[test]
    fn the_other_order_of_corners_loses_the_inside() {
        let circle = Circle::new(Vec2::new(0.5, 0.25), 0.5).unwrap();
        let wrong = answer(circle, board(0.0), &[Switch::Clockwise]).wrong.unwrap();
        let lost: u32 = wrong.misses.iter().map(|run| run.2).sum();
        assert!((f64::from(lost) * f64::from(FINE * FINE) - 4.0 * 2.5).abs() < 0.3, "{lost}");
        assert!(wrong.hits.is_empty());
    }
}
