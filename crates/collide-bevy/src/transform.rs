use bevy_transform::components::{GlobalTransform, Transform};
use collide2d::{Rotor, ShapeError, Vec2};

use crate::Pose;

/// In the plane of x and y: where it is, and its rotation around z. What it is scaled by is not looked at.
///
/// Relative to its parent, if it has one: for those without. Bevy computes [`GlobalTransform`] once a frame, in `PostUpdate`,
/// which a fixed schedule comes before.
impl Pose for Transform {
    fn position(&self) -> Vec2 {
        Vec2::new(self.translation.x, self.translation.y)
    }

    fn rotation(&self) -> Option<Result<Rotor, ShapeError>> {
        let q = self.rotation;
        rotation_of(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y + q.w * q.z))
    }
}

/// In the plane of x and y, as Bevy computed it last.
impl Pose for GlobalTransform {
    fn position(&self) -> Vec2 {
        let place = self.translation();
        Vec2::new(place.x, place.y)
    }

    fn rotation(&self) -> Option<Result<Rotor, ShapeError>> {
        let along = self.affine().matrix3.x_axis;
        rotation_of(along.x, along.y)
    }
}

/// The rotation that points the x axis to `x` and `y`. `None` without a rotation, so that rectangles stay axis-aligned.
fn rotation_of(x: f32, y: f32) -> Option<Result<Rotor, ShapeError>> {
    let straight = y == 0.0 && x > 0.0;
    (!straight).then(|| Rotor::new(x, y))
}
