//! The input of every contender: entities that move, their bounds, and the exact test.

use collide_bench::Start;
use collide2d::{Shape, World};

/// Two ids, in any order.
pub type Pair = (u32, u32);

/// The bound of an entity, rounded outward, so that no touching pair is lost before the exact test.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub min: [f32; 2],
    pub max: [f32; 2],
}

/// The store of the game: entities by id, moved in the same way for every contender.
pub trait Entities {
    fn new(scene: &dyn Start) -> Self;

    fn len(&self) -> usize;

    fn advance(&mut self, dt: f32);

    fn bounds(&self, id: u32) -> Bounds;

    /// Whether two entities touch or overlap.
    fn overlap(&self, a: u32, b: u32) -> bool;

    fn shape(&self, id: u32) -> Shape;

    /// Sets the shapes of all dynamic entities of a world, whose slots are ids.
    fn gather_into(&self, world: &mut World);

    /// Keeps a candidate that passes the test.
    #[inline(always)]
    fn test(&self, a: u32, b: u32, pairs: &mut Vec<Pair>) {
        if self.overlap(a, b) {
            pairs.push((a, b));
        }
    }

    fn ids(&self) -> impl ExactSizeIterator<Item = u32> + use<Self> {
        0..self.len() as u32
    }
}

/// The ids of the entities that move. Indexes that keep resting entities update only these.
pub fn movers(scene: &dyn Start) -> Vec<u32> {
    (0..).zip(scene.velocities()).filter(|(_, velocity)| velocity.length_squared() > 0.0).map(|(id, _)| id).collect()
}
