//! A view of queries that excludes entities gives the same answers as all entities without these, for every query,
//! present and past.

use collide_scenes::SceneKind;
use collide2d::{
    Circle, Entity, Handle, History, Hits, Layers, Mode, Moving, Nearest, NearestHits, Queries, Query, Ray, RayHits,
    Sector, Segment, Settings, Shape, Sights, SweepHits, Vec2, World,
};

const COUNT: usize = 600;

/// A world of all kinds of shape with moved entities, and its handles.
fn world() -> (World, Vec<Handle>) {
    let mut scene = SceneKind::Mixed.generate(COUNT, 7);
    let history = History { ticks: 3, teleport_distance: f32::INFINITY };
    let mut world = World::new(Settings { history, ..Settings::default() });
    let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(Entity::new(shape)).unwrap()).collect();
    for _ in 0..3 {
        world.step();
        scene.advance(0.1);
        let moved: Vec<_> = handles.iter().copied().zip(scene.shapes().iter().copied()).collect();
        world.set_batch(&moved).unwrap();
    }
    (world, handles)
}

/// The queries: around some of the entities, with and without layers.
fn shapes(world: &World, count: usize) -> Vec<Query<Shape>> {
    let around = |(row, (_, entity)): (usize, (Handle, Entity))| {
        let query = Query::from(Circle::new(entity.shape.center(), 20.0).unwrap());
        if row % 2 == 0 { query } else { query.on(Layers { mask: 1, ..Layers::ALL }) }
    };
    world.iter().step_by(COUNT / count).enumerate().map(around).collect()
}

/// Compares a view with the answers of all entities, filtered afterwards.
fn compare(all: Queries<'_>, view: Queries<'_>, shapes: &[Query<Shape>], accepts: impl Fn(Handle) -> bool) {
    let (mut hits, mut found) = (Hits::default(), Hits::default());
    all.overlap_batch_into(shapes, Mode::All, &mut hits).unwrap();
    view.overlap_batch_into(shapes, Mode::All, &mut found).unwrap();
    for (all, found) in hits.iter().zip(&found) {
        assert_eq!(all.iter().copied().filter(|hit| accepts(*hit)).collect::<Vec<_>>(), found);
    }
    assert!(found.total() > 0 && found.total() < hits.total(), "{} of {}", found.total(), hits.total());

    let direction = Vec2::new(0.8, 0.6);
    let arc = |query: &Query<Shape>| cast(query, |at| Sector::facing(at, direction, 200.0, 20.0).unwrap());
    let arcs: Vec<_> = shapes.iter().map(arc).collect();
    all.sector_batch_into(&arcs, Mode::All, &mut hits).unwrap();
    view.sector_batch_into(&arcs, Mode::All, &mut found).unwrap();
    for ((all, found), arc) in hits.iter().zip(&found).zip(&arcs) {
        assert_eq!(all.iter().copied().filter(|hit| accepts(*hit)).collect::<Vec<_>>(), found);
        assert_eq!(view.sector(*arc), found);
    }
    assert!(found.total() > 0 && found.total() < hits.total(), "{} of {}", found.total(), hits.total());

    let rays: Vec<_> = shapes.iter().map(|query| cast(query, |at| Ray::new(at, direction, 60.0).unwrap())).collect();
    let (mut hits, mut found) = (RayHits::default(), RayHits::default());
    all.ray_batch_into(&rays, Mode::All, &mut hits).unwrap();
    view.ray_batch_into(&rays, Mode::All, &mut found).unwrap();
    for ((all, found), ray) in hits.iter().zip(&found).zip(&rays) {
        let expected: Vec<_> = all.iter().copied().filter(|(hit, _)| accepts(*hit)).collect();
        assert_eq!(expected, found);
        assert_eq!(view.ray(*ray), expected.first().copied());
    }

    let sights = shapes.iter().map(|query| cast(query, |at| Segment::new(at, at + direction * 15.0).unwrap()));
    let sights: Vec<_> = sights.collect();
    all.segment_batch_into(&sights, Mode::All, &mut hits).unwrap();
    let mut blocked = Sights::default();
    view.blocked_batch_into(&sights, &mut blocked).unwrap();
    let expected: Vec<_> = hits.iter().map(|hits| hits.iter().any(|(hit, _)| accepts(*hit))).collect();
    assert_eq!(blocked.list(), expected);

    let ways = shapes.iter().map(|query| {
        let ball = Circle::new(query.what.center(), 1.0).unwrap();
        Query { what: Moving::new(ball, direction * 30.0).unwrap(), filter: query.filter }
    });
    let ways: Vec<_> = ways.collect();
    let (mut hits, mut found) = (SweepHits::default(), SweepHits::default());
    all.sweep_batch_into(&ways, Mode::All, &mut hits).unwrap();
    view.sweep_batch_into(&ways, Mode::First(1), &mut found).unwrap();
    for (all, found) in hits.iter().zip(&found) {
        assert_eq!(all.iter().copied().find(|(hit, _)| accepts(*hit)).as_slice(), found);
    }

    let nearest = |count| {
        move |query: &Query<Shape>| {
            let what = Nearest { count, ..Nearest::to(Circle::new(query.what.center(), 0.0).unwrap()) };
            Query { what, filter: query.filter }
        }
    };
    let (mut hits, mut found) = (NearestHits::default(), NearestHits::default());
    all.nearest_batch_into(&shapes.iter().map(nearest(usize::MAX)).collect::<Vec<_>>(), &mut hits).unwrap();
    view.nearest_batch_into(&shapes.iter().map(nearest(5)).collect::<Vec<_>>(), &mut found).unwrap();
    for (all, found) in hits.iter().zip(&found) {
        assert_eq!(all.iter().copied().filter(|(hit, _)| accepts(*hit)).take(5).collect::<Vec<_>>(), found);
    }
}

/// A query at the center of a shape, with its filter.
fn cast<T>(query: &Query<Shape>, what: impl Fn(Vec2) -> T) -> Query<T> {
    Query { what: what(query.what.center()), filter: query.filter }
}

#[test]
fn views_leave_out_what_they_exclude() {
    let (mut world, handles) = world();
    let even = |handle: Handle| handle.slot().is_multiple_of(2);
    let listed: Vec<_> = handles.iter().copied().step_by(3).collect();
    let unlisted = |handle: Handle| !listed.contains(&handle);
    let neither = |handle: Handle| even(handle) && unlisted(handle);
    // One at a time, and in a batch; after a change, and after a refresh.
    for refreshed in [false, true] {
        for count in [3, 300] {
            let shapes = shapes(&world, count);
            for all in [world.queries(), world.at(2.0).unwrap(), world.at(2.5).unwrap()] {
                compare(all, all.filtered(&even), &shapes, even);
                compare(all, all.except(&listed), &shapes, unlisted);
                compare(all, all.except(&listed).filtered(&even), &shapes, neither);
                compare(all, all.filtered(&even).except(&listed), &shapes, neither);
            }
        }
        if !refreshed {
            world.refresh();
        }
    }
}

#[test]
fn stale_handles_exclude_nothing() {
    let (mut world, handles) = world();
    let entity = world.remove(handles[5]).unwrap();
    let again = world.insert(entity).unwrap();
    assert_eq!(again.slot(), handles[5].slot());
    let here = entity.shape;
    assert!(world.queries().except(&[handles[5]]).overlap(here).contains(&again));
    assert!(!world.queries().except(&[again]).overlap(here).contains(&again));
    // In the past the old entity has the slot.
    assert!(!world.at(2.0).unwrap().except(&[handles[5]]).overlap(here).contains(&handles[5]));
}

#[test]
fn closures_are_not_recorded() {
    let (mut world, handles) = world();
    world.start_recording();
    let here = world.shape(handles[0]).unwrap();
    _ = world.queries().overlap(here);
    _ = world.queries().except(&handles).overlap(here);
    _ = world.queries().filtered(&|_| false).overlap(here);
    world.step();
    let mut trace = Vec::new();
    world.write_recorded(&mut trace).unwrap();
    let mut replayed = World::default();
    for tick in collide2d::Trace::new(trace.as_slice()) {
        let tick = tick.unwrap();
        assert_eq!(tick.question_count(), 2);
        tick.replay(&mut replayed).unwrap();
    }
    assert_eq!(replayed.fingerprint(), world.fingerprint());
}
