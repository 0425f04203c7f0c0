//! Circle against circles by squared distances.

use collide2d::{Circle, Shape, Touching, Vec2, relation};

use super::number::{circle_sign, compared_by};
use super::wrong::FINE;
use super::{Copied, Line, Scene, State, Steps, Switch, Wrong};

/// The units in 1 of the overflowing code: positions as integers.
const UNITS: f64 = 10_000.0;

pub(super) fn steps(scene: &Scene<'_>) -> Option<Steps> {
    let others: Vec<&Circle> = scene.obstacles.iter().filter_map(as_circle).collect();
    let lines = others.iter().enumerate().map(|(index, other)| line(scene, index, other)).collect();
    let mut steps = Steps { lines, ..Steps::default() };
    if !scene.switches.is_empty() {
        let copy = |circle: &Circle| others.iter().any(|other| says(scene, circle, other));
        let exact = |circle: &Circle| others.iter().any(|other| scene.touching.accepts(relation(*circle, **other)));
        steps.copy = Some(Copied { says: copy(scene.circle), exact: exact(scene.circle) });
        steps.wrong = Some(Wrong::find(scene.circle, FINE, Vec2::splat(FINE / 2.0), copy, exact));
    }
    Some(steps)
}

fn as_circle(shape: &Shape) -> Option<&Circle> {
    if let Shape::Circle(circle) = shape { Some(circle) } else { None }
}

fn line(scene: &Scene<'_>, index: usize, other: &Circle) -> Line {
    let d = (scene.circle.center().as_dvec2() - other.center().as_dvec2()).to_array();
    let reach = f64::from(scene.circle.radius()) + f64::from(other.radius());
    let over = circle_sign(d, reach);
    let open = scene.touching == Touching::Open;
    let hit = over < 0.0 || over == 0.0 && !open;
    let formula = format!("{}: d² {} (r + r′)²", index + 1, if open { "<" } else { "≤" });
    let numbers = compared_by(d[0] * d[0] + d[1] * d[1], reach * reach, over);
    let state = if hit { State::Decides } else { State::Passed };
    Line::new(&format!("circle-{}", index + 1), &formula, numbers, if hit { "yes" } else { "no" }, state)
}

/// What the changed code answers.
fn says(scene: &Scene<'_>, circle: &Circle, other: &Circle) -> bool {
    let (d, reach) = (circle.center() - other.center(), circle.radius() + other.radius());
    let accepts = |from: f64, to: f64| if scene.touching == Touching::Open { from < to } else { from <= to };
    if scene.has(Switch::Overflow) {
        let unit = |value: f32| (f64::from(value) * UNITS).round() as i64 as i32;
        let square = |value: i32| value.wrapping_mul(value);
        let from = square(unit(d.x)).wrapping_add(square(unit(d.y)));
        return accepts(f64::from(from), f64::from(square(unit(reach))));
    }
    if scene.has(Switch::IntegerRoot) {
        return accepts(f64::from(d.length().trunc()), f64::from(reach));
    }
    accepts(f64::from(d.length()), f64::from(reach))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(x: f32, y: f32, r: f32) -> Circle {
        Circle::new(Vec2::new(x, y), r).unwrap()
    }

    fn answer(circle: Circle, other: Circle, switches: &[Switch]) -> Steps {
        let (obstacles, touching) = ([Shape::from(other)], Touching::Closed);
        steps(&Scene { circle: &circle, obstacles: &obstacles, touching, motion: None, switches }).unwrap()
    }

    #[test]
    fn steps_decide_as_the_engine() {
        for (r, expected) in [(3.0_f32.next_down(), "no"), (3.0, "yes"), (3.0_f32.next_up(), "yes")] {
            let steps = answer(circle(3.0, 4.0, r), circle(0.0, 0.0, 2.0), &[]);
            assert_eq!(steps.lines[0].result, expected);
            assert_eq!(steps.lines[0].numbers.contains('='), r == 3.0, "{}", steps.lines[0].numbers);
        }
        for place in 0..50 * 50 {
            let moved = circle((place % 50) as f32 * 0.1, (place / 50) as f32 * 0.1, 1.3);
            let other = circle(2.1, 1.7, 0.9);
            let hit = answer(moved, other, &[]).lines[0].result == "yes";
            assert_eq!(hit, collide2d::overlaps(moved, other));
        }
    }

    #[test]
    fn the_tutorials_mistakes_are_wrong_here() {
        let copy = |circle, other, switch| answer(circle, other, &[switch]).copy.unwrap();
        let rounded = copy(circle(1.0, 1.0 / 8192.0, 0.5), circle(0.0, 0.0, 0.5), Switch::RoundedDistance);
        assert!(rounded.says && !rounded.exact);
        let root = copy(circle(1.0, 1.0, 0.5), circle(0.0, 0.0, 0.5), Switch::IntegerRoot);
        assert!(root.says && !root.exact);
        let overflow = copy(circle(5.0, 0.0, 0.5), circle(0.0, 0.0, 0.5), Switch::Overflow);
        assert!(overflow.says && !overflow.exact);
    }
}
