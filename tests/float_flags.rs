//! On ordinary data no operation has a subnormal operand or result.
//!
//! On Intel processors an operation on a subnormal operand, or with a subnormal result, costs about 150 cycles. The
//! processor records both in MXCSR, in sticky flags, so a test can detect them without a clock, also on AMD processors.
//! The test clears the flags, runs a part of the engine, and reads them: for every scene, strategy, SIMD level and kind
//! of query.
//!
//! All work is on the calling thread, because each thread has its own flags.
#![cfg(target_arch = "x86_64")]

mod mxcsr;

use std::hint::black_box;

use collide_scenes::{Scene, SceneKind};
use collide2d::columns::{Columns, LaneTest, Row, Simd, overlaps};
use collide2d::{
    Batch, Budget, Circle, DVec2, Handle, History, Hits, Interest, Mode, Moving, Nearest, NearestHits, Observer,
    Origin, Query, Ray, RayHits, Segment, Settings, Shape, Sights, Strategy, SweepHits, SweptPairs, Threads, Touching,
    Trace, Vec2, World, cast_ray, cast_segment, closest_points, contact, containment, contains_point, distance,
    penetration, relation, sweep,
};
use collide2d::{ray_shape, segment_shape};

const DT: f32 = 1.0 / 30.0;
const SEED: u64 = 2026;

/// Runs `work` and fails if it computed with a subnormal number.
#[track_caller]
fn guard<T>(what: impl std::fmt::Display, work: impl FnOnce() -> T) -> T {
    mxcsr::clear();
    let result = work();
    let flags = mxcsr::read();
    assert_eq!(flags & mxcsr::DENORMAL, 0, "{what}: an operand was subnormal");
    assert_eq!(flags & mxcsr::UNDERFLOW, 0, "{what}: a result was subnormal or underflowed");
    result
}

fn scene(kind: SceneKind, count: usize) -> Scene {
    kind.generate(if kind == SceneKind::Pile { count / 4 } else { count }, SEED)
}

fn settings() -> Settings {
    Settings { threads: Threads::Serial, ..Settings::default() }
}

fn moved(handles: &[Handle], scene: &Scene) -> Vec<(Handle, Shape)> {
    handles.iter().copied().zip(scene.shapes().iter().copied()).collect()
}

#[test]
fn the_flags_are_seen() {
    for (value, expected) in [(1e-40_f32, mxcsr::DENORMAL), (f32::MIN_POSITIVE, mxcsr::UNDERFLOW)] {
        mxcsr::clear();
        black_box(black_box(value) * black_box(0.3));
        assert_ne!(mxcsr::read() & expected, 0, "{value:e}");
    }
    mxcsr::clear();
    black_box(black_box(1.0_f32) * black_box(0.3));
    assert_eq!(mxcsr::read() & (mxcsr::DENORMAL | mxcsr::UNDERFLOW), 0);
}

#[test]
fn ticks() {
    for kind in SceneKind::ALL {
        for touching in [Touching::Closed, Touching::Open] {
            for strategy in Strategy::ALL {
                for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
                    tick(kind, Settings { strategy, simd, touching, ..settings() });
                }
            }
        }
    }
}

/// A world by handle and in place, and a batch, over the same scene.
fn tick(kind: SceneKind, settings: Settings) {
    let name = format!("{kind}, {}, {:?}, {:?}", settings.strategy, settings.simd, settings.touching);
    let settings = Settings { events: true, history: History { ticks: 4, ..History::default() }, ..settings };
    let mut scene = scene(kind, 1_200);
    let (mut world, mut batch) = (World::new(settings.clone()), Batch::new(settings));
    let handles: Vec<Handle> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
    let (mut pairs, mut swept, mut contacts) = (vec![], SweptPairs::default(), vec![]);
    for _ in 0..3 {
        scene.advance(DT);
        let updates = moved(&handles, &scene);
        let motions: Vec<_> = handles.iter().map(|handle| (*handle, Vec2::new(0.25, -0.5))).collect();
        guard(format!("{name}: set_batch"), || world.set_batch(&updates).unwrap());
        guard(format!("{name}: step"), || _ = world.step());
        guard(format!("{name}: contacts"), || world.contacts_into(&mut contacts));
        guard(format!("{name}: swept pairs"), || {
            world.swept_pairs_into(&motions, Budget::UNLIMITED, &mut swept).unwrap()
        });
        guard(format!("{name}: count"), || world.count_pairs());
        guard(format!("{name}: batch"), || batch.pairs_into(scene.shapes(), &mut pairs).unwrap());
        let (a, b) = scene.shapes().split_at(scene.len() / 3);
        guard(format!("{name}: between"), || batch.pairs_between_into(a, b, &mut pairs).unwrap());
        guard(format!("{name}: in place"), || {
            world.update_each(|entity| _ = entity.translate(Vec2::new(0.125, 0.0)));
            world.step();
        });
    }
}

/// Queries of every kind, near and far.
struct Questions {
    shapes: Vec<Query<Shape>>,
    rays: Vec<Query<Ray>>,
    segments: Vec<Query<Segment>>,
    movers: Vec<Query<Moving>>,
    nearest: Vec<Query<Nearest>>,
}

impl Questions {
    /// Queries around some of the shapes of a scene, which are anywhere in it.
    fn about(scene: &Scene) -> Self {
        let extent = scene.extent();
        let size = extent.max() - extent.min();
        let centers: Vec<Vec2> = scene.shapes().iter().step_by(29).map(Shape::center).collect();
        let ways = [Vec2::X, Vec2::NEG_Y, Vec2::new(0.6, 0.8), Vec2::new(-0.3, 0.1), Vec2::new(-1.0, -2.0)];
        let mut questions = Self { shapes: vec![], rays: vec![], segments: vec![], movers: vec![], nearest: vec![] };
        for (number, at) in centers.into_iter().enumerate() {
            let (way, shape) = (ways[number % ways.len()], scene.shapes()[number]);
            let circle = Circle::new(at, 2.0 + number as f32 % 7.0).unwrap();
            let far = if number % 3 == 0 { f32::INFINITY } else { 100.0 };
            questions.shapes.push(Query::new(circle.into()));
            questions.shapes.push(Query::new(shape));
            questions.rays.push(Query::new(Ray::new(at, way, far).unwrap()));
            questions.segments.push(Query::new(Segment::new(at, at + way * 50.0).unwrap()));
            questions.movers.push(Query::new(Moving::new(circle, way * 40.0).unwrap()));
            questions.movers.push(Query::new(Moving::new(shape, way).unwrap()));
            let point = Circle::new(at + size * (number % 2) as f32, 0.0).unwrap();
            let count = [1, 8][number % 2];
            questions.nearest.push(Query::new(Nearest { count, ..Nearest::to(point) }));
            questions.nearest.push(Query::new(Nearest { within: 5.0, ..Nearest::to(shape) }));
        }
        questions
    }

    fn ask(&self, world: &World, time: Option<f64>, name: &str) {
        let queries = || time.map_or(world.queries(), |time| world.at(time).unwrap());
        let name = |kind: &str| format!("{name}, {kind} at {time:?}");
        let (mut hits, mut blocked) = (Hits::default(), Sights::default());
        let (mut rays, mut sweeps, mut nearest) = (RayHits::default(), SweepHits::default(), NearestHits::default());
        for mode in [Mode::All, Mode::First(2), Mode::Count] {
            guard(name("overlap"), || queries().overlap_batch_into(&self.shapes, mode, &mut hits).unwrap());
            guard(name("ray"), || queries().ray_batch_into(&self.rays, mode, &mut rays).unwrap());
            guard(name("segment"), || queries().segment_batch_into(&self.segments, mode, &mut rays).unwrap());
            guard(name("sweep"), || queries().sweep_batch_into(&self.movers, mode, &mut sweeps).unwrap());
        }
        guard(name("blocked"), || queries().blocked_batch_into(&self.segments, &mut blocked).unwrap());
        guard(name("nearest"), || queries().nearest_batch_into(&self.nearest, &mut nearest).unwrap());
        for at in 0..self.rays.len().min(25) {
            guard(name("one overlap"), || queries().overlap(self.shapes[at]));
            guard(name("one ray"), || queries().ray(self.rays[at]));
            guard(name("one segment"), || queries().segment(self.segments[at]));
            guard(name("one blocked"), || queries().blocked(self.segments[at]));
            guard(name("one sweep"), || queries().sweep(self.movers[at]));
            guard(name("one nearest"), || queries().nearest(self.nearest[at]));
        }
    }
}

#[test]
fn queries() {
    for kind in SceneKind::ALL {
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            let history = History { ticks: 4, ..History::default() };
            let mut scene = scene(kind, 3_000);
            let mut world = World::new(Settings { simd, history, ..settings() });
            let handles: Vec<Handle> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
            let questions = Questions::about(&scene);
            let name = format!("{kind}, {simd:?}");
            for _ in 0..3 {
                scene.advance(DT);
                world.set_batch(&moved(&handles, &scene)).unwrap();
                world.step();
            }
            questions.ask(&world, None, &name);
            questions.ask(&world, Some(2.0), &name);
            questions.ask(&world, Some(1.5), &name);
            scene.advance(DT);
            world.set_batch(&moved(&handles, &scene)).unwrap();
            questions.ask(&world, None, &format!("{name}, not refreshed"));
            guard(format!("{name}: refresh"), || world.refresh());
        }
    }
}

#[test]
fn interest() {
    for kind in SceneKind::ALL {
        let mut scene = scene(kind, 2_000);
        let mut world = World::new(settings());
        let handles: Vec<Handle> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
        let mut interest = Interest::new();
        for (number, handle) in handles.iter().copied().step_by(20).enumerate() {
            let max_visible = [usize::MAX, 5][number % 2];
            interest.insert(Observer { max_visible, ..Observer::new(handle, 18.0, 20.0) }).unwrap();
        }
        for _ in 0..3 {
            scene.advance(DT);
            world.set_batch(&moved(&handles, &scene)).unwrap();
            world.step();
            guard(format!("{kind}: interest"), || _ = interest.update(&world));
        }
    }
}

#[test]
fn copies_and_recordings() {
    for kind in SceneKind::ALL {
        let mut scene = scene(kind, 1_000);
        let mut world = World::new(Settings { events: true, ..settings() });
        let handles: Vec<Handle> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
        let mut file = vec![];
        guard(format!("{kind}: recording"), || world.start_recording());
        for _ in 0..3 {
            scene.advance(DT);
            let updates = moved(&handles, &scene);
            guard(format!("{kind}: recording"), || {
                world.set_batch(&updates).unwrap();
                world.step();
                world.write_recorded(&mut file).unwrap();
            });
        }
        guard(format!("{kind}: save, restore, fork"), || {
            let mut copy = World::new(settings());
            copy.restore(&world.save()).unwrap();
            copy.step();
            world.clone().step();
        });
        guard(format!("{kind}: replay"), || {
            let mut again = World::new(settings());
            Trace::new(file.as_slice()).for_each(|tick| _ = tick.unwrap().replay(&mut again).unwrap());
        });
        let [here, there] = [DVec2::new(1e6, 2e6), DVec2::new(1e6 + 64.0, 2e6)].map(|at| Origin::new(at).unwrap());
        guard(format!("{kind}: rebase"), || world.rebase(&here, &there).unwrap());
    }
}

#[test]
fn two_shapes() {
    for kind in SceneKind::ALL {
        let scene = scene(kind, 120);
        for (number, (a, velocity)) in scene.shapes().iter().zip(scene.velocities()).enumerate() {
            for b in scene.shapes().iter().skip(number + 1) {
                let (from, to) = (a.center(), b.center());
                let movers = (Moving::new(*a, *velocity).unwrap(), Moving::new(*b, to - from).unwrap());
                let line = if from == to { Vec2::X } else { to - from };
                let (ray, segment) = (Ray::new(from, line, 2.0).unwrap(), Segment::new(from, from + line).unwrap());
                guard(format_args!("{kind}: {a:?} {b:?}"), || {
                    black_box((relation(*a, *b), containment(*a, *b), contains_point(*a, to)));
                    black_box((distance(*a, *b), penetration(*a, *b), contact(*a, *b), closest_points(*a, *b)));
                    black_box((sweep(movers.0, movers.1), a.aabb().intersects(&b.aabb())));
                    black_box((ray_shape(&ray, *b), segment_shape(&segment, *a)));
                    black_box((cast_ray(&ray, *b), cast_segment(&segment, *a)));
                });
            }
        }
    }
}

/// The columns of the shapes of one kind.
fn columns<S: Row<COLUMNS>, const COLUMNS: usize>(shapes: &[S]) -> [Vec<f32>; COLUMNS] {
    std::array::from_fn(|column| shapes.iter().map(|shape| shape.to_row()[column]).collect())
}

/// Tests row by row. If one side is a single shape, the compiler may load adjacent memory with its numbers and multiply
/// it, once for each call, and that memory may hold a subnormal number.
#[test]
fn batches_of_columns() {
    for kind in SceneKind::ALL {
        let scene = scene(kind, 1_500);
        let (mut circles, mut rects, mut oriented) = (vec![], vec![], vec![]);
        for shape in scene.shapes() {
            match shape {
                Shape::Circle(circle) => circles.push(*circle),
                Shape::Rect(rect) => rects.push(*rect),
                Shape::OrientedRect(rect) => oriented.push(*rect),
                Shape::Capsule(_) | Shape::Polygon(_) => {} // no batch tests
            }
        }
        for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
            for touching in [Touching::Closed, Touching::Open] {
                let name = format!("{kind}, {simd:?}, {touching:?}");
                batch(&name, &circles, &circles, (simd, touching));
                batch(&name, &circles, &rects, (simd, touching));
                batch(&name, &circles, &oriented, (simd, touching));
                batch(&name, &rects, &rects, (simd, touching));
            }
        }
    }
}

/// Tests every tenth shape with all others.
fn batch<S: LaneTest<O, A, B>, O: Row<B>, const A: usize, const B: usize>(
    name: &str,
    shapes: &[S],
    others: &[O],
    (simd, touching): (Simd, Touching),
) {
    let columns = columns(others);
    let columns = Columns::new(columns.each_ref().map(Vec::as_slice)).unwrap();
    let mut hits = vec![0; others.len() / 64 + 1];
    for one in shapes.iter().step_by(10) {
        guard(name, || overlaps(simd, *one, columns, touching, &mut hits).unwrap());
    }
}
