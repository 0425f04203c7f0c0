//! Your own broad phase compared with those of the engine: `cargo bench --bench own_strategy`.
//!
//! Replace [`Own`] by your type, as `docs/write-a-strategy.md` explains. The bench first checks it, on hard sets of
//! bounds and on every scene. Then each tick finds all pairs of a slice of moving shapes, on one thread, with the exact
//! test and in order: by each strategy of the engine with `Batch::pairs_into`, and by yours with `Batch::pairs_with`.

use std::time::Duration;

use collide_bench::{Course, Sliced, is_test};
use collide_scenes::SceneKind;
use collide2d::broad::SweepAndPrune;
use collide2d::broad::conformance::check;
use collide2d::{Settings, Strategy, Threads};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The broad phase to measure. `Default` creates an empty one.
type Own = SweepAndPrune;

/// The number of entities for brute force and piles, whose cost is quadratic.
const QUADRATIC_COUNT: usize = 1_000;
const COUNT: usize = 20_000;

fn settings(strategy: Strategy) -> Settings {
    Settings { strategy, threads: Threads::Serial, ..Settings::default() }
}

fn own_strategy(criterion: &mut Criterion) {
    check(&mut Own::default()).expect("a broad phase that finds each candidate once");
    for kind in SceneKind::ALL {
        let count = match kind {
            _ if is_test() => 300,
            SceneKind::Pile => QUADRATIC_COUNT,
            _ => COUNT,
        };
        let scene = kind.generate(count, 1);
        let [mut engine, mut own] = [(); 2].map(|()| Sliced::new(&scene, settings(Strategy::Auto)));
        engine.find_only();
        own.find_with(&mut Own::default());
        assert!(engine.pairs() == own.pairs(), "{kind}: the pairs of the engine");

        let mut group = criterion.benchmark_group(format!("own/{kind}/{count}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(500));
        group.throughput(Throughput::Elements(count as u64));
        for strategy in Strategy::ALL.into_iter().filter(|s| *s != Strategy::BruteForce || count <= QUADRATIC_COUNT) {
            let mut course = Course::new(|| Sliced::new(&scene, settings(strategy)), Sliced::find_only);
            group.bench_function(strategy.name(), |bencher| bencher.iter_custom(|ticks| course.time(ticks)));
        }
        let start = || (Sliced::new(&scene, settings(Strategy::Auto)), Own::default());
        let mut course = Course::new(start, |(game, own)| game.find_with(own));
        group.bench_function("own", |bencher| bencher.iter_custom(|ticks| course.time(ticks)));
        group.finish();
    }
}

criterion_group!(benches, own_strategy);
criterion_main!(benches);
