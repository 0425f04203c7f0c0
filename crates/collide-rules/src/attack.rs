//! Stages 5 and 6: guns, swords and rockets.

use collide2d::{Circle, Handle, Mode, Moving, Query, Ray, Sector, Segment, Vec2};

use crate::game::{Attack, Error, Game, Hit, Input, RELOAD, RESPAWN, Rocket, SECONDS, Weapon};
use crate::layers::{OPAQUE, attacks};

/// How far a gun shoots.
pub const GUN_RANGE: f32 = 60.0;
/// The damage of a shot.
pub const GUN_DAMAGE: i32 = 20;

/// The radius of a rocket.
pub const ROCKET_RADIUS: f32 = 0.1;
/// Units a second.
pub const ROCKET_SPEED: f32 = 40.0;
/// Ticks for which a rocket flies.
pub const ROCKET_TICKS: u64 = 90;
/// The damage of a rocket.
pub const ROCKET_DAMAGE: i32 = 34;

/// The radius of the sector that a sword strikes.
pub const SWORD_LENGTH: f32 = 2.0;
/// The angle of that sector.
pub const SWORD_DEGREES: f32 = 100.0;
/// The damage of a strike.
pub const SWORD_DAMAGE: i32 = 50;

impl Game {
    /// Stage 5: attacks, in the time that each actor saw. Inputs are by actor.
    pub fn attack(&mut self, inputs: &[Input]) -> Result<(), Error> {
        self.buffers.hits.clear();
        self.buffers.attacks.clear();
        for (number, input) in inputs.iter().enumerate().take(self.actors.len()) {
            let Input { aim, attack: Some(weapon), shown, .. } = *input else { continue };
            let actor = &mut self.actors[number];
            let (Some(handle), true) = (actor.handle, actor.reloaded <= self.world.tick()) else { continue };
            let Some(aim) = aim.try_normalize() else { continue };
            // NaN is not a time.
            let Ok(time) = self.world.clamp_time(shown) else { continue };
            actor.reloaded = self.world.tick() + RELOAD;
            match weapon {
                Weapon::Gun => self.shoot(number, handle, aim, time)?,
                Weapon::Rocket => self.launch(number, handle, aim, time)?,
                Weapon::Sword => self.strike(number, handle, aim, time)?,
            }
        }
        Ok(())
    }

    fn shoot(&mut self, number: usize, shooter: Handle, aim: Vec2, time: f64) -> Result<(), Error> {
        self.score.shots += 1;
        let Some(shape) = self.world.shape(shooter) else { return Ok(()) };
        let ray = Query::new(Ray::new(shape.center(), aim, GUN_RANGE)?).on(attacks(self.actors[number].team));
        let hit = self.world.at(time)?.ray(ray.except(shooter).solid());
        let to = hit.map_or(shape.center() + aim * GUN_RANGE, |(_, hit)| hit.point);
        self.attacked(number, Weapon::Gun, [shape.center(), to], time);
        hit.map_or(Ok(()), |(hit, _)| self.hurt(number, hit, GUN_DAMAGE))
    }

    /// All enemies in a sector are struck, unless a wall is between.
    fn strike(&mut self, number: usize, owner: Handle, aim: Vec2, time: f64) -> Result<(), Error> {
        self.score.strikes += 1;
        let past = self.world.at(time)?;
        let Some(from) = past.shape(owner).map(|shape| shape.center()) else { return Ok(()) };
        let arc = Sector::facing(from, aim, SWORD_DEGREES, SWORD_LENGTH)?;
        let (mut struck, to) = (Vec::new(), from + aim * SWORD_LENGTH);
        for handle in past.sector(Query::new(arc).on(attacks(self.actors[number].team)).except(owner).solid()) {
            let Some(target) = past.shape(handle) else { continue };
            let sight = Query::new(Segment::new(from, target.center())?).on(OPAQUE);
            // A crate is no actor, but a wall before its own center.
            let sight = if self.crate_of(handle).is_some() { sight.except(handle) } else { sight };
            if !past.blocked(sight) {
                struck.push(handle);
            }
        }
        self.attacked(number, Weapon::Sword, [from, to], time);
        struck.into_iter().try_for_each(|handle| self.hurt(number, handle, SWORD_DAMAGE))
    }

    /// A rocket flies through what its owner saw up to now, then in the present.
    fn launch(&mut self, number: usize, owner: Handle, aim: Vec2, time: f64) -> Result<(), Error> {
        if self.actors[number].rockets == 0 {
            return Ok(());
        }
        self.actors[number].rockets -= 1;
        self.score.rockets += 1;
        let Some(shape) = self.world.shape(owner) else { return Ok(()) };
        let (now, velocity) = (self.now(), aim * ROCKET_SPEED);
        let way = velocity * ((now - time) as f32 * SECONDS);
        let disc = Circle::new(shape.center(), ROCKET_RADIUS)?;
        self.attacked(number, Weapon::Rocket, [shape.center(), shape.center() + way], time);
        let flight = Query::new(Moving::new(disc, way)?).on(attacks(self.actors[number].team)).except(owner).solid();
        match self.world.sweep_through(flight, time, now)? {
            Some(hit) => self.hurt(number, hit.handle, ROCKET_DAMAGE)?,
            None => {
                let flies_until = self.world.tick() + ROCKET_TICKS;
                self.rockets.push(Rocket { owner: number, shape: disc.translated(way)?, velocity, flies_until });
            }
        }
        Ok(())
    }

    /// Stage 6: rockets fly.
    pub fn fly(&mut self) -> Result<(), Error> {
        let tick = self.world.tick();
        self.rockets.retain(|rocket| rocket.flies_until > tick);
        let mut flights = Vec::with_capacity(self.rockets.len());
        for rocket in &self.rockets {
            let owner = &self.actors[rocket.owner];
            let flight = Query::new(Moving::new(rocket.shape, rocket.velocity * SECONDS)?);
            let flight = flight.on(attacks(owner.team)).solid();
            flights.push(owner.handle.map_or(flight, |handle| flight.except(handle)));
        }
        let mut hits = std::mem::take(&mut self.buffers.flights);
        self.world.queries().sweep_batch_into(&flights, Mode::First(1), &mut hits)?;
        let mut hurt = Vec::new();
        let (mut number, mut failed) = (0, None);
        self.rockets.retain_mut(|rocket| {
            let hit = hits.of(number).first();
            number += 1;
            match (hit, rocket.shape.translated(rocket.velocity * SECONDS)) {
                (Some((handle, _)), _) => hurt.push((rocket.owner, *handle)),
                (None, Ok(shape)) => rocket.shape = shape,
                (None, Err(error)) => failed = Some(error),
            }
            hit.is_none()
        });
        self.buffers.flights = hits;
        if let Some(error) = failed {
            return Err(error.into());
        }
        hurt.into_iter().try_for_each(|(owner, handle)| self.hurt(owner, handle, ROCKET_DAMAGE))
    }

    fn attacked(&mut self, by: usize, weapon: Weapon, [from, to]: [Vec2; 2], time: f64) {
        self.buffers.attacks.push(Attack { by, weapon, from, to, time });
    }

    /// Hurts the actor or the crate of an entity, if it is one and still there.
    fn hurt(&mut self, by: usize, target: Handle, damage: i32) -> Result<(), Error> {
        let Some(number) = self.actor_of(target) else { return self.chip(target, damage) };
        self.score.hits += 1;
        self.buffers.hits.push(Hit { by, target, damage });
        let actor = &mut self.actors[number];
        actor.health -= damage;
        if actor.health <= 0 {
            (actor.handle, actor.returns) = (None, self.world.tick() + RESPAWN);
            self.score.kills += 1;
            self.world.remove(target)?;
        }
        Ok(())
    }
}
