//! The cost of one decision about two shapes: `cargo bench --bench narrow`.
//!
//! Each pair of kinds twice: a thousand generic pairs, about half of which overlap, and a thousand pairs that touch
//! exactly on a lattice, where the fast filter cannot decide. `naive` is the plain `f32` formula, without an error
//! bound and wrong at the border. `parry` is the crate `parry2d`, also in `f32`. Both agree with the exact answers on
//! each generic pair; the bench asserts this first. Pairs that `parry` decides otherwise are left out only if they are
//! closer to touching than a ten-thousandth of a unit, at most one in 500. Times are for a thousand pairs.

mod posed;

use std::hint::black_box;
use std::iter;
use std::time::Duration;

use collide_bench::numbers;
use collide2d::{
    Capsule, Circle, Moving, OrientedRect, Polygon, Ray, Rect, Relation, Rotor, Shape, Vec2, cast_ray, contact,
    distance, relation, sweep,
};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, ShapeCastOptions};
use parry2d::shape::SharedShape;

use crate::posed::{posed, vector};

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

/// Upright at 0 and at 90 degrees, so that capsules touch on the lattice.
fn capsule(at: Vec2, degrees: f32) -> Shape {
    let along = Rotor::from_degrees(2.0 * degrees + 90.0).expect("finite").rotate(Vec2::new(0.25, 0.0));
    Capsule::new(-along, along, 0.5).and_then(|capsule| capsule.at(at)).expect("finite").into()
}

/// A square of side 1 with its corners cut off, then rounded.
fn octagon(at: Vec2, degrees: f32, radius: f32) -> Shape {
    let corners = [Vec2::new(0.5, 0.25), Vec2::new(0.25, 0.5)].map(|corner| corner * (1.0 - 2.0 * radius));
    let mirrored = corners.map(|corner| [corner, -corner, corner.reflect(Vec2::X), corner.reflect(Vec2::Y)]);
    let polygon = Polygon::new(mirrored.as_flattened(), radius).expect("eight corners");
    let turned = polygon.turned(Rotor::from_degrees(degrees).expect("finite"));
    turned.and_then(|polygon| polygon.at(at)).expect("finite").into()
}

fn polygon(at: Vec2, degrees: f32) -> Shape {
    octagon(at, degrees, 0.0)
}

fn round_polygon(at: Vec2, degrees: f32) -> Shape {
    octagon(at, degrees, 0.125)
}

const KINDS: [(&str, Make, Make); 15] = [
    ("circle, circle", circle, circle),
    ("rect, circle", rect, circle),
    ("rect, rect", rect, rect),
    ("circle, oriented rect", circle, oriented),
    ("rect, oriented rect", rect, oriented),
    ("oriented rect, oriented rect", oriented, oriented),
    ("circle, capsule", circle, capsule),
    ("rect, capsule", rect, capsule),
    ("oriented rect, capsule", oriented, capsule),
    ("capsule, capsule", capsule, capsule),
    ("circle, polygon", circle, polygon),
    ("rect, polygon", rect, polygon),
    ("capsule, polygon", capsule, polygon),
    ("polygon, polygon", polygon, polygon),
    ("round polygon, round polygon", round_polygon, round_polygon),
];

/// The distance, or the depth, from which a pair is clear for the peer too.
const CLEAR: f32 = 1e-4;

fn generic(a: Make, b: Make) -> Vec<(Shape, Shape)> {
    let mut next = numbers();
    let pair = || {
        let at = Vec2::new(next(), next()) * 10.0;
        let way = Vec2::new(next(), next()) * 2.4 - 1.2;
        (a(at, next() * 360.0), b(at + way, next() * 360.0))
    };
    let mut left_out = 0;
    let kept = |pair: &(Shape, Shape)| {
        let is_kept = is_clear(pair) || Peer::of(pair).intersect() == is_overlap(pair);
        left_out += usize::from(!is_kept);
        is_kept
    };
    let pairs = iter::repeat_with(pair).filter(kept).take(PAIRS).collect();
    assert!(left_out <= PAIRS / 500, "the peer is wrong only at the border: {left_out}");
    pairs
}

fn is_overlap((a, b): &(Shape, Shape)) -> bool {
    relation(a, b) != Relation::Apart
}

fn is_clear((a, b): &(Shape, Shape)) -> bool {
    contact(a, b).map_or_else(|| distance(a, b), |contact| contact.depth) > CLEAR
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

/// The formulas of the tutorials.
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

/// The same pair of shapes for the peer.
struct Peer {
    poses: [Pose; 2],
    shapes: [SharedShape; 2],
}

impl Peer {
    fn of((a, b): &(Shape, Shape)) -> Self {
        let ((a_pose, a), (b_pose, b)) = (posed(a), posed(b));
        Self { poses: [a_pose, b_pose], shapes: [a, b] }
    }

    fn intersect(&self) -> bool {
        let [a, b] = &self.shapes;
        query::intersection_test(&self.poses[0], &**a, &self.poses[1], &**b).expect("supported").intersecting
    }

    fn contact(&self) -> Option<query::Contact> {
        let [a, b] = &self.shapes;
        query::contact(&self.poses[0], &**a, &self.poses[1], &**b, 0.0).expect("supported")
    }

    fn distance(&self) -> f32 {
        let [a, b] = &self.shapes;
        query::distance(&self.poses[0], &**a, &self.poses[1], &**b).expect("supported").distance
    }

    fn sweep(&self, way: Vec2) -> Option<query::ShapeCastHit> {
        let ([a, b], options) = (&self.shapes, ShapeCastOptions::with_max_time_of_impact(1.0));
        let (still, way) = (Vector::ZERO, vector(way));
        query::cast_shapes(&self.poses[0], still, &**a, &self.poses[1], way, &**b, options).expect("supported")
    }
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(format!("narrow/{name}"));
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500)).sample_size(20);
    group.throughput(Throughput::Elements(PAIRS as u64));
    group
}

fn decisions(criterion: &mut Criterion) {
    for (name, a, b) in KINDS {
        let mut group = group(criterion, name);
        let (generic, touching) = (generic(a, b), touching(a, b));
        let peers: Vec<Peer> = generic.iter().map(Peer::of).collect();
        let closed = |pairs: &[(Shape, Shape)]| {
            pairs.iter().filter(|(a, b)| relation(black_box(a), black_box(b)) != Relation::Apart).count()
        };
        let by_peer = || peers.iter().filter(|peer| black_box(peer).intersect()).count();
        for (pair, peer) in generic.iter().zip(&peers) {
            assert_eq!(peer.intersect(), is_overlap(pair), "generic pairs are clear for all: {pair:?}");
        }
        group.bench_function("generic", |bencher| bencher.iter(|| closed(&generic)));
        group.bench_function("touching", |bencher| bencher.iter(|| closed(&touching)));
        group.bench_function("parry", |bencher| bencher.iter(by_peer));
        if matches!(name, "circle, circle" | "rect, circle" | "circle, oriented rect") {
            let by_formula = || generic.iter().filter(|(a, b)| naive(black_box(a), black_box(b))).count();
            assert_eq!(by_formula(), closed(&generic), "generic pairs are clear for all");
            group.bench_function("naive", |bencher| bencher.iter(by_formula));
        }
        group.finish();
    }
}

fn measures(criterion: &mut Criterion) {
    for (name, a, b) in KINDS {
        let pairs = generic(a, b);
        let peers: Vec<Peer> = pairs.iter().map(Peer::of).collect();

        let mut contacts = group(criterion, &format!("{name}/contact"));
        let depth = || pairs.iter().filter_map(|(a, b)| contact(black_box(a), b)).map(|found| found.depth).sum::<f32>();
        contacts.bench_function("collide", |bencher| bencher.iter(depth));
        let depth = || peers.iter().filter_map(|peer| black_box(peer).contact()).map(|found| -found.dist).sum::<f32>();
        contacts.bench_function("parry", |bencher| bencher.iter(depth));
        contacts.finish();

        let mut distances = group(criterion, &format!("{name}/distance"));
        let sum = || pairs.iter().map(|(a, b)| distance(black_box(a), b)).sum::<f32>();
        distances.bench_function("collide", |bencher| bencher.iter(sum));
        distances.bench_function("parry", |bencher| bencher.iter(|| peers.iter().map(Peer::distance).sum::<f32>()));
        distances.finish();

        let mut sweeps = group(criterion, &format!("{name}/sweep"));
        let way = Vec2::new(1.5, -0.5);
        let moving = |shape: &Shape| Moving::new(shape, way).expect("finite");
        let hits = || pairs.iter().filter(|(a, b)| sweep(black_box(a), moving(b)).is_some()).count();
        sweeps.bench_function("collide", |bencher| bencher.iter(hits));
        let hits = || peers.iter().filter(|peer| black_box(peer).sweep(way).is_some()).count();
        sweeps.bench_function("parry", |bencher| bencher.iter(hits));
        sweeps.finish();
    }
}

fn casts(criterion: &mut Criterion) {
    for (name, make) in [
        ("circle", circle as Make),
        ("rect", rect),
        ("oriented rect", oriented),
        ("capsule", capsule),
        ("polygon", polygon),
        ("round polygon", round_polygon),
    ] {
        let mut group = group(criterion, &format!("ray, {name}"));
        let pairs = generic(circle, make);
        let ray = |from: &Shape| {
            let Shape::Circle(circle) = from else { unreachable!("made of circles") };
            Ray::new(circle.center(), Vec2::new(0.8, -0.6), 4.0).expect("finite")
        };
        let rays: Vec<(Ray, &Shape)> = pairs.iter().map(|(from, shape)| (ray(from), shape)).collect();
        let hits = || rays.iter().filter(|(ray, shape)| cast_ray(black_box(ray), *shape).is_some()).count();
        let peers: Vec<(query::Ray, Pose, SharedShape)> = rays
            .iter()
            .map(|(ray, shape)| {
                let (pose, shape) = posed(shape);
                (query::Ray::new(vector(ray.origin()), vector(ray.direction())), pose, shape)
            })
            .collect();
        let by_peer = || {
            let cast = |(ray, pose, shape): &&(query::Ray, Pose, SharedShape)| {
                shape.cast_ray_and_get_normal(pose, black_box(ray), 4.0, true).is_some()
            };
            peers.iter().filter(cast).count()
        };
        assert_eq!(by_peer(), hits(), "generic rays are clear for both");
        group.bench_function("collide", |bencher| bencher.iter(hits));
        group.bench_function("parry", |bencher| bencher.iter(by_peer));
        group.finish();
    }
}

criterion_group!(benches, decisions, measures, casts);
criterion_main!(benches);
