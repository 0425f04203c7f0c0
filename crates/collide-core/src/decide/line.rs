use super::{fast, moving_relation};
use crate::exact::ROUNDOFF;
use crate::{IntoArg, Ray, Relation, Segment, Shape};

/// Segment against any shape: whether a line of sight or the path of a bullet hits it. Exact, like every relation.
///
/// ```
/// use collide_core::{Circle, Relation, Segment, Vec2, segment_shape};
/// let pillar = Circle::new(Vec2::new(5.0, 1.0), 1.0)?;
/// let sight = |y| Segment::new(Vec2::new(0.0, y), Vec2::new(9.0, y));
/// assert_eq!(segment_shape(&sight(0.0)?, pillar), Relation::Touching);
/// assert_eq!(segment_shape(&sight(0.5)?, pillar), Relation::Interior);
/// assert_eq!(segment_shape(&sight(-0.5)?, pillar), Relation::Apart);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn segment_shape(segment: &Segment, shape: impl IntoArg<Shape>) -> Relation {
    moving_relation(&segment.outline(), &shape.into().outline())
}

/// Ray against any shape: whether the ray hits it. [`cast_ray`](crate::cast_ray) also returns where. Exact, like every
/// relation.
///
/// ```
/// use collide_core::{Circle, Ray, Relation, Vec2, ray_shape};
/// let pillar = Circle::new(Vec2::new(5.0, 1.0), 1.0)?;
/// let shot = |range| Ray::new(Vec2::new(0.0, 1.0), Vec2::X, range);
/// assert_eq!(ray_shape(&shot(4.0)?, pillar), Relation::Touching);
/// assert_eq!(ray_shape(&shot(4.0_f32.next_up())?, pillar), Relation::Interior);
/// assert_eq!(ray_shape(&shot(4.0_f32.next_down())?, pillar), Relation::Apart);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn ray_shape(ray: &Ray, shape: impl IntoArg<Shape>) -> Relation {
    let outline = shape.into().outline();
    fast::moving(&ray.outline(), &outline, ROUNDOFF)
        .unwrap_or_else(|| moving_relation(&ray.outline_past(&outline), &outline))
}
