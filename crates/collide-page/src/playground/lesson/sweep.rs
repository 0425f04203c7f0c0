//! A moving circle against a rectangle: the moving center against the rectangle grown by the radius.

use collide2d::{Shape, Vec2};

use super::number::brief;
use super::{Line, Scene, State, Steps};

/// The way of the center in the frame of the rectangle.
struct Way {
    from: [f64; 2],
    motion: [f64; 2],
    half: [f64; 2],
    r: f64,
}

/// When the center is within the grown rectangle, on one axis.
#[derive(Clone, Copy)]
struct Within {
    enters: f64,
    leaves: f64,
}

pub(super) fn steps(scene: &Scene<'_>) -> Option<Steps> {
    let way = Way::of(scene.circle.center(), scene.motion?, scene.obstacles.first()?, scene.circle.radius())?;
    let mut steps = Steps::default();
    let slabs = [way.within(0), way.within(1)];
    for (axis, within) in slabs.iter().enumerate() {
        let (id, name, size) = [("slab-x", "x", "w/2 + r"), ("slab-y", "y", "h/2 + r")][axis];
        let reach = brief(way.half[axis] + way.r);
        let formula = format!("|{name} + t · m{name}| ≤ {size}");
        let numbers = format!("|{} + t · {}| ≤ {reach}", brief(way.from[axis]), brief(way.motion[axis]));
        steps.lines.push(Line::new(id, &formula, numbers, &within.words(), State::Passed));
    }
    let time = way.time(slabs, &mut steps);
    steps.values.extend([("r", way.r), ("mx", way.motion[0]), ("my", way.motion[1])]);
    if let Some(time) = time {
        steps.values.insert("t", time);
    }
    Some(steps)
}

impl Way {
    /// `None` for a shape that is no rectangle.
    fn of(from: Vec2, motion: Vec2, obstacle: &Shape, r: f32) -> Option<Self> {
        let (pivot, half, [cos, sin]) = match obstacle {
            Shape::Circle(_) | Shape::Capsule(_) | Shape::Polygon(_) => return None,
            Shape::Rect(rect) => {
                let (low, high) = (rect.min().as_dvec2(), rect.max().as_dvec2());
                ((low + high) / 2.0, (high - low) / 2.0, [1.0, 0.0])
            }
            Shape::OrientedRect(rect) => {
                let rotor = [rect.rotor().cos(), rect.rotor().sin()].map(f64::from);
                (rect.center().as_dvec2(), rect.half_extents().as_dvec2(), rotor)
            }
        };
        let back = |v: collide2d::DVec2| [cos * v.x + sin * v.y, cos * v.y - sin * v.x];
        let (from, motion) = (back(from.as_dvec2() - pivot), back(motion.as_dvec2()));
        Some(Self { from, motion, half: half.into(), r: f64::from(r) })
    }

    fn within(&self, axis: usize) -> Within {
        let (from, motion, reach) = (self.from[axis], self.motion[axis], self.half[axis] + self.r);
        if motion == 0.0 {
            let always = from.abs() <= reach;
            return if always { Within::ALWAYS } else { Within::NEVER };
        }
        let [a, b] = [-reach, reach].map(|edge| (edge - from) / motion);
        Within { enters: a.min(b), leaves: a.max(b) }
    }

    fn at(&self, time: f64) -> [f64; 2] {
        [0, 1].map(|axis| self.from[axis] + time * self.motion[axis])
    }

    /// The corner that the center is beyond at a time.
    fn corner(&self, time: f64) -> Option<[f64; 2]> {
        let at = self.at(time);
        let beyond = (0..2).all(|axis| at[axis].abs() > self.half[axis]);
        beyond.then(|| [0, 1].map(|axis| self.half[axis].copysign(at[axis])))
    }

    /// The time of impact, with the steps that lead to it.
    fn time(&self, [x, y]: [Within; 2], steps: &mut Steps) -> Option<f64> {
        let (enters, leaves) = (x.enters.max(y.enters), x.leaves.min(y.leaves));
        let start = enters.max(0.0);
        let both = format!("{} ≤ t ≤ {}", shown(enters), shown(leaves));
        let meets = start <= leaves && start <= 1.0;
        let line = |result: &str, state| Line::new("both", "both at once", both.clone(), result, state);
        if !meets {
            let result = if enters > leaves { "never both: passes by" } else { "not between 0 and 1: passes by" };
            steps.lines.push(line(result, State::Decides));
            return None;
        }
        let Some(corner) = self.corner(start) else {
            let result =
                if enters < 0.0 { "inside at the start: t = 0".to_owned() } else { format!("t = {}", brief(start)) };
            steps.lines.push(line(&result, State::Decides));
            return Some(start);
        };
        steps.lines.push(line("beyond a corner: its circle decides", State::Passed));
        let found = self.meets_corner(corner);
        let (numbers, result) = match found {
            Some(time) => (format!("t = {}", brief(time)), "the first time at the corner’s circle"),
            None => ("no t from 0 to 1".to_owned(), "passes the corner by"),
        };
        steps.lines.push(Line::new("corner", "|p + t · m − corner|² = r²", numbers, result, State::Decides));
        found
    }

    /// The first time from 0 to 1 at which the center is within the radius of a corner.
    fn meets_corner(&self, corner: [f64; 2]) -> Option<f64> {
        let p = [0, 1].map(|axis| self.from[axis] - corner[axis]);
        let m = self.motion;
        let (a, b) = (m[0] * m[0] + m[1] * m[1], p[0] * m[0] + p[1] * m[1]);
        let c = p[0] * p[0] + p[1] * p[1] - self.r * self.r;
        if c <= 0.0 {
            return Some(0.0);
        }
        let root = b * b - a * c;
        if root < 0.0 || a == 0.0 || b >= 0.0 {
            return None;
        }
        let time = (-b - root.sqrt()) / a;
        (time <= 1.0).then_some(time)
    }
}

impl Within {
    const ALWAYS: Self = Self { enters: f64::NEG_INFINITY, leaves: f64::INFINITY };
    const NEVER: Self = Self { enters: f64::INFINITY, leaves: f64::NEG_INFINITY };

    fn words(self) -> String {
        match (self.enters.is_finite(), self.enters < self.leaves) {
            (true, _) => format!("{} ≤ t ≤ {}", brief(self.enters), brief(self.leaves)),
            (false, true) => "always".to_owned(),
            (false, false) => "never".to_owned(),
        }
    }
}

fn shown(time: f64) -> String {
    match time {
        f64::INFINITY => "∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        time => brief(time),
    }
}

#[cfg(test)]
mod tests {
    use collide2d::{Circle, Moving, OrientedRect, Rotor, Touching, sweep};

    use super::*;

    #[test]
    fn the_steps_lead_to_the_time_of_the_engine() {
        let mut met = 0;
        for degrees in [0.0, 35.0, 90.0] {
            let rotor = Rotor::from_degrees(degrees).unwrap();
            let rect = OrientedRect::new(Vec2::new(0.5, 0.0), Vec2::new(1.5, 1.0), rotor).unwrap();
            for place in 0..24 * 24 * 4 {
                let from = Vec2::new((place % 24) as f32 * 0.41 - 4.9, (place / 24 % 24) as f32 * 0.41 - 4.8);
                let motion = [Vec2::new(6.0, 4.0), Vec2::new(-7.0, 0.0), Vec2::new(3.0, -8.0), Vec2::ZERO][place / 576];
                let circle = Circle::new(from, 0.5).unwrap();
                let obstacles = [Shape::from(rect)];
                let touching = Touching::Closed;
                let scene =
                    Scene { circle: &circle, obstacles: &obstacles, touching, motion: Some(motion), switches: &[] };
                let time = steps(&scene).unwrap().values.get("t").copied();
                let exact = sweep(Moving::new(circle, motion).unwrap(), rect).map(|impact| f64::from(impact.time));
                assert_eq!(time.is_some(), exact.is_some(), "{from} {motion}: {time:?} {exact:?}");
                if let (Some(time), Some(exact)) = (time, exact) {
                    assert!((time - exact).abs() < 1e-5, "{from} {motion}: {time} {exact}");
                    met += usize::from(exact > 0.0);
                }
            }
        }
        assert!(met > 300, "{met}");
    }
}
