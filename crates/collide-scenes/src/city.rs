//! Walls, walkers and bullets.

use collide_core::Vec2;

use crate::Scene;
use crate::convex::{Sizes, any_capsule, capsule_along, irregular, size};
use crate::form::Form;
use crate::layout::{empty_scene, push_anywhere};
use crate::random::Random;

const AREA: f64 = 1.3;

const WALL_RADII: Sizes = (0.1, 0.25);
const WALL_LENGTHS: Sizes = (3.0, 9.0);
const HOUSE_HALF_AXES: Sizes = (0.75, 2.0);

const WALKER_RADII: Sizes = (0.3, 0.5);
const SHOULDER_RADII: Sizes = (0.2, 0.35);
const SHOULDER_LENGTHS: Sizes = (0.2, 0.6);

const BULLET_RADII: Sizes = (0.05, 0.1);
const BOLT_RADII: Sizes = (0.02, 0.05);
const BOLT_LENGTHS: Sizes = (0.3, 0.8);
const BULLET_SPEEDS: Sizes = (20.0, 60.0);

pub(crate) fn city(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = empty_scene(count, AREA);
    // In a small scene, walls are at most as long as half of the side.
    let half_side = scene.extent().max().x;
    for index in 0..count {
        let (block, place) = (index / 10, index % 10);
        match place {
            0 => push_wall(&mut scene, &mut random, half_side, block % 2 == 0),
            1..=6 => {
                let form = walker(&mut random, place % 2 == 0);
                push_anywhere(&mut scene, &mut random, form);
            }
            _ => push_bullet(&mut scene, &mut random, (block + place) % 2 == 0),
        }
    }
    scene
}

/// Adds a wall or a house. It never moves.
fn push_wall(scene: &mut Scene, random: &mut Random, half_side: f32, is_capsule: bool) {
    let at_most = |(low, high): Sizes, limit: f32| (low.min(limit), high.min(limit));
    let form = if is_capsule {
        any_capsule(random, WALL_RADII, at_most(WALL_LENGTHS, half_side))
    } else {
        irregular(random, at_most(HOUSE_HALF_AXES, half_side * 0.5), 0.0)
    };
    let center = random.point(&scene.extent(), form.reach());
    scene.push(form, center, Vec2::ZERO);
}

fn walker(random: &mut Random, is_capsule: bool) -> Form {
    if is_capsule {
        any_capsule(random, SHOULDER_RADII, SHOULDER_LENGTHS)
    } else {
        Form::Circle(size(random, WALKER_RADII))
    }
}

/// Adds a fast and small shape. A capsule lies along its velocity.
fn push_bullet(scene: &mut Scene, random: &mut Random, is_capsule: bool) {
    let direction = random.direction(1.0);
    let form = if is_capsule {
        let radius = size(random, BOLT_RADII);
        capsule_along(direction * (size(random, BOLT_LENGTHS) * 0.5), radius)
    } else {
        Form::Circle(size(random, BULLET_RADII))
    };
    let center = random.point(&scene.extent(), form.reach());
    scene.push(form, center, direction * size(random, BULLET_SPEEDS));
}
