//! Queries about a past tick, while all entities move.

use collide_bench::Game;
use collide_scenes::SceneKind;
use collide2d::{Circle, Mode, Moving, Query, Ray, RayHits, SlideOptions, Slides, Vec2};

use crate::counter::Counter;
use crate::scene::{QUERIES, STEP, direction, remembering, scene};

pub fn rows(counter: &Counter) {
    if !counter.needs("past:") {
        return;
    }
    let mut game = Game::new(&scene(SceneKind::Uniform), remembering(16));
    (0..10).for_each(|_| _ = game.tick());
    let mut at: Vec<Vec2> = Vec::new();
    at.extend(game.world.iter().step_by(20).take(QUERIES).map(|(_, entity)| entity.shape.center()));
    let items = || at.iter().enumerate();
    let rays: Vec<Query<Ray>> =
        items().map(|(index, at)| Ray::new(*at, direction(index), 50.0).expect("finite").into()).collect();
    let shot = |index: usize, at: Vec2| {
        Query::new(Moving::new(Circle::new(at, 0.1).expect("finite"), direction(index) * 4.0).expect("finite"))
    };
    let (mut hits, mut slides) = (RayHits::default(), Slides::default());
    let ok = "it is remembered";

    // The first question about a tick prepares what the others share.
    let now = game.world.tick() as f64;
    counter.count("past: the first shot of a tick", 1, || {
        _ = game.world.sweep_through(shot(0, at[0]), now - 5.5, now).expect(ok);
    });
    counter.count("past: sweep through 5.5 ticks", QUERIES / 5, || {
        let shots = items().step_by(5).map(|(index, at)| shot(index, *at));
        shots.for_each(|shot| _ = game.world.sweep_through(shot, now - 5.5, now).expect(ok));
    });
    game.tick();
    let now = game.world.tick() as f64;
    let mut rays_at = |row, time| {
        let past = game.world.at(time).expect(ok);
        counter.count(row, QUERIES, || past.ray_batch_into(&rays, Mode::First(1), &mut hits).expect("no budget"));
    };
    rays_at("past: closest ray at a tick", now - 5.0);
    rays_at("past: closest ray between two ticks, first batch", now - 5.5);
    rays_at("past: closest ray between two ticks", now - 5.5);
    let steps: Vec<Query<Moving>> = items()
        .map(|(index, at)| {
            let body = Circle::new(*at, 0.4).expect("finite");
            Query::new(Moving::new(body, direction(index) * STEP).expect("finite"))
        })
        .collect();
    let past = game.world.at(now - 5.5).expect(ok);
    counter.count("past: slide between two ticks", QUERIES, || {
        past.slide_batch_into(&steps, &SlideOptions::default(), &mut slides).expect("no budget");
    });
}
