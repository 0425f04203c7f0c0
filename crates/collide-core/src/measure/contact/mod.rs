//! Contacts: normal, depth and points of two overlapping shapes.
//!
//! A contact exists exactly if the shapes overlap. This is the exact decision of [`overlaps`](crate::overlaps). The
//! numbers of the contact are approximate: computed in `f64` and rounded to `f32`.

mod box_box;
mod box_circle;
mod circle_circle;
#[cfg(feature = "serde")]
mod points_serde;

use glam::DVec2;

pub(crate) use box_box::{Side, sides, touching_points};
pub(crate) use box_circle::nearest_edge;

use crate::measure::frame::{positive_to_f32, to_f32};
use crate::measure::hulls;
use crate::measure::results::Measure;
use crate::measure::shape::MeasuredShape;
use crate::{IntoArg, Relation, Shape, Vec2, relation};

/// The contact of two overlapping shapes: normal, penetration depth and contact points.
///
/// Moving `b` by `normal * depth` separates the shapes so that they only touch, to `f32` precision. No shorter motion
/// does.
///
/// ```
/// use collide_core::{Circle, Vec2, contact};
/// let ball = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
/// let contact = contact(ball(0.0)?, ball(1.5)?).unwrap();
/// let push_b_by = contact.normal * contact.depth;
/// assert_eq!(push_b_by, Vec2::new(0.5, 0.0));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contact {
    /// The unit vector from `a` to `b` along which the shapes separate with the shortest motion. If several directions
    /// are equally short: the first one counter-clockwise (with y up) from `(0, 1)`, which itself comes first. For
    /// circles with the same center, and for all points with a radius, `(1, 0)`.
    pub normal: Vec2,
    /// The depth of the overlap along the normal, in world units. Zero exactly if the shapes only touch.
    pub depth: f32,
    /// The contact points: one, or two if an edge lies against an edge.
    pub points: ContactPoints,
}

/// One or two contact points, half way between the two surfaces. Each point is at most half the depth away from each
/// shape.
///
/// ```
/// use collide_core::{Rect, Vec2, contact};
/// let floor = Rect::new(Vec2::ZERO, Vec2::new(9.0, 1.0))?;
/// let crate_on_it = Rect::new(Vec2::new(2.0, 1.0), Vec2::new(4.0, 3.0))?;
/// let contact = contact(floor, crate_on_it).unwrap();
/// assert_eq!(contact.points.as_slice().len(), 2); // an edge on an edge
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoints {
    points: [Vec2; 2],
    count: usize,
}

impl ContactPoints {
    /// Two points, or one if both round to the same point.
    pub(crate) fn new(points: [DVec2; 2]) -> Self {
        let points = points.map(to_f32);
        Self { points, count: if points[0] == points[1] { 1 } else { 2 } }
    }

    /// The points: one or two.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2, contact};
    /// let ball = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// assert_eq!(contact(ball(0.0)?, ball(1.5)?).unwrap().points.as_slice(), [Vec2::new(0.75, 0.0)]);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[Vec2] {
        &self.points[..self.count]
    }

    pub(crate) fn first(&self) -> Vec2 {
        self.points[0]
    }
}

/// The contact of two shapes, or `None` if they are apart: `contact(a, b).is_some() == overlaps(a, b)`.
///
/// Only two shapes with edges can have two contact points. Constant cost: some tens of nanoseconds,
/// 0.1 to 0.3 µs with a capsule, up to 0.4 µs with a polygon.
///
/// ```
/// use collide_core::{Circle, Rect, Vec2, contact};
/// let floor = Rect::new(Vec2::ZERO, Vec2::new(10.0, 1.0))?;
/// let ball = Circle::new(Vec2::new(4.0, 1.5), 1.0)?;
/// let contact = contact(floor, ball).unwrap();
/// assert_eq!(contact.normal, Vec2::Y);
/// assert_eq!(contact.depth, 0.5);
/// assert_eq!(contact.points.as_slice(), [Vec2::new(4.0, 0.75)]);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn contact(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> Option<Contact> {
    let (a, b) = (a.into(), b.into());
    let relation = relation(a, b);
    (relation != Relation::Apart).then(|| contact_of(&a, &b, relation))
}

/// The normal and the depth of the [`contact`] of two shapes, or `None` if they are apart: the same numbers. Without its
/// points it is faster if one of them is a capsule or a polygon.
///
/// ```
/// use collide_core::{Circle, Rect, Vec2, contact_normal};
/// let floor = Rect::new(Vec2::ZERO, Vec2::new(10.0, 1.0))?;
/// assert_eq!(contact_normal(floor, Circle::new(Vec2::new(4.0, 1.5), 1.0)?), Some((Vec2::Y, 0.5)));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn contact_normal(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> Option<(Vec2, f32)> {
    let (a, b) = (a.into(), b.into());
    let relation = relation(a, b);
    if relation == Relation::Apart {
        return None;
    }
    let (normal, depth) = match (MeasuredShape::of(&a), MeasuredShape::of(&b)) {
        (MeasuredShape::Hull(a), b) => hulls::measure_depth(&a, &b.hull()),
        (a, MeasuredShape::Hull(b)) => hulls::measure_depth(&a.hull(), &b),
        (a @ (MeasuredShape::Disc(..) | MeasuredShape::Box(_)), b) => {
            let Measure { normal, depth, .. } = measure_between(&a, &b);
            (normal, depth)
        }
    };
    Some((to_f32(normal), if relation == Relation::Interior { positive_to_f32(depth) } else { 0.0 }))
}

/// The contact of two shapes that overlap or touch.
pub(crate) fn contact_of(a: &Shape, b: &Shape, relation: Relation) -> Contact {
    let measure = measure_of(a, b);
    let depth = if relation == Relation::Interior { positive_to_f32(measure.depth) } else { 0.0 };
    Contact { normal: to_f32(measure.normal), depth, points: ContactPoints::new(measure.points) }
}

/// The same before rounding.
pub(crate) fn measure_of(a: &Shape, b: &Shape) -> Measure {
    measure_between(&MeasuredShape::of(a), &MeasuredShape::of(b))
}

fn measure_between(a: &MeasuredShape, b: &MeasuredShape) -> Measure {
    match (a, b) {
        (MeasuredShape::Disc(a_center, a_radius), MeasuredShape::Disc(b_center, b_radius)) => {
            circle_circle::measure(*a_center, *a_radius, *b_center, *b_radius)
        }
        (MeasuredShape::Box(frame), MeasuredShape::Disc(center, radius)) => {
            box_circle::measure(frame, *center, *radius, 1.0)
        }
        (MeasuredShape::Disc(center, radius), MeasuredShape::Box(frame)) => {
            box_circle::measure(frame, *center, *radius, -1.0).flipped()
        }
        (MeasuredShape::Box(a), MeasuredShape::Box(b)) => box_box::measure(a, b),
        (MeasuredShape::Hull(a), b) => hulls::measure(a, &b.hull()),
        (a, MeasuredShape::Hull(b)) => hulls::measure(&a.hull(), b),
    }
}

/// The penetration depth of two shapes: the [`depth`](Contact::depth) of their contact, or zero if they are apart.
/// Positive exactly if [`overlaps_interior`](crate::overlaps_interior) is true.
///
/// ```
/// use collide_core::{Circle, Vec2, penetration};
/// let ball = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
/// assert_eq!(penetration(ball(0.0)?, ball(1.5)?), 0.5);
/// assert_eq!(penetration(ball(0.0)?, ball(2.0)?), 0.0);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn penetration(a: impl IntoArg<Shape>, b: impl IntoArg<Shape>) -> f32 {
    contact_normal(a, b).map_or(0.0, |(_, depth)| depth)
}
