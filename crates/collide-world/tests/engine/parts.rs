//! Worlds that hold some of the entities of a larger world, under the same handles.

use collide2d::error::WorldError;
use collide2d::tools::WorldTools;
use collide2d::{Circle, Entity, Handle, History, Layers, Settings, Vec2, World};
use proptest::prelude::*;

fn at(x: f32) -> Entity {
    Entity::new(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap())
}

#[test]
fn what_is_refused() {
    let mut part = World::new(Settings::default());
    let (first, later) = (Handle::from_parts(3, 0), Handle::from_parts(3, 2));
    part.insert_at(first, at(0.0)).unwrap();
    assert_eq!(part.insert_at(later, at(0.0)), Err(WorldError::Taken { handle: later, holder: first }));
    assert_eq!(part.take(later), Err(WorldError::Stale { handle: later }));
    assert_eq!(part.take(first), Ok(at(0.0)));
    assert_eq!(part.take(first), Err(WorldError::Stale { handle: first }));
    part.insert_at(later, at(1.0)).unwrap();
    part.take(later).unwrap();
    assert_eq!(part.insert_at(first, at(1.0)), Err(WorldError::Stale { handle: first }));
    assert_eq!(part.validate(), Ok(()));
    // Other insertions do not affect the slots.
    assert_eq!(part.insert(at(5.0)), Ok(Handle::from_parts(4, 0)));
    assert_eq!(part.remove(Handle::from_parts(4, 0)), Ok(at(5.0)));
    assert_eq!(part.validate(), Ok(()));
}

/// A whole world and a part with some of its entities. An entity that leaves the part is taken out of it; one that
/// returns is inserted.
#[derive(Default)]
struct Both {
    whole: World,
    part: World,
    handles: Vec<Handle>,
}

impl Both {
    fn new() -> Self {
        let history = History { ticks: 4, teleport_distance: 100.0 };
        let world = || World::new(Settings { events: true, history, ..Settings::default() });
        Self { whole: world(), part: world(), handles: vec![] }
    }

    fn change(&mut self, (what, who, x, kept): (u8, usize, f32, bool)) {
        let entity = at(x).with_layers(Layers { group: if x < 0.0 { -1 } else { 0 }, ..Layers::ALL });
        if what == 0 || self.handles.is_empty() {
            let handle = self.whole.insert(entity).unwrap();
            self.handles.push(handle);
            self.follow(handle, kept);
            return;
        }
        let who = who % self.handles.len();
        let handle = self.handles[who];
        if what == 1 {
            self.handles.swap_remove(who);
            self.whole.remove(handle).unwrap();
            _ = self.part.take(handle);
        } else {
            self.whole.set(handle, entity).unwrap();
            self.follow(handle, kept);
        }
    }

    /// Updates an entity of the part from the whole, or takes it out.
    fn follow(&mut self, handle: Handle, kept: bool) {
        let entity = self.whole.entity(handle).unwrap();
        match (self.part.shape(handle).is_some(), kept) {
            (true, true) => self.part.set(handle, entity).unwrap(),
            (true, false) => _ = self.part.take(handle).unwrap(),
            (false, true) => self.part.insert_at(handle, entity).unwrap(),
            (false, false) => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_part_finds_what_the_whole_does_among_its_own(
        ticks in prop::collection::vec(
            prop::collection::vec((0_u8..5, any::<usize>(), -6.0_f32..6.0, any::<bool>()), 0..12), 1..8)
    ) {
        let mut both = Both::new();
        for changes in ticks {
            changes.into_iter().for_each(|change| both.change(change));
            both.whole.step();
            both.part.step();
            let Both { whole, part, .. } = &both;
            prop_assert_eq!(part.validate(), Ok(()));
            let own = |(a, b): &(Handle, Handle)| part.shape(*a).is_some() && part.shape(*b).is_some();
            let expected: Vec<_> = whole.pairs().iter().filter(own).collect();
            prop_assert_eq!(part.pairs().iter().collect::<Vec<_>>(), expected);
            let everywhere = Circle::new(Vec2::ZERO, 100.0).unwrap();
            let then = part.at(part.tick() as f64).unwrap().overlap(everywhere);
            prop_assert_eq!(&then, &part.iter().map(|(handle, _)| handle).collect::<Vec<_>>());
            let fork = part.clone();
            prop_assert_eq!(fork.validate(), Ok(()));
        }
    }
}

#[test]
fn a_sparse_world_is_cheap() {
    let mut part = World::new(Settings::default());
    for slot in (0..1_000_000).step_by(1000) {
        part.insert_at(Handle::from_parts(slot + 999, 5), at((slot / 1000) as f32 * 2.0)).unwrap();
    }
    part.step();
    assert_eq!((part.len(), part.pairs().len()), (1000, 999));
    assert!(part.memory() < 24_000_000, "{}", part.memory());
}
