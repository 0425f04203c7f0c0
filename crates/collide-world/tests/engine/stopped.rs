//! The limit of work of each query: queries that exceed it are stopped, all others have the answers without a limit.

use collide2d::{
    Answers, Circle, Hits, Mode, Nearest, NearestHits, Query, Ray, RayHits, Settings, Shape, Threads, Vec2, World,
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

fn check<H: Clone + PartialEq + std::fmt::Debug>(limit: u64, find: impl Fn(&World, &mut Answers<H>)) {
    let mut all = Answers::default();
    find(&world(Threads::Serial), &mut all);
    assert!(all.stopped().is_empty());
    let mut before = None;
    for threads in [Threads::Serial, Threads::new(2).unwrap()] {
        let mut found = Answers::default();
        found.set_max_work_each(limit);
        assert_eq!(found.max_work_each(), limit);
        find(&world(threads), &mut found);
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
        found.set_max_work_each(u64::MAX);
        find(&world(Threads::Serial), &mut found);
        assert_eq!(found, all);
    }
}

#[test]
fn queries_in_a_pile_are_stopped() {
    let rays: Vec<_> = places().map(|at| Query::new(Ray::new(at, Vec2::X, 9.0).unwrap())).collect();
    for mode in [Mode::All, Mode::First(2)] {
        check(3_000, |world, hits: &mut RayHits| world.queries().ray_batch_into(&rays, mode, hits).unwrap());
    }
    let discs: Vec<_> = places().map(|at| Query::new(Shape::from(Circle::new(at, 2.0).unwrap()))).collect();
    check(3_000, |world, hits: &mut Hits| world.queries().overlap_batch_into(&discs, Mode::All, hits).unwrap());
    let near = |at: Vec2| Query::new(Nearest { count: 20, ..Nearest::to(Circle::new(at, 0.0).unwrap()) });
    let near: Vec<_> = places().map(near).collect();
    check(8_000, |world, hits: &mut NearestHits| world.queries().nearest_batch_into(&near, hits).unwrap());
}

/// The limit of the whole batch holds, too, and counts the work of queries that are stopped.
#[test]
fn both_limits_hold() {
    let world = world(Threads::Serial);
    let rays: Vec<_> = places().map(|at| Query::new(Ray::new(at, Vec2::X, 9.0).unwrap())).collect();
    let mut hits = RayHits::default();
    hits.set_max_work_each(3_000);
    hits.set_max_work(20_000);
    assert_eq!(world.queries().ray_batch_into(&rays, Mode::All, &mut hits).unwrap_err().what, "work");
    assert!(hits.is_empty() && hits.stopped().is_empty());
    // Hits of a query that is stopped do not count.
    let mut hits = RayHits::with_max_hits(10_000);
    hits.set_max_work_each(3_000);
    world.queries().ray_batch_into(&rays, Mode::All, &mut hits).unwrap();
    assert_eq!(hits.stopped().len(), 40);
}
