//! The character controller of rapier2d, and its sweep of a shape that turns.
//!
//! The controller keeps a gap of a hundredth of a unit and climbs every slope; snapping to the ground is off, as in a
//! game seen from above.

use std::f32::consts::PI;
use std::time::{Duration, Instant};

use collide2d::{Turning, Vec2};
use rapier2d::control::{CharacterLength, KinematicCharacterController};
use rapier2d::dynamics::{IntegrationParameters, RigidBodySet};
use rapier2d::geometry::{BroadPhaseBvh, ColliderBuilder, ColliderSet};
use rapier2d::math::{Pose, Vector};
use rapier2d::parry::query::{DefaultQueryDispatcher, NonlinearRigidMotion};
use rapier2d::parry::shape::{Ball, Cuboid};
use rapier2d::pipeline::QueryFilter;

use crate::posed::posed;
use crate::scenes::{Contender, RADIUS, Scene};

pub struct Rapier {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad_phase: BroadPhaseBvh,
    controller: KinematicCharacterController,
}

impl Rapier {
    pub fn new(scene: &Scene) -> Self {
        let (bodies, mut colliders, mut broad_phase) = (RigidBodySet::new(), ColliderSet::new(), BroadPhaseBvh::new());
        let parameters = IntegrationParameters::default();
        for wall in &scene.walls {
            let (pose, shape) = posed(wall);
            let handle = colliders.insert(ColliderBuilder::new(shape).position(pose));
            broad_phase.set_aabb(&parameters, handle, colliders[handle].compute_aabb());
        }
        broad_phase.update(&parameters, &colliders, &bodies, &[], &[], &mut Vec::new());
        let controller = KinematicCharacterController {
            offset: CharacterLength::Absolute(0.01),
            max_slope_climb_angle: PI,
            // Signed angles are compared with it: only so does a shape slide along every wall.
            min_slope_slide_angle: -PI,
            snap_to_ground: None,
            ..KinematicCharacterController::default()
        };
        Self { bodies, colliders, broad_phase, controller }
    }

    /// The time to turn each door, and the sum of the angles.
    pub fn turn(&self, doors: &[Turning]) -> (Duration, f64) {
        let (dispatcher, start, mut sum) = (DefaultQueryDispatcher, Instant::now(), 0.0);
        let queries =
            self.broad_phase.as_query_pipeline(&dispatcher, &self.bodies, &self.colliders, QueryFilter::default());
        for door in doors {
            let (rect, pivot) = (door.rect(), door.pivot());
            let (center, half) = (rect.center(), rect.half_extents());
            let pose = Pose::new(Vector::new(center.x, center.y), rect.rotor().angle());
            let local = pose.inverse_transform_point(Vector::new(pivot.x, pivot.y));
            let motion = NonlinearRigidMotion::new(pose, local, Vector::ZERO, door.angle());
            let hit = queries.cast_shape_nonlinear(&motion, &Cuboid::new(Vector::new(half.x, half.y)), 0.0, 1.0, true);
            sum += f64::from(hit.map_or(1.0, |(_, hit)| hit.time_of_impact) * door.angle().abs());
        }
        (start.elapsed(), sum)
    }
}

impl Contender for Rapier {
    fn name(&self) -> &'static str {
        "rapier2d, character controller"
    }

    fn run(&mut self, movers: &[(Vec2, Vec2)], ticks: usize) -> (Duration, Vec<Vec2>) {
        let mut places: Vec<Vec2> = movers.iter().map(|(at, _)| *at).collect();
        let (dispatcher, ball, start) = (DefaultQueryDispatcher, Ball::new(RADIUS), Instant::now());
        let queries =
            self.broad_phase.as_query_pipeline(&dispatcher, &self.bodies, &self.colliders, QueryFilter::default());
        for _ in 0..ticks {
            for (place, (_, step)) in places.iter_mut().zip(movers) {
                let (pose, step) = (Pose::translation(place.x, place.y), Vector::new(step.x, step.y));
                let moved = self.controller.move_shape(1.0 / 60.0, &queries, &ball, &pose, step, |_| {});
                *place += Vec2::new(moved.translation.x, moved.translation.y);
            }
        }
        (start.elapsed(), places)
    }
}
