//! The same game on rapier2d, as a careful user writes it: `KinematicCharacterController` for steps, pairs of the narrow
//! phase for crowds, `CollisionPipeline` for events, and queries for attacks and views.
//!
//! Of several ways the fastest is taken. Colliders have no rigid bodies. All but walls are sensors, so that the narrow
//! phase decides overlap and computes no contacts. The walls are also in sets of their own, for steps: with one set for
//! all, `walk` takes 1.8 times as long. Crowds move apart by pairs of the narrow phase: with a query for each actor,
//! `separate` and `step` together take 2.5 times as long.
//!
//! Unequal: rapier has no past. Attacks see the present, and a rocket starts at its owner. Decisions are rounded, and the
//! controller keeps a gap of a hundredth of an actor's height from walls. A sword strikes the discs whose center is in its
//! sector, not all discs that the sector meets. An actor respawns at the first free place of 16, because there is no
//! search around a place. Pairs and events have no defined order.

mod attack;
mod movement;
mod physics;
mod views;

use std::f32::consts::PI;

use collide_bench::whole_server::{Contender, Part};
use collide_rules::{
    Bots, HEALTH, Input, PICKUP_RADIUS, PICKUP_RETURNS, RADIUS, ROCKETS, Score, Team, layers, map, places, size,
};
use collide2d::Vec2;
use rapier2d::control::KinematicCharacterController;
use rapier2d::geometry::{ColliderBuilder, ColliderHandle, CollisionEvent};
use rapier2d::math::{Pose, Vector};
use rapier2d::parry::shape::Ball;

use crate::posed::posed;
use physics::{Physics, vector};
use views::View;

/// The user data of a pickup is its index with this bit; that of an actor its index; that of a wall is `WALL`.
const PICKUP: u128 = 1 << 64;
const WALL: u128 = 1 << 65;

/// The number of places to try.
const PLACES: usize = 16;

struct Actor {
    /// `None` until it respawns.
    handle: Option<ColliderHandle>,
    team: Team,
    health: i32,
    rockets: u32,
    returns: u64,
    reloaded: u64,
}

struct Rocket {
    owner: usize,
    at: Vector,
    velocity: Vector,
    flies_until: u64,
}

#[derive(Clone)]
struct Pickup {
    handle: Option<ColliderHandle>,
    returns: u64,
}

/// The game.
pub struct Rapier {
    physics: Physics,
    /// The walls alone.
    walls: Physics,
    controller: KinematicCharacterController,
    half: f32,
    seed: u64,
    tick: u64,
    bots: Bots,
    inputs: Vec<Input>,
    actors: Vec<Actor>,
    pickups: Vec<Pickup>,
    rockets: Vec<Rocket>,
    /// Of the first actors.
    views: Vec<View>,
    score: Score,
}

impl Rapier {
    pub fn new(bots: usize, players: usize) -> Self {
        let (half, walls) = size(bots + players);
        let (mut places, mut physics, mut static_walls) = (places(7, half), Physics::new(), Physics::new());
        for wall in map(walls, half, &mut places).expect("valid walls") {
            let (pose, shape) = posed(&wall);
            let wall = ColliderBuilder::new(shape).position(pose).user_data(WALL);
            static_walls.insert(wall.clone(), layers::wall());
            physics.insert(wall, layers::wall());
        }
        static_walls.step();
        let actor = |number| Actor {
            handle: None,
            team: Team::of(number),
            health: HEALTH,
            rockets: ROCKETS,
            returns: 0,
            reloaded: 0,
        };
        let mut game = Self {
            physics,
            walls: static_walls,
            controller: controller(),
            half,
            seed: 0,
            tick: 0,
            bots: Bots::new(5),
            inputs: Vec::new(),
            actors: (0..bots + players).map(actor).collect(),
            pickups: vec![Pickup { handle: None, returns: 0 }; (bots + players) / 10],
            rockets: Vec::new(),
            views: (0..players).map(|_| View::default()).collect(),
            score: Score::default(),
        };
        game.bots.grow(bots + players);
        game.respawn(&mut places);
        game
    }

    fn step(&mut self) {
        self.physics.step();
        self.tick += 1;
    }

    fn take_pickups(&mut self) {
        for event in self.physics.take_events() {
            let CollisionEvent::Started(a, b, _) = event else { continue };
            let data = [a, b].map(|handle| self.physics.colliders.get(handle).map_or(WALL, |found| found.user_data));
            let (taken, by) = if data[0] & PICKUP != 0 { (data[0], data[1]) } else { (data[1], data[0]) };
            let Some(pickup) = self.pickups.get_mut((taken ^ PICKUP) as usize).filter(|_| taken & PICKUP != 0) else {
                continue;
            };
            let (Some(actor), Some(handle)) = (self.actors.get_mut(by as usize), pickup.handle.take()) else {
                continue;
            };
            pickup.returns = self.tick + PICKUP_RETURNS;
            actor.rockets += 1;
            self.score.pickups += 1;
            self.physics.remove(handle);
        }
    }

    fn respawn(&mut self, places: &mut dyn FnMut() -> Vec2) {
        for number in 0..self.actors.len() {
            let Actor { handle: None, returns, team, .. } = self.actors[number] else { continue };
            if returns <= self.tick
                && let Some(at) = self.free_place(RADIUS, places)
            {
                let body = ColliderBuilder::ball(RADIUS).sensor(true).translation(at).user_data(number as u128);
                let handle = self.physics.insert(body, layers::body(team));
                let handle = Some(handle);
                self.actors[number] = Actor { handle, health: HEALTH, rockets: ROCKETS, ..self.actors[number] };
                self.score.returns += 1;
            }
        }
        for number in 0..self.pickups.len() {
            let Pickup { handle: None, returns } = self.pickups[number] else { continue };
            if returns <= self.tick
                && let Some(at) = self.free_place(PICKUP_RADIUS, places)
            {
                let data = PICKUP | number as u128;
                let pickup = ColliderBuilder::ball(PICKUP_RADIUS).sensor(true).translation(at).user_data(data);
                self.pickups[number].handle = Some(self.physics.insert(pickup, layers::pickup()));
            }
        }
    }

    /// The first of some places that is free for a disc.
    fn free_place(&self, radius: f32, places: &mut dyn FnMut() -> Vec2) -> Option<Vector> {
        let (queries, disc) = (self.physics.queries(layers::ROOM), Ball::new(radius));
        let is_free = |at: &Vector| queries.intersect_shape(Pose::from_translation(*at), &disc).next().is_none();
        (0..PLACES).map(|_| vector(places())).find(is_free)
    }
}

impl Contender for Rapier {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        let (bots, tick) = (&self.bots, self.tick);
        self.inputs.clear();
        self.inputs.extend((0..self.actors.len()).map(|number| bots.input(number, tick, tick as f64)));
    }

    fn run(&mut self, part: Part) -> bool {
        let inputs = std::mem::take(&mut self.inputs);
        match part {
            Part::Walk => self.walk(&inputs),
            Part::Separate => self.separate(),
            Part::Step => self.step(),
            Part::Pickups => self.take_pickups(),
            Part::Attacks => self.attack(&inputs),
            Part::Rockets => self.fly(),
            Part::Respawn => self.respawn(&mut places(self.seed, self.half)),
            Part::Views => self.look(),
        }
        self.inputs = inputs;
        true
    }

    fn actors(&self) -> Vec<Vec2> {
        let place = |handle: ColliderHandle| self.physics.colliders[handle].translation();
        self.actors.iter().filter_map(|actor| actor.handle).map(place).map(|at| Vec2::new(at.x, at.y)).collect()
    }

    fn score(&self) -> Option<Score> {
        Some(self.score)
    }
}

/// A controller for a game seen from above: there is no ground, and actors slide along walls of every direction.
///
/// The controller compares angles that have a sign, from -PI to PI, with these limits. With `PI` as the second one, a
/// quarter of the actors at walls would stand still.
fn controller() -> KinematicCharacterController {
    KinematicCharacterController {
        max_slope_climb_angle: PI,
        min_slope_slide_angle: -PI,
        snap_to_ground: None,
        ..KinematicCharacterController::default()
    }
}
