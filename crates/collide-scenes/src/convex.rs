//! The scenes of capsules and polygons, and the forms of both.

use collide_core::{Capsule, Polygon, Vec2};

use crate::Scene;
use crate::form::Form;
use crate::layout::{UNIFORM_AREA, empty_scene, push_anywhere, rotor};
use crate::random::{Random, on_circle};

/// The least and the greatest value of a size.
pub(crate) type Sizes = (f32, f32);

const BODY_RADII: Sizes = (0.25, 0.5);
const BODY_LENGTHS: Sizes = (0.25, 0.75);
const WALL_RADII: Sizes = (0.05, 0.15);
const WALL_LENGTHS: Sizes = (1.0, 2.0);

const CIRCUMRADII: Sizes = (0.4, 0.7);
const HALF_AXES: Sizes = (0.35, 0.8);
const CORNER_RADII: Sizes = (0.05, 0.2);

pub(crate) fn capsules(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = empty_scene(count, UNIFORM_AREA);
    for index in 0..count {
        let (radii, lengths) = if index % 2 == 0 { (BODY_RADII, BODY_LENGTHS) } else { (WALL_RADII, WALL_LENGTHS) };
        let form = any_capsule(&mut random, radii, lengths);
        push_anywhere(&mut scene, &mut random, form);
    }
    scene
}

pub(crate) fn polygons(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = empty_scene(count, UNIFORM_AREA);
    for index in 0..count {
        let radius = if index % 3 == 0 { size(&mut random, CORNER_RADII) } else { 0.0 };
        let form =
            if index % 2 == 0 { regular(&mut random, radius) } else { irregular(&mut random, HALF_AXES, radius) };
        push_anywhere(&mut scene, &mut random, form);
    }
    scene
}

/// A number between the least and the greatest one.
pub(crate) fn size(random: &mut Random, (low, high): Sizes) -> f32 {
    random.between(low, high)
}

/// A capsule at a random angle.
pub(crate) fn any_capsule(random: &mut Random, radii: Sizes, lengths: Sizes) -> Form {
    let (radius, half_length) = (size(random, radii), size(random, lengths) * 0.5);
    capsule_along(random.direction(half_length), radius)
}

/// A capsule from `-half` to `half`.
pub(crate) fn capsule_along(half: Vec2, radius: f32) -> Form {
    Form::Capsule(Capsule::new(-half, half, radius).expect("sizes are positive and finite"))
}

/// A regular polygon at a random angle.
fn regular(random: &mut Random, radius: f32) -> Form {
    let corners = corner_count(random);
    let regular = Polygon::regular(corners, size(random, CIRCUMRADII)).expect("3 to 8 corners");
    let turned = regular.turned(rotor(random)).expect("sizes are finite");
    Form::Polygon(Polygon::new(turned.offsets(), radius).expect("at most 8 corners"))
}

/// A polygon with a corner at a random place in each of some equal parts of an ellipse, at a random angle.
pub(crate) fn irregular(random: &mut Random, half_axes: Sizes, radius: f32) -> Form {
    let (x, y, corners) = (size(random, half_axes), size(random, half_axes), corner_count(random));
    let by = rotor(random);
    let mut points = [Vec2::ZERO; Polygon::MAX_CORNERS];
    for (index, point) in points[..corners].iter_mut().enumerate() {
        // Never closer to the next corner than a quarter of a part.
        let share = (index as f64 + 0.75 * random.unit()) / corners as f64;
        *point = by.rotate(on_circle(share) * Vec2::new(x, y));
    }
    Form::Polygon(Polygon::new(&points[..corners], radius).expect("at most 8 points"))
}

fn corner_count(random: &mut Random) -> usize {
    3 + random.index(Polygon::MAX_CORNERS - 2)
}
