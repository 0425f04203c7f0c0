//! Circle against rectangle by the distances of their centers: five comparisons.

use collide2d::{Circle, Rect, Shape, Touching, Vec2, relation};

use super::number::{circle_sign, compared, compared_by};
use super::wrong::FINE;
use super::{Copied, Line, Scene, State, Steps, Switch, Wrong};

/// The numbers that the code compares.
struct Numbers {
    /// The distance of the centers on each axis.
    d: [f64; 2],
    half: [f64; 2],
    r: f64,
}

/// A comparison and what follows from it.
struct Test {
    id: &'static str,
    off: Switch,
    formula: String,
    numbers: String,
    holds: bool,
    then: &'static str,
    hit: bool,
}

pub(super) fn steps(scene: &Scene<'_>) -> Option<Steps> {
    let Some(Shape::Rect(rect)) = scene.obstacles.first() else { return None };
    let numbers = Numbers::new(scene, scene.circle, rect);
    let mut steps = Steps { lines: lines(scene, &numbers), ..Steps::default() };
    let Numbers { d, half, r } = numbers;
    let [x, y] = [0, 1].map(|axis| d[axis] - half[axis]);
    steps.values = [
        ("dx", d[0]),
        ("dy", d[1]),
        ("half_w", half[0]),
        ("half_h", half[1]),
        ("reach_x", half[0] + r),
        ("reach_y", half[1] + r),
        ("r", r),
        ("corner_sq", x * x + y * y),
        ("r_sq", r * r),
    ]
    .into();
    if !scene.switches.is_empty() {
        let copy = |circle: &Circle| decide(&tests(scene, &Numbers::new(scene, circle, rect)), scene);
        let exact = |circle: &Circle| scene.touching.accepts(relation(*circle, *rect));
        steps.copy = Some(Copied { says: copy(scene.circle), exact: exact(scene.circle) });
        let whole = scene.has(Switch::IntegerHalves) || scene.has(Switch::OddBox);
        let (size, origin) = if whole { (1.0, scene.circle.center()) } else { (FINE, Vec2::splat(FINE / 2.0)) };
        steps.wrong = Some(Wrong::find(scene.circle, size, origin, copy, exact));
    }
    Some(steps)
}

impl Numbers {
    fn new(scene: &Scene<'_>, circle: &Circle, rect: &Rect) -> Self {
        let (mut at, mut r) = (circle.center().as_dvec2(), f64::from(circle.radius()));
        if scene.has(Switch::OddBox) {
            let half = (2.0 * r).round().div_euclid(2.0);
            (at, r) = ((at - r).round() + half, half);
        }
        let (low, size) = (rect.min().as_dvec2(), rect.max().as_dvec2() - rect.min().as_dvec2());
        let (middle, half) = if scene.has(Switch::IntegerHalves) {
            let half = (size.round() / 2.0).floor();
            (low.round() + half, half)
        } else {
            (low + size / 2.0, size / 2.0)
        };
        Self { d: (at - middle).abs().into(), half: half.into(), r }
    }
}

/// The five comparisons in the order of the tutorial.
fn tests(scene: &Scene<'_>, numbers: &Numbers) -> [Test; 5] {
    let Numbers { d, half, r } = *numbers;
    let open = scene.touching == Touching::Open;
    let strict = open || scene.has(Switch::MixedRules);
    let slack = if scene.has(Switch::ReachInAccept) { r } else { 0.0 };
    let reject = |axis: usize, id, off, formula: &str| {
        let reach = half[axis] + r;
        let holds = d[axis] > reach || strict && d[axis] == reach;
        let formula = formula.replace('>', if strict { "≥" } else { ">" });
        Test { id, off, formula, numbers: compared(d[axis], reach), holds, then: "apart", hit: false }
    };
    let accept = |axis: usize, id, off, formula: &str| {
        let reach = half[axis] + slack;
        let formula = if slack > 0.0 { format!("{formula} + r") } else { formula.to_owned() };
        Test { id, off, formula, numbers: compared(d[axis], reach), holds: d[axis] <= reach, then: "hit", hit: true }
    };
    let corner = [d[0] - half[0], d[1] - half[1]];
    let over = circle_sign(corner, r);
    let mixed = scene.has(Switch::MixedRules);
    let holds = over < 0.0 || over == 0.0 && (!open || mixed);
    let formula = format!("(dx − w/2)² + (dy − h/2)² {} r²", if open && !mixed { "<" } else { "≤" });
    let numbers = compared_by(corner[0] * corner[0] + corner[1] * corner[1], r * r, over);
    [
        reject(0, "reject-x", Switch::OffRejectX, "dx > w/2 + r"),
        reject(1, "reject-y", Switch::OffRejectY, "dy > h/2 + r"),
        accept(0, "accept-x", Switch::OffAcceptX, "dx ≤ w/2"),
        accept(1, "accept-y", Switch::OffAcceptY, "dy ≤ h/2"),
        Test { id: "corner", off: Switch::OffCorner, formula, numbers, holds, then: "hit", hit: true },
    ]
}

/// The answer of the code. Without the last test, everything that reaches it is a hit.
fn decide(tests: &[Test; 5], scene: &Scene<'_>) -> bool {
    let first = tests.iter().find(|test| test.holds && !scene.has(test.off));
    first.map_or(scene.has(Switch::OffCorner), |test| test.hit)
}

fn lines(scene: &Scene<'_>, numbers: &Numbers) -> Vec<Line> {
    let mut decided = false;
    let tests = tests(scene, numbers);
    let line = |test: &Test| {
        let last = test.id == "corner";
        let state = if scene.has(test.off) {
            State::LeftOut
        } else if decided {
            State::Skipped
        } else if test.holds || last {
            State::Decides
        } else {
            State::Passed
        };
        decided |= state == State::Decides;
        let result = match (state, test.holds, last) {
            (State::LeftOut, _, true) => "hit, whatever the distance",
            (State::LeftOut, ..) => "left out",
            (_, true, _) => test.then,
            (_, false, true) => "apart",
            (_, false, false) => "go on",
        };
        Line::new(test.id, &test.formula, test.numbers.clone(), result, state)
    };
    tests.iter().map(line).collect()
}

#[cfg(test)]
mod checks {
    use super::*;

    fn answer(circle: Circle, rect: Rect, touching: Touching, switches: &[Switch]) -> Steps {
        let obstacles = [Shape::from(rect)];
        steps(&Scene { circle: &circle, obstacles: &obstacles, touching, motion: None, switches }).unwrap()
    }

    fn decision(steps: &Steps) -> (&str, bool) {
        let line = steps.lines.iter().find(|line| line.state == State::Decides).unwrap();
        (&line.id, line.result == "hit")
    }

    fn circle(x: f32, y: f32, r: f32) -> Circle {
        Circle::new(Vec2::new(x, y), r).unwrap()
    }

    fn rect(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect::new(Vec2::new(x, y), Vec2::new(x + w, y + h)).unwrap()
    }

    #[test]
    fn steps_decide_as_the_engine() {
        let rect = rect(-2.0, -1.25, 4.0, 2.5);
        let mut seen = std::collections::BTreeSet::new();
        for place in 0..60 * 60 {
            let at = Vec2::new((place % 60) as f32 * 0.15 - 4.4, (place / 60) as f32 * 0.15 - 4.4);
            for r in [0.75, 1.0, 1.0_f32.next_up(), 2.3] {
                let circle = circle(at.x, at.y, r);
                for touching in [Touching::Closed, Touching::Open] {
                    let steps = answer(circle, rect, touching, &[]);
                    let (id, hit) = decision(&steps);
                    assert_eq!(hit, touching.accepts(relation(circle, rect)), "{circle:?} {touching:?} {id}");
                    seen.insert(id.to_owned());
                }
            }
        }
        assert_eq!(seen.len(), 5, "{seen:?}");
    }

    #[test]
    fn one_float_at_the_corner_decides() {
        // From the corner (2, 1) it is 3 and 4 to the center.
        let rect = rect(-2.0, -1.0, 4.0, 2.0);
        for (r, hit) in [(5.0_f32.next_down(), false), (5.0, true), (5.0_f32.next_up(), true)] {
            let steps = answer(circle(5.0, 5.0, r), rect, Touching::Closed, &[]);
            assert_eq!(decision(&steps), ("corner", hit));
            let numbers = &steps.lines[4].numbers;
            assert_ne!(numbers, "25 > 25");
            assert_eq!(numbers.contains('='), r == 5.0, "{numbers}");
        }
        assert_eq!(decision(&answer(circle(5.0, 5.0, 5.0), rect, Touching::Open, &[])), ("corner", false));
    }

    #[test]
    fn a_test_left_out_is_wrong_where_it_decided() {
        let rect = rect(-2.0, -1.25, 4.0, 2.5);
        let place = circle(3.2, 2.1, 1.0);
        let wrong = |switch| answer(place, rect, Touching::Closed, &[switch]).wrong.unwrap();
        let area =
            |runs: &[(f32, f32, u32)]| runs.iter().map(|run| f64::from(run.2)).sum::<f64>() * f64::from(FINE * FINE);
        let corner = wrong(Switch::OffCorner);
        // Four unit squares without their quarter circles.
        assert!((area(&corner.hits) - (4.0 - std::f64::consts::PI)).abs() < 0.3, "{}", area(&corner.hits));
        assert!(corner.misses.is_empty());
        // The strip beside the rectangle: the other axis accepts.
        let reject = wrong(Switch::OffRejectX);
        assert!((area(&reject.hits) - 2.5 * (11.6 - 6.0)).abs() < 1.0, "{}", area(&reject.hits));
        let slack = answer(place, rect, Touching::Closed, &[Switch::ReachInAccept]).wrong.unwrap();
        assert!((area(&slack.hits) - area(&corner.hits)).abs() < 0.1, "{} {}", area(&slack.hits), area(&corner.hits));
        // Without both accepting tests, the inside is compared with a corner.
        let both = answer(place, rect, Touching::Closed, &[Switch::OffAcceptX, Switch::OffAcceptY]).wrong.unwrap();
        assert!(both.hits.is_empty() && area(&both.misses) > 1.0);
    }

    #[test]
    fn the_tutorials_mistakes_are_wrong_here() {
        // As in docs/tutorials.md.
        let copy = |circle, rect, switch| answer(circle, rect, Touching::Closed, &[switch]).copy.unwrap();
        let halves = copy(circle(4.0, 1.0, 1.0), rect(0.0, 0.0, 3.0, 3.0), Switch::IntegerHalves);
        assert!(!halves.says && halves.exact);
        let boxed = copy(circle(4.5, 1.5, 1.5), rect(6.0, 0.0, 3.0, 3.0), Switch::OddBox);
        assert!(!boxed.says && boxed.exact);
        let slack = copy(circle(6.0, 6.0, 2.0), rect(0.0, 0.0, 4.0, 4.0), Switch::ReachInAccept);
        assert!(slack.says && !slack.exact);
        let edge = copy(circle(6.0, 2.0, 2.0), rect(0.0, 0.0, 4.0, 4.0), Switch::MixedRules);
        assert!(!edge.says && edge.exact);
        let corner = copy(circle(7.0, 8.0, 5.0), rect(0.0, 0.0, 4.0, 4.0), Switch::MixedRules);
        assert!(corner.says && corner.exact);
    }
}
