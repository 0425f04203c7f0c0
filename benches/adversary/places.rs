//! Free places.

use collide2d::{Circle, Places, Query, Settings, Shape, Threads, Vec2, World};

use crate::common::{row, spread};

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
        row(&format!("free, a wave of {count} {name}"), count, || {
            world.queries().free_batch_into(&queries, 5.0, &mut places).unwrap();
        });
    }
}
