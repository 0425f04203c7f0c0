//! Guns, swords and rockets, all in the present.

use collide_rules::layers::{OPAQUE, attacks};
use collide_rules::{
    GUN_DAMAGE, GUN_RANGE, Input, RELOAD, RESPAWN, ROCKET_DAMAGE, ROCKET_RADIUS, ROCKET_SPEED, ROCKET_TICKS, SECONDS,
    SWORD_DAMAGE, SWORD_DEGREES, SWORD_LENGTH, Weapon,
};
use rapier2d::geometry::{ColliderHandle, Ray};
use rapier2d::math::{Pose, Vector};
use rapier2d::parry::query::ShapeCastOptions;
use rapier2d::parry::shape::Ball;

use super::physics::vector;
use super::{Rapier, Rocket, WALL};

impl Rapier {
    pub(super) fn attack(&mut self, inputs: &[Input]) {
        for (number, input) in inputs.iter().enumerate() {
            let Input { aim, attack: Some(weapon), .. } = *input else { continue };
            let actor = &mut self.actors[number];
            let (Some(handle), true) = (actor.handle, actor.reloaded <= self.tick) else { continue };
            actor.reloaded = self.tick + RELOAD;
            let aim = vector(aim.normalize_or_zero());
            match weapon {
                Weapon::Gun => self.shoot(number, handle, aim),
                Weapon::Rocket => self.launch(number, handle, aim),
                Weapon::Sword => self.strike(number, handle, aim),
            }
        }
    }

    fn shoot(&mut self, number: usize, shooter: ColliderHandle, aim: Vector) {
        self.score.shots += 1;
        let ray = Ray::new(self.physics.at(shooter), aim);
        let queries = self.physics.queries_except(attacks(self.actors[number].team), shooter);
        if let Some((hit, _)) = queries.cast_ray(&ray, GUN_RANGE, true) {
            self.hurt(hit, GUN_DAMAGE);
        }
    }

    /// All enemies with their center in a sector are struck, unless a wall is between.
    fn strike(&mut self, number: usize, owner: ColliderHandle, aim: Vector) {
        self.score.strikes += 1;
        let (from, disc) = (self.physics.at(owner), Ball::new(SWORD_LENGTH));
        let near = self.physics.queries_except(attacks(self.actors[number].team), owner);
        let walls = self.walls.queries(OPAQUE);
        let cosine = (SWORD_DEGREES / 2.0).to_radians().cos();
        let targets = near.intersect_shape(Pose::from_translation(from), &disc).filter(|(_, target)| {
            let way = target.translation() - from;
            way.dot(aim) >= way.length() * cosine && walls.cast_ray(&Ray::new(from, way), 1.0, true).is_none()
        });
        let struck: Vec<_> = targets.map(|(handle, _)| handle).collect();
        struck.into_iter().for_each(|handle| self.hurt(handle, SWORD_DAMAGE));
    }

    fn launch(&mut self, number: usize, owner: ColliderHandle, aim: Vector) {
        if self.actors[number].rockets == 0 {
            return;
        }
        self.actors[number].rockets -= 1;
        self.score.rockets += 1;
        let (at, flies_until) = (self.physics.at(owner), self.tick + ROCKET_TICKS);
        self.rockets.push(Rocket { owner: number, at, velocity: aim * ROCKET_SPEED, flies_until });
    }

    pub(super) fn fly(&mut self) {
        let disc = Ball::new(ROCKET_RADIUS);
        let options = ShapeCastOptions::with_max_time_of_impact(SECONDS);
        let (mut rockets, mut hurt) = (std::mem::take(&mut self.rockets), Vec::new());
        rockets.retain(|rocket| rocket.flies_until > self.tick);
        rockets.retain_mut(|rocket| {
            let owner = &self.actors[rocket.owner];
            let queries = match owner.handle {
                Some(handle) => self.physics.queries_except(attacks(owner.team), handle),
                None => self.physics.queries(attacks(owner.team)),
            };
            let hit = queries.cast_shape(&Pose::from_translation(rocket.at), rocket.velocity, &disc, options);
            rocket.at += rocket.velocity * SECONDS;
            hurt.extend(hit.map(|(handle, _)| handle));
            hit.is_none()
        });
        self.rockets = rockets;
        hurt.into_iter().for_each(|handle| self.hurt(handle, ROCKET_DAMAGE));
    }

    /// Hurts the actor of a collider, if it is one and still there.
    fn hurt(&mut self, handle: ColliderHandle, damage: i32) {
        let data = self.physics.colliders.get(handle).map_or(WALL, |hit| hit.user_data);
        let Some(actor) = usize::try_from(data).ok().and_then(|number| self.actors.get_mut(number)) else { return };
        self.score.hits += 1;
        actor.health -= damage;
        if actor.health <= 0 {
            (actor.handle, actor.returns) = (None, self.tick + RESPAWN);
            self.score.kills += 1;
            self.physics.remove(handle);
        }
    }
}
