//! Where the shapes of each kind of scene are and how they move.

use collide_core::{Circle, OrientedRect, Rect, Rotor, Shape, Vec2};

use crate::Scene;
use crate::random::Random;

/// Entities per square unit at which circles of radius 0.5 have about one pair each.
const UNIFORM_DENSITY: f64 = 0.637;

pub(crate) fn uniform(count: usize, seed: u64) -> Scene {
    let (mut random, side) = (Random::new(seed), side(count, 1.0 / UNIFORM_DENSITY));
    let shapes = (0..count).map(|_| circle(random.in_square(side), 0.5)).collect();
    let velocities = (0..count).map(|_| velocity(&mut random)).collect();
    Scene::new(shapes, velocities, side)
}

pub(crate) fn mostly_static(count: usize, seed: u64) -> Scene {
    let scene = uniform(count, seed);
    let mut random = Random::new(!seed);
    let moves = |velocity: &Vec2| if random.below(20) == 0 { *velocity } else { Vec2::ZERO };
    let velocities = scene.velocities().iter().map(moves).collect();
    Scene::new(scene.shapes().to_vec(), velocities, scene.side().into())
}

pub(crate) fn towns(count: usize, seed: u64) -> Scene {
    const PEOPLE: usize = 800;
    const SIGMA: f64 = 5.0;
    let (mut random, side) = (Random::new(seed), side(count, 31.4));
    let towns: Vec<Vec2> = (0..(count * 4 / 5).div_ceil(PEOPLE)).map(|_| random.in_square(side)).collect();
    let place = |_| {
        if towns.is_empty() || random.below(5) == 0 {
            return random.in_square(side);
        }
        let (x, y) = random.normal_pair();
        let town = towns[random.below(towns.len())];
        let at = town + Vec2::new((x * SIGMA) as f32, (y * SIGMA) as f32);
        at.clamp(Vec2::ZERO, Vec2::splat(side as f32))
    };
    let shapes = (0..count).map(place).map(|at| circle(at, 0.5)).collect();
    let velocities = (0..count).map(|_| velocity(&mut random)).collect();
    Scene::new(shapes, velocities, side)
}

pub(crate) fn power_law(count: usize, seed: u64) -> Scene {
    let (mut random, side) = (Random::new(seed), side(count, 5.19));
    let one = |_| {
        let radius = random.power_law(0.25, 64.0, -2.5) as f32;
        circle(random.in_square(side), radius)
    };
    let shapes = (0..count).map(one).collect();
    let velocities = (0..count).map(|_| velocity(&mut random)).collect();
    Scene::new(shapes, velocities, side)
}

pub(crate) fn pile(count: usize, seed: u64) -> Scene {
    let (mut random, side) = (Random::new(seed), 4.0);
    let one = |index| {
        let at = if random.below(3) == 0 { Vec2::splat(2.0) } else { random.in_square(side) };
        any_shape(index, at, &mut random)
    };
    let shapes = (0..count).map(one).collect();
    let velocities = (0..count).map(|_| velocity(&mut random)).collect();
    Scene::new(shapes, velocities, side)
}

pub(crate) fn mixed(count: usize, seed: u64) -> Scene {
    let (mut random, side) = (Random::new(seed), side(count, 1.0 / UNIFORM_DENSITY));
    let one = |index| {
        let at = random.in_square(side);
        any_shape(index, at, &mut random)
    };
    let shapes = (0..count).map(one).collect();
    let velocities = (0..count).map(|_| velocity(&mut random)).collect();
    Scene::new(shapes, velocities, side)
}

/// Unit squares, discs of diameter one and squares turned by quarter turns, at whole coordinates: each touches the
/// neighbours in its row and column, and squares those on the diagonals.
pub(crate) fn all_touching(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let columns = (count as f64).sqrt().ceil().max(1.0) as usize;
    let half = Vec2::splat(0.5);
    let mut shapes: Vec<Shape> = (0..count)
        .map(|index| {
            let at = Vec2::new((index % columns) as f32, (index / columns) as f32) + half;
            match random.below(3) {
                0 => circle(at, 0.5),
                1 => Rect::new(at - half, at + half).expect("a unit square").into(),
                _ => {
                    let quarter = Rotor::from_degrees(90.0 * random.below(4) as f32).expect("a finite angle");
                    OrientedRect::new(at, half, quarter).expect("a unit square").into()
                }
            }
        })
        .collect();
    random.shuffle(&mut shapes);
    Scene::new(shapes, vec![Vec2::ZERO; count], columns as f64)
}

/// The side of a square with so much room for each entity.
fn side(count: usize, area_each: f64) -> f64 {
    (count.max(1) as f64 * area_each).sqrt()
}

/// 0.5 to 8 units per second in any direction.
fn velocity(random: &mut Random) -> Vec2 {
    let speed = random.between(0.5, 8.0);
    random.direction(speed)
}

fn circle(center: Vec2, radius: f32) -> Shape {
    Circle::new(center, radius).expect("scenes are finite").into()
}

/// Circles, rectangles and oriented rectangles in turn, of about the area of a circle of radius 0.5.
fn any_shape(index: usize, at: Vec2, random: &mut Random) -> Shape {
    let half = Vec2::new(random.between(0.25, 0.65) as f32, random.between(0.25, 0.65) as f32);
    match index % 3 {
        0 => circle(at, 0.5),
        1 => Rect::new(at - half, at + half).expect("scenes are finite").into(),
        _ => {
            let rotor = Rotor::from_angle(random.between(0.0, std::f64::consts::TAU) as f32).expect("a finite angle");
            OrientedRect::new(at, half, rotor).expect("scenes are finite").into()
        }
    }
}
