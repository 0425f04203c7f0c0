//! The limit of candidates of each query: queries that exceed it are stopped, all others have the answers without a limit.

use collide2d::{
    Answers, Budget, Capsule, Circle, DVec2, Handle, Hits, Mode, Nearest, NearestHits, Queries, Query, Ray, RayHits,
    Rect, Settings, Shape, Strategy, Threads, Vec2, World,
};

/// A pile, and a row of circles.
fn world(threads: Threads) -> World {
    let mut world = World::new(Settings { threads, ..Settings::default() });
    for index in 0..3_000 {
        let at = if index < 2_000 { Vec2::ZERO } else { Vec2::new(50.0 + index as f32, 0.0) };
        world.insert(Circle::new(at, 1.0).unwrap()).unwrap();
    }
    world.step();
    world
}

/// Each tenth place is in the pile.
fn places() -> impl Iterator<Item = Vec2> {
    (0..400).map(|index| Vec2::new(if index % 10 == 0 { 0.5 } else { 2_100.25 + index as f32 }, 0.1))
}

/// Each query has at most this number of candidates, less than the pile.
const LIMIT: u64 = 1_999;

fn check<H: Clone + PartialEq + std::fmt::Debug>(find: impl Fn(Queries<'_>, &mut Answers<H>)) {
    let limit = Budget { max_candidates_each: LIMIT, ..Budget::UNLIMITED };
    let mut all = Answers::default();
    find(world(Threads::Serial).queries(), &mut all);
    assert!(all.stopped().is_empty());
    let mut before = None;
    for threads in [Threads::Serial, Threads::new(2).unwrap()] {
        let mut found = Answers::default();
        find(world(threads).queries().within(limit), &mut found);
        let in_pile: Vec<u32> = (0..400).step_by(10).collect();
        assert_eq!(found.stopped(), in_pile);
        for query in 0..all.len() {
            let expected = if query % 10 == 0 { &[] } else { all.of(query) };
            assert_eq!(found.of(query), expected, "query {query}");
        }
        if let Some(before) = before.replace(found.clone()) {
            assert_eq!(found, before);
        }
        // The next batch without a limit is whole.
        find(world(Threads::Serial).queries(), &mut found);
        assert_eq!(found, all);
    }
}

#[test]
fn queries_in_a_pile_are_stopped() {
    let rays: Vec<_> = places().map(|at| Query::new(Ray::new(at, Vec2::X, 9.0).unwrap())).collect();
    for mode in [Mode::All, Mode::First(2)] {
        check(|queries, hits: &mut RayHits| queries.ray_batch_into(&rays, mode, hits).unwrap());
    }
    let discs: Vec<_> = places().map(|at| Query::new(Shape::from(Circle::new(at, 2.0).unwrap()))).collect();
    check(|queries, hits: &mut Hits| queries.overlap_batch_into(&discs, Mode::All, hits).unwrap());
    let near = |at: Vec2| Query::new(Nearest { count: 20, ..Nearest::to(Circle::new(at, 0.0).unwrap()) });
    let near: Vec<_> = places().map(near).collect();
    check(|queries, hits: &mut NearestHits| queries.nearest_batch_into(&near, hits).unwrap());
}

/// The limit of the whole batch holds, too, and counts the work of queries that are stopped.
#[test]
fn both_limits_hold() {
    let world = world(Threads::Serial);
    let rays: Vec<_> = places().map(|at| Query::new(Ray::new(at, Vec2::X, 9.0).unwrap())).collect();
    let mut hits = RayHits::default();
    let limited = world.queries().within(Budget { max_candidates_each: LIMIT, ..Budget::of_work(20_000) });
    assert_eq!(limited.ray_batch_into(&rays, Mode::All, &mut hits).unwrap_err().what, "work");
    assert!(hits.is_empty() && hits.stopped().is_empty());
    // Hits of a query that is stopped do not count.
    let limited = world.queries().within(Budget { max_candidates_each: LIMIT, ..10_000.into() });
    limited.ray_batch_into(&rays, Mode::All, &mut hits).unwrap();
    assert_eq!(hits.stopped().len(), 40);
}

/// Shapes of several kinds and sizes, denser towards the origin.
fn shapes() -> impl Iterator<Item = Shape> {
    (0..600).map(|index: u32| {
        let part = |step: f32| (index as f32 * step).fract();
        let at = Vec2::new(part(0.754_877_7) - 0.5, part(0.569_840_3) - 0.5);
        let at = at * at.length() * 200.0;
        let size = 0.2 + part(0.618_034).powi(6) * 9.0;
        let kinds: [Shape; 3] = [
            Circle::new(at, size).unwrap().into(),
            Rect::new(at - size, at + Vec2::new(size, 0.1)).unwrap().into(),
            Capsule::new(at - size, at + size, 0.1).unwrap().into(),
        ];
        kinds[index as usize / 3 % 3]
    })
}

/// Each such entity is accepted.
const FEW: usize = 3;

/// The number of accepted shapes whose boxes, and discs, are at most this far from those of a shape.
fn candidates(of: &Shape, far: f64) -> u64 {
    let is_near = |other: &Shape| {
        let [a, b] = [of.aabb(), other.aabb()].map(|bound| (bound.min().as_dvec2(), bound.max().as_dvec2()));
        let gap = (a.0 - b.1).max(b.0 - a.1).max(DVec2::ZERO);
        let round = if let (Shape::Circle(a), Shape::Circle(b)) = (of, other) {
            a.center().as_dvec2().distance(b.center().as_dvec2()) - f64::from(a.radius()) - f64::from(b.radius())
        } else {
            0.0
        };
        gap.length().max(round) <= far
    };
    shapes().step_by(FEW).filter(is_near).count() as u64
}

/// The power of two from a distance on.
fn power_from(distance: f32) -> f32 {
    distance.max(f32::MIN_POSITIVE).log2().ceil().exp2()
}

/// What is stopped, from the bounds of accepted shapes alone, with a strategy that sorts or not.
#[test]
fn stopped_are_those_with_too_many_bounds() {
    for (strategy, max) in [(Strategy::Auto, 4), (Strategy::BruteForce, 4), (Strategy::HierarchicalGrid, 6)] {
        let mut world = World::new(Settings { strategy, threads: Threads::Serial, ..Settings::default() });
        shapes().for_each(|shape| assert!(world.insert(shape).is_ok()));
        world.step();
        let is_few = |handle: Handle| handle.slot().is_multiple_of(FEW as u32);
        let queries = world.queries().filtered(&is_few);
        let limited = queries.within(Budget { max_candidates_each: max, ..Budget::UNLIMITED });
        let mut counts = [0; 2];
        let mut check = |name: &str, index: usize, stopped: &[u32], is_over: bool| {
            assert_eq!(stopped.contains(&(index as u32)), is_over, "{strategy:?}, {name} {index}");
            counts[usize::from(is_over)] += 1;
        };

        let asked: Vec<Query<Shape>> = shapes().step_by(5).map(Query::new).collect();
        let mut hits = Hits::default();
        limited.overlap_batch_into(&asked, Mode::All, &mut hits).unwrap();
        for (index, query) in asked.iter().enumerate() {
            check("overlap", index, hits.stopped(), candidates(&query.what, 0.0) > max);
        }

        let asked: Vec<_> =
            asked.iter().map(|query| Query::new(Nearest { count: 3, ..Nearest::to(query.what) })).collect();
        let (mut all, mut hits) = (NearestHits::default(), NearestHits::default());
        queries.nearest_batch_into(&asked, &mut all).unwrap();
        limited.nearest_batch_into(&asked, &mut hits).unwrap();
        for (index, query) in asked.iter().enumerate() {
            let far = power_from(all.of(index)[2].1);
            check("nearest", index, hits.stopped(), candidates(&query.what.shape, far.into()) > max);
        }

        // Along an axis, the bound of a path is the path.
        let ray = |(index, shape): (usize, Shape)| {
            let way = [Vec2::X, Vec2::Y, Vec2::NEG_X][index % 3];
            Query::new(Ray::new(shape.center(), way, [f32::INFINITY, 20.0][index % 2]).unwrap())
        };
        let asked: Vec<_> = shapes().step_by(5).enumerate().map(ray).collect();
        let (mut all, mut hits) = (RayHits::default(), RayHits::default());
        queries.ray_batch_into(&asked, Mode::First(2), &mut all).unwrap();
        limited.ray_batch_into(&asked, Mode::First(2), &mut hits).unwrap();
        for (index, query) in asked.iter().enumerate() {
            let last = all.of(index).get(1).map_or(f32::INFINITY, |(_, hit)| hit.entry);
            let far = power_from(last).min(query.what.max_t()).min(1e30);
            let origin = query.what.origin();
            let end = origin + query.what.direction() * far;
            let path = Shape::from(Rect::new(origin.min(end), origin.max(end)).unwrap());
            check("ray", index, hits.stopped(), candidates(&path, 0.0) > max);
        }
        assert!(counts[0] > 25 && counts[1] > 25, "{strategy:?}: {counts:?}");
    }
}
