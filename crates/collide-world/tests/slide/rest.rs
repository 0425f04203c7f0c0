//! Corners: a constant motion comes to rest.

use collide2d::{Shape, Vec2};

use super::{circle, oriented, position, rect, slide, v, world};

/// Moves until nothing changes, and returns the place.
fn rest(world: &collide2d::World, mut shape: Shape, motion: Vec2, ticks: usize) -> Option<Shape> {
    for _ in 0..ticks {
        let next = slide(world, shape, motion).shape;
        if next == shape {
            return Some(shape);
        }
        shape = next;
    }
    None
}

#[test]
fn motions_into_a_corner_come_to_rest() {
    for degrees in (0..90).step_by(7) {
        let turned = |x: f32, y: f32, half: Vec2| {
            let (sin, cos) = (degrees as f32).to_radians().sin_cos();
            oriented(x * cos - y * sin, x * sin + y * cos, half, degrees as f32)
        };
        let (world, _) = world([turned(0.0, -1.0, v(50.0, 1.0)), turned(-1.0, 0.0, v(1.0, 50.0))]);
        for shape in [circle(9.0, 9.0, 0.7), rect(9.0, 9.0, 0.6, 1.1), oriented(9.0, 9.0, v(0.3, 0.8), 33.0)] {
            for heading in (0..90).step_by(9) {
                let angle = (degrees as f32 + 180.0 + heading as f32).to_radians();
                let motion = Vec2::from_angle(angle) * 0.37;
                let shape = shape.translated(Vec2::from_angle((degrees as f32 + 45.0).to_radians()) * 20.0).unwrap();
                let end = rest(&world, shape, motion, 500).unwrap_or_else(|| panic!("{degrees}, {heading}: {shape:?}"));
                assert_eq!(slide(&world, end, motion).shape, end);
            }
        }
    }
}

#[test]
fn acute_wedges_hold_what_goes_in() {
    for degrees in [1.0_f32, 5.0, 20.0, 60.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        // The tip is at zero; the wedge opens to the right, between the x axis and the given angle.
        let (world, _) = world([rect(-60.0, -2.0, 120.0, 2.0), oriented(-sin, cos, v(60.0, 1.0), degrees)]);
        let middle = Vec2::from_angle(degrees.to_radians() * 0.5) * 40.0;
        for shape in [circle(0.0, 0.0, 0.3), rect(-0.2, -0.2, 0.4, 0.4), oriented(0.0, 0.0, v(0.1, 0.3), 40.0)] {
            for motion in [v(-0.5, 0.0), v(-0.5, 0.1), v(-0.5, -0.1), v(-1e-3, 0.0)] {
                let shape = shape.translated(middle).unwrap();
                // Along a wall at 60 degrees the slow motion makes half of its length in a tick, for a way of 40.
                let ticks = if motion.x < -0.1 { 500 } else { 100_000 };
                let end =
                    rest(&world, shape, motion, ticks).unwrap_or_else(|| panic!("{degrees}, {shape:?}, {motion}"));
                assert!(position(&end).x < position(&shape).x && position(&end).x > -1.0);
            }
        }
    }
}

/// Towards a wall at angles down to one step of the last place: it neither sticks nor enters.
#[test]
fn glancing_motions_slide() {
    let (world, _) = world([rect(-1000.0, -1.0, 3000.0, 1.0)]);
    for shape in [circle(0.0, 1.0, 1.0), rect(0.0, 0.0, 1.0, 1.0)] {
        for down in [0.0, f32::from_bits(1), 1e-30, 1e-10, 1e-7, 1e-3, 0.5] {
            let mut at = shape;
            for tick in 0..50 {
                let x = position(&at).x;
                at = slide(&world, at, v(0.5, -down)).shape;
                assert_eq!(position(&at), v(x + 0.5, position(&shape).y), "by {down}, tick {tick}");
            }
        }
    }
}
