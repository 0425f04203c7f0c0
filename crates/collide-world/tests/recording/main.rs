//! A replay is identical to the recorded world to the byte, for all changes. Damage is detected and loses no complete
//! tick.

#[path = "../bodies/mod.rs"]
mod bodies;
mod calls;
mod change_ticks;
#[path = "../engine/changes/mod.rs"]
mod changes;
mod damage;
mod mixed;

use changes::{Change, Model, apply, change};
use collide_scenes::SceneKind;
use collide2d::columns::Simd;
use collide2d::error::Phase;
use collide2d::{
    Circle, Entity, Filter, Handle, History, Hits, Interest, Mode, Moving, Nearest, NearestHits, Observer,
    OrientedRect, Origin, PairOrder, Places, Query, Ray, RayHits, Replayed, Rotor, Sector, Segment, Settings, Shape,
    Sights, SlideOptions, Slides, Strategy, SweepHits, Threads, Touching, Trace, TraceTick, Turning, Turns, Vec2,
    World,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use proptest::sample::select;

fn ticks(bytes: &[u8]) -> Vec<TraceTick> {
    Trace::new(bytes).collect::<Result<_, _>>().unwrap()
}

fn recorded(world: &mut World) -> Vec<u8> {
    let mut bytes = Vec::new();
    assert_eq!(world.write_recorded(&mut bytes).unwrap(), bytes.len());
    bytes
}

fn circle(x: f32) -> Circle {
    Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()
}

/// The entities that have changed since each tick.
fn changed(world: &World) -> Vec<Vec<Handle>> {
    (0..=world.tick()).map(|tick| world.changed_since(tick).collect()).collect()
}

/// A door beside a point.
fn door(hinge: Vec2) -> Turning {
    let center = Vec2::new(hinge.x + 1.5, hinge.y);
    let closed = OrientedRect::new(center, Vec2::new(1.5, 0.1), Rotor::IDENTITY).unwrap();
    Turning::new(closed, hinge, 2.0).unwrap()
}

/// Runs all kinds of query.
fn ask(world: &World, shape: Shape, filter: Filter) -> usize {
    let query = |what| Query { what, filter };
    let center = shape.center();
    let ray = Query { what: Ray::new(center, Vec2::new(1.0, 0.5), 30.0).unwrap(), filter };
    let segment = Query { what: Segment::new(center, Vec2::ZERO).unwrap(), filter };
    let sweep = Query { what: Moving::new(shape, Vec2::new(-3.0, 2.0)).unwrap(), filter };
    let nearest = Query { what: Nearest { count: 3, ..Nearest::to(shape) }, filter };
    let sector = Query { what: Sector::facing(center, Vec2::X, 100.0, 4.0).unwrap(), filter };
    let mut times = vec![None];
    times.extend([0.0, 0.5, 1.0].map(|back| Some(world.tick() as f64 - back)));
    let mut asked = 0;
    for time in times {
        let Ok(queries) = time.map_or(Ok(world.queries()), |time| world.at(time)) else { continue };
        let (mut hits, mut few) = (Hits::default(), Hits::default());
        queries.overlap_batch_into(&[query(shape), query(shape)], Mode::All, &mut hits).unwrap();
        _ = queries.within(2).overlap_batch_into(&[query(shape)], Mode::First(1), &mut few);
        let (mut rays, mut sweeps, mut near) = (RayHits::default(), SweepHits::default(), NearestHits::default());
        _ = queries.within(3).ray_batch_into(&[ray], Mode::All, &mut rays);
        queries.sweep_batch_into(&[sweep], Mode::Count, &mut sweeps).unwrap();
        queries.nearest_batch_into(&[nearest], &mut near).unwrap();
        queries.blocked_batch_into(&[segment; 3], &mut Sights::default()).unwrap();
        queries.segment_batch_into(&[segment; 2], Mode::First(2), &mut RayHits::default()).unwrap();
        _ = (queries.overlap(query(shape)), queries.ray(ray), queries.sweep(sweep));
        _ = (queries.nearest(nearest), queries.blocked(segment), queries.segment(segment));
        let (slide, turning) = (SlideOptions::default(), Query { what: door(center), filter });
        queries.slide_batch_into(&[sweep; 2], &slide, &mut Slides::default()).unwrap();
        queries.free_batch_into(&[query(shape); 2], 3.0, &mut Places::default()).unwrap();
        queries.turn_batch_into(&[turning; 2], &mut Turns::default()).unwrap();
        _ = (queries.slide(sweep, &slide), queries.free(query(shape), f32::INFINITY), queries.turn(turning));
        queries.sector_batch_into(&[sector; 2], Mode::First(1), &mut hits).unwrap();
        _ = queries.sector(sector);
        asked += 21;
    }
    asked
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn every_change_is_replayed(
        first in vec(change(), 0..60),
        then in vec(change(), 1..80),
        strategy in select(Strategy::ALL.to_vec()),
        other in select(Strategy::ALL.to_vec()),
        touching in select(vec![Touching::Closed, Touching::Open]),
        order in select(vec![PairOrder::BySlot, PairOrder::AsFound]),
        [events, change_ticks] in any::<[bool; 2]>(),
    ) {
        let history = History { ticks: 3, teleport_distance: 2.0 };
        let settings = Settings { strategy, touching, order, events, change_ticks, history, ..Settings::default() };
        let settings = Settings { threads: Threads::Serial, ..settings };
        let (mut world, mut model) = (World::new(settings), Model::new());
        for change in &first {
            apply(change, &mut world, &mut model);
        }
        world.start_recording();
        let (mut asked, mut of_the_step) = (0, 0);
        let mut fingerprints = Vec::new();
        for change in then.iter().chain([&Change::Step]) {
            let steps = match change {
                Change::Ask(shape, layers, but) => {
                    let filter = Filter { layers: Some(*layers), ..Filter::default() };
                    let except = model.keys().nth(but % (model.len() + 1)).copied();
                    of_the_step += ask(&world, *shape, Filter { except, sensors: but % 2 == 0, ..filter });
                    false
                }
                Change::StepWithin(most) => world.step_within(*most).is_ok(),
                Change::Step => {
                    world.step();
                    true
                }
                change => {
                    apply(change, &mut world, &mut model);
                    false
                }
            };
            if steps {
                fingerprints.push((world.tick(), world.iter().collect::<Vec<_>>(), changed(&world)));
                asked += std::mem::take(&mut of_the_step);
            }
        }
        let bytes = recorded(&mut world);
        let mut again = World::new(Settings { strategy: other, threads: Threads::Serial, ..Settings::default() });
        let mut total = Replayed::default();
        let ticks = ticks(&bytes);
        prop_assert_eq!(ticks.len(), fingerprints.len());
        for (tick, (number, entities, lists)) in ticks.iter().zip(fingerprints) {
            prop_assert_eq!(tick.tick(), number);
            let replayed = tick.replay(&mut again).unwrap();
            prop_assert_eq!(replayed.answered + replayed.skipped, tick.question_count());
            total.answered += replayed.answered;
            prop_assert_eq!(changed(&again), lists);
            total.skipped += replayed.skipped;
            prop_assert_eq!(again.iter().collect::<Vec<_>>(), entities);
            prop_assert_eq!(again.validate(), Ok(()));
        }
        prop_assert_eq!(total.answered + total.skipped, asked);
        prop_assert_eq!(again.fingerprint(), ticks[ticks.len() - 1].fingerprint());
        // It continues as an independent world.
        let handle = again.insert(circle(0.0)).unwrap();
        prop_assert_eq!(again.remove(handle).unwrap(), Entity::new(circle(0.0)));
        again.step();
        prop_assert_eq!(again.validate(), Ok(()));
    }
}

/// A world with a shorter history than the recorded one fails to answer, which is a divergence.
#[test]
fn a_shorter_history_diverges() {
    let history = History { ticks: 4, teleport_distance: 1.0 };
    let mut world = World::new(Settings { history, ..Settings::default() });
    world.insert(circle(0.0)).unwrap();
    world.step();
    world.start_recording();
    for back in [0.0, 0.5, 1.0, 2.0] {
        world.step();
        let seen = world.at(world.tick() as f64 - back).unwrap().overlap(circle(0.0));
        assert_eq!(seen.len(), 1);
    }
    world.step();
    let recording = ticks(&recorded(&mut world));
    let mut again = World::default();
    let replayed = recording.iter().map(|tick| tick.replay(&mut again).unwrap());
    let (answered, skipped) = replayed.fold((0, 0), |sum, new| (sum.0 + new.answered, sum.1 + new.skipped));
    // All queries are about ticks since the start of the recording.
    assert_eq!((answered, skipped), (4, 0));

    let mut again = World::default();
    recording[..4].iter().for_each(|tick| _ = tick.replay(&mut again).unwrap());
    again.rebase(&Origin::default(), &Origin::default()).unwrap();
    let error = recording[4].replay(&mut again).unwrap_err();
    assert_eq!(
        error.to_string(),
        "tick 6: question 0, overlap: time: no tick is remembered, is 3; the history setting is off, or no step has run since the start or a restore"
    );
}

/// A few ticks with all kinds of changes and queries.
fn small() -> (Vec<u8>, Vec<u64>) {
    let history = History { ticks: 2, teleport_distance: 2.0 };
    let mut world = World::new(Settings { events: true, history, ..Settings::default() });
    let mut scene = SceneKind::Mixed.generate(60, 3);
    let handles: Vec<Handle> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
    let mut interest = Interest::new();
    for handle in &handles[10..12] {
        interest.insert(Observer::new(*handle, 4.0, 5.0)).unwrap();
    }
    world.start_recording();
    let mut fingerprints = Vec::new();
    for tick in 0..5_usize {
        scene.advance(0.1);
        for (handle, shape) in handles.iter().zip(scene.shapes()).skip(tick) {
            world.set(*handle, *shape).unwrap();
        }
        world.remove(handles[tick]).unwrap();
        ask(&world, scene.shapes()[7], Filter::default());
        interest.update(&world);
        world.contacts_into(&mut Vec::new());
        world.insert(Entity::fixed(circle(tick as f32)).with_data(9)).unwrap();
        world.step();
        fingerprints.push(world.fingerprint());
    }
    (recorded(&mut world), fingerprints)
}

#[test]
fn a_server_that_starts_again_appends() {
    let (first, _) = small();
    let mut both = first.clone();
    both.extend(small().0);
    let mut world = World::default();
    let ticks = ticks(&both);
    assert_eq!(ticks.iter().map(TraceTick::tick).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
    ticks.iter().for_each(|tick| _ = tick.replay(&mut world).unwrap());
}

#[test]
fn restored_and_forked_worlds_are_written_down_whole() {
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    let handles = [0.0, 1.5].map(|x| world.insert(circle(x)).unwrap());
    world.start_recording();
    world.step();
    let (saved, fork) = (world.save(), world.clone());
    assert!(world.is_recording());
    world.remove(handles[0]).unwrap();
    world.step();
    world.restore(&saved).unwrap();
    world.set(handles[1], circle(9.0)).unwrap();
    world.step();
    world.step();
    world.clone_from(&fork);
    world.step();
    let mut again = World::default();
    let ticks = ticks(&recorded(&mut world));
    assert_eq!(ticks.iter().map(TraceTick::tick).collect::<Vec<_>>(), [1, 2, 2, 3, 2]);
    assert_eq!(ticks.iter().map(TraceTick::starts).collect::<Vec<_>>(), [true, false, true, false, true]);
    for tick in &ticks {
        tick.replay(&mut again).unwrap();
        assert_eq!(again.fingerprint(), tick.fingerprint());
    }
    world.stop_recording();
    world.step();
    assert_eq!(recorded(&mut world), []);
}

/// Changes that are hard to detect are recorded: a zero that becomes negative, a slot used and freed within a tick.
#[test]
fn small_changes_are_recorded() {
    let mut world = World::default();
    let handle = world.insert(circle(0.0)).unwrap();
    world.start_recording();
    world.step();
    world.set(handle, circle(-0.0)).unwrap();
    for _ in 0..3 {
        let guest = world.insert(circle(5.0)).unwrap();
        world.remove(guest).unwrap();
    }
    world.step();
    let late = world.insert(circle(7.0)).unwrap();
    assert_eq!(late.to_string(), "1v3");
    world.step();
    let mut again = World::default();
    ticks(&recorded(&mut world)).iter().for_each(|tick| _ = tick.replay(&mut again).unwrap());
    assert_eq!(format!("{:?}", again.shape(handle)), format!("{:?}", world.shape(handle)));
    assert_eq!(again.shape(late), world.shape(late));
}

#[test]
fn a_replay_stops_where_it_differs() {
    let ticks = ticks(&small().0);
    let mut world = World::default();
    let error = ticks[1].replay(&mut world).unwrap_err();
    assert_eq!(error.tick, 2);
    assert_eq!(error.to_string(), "tick 2: changes: slot 1: has no entity");
    // A world other than the recorded one.
    ticks[0].replay(&mut world).unwrap();
    let everywhere = Circle::new(Vec2::ZERO, 1e6).unwrap();
    world.insert(everywhere).unwrap();
    let error = ticks[1].replay(&mut world).unwrap_err();
    assert!(matches!(error.phase, Phase::Changes(_) | Phase::Question { number: 0, name: "overlap", .. }), "{error}");
}

#[test]
fn different_pairs_or_events_diverge() {
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    let (a, _) = (world.insert(circle(0.0)).unwrap(), world.insert(circle(9.0)).unwrap());
    world.start_recording();
    world.step();
    world.step();
    let bytes = recorded(&mut world);
    let recording = ticks(&bytes);
    let mut other = World::default();
    recording[0].replay(&mut other).unwrap();
    other.set(a, circle(8.0)).unwrap();
    let error = recording[1].replay(&mut other).unwrap_err();
    assert!(error.to_string().starts_with("tick 2: pairs: must be 0 with fingerprint "), "{error}");
    assert!(matches!(error.phase, Phase::Pairs { recorded_count: 0, found_count: 1, .. }), "{error}");

    let mut other = World::default();
    recording[0].replay(&mut other).unwrap();
    other.step();
    let error = recording[1].replay(&mut other).unwrap_err();
    assert_eq!(error.to_string(), "tick 2: tick number: is 3 after the step");

    // Apart for one tick, and then as before: only the events differ.
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    let (a, _) = (world.insert(circle(0.0)).unwrap(), world.insert(circle(1.0)).unwrap());
    world.start_recording();
    world.step();
    world.step();
    let recording = ticks(&recorded(&mut world));
    let mut other = World::default();
    recording[0].replay(&mut other).unwrap();
    other.set(a, circle(9.0)).unwrap();
    other.step();
    other.set(a, circle(0.0)).unwrap();
    let saved = other.save();
    let mut other = World::new(Settings { events: true, ..Settings::default() });
    other.restore(&earlier(&saved)).unwrap();
    let error = recording[1].replay(&mut other).unwrap_err();
    assert!(error.to_string().starts_with("tick 2: events: must have fingerprint "), "{error}");
}

/// The same world one tick earlier.
fn earlier(saved: &[u8]) -> Vec<u8> {
    let mut bytes = saved.to_vec();
    bytes[20] -= 1;
    let checksum = xxhash_rust::xxh3::xxh3_64(&bytes[20..]);
    bytes[12..20].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn many_threads_ask_a_world_that_is_recorded() {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    SceneKind::Uniform.generate(300, 1).shapes().iter().for_each(|shape| _ = world.insert(shape).unwrap());
    world.start_recording();
    world.step();
    let shape: Shape = circle(0.0).into();
    let asked: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| ask(&world, shape, Filter::default()))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    world.step();
    let recording = ticks(&recorded(&mut world));
    assert_eq!(recording[1].question_count(), asked);
    let mut again = World::default();
    let answered: usize = recording.iter().map(|tick| tick.replay(&mut again).unwrap().answered).sum();
    assert_eq!(answered, asked);
}

/// Recorded on one thread with portable instructions, replayed with all other settings.
#[test]
fn a_trace_replays_everywhere() {
    for kind in [SceneKind::Mixed, SceneKind::PowerLaw, SceneKind::MostlyStatic] {
        let settings = Settings { threads: Threads::Serial, simd: Simd::ALL[0], ..Settings::default() };
        let (mut world, mut scene) = (World::new(settings), kind.generate(2_500, 5));
        let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
        world.start_recording();
        let queries: Vec<Query<Shape>> = scene.shapes()[..300].iter().map(Query::from).collect();
        for _ in 0..3 {
            scene.advance(1.0 / 30.0);
            let updates: Vec<_> = handles.iter().copied().zip(scene.shapes().iter().copied()).collect();
            world.set_batch(&updates).unwrap();
            world.step();
            world.queries().overlap_batch_into(&queries, Mode::All, &mut Hits::default()).unwrap();
            ask(&world, scene.shapes()[0], Filter::default());
        }
        world.step();
        let recording = ticks(&recorded(&mut world));
        for strategy in Strategy::ALL {
            for threads in [1, 2].map(|count| Threads::new(count).unwrap()) {
                for simd in Simd::ALL {
                    let mut again =
                        World::new(Settings { strategy, threads: threads.clone(), simd, ..Settings::default() });
                    for tick in &recording {
                        tick.replay(&mut again)
                            .unwrap_or_else(|error| panic!("{kind} by {strategy}, {simd:?}: {error}"));
                    }
                }
            }
        }
    }
}
