//! All overlapping pairs of a scene, by each strategy: `cargo bench --bench broad`, or with a part of a name behind it.
//!
//! One tick each: bounds, index, candidates, exact test, canonical order, on one thread. Times are per tick; criterion
//! prints entities per second beside them. On a pile everything overlaps everything, so it stays small.

use std::time::Duration;

use collide::{Batch, Settings, Strategy, Threads, Touching};
use collide_scenes::SceneKind;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Beyond so many entities, looking at every pair takes longer than anyone waits.
const MOST_FOR_BRUTE_FORCE: usize = 10_000;

fn tick(
    group: &mut BenchmarkGroup<'_, WallTime>,
    kind: SceneKind,
    count: usize,
    strategy: Strategy,
    threads: &Threads,
) {
    let scene = kind.generate(count, 1);
    let settings = Settings { strategy, touching: Touching::Closed, threads: threads.clone(), ..Settings::default() };
    let mut batch = Batch::new(settings);
    let mut pairs = Vec::new();
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function(BenchmarkId::new(strategy.name(), count), |bencher| {
        bencher.iter(|| batch.pairs_into(scene.shapes(), &mut pairs).map(|report| report.pair_count));
    });
}

fn strategies(criterion: &mut Criterion) {
    for kind in SceneKind::ALL {
        let mut group = criterion.benchmark_group(format!("broad/{kind}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        let sizes: &[usize] = if kind == SceneKind::Pile { &[1_000] } else { &[1_000, 10_000, 100_000] };
        for &count in sizes {
            for strategy in Strategy::ALL {
                if strategy != Strategy::BruteForce || count <= MOST_FOR_BRUTE_FORCE {
                    tick(&mut group, kind, count, strategy, &Threads::Serial);
                }
            }
        }
        group.finish();
    }
}

fn threads(criterion: &mut Criterion) {
    for count in [1, 2] {
        let mut group = criterion.benchmark_group(format!("broad/uniform on {count} threads"));
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
        let threads = Threads::new(count).expect("the system starts threads");
        for strategy in [Strategy::UniformGrid, Strategy::SweepAndPrune, Strategy::RTree] {
            tick(&mut group, SceneKind::Uniform, 100_000, strategy, &threads);
        }
        group.finish();
    }
}

criterion_group!(benches, strategies, threads);
criterion_main!(benches);
