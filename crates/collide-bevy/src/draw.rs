//! Colliders and contacts as line segments, for Bevy's gizmos and other line drawers.

use bevy_ecs::prelude::*;
use collide2d::{Circle, Shape, Vec2};

use crate::{Collisions, convert};

/// The number of sides that stand for a circle.
const SIDES: usize = 24;

/// The line segments along the border of a shape, drawn by `line`. A circle is a polygon with
/// 24 corners on it.
///
/// ```
/// use bevy_math::Vec2;
/// use collide_bevy::{Collider, draw_outline};
/// let mut lines: Vec<[Vec2; 2]> = vec![];
/// let collider = Collider::rectangle(2.0, 4.0)?;
/// draw_outline(&collider, |from, to| lines.push([from, to]));
/// assert_eq!(lines[0], [Vec2::new(-1.0, -2.0), Vec2::new(1.0, -2.0)]);
/// assert_eq!(lines.len(), 4);
/// # Ok::<(), collide2d::error::ShapeError>(())
/// ```
pub fn draw_outline<V: From<[f32; 2]>>(shape: &Shape, mut line: impl FnMut(V, V)) {
    let mut closed = |corners: &[Vec2]| {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).for_each(|(from, to)| line(convert(*from), convert(*to)));
    };
    match shape {
        Shape::Circle(circle) => closed(&polygon(circle)),
        Shape::Rect(rect) => closed(&rect.corners()),
        Shape::OrientedRect(rect) => closed(&rect.corners()),
        Shape::Capsule(capsule) => closed(&rounded(&capsule.points(), capsule.radius())),
        Shape::Polygon(polygon) => closed(&rounded(&polygon.points().collect::<Vec<_>>(), polygon.radius())),
    }
}

/// The corners of a hull grown by a radius: each with an arc between the normals of its sides.
fn rounded(corners: &[Vec2], radius: f32) -> Vec<Vec2> {
    let count = corners.len();
    let normal =
        |from: usize| (corners[(from + 1) % count] - corners[from % count]).normalize_or(Vec2::X).perp() * -1.0;
    let arc = |index: usize| {
        let (before, after) = (normal(index + count - 1), normal(index));
        let (start, turn) = (before.to_angle(), before.angle_to(after).rem_euclid(std::f32::consts::TAU));
        let turn = if count == 1 { std::f32::consts::TAU } else { turn };
        let steps =
            if radius > 0.0 { (turn * SIDES as f32 / std::f32::consts::TAU).ceil().max(1.0) as usize } else { 0 };
        (0..=steps).map(move |step| {
            let part = if steps == 0 { 0.0 } else { step as f32 / steps as f32 };
            corners[index] + Vec2::from_angle(start + turn * part) * radius
        })
    };
    (0..count).flat_map(arc).collect()
}

fn polygon(circle: &Circle) -> [Vec2; SIDES] {
    std::array::from_fn(|side| {
        let angle = side as f32 * (std::f32::consts::TAU / SIDES as f32);
        circle.center() + Vec2::from_angle(angle) * circle.radius()
    })
}

impl Collisions {
    /// Draws the outlines of all colliders, in the order of slots. `line` gets the entity too, to choose a color.
    ///
    /// With Bevy's gizmos, in a system after [`CollideSystems::Emit`](crate::CollideSystems):
    ///
    /// ```ignore
    /// fn draw(collisions: Res<Collisions>, mut gizmos: Gizmos) {
    ///     collisions.draw_colliders(|_, from, to| gizmos.line_2d(from, to, LIME));
    ///     collisions.draw_contacts(0.5, |from, to| gizmos.arrow_2d(from, to, RED));
    /// }
    /// ```
    pub fn draw_colliders<V: From<[f32; 2]>>(&self, mut line: impl FnMut(Entity, V, V)) {
        for (handle, described) in self.world.iter() {
            let Some(entity) = self.entity(handle) else { continue };
            draw_outline(&described.shape, |from, to| line(entity, from, to));
        }
    }

    /// Draws the contacts of the pairs of the last step: from each contact point along the normal, which points from the
    /// first entity to the second, a line of this length. Pairs with a [`Sensor`](crate::Sensor) have no contact.
    pub fn draw_contacts<V: From<[f32; 2]>>(&self, length: f32, mut line: impl FnMut(V, V)) {
        let mut contacts = vec![];
        self.world.contacts_into(&mut contacts);
        for contact in contacts.into_iter().flatten() {
            for point in contact.points.as_slice() {
                line(convert(*point), convert(*point + contact.normal * length));
            }
        }
    }
}
