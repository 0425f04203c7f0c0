//! A world that is changed in every way gives the pairs of its live shapes at every tick, by brute force.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use collide::batch::Level;
use collide::{
    Circle, Entity, Event, EventKind, Filter, Handle, History, Hits, Layers, Mobility, Mode, OrientedRect, PairOrder,
    Query, Rect, Rotor, Settings, Shape, Strategy, Threads, Touching, Vec2, World, WorldError, relation,
};
use proptest::collection::vec;
use proptest::prelude::{
    Just, ProptestConfig, Strategy as Any, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
};
use proptest::sample::select;

/// Something done to a world; numbers choose among what lives.
#[derive(Clone, Debug)]
enum Change {
    Insert(Entity),
    Remove(usize),
    Update(usize, Shape),
    SetEntity(usize, Entity),
    MoveAll(Vec2),
    /// Circles as columns; every so many are given numbers that make none.
    ShiftCircles(f32, u32),
    /// Every so many become another shape.
    Reshape(u32, Shape),
    /// Who overlaps a shape, now and some ticks ago; one number chooses who is not to be found.
    Ask(Shape, Layers, usize),
    /// A step with room for few pairs.
    StepWithin(u64),
    Step,
}

/// Places near each other, on borders of cells, and out of this world.
fn coordinate() -> impl Any<Value = f32> {
    prop_oneof![
        6 => -20.0_f32..20.0,
        6 => (-20_i8..20).prop_map(f32::from),
        1 => select(vec![1e30_f32, -1e30, 3.4e38, -3.4e38, 1e-45, 16_777_216.0, -0.0]),
    ]
}

fn size() -> impl Any<Value = f32> {
    prop_oneof![
        6 => 0.1_f32..2.0,
        3 => select(vec![0.0_f32, 0.5, 1.0]),
        1 => select(vec![1e-40_f32, 50.0, 1e10, 1e38]),
    ]
}

fn shape() -> impl Any<Value = Shape> {
    let center = (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y));
    (center, size(), size(), 0..3_u8, any::<i16>()).prop_filter_map("finite", |(center, a, b, kind, angle)| {
        Some(match kind {
            0 => Circle::new(center, a).ok()?.into(),
            1 => Rect::new(center - Vec2::new(a, b), center + Vec2::new(a, b)).ok()?.into(),
            _ => OrientedRect::new(center, Vec2::new(a, b), Rotor::from_angle(angle.into()).ok()?).ok()?.into(),
        })
    })
}

fn entity() -> impl Any<Value = Entity> {
    let mobility = select(vec![Mobility::Dynamic, Mobility::Dynamic, Mobility::Static, Mobility::Sleeping]);
    (shape(), any::<u64>(), mobility, layers(), 0..8_u8).prop_map(|(shape, data, mobility, layers, sensor)| Entity {
        shape,
        data,
        mobility,
        layers,
        sensor: sensor == 0,
    })
}

/// Mostly those by default; others that meet some and not others.
fn layers() -> impl Any<Value = Layers> {
    let some = (0..3_u32, 0..8_u64, -1..2_i64);
    prop_oneof![
        3 => Just(Layers::ALL),
        1 => some.prop_map(|(category, mask, group)| Layers { category: 1 << category, mask, group }),
    ]
}

fn change() -> impl Any<Value = Change> {
    prop_oneof![
        12 => entity().prop_map(Change::Insert),
        3 => any::<usize>().prop_map(Change::Remove),
        3 => (any::<usize>(), shape()).prop_map(|(who, shape)| Change::Update(who, shape)),
        2 => (any::<usize>(), entity()).prop_map(|(who, entity)| Change::SetEntity(who, entity)),
        2 => (-1.0_f32..1.0, -1.0_f32..1.0).prop_map(|(x, y)| Change::MoveAll(Vec2::new(x, y))),
        2 => (-1.0_f32..1.0, 1..9_u32).prop_map(|(by, poisoned)| Change::ShiftCircles(by, poisoned)),
        1 => (2..9_u32, shape()).prop_map(|(every, shape)| Change::Reshape(every, shape)),
        2 => (shape(), layers(), any::<usize>()).prop_map(|(shape, layers, but)| Change::Ask(shape, layers, but)),
        1 => (0..40_u64).prop_map(Change::StepWithin),
        5 => Just(Change::Step),
    ]
}

/// The world as it should be: who lives, by handle.
type Model = BTreeMap<Handle, Entity>;

fn expected_pairs(model: &Model, touching: Touching) -> Vec<(Handle, Handle)> {
    let live: Vec<_> = model.iter().collect();
    let mut pairs = Vec::new();
    for (index, (a, first)) in live.iter().enumerate() {
        for (b, second) in &live[index + 1..] {
            let meet = first.layers.meet(&second.layers) && !(first.sensor && second.sensor);
            if meet && touching.accepts(relation(first.shape, second.shape)) {
                pairs.push((**a, **b));
            }
        }
    }
    pairs
}

/// What has become of pairs, by looking each up.
fn expected_events(before: &[(Handle, Handle)], now: &[(Handle, Handle)]) -> Vec<Event> {
    let event = |kind, &(a, b): &(Handle, Handle)| Event { kind, a, b };
    let of_old = before.iter().filter(|pair| !now.contains(pair)).map(|pair| event(EventKind::Ended, pair));
    let of_new =
        now.iter().map(|pair| event(if before.contains(pair) { EventKind::Stayed } else { EventKind::Began }, pair));
    let mut events: Vec<Event> = of_old.chain(of_new).collect();
    // In one place the older entity's pair goes before the newer one's.
    events.sort_by_key(|Event { a, b, kind }| (a.slot(), b.slot(), *kind == EventKind::Began));
    events
}

fn expected_hits(model: &Model, query: &Query<Shape>, touching: Touching) -> Vec<Handle> {
    let Filter { layers, sensors, except } = query.filter;
    let accepts = |handle: &Handle, entity: &Entity| {
        layers.meet(&entity.layers) && (sensors || !entity.sensor) && except != Some(*handle)
    };
    let hit = |entity: &Entity| touching.accepts(relation(query.what, entity.shape));
    let found = model.iter().filter(|(handle, entity)| accepts(handle, entity) && hit(entity));
    found.map(|(handle, _)| *handle).collect()
}

fn apply(change: &Change, world: &mut World, model: &mut Model) {
    let chosen = |number: &usize| model.keys().nth(number % model.len().max(1)).copied();
    match change {
        Change::Insert(entity) => {
            let handle = world.insert(*entity).unwrap();
            assert_eq!(model.insert(handle, *entity), None);
        }
        Change::Remove(who) => {
            if let Some(handle) = chosen(who) {
                assert_eq!(world.remove(handle).ok(), model.remove(&handle));
                assert!(world.remove(handle).is_err() && world.get(handle).is_none());
            }
        }
        Change::Update(who, shape) => {
            if let Some(handle) = chosen(who) {
                world.update(handle, *shape).unwrap();
                model.get_mut(&handle).unwrap().shape = *shape;
            }
        }
        Change::SetEntity(who, entity) => {
            if let Some(handle) = chosen(who) {
                world.set_entity(handle, *entity).unwrap();
                model.insert(handle, *entity);
            }
        }
        Change::MoveAll(by) => {
            world.update_each(|entity| _ = entity.translate(*by));
            for entity in model.values_mut().filter(|entity| entity.mobility == Mobility::Dynamic) {
                entity.shape = entity.shape.translated(*by).unwrap_or(entity.shape);
            }
        }
        Change::ShiftCircles(by, poisoned) => {
            let result = world.update_circles(|circles| {
                for (row, slot) in circles.slots.iter().enumerate() {
                    circles.x[row] += *by;
                    circles.data[row] ^= 2;
                    if slot % poisoned == 1 {
                        circles.radius[row] = -1.0;
                    }
                }
            });
            let is_circle =
                |entity: &Entity| entity.mobility == Mobility::Dynamic && matches!(entity.shape, Shape::Circle(_));
            let mut refused = None;
            for (handle, entity) in model.iter_mut().filter(|(_, entity)| is_circle(entity)) {
                entity.data ^= 2;
                match entity.shape.translated(Vec2::new(*by, 0.0)) {
                    Ok(moved) if handle.slot() % poisoned != 1 => entity.shape = moved,
                    _ => refused = refused.or(Some(*handle)),
                }
            }
            match (result, refused) {
                (Err(WorldError::Shape { handle, .. }), Some(expected)) => assert_eq!(handle, expected),
                (result, refused) => assert!(result.is_ok() && refused.is_none(), "{result:?}, {refused:?}"),
            }
        }
        Change::Reshape(every, shape) => {
            world.update_each(|entity| {
                if entity.slot() % every == 0 {
                    entity.set_shape(*shape);
                    entity.set_data(entity.data() ^ 1);
                }
            });
            for (handle, entity) in model.iter_mut().filter(|(_, entity)| entity.mobility == Mobility::Dynamic) {
                if handle.slot() % every == 0 {
                    (entity.shape, entity.data) = (*shape, entity.data ^ 1);
                }
            }
        }
        Change::Ask(..) | Change::StepWithin(..) => {}
        Change::Step => _ = world.step(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, ..ProptestConfig::default() })]

    #[test]
    fn every_change_shows(
        changes in vec(change(), 1..160),
        strategy in select(Strategy::ALL.to_vec()),
        level in select(Level::ALL.to_vec()),
        touching in select(vec![Touching::Closed, Touching::Open]),
    ) {
        let history = History { ticks: 3, ..History::default() };
        let settings =
            Settings { strategy, touching, level, history, threads: Threads::Serial, events: true, ..Settings::default() };
        let (mut world, mut model) = (World::new(settings.clone()), Model::new());
        let (mut before, mut past, mut hits) = (vec![], vec![], Hits::default());
        let as_found = Settings { order: PairOrder::AsFound, events: false, ..settings };
        let (mut other, mut same) = (World::new(as_found), Model::new());
        for change in changes.iter().chain([&Change::Step]) {
            apply(change, &mut world, &mut model);
            apply(change, &mut other, &mut same);
            if matches!(change, Change::Step) {
                let expected = expected_pairs(&model, touching);
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
                // It may only fail, lest events differ: whether it does is another matter.
                let count = expected_pairs(&model, touching).len() as u64;
                prop_assert_eq!(world.count_pairs(), count);
                if count > *most {
                    let error = world.step_within(*most).unwrap_err();
                    prop_assert!(error.most == *most && error.found > *most && error.found <= count, "{}", error);
                }
            }
            if let Change::Ask(shape, layers, but) = change {
                let query = Query::from(shape).on(*layers);
                let query = model.keys().nth(but % (model.len() + 1)).map_or(query.solid(), |but| query.except(*but));
                let again = Query::from(shape);
                world.queries().overlap_batch_into(&[query, again], Mode::All, &mut hits).unwrap();
                prop_assert_eq!(hits.of(0), expected_hits(&model, &query, touching));
                prop_assert_eq!(hits.of(1), expected_hits(&model, &again, touching));
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

/// Pairs keep the handles of their tick, whatever has become of the entities.
#[test]
fn pairs_name_who_was_there() {
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

/// Enough static entities that sorting them anew would show, and a world whose strategy is changed on the way.
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
        world.set_settings(Settings { strategy, touching, ..Settings::default() });
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
    assert_eq!(explanation.tables.iter().map(|table| table.count).sum::<usize>(), 500);
    assert!(explanation.to_string().contains("499 static circles up to 1.000 wide"), "{explanation}");
}

/// A panic in the user's code that is caught leaves numbers of shapes, and bounds that hold them.
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
    assert_eq!(world.get(a), Some(circle(0.0).into()));
    let broken = catch_unwind(AssertUnwindSafe(|| {
        world.update_each(|entity| {
            if entity.slot() == b.slot() {
                entity.set_shape(turned(1.0));
                panic!("the user's");
            }
        });
    }));
    assert!(broken.is_err());
    assert_eq!(world.get(b), Some(turned(1.0).into()));
    world.step();
    assert_eq!(world.pairs(), [(a, b)]);
}
