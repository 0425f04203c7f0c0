//! Free places and turns.

use collide2d::{
    Budget, Circle, OrientedRect, Places, Query, Rotor, Settings, Shape, Threads, Turning, Turns, Vec2, World,
};

use crate::common::{AGAIN, row, row_of};
use collide_bench::spread;

/// Free places for circles that all appear at one place: on one point, and within a disc.
pub fn waves(count: usize) {
    for (name, radius) in [("on one point", 0.0), ("in a disc of radius 3", 3.0)] {
        let at = |index: usize| spread(index).x.sqrt() * radius * Vec2::from_angle(spread(index).y * 6.3);
        let shapes: Vec<Shape> = (0..count).map(|index| Circle::new(at(index), 0.5).expect("finite").into()).collect();
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        let handles: Vec<_> = shapes.iter().map(|shape| world.insert(*shape).expect("there is room")).collect();
        world.refresh();
        let queries: Vec<Query<Shape>> =
            shapes.iter().zip(handles).map(|(shape, handle)| Query::new(*shape).except(handle)).collect();
        let mut places = Places::default();
        let again = if count > 1_000 { 1 } else { AGAIN };
        row_of(&format!("free, a wave of {count} {name}"), count, again, || {
            world.queries().free_batch_into(&queries, 5.0, &mut places).unwrap();
        });
        let few = world.queries().within(Budget { max_candidates_each: 32, ..Budget::UNLIMITED });
        row_of(&format!("free, a wave of {count} {name}, among at most 32"), count, again, || {
            few.free_batch_into(&queries, 5.0, &mut places).unwrap();
        });
    }
}

fn circle(at: Vec2, radius: f32) -> Shape {
    Circle::new(at, radius).expect("finite").into()
}

fn still(blockers: impl IntoIterator<Item = Shape>) -> World {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    world.extend(blockers);
    world.refresh();
    world
}

/// Free places among many blockers: piles, nested sizes and tiles.
pub fn piles(count: usize) {
    let disc = |index: usize| Vec2::from_angle(spread(index).y * 6.3) * spread(index).x.sqrt();
    let rect = |index: usize| {
        let rotor = Rotor::from_degrees(spread(index).x * 360.0).expect("finite");
        OrientedRect::new(disc(index) * 0.2, [0.5, 0.25], rotor).expect("finite").into()
    };
    let nested = |index: usize| {
        let size = (-100.0 * spread(index).x).exp2();
        circle(spread(index) * size, size)
    };
    type Scene<'a> = (&'a str, &'a dyn Fn(usize) -> Shape);
    let scenes: [Scene<'_>; 4] = [
        ("on one point", &|_| circle(Vec2::ZERO, 0.5)),
        ("in a disc of radius 3", &|index| circle(disc(index) * 3.0, 0.5)),
        ("rects in a pile", &rect),
        ("nested sizes", &nested),
    ];
    for (name, blocker) in scenes {
        let world = still((0..count).map(blocker));
        let queries: Vec<Query<Shape>> = (0..3).map(|index| circle(disc(index) * 0.3, 0.5).into()).collect();
        let mut places = Places::default();
        row(&format!("free, {count} blockers {name}"), queries.len(), || {
            world.queries().free_batch_into(&queries, 5.0, &mut places).expect("no limit is set");
        });
    }
}

/// A field that is full, with a free place only outside of it: places in its middle.
pub fn fields(count: usize) {
    let side = (count as f32).sqrt() as usize;
    let at = |index: usize| Vec2::new((index % side) as f32, (index / side) as f32) * 0.9 + spread(index) * 0.2;
    let world = still((0..side * side).map(|index| circle(at(index), 0.5)));
    let middle = Vec2::splat(side as f32 * 0.45);
    let queries: Vec<Query<Shape>> = (0..3).map(|index| circle(middle + spread(index), 0.5).into()).collect();
    for max_distance in [8.0, 16.0, 32.0, 60.0] {
        let mut places = Places::default();
        row(&format!("free, a full field of {count}, within {max_distance}"), queries.len(), || {
            world.queries().free_batch_into(&queries, max_distance, &mut places).expect("no limit is set");
        });
    }
}

/// Doors that graze circles on an arc: outside of the farthest corner, and inside of the nearest side.
pub fn turns(count: usize) {
    let door = |center: Vec2, half: [f32; 2]| OrientedRect::new(center, half, Rotor::IDENTITY).expect("finite");
    let outer = door(Vec2::new(5.0, 0.0), [5.0, 0.0001]);
    let inner = door(Vec2::new(0.0, 5.0), [5.0, 0.001]);
    for (name, rect, distance, from) in [
        ("outside", outer, 10.010_001, 0.01),
        ("barely in reach", outer, 10.009_999, 0.01),
        ("inside", inner, 4.988_998, 1.58),
    ] {
        let at = |index: usize| Vec2::from_angle(from + index as f32 / count as f32 * 3.0) * distance;
        let world = still((0..count).map(|index| circle(at(index), 0.01)));
        let turning = [Turning::new(rect, Vec2::ZERO, 3.1).expect("finite").into()];
        let mut turns = Turns::default();
        row(&format!("turn, {count} circles on the arc, {name}"), 1, || {
            world.queries().turn_batch_into(&turning, &mut turns).expect("no limit is set");
        });
    }
}
