//! Progress: how far shapes get, in comparison with an ideal slide. `COLLIDE_SLIDES=50` runs 50 times as many courses.

mod courses;
mod empty;
mod ends;
mod inside;

use crate::bodies::{capsule, polygon};
use collide_oracle::ideal::Mover;
use collide2d::{Circle, DVec2, OrientedRect, Rect, Rotor, Shape, Vec2};

use crate::random::{holds, times};
use courses::Course;

/// The number of runs of each course and each kind of mover, in the normal run.
const RUNS: u32 = 8;

/// One of this many runs may be worse, so none of the normal run.
const ONE_OF: usize = 800;

/// A splitmix generator.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    fn place(&mut self, extent: f64) -> DVec2 {
        DVec2::new(self.within(-extent, extent), self.within(-extent, extent))
    }

    fn is_one_of_two(&mut self) -> bool {
        self.next() >> 63 == 1
    }
}

const KINDS: [&str; 5] = ["circle", "rect", "oriented rect", "capsule", "polygon"];

/// A shape of a kind around zero.
fn mover(kind: usize, random: &mut Random) -> Shape {
    let half = Vec2::new(random.within(0.2, 0.5) as f32, random.within(0.2, 0.5) as f32);
    let rotor = Rotor::from_angle(random.within(0.0, 6.0) as f32).unwrap();
    match KINDS[kind] {
        "circle" => Circle::new(Vec2::ZERO, half.x).unwrap().into(),
        "rect" => Rect::new(-half, half).unwrap().into(),
        // Small enough for the start in a ring.
        "capsule" => capsule(Vec2::ZERO, half * 0.5, random.within(0.0, 360.0) as f32),
        "polygon" => polygon(Vec2::ZERO, half * 0.6, random.within(0.0, 360.0) as f32),
        _ => OrientedRect::new(Vec2::ZERO, half, rotor).unwrap().into(),
    }
}

/// The way of a shape along its motion, as a part of the ideal way. Each slide keeps the guarantee.
fn ratio(kind: usize, seed: u64, course: impl Fn(&mut Random, &Mover) -> Course) -> f64 {
    let mut random = Random(seed);
    let shape = mover(kind, &mut random);
    let ideal = Mover::of(&shape);
    let course = course(&mut random, &ideal);
    let ideal = course.ideal.unwrap_or(ideal);
    let (world, _) = crate::world(course.shapes.iter().copied());
    let mut shape = shape.translated(course.start.as_vec2()).unwrap();
    let (mut at, mut way, mut ideal_way) = (shape.center().as_dvec2(), 0.0, 0.0);
    for _ in 0..course.ticks {
        let from = shape.center().as_dvec2();
        let motion = (course.motion)(from);
        let slide = crate::slide(&world, shape, motion.as_vec2());
        holds(&course.shapes, &shape, motion.as_vec2(), &slide).unwrap();
        shape = slide.shape;
        way += (shape.center().as_dvec2() - from).dot(motion.normalize());
        let motion = (course.motion)(at);
        let to = ideal.slide(&course.walls, at, motion);
        ideal_way += (to - at).dot(motion.normalize());
        at = to;
    }
    way / ideal_way
}

/// Checks the ratios of each kind of mover, on average and the worst one, against the bounds that the guide states.
fn check(name: &str, [mean, worst]: [f64; 2], courses: &[impl Fn(&mut Random, &Mover) -> Course]) {
    let row = format!("| {name} | {mean} | {worst} |");
    assert!(include_str!("../../../../../docs/movement.md").contains(&row), "docs/movement.md has no row {row}");
    for (kind, text) in KINDS.iter().enumerate() {
        let runs = u64::from(RUNS * times());
        let ratios = courses.iter().flat_map(|course| (0..runs).map(move |seed| ratio(kind, seed, course)));
        let ratios: Vec<f64> = ratios.collect();
        let (sum, least) = ratios.iter().fold((0.0, f64::MAX), |(sum, least), ratio| (sum + ratio, ratio.min(least)));
        let found = [sum / ratios.len() as f64, least];
        println!("{name}, {text}: {found:.4?}");
        let places = ratios.iter().enumerate().filter(|(_, ratio)| **ratio < worst).map(|(place, _)| place as u64);
        let places: Vec<_> = places.map(|place| (place / runs, place % runs)).collect();
        assert!(
            found[0] >= mean && places.len() <= ratios.len() / ONE_OF,
            "{name}, {text}: {found:?}, courses and seeds {places:?}"
        );
        // The ideal slide must be one: a shape gets ahead of it by its last straight move of a tick at most.
        assert!(ratios.iter().all(|ratio| *ratio < 1.02), "{name}, {text}: {ratios:?}");
    }
}

/// The angles of joints, in degrees.
const ANGLES: [f64; 12] = [0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 45.0, 60.0, 75.0, 90.0];

fn check_joints(name: &str, bounds: [f64; 2], sign: f64) {
    let courses =
        ANGLES.map(|degrees| move |random: &mut Random, mover: &Mover| courses::joint(random, mover, sign * degrees));
    check(name, bounds, &courses);
}

fn check_rings<const N: usize>(name: &str, bounds: [f64; 2], boxes: [u32; N], inside: bool) {
    let courses =
        boxes.map(|boxes| move |random: &mut Random, mover: &Mover| courses::ring(random, mover, boxes, inside));
    check(name, bounds, &courses);
}

#[test]
fn straight_walls_do_not_slow() {
    check("a straight wall", [0.999, 0.999], &[courses::straight]);
}

#[test]
fn seams_do_not_slow() {
    check("a wall of many pieces", [0.999, 0.999], &[courses::seams]);
    check("a corridor of many pieces", [0.999, 0.999], &[courses::corridor]);
}

#[test]
fn concave_joints_do_not_stop() {
    check_joints("a concave joint of 0 to 90 degrees", [0.999, 0.999], 1.0);
}

#[test]
fn convex_joints_do_not_stop() {
    check_joints("a convex joint of 0 to 90 degrees", [0.99, 0.99], -1.0);
}

#[test]
fn hills_and_valleys_do_not_stop() {
    check("hills and valleys of many pieces", [0.99, 0.98], &[courses::hills]);
}

#[test]
fn rings_do_not_stop_what_is_inside() {
    check_rings("in a ring of 8 to 64 boxes", [0.999, 0.999], [8, 16, 32, 64], true);
    check_rings("in a ring of 360 boxes", [0.999, 0.99], [360], true);
}

#[test]
fn rings_do_not_stop_what_is_outside() {
    check_rings("around a ring of 8 to 360 boxes", [0.99, 0.98], [8, 16, 32, 64, 360], false);
}
