//! One function per kind of scene.

use collide_core::{Rect, Rotor, Vec2};

use crate::Scene;
use crate::form::Form;
use crate::random::Random;

const RADIUS: f32 = 0.5;
const MIN_SPEED: f32 = 0.5;
const MAX_SPEED: f32 = 8.0;
const MIN_SIDE: f64 = 4.0;

pub(crate) const UNIFORM_AREA: f64 = 1.0 / 0.637;
const TOWNS_AREA: f64 = 31.4;
const POWER_LAW_AREA: f64 = 5.19;

const TOWN_SHARE: f64 = 0.8;
const TOWN_POPULATION: f64 = 800.0;
const TOWN_SIGMA: f64 = 5.0;

const SMALLEST_RADIUS: f32 = 0.25;
const LARGEST_RADIUS: f32 = 64.0;
const RADIUS_EXPONENT: f64 = -2.5;

const STATIC_SHARE: f64 = 0.95;
const PILE_SIDE: f64 = 4.0;
const MIXED_HALF_SIZES: (f32, f32) = (0.25, 0.75);

pub(crate) fn uniform(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = empty_scene(count, UNIFORM_AREA);
    for _ in 0..count {
        push_anywhere(&mut scene, &mut random, Form::Circle(RADIUS));
    }
    scene
}

pub(crate) fn towns(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = empty_scene(count, TOWNS_AREA);
    let town_count = ((count as f64 * TOWN_SHARE / TOWN_POPULATION + 0.5) as usize).max(1);
    let extent = scene.extent();
    let towns: Vec<_> = (0..town_count).map(|_| random.point(&extent, Vec2::ZERO)).collect();
    for _ in 0..count {
        if random.unit() < TOWN_SHARE {
            let center = towns[random.index(town_count)] + random.gaussian(TOWN_SIGMA);
            let velocity = velocity(&mut random);
            scene.push(Form::Circle(RADIUS), center, velocity);
        } else {
            push_anywhere(&mut scene, &mut random, Form::Circle(RADIUS));
        }
    }
    scene
}

pub(crate) fn power_law(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = empty_scene(count, POWER_LAW_AREA);
    let largest = LARGEST_RADIUS.min(scene.extent().max().x / 2.0);
    for _ in 0..count {
        let radius = random.power_law(SMALLEST_RADIUS, largest, RADIUS_EXPONENT);
        push_anywhere(&mut scene, &mut random, Form::Circle(radius));
    }
    scene
}

pub(crate) fn mostly_static(count: usize, seed: u64) -> Scene {
    // A separate stream decides which entities are static, so that the shapes are those of the uniform scene.
    let mut standing = Random::new(!seed);
    let mut random = Random::new(seed);
    let mut scene = empty_scene(count, UNIFORM_AREA);
    let extent = scene.extent();
    for _ in 0..count {
        let center = random.point(&extent, Vec2::splat(RADIUS));
        let velocity = velocity(&mut random);
        let stands = standing.unit() < STATIC_SHARE;
        scene.push(Form::Circle(RADIUS), center, if stands { Vec2::ZERO } else { velocity });
    }
    scene
}

pub(crate) fn pile(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::with_capacity(square(PILE_SIDE), count);
    for index in 0..count {
        if index % 4 == 3 {
            scene.push_copy(random.index(index));
        } else {
            push_anywhere(&mut scene, &mut random, Form::Circle(RADIUS));
        }
    }
    scene
}

pub(crate) fn mixed(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = empty_scene(count, UNIFORM_AREA);
    for index in 0..count {
        let half = half_sizes(&mut random);
        let form = match index % 3 {
            0 => Form::Circle(half.x),
            1 => Form::Rect(half),
            _ => Form::OrientedRect(half, rotor(&mut random)),
        };
        push_anywhere(&mut scene, &mut random, form);
    }
    scene
}

pub(crate) fn all_touching(count: usize, seed: u64) -> Scene {
    let width = count.isqrt() + usize::from(count.isqrt().pow(2) < count);
    let height = count.div_ceil(width.max(1));
    let half_size = Vec2::new(width as f32, height as f32) / 2.0;
    let extent = Rect::new(-half_size, half_size).expect("the lattice has a finite size");

    let mut order: Vec<usize> = (0..count).collect();
    Random::new(seed).shuffle(&mut order);
    let mut scene = Scene::with_capacity(extent, count);
    for place in order {
        let (column, row) = (place % width, place / width);
        let is_circle = (column / 2 + row / 2) % 2 == 0;
        let form = if is_circle { Form::Circle(0.5) } else { Form::Rect(Vec2::splat(0.5)) };
        let center = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) - half_size;
        scene.push(form, center, Vec2::ZERO);
    }
    scene
}

/// A scene without entities in a square with room for `count` of them.
pub(crate) fn empty_scene(count: usize, area_each: f64) -> Scene {
    let side = libm::sqrt(count as f64 * area_each).max(MIN_SIDE);
    Scene::with_capacity(square(side), count)
}

/// A square around the origin.
fn square(side: f64) -> Rect {
    let corner = Vec2::splat((side / 2.0) as f32);
    Rect::new(-corner, corner).expect("sides are positive and finite")
}

/// Adds an entity at a random position within the extent, with a random velocity.
pub(crate) fn push_anywhere(scene: &mut Scene, random: &mut Random, form: Form) {
    let center = random.point(&scene.extent(), form.reach());
    scene.push(form, center, velocity(random));
}

pub(crate) fn velocity(random: &mut Random) -> Vec2 {
    let speed = random.between(MIN_SPEED, MAX_SPEED);
    random.direction(speed)
}

fn half_sizes(random: &mut Random) -> Vec2 {
    let (low, high) = MIXED_HALF_SIZES;
    let x = random.between(low, high);
    Vec2::new(x, random.between(low, high))
}

pub(crate) fn rotor(random: &mut Random) -> Rotor {
    Rotor::from_angle(random.angle() as f32).expect("angles are finite")
}
