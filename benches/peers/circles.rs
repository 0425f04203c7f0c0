//! Entities that are all circles, stored as in a game: position and radius together, velocities separately.

use collide_bench::Start;
use collide2d::{Circle, CirclesMut, Shape, Vec2, World, overlaps};

use crate::entities::{Bounds, Entities};

#[derive(Clone, Copy)]
pub struct Disc {
    pub x: f32,
    pub y: f32,
    pub radius: f32,
}

impl Disc {
    /// The formula of the tutorials, in `f32`. Where rounding could decide, for one pair in a million, the exact test
    /// decides, so that all contenders give the same pairs.
    #[inline(always)]
    pub fn overlaps(self, other: Self) -> bool {
        const ROUNDING: f32 = 1e-6;
        let (dx, dy, reach) = (self.x - other.x, self.y - other.y, self.radius + other.radius);
        let (distance, reach) = (dx * dx + dy * dy, reach * reach);
        distance <= reach * (1.0 + ROUNDING)
            && (distance <= reach * (1.0 - ROUNDING) || overlaps(self.circle(), other.circle()))
    }

    #[inline(always)]
    pub fn circle(self) -> Circle {
        Circle::new(Vec2::new(self.x, self.y), self.radius).expect("finite")
    }
}

pub struct Circles {
    pub discs: Vec<Disc>,
    velocities: Vec<[f32; 2]>,
    pub border: Border,
}

/// Lower and upper corner of the world.
#[derive(Clone, Copy)]
pub struct Border {
    pub low: [f32; 2],
    pub high: [f32; 2],
}

impl Border {
    pub fn of(scene: &dyn Start) -> Self {
        Self { low: scene.extent().min().to_array(), high: scene.extent().max().to_array() }
    }

    /// The step of an entity. Its velocity is reversed if its center would leave the world.
    #[inline(always)]
    pub fn step(self, center: [f32; 2], velocity: &mut [f32; 2], dt: f32) -> [f32; 2] {
        for axis in 0..2 {
            if center[axis] < self.low[axis] {
                velocity[axis] = velocity[axis].abs();
            } else if center[axis] > self.high[axis] {
                velocity[axis] = -velocity[axis].abs();
            }
        }
        [velocity[0] * dt, velocity[1] * dt]
    }
}

impl Circles {
    /// The circles with these ids, renumbered from zero.
    pub fn select(scene: &dyn Start, ids: &[u32]) -> Self {
        let disc = |id: &u32| {
            let Shape::Circle(circle) = scene.shapes()[*id as usize] else { panic!("{id} is not a circle") };
            Disc { x: circle.center().x, y: circle.center().y, radius: circle.radius() }
        };
        Self {
            discs: ids.iter().map(disc).collect(),
            velocities: ids.iter().map(|id| scene.velocities()[*id as usize].to_array()).collect(),
            border: Border::of(scene),
        }
    }
}

impl Entities for Circles {
    fn new(scene: &dyn Start) -> Self {
        let ids: Vec<u32> = (0..scene.shapes().len() as u32).collect();
        Self::select(scene, &ids)
    }

    fn len(&self) -> usize {
        self.discs.len()
    }

    fn advance(&mut self, dt: f32) {
        for (disc, velocity) in self.discs.iter_mut().zip(&mut self.velocities) {
            let [x, y] = self.border.step([disc.x, disc.y], velocity, dt);
            (disc.x, disc.y) = (disc.x + x, disc.y + y);
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

    #[inline(always)]
    fn shape(&self, id: u32) -> Shape {
        self.discs[id as usize].circle().into()
    }

    fn gather_into(&self, world: &mut World) {
        let gathered = world.update_circles(|CirclesMut { x, y, slots, .. }| {
            for ((x, y), slot) in x.iter_mut().zip(y).zip(slots) {
                let disc = self.discs[*slot as usize];
                (*x, *y) = (disc.x, disc.y);
            }
        });
        gathered.expect("worlds are small");
    }
}
