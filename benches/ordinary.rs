//! The ways in which servers call the engine, beside the fastest one: `cargo bench --bench ordinary`, or with
//! parts of a name after it.
//!
//! Uniform circles, about a pair for each, on one thread; the last rows are capsules and polygons, as dense and with
//! about as many pairs. Each row is a whole tick: the server moves its entities and
//! passes them on, the world steps. The ways take turns; a figure is the median of the rounds, in nanoseconds for an
//! entity and tick, and the median of the ratios to the first row of the same round.

use std::time::{Duration, Instant};

use collide_bench::{Game, Server, is_test};
use collide_scenes::{Scene, SceneKind};
use collide2d::{Batch, PairOrder, Settings, Shape, Threads};

/// The measured rounds of all ways.
const ROUNDS: usize = 9;

/// A way to run ticks.
struct Way {
    name: &'static str,
    tick: Box<dyn FnMut()>,
    times: Vec<f64>,
}

fn way(name: &'static str, tick: impl FnMut() + 'static) -> Way {
    Way { name, tick: Box::new(tick), times: Vec::new() }
}

fn of_server(name: &'static str, scene: &Scene, settings: Settings, pass: fn(&mut Server)) -> Way {
    let mut server = Server::new(scene, settings);
    way(name, move || {
        server.advance();
        pass(&mut server);
        server.world.step();
    })
}

fn ways(scene: &Scene) -> Vec<Way> {
    let in_order = Settings { threads: Threads::Serial, ..Settings::default() };
    let as_found = Settings { order: PairOrder::AsFound, ..in_order.clone() };
    let events = Settings { events: true, ..in_order.clone() };
    let game = |name, settings| {
        let mut game = Game::new(scene, settings);
        way(name, move || _ = game.tick())
    };
    let convex = |name, kind: SceneKind| {
        of_server(name, &kind.generate(scene.len(), 1), events.clone(), Server::set_centers_by_handle)
    };
    let mut sliced = Server::new(scene, in_order.clone());
    let (mut batch, mut shapes, mut pairs) = (Batch::new(in_order.clone()), Vec::<Shape>::new(), Vec::new());
    let mut recorded = Game::new(scene, as_found.clone());
    recorded.world.start_recording();
    vec![
        game("columns in place, as found", as_found.clone()),
        of_server("columns gathered by slot, as found", scene, as_found.clone(), Server::gather),
        game("columns in place, in order", in_order.clone()),
        game("columns in place, in order, events", events.clone()),
        of_server("centers by slot, as found", scene, as_found.clone(), Server::set_centers_by_slot),
        of_server("centers by handle, as found", scene, as_found.clone(), Server::set_centers_by_handle),
        of_server("circles by handle, as found", scene, as_found.clone(), Server::set_circles),
        of_server("shapes by handle, as found", scene, as_found, Server::set_shapes),
        of_server("centers by handle, in order, events", scene, events.clone(), Server::set_centers_by_handle),
        of_server("circles by handle, in order, events", scene, events.clone(), Server::set_circles),
        of_server("shapes by handle, in order, events", scene, events.clone(), Server::set_shapes),
        way("shapes from a slice, in order", move || {
            sliced.advance();
            shapes.clear();
            shapes.extend(sliced.circles().map(Shape::from));
            batch.pairs_into(&shapes, &mut pairs).expect("few enough");
        }),
        way("columns in place, as found, recorded", move || {
            recorded.tick();
            recorded.world.write_recorded(&mut std::io::sink()).expect("a sink takes all");
        }),
        convex("capsules: centers by handle, in order, events", SceneKind::Capsules),
        convex("polygons: centers by handle, in order, events", SceneKind::Polygons),
    ]
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs the first way, and those whose names contain all these parts.
fn run(count: usize, ticks: usize, named: &[String]) {
    let scene = SceneKind::Uniform.generate(count, 1);
    let mut ways = ways(&scene);
    let chosen = |way: &Way| named.iter().all(|part| way.name.contains(part));
    let rest = ways.split_off(1);
    ways.extend(rest.into_iter().filter(chosen));
    for round in 0..=ROUNDS {
        for Way { tick, times, .. } in &mut ways {
            // One tick is not measured: the other ways have used the caches.
            tick();
            let start = Instant::now();
            (0..ticks).for_each(|_| tick());
            let time: Duration = start.elapsed();
            // The first round is for warming up.
            if round > 0 {
                times.push(time.as_secs_f64() * 1e9 / (count * ticks) as f64);
            }
        }
    }
    println!("| {count} entities | ns | times the first |\n|---|---:|---:|");
    for Way { name, times, .. } in &ways {
        let ratio = median(times.iter().zip(&ways[0].times).map(|(time, first)| time / first));
        println!("| {name} | {:.1} | {ratio:.2} |", median(times.iter().copied()));
    }
}

fn main() {
    if is_test() {
        return run(300, 2, &[]);
    }
    let named: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    for (count, ticks) in [(10_000, 100), (100_000, 10), (1_000_000, 3)] {
        run(count, ticks, &named);
    }
}
