//! The shape of a headless server: a fixed tick, the messages of clients in between, shots in the past, and what each
//! player may see. Bots stand for the clients.
//!
//!     cargo run --release -p collide-bevy --example server

#![expect(elided_lifetimes_in_paths, reason = "systems are usually written without lifetimes")]

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bevy_app::{App, AppExit, FixedPreUpdate, FixedUpdate, ScheduleRunnerPlugin};
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin};
use collide_bevy::prelude::*;

const TICKS_PER_SECOND: f64 = 60.0;
const PLAYERS: u64 = 1 << 0;
const WALLS: u64 = 1 << 1;
const SPEED: f32 = 0.1;

/// What clients send.
enum Input {
    Walk {
        player: u64,
        way: [f32; 2],
    },
    /// A shot as the player saw it at this tick, interpolated between two.
    Shoot {
        player: u64,
        way: [f32; 2],
        at: f64,
    },
}

/// The messages from the network threads.
#[derive(Resource)]
struct Inbox(Mutex<Receiver<Input>>);

/// The entity of each player.
#[derive(Resource, Default)]
struct Players(BTreeMap<u64, Entity>);

#[derive(Component, Default)]
struct Walking([f32; 2]);

#[derive(Component)]
struct Health(u32);

#[derive(Resource, Default, Debug)]
struct Score {
    shots: u32,
    hits: u32,
    bumps: usize,
}

/// Applies the messages that have arrived since the last tick. An invalid one has no effect.
fn receive(
    inbox: Res<Inbox>,
    players: Res<Players>,
    spatial: SpatialQuery,
    mut walking: Query<(&mut Walking, &Collider)>,
    mut health: Query<&mut Health>,
    mut score: ResMut<Score>,
) {
    let inbox = inbox.0.lock().unwrap_or_else(PoisonError::into_inner);
    for input in inbox.try_iter() {
        match input {
            Input::Walk { player, way } => {
                let Some(entity) = players.0.get(&player) else { continue };
                if let Ok((mut walking, _)) = walking.get_mut(*entity) {
                    walking.0 = way;
                }
            }
            Input::Shoot { player, way, at } => {
                let Some(entity) = players.0.get(&player) else { continue };
                let Ok((_, collider)) = walking.get(*entity) else { continue };
                let Ok(ray) = Ray::new(collider.position::<[f32; 2]>(), way, 30.0) else { continue };
                // Lag compensation: the entities are where the player saw them.
                let Ok(past) = spatial.at(at) else { continue };
                score.shots += 1;
                let Some((hit, _)) = past.ray(EntityQuery::new(ray).except(*entity)) else { continue };
                if let Ok(mut health) = health.get_mut(hit) {
                    health.0 = health.0.saturating_sub(1);
                    score.hits += 1;
                }
            }
        }
    }
}

/// Players slide along walls, and pass each other.
fn walk(mut players: Query<(&Walking, &mut Motion)>) {
    for (walking, mut motion) in &mut players {
        motion.0 = walking.0.map(|part| part.clamp(-1.0, 1.0) * SPEED);
    }
}

fn count(mut started: MessageReader<CollisionStarted>, mut score: ResMut<Score>) {
    score.bumps += started.read().count();
}

/// Stops after some ticks, where a server would go on.
fn stop(collisions: Res<Collisions>, last: Res<LastTick>, mut exit: MessageWriter<AppExit>) {
    if collisions.world().tick() >= last.0 {
        exit.write(AppExit::Success);
    }
}

#[derive(Resource)]
struct LastTick(u64);

fn server(players: u64, last: u64) -> Result<(App, Sender<Input>), ShapeError> {
    let (sender, receiver) = channel();
    let settings =
        Settings { events: true, history: History { ticks: 64, ..History::default() }, ..Settings::default() };
    let mut app = App::new();
    app.add_plugins((TimePlugin, ScheduleRunnerPlugin::run_loop(Duration::from_millis(1))))
        .add_plugins(CollidePlugin::default().with_settings(settings))
        .insert_resource(Time::<Fixed>::from_hz(TICKS_PER_SECOND))
        .insert_resource(Inbox(Mutex::new(receiver)))
        .insert_resource(LastTick(last))
        .init_resource::<Players>()
        .init_resource::<Score>()
        .add_systems(FixedPreUpdate, receive)
        .add_systems(FixedUpdate, walk)
        .add_systems(FixedPreUpdate, (count, stop).before(receive));
    let world = app.world_mut();
    let side = (players as f32).sqrt() * 2.0;
    for wall in 0..4 {
        let along = Collider::rectangle(2.0 * side + 1.0, 1.0)?.at([0.0, side])?;
        let wall = along.rotated_about_origin(std::f32::consts::FRAC_PI_2 * wall as f32)?;
        world.spawn((wall, Mobility::Static, Layers::new(WALLS, PLAYERS)));
    }
    for player in 0..players {
        let angle = player as f32 * 2.4;
        let away = side * 0.9 * ((player as f32 + 0.5) / players as f32).sqrt();
        let collider = Collider::circle(0.4)?.at([angle.cos() * away, angle.sin() * away])?;
        let layers = Layers::new(PLAYERS, PLAYERS | WALLS);
        let entity =
            world.spawn((collider, StableId(player), layers, Motion::default(), Walking::default(), Health(9)));
        let entity = entity.id();
        world.resource_mut::<Players>().0.insert(player, entity);
    }
    Ok((app, sender))
}

/// A bot for each player: walks straight on, and shoots at where others were two ticks ago.
fn bots(sender: &Sender<Input>, players: u64, tick: u64) {
    for player in 0..players {
        let angle = player as f32 + tick as f32 * 0.01;
        let way = [angle.cos(), angle.sin()];
        // The server ends first: then there is no receiver.
        let _ = sender.send(Input::Walk { player, way });
        if (player + tick).is_multiple_of(60) {
            let _ = sender.send(Input::Shoot { player, way, at: tick.saturating_sub(2) as f64 });
        }
    }
}

fn main() -> Result<(), ShapeError> {
    const PLAYERS: u64 = 200;
    let (mut app, sender) = server(PLAYERS, 120)?;
    std::thread::spawn(move || {
        for tick in 0..120 {
            bots(&sender, PLAYERS, tick);
            std::thread::sleep(Duration::from_secs_f64(1.0 / TICKS_PER_SECOND));
        }
    });
    app.add_systems(FixedUpdate, |collisions: Res<Collisions>, score: Res<Score>, last: Res<LastTick>| {
        if collisions.world().tick() + 1 == last.0 {
            println!("{:?}\n{}", *score, collisions.world().recent());
        }
    });
    app.run();
    Ok(())
}

#[cfg(test)]
mod tests {
    use bevy_app::{FixedPostUpdate, FixedPreUpdate, FixedUpdate};

    use super::{Score, bots, server};

    #[test]
    fn bots_bump_and_shoot() {
        let (mut app, sender) = server(50, u64::MAX).unwrap();
        for tick in 0..200 {
            bots(&sender, 50, tick);
            app.world_mut().run_schedule(FixedPreUpdate);
            app.world_mut().run_schedule(FixedUpdate);
            app.world_mut().run_schedule(FixedPostUpdate);
        }
        let score = app.world().resource::<Score>();
        assert!(score.bumps > 5 && score.shots > 50 && score.hits > 5, "{score:?}");
    }
}
