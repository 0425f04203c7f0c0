//! A map of tiles as rects: each tile for itself, and merged to larger rects.

use collide2d::{
    Circle, Entity, Handle, Layers, Mode, Moving, Query, RayHits, Rect, Segment, Shape, Sights, SlideOptions, Slides,
    Vec2, World,
};

use collide_bench::spread;

use crate::counter::Counter;
use crate::scene::{STEP, direction, serial};

/// The tiles of a side.
const SIDE: usize = 200;

/// The tiles of a side of a room, with one of its walls.
const ROOM: usize = 20;

const BODIES: usize = 1_530;
const WALL: Layers = Layers { category: 4, mask: !4, group: 0 };

/// Whether there is a wall at each tile: rooms with openings, and pillars in them.
fn map() -> Vec<bool> {
    let is_opening = |along: usize, across: usize| {
        let first = 6 + (along / ROOM * 7 + across) % 8;
        (first..first + 3).contains(&(along % ROOM))
    };
    let is_wall = |index: usize| {
        let (x, y) = (index % SIDE, index / SIDE);
        let is_border = [x, y].into_iter().any(|at| at == 0 || at == SIDE - 1);
        let is_between = |across: usize, along: usize| across.is_multiple_of(ROOM) && !is_opening(along, across / ROOM);
        is_border || is_between(x, y) || is_between(y, x)
    };
    let mut tiles: Vec<bool> = (0..SIDE * SIDE).map(is_wall).collect();
    for pillar in 0..400 {
        let (at, size) = (spread(pillar) * (SIDE - 4) as f32, 1 + pillar % 3);
        let (x, y) = (at.x as usize + 1, at.y as usize + 1);
        for dy in 0..1 + pillar % 2 {
            tiles[(y + dy) * SIDE + x..][..size].fill(true);
        }
    }
    tiles
}

/// Runs of tiles along x, and equal runs above each other, as one rect each.
fn merged(tiles: &[bool]) -> Vec<Rect> {
    let (mut left, mut rects) = (tiles.to_vec(), Vec::new());
    while let Some(first) = left.iter().position(|is_left| *is_left) {
        let (x, y) = (first % SIDE, first / SIDE);
        let width = left[first..].iter().take(SIDE - x).take_while(|is_left| **is_left).count();
        let is_full = |y: &usize| left[y * SIDE + x..][..width].iter().all(|is_left| *is_left);
        let height = (y..SIDE).take_while(is_full).count();
        (y..y + height).for_each(|y| left[y * SIDE + x..][..width].fill(false));
        rects.push(rect(x, y, width, height));
    }
    rects
}

fn rect(x: usize, y: usize, width: usize, height: usize) -> Rect {
    let [low, high] = [[x, y], [x + width, y + height]].map(|[x, y]| Vec2::new(x as f32, y as f32));
    Rect::new(low, high).expect("finite")
}

pub fn rows(counter: &Counter) {
    let tiles = map();
    let single = || tiles.iter().enumerate().filter(|(_, is_wall)| **is_wall);
    let single = single().map(|(index, _)| rect(index % SIDE, index / SIDE, 1, 1)).collect();
    for (name, rects) in [("tiles", single), ("merged", merged(&tiles))] {
        if counter.needs(&format!("map of {name}:")) {
            play(counter, name, &rects, &tiles);
        }
    }
}

/// Bodies stand in the open, and each looks and walks in a direction of its own.
fn play(counter: &Counter, name: &str, rects: &[Rect], tiles: &[bool]) {
    let mut world = World::new(serial());
    for rect in rects {
        world.insert(Entity::fixed(*rect).with_layers(WALL)).expect("room");
    }
    let is_open = |at: &Vec2| !tiles[at.y as usize * SIDE + at.x as usize];
    let middle = |index| (spread(index) * SIDE as f32).floor() + 0.5;
    let places: Vec<Vec2> = (0..).map(middle).filter(is_open).take(BODIES).collect();
    let body = |at: &Vec2| Shape::from(Circle::new(*at, 0.375).expect("finite"));
    let bodies: Vec<Handle> = places.iter().map(|at| world.insert(body(at)).expect("room")).collect();
    world.step();
    world.step();
    let walls = Layers { category: 2, mask: 4, group: 0 };
    let sight = |length: f32| {
        move |(index, at): (usize, &Vec2)| {
            Query::new(Segment::new(*at, *at + direction(index) * length).expect("finite")).on(walls)
        }
    };
    let step = |(index, at): (usize, &Vec2)| {
        let step = Moving::new(body(at), direction(index) * STEP).expect("finite");
        Query::new(step).on(walls).except(bodies[index])
    };
    let steps: Vec<Query<Moving>> = places.iter().enumerate().map(step).collect();
    let (mut sights, mut slides, options) = (Sights::default(), Slides::default(), SlideOptions::default());
    for (row, length) in [("sight", 6.0), ("long sight", 24.0)] {
        let lines: Vec<Query<Segment>> = places.iter().enumerate().map(sight(length)).collect();
        let mut look = || world.queries().blocked_batch_into(&lines, &mut sights).expect("no budget");
        look();
        counter.count(&format!("map of {name}: {row}"), BODIES, look);
    }
    let lines: Vec<Query<Segment>> = places.iter().enumerate().map(sight(24.0)).collect();
    let mut hits = RayHits::default();
    for (row, mode) in [("first of a long ray", Mode::First(1)), ("all of a long ray", Mode::All)] {
        let mut look = || world.queries().segment_batch_into(&lines, mode, &mut hits).expect("no budget");
        look();
        counter.count(&format!("map of {name}: {row}"), BODIES, look);
    }
    let mut walk = || world.queries().slide_batch_into(&steps, &options, &mut slides).expect("no budget");
    walk();
    counter.count(&format!("map of {name}: slide"), BODIES, walk);
    let moved: Vec<(Handle, Shape)> = bodies.iter().copied().zip(slides.iter().map(|slide| slide.shape)).collect();
    world.set_batch(&moved).expect("all are there");
    counter.count(&format!("map of {name}: step"), 1, || _ = world.step());
}
