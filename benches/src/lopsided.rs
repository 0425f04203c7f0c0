//! Scenes in which a grid is not the fastest broad phase.

use collide2d::{Rect, Shape, Vec2};

use crate::{Bodies, numbers};

/// A scene of rects, and its name.
pub struct Lopsided {
    /// The name in tables.
    pub name: &'static str,
    /// Its entities.
    pub bodies: Bodies,
}

impl Lopsided {
    /// The names of all scenes.
    pub const NAMES: [&'static str; 2] = ["flat-stack", "long-walls"];

    /// All scenes of this number of rects, in the order of their names.
    #[must_use]
    pub fn all(count: usize) -> [Self; 2] {
        [Self::flat_stack(count), Self::long_walls(count)]
    }

    /// Plates of 100 by 1 units in one stack, 1.1 units apart: an order along one axis separates them.
    fn flat_stack(count: usize) -> Self {
        let height = count as f32 * 1.1;
        let plate = |index: usize, [x, y]: [f32; 2]| {
            let at = Vec2::new(x * 10.0 - 5.0, (index as f32 - count as f32 / 2.0) * 1.1 + y * 0.4 - 0.2);
            (at, Vec2::new(100.0, 1.0), Vec2::new(x * 2.0 - 1.0, y * 0.4 - 0.2))
        };
        Self::new(Self::NAMES[0], Vec2::new(120.0, height), count, plate)
    }

    /// Walls up to half as long as the world: horizontal ones in its left half, vertical ones in its right half. No
    /// order along one axis separates all, and a cell that is as long as a wall has hundreds of other walls.
    fn long_walls(count: usize) -> Self {
        let side = count as f32 * 4.0;
        let wall = |index: usize, [along, across]: [f32; 2]| {
            let lane = (index / 2) as f32 - count as f32 / 4.0;
            let length = side * (0.25 + 0.225 * along);
            let shift = (along - 0.5) * side / 25.0;
            let speed = across - 0.5;
            if index.is_multiple_of(2) {
                let at = Vec2::new(shift - side / 4.0, lane * 4.0 + (across - 0.5) * 0.6);
                (at, Vec2::new(length, 3.7), Vec2::new(0.0, speed))
            } else {
                let at = Vec2::new(side / 4.0 + lane * 2.0 + (across - 0.5) * 0.3, shift);
                (at, Vec2::new(1.9, length), Vec2::new(speed, 0.0))
            }
        };
        Self::new(Self::NAMES[1], Vec2::splat(side), count, wall)
    }

    /// `make` gets the index of an entity and two numbers from 0 to 1, and returns its center, size and velocity.
    fn new(name: &'static str, size: Vec2, count: usize, make: impl Fn(usize, [f32; 2]) -> (Vec2, Vec2, Vec2)) -> Self {
        let mut next = numbers();
        let rect = |at: Vec2, size: Vec2| Rect::from_center(at, size / 2.0).expect("finite");
        let (shapes, velocities) = (0..count)
            .map(|index| {
                let (at, size, velocity) = make(index, [next(), next()]);
                (Shape::from(rect(at, size)), velocity)
            })
            .unzip();
        Self { name, bodies: Bodies { extent: rect(Vec2::ZERO, size), shapes, velocities } }
    }
}
