//! Games that move the entities of a scene and find pairs, one for each way to use the engine.

use std::time::{Duration, Instant};

use collide_scenes::Scene;
use collide2d::broad::BroadPhase;
use collide2d::{Batch, CirclesMut, Entity, Handle, Rect, Settings, Shape, Vec2, World};

use crate::Start;

/// The time between two ticks.
pub const DT: f32 = 1.0 / 30.0;

/// A world that stores the entities, with their velocities as data, and moves them in place.
pub struct Game {
    /// The world.
    pub world: World,
    /// Stopped at first.
    border: Rect,
    /// Whether all entities are circles, which can be moved as columns.
    circles: bool,
}

impl Game {
    /// The scene at its start. If some entities move, the others are static.
    pub fn new(scene: &dyn Start, settings: Settings) -> Self {
        let circles = scene.shapes().iter().all(|shape| matches!(shape, Shape::Circle(_)));
        Self { world: filled(scene, settings).0, border: scene.extent(), circles }
    }

    /// Moves every entity by `dt` seconds. Reverses the velocity of entities that leave the scene.
    pub fn advance(&mut self, dt: f32) {
        let (low, high) = (self.border.min(), self.border.max());
        if self.circles {
            let all = self.world.update_circles(|CirclesMut { x, y, data, .. }| {
                for ((x, y), data) in x.iter_mut().zip(y).zip(data) {
                    let [mut speed_x, mut speed_y] = unpack(*data);
                    turn(*x, &mut speed_x, low.x, high.x);
                    turn(*y, &mut speed_y, low.y, high.y);
                    (*x, *y) = (*x + speed_x * dt, *y + speed_y * dt);
                    *data = pack(Vec2::new(speed_x, speed_y));
                }
            });
            return all.expect("scenes are small");
        }
        self.world.update_each(|entity| {
            let [mut x, mut y] = unpack(entity.data());
            let center = entity.center();
            turn(center.x, &mut x, low.x, high.x);
            turn(center.y, &mut y, low.y, high.y);
            entity.translate(Vec2::new(x, y) * dt).expect("scenes are small");
            entity.set_data(pack(Vec2::new(x, y)));
        });
    }

    /// Moves the entities and finds pairs.
    pub fn tick(&mut self) -> Duration {
        let start = Instant::now();
        self.advance(DT);
        self.world.step();
        start.elapsed()
    }

    /// A tick; returns the time of moving only.
    pub fn move_only(&mut self) -> Duration {
        let start = Instant::now();
        self.advance(DT);
        let moved = start.elapsed();
        self.world.step();
        moved
    }
}

/// A world whose entities are moved outside and set by handle.
pub struct Placed {
    scene: Scene,
    world: World,
    handles: Vec<Handle>,
    updates: Vec<(Handle, Shape)>,
}

impl Placed {
    /// The scene at its start.
    pub fn new(scene: &Scene, settings: Settings) -> Self {
        let (world, handles) = filled(scene, settings);
        Self { scene: scene.clone(), world, handles, updates: Vec::new() }
    }

    /// A tick; returns the time of setting shapes only.
    pub fn place_only(&mut self) -> Duration {
        self.scene.advance(DT);
        let entities = self.handles.iter().zip(self.scene.shapes()).zip(self.scene.velocities());
        let movers = entities.filter(|(_, velocity)| **velocity != Vec2::ZERO);
        self.updates.clear();
        self.updates.extend(movers.map(|((handle, shape), _)| (*handle, *shape)));
        let start = Instant::now();
        self.world.set_batch(&self.updates).expect("none is removed");
        let placed = start.elapsed();
        self.world.step();
        placed
    }
}

/// Entities outside a world; all shapes are passed at each tick.
pub struct Sliced {
    scene: Scene,
    batch: Batch,
    pairs: Vec<(u32, u32)>,
}

impl Sliced {
    /// The scene at its start.
    pub fn new(scene: &Scene, settings: Settings) -> Self {
        Self { scene: scene.clone(), batch: Batch::new(settings), pairs: Vec::new() }
    }

    /// A tick; returns its time without moving.
    pub fn find_only(&mut self) -> Duration {
        self.scene.advance(DT);
        let start = Instant::now();
        self.batch.pairs_into(self.scene.shapes(), &mut self.pairs).expect("few enough");
        start.elapsed()
    }

    /// The same with candidates from this broad phase.
    pub fn find_with<B: BroadPhase + Send>(&mut self, phase: &mut B) -> Duration {
        self.scene.advance(DT);
        let start = Instant::now();
        self.batch.pairs_with(phase, self.scene.shapes(), &mut self.pairs).expect("few enough");
        start.elapsed()
    }

    /// The pairs of the last tick, in order.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }
}

/// A world with the entities of a scene, in their order, and their velocities as data. If some entities move, the
/// others are static. Two static entities can be a pair, as they are for every other contender.
pub fn filled(scene: &dyn Start, settings: Settings) -> (World, Vec<Handle>) {
    let mut world = World::new(Settings { static_pairs: true, ..settings });
    let some_move = scene.velocities().iter().any(|velocity| *velocity != Vec2::ZERO);
    let handles = scene.shapes().iter().zip(scene.velocities()).map(|(shape, velocity)| {
        let stands = some_move && *velocity == Vec2::ZERO;
        let entity = if stands { Entity::fixed(shape) } else { Entity::new(shape) };
        world.insert(entity.with_data(pack(*velocity))).expect("room")
    });
    let handles = handles.collect();
    (world, handles)
}

fn pack(velocity: Vec2) -> u64 {
    u64::from(velocity.x.to_bits()) << 32 | u64::from(velocity.y.to_bits())
}

fn unpack(data: u64) -> [f32; 2] {
    [f32::from_bits((data >> 32) as u32), f32::from_bits(data as u32)]
}

fn turn(center: f32, velocity: &mut f32, low: f32, high: f32) {
    if center < low {
        *velocity = velocity.abs();
    } else if center > high {
        *velocity = -velocity.abs();
    }
}
