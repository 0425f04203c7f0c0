//! What a limit of a million units of work, which stand for a millisecond, allows: for each scene, the time until the call
//! ends or is refused. On the reference machine it is at most two milliseconds.

use std::time::Instant;

use collide2d::{
    Batch, Budget, Capsule, Circle, Entity, Hits, Interest, Layers, Mode, Moving, Nearest, NearestHits, Observer,
    OrientedRect, Polygon, Query, Ray, RayHits, Rect, Rotor, Sector, Settings, Shape, Strategy, SweepHits, Threads,
    Touching, Vec2, World,
};

use crate::common::AGAIN;
use collide_bench::spread;

/// The limit of each call.
pub const LIMIT: u64 = 1_000_000;

/// Prints the least time of some calls with the limit, in milliseconds, and how it ended. `call` returns whether it was
/// refused.
pub fn hold(name: &str, mut call: impl FnMut() -> bool) {
    let mut refused = false;
    let mut time = || {
        let start = Instant::now();
        refused = call();
        start.elapsed().as_secs_f64() * 1e3
    };
    let best = (0..AGAIN).map(|_| time()).fold(f64::INFINITY, f64::min);
    let end = if refused { "refused" } else { "done" };
    println!("| {name} | {best:.2} | {end} |{}", if best > 2.0 { " over |" } else { "" });
}

pub fn settings() -> Settings {
    Settings { threads: Threads::Serial, ..Settings::default() }
}

fn world(settings: Settings, count: usize, entity: impl Fn(usize) -> Entity) -> World {
    let mut world = World::new(settings);
    world.extend((0..count).map(entity));
    world
}

fn circle(at: Vec2, radius: f32) -> Circle {
    Circle::new(at, radius).expect("finite")
}

fn rotor(degrees: f32) -> Rotor {
    Rotor::from_degrees(degrees).expect("finite")
}

fn hexagon(at: Vec2) -> Polygon {
    Polygon::regular(6, 0.5).expect("a hexagon").at(at).expect("finite")
}

/// A named entity for each index.
type Scene<'a> = (&'a str, &'a dyn Fn(usize) -> Entity);

/// Entities by index, which cost more than their number or their pairs.
pub fn scenes() -> [Scene<'static>; 19] {
    [
        ("all on one point", &|_| circle(Vec2::splat(10.0), 0.5).into()),
        ("layers that exclude each other", &|index| {
            let layers = Layers { category: 1 << (index % 32), mask: 1 << (32 + index % 32), ..Layers::default() };
            Entity::new(circle(Vec2::splat(10.0), 0.5)).with_layers(layers)
        }),
        ("sensors", &|_| Entity::new(circle(Vec2::splat(10.0), 0.5)).as_sensor()),
        ("parallel thin rods", &|index| {
            let center = Vec2::new(-1.0, 1.0) * (index as f32 * 0.01);
            OrientedRect::new(center, [1000.0, 0.001], rotor(45.0)).expect("finite").into()
        }),
        ("crossing bars apart", &|index| {
            let (number, half) = (index as f32 * 0.5, [1e4, 0.1]);
            if index.is_multiple_of(2) {
                Rect::new([number - 1e5, -1e4], [number - 1e5 + 0.2, 1e4]).expect("finite").into()
            } else {
                Rect::new([1.0, number], [1.0 + half[0], number + half[1]]).expect("finite").into()
            }
        }),
        ("circles that touch, two piles", &|index| circle(Vec2::new((index % 2) as f32, 0.0), 0.5).into()),
        ("rects that touch, two piles", &|index| {
            let left = (index % 2) as f32 * 0.7;
            Rect::new([left, 0.0], [left + 0.7, 0.7]).expect("finite").into()
        }),
        ("oriented rects on one point", &|index| {
            OrientedRect::new([10.0, 10.0], [0.5, 0.25], rotor(index as f32)).expect("finite").into()
        }),
        ("oriented rects that touch", &|index| {
            OrientedRect::new([(index % 2) as f32, 0.0], [0.5, 0.5], Rotor::IDENTITY).expect("finite").into()
        }),
        ("capsules on one point", &|index| Capsule::new(Vec2::ZERO, spread(index), 0.25).expect("finite").into()),
        ("capsules that touch", &|index| {
            let x = (index % 2) as f32 * 0.5;
            Capsule::new([x, 0.0], [x, 1.0], 0.25).expect("finite").into()
        }),
        ("parallel long capsules", &|index| {
            let start = Vec2::new((index % 1_600) as f32 * 0.01, 0.0);
            Capsule::new(start, start + Vec2::splat(400.0), 0.001).expect("finite").into()
        }),
        ("long capsules, tangents of a circle", &|index| {
            let normal = Vec2::from_angle((index % 1_600) as f32 * 0.001);
            let (at, half) = (normal * 100.0, normal.perp() * 283.0);
            Capsule::new(at - half, at + half, 0.001).expect("finite").into()
        }),
        ("capsules from 1e-20 to 1e10", &|index| {
            let number = (index % 1_600) as f32;
            let (start, end) = (Vec2::new(number * 1e-22, 1e-20), Vec2::new(1e10, 1e10 + number * 1_024.0));
            Capsule::new(start, end, 1e-12).expect("finite").into()
        }),
        // What the search for the worst in `benches/climb` found.
        ("a bundle of long thin polygons", &|index| {
            let turn = Vec2::from_angle((index % 700) as f32 * 1e-4);
            let (at, long, short) = (spread(index), turn * 400.0, turn.perp() * 0.01);
            Polygon::new(&[at - long, at + short, at + long, at - short], 0.001).expect("four corners").into()
        }),
        ("half of all far away", &|index| {
            let way = if index.is_multiple_of(2) { 30.0 } else { [1e6, 1e12, 1e30][index / 2 % 3] };
            circle(spread(index) * way, 0.5).into()
        }),
        ("hexagons on one point", &|_| hexagon(Vec2::splat(10.0)).into()),
        ("triangles that touch", &|index| {
            let [a, b, c] = [Vec2::ZERO, Vec2::new(0.7, 0.1), Vec2::new(0.3, 0.9)];
            let third = if index.is_multiple_of(2) { c } else { Vec2::new(0.4, -0.8) };
            Polygon::new(&[a, b, third], 0.0).expect("three corners").into()
        }),
        ("rounded hexagons that nearly touch", &|index| {
            let at = Vec2::new((index % 2) as f32 * 1.2 + 0.033, 0.0);
            Polygon::new(hexagon(Vec2::ZERO).offsets(), 0.1).expect("six corners").at(at).expect("finite").into()
        }),
    ]
}

fn steps(count: usize) {
    let budget = Budget::of_work(LIMIT);
    for (name, entity) in scenes() {
        for touching in [Touching::Closed, Touching::Open] {
            for strategy in [Strategy::Auto, Strategy::SweepAndPrune, Strategy::RTree] {
                let mut world = world(Settings { strategy, touching, ..settings() }, count, entity);
                hold(&format!("step, {name}, {touching}, {strategy}"), || world.step_within(budget).is_err());
            }
        }
    }
}

/// Batches of queries whose shapes are those of the scene, which the layers of some exclude.
fn queries(count: usize) {
    let nothing = Layers { mask: 0, ..Layers::ALL };
    for (name, entity) in scenes() {
        let mut world = world(settings(), count, entity);
        world.refresh();
        // Few enough that the limit is not exceeded by reading them.
        let shapes: Vec<Shape> = (0..count / 5).map(|index| entity(index).shape).collect();
        for (who, layers) in [("", Layers::ALL), (", nothing accepted", nothing)] {
            fn asked<T>(shapes: &[Shape], layers: Layers, query: impl Fn(Shape) -> T) -> Vec<Query<T>> {
                shapes.iter().map(|shape| Query::new(query(*shape)).on(layers)).collect()
            }
            let view = || world.queries().within(Budget::of_work(LIMIT));
            let all = asked(&shapes, layers, |shape| shape);
            let mut hits = Hits::default();
            hold(&format!("overlap, {name}{who}"), || view().overlap_batch_into(&all, Mode::All, &mut hits).is_err());
            let all =
                asked(&shapes, layers, |shape| Sector::facing(shape.center(), Vec2::X, 90.0, 1.5).expect("finite"));
            hold(&format!("sector, {name}{who}"), || view().sector_batch_into(&all, Mode::All, &mut hits).is_err());
            // Its gap is so narrow that no fast test decides.
            let all = asked(&shapes, layers, |shape| {
                let ring = Sector::facing(shape.center(), Vec2::X, 359.7, 300.0).expect("finite");
                ring.with_inner(1.0).expect("less than the outer radius")
            });
            hold(&format!("ring, {name}{who}"), || view().sector_batch_into(&all, Mode::All, &mut hits).is_err());
            let all = asked(&shapes, layers, |shape| Ray::new(shape.center() - 3.0, Vec2::ONE, 9.0).expect("finite"));
            let mut rays = RayHits::default();
            hold(&format!("ray, {name}{who}"), || view().ray_batch_into(&all, Mode::All, &mut rays).is_err());
            let all = asked(&shapes, layers, Nearest::to);
            let mut nearest = NearestHits::default();
            hold(&format!("nearest, {name}{who}"), || view().nearest_batch_into(&all, &mut nearest).is_err());
            let all = asked(&shapes, layers, |shape| Moving::new(shape, Vec2::new(3.0, 1.0)).expect("finite"));
            let mut sweeps = SweepHits::default();
            hold(&format!("sweep, {name}{who}"), || view().sweep_batch_into(&all, Mode::All, &mut sweeps).is_err());
        }
    }
}

fn views(count: usize) {
    for (name, entity) in scenes() {
        let mut world = world(settings(), count, entity);
        world.refresh();
        for max_visible in [usize::MAX, 20] {
            let mut interest = Interest::new();
            for index in 0..count {
                let observer = Observer::new(entity(index).shape.center(), 2.0, 3.0).with_max_visible(max_visible);
                interest.insert(observer).expect("valid");
            }
            hold(&format!("interest, {name}, at most {max_visible}"), || {
                interest.update_within(&world, Budget::of_work(LIMIT)).is_err()
            });
        }
    }
}

fn batches(count: usize) {
    for (name, entity) in scenes() {
        let shapes: Vec<Shape> = (0..count).map(|index| entity(index).shape).collect();
        let mut batch = Batch::new(settings());
        let limit = Budget::of_work(LIMIT);
        let mut pairs = Vec::new();
        hold(&format!("batch, {name}"), || batch.within(limit).pairs_into(&shapes, &mut pairs).is_err());
        let (a, b) = shapes.split_at(count / 3);
        hold(&format!("batch between, {name}"), || batch.within(limit).pairs_between_into(a, b, &mut pairs).is_err());
    }
}

/// All scenes.
pub fn run(count: usize) {
    steps(count);
    queries(count);
    views(count);
    batches(count);
}
