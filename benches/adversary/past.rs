//! Queries in the past: at a tick, and between two ticks in which entities move little, far, or turn.

use collide2d::{Circle, History, Nearest, OrientedRect, Ray, Rotor, Settings, Threads, Vec2, World};

use crate::common::row;
use collide_bench::spread;

const QUERIES: usize = 100;

/// How far entities move in a tick.
#[derive(Clone, Copy)]
struct Scene {
    name: &'static str,
    teleport_distance: f32,
    /// Every entity with an index divisible by this jumps this far; others move by 0.1.
    jumps: Option<(usize, f32)>,
    rod_turns: bool,
}

/// Circles of radius 0.5 in a square, after some ticks.
fn world(count: usize, scene: Scene) -> World {
    let history = History { ticks: 8, teleport_distance: scene.teleport_distance };
    let mut world = World::new(Settings { threads: Threads::Serial, history, ..Settings::default() });
    let side = side(count);
    let circle = |index: usize| Circle::new(spread(index) * side, 0.5).expect("finite");
    let handles: Vec<_> = (0..count).map(|index| world.insert(circle(index)).expect("there is room")).collect();
    let rod = |degrees: f32| {
        let rotor = Rotor::from_degrees(degrees).expect("finite");
        OrientedRect::new(Vec2::splat(side * 0.5), [20.0, 0.1], rotor).expect("finite")
    };
    let turning = world.insert(rod(0.0)).expect("there is room");
    for tick in 0..6_u8 {
        let way = |index: usize| Vec2::from_angle(index as f32 + f32::from(tick) * 2.5);
        for (index, handle) in handles.iter().enumerate() {
            match scene.jumps {
                Some((every, far)) if index.is_multiple_of(every) => {
                    let reach = if tick.is_multiple_of(2) { far } else { side };
                    world.set(*handle, spread(index * 7 + usize::from(tick)) * reach).expect("finite");
                }
                _ => world.translate(*handle, way(index) * 0.1).expect("finite"),
            }
        }
        if scene.rod_turns {
            world.set(turning, rod(f32::from(tick) * 10.0)).expect("finite");
        }
        world.step();
    }
    world
}

fn side(count: usize) -> f32 {
    2.6 * (count as f32).sqrt()
}

/// Rays, overlaps and nearest neighbours at a tick and between two ticks.
pub fn queries(count: usize) {
    let plain = Scene { name: "all move 0.1", teleport_distance: 1.0, jumps: None, rod_turns: false };
    let unlimited = Scene { teleport_distance: f32::MAX, ..plain };
    let inside = side(count);
    let scenes = [
        plain,
        Scene { name: "all move 0.1, threshold 10", teleport_distance: 10.0, ..plain },
        Scene { name: "all move 0.1, no threshold", ..unlimited },
        Scene { name: "one jumps 1e5", jumps: Some((usize::MAX, 1e5)), ..unlimited },
        Scene { name: "1 % jump 1e5", jumps: Some((100, 1e5)), ..unlimited },
        Scene { name: "1 % jump anywhere in the world", jumps: Some((100, inside)), ..unlimited },
        Scene { name: "a rod turns", rod_turns: true, ..plain },
    ];
    for scene in scenes {
        let world = world(count, scene);
        for (time, when) in [(4.0, "at a tick"), (4.5, "between two")] {
            let then = world.at(time).expect("it is remembered");
            let name = |query: &str| format!("{query} {when}, {}", scene.name);
            row(&name("ray"), QUERIES, || {
                for index in 0..QUERIES {
                    let ray = Ray::new(spread(index) * inside, [0.6, 0.8], 100.0).expect("finite");
                    std::hint::black_box(then.ray(ray));
                }
            });
            let circle = |index, radius| Circle::new(spread(index) * inside, radius).expect("finite");
            row(&name("overlap"), QUERIES, || {
                (0..QUERIES).for_each(|index| _ = std::hint::black_box(then.overlap(circle(index, 2.0))));
            });
            row(&name("nearest"), QUERIES, || {
                (0..QUERIES).for_each(|index| _ = std::hint::black_box(then.nearest(Nearest::to(circle(index, 0.0)))));
            });
        }
    }
}
