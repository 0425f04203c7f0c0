//! A warm tick does not allocate.

use allocation_counter::measure;
use collide_scenes::SceneKind;
use collide2d::{
    Batch, Entity, History, Hits, Layers, Mode, Moving, Nearest, NearestHits, PairOrder, Places, Query, Ray, RayHits,
    Sector, Segment, Settings, Sights, SlideOptions, Slides, Strategy, SweepHits, Threads, Touching, Vec2, World,
};

/// All strategies except the R-tree, whose library allocates at every build.
const STRATEGIES: &[Strategy] =
    &[Strategy::Auto, Strategy::BruteForce, Strategy::UniformGrid, Strategy::HierarchicalGrid, Strategy::SweepAndPrune];

/// Ticks until every buffer has its final size. The number of pieces of work and of pairs varies a little.
const WARM_UP: usize = 60;

#[test]
fn a_warm_world_steps_without_allocating() {
    for &strategy in STRATEGIES {
        let settings =
            Settings { strategy, touching: Touching::Closed, threads: Threads::Serial, ..Settings::default() };
        let mut world = World::new(settings);
        let mut scene = SceneKind::Mixed.generate(2_000, 8);
        let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
        let mut updates = Vec::new();
        let mut tick = |world: &mut World| {
            scene.advance(1.0 / 30.0);
            updates.clear();
            updates.extend(handles.iter().copied().zip(scene.shapes().iter().copied()));
            world.set_batch(&updates).unwrap();
            world.step();
        };
        (0..WARM_UP).for_each(|_| tick(&mut world));
        // A buffer may still grow at a tick with a new maximum of pairs, but not at every tick.
        let counts: Vec<u64> = (0..20).map(|_| measure(|| tick(&mut world)).count_total).collect();
        let allocating = counts.iter().filter(|count| **count > 0).count();
        assert!(allocating <= 2, "{strategy}: {counts:?}");
    }
}

#[test]
fn a_warm_batch_allocates_nothing() {
    for kind in SceneKind::ALL {
        let (a, b) = (kind.generate(1_500, 1), kind.generate(1_000, 2));
        for &strategy in STRATEGIES {
            let settings =
                Settings { strategy, touching: Touching::Closed, threads: Threads::Serial, ..Settings::default() };
            let (mut batch, mut pairs) = (Batch::new(settings), Vec::new());
            let mut run = || {
                batch.pairs_into(a.shapes(), &mut pairs).unwrap();
                batch.pairs_between_into(a.shapes(), b.shapes(), &mut pairs).unwrap();
                batch.count_pairs(a.shapes()).unwrap();
            };
            // The first call fills the rows, the second sorts them into another buffer, the third sorts them back.
            (0..3).for_each(|_| run());
            let count = measure(run).count_total;
            assert_eq!(count, 0, "{strategy} on {kind}");
        }
    }
}

#[test]
fn warm_questions_allocate_nothing() {
    for kind in SceneKind::ALL {
        let (scene, asked) = (kind.generate(2_000, 1), kind.generate(500, 2));
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        scene.shapes().iter().for_each(|shape| _ = world.insert(shape).unwrap());
        world.step();
        let at = |n: usize| asked.shapes()[n].aabb().min();
        let way = |n: usize| Vec2::from_angle(n as f32) * 3.0;
        let shapes: Vec<_> = asked.shapes().iter().map(Query::from).collect();
        let rays: Vec<_> = (0..500).map(|n| Query::new(Ray::new(at(n), way(n), 20.0).unwrap())).collect();
        let segments: Vec<_> = (0..500).map(|n| Query::new(Segment::new(at(n), at(n) + way(n)).unwrap())).collect();
        let moving: Vec<_> =
            asked.shapes().iter().enumerate().map(|(n, s)| Query::new(Moving::new(s, way(n)).unwrap())).collect();
        let swings: Vec<_> = (0..500).map(|n| Query::new(Sector::facing(at(n), way(n), 90.0, 9.0).unwrap())).collect();
        let near: Vec<_> = asked.shapes().iter().map(|s| Query::new(Nearest { count: 8, ..Nearest::to(s) })).collect();
        let (mut hits, mut ray_hits, mut blocked) = (Hits::default(), RayHits::default(), Sights::default());
        let (mut sweep_hits, mut nearest_hits) = (SweepHits::default(), NearestHits::default());
        let mut run = || {
            let queries = world.queries();
            queries.overlap_batch_into(&shapes, Mode::All, &mut hits).unwrap();
            queries.sector_batch_into(&swings, Mode::All, &mut hits).unwrap();
            queries.ray_batch_into(&rays, Mode::All, &mut ray_hits).unwrap();
            queries.ray_batch_into(&rays, Mode::First(1), &mut ray_hits).unwrap();
            queries.segment_batch_into(&segments, Mode::All, &mut ray_hits).unwrap();
            queries.blocked_batch_into(&segments, &mut blocked).unwrap();
            queries.sweep_batch_into(&moving, Mode::First(3), &mut sweep_hits).unwrap();
            queries.nearest_batch_into(&near, &mut nearest_hits).unwrap();
        };
        // The kinds of query share buffers, so that the last buffer to grow may be found in the third round.
        (0..3).for_each(|_| run());
        assert_eq!(measure(run).count_total, 0, "{kind}");
    }
}

/// Lists of pieces must fit on the stack for any number of threads. A scene at rest needs the same memory at every
/// tick.
#[test]
fn a_warm_world_allocates_nothing_on_many_threads() {
    let scene = SceneKind::Uniform.generate(40_000, 3);
    for threads in [2, 4, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for order in [PairOrder::BySlot, PairOrder::AsFound] {
            let mut world = World::new(Settings { order, threads: Threads::Current, ..Settings::default() });
            scene.shapes().iter().for_each(|shape| _ = world.insert(shape).unwrap());
            // On a thread of the pool, which then does the work that other threads do not take.
            let counts: Vec<u64> = pool.install(|| {
                let tick = |world: &mut World| {
                    world.update_circles(|_| ()).unwrap();
                    world.update_each(|_| ());
                    world.step();
                };
                (0..10).for_each(|_| tick(&mut world));
                (0..10).map(|_| measure(|| tick(&mut world)).count_total).collect()
            });
            let allocating = counts.iter().filter(|count| **count > 0).count();
            assert!(allocating <= 2, "{threads} threads, {order:?}: {counts:?}");
        }
    }
}

/// `World::memory` returns the allocated bytes, with the index of every strategy.
#[test]
fn a_world_knows_its_memory() {
    let history = History { ticks: 3, teleport_distance: 1.0 };
    for (strategy, events) in Strategy::ALL.into_iter().flat_map(|strategy| [(strategy, false), (strategy, true)]) {
        let mut scene = SceneKind::Mixed.generate(4_000, 5);
        let mut world = None;
        let held = measure(|| {
            let settings = Settings {
                strategy,
                threads: Threads::Serial,
                history: if events { history } else { History::default() },
                events,
                ..Settings::default()
            };
            let world = world.insert(World::new(settings));
            for (index, shape) in scene.shapes().iter().enumerate() {
                let layers = Layers { group: (index % 50) as i64, ..Layers::ALL };
                world
                    .insert(if index % 3 == 0 { Entity::fixed(shape) } else { Entity::new(shape).with_layers(layers) })
                    .unwrap();
            }
            for _ in 0..5 {
                scene.advance(0.02);
                world.update_each(|entity| entity.set_shape(scene.shapes()[entity.slot() as usize]));
                world.step();
            }
        });
        let (said, held) = (world.unwrap().memory() as f64, held.bytes_current as f64);
        assert!((said / held - 1.0).abs() < 0.02, "{strategy:?}, events {events}: {said} of {held}");
    }
}

#[test]
fn warm_forks_and_saves_allocate_nothing() {
    let mut world = World::new(Settings { threads: Threads::Serial, events: true, ..Settings::default() });
    let scene = SceneKind::Mixed.generate(2_000, 8);
    for (number, shape) in scene.shapes().iter().enumerate() {
        let layers = Layers { group: -((number % 5) as i64), ..Layers::ALL };
        world.insert(Entity::new(shape).with_layers(layers)).unwrap();
    }
    let (mut fork, mut bytes) = (World::default(), Vec::new());
    let mut copy = |world: &mut World| {
        world.step();
        let count = measure(|| {
            fork.clone_from(world);
            world.save_into(&mut bytes);
        });
        fork.step();
        count.count_total
    };
    (0..3).for_each(|_| _ = copy(&mut world));
    assert_eq!([copy(&mut world), copy(&mut world)], [0, 0]);
}

/// Slides with at most two hits, which is what a result has room for, and free places.
#[test]
fn warm_movement_allocates_nothing() {
    for kind in SceneKind::ALL {
        let (scene, asked) = (kind.generate(2_000, 1), kind.generate(500, 2));
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        scene.shapes().iter().for_each(|shape| _ = world.insert(shape).unwrap());
        world.step();
        let shapes: Vec<_> = asked.shapes().iter().map(Query::from).collect();
        let way = |n: usize| Vec2::from_angle(n as f32) * 3.0;
        let moving: Vec<_> =
            asked.shapes().iter().enumerate().map(|(n, s)| Query::new(Moving::new(s, way(n)).unwrap())).collect();
        let options = SlideOptions { max_bounces: 1, ..SlideOptions::default() };
        let (mut slides, mut places) = (Slides::default(), Places::default());
        let mut run = || {
            world.queries().slide_batch_into(&moving, &options, &mut slides).unwrap();
            world.queries().free_batch_into(&shapes, 2.0, &mut places).unwrap();
        };
        (0..2).for_each(|_| run());
        assert_eq!(measure(run).count_total, 0, "{kind}");
    }
}
