//! Many threads may query a world at the same time, present and past, and get the same answers as one thread.

use std::thread;

use collide_scenes::SceneKind;
use collide2d::{Circle, History, Hits, Mode, Query, Settings, Threads, World};

#[test]
fn many_ask_at_once() {
    let mut scene = SceneKind::Mixed.generate(3_000, 9);
    let queries: Vec<_> =
        scene.shapes().iter().step_by(7).map(|shape| Query::from(Circle::new(shape.center(), 3.0).unwrap())).collect();
    for threads in [Threads::Serial, Threads::Current, Threads::new(2).unwrap()] {
        let history = History { ticks: 3, teleport_distance: 1.0 };
        let mut world = World::new(Settings { history, threads, events: true, ..Settings::default() });
        let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
        let mut fresh = Vec::new();
        for round in 0..4 {
            scene.advance(0.05);
            let updates: Vec<_> = handles.iter().copied().zip(scene.shapes().iter().copied()).collect();
            world.set_batch(&updates).unwrap();
            world.step();
            if round < 2 {
                continue;
            }
            // The first queries after the step, from all threads at once. One round has a change after the step.
            if round == 3 {
                world.set(handles[0], scene.shapes()[5]).unwrap();
            }
            let shared = &world;
            let times: Vec<_> = thread::scope(|scope| {
                let asking: Vec<_> = (0..4)
                    .map(|_| {
                        scope.spawn(|| {
                            let mut hits = Hits::default();
                            shared.queries().overlap_batch_into(&queries, Mode::All, &mut hits).unwrap();
                            let now: Vec<_> = hits.iter().map(<[_]>::to_vec).collect();
                            let then = shared.tick() as f64 - 0.5;
                            shared.at(then).unwrap().overlap_batch_into(&queries, Mode::All, &mut hits).unwrap();
                            (now, hits.iter().map(<[_]>::to_vec).collect::<Vec<_>>())
                        })
                    })
                    .collect();
                asking.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert!(times.windows(2).all(|two| two[0] == two[1]));
            fresh = times;
        }
        assert!(fresh[0].0.iter().flatten().count() > 1_000);
    }
}
