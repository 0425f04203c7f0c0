//! Ticks, by each way of moving entities.

use collide_bench::{Game, Server};
use collide_scenes::{Scene, SceneKind};
use collide2d::{Batch, PairOrder, Settings, Shape};

use crate::counter::Counter;
use crate::scene::{remembering, scene, serial};

/// Ticks before the counted one.
const WARM: usize = 3;

pub fn rows(counter: &Counter) {
    if !counter.needs("tick:") {
        return;
    }
    let uniform = &scene(SceneKind::Uniform);
    let events = Settings { events: true, ..serial() };
    let as_found = Settings { order: PairOrder::AsFound, ..serial() };
    in_place(counter, "tick: columns in place, as found", uniform, as_found.clone());
    in_place(counter, "tick: columns in place, in order, events", uniform, events.clone());
    in_place(counter, "tick: columns in place, in order, history of 15", uniform, remembering(15));
    in_place(counter, "tick: towns, in place, in order, events", &scene(SceneKind::Towns), events.clone());
    in_place(counter, "tick: sizes by a power law, in place", &scene(SceneKind::PowerLaw), events.clone());
    in_place(counter, "tick: all kinds, in place, in order, events", &scene(SceneKind::Mixed), events.clone());
    in_place(counter, "tick: 5 % move, in place, in order, events", &scene(SceneKind::MostlyStatic), events.clone());
    recorded(counter, "tick: columns in place, as found, recorded", uniform, as_found.clone());
    served(counter, "centers by slot", uniform, &events, Server::set_centers_by_slot);
    served(counter, "columns gathered by slot", uniform, &events, Server::gather);
    served(counter, "centers by handle", uniform, &events, Server::set_centers_by_handle);
    served(counter, "circles by handle", uniform, &events, Server::set_circles);
    served(counter, "shapes by handle", uniform, &events, Server::set_shapes);
    served(counter, "capsules by center", &scene(SceneKind::Capsules), &events, Server::set_centers_by_handle);
    served(counter, "polygons by center", &scene(SceneKind::Polygons), &events, Server::set_centers_by_handle);
    batch(counter, "tick: shapes of a slice, in order", uniform);
}

fn in_place(counter: &Counter, row: &str, scene: &Scene, settings: Settings) {
    if counter.needs(row) {
        let mut game = Game::new(scene, settings);
        (0..WARM).for_each(|_| _ = game.tick());
        counter.count(row, scene.len(), || _ = game.tick());
    }
}

fn recorded(counter: &Counter, row: &str, scene: &Scene, settings: Settings) {
    if counter.needs(row) {
        let mut game = Game::new(scene, settings);
        game.world.start_recording();
        let mut tick = || {
            game.tick();
            game.world.write_recorded(&mut std::io::sink()).expect("a sink takes all");
        };
        (0..WARM).for_each(|_| tick());
        counter.count(row, scene.len(), tick);
    }
}

/// Passing the positions, and the step after it.
fn served(counter: &Counter, way: &str, scene: &Scene, settings: &Settings, pass: fn(&mut Server)) {
    let [set, step] = ["set", "step after"].map(|part| format!("tick: {part}: {way}"));
    if !counter.needs(&set) && !counter.needs(&step) {
        return;
    }
    let mut server = Server::new(scene, settings.clone());
    for _ in 0..WARM {
        server.advance();
        pass(&mut server);
        server.world.step();
    }
    server.advance();
    counter.count(&set, scene.len(), || pass(&mut server));
    counter.count(&step, scene.len(), || _ = server.world.step());
}

fn batch(counter: &Counter, row: &str, scene: &Scene) {
    if counter.needs(row) {
        let (mut batch, mut pairs) = (Batch::new(serial()), Vec::new());
        let shapes: &[Shape] = scene.shapes();
        batch.pairs_into(shapes, &mut pairs).expect("few enough");
        counter.count(row, scene.len(), || _ = batch.pairs_into(shapes, &mut pairs).expect("few enough"));
    }
}
