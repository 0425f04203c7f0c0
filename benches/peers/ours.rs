//! `collide2d` itself, on one thread.

use collide_bench::Game;
use collide_scenes::Scene;
use collide2d::{Batch, PairOrder, Settings, Shape, Threads};

use crate::contender::Contender;
use crate::entities::{Entities, Pair};

/// The world stores the entities, with their velocities as data, and lists pairs as found, like the peers.
pub struct Ours(Game);

/// The same, with the pairs in canonical order.
pub struct InOrder(Ours);

impl Ours {
    fn with_order(scene: &Scene, order: PairOrder) -> Self {
        Self(Game::new(scene, Settings { threads: Threads::Serial, order, ..Settings::default() }))
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
        self.0.advance(dt);
        self.0.world.step();
        self.0.world.pairs().len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.0.world.pairs().slots().to_vec()
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

/// The game stores the entities, by id, and passes all shapes at each tick. Pairs are in canonical order.
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
