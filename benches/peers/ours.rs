//! `collide` itself, on one thread.

use collide::{Handle, Settings, Shape, Strategy, Threads, Touching, World};
use collide_scenes::Scene;

use crate::contender::Contender;
use crate::entities::{Entities, Pair, movers};

pub struct Ours<E> {
    entities: E,
    world: World,
    movers: Vec<(u32, Handle)>,
    updates: Vec<(Handle, Shape)>,
}

impl<E: Entities> Contender for Ours<E> {
    fn name() -> &'static str {
        "ours"
    }

    fn new(scene: &Scene) -> Self {
        let mut world =
            World::new(Settings { strategy: Strategy::Auto, touching: Touching::Closed, threads: Threads::Serial });
        let insert = |shape: &Shape| world.insert(*shape).expect("room");
        let handles: Vec<Handle> = scene.shapes().iter().map(insert).collect();
        let movers = movers(scene).into_iter().map(|id| (id, handles[id as usize])).collect();
        Self { entities: E::new(scene), world, movers, updates: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.entities.advance(dt);
        self.updates.clear();
        self.updates.extend(self.movers.iter().map(|(id, handle)| (*handle, self.entities.shape(*id))));
        self.world.update_batch(&self.updates).expect("all live");
        self.world.step();
        self.world.pairs().len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.world.pairs().iter().map(|(a, b)| (a.slot(), b.slot())).collect()
    }
}
