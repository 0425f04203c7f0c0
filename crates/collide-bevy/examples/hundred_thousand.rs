//! A headless server with a hundred thousand ships and rocks. The ships move at every tick; one in a hundred shoots a
//! ray.
//!
//!     cargo run --release -p collide-bevy --example hundred_thousand

use std::time::{Duration, Instant};

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use collide_bevy::prelude::*;
use collide2d::{Circle, Vec2};

const SECONDS_PER_TICK: f32 = 1.0 / 60.0;
const SHIPS: u64 = 1 << 0;
const ROCKS: u64 = 1 << 1;

/// Units per second.
#[derive(Component)]
struct Velocity(Vec2);

#[derive(Component)]
struct Gunner;

/// Totals since the start.
#[derive(Resource, Default)]
struct Tally {
    bumps: usize,
    hits: usize,
    asking: Duration,
}

fn fly(mut ships: Query<'_, '_, (&mut Collider, &mut Velocity)>, half: Res<'_, Half>) {
    for (mut collider, mut velocity) in &mut ships {
        let ahead = collider.center() + velocity.0;
        if ahead.abs().max_element() > half.0 {
            velocity.0 = -velocity.0;
        }
        // A shape whose coordinates would overflow stays where it is.
        collider.0 = collider.translated(velocity.0 * SECONDS_PER_TICK).unwrap_or(collider.0);
    }
}

/// Half the side length of the world.
#[derive(Resource)]
struct Half(f32);

fn shoot(
    spatial: SpatialQuery<'_>,
    gunners: Query<'_, '_, (Entity, &Collider, &Velocity), With<Gunner>>,
    mut shots: Local<'_, Vec<EntityQuery<Ray>>>,
    mut hits: Local<'_, RayHits>,
    mut tally: ResMut<'_, Tally>,
) -> Result {
    let start = Instant::now();
    shots.clear();
    for (entity, collider, velocity) in &gunners {
        let ray = Ray::new(collider.center(), velocity.0.normalize_or(Vec2::X), 40.0)?;
        shots.push(EntityQuery::new(ray).except(entity).on(Layers::new(SHIPS, SHIPS | ROCKS)));
    }
    spatial.now().ray_batch_into(&shots, Mode::First(1), &mut hits)?;
    tally.hits += hits.total();
    tally.asking += start.elapsed();
    Ok(())
}

fn count(mut started: MessageReader<'_, '_, CollisionStarted>, mut tally: ResMut<'_, Tally>) {
    tally.bumps += started.read().count();
}

/// `number` entities on a square: one in ten is a rock, the others are ships. One in a hundred has a gun.
fn app(number: u32) -> App {
    let half = (number as f32).sqrt() * 2.0;
    let mut app = App::new();
    app.add_plugins(CollidePlugin::new(Update))
        .insert_resource(Half(half))
        .init_resource::<Tally>()
        .add_systems(Update, fly.before(CollideSystems::Follow))
        .add_systems(Update, (count, shoot).chain().after(CollideSystems::Emit));
    let world = app.world_mut();
    for index in 0..number {
        // A low-discrepancy sequence: evenly spread, without random numbers.
        let share = |step: f64| ((f64::from(index) * step).fract() * 2.0 - 1.0) as f32;
        let place = Vec2::new(share(0.754_877_666), share(0.569_840_291)) * half;
        let Ok(circle) = Circle::new(place, 0.5) else { continue };
        let id = StableId(u64::from(index));
        if index % 10 == 0 {
            world.spawn((Collider::from(circle), id, Mobility::Static, Layers::new(ROCKS, SHIPS)));
            continue;
        }
        let velocity = Velocity(Vec2::from_angle(index as f32 * 2.4) * 5.0);
        let mut ship = world.spawn((Collider::from(circle), id, velocity, Layers::new(SHIPS, SHIPS | ROCKS)));
        if index % 100 == 1 {
            ship.insert(Gunner);
        }
    }
    app
}

fn main() {
    const TICKS: u32 = 120;
    let mut app = app(100_000);
    app.update();
    app.world_mut().resource_mut::<Tally>().asking = Duration::ZERO;
    let start = Instant::now();
    (0..TICKS).for_each(|_| app.update());
    let tick = start.elapsed() / TICKS;
    let (collisions, tally) = (app.world().resource::<Collisions>(), app.world().resource::<Tally>());
    let engine = collisions.world();
    println!("{} entities, {} pairs at the last tick", engine.len(), engine.pairs().len());
    println!("{} collisions began, {} shots hit", tally.bumps, tally.hits);
    println!("mean time of a tick: {tick:.2?}, of which the shots took {:.2?}", tally.asking / TICKS);
    println!("engine: {}", engine.recent());
    println!("fingerprint {:016x}", engine.fingerprint());
}

#[cfg(test)]
mod tests {
    use super::{Tally, app};

    #[test]
    fn a_smaller_one_goes_well() {
        let mut app = app(2_000);
        (0..30).for_each(|_| app.update());
        let tally = app.world().resource::<Tally>();
        assert!(tally.bumps > 100 && tally.hits > 10, "{} bumps, {} hits", tally.bumps, tally.hits);
    }
}
