//! Courses: walls along polylines, as an editor of maps exports them, and a motion along them.

use std::f64::consts::{PI, TAU};

use collide_oracle::ideal::{Mover, Wall};
use collide2d::{DVec2, OrientedRect, Rect, Rotor, Shape, Vec2};

use super::Random;

/// The thickness of walls.
const THICK: f64 = 0.5;

/// The motion along a wall in each tick.
const ALONG: f64 = 0.2;

/// The radius of rings.
const RADIUS: f64 = 10.0;

/// Walls, the start of a mover, and its motion in each tick.
pub struct Course {
    pub shapes: Vec<Shape>,
    /// The same walls before their places are rounded.
    pub walls: Vec<Wall>,
    pub start: DVec2,
    pub ticks: usize,
    /// The motion of a mover at this place.
    pub motion: Box<dyn Fn(DVec2) -> DVec2>,
    /// The mover of the ideal slide, if it is another one.
    pub ideal: Option<Mover>,
    form: Form,
}

/// The form of the room in which a mover is.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// The walls are planes for the ideal slide.
    Convex,
    Other,
}

impl Course {
    /// Walls along a polyline, with the mover on its left, behind its start.
    fn along(
        form: Form,
        line: &[DVec2],
        mover: &Mover,
        length: f64,
        motion: impl Fn(DVec2) -> DVec2 + 'static,
    ) -> Self {
        let way = (line[1] - line[0]).normalize();
        let start = line[0] + way * 2.0 + way.perp() * (mover.reach(-way.perp()) + 0.05);
        let ticks = (length / ALONG) as usize;
        let (shapes, walls) = (Vec::new(), Vec::new());
        let mut course = Self { shapes, walls, start, ticks, motion: Box::new(motion), ideal: None, form };
        course.build(line);
        course
    }

    /// A wall on the right of each part of a polyline.
    fn build(&mut self, line: &[DVec2]) {
        for (from, to) in line.iter().zip(&line[1..]) {
            let (half, along) = (from.distance(*to) * 0.5, (to - from).normalize());
            let out = along.perp() * THICK;
            let center = (from + to - out) * 0.5;
            let extents = Vec2::new(half as f32, THICK as f32 * 0.5);
            let rotor = Rotor::new(along.x as f32, along.y as f32).unwrap();
            self.shapes.push(if along.y == 0.0 && along.x > 0.0 {
                Rect::new((from - out).as_vec2(), to.as_vec2()).unwrap().into()
            } else {
                OrientedRect::new(center.as_vec2(), extents, rotor).unwrap().into()
            });
            self.walls.push(match self.form {
                Form::Convex => Wall::Plane { at: *from, out: along.perp() },
                Form::Other => Wall::Convex(vec![*to, *from, from - out, to - out]),
            });
        }
    }
}

/// A motion along `way`, and into the walls on its right.
fn pressed(way: DVec2, into: f64) -> DVec2 {
    way * ALONG - way.perp() * into
}

/// How far the motion leads into the walls.
fn into(random: &mut Random) -> f64 {
    if random.is_one_of_two() { 0.05 } else { 0.1 }
}

/// A polyline from a random place: each part has an angle to the left of the first direction, and a length. The first
/// direction is that of the x axis in one of two cases.
fn line(random: &mut Random, parts: impl IntoIterator<Item = (f64, f64)>) -> (DVec2, Vec<DVec2>) {
    let way = if random.is_one_of_two() { DVec2::X } else { DVec2::from_angle(random.within(0.0, TAU)) };
    let mut line = vec![random.place(50.0)];
    line.extend(parts.into_iter().scan(line[0], |at, (angle, length)| {
        *at += DVec2::from_angle(angle).rotate(way) * length;
        Some(*at)
    }));
    (way, line)
}

/// A wall of one piece.
pub fn straight(random: &mut Random, mover: &Mover) -> Course {
    let ((way, line), into) = (line(random, [(0.0, 40.0)]), into(random));
    Course::along(Form::Convex, &line, mover, 32.0, move |_| pressed(way, into))
}

/// A wall of many pieces.
pub fn seams(random: &mut Random, mover: &Mover) -> Course {
    let length = random.within(0.3, 2.0);
    let ((way, line), into) = (line(random, [(0.0, length); 40]), into(random));
    Course::along(Form::Convex, &line, mover, 40.0 * length - 4.0, move |_| pressed(way, into))
}

/// Two walls that meet at an angle in degrees: a concave joint if it is positive, a convex one if it is negative.
pub fn joint(random: &mut Random, mover: &Mover, degrees: f64) -> Course {
    let ((way, line), into) = (line(random, [(0.0, 6.0), (degrees.to_radians(), 12.0)]), into(random));
    let form = if degrees < 0.0 { Form::Other } else { Form::Convex };
    Course::along(form, &line, mover, 12.0, move |_| pressed(way, into))
}

/// Hills and valleys. The ideal is that of a circle.
pub fn hills(random: &mut Random, mover: &Mover) -> Course {
    let parts = (0..160_u32).map(|index| {
        let angle = (f64::from(index) * 0.12).sin() * 0.4;
        (angle, if index == 0 { 4.0 } else { 0.25 })
    });
    let ((way, line), into) = (line(random, parts), into(random));
    let course = Course::along(Form::Other, &line, mover, 36.0, move |_| pressed(way, into));
    Course { ideal: Some(Mover::circle(0.2)), ..course }
}

/// Between two walls of many pieces, with hardly more room than the mover needs.
pub fn corridor(random: &mut Random, mover: &Mover) -> Course {
    let length = random.within(0.3, 2.0);
    let ((way, line), into) = (line(random, [(0.0, length); 40]), into(random));
    let mut course = Course::along(Form::Convex, &line, mover, 40.0 * length - 4.0, move |_| pressed(way, into));
    let out = way.perp();
    let width = mover.reach(out) + mover.reach(-out) + 1e-4;
    // The seams on the other side are half of a piece farther back.
    let other: Vec<DVec2> = line.iter().rev().map(|at| at + out * width - way * length * 0.5).collect();
    course.build(&other);
    course.start = line[0] + way * 2.0 + out * (mover.reach(-out) + 5e-5);
    course
}

/// Once around a ring of boxes, inside or outside.
pub fn ring(random: &mut Random, mover: &Mover, boxes: u32, inside: bool) -> Course {
    let (center, phase, into) = (random.place(20.0), random.within(0.0, TAU), into(random));
    let sign = if inside { 1.0 } else { -1.0 };
    let corner = |index: u32| {
        let angle = phase + sign * TAU * f64::from(index) / f64::from(boxes);
        center + DVec2::from_angle(angle) * RADIUS
    };
    let line: Vec<DVec2> = (0..=boxes).map(corner).collect();
    let motion = move |at: DVec2| pressed((at - center).perp().normalize() * sign, into);
    let form = if inside { Form::Convex } else { Form::Other };
    let course = Course::along(form, &line, mover, TAU * RADIUS, motion);
    let out = DVec2::from_angle(phase + sign * PI / f64::from(boxes));
    let room = if inside { RADIUS - 1.5 } else { RADIUS + 0.05 + mover.reach(-out) };
    Course { start: center + out * room, ..course }
}
