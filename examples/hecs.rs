//! Entities live in `hecs`, and `collide2d` stores none of them: shapes in, pairs of indices out, at every tick.
//!
//!     cargo run --release --example hecs

use std::error::Error;

use collide2d::error::BatchError;
use collide2d::{Batch, Circle, Shape, Vec2, contact};
use hecs::{Entity, World};

const BALLS: u16 = 3_000;
const SECONDS_PER_TICK: f32 = 1.0 / 60.0;

/// Half the side of the yard.
const YARD: f32 = 60.0;

struct Place(Vec2);
struct Velocity(Vec2);
struct Radius(f32);
struct Bumps(u32);

/// The search and its buffers, reused at each tick.
#[derive(Default)]
struct Touches {
    batch: Batch,
    entities: Vec<Entity>,
    shapes: Vec<Shape>,
    pairs: Vec<(u32, u32)>,
}

impl Touches {
    /// Finds the balls that overlap now.
    fn find(&mut self, world: &World) -> Result<(), BatchError> {
        self.entities.clear();
        self.shapes.clear();
        for (entity, place, radius) in &mut world.query::<(Entity, &Place, &Radius)>() {
            // A ball with an invalid shape takes no part.
            if let Ok(circle) = Circle::new(place.0, radius.0) {
                self.entities.push(entity);
                self.shapes.push(circle.into());
            }
        }
        self.batch.pairs_into(&self.shapes, &mut self.pairs)?;
        Ok(())
    }
}

fn spawn() -> World {
    let mut world = World::new();
    for index in 0..BALLS {
        // Spread by the golden angle, each with its own direction.
        let turn = Vec2::from_angle(f32::from(index) * 2.4);
        let place = turn * (f32::from(index) / f32::from(BALLS)).sqrt() * YARD;
        world.spawn((Place(place), Velocity(Vec2::from_angle(f32::from(index)) * 8.0), Radius(0.6), Bumps(0)));
    }
    world
}

/// One tick: moves all balls, then reflects those that overlap.
fn tick(world: &mut World, touches: &mut Touches) -> Result<(), BatchError> {
    for (place, velocity) in world.query_mut::<(&mut Place, &mut Velocity)>() {
        place.0 += velocity.0 * SECONDS_PER_TICK;
        let beyond = place.0.abs().cmpgt(Vec2::splat(YARD));
        velocity.0 = Vec2::select(beyond, velocity.0.abs() * -place.0.signum(), velocity.0);
    }
    touches.find(world)?;
    for &(a, b) in &touches.pairs {
        let (a, b) = (a as usize, b as usize);
        let Some(contact) = contact(touches.shapes[a], touches.shapes[b]) else { continue };
        for (index, normal) in [(a, -contact.normal), (b, contact.normal)] {
            let components = world.query_one_mut::<(&mut Velocity, &mut Bumps)>(touches.entities[index]);
            if let Ok((velocity, bumps)) = components {
                let towards = velocity.0.dot(normal).min(0.0);
                velocity.0 -= normal * (2.0 * towards);
                bumps.0 += 1;
            }
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut world, mut touches) = (spawn(), Touches::default());
    for _ in 0..120 {
        tick(&mut world, &mut touches)?;
    }
    let most = world.query_mut::<&Bumps>().into_iter().map(|bumps| bumps.0).max();
    println!(
        "{} balls, {} pairs overlap now, at most {} bumps for one ball",
        BALLS,
        touches.pairs.len(),
        most.unwrap_or(0)
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use collide2d::overlaps;

    use super::{BALLS, Bumps, Touches, spawn, tick};

    #[test]
    fn balls_bump() {
        let (mut world, mut touches) = (spawn(), Touches::default());
        for _ in 0..30 {
            tick(&mut world, &mut touches).unwrap();
        }
        assert_eq!(touches.shapes.len(), usize::from(BALLS));
        let mut expected = Vec::new();
        for b in 0..touches.shapes.len() {
            for a in 0..b {
                if overlaps(touches.shapes[a], touches.shapes[b]) {
                    expected.push((a as u32, b as u32));
                }
            }
        }
        expected.sort_unstable();
        assert!(!expected.is_empty());
        assert_eq!(touches.pairs, expected);
        assert!(world.query_mut::<&Bumps>().into_iter().any(|bumps| bumps.0 > 0));
    }
}
