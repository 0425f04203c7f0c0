//! The phases of a tick: `cargo bench --bench tick`, or with a part of a name after it.
//!
//! A warm world of 100,000 entities on one thread.
//!
//! - `as found` and `by slot`: whole ticks with the pairs in either order.
//! - `index`, `pairs` and `order`: the phases of a step by slot, from its report.
//! - `events` and `history` (of 12 ticks): the phases that settings add.
//! - `recorded`: a whole tick by slot with recording.
//! - `with layers`: a whole tick as found, with entities of four teams that do not collide with their own.
//! - `update_each` and `set_batch`: moving the entities in place or by handle, without the step. The computation
//!   of the new shapes by handle is not measured.
//! - `from a slice`: the pairs of shapes outside a world, in order, without moving.

use std::time::{Duration, Instant};

use collide_bench::{Course, DT, Game, Placed, Sliced, is_test};
use collide_scenes::SceneKind;
use collide2d::report::Times;
use collide2d::{History, Layers, PairOrder, Settings, Threads};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

fn settings(order: PairOrder) -> Settings {
    Settings { threads: Threads::Serial, order, ..Settings::default() }
}

/// A tick; returns the time of one phase.
fn phase(game: &mut Game, phase: fn(&Times) -> Duration) -> Duration {
    game.advance(DT);
    phase(&game.world.step().times)
}

/// A whole tick with recording.
fn record(game: &mut Game) -> Duration {
    let start = Instant::now();
    game.tick();
    game.world.write_recorded(&mut std::io::sink()).expect("a sink takes all");
    start.elapsed()
}

fn bench<T>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut course: Course<'_, T>) {
    group.bench_function(name, |bencher| bencher.iter_custom(|ticks| course.time(ticks)));
}

fn ticks(criterion: &mut Criterion) {
    let count = if is_test() { 300 } else { 100_000 };
    for kind in SceneKind::ALL.into_iter().filter(|kind| *kind != SceneKind::Pile) {
        let scene = kind.generate(count, 1);
        let mut group = criterion.benchmark_group(format!("tick/{kind}/{count}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        group.throughput(Throughput::Elements(count as u64));

        let game = |order| Game::new(&scene, settings(order));
        let in_order = || game(PairOrder::BySlot);
        bench(&mut group, "as found", Course::new(|| game(PairOrder::AsFound), Game::tick));
        bench(&mut group, "by slot", Course::new(in_order, Game::tick));
        bench(&mut group, "index", Course::new(in_order, |game| phase(game, |times| times.bounds + times.index)));
        bench(&mut group, "pairs", Course::new(in_order, |game| phase(game, |times| times.pairs)));
        bench(&mut group, "order", Course::new(in_order, |game| phase(game, |times| times.order)));
        let events = || Game::new(&scene, Settings { events: true, ..settings(PairOrder::BySlot) });
        bench(&mut group, "events", Course::new(events, |game| phase(game, |times| times.events)));
        let history = History { ticks: 12, ..History::default() };
        let history = || Game::new(&scene, Settings { history, ..settings(PairOrder::BySlot) });
        bench(&mut group, "history", Course::new(history, |game| phase(game, |times| times.history)));
        let recorded = || {
            let mut game = game(PairOrder::BySlot);
            game.world.start_recording();
            game
        };
        bench(&mut group, "recorded", Course::new(recorded, record));
        let layers = || {
            let mut game = game(PairOrder::AsFound);
            let entities: Vec<_> = game.world.iter().collect();
            for (handle, entity) in entities {
                // Four teams that do not collide with their own.
                let layers = Layers { group: -i64::from(handle.slot() % 4) - 1, ..Layers::ALL };
                game.world.set(handle, entity.with_layers(layers)).expect("it is there");
            }
            game
        };
        bench(&mut group, "with layers", Course::new(layers, Game::tick));
        bench(&mut group, "update_each", Course::new(|| game(PairOrder::AsFound), Game::move_only));
        let placed = || Placed::new(&scene, settings(PairOrder::AsFound));
        bench(&mut group, "set_batch", Course::new(placed, Placed::place_only));
        let sliced = || Sliced::new(&scene, settings(PairOrder::BySlot));
        bench(&mut group, "from a slice", Course::new(sliced, Sliced::find_only));
        group.finish();
    }
}

criterion_group!(benches, ticks);
criterion_main!(benches);
