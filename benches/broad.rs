//! All overlapping pairs of a scene, by each strategy: `cargo bench --bench broad`, or with a part of a name after it.
//!
//! Whole ticks of a warm world on one thread: entities move, the index is brought up to date, pairs are found, tested
//! exactly and listed as found. Times are per tick. Criterion also prints entities per second, and plots the strategies
//! together for each scene and size. In a pile all entities overlap each other, so it stays small. In worlds of 16
//! entities brute force is as fast as a grid; in a large `flat-stack` the sweep is the fastest, in `long-walls` the R-tree.

use std::time::Duration;

use collide_bench::{Course, Game, Lopsided, Start, is_test};
use collide_scenes::SceneKind;
use collide2d::{PairOrder, Settings, Strategy, Threads};
use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};

/// The limit of entities for brute force; above it a tick takes too long.
const MAX_FOR_BRUTE_FORCE: usize = 10_000;

fn sizes(kind: SceneKind) -> &'static [usize] {
    match kind {
        _ if is_test() => &[300],
        SceneKind::Pile => &[1_000],
        SceneKind::Uniform => &[16, 64, 256, 1_000, 10_000, 100_000],
        _ => &[1_000, 10_000, 100_000],
    }
}

fn strategies(criterion: &mut Criterion) {
    for kind in SceneKind::ALL {
        for &count in sizes(kind) {
            scene(criterion, kind.name(), &kind.generate(count, 1));
        }
    }
    for count in if is_test() { [300].as_slice() } else { &[1_000, 20_000] } {
        for lopsided in Lopsided::all(*count) {
            scene(criterion, lopsided.name, &lopsided.bodies);
        }
    }
}

fn scene(criterion: &mut Criterion, name: &str, scene: &dyn Start) {
    let count = scene.shapes().len();
    let mut group = criterion.benchmark_group(format!("broad/{name}/{count}"));
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    // The same ticks in each sample: slow strategies need no more of them.
    group.sampling_mode(SamplingMode::Flat).throughput(Throughput::Elements(count as u64));
    for strategy in Strategy::ALL {
        if strategy == Strategy::BruteForce && count > MAX_FOR_BRUTE_FORCE {
            continue;
        }
        let settings =
            Settings { strategy, threads: Threads::Serial, order: PairOrder::AsFound, ..Settings::default() };
        let mut course = Course::new(|| Game::new(scene, settings.clone()), Game::tick);
        group.bench_function(strategy.name(), |bencher| bencher.iter_custom(|ticks| course.time(ticks)));
    }
    group.finish();
}

criterion_group!(benches, strategies);
criterion_main!(benches);
