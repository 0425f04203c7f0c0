//! `collide2d` itself, on one thread: a contender for each way to call it.

use std::hint::black_box;
use std::marker::PhantomData;

use collide_bench::{Game, Start, filled};
use collide2d::{Batch, Handle, PairOrder, Settings, Shape, Threads, World};

use crate::contender::Contender;
use crate::entities::{Entities, Pair, movers};

fn settings(order: PairOrder, events: bool) -> Settings {
    Settings { threads: Threads::Serial, order, events, ..Settings::default() }
}

/// The world stores the entities, with their velocities as data, and lists pairs as found, like the peers.
pub struct Ours(Game);

/// The same, with the pairs in canonical order.
pub struct InOrder(Ours);

impl Contender for Ours {
    fn name() -> &'static str {
        "ours"
    }

    fn new(scene: &dyn Start) -> Self {
        Self(Game::new(scene, settings(PairOrder::AsFound, false)))
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

    fn new(scene: &dyn Start) -> Self {
        Self(Ours(Game::new(scene, settings(PairOrder::BySlot, false))))
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.0.tick(dt)
    }

    fn pairs(&self) -> Vec<Pair> {
        self.0.pairs()
    }
}

/// How a game that stores the entities passes their shapes to a world at each tick.
pub trait Pass {
    const NAME: &'static str;

    fn pass<E: Entities>(mirror: &mut Mirror<E>);
}

/// The ordinary path of a server: the game stores and moves the entities, and passes the shapes of those that move to a
/// world. The step gives pairs in canonical order, and events. To add a way, implement [`Pass`] and list it.
pub struct Server<E, P> {
    mirror: Mirror<E>,
    pass: PhantomData<P>,
}

/// The entities of the game, and their world.
pub struct Mirror<E> {
    entities: E,
    world: World,
    movers: Vec<(u32, Handle)>,
    changes: Vec<(Handle, Shape)>,
}

/// A list of handles and shapes.
pub struct ByHandle;

/// Shapes gathered by slot, in the order of the world's columns. In a world without removals, slots are ids.
pub struct BySlot;

impl Pass for ByHandle {
    const NAME: &'static str = "ours, by handle, events";

    fn pass<E: Entities>(Mirror { entities, world, movers, changes }: &mut Mirror<E>) {
        changes.clear();
        changes.extend(movers.iter().map(|(id, handle)| (*handle, entities.shape(*id))));
        world.set_batch(changes).expect("none is removed");
    }
}

impl Pass for BySlot {
    const NAME: &'static str = "ours, by slot, events";

    fn pass<E: Entities>(Mirror { entities, world, .. }: &mut Mirror<E>) {
        entities.gather_into(world);
    }
}

impl<E: Entities, P: Pass> Contender for Server<E, P> {
    fn name() -> &'static str {
        P::NAME
    }

    fn new(scene: &dyn Start) -> Self {
        let (world, handles) = filled(scene, settings(PairOrder::BySlot, true));
        let movers = movers(scene).into_iter().map(|id| (id, handles[id as usize])).collect();
        Self { mirror: Mirror { entities: E::new(scene), world, movers, changes: Vec::new() }, pass: PhantomData }
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.mirror.entities.advance(dt);
        P::pass(&mut self.mirror);
        let world = &mut self.mirror.world;
        world.step();
        black_box(world.events());
        world.pairs().len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.mirror.world.pairs().slots().to_vec()
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

    fn new(scene: &dyn Start) -> Self {
        let batch = Batch::new(settings(PairOrder::BySlot, false));
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
