//! What one exact decision costs: `cargo bench --bench narrow`.
//!
//! Each pair of shapes twice: a thousand generic pairs, about half of which overlap, and a thousand that touch exactly on
//! a lattice, where the quick filter can never settle anything. `naive` is the plain `f32` formula, without a bound and
//! without a right answer at the border. Times are for a thousand pairs.

use std::hint::black_box;
use std::time::Duration;

use collide::{Circle, OrientedRect, Rect, Relation, Rotor, Shape, Vec2, relation};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const PAIRS: usize = 1_000;

type Make = fn(Vec2, f32) -> Shape;

fn circle(at: Vec2, _: f32) -> Shape {
    Circle::new(at, 0.5).expect("finite").into()
}

fn rect(at: Vec2, _: f32) -> Shape {
    Rect::new(at - 0.5, at + 0.5).expect("finite").into()
}

fn oriented(at: Vec2, degrees: f32) -> Shape {
    OrientedRect::new(at, Vec2::splat(0.5), Rotor::from_degrees(degrees).expect("finite")).expect("finite").into()
}

const KINDS: [(&str, Make, Make); 6] = [
    ("circle, circle", circle, circle),
    ("rect, circle", rect, circle),
    ("rect, rect", rect, rect),
    ("circle, oriented rect", circle, oriented),
    ("rect, oriented rect", rect, oriented),
    ("oriented rect, oriented rect", oriented, oriented),
];

/// Numbers from 0 to 1, always the same.
fn numbers() -> impl FnMut() -> f32 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32
    }
}

fn generic(a: Make, b: Make) -> Vec<(Shape, Shape)> {
    let mut next = numbers();
    let mut pair = || {
        let at = Vec2::new(next(), next()) * 10.0;
        let way = Vec2::new(next(), next()) * 2.4 - 1.2;
        (a(at, next() * 360.0), b(at + way, next() * 360.0))
    };
    (0..PAIRS).map(|_| pair()).collect()
}

fn touching(a: Make, b: Make) -> Vec<(Shape, Shape)> {
    let pair = |i: usize| {
        let at = Vec2::new((i % 30) as f32, (i / 30) as f32);
        (a(at, 0.0), b(at + Vec2::X, 90.0))
    };
    let pairs: Vec<_> = (0..PAIRS).map(pair).collect();
    assert!(pairs.iter().all(|(a, b)| relation(a, b) == Relation::Touching));
    pairs
}

/// The tutorials' formulas as they stand.
fn naive(a: &Shape, b: &Shape) -> bool {
    match (a, b) {
        (Shape::Circle(a), Shape::Circle(b)) => {
            let reach = a.radius() + b.radius();
            a.center().distance_squared(b.center()) <= reach * reach
        }
        (Shape::Rect(rect), Shape::Circle(circle)) => {
            let nearest = circle.center().clamp(rect.min(), rect.max());
            nearest.distance_squared(circle.center()) <= circle.radius() * circle.radius()
        }
        (Shape::Circle(circle), Shape::OrientedRect(rect)) => {
            let axis = Vec2::new(rect.rotor().cos(), rect.rotor().sin());
            let way = circle.center() - rect.center();
            let local = Vec2::new(axis.dot(way), axis.perp_dot(way));
            let nearest = local.clamp(-rect.half_extents(), rect.half_extents());
            nearest.distance_squared(local) <= circle.radius() * circle.radius()
        }
        _ => false,
    }
}

fn decisions(criterion: &mut Criterion) {
    for (name, a, b) in KINDS {
        let mut group = criterion.benchmark_group(format!("narrow/{name}"));
        group.warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_secs(1)).sample_size(30);
        group.throughput(Throughput::Elements(PAIRS as u64));
        let (generic, touching) = (generic(a, b), touching(a, b));
        let closed = |pairs: &[(Shape, Shape)]| {
            pairs.iter().filter(|(a, b)| relation(black_box(a), black_box(b)) != Relation::Apart).count()
        };
        group.bench_function("generic", |bencher| bencher.iter(|| closed(&generic)));
        group.bench_function("touching", |bencher| bencher.iter(|| closed(&touching)));
        if matches!(name, "circle, circle" | "rect, circle" | "circle, oriented rect") {
            let closed = || generic.iter().filter(|(a, b)| naive(black_box(a), black_box(b))).count();
            group.bench_function("naive generic", |bencher| bencher.iter(closed));
        }
        group.finish();
    }
}

criterion_group!(benches, decisions);
criterion_main!(benches);
