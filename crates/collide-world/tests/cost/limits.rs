//! The work of a tick, of queries and of observers is at most a multiple of the number of entities and results.

use collide2d::tools::{Visits, WorldTools};
use collide2d::{
    Budget, Circle, Entity, Hits, Interest, Mode, Moving, Nearest, NearestHits, Observer, Query, Ray, RayHits, Segment,
    Settings, Shape, SweepHits, Threads, Vec2, World,
};

use super::scene::Description;

pub fn world(entities: &[Entity]) -> World {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    world.extend(entities.iter().copied());
    world
}

/// The number of pairs of bounds whose intervals on the axis with fewer of these intersect: what a sweep compares.
fn swept(entities: &[Entity]) -> u64 {
    let count = |axis: usize| {
        let mut ends: Vec<(f32, f32)> =
            entities.iter().map(|entity| (entity.shape.aabb().min()[axis], entity.shape.aabb().max()[axis])).collect();
        ends.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let later = |(index, (_, end)): (usize, &(f32, f32))| {
            ends[index + 1..].iter().take_while(|(start, _)| start <= end).count() as u64
        };
        ends.iter().enumerate().map(later).sum::<u64>()
    };
    count(0).min(count(1))
}

/// The first ticks.
pub fn check_ticks(description: &Description) {
    let entities = description.entities();
    let mut world = world(&entities);
    for tick in 0..3 {
        let report = *world.step();
        let visited = match world.visits() {
            Some(Visits { rows, runs, far_runs }) => rows + runs + far_runs,
            None => swept(&entities),
        };
        let results = entities.len() as u64 + report.pair_count;
        assert!(
            visited <= 500 * results && report.candidate_count <= 150 * results,
            "tick {}: {} of {} rows, {:?}",
            tick,
            visited,
            results,
            report
        );
    }
}

/// Queries near some of the entities, after changes of `changed` of them without a step.
pub fn check_queries(description: &Description, changed: usize) {
    // Where sizes differ more, a level holds shapes much smaller than its cells, and a query visits more of them.
    let description = Description { sizes: description.sizes.min(12), ..*description };
    let mut entities = description.entities();
    let mut world = world(&entities);
    let handles: Vec<_> = world.iter().map(|(handle, _)| handle).collect();
    world.step();
    for number in 0..changed.min(entities.len()) {
        let index = number * (entities.len() / changed.min(entities.len()));
        let Entity { shape, .. } = &mut entities[index];
        let (low, high) = (shape.aabb().min(), shape.aabb().max());
        *shape = shape.translated(high - low).unwrap_or(*shape);
        world.set(handles[index], *shape).unwrap();
        // Some changes are between queries.
        if number % 128 == 0 {
            _ = world.queries().nearest(Nearest::to(*shape));
        }
    }
    // Changed rows are searched in a tree of their own, and the last ones one by one.
    let more = 2 * (64 + (8 * changed).isqrt() as u64) * u64::from(changed > 0);
    let near: Vec<_> = entities.iter().step_by(50).map(|entity| entity.shape).collect();
    let count = near.len() as u64;

    let mut hits = Hits::default();
    let shapes: Vec<_> = near.iter().map(|shape| Query::new(*shape)).collect();
    world.queries().overlap_batch_into(&shapes, Mode::All, &mut hits).unwrap();
    // Two crowds far from each other share cells that are several times too wide: known, and not good.
    let (factor, more) = if description.positions == 4 { (120, 20_000) } else { (20, more) };
    let limit = UNITS * ((factor + more) * count + factor * (hits.total() + entities.len()) as u64);
    assert_eq!(
        world.queries().within(Budget::of_work(limit)).overlap_batch_into(&shapes, Mode::All, &mut hits),
        Ok(())
    );

    // Around points: each entity that a large shape overlaps is equally near, at distance zero.
    let point = |shape: &Shape| Shape::from(Circle::new(shape.center(), 0.0).unwrap());
    let points: Vec<_> = near.iter().map(|shape| Query::new(point(shape))).collect();
    let mut hits = Hits::default();
    world.queries().overlap_batch_into(&points, Mode::Count, &mut hits).unwrap();
    let tied: usize = (0..points.len()).map(|query| hits.count(query)).sum();
    // A ray may cross the whole crowd.
    let limit =
        (100 + more + 20 * entities.len().isqrt() as u64) * count + 8 * entities.len() as u64 + 20 * tied as u64;
    let mut hits = NearestHits::default();
    let limited = world.queries().within(Budget::of_work(UNITS * limit));
    let nearest: Vec<_> = near.iter().map(|shape| Query::new(Nearest::to(point(shape)))).collect();
    assert_eq!(limited.nearest_batch_into(&nearest, &mut hits), Ok(()));

    let mut hits = RayHits::default();
    let way = Vec2::new(0.6, 0.8);
    let rays: Vec<_> = near.iter().map(|shape| Query::new(Ray::new(shape.center(), way, 1e38).unwrap())).collect();
    assert_eq!(limited.ray_batch_into(&rays, Mode::First(1), &mut hits), Ok(()));
    let end = |shape: &Shape| shape.center() + (shape.aabb().max() - shape.aabb().min());
    let segments = near.iter().map(|shape| Query::new(Segment::new(shape.center(), end(shape)).unwrap()));
    let segments: Vec<_> = segments.collect();
    assert_eq!(limited.segment_batch_into(&segments, Mode::First(1), &mut hits), Ok(()));

    // Also what a shape only touches where it starts is near at once.
    let touched = near.iter().map(|shape| entities.iter().filter(|other| touches(shape, &other.shape)).count());
    let limit = limit + 20 * touched.sum::<usize>() as u64;
    let mut hits = SweepHits::default();
    let limited = world.queries().within(Budget::of_work(UNITS * limit));
    let moving = |shape: &Shape| Query::new(Moving::new(*shape, end(shape) - shape.center()).unwrap());
    let sweeps: Vec<_> = near.iter().map(moving).collect();
    assert_eq!(limited.sweep_batch_into(&sweeps, Mode::First(1), &mut hits), Ok(()));
}

fn touches(a: &Shape, b: &Shape) -> bool {
    a.aabb().intersects(&b.aabb())
}

/// The work for a visit, with that of a decision for some.
const UNITS: u64 = 96;

/// Observers at some of the entities.
pub fn check_observers(description: &Description) {
    // As for queries.
    let description = Description { sizes: description.sizes.min(12), ..*description };
    let entities = description.entities();
    let mut world = world(&entities);
    world.step();
    let mut all = Interest::new();
    let observers = entities.iter().step_by(50).map(|entity| {
        let bound = entity.shape.aabb();
        let radius = (bound.max() - bound.min()).max_element();
        Observer::new(entity.shape.center(), radius, radius)
    });
    for observer in observers.clone() {
        all.insert(observer).unwrap();
    }
    let candidates = all.update(&world).candidate_count;
    let limit = Budget::of_work(400 * (candidates + entities.len()) as u64);
    let mut limited = Interest::new();
    for observer in observers {
        limited.insert(observer).unwrap();
    }
    assert_eq!(limited.update_within(&world, limit).map(|report| report.candidate_count), Ok(candidates));
}
