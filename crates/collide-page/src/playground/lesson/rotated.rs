//! Circle against a rotated rectangle: the center is rotated back, then clamped to the straight rectangle.

use collide2d::{Circle, OrientedRect, Shape, Touching, Vec2, relation};

use super::number::{brief, circle_sign, compared, compared_by};
use super::wrong::FINE;
use super::{Copied, Line, Scene, State, Steps, Switch, Wrong};

/// The center in the frame of the rectangle, and the point of the rectangle nearest to it.
struct Unrotated {
    cos: f64,
    sin: f64,
    /// From the center of the rectangle to that of the circle.
    d: [f64; 2],
    at: [f64; 2],
    half: [f64; 2],
    closest: [f64; 2],
}

pub(super) fn steps(scene: &Scene<'_>) -> Option<Steps> {
    let Some(Shape::OrientedRect(rect)) = scene.obstacles.first() else { return None };
    let unrotated = Unrotated::new(scene, scene.circle, rect);
    let mut steps = Steps { lines: lines(scene, &unrotated), ..Steps::default() };
    let Unrotated { cos, sin, d, at, closest, .. } = unrotated;
    let pivot = rect.center().as_dvec2();
    let placed = |[x, y]: [f64; 2]| [pivot.x + x, pivot.y + y];
    steps.points = [("center", placed(at)), ("closest", placed(closest))].into();
    steps.values = [
        ("cos", cos),
        ("sin", sin),
        ("dx", d[0]),
        ("dy", d[1]),
        ("x′", at[0]),
        ("y′", at[1]),
        ("qx", closest[0]),
        ("qy", closest[1]),
        ("r", f64::from(scene.circle.radius())),
    ]
    .into();
    if !scene.switches.is_empty() {
        let copy = |circle: &Circle| {
            let over = Unrotated::new(scene, circle, rect).over(circle);
            over < 0.0 || over == 0.0 && scene.touching == Touching::Closed
        };
        let exact = |circle: &Circle| scene.touching.accepts(relation(*circle, *rect));
        steps.copy = Some(Copied { says: copy(scene.circle), exact: exact(scene.circle) });
        steps.wrong = Some(Wrong::find(scene.circle, FINE, Vec2::splat(FINE / 2.0), copy, exact));
    }
    Some(steps)
}

impl Unrotated {
    fn new(scene: &Scene<'_>, circle: &Circle, rect: &OrientedRect) -> Self {
        let (mut cos, mut sin) = (f64::from(rect.rotor().cos()), f64::from(rect.rotor().sin()));
        if scene.has(Switch::OwnTrig) {
            // A tutorial's code computes both in `f32` from an angle in radians.
            let angle = sin.atan2(cos) as f32;
            (cos, sin) = (f64::from(angle.cos()), f64::from(angle.sin()));
        }
        if scene.has(Switch::WrongWay) {
            sin = -sin;
        }
        let d = circle.center().as_dvec2() - rect.center().as_dvec2();
        let half = rect.half_extents().as_dvec2();
        let at = [cos * d.x + sin * d.y, cos * d.y - sin * d.x];
        let closest = [at[0].clamp(-half.x, half.x), at[1].clamp(-half.y, half.y)];
        Self { cos, sin, d: d.into(), at, half: half.into(), closest }
    }

    /// The squared distance to the closest point, less the squared radius.
    fn over(&self, circle: &Circle) -> f64 {
        circle_sign(self.away(), f64::from(circle.radius()))
    }

    fn away(&self) -> [f64; 2] {
        [self.at[0] - self.closest[0], self.at[1] - self.closest[1]]
    }
}

fn lines(scene: &Scene<'_>, unrotated: &Unrotated) -> Vec<Line> {
    let Unrotated { cos, sin, d, at, half, .. } = unrotated;
    let ([c, s], [dx, dy]) = ([*cos, *sin].map(brief), d.map(brief));
    let back = |id, formula, numbers: String, value: f64| {
        Line::new(id, formula, numbers, &format!("= {}", brief(value)), State::Passed)
    };
    let mut lines = vec![
        back("rotate-x", "x′ = cos a · dx + sin a · dy", format!("{c} · {dx} + {s} · {dy}"), at[0]),
        back("rotate-y", "y′ = −sin a · dx + cos a · dy", format!("−({s}) · {dx} + {c} · {dy}"), at[1]),
        clamped("closest-x", ["x′", "w/2", "left edge", "right edge"], at[0], half[0]),
        clamped("closest-y", ["y′", "h/2", "bottom edge", "top edge"], at[1], half[1]),
    ];
    let over = unrotated.over(scene.circle);
    let open = scene.touching == Touching::Open;
    let hit = over < 0.0 || over == 0.0 && !open;
    let ([x, y], r) = (unrotated.away(), f64::from(scene.circle.radius()));
    let formula = format!("(x′ − qx)² + (y′ − qy)² {} r²", if open { "<" } else { "≤" });
    let numbers = compared_by(x * x + y * y, r * r, over);
    lines.push(Line::new("distance", &formula, numbers, if hit { "hit" } else { "apart" }, State::Decides));
    lines
}

/// The three cases of one coordinate of the closest point.
fn clamped(id: &str, [name, size, low, high]: [&str; 4], at: f64, half: f64) -> Line {
    let q = if name == "x′" { "qx" } else { "qy" };
    let (formula, numbers, result) = if at < -half {
        (format!("{name} < −{size}"), compared(at, -half), format!("{q} = {}, the {low}", brief(-half)))
    } else if at > half {
        (format!("{name} > {size}"), compared(at, half), format!("{q} = {}, the {high}", brief(half)))
    } else {
        let numbers = format!("{} ≤ {} ≤ {}", brief(-half), brief(at), brief(half));
        (format!("−{size} ≤ {name} ≤ {size}"), numbers, format!("{q} = {name} = {}", brief(at)))
    };
    Line::new(id, &formula, numbers, &result, State::Passed)
}

#[cfg(test)]
mod tests {
    use collide2d::{Rotor, closest_points};

    use super::*;

    fn answer(circle: Circle, rect: OrientedRect, switches: &[Switch]) -> Steps {
        let (obstacles, touching) = ([Shape::from(rect)], Touching::Closed);
        steps(&Scene { circle: &circle, obstacles: &obstacles, touching, motion: None, switches }).unwrap()
    }

    fn beam(degrees: f32) -> OrientedRect {
        OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 0.5), Rotor::from_degrees(degrees).unwrap()).unwrap()
    }

    #[test]
    fn steps_decide_as_the_engine_and_find_its_closest_point() {
        for degrees in [0.0, 30.0, -45.0, 90.0, 200.0] {
            for place in 0..40 * 40 {
                let at = Vec2::new((place % 40) as f32 * 0.2 - 4.0, (place / 40) as f32 * 0.2 - 4.0);
                let circle = Circle::new(at, 0.75).unwrap();
                let steps = answer(circle, beam(degrees), &[]);
                let hit = steps.lines.last().unwrap().result == "hit";
                assert_eq!(hit, collide2d::overlaps(circle, beam(degrees)), "{circle:?} {degrees}");
                let Some(exact) = closest_points(Circle::new(at, 0.0).unwrap(), beam(degrees)) else { continue };
                let [x, y] = [steps.values["qx"], steps.values["qy"]];
                let (cos, sin) = (steps.values["cos"], steps.values["sin"]);
                let found = Vec2::new((cos * x - sin * y) as f32, (sin * x + cos * y) as f32);
                assert!(found.distance(exact.on_b) < 1e-5, "{found} {}", exact.on_b);
            }
        }
    }

    #[test]
    fn the_tutorials_mistakes_are_wrong_here() {
        let pebble = |degrees: f32| {
            let angle = degrees.to_radians();
            Circle::new(Vec2::new(angle.cos(), angle.sin()) * 1.9, 0.1).unwrap()
        };
        let mirrored = answer(pebble(-30.0), beam(30.0), &[Switch::WrongWay]).copy.unwrap();
        assert!(mirrored.says && !mirrored.exact);
        let lost = answer(pebble(30.0), beam(30.0), &[Switch::WrongWay]).copy.unwrap();
        assert!(!lost.says && lost.exact);
        // A right angle, and a circle that touches.
        let touching = Circle::new(Vec2::new(1.5, 1.0), 1.0).unwrap();
        let rounded = answer(touching, beam(90.0), &[Switch::OwnTrig]).copy.unwrap();
        assert!(!rounded.says && rounded.exact);
    }
}
