//! After changes of every kind, a world gives the pairs of its entities at every tick, compared with brute force.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::changes::{Change, Model, apply, change};
use collide2d::columns::Simd;
use collide2d::error::WorldError;
use collide2d::{
    Circle, Entity, Event, EventKind, Filter, Handle, History, Hits, Mobility, Mode, OrientedRect, PairOrder, Query,
    Rect, Rotor, Settable, Settings, Shape, Strategy, Threads, Touching, Vec2, World, relation,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

fn expected_pairs(model: &Model, settings: &Settings) -> Vec<(Handle, Handle)> {
    let Settings { touching, static_pairs, sensor_pairs, .. } = *settings;
    let live: Vec<_> = model.iter().collect();
    let mut pairs = Vec::new();
    for (index, (a, first)) in live.iter().enumerate() {
        for (b, second) in &live[index + 1..] {
            let meet = first.layers.meet(&second.layers) && (sensor_pairs || !(first.sensor && second.sensor));
            let moves = static_pairs || [first, second].iter().any(|entity| entity.mobility != Mobility::Static);
            if meet && moves && touching.accepts(relation(first.shape, second.shape)) {
                pairs.push((**a, **b));
            }
        }
    }
    pairs
}

/// The expected events, by brute force.
fn expected_events(before: &[(Handle, Handle)], now: &[(Handle, Handle)]) -> Vec<Event> {
    let event = |kind, &(a, b): &(Handle, Handle)| Event { kind, a, b };
    let of_old = before.iter().filter(|pair| !now.contains(pair)).map(|pair| event(EventKind::Ended, pair));
    let of_new =
        now.iter().map(|pair| event(if before.contains(pair) { EventKind::Stayed } else { EventKind::Began }, pair));
    let mut events: Vec<Event> = of_old.chain(of_new).collect();
    // In one slot the pair of the older entity comes before that of the newer one.
    events.sort_by_key(|Event { a, b, kind }| (a.slot(), b.slot(), *kind == EventKind::Began));
    events
}

fn expected_hits(model: &Model, query: &Query<Shape>, touching: Touching) -> Vec<Handle> {
    let Filter { layers, sensors, except } = query.filter;
    let accepts = |handle: &Handle, entity: &Entity| {
        layers.is_none_or(|layers| layers.meet(&entity.layers))
            && (sensors || !entity.sensor)
            && except != Some(*handle)
    };
    let hit = |entity: &Entity| touching.accepts(relation(query.what, entity.shape));
    let found = model.iter().filter(|(handle, entity)| accepts(handle, entity) && hit(entity));
    found.map(|(handle, _)| *handle).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, ..ProptestConfig::default() })]

    #[test]
    fn every_change_gives_the_pairs_of_brute_force(
        changes in vec(change(), 1..160),
        strategy in select(Strategy::ALL.to_vec()),
        simd in select(Simd::ALL.to_vec()),
        touching in select(vec![Touching::Closed, Touching::Open]),
        [static_pairs, sensor_pairs] in any::<[bool; 2]>(),
    ) {
        let history = History { ticks: 3, ..History::default() };
        let settings = Settings { strategy, touching, simd, history, ..Settings::default() };
        let settings = Settings { static_pairs, sensor_pairs, threads: Threads::Serial, events: true, ..settings };
        let (mut world, mut model) = (World::new(settings.clone()), Model::new());
        let (mut before, mut past, mut hits) = (vec![], vec![], Hits::default());
        let as_found = Settings { order: PairOrder::AsFound, events: false, ..settings };
        let (mut other, mut same) = (World::new(as_found), Model::new());
        for change in changes.iter().chain([&Change::Step]) {
            apply(change, &mut world, &mut model);
            apply(change, &mut other, &mut same);
            prop_assert_eq!(world.validate(), Ok(()));
            prop_assert_eq!(other.validate(), Ok(()));
            if matches!(change, Change::Step) {
                let expected = expected_pairs(&model, world.settings());
                prop_assert_eq!(world.pairs(), &expected, "{}", strategy);
                let mut found: Vec<_> = other.pairs().iter().collect();
                found.sort_unstable();
                prop_assert_eq!(found, &expected[..], "{} as found", strategy);
                let events = expected_events(&before, &expected);
                prop_assert_eq!(world.events(), &events[..]);
                for handle in model.keys().take(3) {
                    let own = events.iter().filter(|event| event.a == *handle || event.b == *handle);
                    prop_assert!(world.events_of(*handle).eq(own));
                }
                before = expected;
                past.push(model.clone());
            }
            if let Change::StepWithin(most) = change {
                // Only steps that fail are run here, because a successful one would change the events.
                let count = expected_pairs(&model, world.settings()).len() as u64;
                prop_assert_eq!(world.count_pairs(), count);
                if count > *most {
                    let error = world.step_within(*most).unwrap_err();
                    prop_assert!(error.limit == *most && error.found > *most && error.found <= count, "{}", error);
                }
            }
            if let Change::Ask(shape, layers, but) = change {
                let query = Query::from(shape).on(*layers);
                let query = model.keys().nth(but % (model.len() + 1)).map_or(query.solid(), |but| query.except(*but));
                let again = Query::from(shape);
                // A few queries are answered one at a time, many by a join.
                for times in [1, 10] {
                    let queries = [query, again].repeat(times);
                    world.queries().overlap_batch_into(&queries, Mode::All, &mut hits).unwrap();
                    for (number, query) in queries.iter().enumerate() {
                        prop_assert_eq!(hits.of(number), expected_hits(&model, query, touching));
                    }
                }
                for back in 0..past.len().min(3) {
                    let then = &past[past.len() - 1 - back];
                    let found = world.at((world.tick() - back as u64) as f64).unwrap().overlap(query);
                    prop_assert_eq!(found, expected_hits(then, &query, touching), "{} ticks ago", back);
                }
            }
        }
        prop_assert_eq!(world.len(), model.len());
        prop_assert!(world.iter().eq(model.into_iter()));
    }
}

/// Pairs keep the handles of their tick after changes of the entities.
#[test]
fn pairs_keep_the_handles_of_their_tick() {
    let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
    let mut world = World::new(Settings::default());
    let (a, b) = (world.insert(circle(0.0)).unwrap(), world.insert(circle(1.0)).unwrap());
    world.step();
    world.remove(a).unwrap();
    let other = world.insert(circle(50.0)).unwrap();
    assert_eq!(other.slot(), a.slot());
    assert_eq!(world.pairs(), [(a, b)]);
    world.step();
    assert!(world.pairs().is_empty());
}

/// Enough static entities to detect that they are sorted again, and a world whose strategy changes.
#[test]
fn static_pairs_outlive_a_change_of_settings() {
    let circle = |x: u16, y: f32| Circle::new(Vec2::new(f32::from(x), y), 0.5).unwrap();
    let mut world = World::new(Settings::default());
    let trees: Vec<_> = (0..500).map(|x| world.insert(Entity::fixed(circle(x, 0.0))).unwrap()).collect();
    let bird = world.insert(circle(7, 0.75)).unwrap();
    let neighbours: Vec<_> = trees.windows(2).map(|two| (two[0], two[1])).collect();
    for (strategy, touching) in [
        (Strategy::Auto, Touching::Closed),
        (Strategy::HierarchicalGrid, Touching::Open),
        (Strategy::RTree, Touching::Closed),
        (Strategy::UniformGrid, Touching::Closed),
    ] {
        world.set_settings(Settings { strategy, touching, static_pairs: true, ..Settings::default() });
        for _ in 0..2 {
            world.step();
            let mut expected = vec![(trees[7], bird)];
            if touching == Touching::Closed {
                expected.extend(&neighbours);
            }
            expected.sort_unstable();
            assert_eq!(world.pairs(), expected, "{strategy}");
        }
    }
    world.remove(trees[8]).unwrap();
    world.step();
    assert_eq!(world.pairs().len(), neighbours.len() - 2 + 1);
    let explanation = world.explain().unwrap();
    assert_eq!(explanation.cell_lists.iter().map(|list| list.count).sum::<usize>(), 500);
    assert!(explanation.to_string().contains("499 static circles up to 1.000 wide"), "{explanation}");
}

/// After a caught panic in the user's code, shapes are valid and bounds contain them.
#[test]
fn a_panic_in_a_change_leaves_the_world_in_order() {
    let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
    let turned = |x| OrientedRect::new(Vec2::new(x, 0.0), Vec2::ONE, Rotor::from_degrees(45.0).unwrap()).unwrap();
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let (a, b) = (world.insert(circle(0.0)).unwrap(), world.insert(turned(50.0)).unwrap());
    let broken = catch_unwind(AssertUnwindSafe(|| {
        world.update_circles(|circles| {
            circles.x[0] = f32::NAN;
            panic!("the user's");
        })
    }));
    assert!(broken.is_err());
    assert_eq!(world.shape(a), Some(circle(0.0).into()));
    let broken = catch_unwind(AssertUnwindSafe(|| {
        world.update_each(|entity| {
            if entity.slot() == b.slot() {
                entity.set_shape(turned(1.0));
                panic!("the user's");
            }
        });
    }));
    assert!(broken.is_err());
    assert_eq!(world.shape(b), Some(turned(1.0).into()));
    world.step();
    assert_eq!(world.pairs(), [(a, b)]);
}

/// A batch with a stale handle changes nothing, wherever the handle is and however many changes there are.
#[test]
fn a_batch_with_a_stale_handle_changes_nothing() {
    let circle = |x: f32| Shape::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
    for count in [3, 40] {
        let mut world = World::default();
        let handles: Vec<Handle> = (0..count).map(|x| world.insert(circle(x as f32)).unwrap()).collect();
        let removed = handles[1];
        world.remove(removed).unwrap();
        // The first was removed; the others no insertion returned.
        let next = Handle::from_bits(removed.to_bits() + (1 << 32));
        let last = Handle::from_bits(removed.to_bits() | u64::from(u32::MAX) << 32);
        assert_eq!([next, last].map(Handle::slot), [1; 2]);
        for stale in [removed, next, last, Handle::from_bits(count as u64)] {
            for (number, in_order) in [(1, false), (1, true), (count - 1, true), (count - 1, false)] {
                let mut batch = [vec![stale], handles[2..].to_vec(), vec![handles[0]]].concat();
                batch.truncate(number + 1);
                if in_order {
                    batch.sort_unstable();
                }
                let index = batch.iter().position(|handle| *handle == stale).unwrap();
                let shapes: Vec<_> = batch.iter().map(|handle| (*handle, circle(-9.0))).collect();
                let centers: Vec<_> = batch.iter().map(|handle| (*handle, Vec2::NEG_ONE)).collect();
                let errors = [world.set_batch(&shapes), world.set_batch(&centers)];
                for error in errors.map(Result::unwrap_err) {
                    assert_eq!((error.index, error.error), (index, WorldError::Stale { handle: stale }));
                }
                for (x, handle) in handles.iter().enumerate().filter(|(_, handle)| **handle != removed) {
                    assert_eq!(world.shape(*handle), Some(circle(x as f32)));
                }
                // No trace of the failed batch is left for the next one.
                world.set_batch(&[(handles[0], circle(0.0))]).unwrap();
            }
        }
    }
}

/// A batch of shapes of one kind, of any kind, and single changes give the same world.
#[test]
fn batches_of_one_kind_change_as_single_changes() {
    fn turned(x: f32) -> OrientedRect {
        OrientedRect::new(Vec2::new(x, 0.0), Vec2::new(1.0, 0.5), Rotor::from_angle(0.5).unwrap()).unwrap()
    }
    fn check<S: Settable + Copy + Into<Shape>>(make: impl Fn(f32) -> S) {
        let [mut of_kind, mut of_shapes, mut one_by_one] = [(); 3].map(|()| World::default());
        let mut handles = Vec::new();
        for x in 0..60_u8 {
            let at = Vec2::new(x.into(), 0.0);
            let shape: Shape = match x % 3 {
                0 => Circle::new(at, 1.0).unwrap().into(),
                1 => turned(x.into()).into(),
                _ => Rect::new(at - Vec2::ONE, at + Vec2::ONE).unwrap().into(),
            };
            let entity = if x % 7 == 0 { Entity::fixed(shape) } else { Entity::new(shape) };
            let [a, b, c] = [&mut of_kind, &mut of_shapes, &mut one_by_one].map(|world| world.insert(entity).unwrap());
            assert_eq!((a, b), (c, c));
            handles.push(a);
        }
        // Looked up by the rows or one by one; by slot or by handle.
        for (count, in_order) in [(60, true), (60, false), (3, true), (3, false)] {
            let mut changes: Vec<_> = handles[..count].iter().zip(0_u8..).map(|(a, x)| (*a, make(x.into()))).collect();
            if !in_order {
                changes.reverse();
                changes.push((handles[2], make(0.25)));
            }
            let shapes: Vec<(Handle, Shape)> = changes.iter().map(|(handle, new)| (*handle, (*new).into())).collect();
            of_kind.set_batch(&changes).unwrap();
            of_shapes.set_batch(&shapes).unwrap();
            shapes.iter().for_each(|(handle, shape)| one_by_one.set(*handle, *shape).unwrap());
            assert_eq!(of_kind.shape(handles[1]), Some(make(1.0).into()));
            let [a, b, c] = [&mut of_kind, &mut of_shapes, &mut one_by_one].map(|world| {
                assert!(world.step().pair_count > 0);
                (world.iter().collect::<Vec<_>>(), world.pairs().slots().to_vec())
            });
            assert_eq!(a, c);
            assert_eq!(b, c);
            // Back to several kinds.
            for world in [&mut of_kind, &mut of_shapes, &mut one_by_one] {
                world.set_batch(&handles.iter().map(|handle| (*handle, turned(9.0))).collect::<Vec<_>>()).unwrap();
                world.set(handles[4], Circle::new(Vec2::ZERO, 1.0).unwrap()).unwrap();
            }
        }
    }
    check(|x| Circle::new(Vec2::new(x, 1.0), 0.75).unwrap());
    check(|x| Rect::new(Vec2::new(x, 0.0), Vec2::new(x + 1.5, 1.0)).unwrap());
    check(turned);
    check(|x| Shape::from(turned(x)));
}
