//! Entities far apart in cells that share an index, and queries where they are, with a limit of a millisecond's worth.

use collide2d::{
    Budget, Circle, Handle, History, Hits, Interest, Mode, MoveOptions, Moves, Moving, Nearest, NearestHits, Observer,
    Places, Query, Ray, RayHits, Segment, Settings, Shape, Sights, SlideOptions, Slides, Strategy, Vec2, World,
};

use crate::limits::{LIMIT, hold, settings};
use collide_bench::spread;

/// A tenth of the entities are in a town, the others far away. Cells are fitted to them, so the far ones are moved a few
/// times to where cells of the present size share an index; or near these places, where they do not.
fn world(count: usize, strategy: Strategy, is_aimed: bool) -> (World, Vec<Handle>) {
    let history = History { ticks: 2, ..History::default() };
    let mut world = World::new(Settings { strategy, history, ..settings() });
    let circle = |at: Vec2| Circle::new(at, 0.5).expect("finite");
    let near = count / 10;
    let side = (near as f32 * 3.2).sqrt();
    world.extend((0..near).map(|index| circle(spread(index) * side)));
    let far: Vec<Handle> =
        (near..count).map(|index| world.insert(circle(spread(index) * 1e4)).expect("there is room")).collect();
    world.step();
    for _ in 0..4 {
        let lists = world.explain().expect("a step").cell_lists;
        let (cell, len) =
            lists.iter().max_by_key(|list| list.count).map_or((1.0, 64), |list| (list.side, list.cells as i64));
        let stride = (len as f64).sqrt() as i64 * 2 - 3;
        for (number, handle) in (0..).zip(&far) {
            let (line, turn) = (number / 4 + 2, number % 4 - 2);
            let column = (-line * stride).rem_euclid(len) + turn * len;
            let at = Vec2::new((column as f64 * cell) as f32, (line as f64 * cell) as f32) + side * 0.5;
            let shift = if is_aimed { Vec2::ZERO } else { spread(number as usize) * 40.0 };
            world.set(*handle, circle(at + shift)).expect("no stale handle");
        }
        world.step();
    }
    (world, far)
}

/// Calls at the places of a fifth of them.
pub fn run(count: usize) {
    let limit = Budget::of_work(LIMIT);
    for (what, is_aimed) in [("spread", false), ("in cells that share an index", true)] {
        let (mut world, mut far) = world(count, Strategy::Auto, is_aimed);
        far.truncate(count / 5);
        let places: Vec<Vec2> = far.iter().map(|far| world.shape(*far).expect("no stale handle").center()).collect();
        queries(what, &world, &far, &places);
        let past = world.at(world.tick() as f64 - 0.5).expect("a past tick").within(limit);
        let rays: Vec<_> =
            places.iter().map(|place| Ray::new(*place, [1.0, 0.3], 20.0).expect("finite").into()).collect();
        let mut hits = RayHits::default();
        hold(&format!("{what}: rays, past"), || past.ray_batch_into(&rays, Mode::First(1), &mut hits).is_err());
        let moving: Vec<_> = far.iter().map(|far| (*far, Vec2::new(0.3, 0.1))).collect();
        let mut moves = Moves::default();
        let options = MoveOptions { budget: limit, ..MoveOptions::default() };
        hold(&format!("{what}: moves"), || world.move_batch_into(&moving, &options, &mut moves).is_err());
    }
    for strategy in [Strategy::Auto, Strategy::UniformGrid, Strategy::HierarchicalGrid] {
        for (what, is_aimed) in [("spread", false), ("in cells that share an index", true)] {
            let (mut world, far) = world(count, strategy, is_aimed);
            hold(&format!("{what}: step, {strategy}"), || {
                let shape = world.shape(far[0]).expect("no stale handle");
                world.set(far[0], shape).expect("no stale handle");
                world.step_within(limit).is_err()
            });
        }
    }
}

fn queries(what: &str, world: &World, far: &[Handle], places: &[Vec2]) {
    let limit = Budget::of_work(LIMIT);
    let (queries, circle) =
        (world.queries().within(limit), |at: &Vec2| Shape::from(Circle::new(*at, 1.0).expect("finite")));
    let around: Vec<Query<Shape>> = places.iter().map(|place| Query::new(circle(place))).collect();
    let mut hits = Hits::default();
    hold(&format!("{what}: overlap"), || queries.overlap_batch_into(&around, Mode::All, &mut hits).is_err());
    let nearest: Vec<_> = places
        .iter()
        .map(|place| Nearest { within: 5.0, ..Nearest::to_point(*place).expect("finite") }.into())
        .collect();
    let mut hits = NearestHits::default();
    hold(&format!("{what}: nearest"), || queries.nearest_batch_into(&nearest, &mut hits).is_err());
    let sights: Vec<_> =
        places.iter().map(|place| Segment::new(*place, *place + 8.0).expect("finite").into()).collect();
    let mut out = Sights::default();
    hold(&format!("{what}: sights"), || queries.blocked_batch_into(&sights, &mut out).is_err());
    let moving = |place: &Vec2| Query::new(Moving::new(circle(place), [3.0, 1.0]).expect("finite"));
    let moving: Vec<_> = places.iter().zip(far).map(|(place, far)| moving(place).except(*far)).collect();
    let mut slides = Slides::default();
    let options = SlideOptions::default();
    hold(&format!("{what}: slides"), || queries.slide_batch_into(&moving, &options, &mut slides).is_err());
    let mut out = Places::default();
    hold(&format!("{what}: free"), || queries.free_batch_into(&around, 5.0, &mut out).is_err());
    let mut interest = Interest::new();
    for far in far {
        interest.insert(Observer::new(*far, 18.0, 20.0).with_max_visible(64)).expect("a new observer");
    }
    hold(&format!("{what}: views"), || interest.update_within(world, limit).is_err());
}
