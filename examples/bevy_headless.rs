//! Entities live in Bevy's ECS, without a renderer, and `collide2d` stores none of them: shapes in, pairs of indices
//! out.
//!
//!     cargo run --release --example bevy_headless

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use collide2d::{Batch, Circle, Rect, Settings, Shape, Threads, Vec2};

const SHIPS: u16 = 5_000;
const SECONDS_PER_TICK: f32 = 1.0 / 60.0;

/// The position and size of an entity.
#[derive(Component)]
struct Body(Shape);

/// Units per second.
#[derive(Component)]
struct Velocity(Vec2);

#[derive(Component)]
struct Hull(u32);

/// Two entities overlap at this tick.
#[derive(Message, Debug, PartialEq)]
struct Overlap(Entity, Entity);

/// The search and its buffers, reused at each tick.
#[derive(Resource)]
struct Overlaps {
    batch: Batch,
    entities: Vec<Entity>,
    shapes: Vec<Shape>,
    pairs: Vec<(u32, u32)>,
}

fn roll(mut bodies: Query<'_, '_, (&mut Body, &Velocity)>) {
    for (mut body, velocity) in &mut bodies {
        // An error if a coordinate would not be finite; the body then stays where it is.
        if let Ok(moved) = body.0.translated(velocity.0 * SECONDS_PER_TICK) {
            body.0 = moved;
        }
    }
}

fn find_overlaps(
    bodies: Query<'_, '_, (Entity, &Body)>,
    mut overlaps: ResMut<'_, Overlaps>,
    mut messages: MessageWriter<'_, Overlap>,
) -> Result {
    let Overlaps { batch, entities, shapes, pairs } = &mut *overlaps;
    entities.clear();
    shapes.clear();
    for (entity, body) in &bodies {
        entities.push(entity);
        shapes.push(body.0);
    }
    batch.pairs_into(shapes, pairs)?;
    messages.write_batch(pairs.iter().map(|&(a, b)| Overlap(entities[a as usize], entities[b as usize])));
    Ok(())
}

fn damage(mut messages: MessageReader<'_, '_, Overlap>, mut hulls: Query<'_, '_, &mut Hull>) {
    for Overlap(a, b) in messages.read() {
        for entity in [a, b] {
            if let Ok(mut hull) = hulls.get_mut(*entity) {
                hull.0 = hull.0.saturating_sub(1);
            }
        }
    }
}

/// A field of ships that fly to a station in the middle.
fn app() -> App {
    let mut app = App::new();
    let settings = Settings { threads: Threads::Serial, ..Settings::default() };
    app.insert_resource(Overlaps { batch: Batch::new(settings), entities: vec![], shapes: vec![], pairs: vec![] })
        .add_message::<Overlap>()
        .add_systems(Update, (roll, find_overlaps, damage).chain());
    for index in 0..SHIPS {
        let turn = Vec2::from_angle(f32::from(index) * 2.4);
        let place = turn * (8.0 + f32::from(index) * 0.05);
        if let Ok(circle) = Circle::new(place, 0.5) {
            app.world_mut().spawn((Body(circle.into()), Velocity(turn * -6.0), Hull(100)));
        }
    }
    if let Ok(station) = Rect::new(Vec2::splat(-3.0), Vec2::splat(3.0)) {
        app.world_mut().spawn((Body(station.into()), Velocity(Vec2::ZERO)));
    }
    app
}

fn main() {
    let mut app = app();
    for _ in 0..120 {
        app.update();
    }
    let overlaps = app.world().resource::<Overlaps>().pairs.len();
    let mut hulls = app.world_mut().query::<&Hull>();
    let lost: u32 = hulls.iter(app.world()).map(|hull| 100 - hull.0).sum();
    println!("{SHIPS} ships, {overlaps} overlaps at the last tick, {lost} points of hull lost");
}

#[cfg(test)]
mod tests {
    use bevy_ecs::message::Messages;
    use collide2d::overlaps;

    use super::{Hull, Overlap, Overlaps, SHIPS, app};

    #[test]
    fn ships_collide() {
        let mut app = app();
        for _ in 0..60 {
            app.update();
        }
        let found = app.world().resource::<Overlaps>();
        assert_eq!(found.shapes.len(), usize::from(SHIPS) + 1);
        assert!(!found.pairs.is_empty());
        let expected: Vec<_> =
            found.pairs.iter().map(|&(a, b)| Overlap(found.entities[a as usize], found.entities[b as usize])).collect();
        assert!(found.pairs.iter().all(|&(a, b)| overlaps(found.shapes[a as usize], found.shapes[b as usize])));
        let messages = app.world().resource::<Messages<Overlap>>();
        assert!(messages.iter_current_update_messages().eq(&expected));
        let mut hulls = app.world_mut().query::<&Hull>();
        assert!(hulls.iter(app.world()).any(|hull| hull.0 < 100));
    }
}
