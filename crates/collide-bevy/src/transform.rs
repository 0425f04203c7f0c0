use bevy_app::App;
use bevy_ecs::intern::Interned;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::systems::{
    StaticTransformOptimizations, mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms,
};
use collide2d::Rotor;
use collide2d::error::ShapeError;

use crate::{CollideSystems, Pose};

/// The position in the xy plane, and the rotation around the z axis. The scale is ignored.
///
/// A `Transform` is relative to its parent: use it for entities without a parent, and [`GlobalTransform`] for others.
impl Pose for Transform {
    const SET_POSITION: Option<fn(&mut Self, [f32; 2])> =
        Some(|pose, [x, y]| (pose.translation.x, pose.translation.y) = (x, y));

    fn position(&self) -> [f32; 2] {
        [self.translation.x, self.translation.y]
    }

    fn rotation(&self) -> Option<Result<Rotor, ShapeError>> {
        let q = self.rotation;
        rotation_of(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y + q.w * q.z))
    }
}

/// The position in the xy plane and the rotation around the z axis, with those of the parents. Scales move children, and
/// do not change the size of their shapes.
///
/// Bevy computes it in `PostUpdate`, once a frame. So that colliders are never behind their `Transform`, the
/// [`FollowPlugin`](crate::FollowPlugin) runs Bevy's propagation in [`CollideSystems::Pose`], too. It works without
/// Bevy's `TransformPlugin`.
impl Pose for GlobalTransform {
    fn position(&self) -> [f32; 2] {
        let place = self.translation();
        [place.x, place.y]
    }

    fn rotation(&self) -> Option<Result<Rotor, ShapeError>> {
        let along = self.affine().matrix3.x_axis;
        rotation_of(along.x, along.y)
    }

    fn add_systems(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
        let propagate = (mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms).chain();
        app.init_resource::<StaticTransformOptimizations>()
            .add_systems(schedule, propagate.in_set(CollideSystems::Pose));
    }
}

/// The rotation of the x axis to the direction `(x, y)`. `None` for no rotation, so that rectangles stay axis-aligned.
fn rotation_of(x: f32, y: f32) -> Option<Result<Rotor, ShapeError>> {
    let straight = y == 0.0 && x > 0.0;
    (!straight).then(|| Rotor::new(x, y))
}
