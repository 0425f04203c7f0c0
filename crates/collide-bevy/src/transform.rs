use bevy_transform::components::{GlobalTransform, Transform};
use collide2d::{Rotor, ShapeError};

use crate::Pose;

/// The position in the xy plane, and the rotation around the z axis. The scale is ignored.
///
/// A `Transform` is relative to its parent: use it for entities without a parent. [`GlobalTransform`] takes the parent
/// into account, but Bevy computes it once a frame, in `PostUpdate`, after the fixed schedules.
impl Pose for Transform {
    fn position(&self) -> [f32; 2] {
        [self.translation.x, self.translation.y]
    }

    fn rotation(&self) -> Option<Result<Rotor, ShapeError>> {
        let q = self.rotation;
        rotation_of(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y + q.w * q.z))
    }
}

/// The position in the xy plane and the rotation around the z axis, as last computed by Bevy. The scale is ignored.
impl Pose for GlobalTransform {
    fn position(&self) -> [f32; 2] {
        let place = self.translation();
        [place.x, place.y]
    }

    fn rotation(&self) -> Option<Result<Rotor, ShapeError>> {
        let along = self.affine().matrix3.x_axis;
        rotation_of(along.x, along.y)
    }
}

/// The rotation of the x axis to the direction `(x, y)`. `None` for no rotation, so that rectangles stay axis-aligned.
fn rotation_of(x: f32, y: f32) -> Option<Result<Rotor, ShapeError>> {
    let straight = y == 0.0 && x > 0.0;
    (!straight).then(|| Rotor::new(x, y))
}
