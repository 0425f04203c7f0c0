//! Each query, in batches and one by one.

use collide_scenes::SceneKind;
use collide2d::{
    Circle, Hits, Mode, Moving, Nearest, NearestHits, Query, Ray, RayHits, Sector, Segment, Shape, Sights, SweepHits,
    Vec2, World,
};

use crate::counter::Counter;
use crate::scene::{QUERIES, direction, scene, serial, stepped};

/// The reach of queries, about six times the radius of a circle of the scene.
const REACH: f32 = 6.0;

pub fn rows(counter: &Counter) {
    for (kind, name) in [(SceneKind::Uniform, "circles"), (SceneKind::Mixed, "all kinds")] {
        if counter.needs(&format!("query: {name}:")) {
            ask(counter, name, kind);
        }
    }
}

/// Runs a batch once, so that buffers have their size, and counts it.
fn batch(counter: &Counter, name: &str, query: &str, mut run: impl FnMut()) {
    let row = format!("query: {name}: {query}");
    if counter.needs(&row) {
        run();
        counter.count(&row, QUERIES, run);
    }
}

fn ask(counter: &Counter, name: &str, kind: SceneKind) {
    let (world, _) = stepped(&scene(kind), serial());
    let world = &world;
    // Around entities, so that each query meets some.
    let at: Vec<Vec2> = world.iter().step_by(20).take(QUERIES).map(|(_, entity)| entity.shape.center()).collect();
    let items = || at.iter().enumerate();
    let ok = "no budget";

    let circle = |at: &Vec2| Shape::from(Circle::new(*at, REACH).expect("finite"));
    let overlaps: Vec<Query<Shape>> = at.iter().map(|at| circle(at).into()).collect();
    let mut hits = Hits::default();
    batch(counter, name, "overlap", || {
        world.queries().overlap_batch_into(&overlaps, Mode::All, &mut hits).expect(ok);
    });
    batch(counter, name, "overlap, one by one", || {
        overlaps.iter().for_each(|query| drop(world.queries().overlap(*query)));
    });
    let sectors: Vec<Query<Sector>> = items()
        .map(|(index, at)| Sector::facing(*at, direction(index), 70.0, 2.0 * REACH).expect("finite").into())
        .collect();
    batch(counter, name, "sector", || {
        world.queries().sector_batch_into(&sectors, Mode::All, &mut hits).expect(ok);
    });

    let rays: Vec<Query<Ray>> =
        items().map(|(index, at)| Ray::new(*at, direction(index), 50.0).expect("finite").into()).collect();
    let mut ray_hits = RayHits::default();
    batch(counter, name, "closest ray", || {
        world.queries().ray_batch_into(&rays, Mode::First(1), &mut ray_hits).expect(ok);
    });
    batch(counter, name, "closest ray, one by one", || {
        rays.iter().for_each(|query| _ = world.queries().ray(*query));
    });
    batch(counter, name, "all of a ray", || {
        world.queries().ray_batch_into(&rays, Mode::All, &mut ray_hits).expect(ok);
    });
    let segments: Vec<Query<Segment>> = items()
        .map(|(index, at)| Segment::new(*at, *at + direction(index) * 2.0 * REACH).expect("finite").into())
        .collect();
    let mut sights = Sights::default();
    batch(counter, name, "sight", || world.queries().blocked_batch_into(&segments, &mut sights).expect(ok));

    let sweeps: Vec<Query<Moving>> = moving(world, QUERIES);
    let mut sweep_hits = SweepHits::default();
    batch(counter, name, "sweep", || {
        world.queries().sweep_batch_into(&sweeps, Mode::First(1), &mut sweep_hits).expect(ok);
    });

    let mut nearest_hits = NearestHits::default();
    for count in [1, 8] {
        let nearest = |at: &Vec2| Query::new(Nearest { count, ..Nearest::to_point(*at).expect("finite") });
        let nearest: Vec<Query<Nearest>> = at.iter().map(nearest).collect();
        batch(counter, name, &format!("{count} nearest"), || {
            world.queries().nearest_batch_into(&nearest, &mut nearest_hits).expect(ok);
        });
    }
}

/// Shapes of the world, without themselves, that move by twice the reach.
fn moving(world: &World, count: usize) -> Vec<Query<Moving>> {
    let entities = world.iter().step_by(20).take(count).enumerate();
    let query = |(index, (handle, entity)): (usize, (_, collide2d::Entity))| {
        Query::new(Moving::new(entity.shape, direction(index) * 2.0 * REACH).expect("finite")).except(handle)
    };
    entities.map(query).collect()
}
