use std::time::{Duration, Instant};

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::{App, IntoScheduleConfigs, Query, Res, ResMut, Resource, Update, World};
use collide_bevy::Collider;
use collide_bevy::prelude::*;
use collide2d::{Circle, Vec2};

use crate::{Every, Number, Question, Scene, Tick, direction, places, way};

pub fn app(scene: &Scene) -> App {
    let mut app = App::new();
    app.add_plugins(bevy::app::TaskPoolPlugin::default());
    app.add_plugins(CollidePlugin::new(Update));
    app.insert_resource(Every(1)).init_resource::<Tick>().init_resource::<Answers>();
    let steps = scene.steps.clone();
    let go = move |mut all: Query<(&Number, &mut Collider)>, every: Res<Every>, mut tick: ResMut<Tick>| {
        tick.0 += 1;
        for (number, mut collider) in &mut all {
            if every.0 < usize::MAX && (number.0 + tick.0) % every.0 == 0 {
                let way = way(steps[number.0], tick.0);
                collider.0 = collider.translated(Vec2::new(way.x, way.y)).unwrap();
            }
        }
    };
    app.add_systems(Update, go.before(CollideSystems::Follow));
    for (number, place) in scene.places.iter().enumerate() {
        let circle = Circle::new(Vec2::new(place.x, place.y), 0.5).unwrap();
        app.world_mut().spawn((Collider::from(circle), Number(number)));
    }
    app.finish();
    app
}

pub fn tick(app: &mut App) -> (Duration, usize) {
    let start = Instant::now();
    app.update();
    let time = start.elapsed();
    (time, app.world().resource::<Collisions>().pairs().count())
}

/// The buffers of batches, reused as in a game.
#[derive(Resource, Default)]
struct Answers {
    rays: RayHits,
    overlaps: OverlapHits,
    nearest: NearestHits,
}

/// Runs the queries in a system, in a batch or one at a time.
pub fn ask(world: &mut World, question: Question, half: f32, batch: bool) -> (Duration, usize) {
    let all = move |spatial: SpatialQuery, mut answers: ResMut<Answers>| {
        let spatial = spatial.now();
        let place = |place: bevy::prelude::Vec2| Vec2::new(place.x, place.y);
        let rays = || {
            places(half).enumerate().map(|(index, from)| Ray::new(place(from), place(direction(index)), 30.0).unwrap())
        };
        let blasts = || places(half).map(|at| Shape::from(Circle::new(place(at), 2.0).unwrap()));
        let near = || places(half).map(|at| Nearest::to(Circle::new(place(at), 0.0).unwrap()));
        let start = Instant::now();
        let found = match (question, batch) {
            (Question::Rays, false) => rays().filter(|ray| spatial.ray(*ray).is_some()).count(),
            (Question::Overlaps, false) => blasts().map(|blast| spatial.overlap(blast).len()).sum(),
            (Question::Nearest, false) => near().filter(|near| spatial.nearest(*near).is_some()).count(),
            (Question::Rays, true) => {
                let hits = &mut answers.rays;
                spatial.ray_batch_into(&rays().map(EntityQuery::new).collect::<Vec<_>>(), Mode::First(1), hits).unwrap();
                hits.iter().flatten().count()
            }
            (Question::Overlaps, true) => {
                let hits = &mut answers.overlaps;
                spatial.overlap_batch_into(&blasts().map(EntityQuery::new).collect::<Vec<_>>(), Mode::All, hits).unwrap();
                hits.iter().flatten().count()
            }
            (Question::Nearest, true) => {
                let hits = &mut answers.nearest;
                spatial.nearest_batch_into(&near().map(EntityQuery::new).collect::<Vec<_>>(), hits).unwrap();
                hits.iter().flatten().count()
            }
        };
        (start.elapsed(), found)
    };
    world.run_system_once(all).unwrap()
}
