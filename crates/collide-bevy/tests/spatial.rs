//! Queries by entity give the same answers as the engine's queries by handle.

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use collide_bevy::prelude::*;
use collide_scenes::SceneKind;
use collide2d::{Circle, Filter, Query as Question, Sights, Vec2, World as Engine};

const COUNT: usize = 300;

/// An app, and an engine without Bevy with the same entities. The slot in the engine is the index in the list of
/// entities.
fn both() -> (App, Vec<Entity>, Engine) {
    let history = History { ticks: 8, teleport_distance: 10.0 };
    let settings = Settings { events: true, history, threads: Threads::Serial, ..Settings::default() };
    let mut app = App::new();
    app.add_plugins(CollidePlugin::new(Update).with_settings(settings.clone()));
    let (mut engine, mut entities, mut handles) = (Engine::new(settings), Vec::new(), Vec::new());
    let mut scene = SceneKind::Mixed.generate(COUNT, 5);
    for (number, shape) in scene.shapes().iter().enumerate() {
        let mut entity = app.world_mut().spawn((Collider(*shape), Layers::new(1 << (number % 3), u64::MAX)));
        let mut twin = collide2d::Entity::new(*shape).with_layers(Layers::new(1 << (number % 3), u64::MAX).0);
        if number % 7 == 0 {
            entity.insert(Sensor);
            twin = twin.as_sensor();
        }
        entities.push(entity.id());
        handles.push(engine.insert(twin).unwrap());
    }
    for _ in 0..5 {
        scene.advance(0.2);
        for (number, shape) in scene.shapes().iter().enumerate() {
            app.world_mut().get_mut::<Collider>(entities[number]).unwrap().0 = *shape;
            engine.set(handles[number], *shape).unwrap();
        }
        app.update();
        engine.step();
    }
    assert_eq!(app.world().resource::<Collisions>().world().fingerprint(), engine.fingerprint());
    (app, entities, engine)
}

fn places() -> impl Iterator<Item = (usize, Vec2)> {
    (0..40_u8)
        .map(|number| (usize::from(number), Vec2::new(f32::from(number % 8) - 4.0, f32::from(number / 8) - 2.0) * 4.0))
}

/// A query in both forms. Each excludes another entity; some have layers, and some exclude sensors.
fn asked<T: Copy>(number: usize, what: T, entities: &[Entity], engine: &Engine) -> (EntityQuery<T>, Question<T>) {
    let handle = engine.iter().nth(number * 5).unwrap().0;
    let mut ask = EntityQuery::new(what).except(entities[number * 5]);
    let mut filter = Filter { except: Some(handle), ..Filter::default() };
    if number.is_multiple_of(2) {
        ask = ask.on(Layers::new(1, 0b011));
        filter.layers = Some(Layers::new(1, 0b011).0);
    }
    if number.is_multiple_of(3) {
        ask = ask.solid();
        filter.sensors = false;
    }
    (ask, Question { what, filter })
}

fn split<T: Copy>(all: impl Iterator<Item = (EntityQuery<T>, Question<T>)>) -> (Vec<EntityQuery<T>>, Vec<Question<T>>) {
    all.unzip()
}

#[test]
fn batches_answer_as_the_engine_does() {
    let (mut app, entities, engine) = both();
    let check = move |spatial: SpatialQuery<'_>| {
        for time in [None, Some(3.0), Some(4.5)] {
            let (ours, theirs) = match time {
                None => (spatial.now(), engine.queries()),
                Some(time) => (spatial.at(time).unwrap(), engine.at(time).unwrap()),
            };
            for mode in [Mode::All, Mode::First(2), Mode::Count] {
                let ask =
                    |(number, place)| asked(number, Shape::from(Circle::new(place, 3.0).unwrap()), &entities, &engine);
                let (asks, questions) = split(places().map(ask));
                let (mut hits, mut expected) = (OverlapHits::default(), collide2d::Hits::default());
                ours.overlap_batch_into(&asks, mode, &mut hits).unwrap();
                theirs.overlap_batch_into(&questions, mode, &mut expected).unwrap();
                assert_eq!((hits.len(), hits.total()), (40, expected.total()));
                for (number, ask) in asks.iter().enumerate() {
                    let named = expected.of(number).iter().map(|hit| entities[hit.slot() as usize]);
                    assert!(named.eq(hits.of(number).iter().copied()));
                    assert_eq!(hits.count(number), expected.count(number));
                    if mode == Mode::All {
                        assert_eq!(ours.overlap(*ask), hits.of(number));
                    }
                }
                assert!(hits.of(40).is_empty() && hits.of(usize::MAX).is_empty() && hits.count(40) == 0);
            }
            let swing = |from| Sector::facing(from, Vec2::new(1.0, 0.5), 220.0, 6.0).unwrap().with_inner(1.0).unwrap();
            let (asks, questions) = split(places().map(|(number, at)| asked(number, swing(at), &entities, &engine)));
            let (mut hits, mut expected) = (SectorHits::default(), collide2d::Hits::default());
            ours.sector_batch_into(&asks, Mode::All, &mut hits).unwrap();
            theirs.sector_batch_into(&questions, Mode::All, &mut expected).unwrap();
            assert!(hits.total() > 0);
            for (number, ask) in asks.iter().enumerate() {
                let named = expected.of(number).iter().map(|hit| entities[hit.slot() as usize]);
                assert!(named.eq(hits.of(number).iter().copied()));
                assert_eq!(ours.sector(*ask), hits.of(number));
            }
            macro_rules! ranked {
                ($hits:ty, $raw:ty, $batch:ident $(, $mode:expr)?; $single:ident, $what:expr) => {
                    let what = $what;
                    let ask = |(number, place)| asked(number, what(place), &entities, &engine);
                    let (asks, questions) = split(places().map(ask));
                    let (mut hits, mut expected) = (<$hits>::default(), <$raw>::default());
                    ours.$batch(&asks $(, $mode)?, &mut hits).unwrap();
                    theirs.$batch(&questions $(, $mode)?, &mut expected).unwrap();
                    assert!(hits.total() > 0);
                    for (number, ask) in asks.iter().enumerate() {
                        let named = expected.of(number).iter().map(|(hit, how)| (entities[hit.slot() as usize], *how));
                        assert!(named.eq(hits.of(number).iter().copied()));
                        assert_eq!(ours.$single(*ask), hits.of(number).first().copied());
                    }
                };
            }
            let (ray, raw) = (|from| Ray::new(from, Vec2::new(1.0, 0.5), 30.0).unwrap(), Mode::All);
            ranked!(RayHits, collide2d::RayHits, ray_batch_into, raw; ray, ray);
            let segment = |from| Segment::new(from, from + Vec2::new(-9.0, 3.0)).unwrap();
            ranked!(SegmentHits, collide2d::RayHits, segment_batch_into, Mode::All; segment, segment);
            let bullet = |from| Moving::new(Circle::new(from, 0.5).unwrap(), Vec2::new(0.0, 9.0)).unwrap();
            ranked!(SweepHits, collide2d::SweepHits, sweep_batch_into, Mode::All; sweep, bullet);
            let near = |from| Nearest { count: 3, ..Nearest::to(Circle::new(from, 0.0).unwrap()) };
            ranked!(NearestHits, collide2d::NearestHits, nearest_batch_into; nearest, near);

            let ask = |(number, place)| asked(number, segment(place), &entities, &engine);
            let (asks, questions) = split(places().map(ask));
            let (mut room, mut blocked, mut expected) = (SegmentHits::default(), Sights::default(), Sights::default());
            ours.blocked_batch_into(&asks, &mut room, &mut blocked).unwrap();
            theirs.blocked_batch_into(&questions, &mut expected).unwrap();
            assert_eq!(blocked.list(), expected.list());
            assert!(blocked.list().iter().zip(&asks).all(|(blocked, ask)| ours.blocked(*ask) == *blocked));
            assert_eq!(ours.get(entities[9]), theirs.shape(engine.iter().nth(9).unwrap().0));
        }
        assert!(spatial.at(99.0).is_err() && spatial.at(f64::NAN).is_err());
        assert_eq!(spatial.now().get(Entity::PLACEHOLDER), None);
        let mut few = OverlapHits::default();
        let everywhere = EntityQuery::new(Shape::from(Circle::new(Vec2::ZERO, 1e30).unwrap()));
        let refused = spatial.now().within(1).overlap_batch_into(&[everywhere], Mode::All, &mut few).unwrap_err();
        assert_eq!((refused.limit, few.of(0)), (1, &[][..]));
    };
    app.world_mut().run_system_once(check).unwrap();
}
