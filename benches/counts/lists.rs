//! What each further kind, mobility and size of entities costs a sight and a slide that meet none of them.

use collide2d::{
    Capsule, Circle, Entity, Handle, Layers, Moving, Polygon, Query, Rect, Segment, Shape, Sights, SlideOptions,
    Slides, Vec2, World,
};

use collide_bench::spread;

use crate::counter::Counter;
use crate::scene::{direction, serial};

const SIDE: f32 = 200.0;
const BODIES: usize = 1_500;
const WALL: Layers = Layers { category: 4, mask: !4, group: 0 };

/// Each adds to those before it.
const STAGES: [&str; 8] = [
    "bodies only",
    "700 rects of 1 x 1 to 1 x 8",
    "100 rects of 1 x 14 to 1 x 21",
    "3 rects of 1 x 200, outside",
    "60 capsules",
    "107 triangles",
    "80 pickups that the layers exclude",
    "31 doors (dynamic rects)",
];

pub fn rows(counter: &Counter) {
    if !counter.needs("lists:") {
        return;
    }
    let mut world = World::new(serial());
    let body = Layers { category: 2, mask: u64::MAX, group: 0 };
    let circle = |at| Shape::from(Circle::new(at, 0.375).expect("finite"));
    let bodies: Vec<Handle> = (0..BODIES)
        .map(|index| world.insert(Entity::new(circle(spread(index) * SIDE)).with_layers(body)).expect("room"))
        .collect();
    let sights = Layers { category: 64, mask: 4, group: 0 };
    let at = |index: usize| spread(index) * SIDE;
    let lines: Vec<Query<Segment>> = (0..BODIES)
        .map(|index| Segment::new(at(index), at(index) + direction(index) * 6.0).expect("finite"))
        .map(|line| Query::new(line).on(sights))
        .collect();
    let steps: Vec<Query<Moving>> = (0..BODIES)
        .map(|index| Moving::new(circle(at(index)), direction(index) * 0.166).expect("finite"))
        .zip(&bodies)
        .map(|(step, body)| Query::new(step).on(Layers { category: 2, mask: 4, group: 0 }).except(*body))
        .collect();
    let (mut seen, mut slides) = (Sights::default(), Slides::default());
    for (stage, name) in STAGES.into_iter().enumerate() {
        for entity in added(stage) {
            world.insert(entity).expect("room");
        }
        world.step();
        world.step();
        let mut sight = || world.queries().blocked_batch_into(&lines, &mut seen).expect("no budget");
        sight();
        counter.count(&format!("lists: sight: + {name}"), BODIES, sight);
        let options = SlideOptions::default();
        let mut slide = || world.queries().slide_batch_into(&steps, &options, &mut slides).expect("no budget");
        slide();
        counter.count(&format!("lists: slide: + {name}"), BODIES, slide);
    }
}

fn added(stage: usize) -> Vec<Entity> {
    let at = |index: usize| spread(index + 2_000 * (stage + 1)) * (SIDE - 4.0) + 1.0;
    let rect = |at: Vec2, width, height| Shape::from(Rect::new(at, at + Vec2::new(width, height)).expect("finite"));
    let wall = |shape: Shape| Entity::fixed(shape).with_layers(WALL);
    let triangle = Polygon::new(&[[0.0, 0.0], [1.0, 0.2], [0.4, 1.0]], 0.0).expect("three corners");
    let capsule = |from: Vec2| Shape::from(Capsule::new(from, from + Vec2::new(1.5, 1.0), 0.25).expect("finite"));
    let pickup = |at| Entity::fixed(Circle::new(at, 0.3).expect("finite")).as_sensor();
    match stage {
        0 => Vec::new(),
        1 => (0..700)
            .map(|index| (at(index), (index % 8) as f32 + 1.0, index % 2))
            .map(|(at, long, upright)| if upright == 0 { rect(at, 1.0, long) } else { rect(at, long, 1.0) })
            .map(wall)
            .collect(),
        2 => (0..100).map(|index| wall(rect(at(index), 1.0, 14.0 + (index % 8) as f32))).collect(),
        3 => (0..3).map(|index| wall(rect(Vec2::new(-2.0 - 2.0 * index as f32, 0.0), 1.0, 200.0))).collect(),
        4 => (0..60).map(|index| wall(capsule(at(index)))).collect(),
        5 => (0..107).map(|index| wall(triangle.at(at(index)).expect("finite").into())).collect(),
        6 => (0..80).map(|index| pickup(at(index)).with_layers(Layers { category: 32, mask: 2, group: 0 })).collect(),
        _ => (0..31).map(|index| Entity::new(rect(at(index), 1.0, 3.0)).with_layers(WALL)).collect(),
    }
}
