use std::time::{Duration, Instant};

use avian2d::collision::collider::Collider;
use avian2d::dynamics::solver::SolverPlugin;
use avian2d::prelude::*;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use crate::{Every, Number, Question, Scene, Tick, direction, places, way};

/// Collision detection and spatial queries, without solver, forces and sleeping.
pub fn app(scene: &Scene) -> App {
    let mut app = App::new();
    let physics = PhysicsPlugins::new(PostUpdate)
        .build()
        .disable::<SolverPlugin>()
        .disable::<IntegratorPlugin>()
        .disable::<CcdPlugin>()
        .disable::<IslandSleepingPlugin>()
        .disable::<ForcePlugin>()
        .disable::<MassPropertyPlugin>()
        .disable::<PhysicsInterpolationPlugin>();
    app.add_plugins((MinimalPlugins, TransformPlugin, physics))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(1.0 / 60.0)))
        // Only overlapping colliders are pairs, not near ones.
        .insert_resource(NarrowPhaseConfig { contact_tolerance: 0.0, ..NarrowPhaseConfig::default() })
        .insert_resource(Every(1))
        .init_resource::<Tick>();
    let steps = scene.steps.clone();
    let go = move |mut all: Query<(&Number, &mut Position)>, every: Res<Every>, mut tick: ResMut<Tick>| {
        tick.0 += 1;
        for (number, mut position) in &mut all {
            if every.0 < usize::MAX && (number.0 + tick.0) % every.0 == 0 {
                position.0 += way(steps[number.0], tick.0);
            }
        }
    };
    app.add_systems(Update, go);
    for (number, place) in scene.places.iter().enumerate() {
        app.world_mut().spawn((
            RigidBody::Kinematic,
            Collider::circle(0.5),
            Sensor,
            CollisionEventsEnabled,
            Position(*place),
            Transform::from_translation(place.extend(0.0)),
            Number(number),
        ));
    }
    app.finish();
    app
}

pub fn tick(app: &mut App) -> (Duration, usize) {
    let start = Instant::now();
    app.update();
    let time = start.elapsed();
    let count = |collisions: Collisions| collisions.iter().count();
    (time, app.world_mut().run_system_once(count).unwrap())
}

/// Runs the queries in a system, one at a time: avian has no batches.
pub fn ask(world: &mut World, question: Question, half: f32) -> (Duration, usize) {
    let all = move |spatial: SpatialQuery| {
        let filter = SpatialQueryFilter::default();
        let blast = Collider::circle(2.0);
        let start = Instant::now();
        let found = match question {
            Question::Rays => {
                let rays = places(half).enumerate();
                let cast = |(index, from): (usize, Vec2)| {
                    let direction = Dir2::new(direction(index)).unwrap();
                    spatial.cast_ray(from, direction, 30.0, true, &filter)
                };
                rays.filter_map(cast).count()
            }
            Question::Overlaps => {
                places(half).map(|at| spatial.shape_intersections(&blast, at, 0.0, &filter).len()).sum()
            }
            Question::Nearest => places(half).filter_map(|at| spatial.project_point(at, true, &filter)).count(),
        };
        (start.elapsed(), found)
    };
    world.run_system_once(all).unwrap()
}
