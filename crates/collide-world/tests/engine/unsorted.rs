//! Queries between changes, without a step: compared with brute force after each change.

use crate::bodies::{capsule, polygon};
use collide2d::{
    Circle, Entity, Handle, Hits, Mobility, Mode, Moving, Nearest, NearestHits, OrientedRect, Queries, Query, Ray,
    RayHits, Rect, Relation, Rotor, Sector, Segment, Settings, Shape, Strategy, Threads, Touching, Vec2, World,
    cast_ray, distance, relation, sector_shape, segment_shape, sweep,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, TestCaseError, prop_assert_eq, proptest};

use crate::changes::{Change, Model, apply, change};

/// The hits of all entities, the nearest first, and by slot at equal distance.
fn ranked<T>(model: &Model, hit: impl Fn(&Shape) -> Option<(f32, T)>) -> Vec<(Handle, T)> {
    let mut hits: Vec<_> = model
        .iter()
        .filter_map(|(handle, entity)| hit(&entity.shape).map(|(rank, hit)| (rank, *handle, hit)))
        .collect();
    hits.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap().then(a.1.slot().cmp(&b.1.slot())));
    hits.into_iter().map(|(_, handle, hit)| (handle, hit)).collect()
}

/// Asks queries of every kind, one by one and as small batches.
pub(crate) fn check(queries: &Queries<'_>, model: &Model, shape: Shape, way: Vec2) -> Result<(), TestCaseError> {
    let found = ranked(model, |other| Touching::Closed.accepts(relation(shape, *other)).then_some((0.0, ())));
    let overlapping: Vec<_> = found.into_iter().map(|(handle, ())| handle).collect();
    prop_assert_eq!(&queries.overlap(shape), &overlapping);
    let mut hits = Hits::default();
    queries.overlap_batch_into(&[Query::new(shape); 20], Mode::All, &mut hits).unwrap();
    prop_assert_eq!(hits.of(19), &overlapping);
    queries.overlap_batch_into(&[Query::new(shape); 2], Mode::First(3), &mut hits).unwrap();
    prop_assert_eq!(hits.of(1), &overlapping[..overlapping.len().min(3)]);
    prop_assert_eq!(hits.count(1), overlapping.len().min(3));
    queries.overlap_batch_into(&[Query::new(shape); 2], Mode::Count, &mut hits).unwrap();
    prop_assert_eq!((hits.count(1), hits.hits().len()), (overlapping.len(), 0));
    let filter = |handle: Handle| !handle.slot().is_multiple_of(3);
    let accepted: Vec<_> = overlapping.iter().copied().filter(|handle| filter(*handle)).collect();
    prop_assert_eq!(queries.filtered(&filter).overlap(shape), accepted);

    let from = shape.center();
    if let Ok(ray) = Ray::new(from, way, 3.0) {
        let expected = ranked(model, |other| cast_ray(&ray, *other).map(|hit| (hit.entry, hit)));
        prop_assert_eq!(queries.ray(ray), expected.first().copied());
        let mut hits = RayHits::default();
        queries.ray_batch_into(&[Query::new(ray); 2], Mode::All, &mut hits).unwrap();
        prop_assert_eq!(hits.of(1), &expected);
        queries.ray_batch_into(&[Query::new(ray); 2], Mode::Count, &mut hits).unwrap();
        prop_assert_eq!((hits.count(1), hits.hits().len()), (expected.len(), 0));
    }
    if let Ok(sector) = Sector::new(from, way, Vec2::new(0.5, -1.0), 2.0) {
        let found = ranked(model, |other| (sector_shape(&sector, *other) != Relation::Apart).then_some((0.0, ())));
        let expected: Vec<_> = found.into_iter().map(|(handle, ())| handle).collect();
        prop_assert_eq!(&queries.sector(sector), &expected);
        queries.sector_batch_into(&[Query::new(sector); 20], Mode::All, &mut hits).unwrap();
        prop_assert_eq!(hits.of(19), &expected);
    }
    if let Ok(segment) = Segment::new(from, from + way) {
        let expected = model.values().any(|entity| Touching::Closed.accepts(segment_shape(&segment, entity.shape)));
        prop_assert_eq!(queries.blocked(segment), expected);
    }
    if let Ok(moving) = Moving::new(shape, way) {
        let expected = ranked(model, |other| sweep(moving, *other).map(|hit| (hit.time, hit)));
        prop_assert_eq!(queries.sweep(moving), expected.first().copied());
    }
    let expected = ranked(model, |other| Some((distance(shape, *other), ()))).into_iter();
    let expected: Vec<_> = expected.map(|(handle, ())| (handle, distance(shape, model[&handle].shape))).collect();
    prop_assert_eq!(queries.nearest(Nearest::to(shape)), expected.first().copied());
    let mut hits = NearestHits::default();
    let some = Query::new(Nearest { count: 7, ..Nearest::to(shape) });
    queries.nearest_batch_into(&[some; 2], &mut hits).unwrap();
    prop_assert_eq!(hits.of(1), &expected[..expected.len().min(7)]);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn queries_after_each_change_are_those_of_brute_force(changes in vec(change(), 1..200)) {
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        let mut model = Model::new();
        let mut asked = (Shape::from(Circle::new(Vec2::ZERO, 1.0).unwrap()), Vec2::X);
        for change in &changes {
            apply(change, &mut world, &mut model);
            prop_assert_eq!(world.validate(), Ok(()));
            match change {
                Change::StepWithin(limit) => _ = world.step_within(*limit),
                Change::Ask(shape, layers, but) => {
                    let query = Query::from(shape).on(*layers);
                    let but = model.keys().nth(but % (model.len() + 1)).copied();
                    let accepted = |handle: &Handle, entity: &Entity| layers.meet(&entity.layers) && but != Some(*handle);
                    let hit = |entity: &Entity| Touching::Closed.accepts(relation(*shape, entity.shape));
                    let expected = model.iter().filter(|(handle, entity)| accepted(handle, entity) && hit(entity));
                    let found = world.queries().overlap(but.map_or(query, |but| query.except(but)));
                    prop_assert_eq!(found, expected.map(|(handle, _)| *handle).collect::<Vec<_>>());
                    asked.0 = *shape;
                }
                Change::MoveAll(way) => asked.1 = *way * 10.0,
                _ => {}
            }
            check(&world.queries(), &model, asked.0, asked.1)?;
        }
    }
}

/// A fixed sequence of numbers below a limit.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(self.0) * limit as u128) >> 64) as usize
    }

    fn point(&mut self, side: usize) -> Vec2 {
        Vec2::new(self.below(side * 4) as f32, self.below(side * 4) as f32) * 0.25
    }

    /// Mostly circles of one size; some are of other kinds or larger, some are far away.
    fn entity(&mut self, side: usize) -> Entity {
        let (size, far) = (if self.below(50) == 0 { 9.0 } else { 0.5 }, self.below(100) == 0);
        let center = self.point(side) * if far { -1000.0 } else { 1.0 };
        let shape: Shape = match self.below(10) {
            0 => Rect::new(center - size, center + size).unwrap().into(),
            2 => capsule(center, Vec2::new(size, 0.25), 30.0),
            3 => polygon(center, Vec2::new(size, 0.5), 30.0),
            1 => OrientedRect::new(center, [size, 0.5], Rotor::from_degrees(30.0).unwrap()).unwrap().into(),
            _ => Circle::new(center, size).unwrap().into(),
        };
        let mobility = if self.below(4) == 0 { Mobility::Static } else { Mobility::Dynamic };
        Entity { mobility, ..Entity::new(shape) }
    }
}

/// What a thousand entities do between two steps.
#[derive(Clone, Copy, Debug)]
enum Habit {
    /// Any entity moves, also into another list.
    Anywhere,
    /// A few entities move again and again.
    SameFew,
    /// All move to one point.
    Gather,
    /// Entities come and go.
    Traffic,
    /// Entities leave until few are left.
    Leave,
    /// Entities come into an empty world.
    Fill,
}

#[test]
fn many_changes_without_a_step() {
    let habits = [Habit::Anywhere, Habit::SameFew, Habit::Gather, Habit::Traffic, Habit::Leave, Habit::Fill];
    for (number, habit) in habits.into_iter().enumerate() {
        for indexed in [true, false] {
            let mut numbers = Numbers(number as u64 + 1);
            let (mut world, mut model, mut handles) = (World::default(), Model::new(), vec![]);
            let side = 40;
            let insert = |world: &mut World, model: &mut Model, handles: &mut Vec<Handle>, entity: Entity| {
                let handle = world.insert(entity).unwrap();
                model.insert(handle, entity);
                handles.push(handle);
            };
            if !matches!(habit, Habit::Fill) {
                (0..1_000).for_each(|_| insert(&mut world, &mut model, &mut handles, numbers.entity(side)));
            }
            if indexed {
                world.step();
            }
            for change in 0..2_000 {
                let who = numbers.below(handles.len().max(1));
                let update = |world: &mut World, model: &mut Model, handle: Handle, entity: Entity| {
                    world.set(handle, entity).unwrap();
                    model.insert(handle, entity);
                };
                let remove = |world: &mut World, model: &mut Model, handles: &mut Vec<Handle>| {
                    if !handles.is_empty() {
                        let handle = handles.swap_remove(who);
                        assert_eq!(world.remove(handle).ok(), model.remove(&handle));
                    }
                };
                match habit {
                    Habit::Anywhere => update(&mut world, &mut model, handles[who], numbers.entity(side)),
                    Habit::SameFew => {
                        let few = handles[numbers.below(50)];
                        update(&mut world, &mut model, few, numbers.entity(side));
                    }
                    Habit::Gather => {
                        let here = Entity::new(Circle::new(Vec2::splat(7.0), 0.5).unwrap());
                        update(&mut world, &mut model, handles[who], here);
                    }
                    Habit::Traffic if change % 3 == 0 => remove(&mut world, &mut model, &mut handles),
                    Habit::Leave if change % 8 > 0 => remove(&mut world, &mut model, &mut handles),
                    _ => insert(&mut world, &mut model, &mut handles, numbers.entity(side)),
                }
                if numbers.below(40) == 0 {
                    assert_eq!(world.validate(), Ok(()), "{habit:?}");
                    let shape = Circle::new(numbers.point(side), 2.0).unwrap().into();
                    let way = numbers.point(side) - 20.0;
                    check(&world.queries(), &model, shape, way).unwrap();
                }
                if numbers.below(400) == 0 {
                    let copy = world.clone();
                    check(&copy.queries(), &model, Circle::new(numbers.point(side), 2.0).unwrap().into(), Vec2::Y)
                        .unwrap();
                }
            }
        }
    }
}

/// Whether a batch exceeds its limit does not depend on the number of threads, also between changes.
#[test]
fn visits_do_not_depend_on_threads() {
    let threads = [Threads::Serial, Threads::new(2).unwrap()];
    let mut worlds = threads.map(|threads| World::new(Settings { threads, ..Settings::default() }));
    let mut numbers = Numbers(5);
    let entities: Vec<_> = (0..3_000).map(|_| numbers.entity(60)).collect();
    let mut handles = vec![];
    for world in &mut worlds {
        handles = entities.iter().map(|entity| world.insert(*entity).unwrap()).collect();
        world.step();
    }
    for round in 0..12 {
        for _ in 0..numbers.below(400) {
            let (who, entity) = (handles[numbers.below(handles.len())], numbers.entity(60));
            worlds.iter_mut().for_each(|world| world.set(who, entity).unwrap());
        }
        let near: Vec<_> = (0..600)
            .map(|_| Query::new(Nearest { count: 3, ..Nearest::to(Circle::new(numbers.point(60), 0.0).unwrap()) }))
            .collect();
        let visited = worlds.each_ref().map(|world| work(world, &near));
        assert_eq!(visited[0], visited[1], "{round}");
        assert!(visited[0] < 9_000_000, "{round}: {}", visited[0]);
    }
}

fn work(world: &World, queries: &[Query<Nearest>]) -> u64 {
    let mut hits = NearestHits::default();
    world.queries().nearest_batch_into(queries, &mut hits).unwrap();
    hits.work()
}

/// With cells so large that few of them cover all numbers, where every row that has not changed since the list was
/// sorted is removed, so that no cell is occupied.
#[test]
fn queries_pass_lists_without_unchanged_rows() {
    for extent in [0.2_f32, 5e37, 1e38, 1.7e38, 2.5e38] {
        for half in [Vec2::new(0.1, extent), Vec2::new(extent, 0.1), Vec2::splat(extent)] {
            for (count, first) in [(2_u16, 0.0), (2, -3.4e38), (2, 3.4e38), (40, 0.0), (40, -3.4e38)] {
                for removed_first in [false, true] {
                    half_changed(half, count, first, removed_first);
                }
            }
        }
    }
}

/// The first of `count` rectangles is at the height `first` when they are sorted. Then half of them move, and the others
/// are removed.
fn half_changed(half: Vec2, count: u16, first: f32, removed_first: bool) {
    let (threads, strategy) = (Threads::Serial, Strategy::HierarchicalGrid);
    let mut world = World::new(Settings { threads, strategy, ..Settings::default() });
    let mut model = Model::new();
    let rect = |x: f32, y: f32| Shape::from(OrientedRect::new([x, y], half, Rotor::IDENTITY).unwrap());
    let height = |x: u16| if x == 0 { first } else { 0.0 };
    let start = |x: u16| Entity::fixed(rect(x.into(), height(x)));
    let handles: Vec<Handle> = (0..count).map(|x| world.insert(start(x)).unwrap()).collect();
    world.step();
    let is_removed = |index: usize| (index < handles.len() / 2) == removed_first;
    for (index, handle) in handles.iter().enumerate().filter(|(index, _)| !is_removed(*index)) {
        let entity = Entity::fixed(rect(index as f32 + 0.25, 0.0));
        world.set(*handle, entity.shape).unwrap();
        model.insert(*handle, entity);
    }
    for (_, handle) in handles.iter().enumerate().filter(|(index, _)| is_removed(*index)) {
        world.remove(*handle).unwrap();
    }
    for way in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y, Vec2::new(7.0, -1.0), Vec2::new(-1e30, 1e30)] {
        for x in [0.5, -3.0] {
            check(&world.queries(), &model, Circle::new([x, 0.5], 0.25).unwrap().into(), way).unwrap();
        }
    }
}
