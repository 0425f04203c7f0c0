//! `collide` itself, on one thread.

use collide::{Batch, CirclesMut, Entity, PairOrder, Settings, Shape, Threads, World};
use collide_scenes::Scene;

use crate::circles::Border;
use crate::contender::Contender;
use crate::entities::{Entities, Pair};

/// The world keeps the entities, with their velocities as data, and lists pairs as it finds them, as the peers do.
pub struct Ours {
    border: Border,
    /// Whether all are circles, which can be moved as columns.
    circles: bool,
    world: World,
}

/// A velocity as an entity's data.
fn pack([x, y]: [f32; 2]) -> u64 {
    u64::from(x.to_bits()) << 32 | u64::from(y.to_bits())
}

fn unpack(data: u64) -> [f32; 2] {
    [f32::from_bits((data >> 32) as u32), f32::from_bits(data as u32)]
}

/// The same, with the pairs in canonical order.
pub struct InOrder(Ours);

impl Ours {
    fn with_order(scene: &Scene, order: PairOrder) -> Self {
        let mut world = World::new(Settings { threads: Threads::Serial, order, ..Settings::default() });
        let some_move = scene.velocities().iter().any(|velocity| velocity.length_squared() > 0.0);
        for (shape, velocity) in scene.shapes().iter().zip(scene.velocities()) {
            let stands = some_move && velocity.length_squared() == 0.0;
            let data = pack(velocity.to_array());
            let entity = if stands { Entity::fixed(shape) } else { Entity::new(shape).with_data(data) };
            world.insert(entity).expect("room");
        }
        let circles = scene.shapes().iter().all(|shape| matches!(shape, Shape::Circle(_)));
        Self { border: Border::of(scene), circles, world }
    }
}

impl Contender for Ours {
    fn name() -> &'static str {
        "ours"
    }

    fn new(scene: &Scene) -> Self {
        Self::with_order(scene, PairOrder::AsFound)
    }

    fn tick(&mut self, dt: f32) -> usize {
        let border = self.border;
        if self.circles {
            let all = self.world.update_circles(|CirclesMut { x, y, data, .. }| {
                for ((x, y), data) in x.iter_mut().zip(y).zip(data) {
                    let mut velocity = unpack(*data);
                    let step = border.step([*x, *y], &mut velocity, dt);
                    (*x, *y, *data) = (*x + step[0], *y + step[1], pack(velocity));
                }
            });
            all.expect("worlds are small");
        } else {
            self.world.update_each(|entity| {
                let mut velocity = unpack(entity.data());
                let step = border.step(entity.center().to_array(), &mut velocity, dt);
                entity.translate(step.into()).expect("worlds are small");
                entity.set_data(pack(velocity));
            });
        }
        self.world.step();
        self.world.pairs().len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.world.pairs().slots().to_vec()
    }
}

impl Contender for InOrder {
    fn name() -> &'static str {
        "ours, in order"
    }

    fn new(scene: &Scene) -> Self {
        Self(Ours::with_order(scene, PairOrder::BySlot))
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.0.tick(dt)
    }

    fn pairs(&self) -> Vec<Pair> {
        self.0.pairs()
    }
}

/// The game keeps the entities, by id, and hands all shapes over at each tick; pairs come in canonical order.
pub struct FromSlice<E> {
    entities: E,
    shapes: Vec<Shape>,
    batch: Batch,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for FromSlice<E> {
    fn name() -> &'static str {
        "ours, from a slice"
    }

    fn new(scene: &Scene) -> Self {
        let batch = Batch::new(Settings { threads: Threads::Serial, ..Settings::default() });
        Self { entities: E::new(scene), shapes: Vec::new(), batch, pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.entities.advance(dt);
        self.shapes.clear();
        self.shapes.extend(self.entities.ids().map(|id| self.entities.shape(id)));
        self.batch.pairs_into(&self.shapes, &mut self.pairs).expect("few enough");
        self.pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
