//! Entities are inserted and removed for many ticks, and memory does not grow:
//! `COLLIDE_SOAK_TICKS=1000000 cargo test --release --test soak`.

use std::env;

use allocation_counter::measure;
use collide2d::{
    Circle, Entity, Handle, History, Layers, Mobility, Rect, Settings, Shape, Strategy, Threads, Vec2, World,
};

/// The state of the churn.
struct Churn {
    world: World,
    live: Vec<Handle>,
    state: u64,
    checked: u64,
}

impl Churn {
    fn new(strategy: Strategy) -> Self {
        let history = History { ticks: 4, teleport_distance: 1.0 };
        let settings = Settings { strategy, history, events: true, threads: Threads::Serial, ..Settings::default() };
        Self { world: World::new(settings), live: vec![], state: 1, checked: 0 }
    }

    /// A linear congruential generator (Knuth's MMIX), the same on every machine.
    fn below(&mut self, most: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % most
    }

    fn entity(&mut self) -> Entity {
        let center = Vec2::new(self.below(400) as f32 * 0.1, self.below(400) as f32 * 0.1);
        let size = self.below(20) as f32 * 0.1;
        let shape: Shape = match self.below(2) {
            0 => Circle::new(center, size).unwrap().into(),
            _ => Rect::new(center, center + size).unwrap().into(),
        };
        let mobility = [Mobility::Dynamic, Mobility::Dynamic, Mobility::Static, Mobility::Sleeping][self.below(4)];
        // A new group for every player.
        let layers = Layers { group: -((self.state >> 40) as i64), ..Layers::ALL };
        Entity { shape, mobility, layers, data: self.state, sensor: self.below(8) == 0 }
    }

    fn tick(&mut self) {
        for _ in 0..3 {
            let entity = self.entity();
            if self.live.len() >= 100 || (self.live.len() > 50 && self.below(2) == 0) {
                let index = self.below(self.live.len());
                let gone = self.live.swap_remove(index);
                self.world.remove(gone).unwrap();
                assert!(self.world.entity(gone).is_none());
            } else {
                self.live.push(self.world.insert(entity).unwrap());
            }
            let (index, entity) = (self.below(self.live.len()), self.entity());
            self.world.set(self.live[index], entity).unwrap();
        }
        self.world.update_each(|entity| _ = entity.translate(Vec2::new(0.01, 0.0)));
        self.world.step();
        let pairs = self.world.pairs().len();
        assert_eq!(self.world.len(), self.live.len());
        let stays = self.world.events().iter().filter(|event| event.kind != collide2d::EventKind::Ended).count();
        assert_eq!(stays, pairs);
        self.checked += pairs as u64;
    }
}

#[test]
fn churn_does_not_grow() {
    let ticks: u64 = env::var("COLLIDE_SOAK_TICKS").map_or(20_000, |ticks| ticks.parse().expect("a number of ticks"));
    for strategy in [Strategy::Auto, Strategy::HierarchicalGrid, Strategy::SweepAndPrune] {
        let mut churn = Churn::new(strategy);
        (0..ticks / 4).for_each(|_| churn.tick());
        // Memory that is allocated and not freed. A buffer may still grow a little at the tick with the most entities.
        let grown = measure(|| (0..ticks / 4 * 3).for_each(|_| churn.tick())).bytes_current;
        assert!(grown < 100_000, "{strategy}: {grown} bytes");
        assert!(churn.checked > ticks, "{strategy}: {} pairs", churn.checked);
        let slots = churn.live.iter().map(|handle| handle.slot()).max();
        assert!(slots < Some(101), "{strategy}: {slots:?}");
    }
}
