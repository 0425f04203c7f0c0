//! Steps along walls, and crowds that move apart.

use collide_rules::{Input, RADIUS, SECONDS, SPEED, layers};
use rapier2d::math::Vector;
use rapier2d::parry::shape::Ball;

use super::Rapier;
use super::physics::vector;

impl Rapier {
    pub(super) fn walk(&mut self, inputs: &[Input]) {
        for (number, input) in inputs.iter().enumerate() {
            let step = input.walk.normalize_or_zero() * (SPEED * SECONDS);
            if self.slide(number, vector(step)) {
                self.bots.stop(number);
            }
        }
    }

    /// Moves an actor along walls. Returns whether one stopped it.
    fn slide(&mut self, number: usize, step: Vector) -> bool {
        let Some(handle) = self.actors[number].handle else { return false };
        let (queries, disc, mut is_stopped) = (self.walls.queries(layers::STEPS), Ball::new(RADIUS), false);
        let collider = &mut self.physics.colliders[handle];
        let (at, pose) = (collider.translation(), *collider.position());
        let moved = self.controller.move_shape(SECONDS, &queries, &disc, &pose, step, |_| is_stopped = true);
        collider.set_translation(at + moved.translation);
        is_stopped
    }

    /// Two rounds. Each updates both phases and pushes the actors of each pair apart, each by half of their overlap. Most
    /// of the work of `step` is done here.
    pub(super) fn separate(&mut self) {
        for _ in 0..2 {
            self.physics.step();
            for (number, push) in self.pushes().into_iter().enumerate() {
                if push != Vector::ZERO {
                    self.slide(number, push);
                }
            }
        }
    }

    fn pushes(&self) -> Vec<Vector> {
        let mut pushes = vec![Vector::ZERO; self.actors.len()];
        for pair in self.physics.pairs() {
            let [a, b] = pair.map(|handle| &self.physics.colliders[handle]);
            let numbers = [a, b].map(|collider| usize::try_from(collider.user_data));
            let [Ok(first), Ok(second)] = numbers else { continue };
            let way = b.translation() - a.translation();
            let far = way.length();
            let push = if far > 0.0 { way * ((2.0 * RADIUS - far) * 0.5 / far) } else { Vector::X * RADIUS };
            pushes[first] -= push;
            pushes[second] += push;
        }
        pushes
    }
}
