//! Lines against shapes: the same kernels for segments and rays.

mod circle;
mod oriented_rect;
mod rect;

use core::cmp::Ordering;

use super::Relation;
use crate::exact::{Formula, Number, Vector};
use crate::{IntoArg, Ray, Segment, Shape, Vec2};
use circle::line_disc;
use oriented_rect::line_oriented_rect;
use rect::line_rect;

/// Segment against any shape: whether a line of sight or the path of a bullet hits it. Exact, like every relation.
///
/// ```
/// use collide_core::{Circle, Relation, Segment, Vec2, overlap::segment_shape};
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
    line_shape(segment, &shape.into())
}

/// Ray against any shape: whether the ray hits it. [`cast_ray`](crate::cast_ray) also returns where. Exact, like every
/// relation.
///
/// ```
/// use collide_core::{Circle, Ray, Relation, Vec2, overlap::ray_shape};
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
    line_shape(ray, &shape.into())
}

/// Segment against a disc, whose radius is the sum of two numbers.
#[inline]
pub(crate) fn segment_disc(segment: &Segment, center: Vec2, radii: [f32; 2]) -> Relation {
    line_disc(segment, center, radii)
}

#[inline]
fn line_shape(line: impl Line, shape: &Shape) -> Relation {
    match shape {
        Shape::Circle(circle) => line_disc(line, circle.center(), [circle.radius(), 0.0]),
        Shape::Rect(rect) => line_rect(line, rect),
        Shape::OrientedRect(rect) => line_oriented_rect(line, rect),
    }
}

/// A line for the kernels: a start, a direction, and possibly an end.
trait Line: Copy {
    fn start(self) -> Vec2;
    fn direction<N: Number>(self) -> Vector<N>;
    fn has_end(self) -> bool;
    /// Whether the line is a single point.
    fn is_point(self) -> bool;
    /// The vector from the end to a point. Only if there is an end.
    fn past_end<N: Number>(self, point: Vec2) -> Vector<N>;
}

impl Line for &Segment {
    fn start(self) -> Vec2 {
        self.from()
    }

    #[inline]
    fn direction<N: Number>(self) -> Vector<N> {
        Vector::between(self.from(), self.to())
    }

    fn has_end(self) -> bool {
        true
    }

    fn is_point(self) -> bool {
        self.from() == self.to()
    }

    #[inline]
    fn past_end<N: Number>(self, point: Vec2) -> Vector<N> {
        Vector::between(self.to(), point)
    }
}

impl Line for &Ray {
    fn start(self) -> Vec2 {
        self.origin()
    }

    #[inline]
    fn direction<N: Number>(self) -> Vector<N> {
        Vector(N::of(Ray::direction(self).x.into()), N::of(Ray::direction(self).y.into()))
    }

    fn has_end(self) -> bool {
        self.max_t().is_finite()
    }

    fn is_point(self) -> bool {
        self.max_t() == 0.0
    }

    #[inline]
    fn past_end<N: Number>(self, point: Vec2) -> Vector<N> {
        let Vector(x, y) = Vector::<N>::between(self.origin(), point);
        let reach = |along: f32| N::of(f64::from(along) * f64::from(self.max_t()));
        Vector(x.minus(&reach(Ray::direction(self).x)), y.minus(&reach(Ray::direction(self).y)))
    }
}

/// The side of the line on which a point lies: positive to the left.
struct Side<L> {
    line: L,
    point: Vec2,
}

impl<L: Line> Formula for Side<L> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        self.line.direction::<N>().cross(&Vector::between(self.line.start(), self.point))
    }
}

/// How far the nearer end of a line is beyond one side of a shape, compared with zero. `start` and `end` are the same
/// for its two ends; a line without end uses `gain`, the sign of its direction relative to the side.
fn beyond(start: Ordering, end: impl FnOnce() -> Option<Ordering>, gain: impl FnOnce() -> Ordering) -> Ordering {
    // Most lines start on the inner side of most sides.
    if start.is_lt() {
        return start;
    }
    match end() {
        Some(end) => start.min(end),
        None => match gain() {
            Ordering::Less => Ordering::Less,
            _ => start,
        },
    }
}
