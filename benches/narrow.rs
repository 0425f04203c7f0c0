//! The cost of one decision about two shapes: `cargo bench --bench narrow`.
//!
//! Each pair of kinds twice: a thousand generic pairs, about half of which overlap, and a thousand pairs that touch
//! exactly on a lattice, where the fast filter cannot decide. `naive` is the plain `f32` formula, without an error
//! bound and wrong at the border. `parry` is the crate `parry2d`, also in `f32`. Both agree with the exact answers on
//! the generic pairs; the bench asserts this first. Times are for a thousand pairs.

use std::hint::black_box;
use std::time::Duration;

use collide_bench::numbers;
use collide2d::{
    Circle, Moving, OrientedRect, Ray, Rect, Relation, Rotor, Shape, Vec2, cast_ray, contact, distance, relation, sweep,
};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, ShapeCastOptions};
use parry2d::shape::SharedShape;

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

fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

fn posed(shape: &Shape) -> (Pose, SharedShape) {
    match shape {
        Shape::Circle(circle) => (Pose::from_translation(vector(circle.center())), SharedShape::ball(circle.radius())),
        Shape::Rect(rect) => {
            let half = (rect.max() - rect.min()) * 0.5;
            (Pose::from_translation(vector(rect.min() + half)), SharedShape::cuboid(half.x, half.y))
        }
        Shape::OrientedRect(rect) => {
            let (half, rotor) = (rect.half_extents(), rect.rotor());
            let pose = Pose::new(vector(rect.center()), rotor.sin().atan2(rotor.cos()));
            (pose, SharedShape::cuboid(half.x, half.y))
        }
        Shape::Capsule(capsule) => {
            let [a, b] = capsule.offsets().map(vector);
            (Pose::from_translation(vector(capsule.position())), SharedShape::capsule(a, b, capsule.radius()))
        }
        Shape::Polygon(polygon) => {
            let points: Vec<Vector> = polygon.offsets().iter().map(|point| vector(*point)).collect();
            let pose = Pose::from_translation(vector(polygon.position()));
            let shape = if polygon.radius() > 0.0 {
                SharedShape::round_convex_hull(&points, polygon.radius())
            } else {
                SharedShape::convex_hull(&points)
            };
            (pose, shape.expect("a polygon with an area"))
        }
    }
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
        assert_eq!(by_peer(), closed(&generic), "generic pairs are clear for all");
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
    for (name, make) in [("circle", circle as Make), ("rect", rect), ("oriented rect", oriented)] {
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
