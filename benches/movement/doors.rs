//! Doors that turn by a quarter among the static circles.

use std::f32::consts::{FRAC_PI_2, TAU};
use std::time::{Duration, Instant};

use collide_bench::{median, numbers};
use collide2d::{OrientedRect, Query, Relation, Rotor, Turning, Vec2, World, relation};

use crate::rapier::Rapier;
use crate::scenes::{Scene, world_of};

/// Half of the length and of the width of a door.
const HALF: Vec2 = Vec2::new(0.4, 0.05);

/// One door for each mover, with its hinge where the mover starts and in a direction in which it is free.
fn doors(scene: &Scene, world: &World) -> Vec<Turning> {
    let (mut next, queries) = (numbers(), world.queries());
    let is_free = |door: &OrientedRect| {
        let mut near = queries.overlap(*door).into_iter().filter_map(|handle| queries.shape(handle));
        near.all(|wall| relation(*door, wall) != Relation::Interior)
    };
    let door = |(hinge, _): &(Vec2, Vec2)| {
        let mut any = || {
            let (angle, turn) = (next() * TAU, if next() < 0.5 { -FRAC_PI_2 } else { FRAC_PI_2 });
            let center = *hinge + Vec2::from_angle(angle) * HALF.x;
            (OrientedRect::new(center, HALF, Rotor::from_angle(angle).expect("finite")).expect("finite"), turn)
        };
        let (rect, turn) = (0..64).map(|_| any()).find(|(rect, _)| is_free(rect))?;
        Turning::new(rect, *hinge, turn).ok()
    };
    scene.movers.iter().filter_map(door).collect()
}

fn turn(world: &World, doors: &[Turning]) -> (Duration, f64) {
    let (queries, start) = (world.queries(), Instant::now());
    let angles = doors.iter().map(|door| (door.angle() - queries.turn(Query::new(*door)).left).abs());
    let sum = angles.map(f64::from).sum();
    (start.elapsed(), sum)
}

/// Prints nanoseconds for a turn and the mean angle, beside rapier's `cast_shape_nonlinear`.
pub fn measure(scene: &Scene, turns: usize) {
    let (world, rapier) = (world_of(scene), Rapier::new(scene));
    let doors = doors(scene, &world);
    let (mut ours, mut peers) = (Vec::new(), Vec::new());
    for _ in 0..turns {
        ours.push(turn(&world, &doors));
        peers.push(rapier.turn(&doors));
    }
    println!("doors in the {}: {} doors, {} static shapes", scene.name, doors.len(), scene.walls.len());
    let mut first = None;
    for (name, runs) in [("turn", ours), ("rapier2d, cast_shape_nonlinear", peers)] {
        let angle = runs[0].1 / doors.len() as f64;
        let time = median(runs.into_iter().map(|(time, _)| time).collect()).as_nanos() as f64 / doors.len() as f64;
        let ratio = time / *first.get_or_insert(time);
        println!("  {name:32} {time:8.1} ns  {ratio:6.2}  mean angle {angle:.3}");
    }
}
