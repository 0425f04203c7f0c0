//! Move and slide: avian's `MoveAndSlide` compared with the engine, on the scenes of `benches/movement`, one thread.

#[path = "../../movement/ours.rs"]
mod ours;
#[path = "../../movement/scenes.rs"]
pub mod scenes;

use std::time::{Duration, Instant};

use avian2d::prelude::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use collide2d::Shape;

use scenes::{Contender, RADIUS, Scene};

struct Avian {
    app: App,
}

impl Avian {
    fn new(scene: &Scene) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::new(PostUpdate)))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(1.0 / 60.0)));
        for wall in &scene.walls {
            let (center, bound) = (wall.center(), wall.aabb());
            let size = bound.max() - bound.min();
            let collider = match wall {
                Shape::Circle(circle) => Collider::circle(circle.radius()),
                _ => Collider::rectangle(size.x, size.y),
            };
            let at = Vec2::new(center.x, center.y);
            app.world_mut().spawn((
                RigidBody::Static,
                collider,
                Position(at),
                Transform::from_translation(at.extend(0.0)),
            ));
        }
        app.finish();
        // The trees of the colliders are built, and optimised.
        (0..8).for_each(|_| app.update());
        Self { app }
    }
}

impl Contender for Avian {
    fn name(&self) -> &'static str {
        "avian2d, move_and_slide"
    }

    fn run(&mut self, movers: &[(collide2d::Vec2, collide2d::Vec2)], ticks: usize) -> (Duration, Vec<collide2d::Vec2>) {
        let movers = movers.to_vec();
        let all = move |slide: MoveAndSlide| {
            let (config, filter) = (MoveAndSlideConfig::default(), SpatialQueryFilter::default());
            let circle = Collider::circle(RADIUS);
            let second = Duration::from_secs(1);
            let mut places: Vec<Vec2> = movers.iter().map(|(at, _)| Vec2::new(at.x, at.y)).collect();
            let start = Instant::now();
            for _ in 0..ticks {
                for (place, (_, step)) in places.iter_mut().zip(&movers) {
                    let velocity = Vec2::new(step.x, step.y);
                    let accept = |_: MoveAndSlideHitData| MoveAndSlideHitResponse::Accept;
                    *place = slide
                        .move_and_slide(&circle, *place, 0.0, velocity, second, &config, &filter, accept)
                        .position;
                }
            }
            (start.elapsed(), places.iter().map(|at| collide2d::Vec2::new(at.x, at.y)).collect())
        };
        self.app.world_mut().run_system_once(all).unwrap()
    }
}

/// The same numbers as in `benches/movement`.
fn numbers() -> impl FnMut() -> f32 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32
    }
}

fn measure(scene: &Scene, ticks: usize, turns: usize) {
    let [batch, slides, single] = ours::all(scene);
    let mut contenders: [Box<dyn Contender>; 4] = [batch, slides, single, Box::new(Avian::new(scene))];
    let mut times = vec![Vec::new(); contenders.len()];
    let mut ends = vec![Vec::new(); contenders.len()];
    for _ in 0..turns {
        for (number, contender) in contenders.iter_mut().enumerate() {
            let (time, places) = contender.run(&scene.movers, ticks);
            times[number].push(time);
            ends[number] = places;
        }
    }
    let walls = scenes::world_of(scene);
    println!("{}: {} movers, {} static shapes", scene.name, scene.movers.len(), scene.walls.len());
    let (moves, mut first) = ((scene.movers.len() * ticks) as f64, None);
    for ((contender, times), ends) in contenders.iter().zip(&mut times).zip(&ends) {
        let time = crate::median(times) * 1e6 / moves;
        let ways = scene.movers.iter().zip(ends).map(|((start, _), end)| f64::from(start.distance(*end)));
        let (way, inside) = (ways.sum::<f64>() / scene.movers.len() as f64, scenes::inside(&walls, &scene.movers, ends));
        let ratio = time / *first.get_or_insert(time);
        println!("  {:32} {time:8.1} ns  {ratio:6.2}  mean way {way:.3}  inside {inside}", contender.name());
    }
}

pub fn run() {
    for scene in scenes::all(100_000, 10_000, &mut numbers()) {
        measure(&scene, 30, 5);
    }
}
