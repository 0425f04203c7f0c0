//! Where a shape can be: `f32` positions near a place in `f64`. A rect keeps its size.

use crate::shape::extent::Extent;
use crate::shape::position::{Rounding, coordinate, spacing_at};
use crate::{Circle, DVec2, OrientedRect, Rect, Shape, Vec2};

/// The shape moved by a vector, at the `f32` position that the rounding of each axis selects. `None` if it would not
/// be finite.
///
/// The position of a circle and of an oriented rect is its center, and a capsule and a polygon have one, so these keep
/// their size. A [`Rect`](crate::Rect) has two positions on each axis. It keeps its exact size wherever `f32` can represent it: its corner farther from zero is
/// rounded, and the other corner follows. If the size is not a multiple of the spacing of `f32` numbers there, it is
/// rounded down to one. So a rect never grows, and a size that was rounded stays the same on the way back.
///
/// ```
/// use collide_core::swept::{Rounding, place};
/// use collide_core::{DVec2, Rect, Shape, Vec2};
/// // 0.25 wide, and so at the other end of the world, though 1000.1 and 1000.35 are not `f32` numbers.
/// let rect = Rect::new(Vec2::ZERO, Vec2::splat(0.25))?;
/// let Some(Shape::Rect(moved)) = place(rect, DVec2::splat(1000.1), [Rounding::Nearest; 2]) else { panic!() };
/// assert_eq!(moved.max() - moved.min(), Vec2::splat(0.25));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn place(shape: impl Into<Shape>, by: DVec2, rounding: [Rounding; 2]) -> Option<Shape> {
    let shape = shape.into();
    Some(Place::near(&shape, by, rounding)?.put(shape))
}

/// Where a shape is: all of it that changes when it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// The center or position of a shape that keeps its size.
    Position(Vec2),
    /// A rect, which may change it.
    Rect(Rect),
}

impl Place {
    /// The place of a shape.
    #[inline]
    pub(crate) fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Circle(circle) => Self::Position(circle.center()),
            Shape::Rect(rect) => Self::Rect(*rect),
            Shape::OrientedRect(rect) => Self::Position(rect.center()),
            Shape::Capsule(capsule) => Self::Position(capsule.position()),
            Shape::Polygon(polygon) => Self::Position(polygon.position()),
        }
    }

    /// See [`place`].
    #[inline]
    pub(crate) fn near(shape: &Shape, by: DVec2, rounding: [Rounding; 2]) -> Option<Self> {
        let moved = |at| Some(position(at, by, rounding)).filter(|at| at.is_finite());
        let within = |at, extent: Extent| moved(at).filter(|at| extent.is_within_range(*at));
        match shape {
            Shape::Rect(rect) => rect.placed(by, rounding).map(Self::Rect),
            Shape::Circle(circle) => moved(circle.center()).map(Self::Position),
            Shape::OrientedRect(rect) => moved(rect.center()).map(Self::Position),
            Shape::Capsule(capsule) => within(capsule.position(), capsule.bounds()).map(Self::Position),
            Shape::Polygon(polygon) => within(polygon.position(), polygon.hull().bounds()).map(Self::Position),
        }
    }

    /// A shape of which this is a place, put there.
    #[inline]
    pub(crate) fn put(self, shape: Shape) -> Shape {
        match (self, shape) {
            (Self::Rect(rect), _) => rect.into(),
            (Self::Position(at), Shape::Circle(circle)) => Circle::unchecked(at, circle.radius()).into(),
            (Self::Position(at), Shape::OrientedRect(rect)) => {
                OrientedRect::unchecked(at, rect.half_extents(), rect.rotor()).into()
            }
            (Self::Position(at), Shape::Capsule(capsule)) => capsule.put(at).into(),
            (Self::Position(at), Shape::Polygon(polygon)) => polygon.put(at).into(),
            (Self::Position(_), Shape::Rect(_)) => unreachable!("the place of a rect is a rect"),
        }
    }
}

/// The position moved by a vector, as that of a shape that is no rect in [`place`]. May be infinite.
///
/// ```
/// use collide_core::swept::{Rounding, position};
/// use collide_core::{DVec2, Vec2};
/// let rounding = [Rounding::Nearest, Rounding::Up];
/// assert_eq!(position(Vec2::ONE, DVec2::new(2.0, 1e-9), rounding), Vec2::new(3.0, 1.0_f32.next_up()));
/// ```
#[inline]
#[must_use]
pub fn position(at: Vec2, by: DVec2, rounding: [Rounding; 2]) -> Vec2 {
    Vec2::new(coordinate(at.x, by.x, rounding[0]), coordinate(at.y, by.y, rounding[1]))
}

/// The distance of neighbouring positions of a shape along each axis, in world units; of a capsule or polygon, that at
/// the farthest of its position and its points.
///
/// ```
/// use collide_core::swept::spacing;
/// use collide_core::{Circle, DVec2, Vec2};
/// let circle = Circle::new(Vec2::new(1.0, 1024.0), 0.5)?;
/// assert_eq!(spacing(circle), DVec2::new(f64::from(f32::EPSILON), 1024.0 * f64::from(f32::EPSILON)));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
pub fn spacing(shape: impl Into<Shape>) -> DVec2 {
    let of_position = |position: Vec2, extent: Extent| {
        position.abs().max((position + extent.min()).abs()).max((position + extent.max()).abs())
    };
    let farthest = match shape.into() {
        Shape::Circle(circle) => circle.center().abs(),
        Shape::OrientedRect(rect) => rect.center().abs(),
        Shape::Rect(rect) => rect.min().abs().max(rect.max().abs()),
        Shape::Capsule(capsule) => of_position(capsule.position(), capsule.bounds()),
        Shape::Polygon(polygon) => of_position(polygon.position(), polygon.hull().bounds()),
    };
    DVec2::new(spacing_at(farthest.x), spacing_at(farthest.y))
}
