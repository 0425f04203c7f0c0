//! Worlds in which few entities change between two steps: only these are then sorted. Pairs and queries are those of
//! brute force, and a clone, which sorts all, finds the same pairs in the same order.

use std::fmt::Debug;

use collide2d::{
    Circle, Entity, Handle, History, Hits, Layers, Mobility, Mode, Moving, Nearest, OrientedRect, PairOrder, Query,
    Rect, Rotor, Segment, Settings, Shape, Strategy, Threads, Vec2, World,
};

use crate::bodies::{capsule, polygon};

/// A sequence of random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
        ((u128::from(self.0) * end as u128) >> 64) as usize
    }

    fn place(&mut self) -> Vec2 {
        [self.below(6_000), self.below(6_000)].map(|number| number as f32 / 100.0).into()
    }

    fn shape(&mut self) -> Shape {
        // Now and then far away, where cells share indices.
        let at = if self.below(40) == 0 { self.place() * 1e4 } else { self.place() };
        match self.below(6) {
            0 => Circle::new(at, 0.5).unwrap().into(),
            1 => capsule(at, Vec2::new(0.8, 0.1), 30.0),
            2 => polygon(at, Vec2::new(0.8, 0.4), 10.0),
            3 => OrientedRect::new(at, [0.9, 0.2], Rotor::from_degrees(40.0).unwrap()).unwrap().into(),
            _ => Rect::new(at.floor(), at.floor() + 1.0).unwrap().into(),
        }
    }

    fn entity(&mut self) -> Entity {
        let mobility = [Mobility::Static, Mobility::Static, Mobility::Sleeping, Mobility::Dynamic][self.below(4)];
        let category = 1 << self.below(3);
        Entity { mobility, layers: Layers { category, ..Layers::ALL }, ..Entity::new(self.shape()) }
    }
}

/// A change of one entity, made in all worlds.
fn change(worlds: &mut [&mut World; 2], handles: &mut Vec<Handle>, numbers: &mut Numbers) {
    let at = numbers.below(handles.len());
    let (handle, new) = (handles[at], numbers.entity());
    let shape = worlds[0].shape(handle).unwrap();
    match numbers.below(8) {
        0 => {
            let inserted = worlds.each_mut().map(|world| world.insert(new).unwrap());
            assert_eq!(inserted[0], inserted[1]);
            handles.push(inserted[0]);
        }
        1 => {
            worlds.iter_mut().for_each(|world| _ = world.remove(handle).unwrap());
            handles.swap_remove(at);
        }
        2 => worlds.iter_mut().for_each(|world| world.set(handle, new).unwrap()),
        3 => worlds.iter_mut().for_each(|world| world.set(handle, new.shape).unwrap()),
        _ => {
            let near = shape.translated(numbers.place() / 60.0 - 0.5).unwrap();
            worlds.iter_mut().for_each(|world| world.set(handle, near).unwrap());
        }
    }
}

/// What queries of all kinds find at a time, and the shapes then.
fn in_the_past(world: &World, time: f64, handles: &[Handle], numbers: &mut Numbers) -> impl PartialEq + Debug + use<> {
    let past = world.at(time).unwrap();
    let area = |numbers: &mut Numbers| {
        let from = numbers.place();
        Rect::new(from, from + 5.0).unwrap()
    };
    let filtered = |box_: Rect| Query::new(Shape::from(box_)).on(Layers { mask: 0b10, ..Layers::ALL });
    // As many are joined with the entities.
    let boxes: Vec<Query<Shape>> = (0..40).map(|_| filtered(area(numbers))).collect();
    let mut joined = Hits::default();
    past.overlap_batch_into(&boxes, Mode::All, &mut joined).unwrap();
    let (box_, from, to) = (area(numbers), numbers.place(), numbers.place());
    let segment = Segment::new(from, to).unwrap();
    let moving = Moving::new(Circle::new(from, 0.4).unwrap(), to - from).unwrap();
    let through = world.sweep_through(moving, time, world.tick() as f64).unwrap();
    (
        (
            joined.starts().to_vec(),
            joined.hits().to_vec(),
            past.overlap(box_),
            past.nearest(Nearest::to_point(from).unwrap()),
        ),
        (past.blocked(segment), past.segment(segment), past.sweep(moving), through),
        handles.iter().map(|handle| past.shape(*handle)).collect::<Vec<_>>(),
    )
}

#[test]
fn pairs_and_queries_are_those_of_brute_force() {
    for (seed, static_pairs, threads) in [(1, false, 1), (2, true, 1), (3, false, 2)] {
        let mut numbers = Numbers(seed);
        let threads = Threads::new(threads).unwrap();
        let (order, history) = (PairOrder::AsFound, History { ticks: 4, ..History::default() });
        let settings = Settings { order, history, static_pairs, threads, ..Settings::default() };
        let mut world = World::new(Settings { strategy: Strategy::HierarchicalGrid, ..settings.clone() });
        let mut brute = World::new(Settings { strategy: Strategy::BruteForce, ..settings });
        let mut handles = Vec::new();
        for _ in 0..1_500 {
            let entity = numbers.entity();
            handles.push(world.insert(entity).unwrap());
            assert_eq!(brute.insert(entity).unwrap(), handles[handles.len() - 1]);
        }
        [&mut world, &mut brute].into_iter().for_each(|world| _ = world.step());
        for tick in 0..120 {
            let count = [0, 1, 1, 2, 6, 20][numbers.below(6)];
            (0..count).for_each(|_| change(&mut [&mut world, &mut brute], &mut handles, &mut numbers));
            if numbers.below(4) == 0 {
                // Finds the pairs of the changes before the step does.
                assert_eq!(world.count_pairs(), brute.count_pairs(), "tick {tick}");
            }
            let mut clone = world.clone();
            [&mut world, &mut brute, &mut clone].into_iter().for_each(|world| _ = world.step());
            assert_eq!(world.pairs().slots(), clone.pairs().slots(), "tick {tick}");
            let sorted = |world: &World| {
                let mut slots = world.pairs().slots().to_vec();
                slots.sort_unstable();
                slots
            };
            assert!(!sorted(&world).is_empty() && sorted(&world) == sorted(&brute), "tick {tick}");
            world.validate().unwrap();
            let from = numbers.place();
            let (segment, box_) = (Segment::new(from, numbers.place()).unwrap(), Rect::new(from, from + 5.0).unwrap());
            let now = |world: &World| (world.queries().overlap(box_), world.queries().segment(segment));
            assert_eq!(now(&world), now(&brute), "tick {tick}");
            for back in [0.0, 0.5, 1.0, 2.5, 3.0] {
                let time = world.tick() as f64 - back;
                if tick >= 3 {
                    let seed = numbers.0;
                    let [found, expected] =
                        [&world, &brute].map(|world| in_the_past(world, time, &handles, &mut Numbers(seed)));
                    assert_eq!(found, expected, "tick {tick} at {time}");
                }
            }
            if tick % 40 == 39 {
                world = clone;
            }
        }
    }
}
