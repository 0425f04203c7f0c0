//! Entities that are all circles, stored as a game would: position and radius together, velocities apart.

use collide::{Circle, Shape, Vec2, overlaps};
use collide_scenes::Scene;

use crate::entities::{Bounds, Entities};

#[derive(Clone, Copy)]
pub struct Disc {
    pub x: f32,
    pub y: f32,
    pub radius: f32,
}

impl Disc {
    /// The formula of every tutorial, in `f32`. Where rounding could decide, one pair in a million, the exact test is
    /// asked, so that all contenders give the same pairs.
    #[inline(always)]
    pub fn overlaps(self, other: Self) -> bool {
        const ROUNDING: f32 = 1e-6;
        let (dx, dy, reach) = (self.x - other.x, self.y - other.y, self.radius + other.radius);
        let (distance, reach) = (dx * dx + dy * dy, reach * reach);
        distance <= reach * (1.0 + ROUNDING)
            && (distance <= reach * (1.0 - ROUNDING) || overlaps(self.circle(), other.circle()))
    }

    pub fn circle(self) -> Circle {
        Circle::new(Vec2::new(self.x, self.y), self.radius).expect("finite")
    }
}

pub struct Circles {
    pub discs: Vec<Disc>,
    velocities: Vec<[f32; 2]>,
    pub low: [f32; 2],
    pub high: [f32; 2],
}

impl Circles {
    /// The circles of these ids, which are numbered anew.
    pub fn select(scene: &Scene, ids: &[u32]) -> Self {
        let disc = |id: &u32| {
            let Shape::Circle(circle) = scene.shapes()[*id as usize] else { panic!("{id} is not a circle") };
            Disc { x: circle.center().x, y: circle.center().y, radius: circle.radius() }
        };
        Self {
            discs: ids.iter().map(disc).collect(),
            velocities: ids.iter().map(|id| scene.velocities()[*id as usize].to_array()).collect(),
            low: scene.extent().min().to_array(),
            high: scene.extent().max().to_array(),
        }
    }
}

impl Entities for Circles {
    fn new(scene: &Scene) -> Self {
        let ids: Vec<u32> = (0..scene.len() as u32).collect();
        Self::select(scene, &ids)
    }

    fn len(&self) -> usize {
        self.discs.len()
    }

    fn advance(&mut self, dt: f32) {
        let [(low_x, high_x), (low_y, high_y)] = [0, 1].map(|axis| (self.low[axis], self.high[axis]));
        for (disc, velocity) in self.discs.iter_mut().zip(&mut self.velocities) {
            (disc.x, velocity[0]) = reflect(low_x + disc.radius, high_x - disc.radius, disc.x, velocity[0], dt);
            (disc.y, velocity[1]) = reflect(low_y + disc.radius, high_y - disc.radius, disc.y, velocity[1], dt);
        }
    }

    #[inline(always)]
    fn bounds(&self, id: u32) -> Bounds {
        let Disc { x, y, radius } = self.discs[id as usize];
        Bounds {
            min: [(x - radius).next_down(), (y - radius).next_down()],
            max: [(x + radius).next_up(), (y + radius).next_up()],
        }
    }

    #[inline(always)]
    fn overlap(&self, a: u32, b: u32) -> bool {
        self.discs[a as usize].overlaps(self.discs[b as usize])
    }

    fn shape(&self, id: u32) -> Shape {
        self.discs[id as usize].circle().into()
    }
}

/// Moves along one axis, and back in where that leaves the world.
#[inline(always)]
fn reflect(low: f32, high: f32, place: f32, velocity: f32, dt: f32) -> (f32, f32) {
    let moved = place + velocity * dt;
    if moved < low {
        (2.0 * low - moved, velocity.abs())
    } else if moved > high {
        (2.0 * high - moved, -velocity.abs())
    } else {
        (moved, velocity)
    }
}
