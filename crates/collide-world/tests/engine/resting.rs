//! The index of what rests: it changes no answer, and follows every change.

use crate::past_moves::Numbers;
use collide_core::{Circle, Moving, Rect, Segment, Shape, Vec2};
use collide_world::{
    Entity, Handle, History, Mobility, Queries, Query, Settings, Slide, SlideOptions, Slides, Threads, World,
};

/// An entity anywhere in a square, of any mobility.
fn entity(numbers: &mut Numbers, side: f32) -> Entity {
    let (mobility, at) = (Mobility::ALL[numbers.below(3)], numbers.point(side / 2.0));
    Entity { mobility, sensor: numbers.below(10) == 0, ..Entity::new(numbers.shape(at, 1.0)) }
}

#[derive(Debug, PartialEq)]
struct Answers {
    slides: Vec<Slide>,
    sights: Vec<bool>,
    sweeps: Vec<Option<(Handle, f32)>>,
    free: Vec<Option<Shape>>,
}

/// Answers all over a square.
fn answers(queries: Queries<'_>, side: f32) -> Answers {
    let (mut numbers, mut slides) = (Numbers(5), Slides::default());
    let mut some = |_| Circle::new(numbers.point(side / 2.0), 0.4).unwrap();
    let circles: Vec<Circle> = (0..300).map(&mut some).collect();
    let way = |index: usize| Vec2::from_angle(index as f32) * [0.2, 1.0, 9.0][index % 3];
    let movers = circles.iter().enumerate().map(|(index, circle)| Moving::new(*circle, way(index)).unwrap());
    let movers: Vec<Query<Moving>> = movers.map(Query::new).collect();
    queries.slide_batch_into(&movers, &SlideOptions::default(), &mut slides).unwrap();
    let end = |index: usize| circles[index].center() + way(index);
    let sight = |index: usize| Segment::new(circles[index].center(), end(index)).unwrap();
    let sweeps = movers.iter().map(|mover| queries.sweep(*mover).map(|(handle, impact)| (handle, impact.time)));
    let free = circles.iter().map(|circle| queries.free(Query::new(Shape::from(*circle)), 3.0));
    Answers {
        slides: slides.iter().collect(),
        sights: (0..circles.len()).map(|index| queries.blocked(sight(index))).collect(),
        sweeps: sweeps.collect(),
        free: free.collect(),
    }
}

/// A world of some entities that remembers its last tick: the past has no index, and is searched in cell lists.
fn world_of(entities: impl IntoIterator<Item = Entity>) -> (World, Vec<Handle>) {
    let history = History { ticks: 1, ..History::default() };
    let mut world = World::new(Settings { history, threads: Threads::Serial, ..Settings::default() });
    let handles = entities.into_iter().map(|entity| world.insert(entity).unwrap()).collect();
    world.step();
    (world, handles)
}

#[test]
fn an_index_follows_every_change() {
    let (mut numbers, side) = (Numbers(1), 60.0);
    let entities: Vec<Entity> = (0..600).map(|_| entity(&mut numbers, side)).collect();
    let (mut world, mut handles) = world_of(entities);
    let mut restored = World::default();
    for round in 0..12 {
        let clone = world.clone();
        for _ in 0..40 {
            let (index, at) = (numbers.below(handles.len()), numbers.point(side / 2.0));
            match numbers.below(5) {
                0 => world.set(handles[index], numbers.shape(at, 1.0)).unwrap(),
                1 => world.set(handles[index], entity(&mut numbers, side)).unwrap(),
                2 => _ = world.remove(handles.swap_remove(index)).unwrap(),
                3 => handles.push(world.insert(entity(&mut numbers, side)).unwrap()),
                _ => world.set(handles[index], world.entity(handles[index]).unwrap().shape).unwrap(),
            }
        }
        world.validate().unwrap();
        clone.validate().unwrap();
        let changed = answers(world.queries(), side);
        assert!([true, false].iter().all(|blocked| changed.sights.contains(blocked)));
        assert!(changed.sweeps.iter().flatten().count() > 50 && changed.free.iter().flatten().count() > 200);
        if round % 3 == 0 {
            restored = World::default();
        }
        restored.restore(&world.save()).unwrap();
        restored.validate().unwrap();
        assert_eq!(answers(restored.queries(), side), changed, "round {round}");
        world.step();
        assert_eq!(answers(world.queries(), side), changed, "round {round}");
        assert_eq!(answers(world.at(world.tick() as f64).unwrap(), side), changed, "round {round}");
    }
}

#[test]
fn the_work_does_not_depend_on_when_the_index_was_built() {
    let (mut numbers, side) = (Numbers(3), 60.0);
    // Lists of dynamic entities have a history.
    let mut resting = || {
        let mobility = if numbers.below(2) == 0 { Mobility::Static } else { Mobility::Sleeping };
        Entity { mobility, ..entity(&mut numbers, side) }
    };
    let entities: Vec<Entity> = (0..600).map(|_| resting()).collect();
    let (mut world, handles) = world_of(entities);
    let work = |world: &World| {
        let mut slides = Slides::default();
        let mut numbers = Numbers(4);
        let mut some = |_| Circle::new(numbers.point(side / 2.0), 0.4).unwrap();
        let movers: Vec<Query<Moving>> =
            (0..300).map(|index| Query::new(Moving::new(some(index), Vec2::new(0.3, 0.1)).unwrap())).collect();
        world.queries().slide_batch_into(&movers, &SlideOptions::default(), &mut slides).unwrap();
        slides.work()
    };
    for handle in handles.iter().step_by(7) {
        work(&world);
        world.set(*handle, resting()).unwrap();
        world.step();
        let mut restored = World::default();
        restored.restore(&world.save()).unwrap();
        restored.step();
        world.step();
        assert_eq!(work(&restored), work(&world));
    }
}

#[test]
fn a_single_wall_goes_far() {
    let wall = |x: f32| Entity::fixed(Rect::new([x, 0.0], [x + 1.0, 1.0]).unwrap());
    let (mut world, walls) = world_of([wall(0.0)]);
    for at in 0..100 {
        let x = at as f32 * 40.0;
        world.set(walls[0], wall(x)).unwrap();
        let blocked = |x: f32| world.queries().blocked(Segment::new([x - 1.0, 0.5], [x, 0.5]).unwrap());
        assert!(blocked(x) && !blocked(x - 40.0) && !blocked(x + 40.0));
    }
}

#[test]
fn a_large_map_has_no_index() {
    let (mut numbers, side) = (Numbers(2), 400.0);
    let wall = |numbers: &mut Numbers| {
        let at = numbers.point(side / 2.0);
        Entity::fixed(numbers.shape(at, 1.0))
    };
    let walls: Vec<Entity> = (0..8_191).map(|_| wall(&mut numbers)).collect();
    let (mut world, _) = world_of(walls);
    let now = |world: &World| answers(world.queries(), side);
    for _ in 0..3 {
        let expected = now(&world);
        assert_eq!(answers(world.at(world.tick() as f64).unwrap(), side), expected);
        world.insert(wall(&mut numbers)).unwrap();
        world.validate().unwrap();
        let changed = now(&world);
        world.step();
        assert_eq!(now(&world), changed);
    }
}
