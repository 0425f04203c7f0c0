//! The cost of a decision in a batch: `cargo bench --bench batch`.
//!
//! One shape against columns, hits as bits, at every SIMD level of this processor. `generic`: about half of the shapes
//! overlap. `touching`: all shapes touch. A thousand shapes fit into the first-level cache, a hundred thousand do not.
//! Times are for all shapes.

use std::hint::black_box;
use std::time::Duration;

use collide_bench::numbers;
use collide2d::columns::{Circles, OrientedRects, Rects, Row, Simd, overlaps};
use collide2d::{Circle, OrientedRect, Rect, Rotor, Touching, Vec2};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn columns<S: Row<COLUMNS>, const COLUMNS: usize>(shapes: &[S]) -> [Vec<f32>; COLUMNS] {
    std::array::from_fn(|column| shapes.iter().map(|shape| shape.to_row()[column]).collect())
}

fn rect(at: Vec2) -> Rect {
    Rect::new(at - 0.5, at + 0.5).expect("finite")
}

fn turned(at: Vec2, degrees: f32) -> OrientedRect {
    OrientedRect::new(at, Vec2::splat(0.5), Rotor::from_degrees(degrees).expect("finite")).expect("finite")
}

/// Positions around the origin. If `touching`, a shape of half size 0.5 there touches one at the origin.
fn places(count: usize, touching: bool) -> Vec<(Vec2, f32)> {
    let mut next = numbers();
    let around = |i: usize| [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y][i % 4];
    let generic = |_| (Vec2::new(next() * 2.4 - 1.2, next() * 2.4 - 1.2), next() * 360.0);
    if touching {
        (0..count).map(|i| (around(i), (i % 4) as f32 * 90.0)).collect()
    } else {
        (0..count).map(generic).collect()
    }
}

macro_rules! bench {
    ($criterion:expr, $name:ident, $one:expr, $columns:ident, $make:expr) => {
        for count in [1_000, 100_000] {
            let mut group = $criterion.benchmark_group(format!("batch/{}/{count}", stringify!($name)));
            group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500)).sample_size(20);
            group.throughput(Throughput::Elements(count as u64));
            let [generic, touching] = [false, true]
                .map(|touching| columns(&places(count, touching).into_iter().map($make).collect::<Vec<_>>()));
            let [generic, touching] = [&generic, &touching]
                .map(|columns| $columns::new(columns.each_ref().map(Vec::as_slice)).expect("shapes"));
            let mut hits = vec![0; count.div_ceil(64)];
            let closed = Touching::Closed;
            overlaps(Simd::best(), $one, touching, closed, &mut hits).expect("the buffer has enough words");
            assert!(hits.iter().map(|word| word.count_ones() as usize).sum::<usize>() == count, "all touch");
            for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
                group.bench_function(format!("generic/{simd}"), |bencher| {
                    bencher.iter(|| overlaps(simd, black_box($one), black_box(generic), closed, &mut hits))
                });
                group.bench_function(format!("touching/{simd}"), |bencher| {
                    bencher.iter(|| overlaps(simd, black_box($one), black_box(touching), closed, &mut hits))
                });
            }
            group.finish();
        }
    };
}

fn batches(criterion: &mut Criterion) {
    let circle = |(at, _)| Circle::new(at, 0.5).expect("finite");
    let one = circle((Vec2::ZERO, 0.0));
    bench!(criterion, circle_circle, one, Circles, circle);
    bench!(criterion, circle_rect, one, Rects, |(at, _)| rect(at));
    bench!(criterion, rect_rect, rect(Vec2::ZERO), Rects, |(at, _)| rect(at));
    bench!(criterion, circle_oriented_rect, one, OrientedRects, |(at, degrees)| turned(at, degrees));
}

criterion_group!(benches, batches);
criterion_main!(benches);
