//! The exact shapes of the user, and the conservative bound of a broad phase.
//!
//! Constructors check their numbers: a shape or a [`Rotor`] is always finite and valid, so functions on shapes need not check them again. A radius or extent of zero is valid and makes a point or segment.

mod aabb;
mod capsule;
mod circle;
pub(crate) mod corners;
pub(crate) mod discs;
mod error;
pub(crate) mod extent;
#[cfg(feature = "serde")]
pub(crate) mod fields;
pub(crate) mod hull;
mod kind;
mod oriented_rect;
pub(crate) mod outline;
mod place;
mod polygon;
mod position;
mod ray;
mod rect;
mod rotor;
mod row;
mod sector;
mod segment;

pub use aabb::Aabb;
pub use capsule::Capsule;
pub use circle::Circle;
pub use error::ShapeError;
pub(crate) use error::finite;
pub use kind::{ShapeKind, UnknownKindNumber, UnknownShapeKind};
pub use oriented_rect::OrientedRect;
pub(crate) use place::Place;
pub use place::{place, position, spacing};
pub use polygon::Polygon;
pub use position::Rounding;
pub use ray::Ray;
pub use rect::Rect;
pub use rotor::Rotor;
pub use row::Row;
pub use sector::Sector;
pub use segment::Segment;

use crate::Vec2;

/// A shape of any kind: a circle, rectangle, oriented rectangle, capsule or convex polygon.
///
/// ```
/// use collide_core::{Circle, Rect, Shape, Vec2, overlaps};
/// let shapes: [Shape; 2] = [Circle::new(Vec2::ZERO, 1.0)?.into(), Rect::new(Vec2::ZERO, Vec2::ONE)?.into()];
/// assert!(overlaps(shapes[0], shapes[1]));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
// Stored by serde: a variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Shape {
    /// A disc.
    Circle(Circle),
    /// An axis-aligned rectangle.
    Rect(Rect),
    /// A rotated rectangle.
    OrientedRect(OrientedRect),
    /// A segment with a radius.
    Capsule(Capsule),
    /// A convex polygon with a radius.
    Polygon(Polygon),
}

impl Shape {
    /// The bound of the shape: the smallest `f32` box that contains it, clipped to the range of `f32`. For an oriented
    /// rectangle, a side may in rare cases be one unit in the last place farther out. Constant cost.
    ///
    /// ```
    /// use collide_core::{Circle, Shape, Vec2};
    /// let shape = Shape::from(Circle::new(Vec2::new(1.0, 2.0), 0.5)?);
    /// assert_eq!(shape.aabb().max(), Vec2::new(1.5, 2.5));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn aabb(&self) -> Aabb {
        match self {
            Self::Circle(circle) => circle.aabb(),
            Self::Rect(rect) => rect.aabb(),
            Self::OrientedRect(rect) => rect.aabb(),
            Self::Capsule(capsule) => capsule.aabb(),
            Self::Polygon(polygon) => polygon.aabb(),
        }
    }

    /// The points, edge directions and radius of the shape.
    #[inline(always)]
    pub(crate) fn outline(&self) -> outline::Outline {
        match self {
            Self::Circle(circle) => circle.outline(),
            Self::Rect(rect) => rect.outline(),
            Self::OrientedRect(rect) => rect.outline(),
            Self::Capsule(capsule) => capsule.outline(),
            Self::Polygon(polygon) => polygon.outline(),
        }
    }

    /// The center of the shape; the position of a [`Capsule`] or [`Polygon`]. For a [`Rect`], rounded to `f32`.
    ///
    /// ```
    /// use collide_core::{Rect, Shape, Vec2};
    /// let shape = Shape::from(Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0))?);
    /// assert_eq!(shape.center(), Vec2::new(2.0, 1.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn center(&self) -> Vec2 {
        match self {
            Self::Circle(circle) => circle.center(),
            Self::Rect(rect) => rect.center(),
            Self::OrientedRect(rect) => rect.center(),
            Self::Capsule(capsule) => capsule.position(),
            Self::Polygon(polygon) => polygon.position(),
        }
    }

    /// A point near the middle of the shape: the center of the bound of a [`Capsule`] or [`Polygon`], whose position may
    /// be anywhere, and the [`center`](Self::center) of other kinds. Rounded to `f32`.
    ///
    /// ```
    /// use collide_core::{Capsule, Shape, Vec2};
    /// let wall = Shape::from(Capsule::new(Vec2::new(2.0, 1.0), Vec2::new(6.0, 1.0), 0.5)?);
    /// assert_eq!((wall.center(), wall.middle()), (Vec2::ZERO, Vec2::new(4.0, 1.0)));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn middle(&self) -> Vec2 {
        match self {
            Self::Circle(_) | Self::Rect(_) | Self::OrientedRect(_) => self.center(),
            Self::Capsule(_) | Self::Polygon(_) => {
                let bound = self.aabb();
                bound.min() * 0.5 + bound.max() * 0.5
            }
        }
    }

    /// The shape moved by a vector. Coordinates are rounded to `f32`. A [`Rect`] keeps its size where `f32` can
    /// represent it, see [`Rect::translated`].
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate would not be finite.
    ///
    /// ```
    /// use collide_core::{Circle, Shape, Vec2};
    /// let shape = Shape::from(Circle::new(Vec2::new(1.0, 2.0), 0.5)?);
    /// assert_eq!(shape.translated(Vec2::X)?.center(), Vec2::new(2.0, 2.0));
    /// assert!(shape.translated(Vec2::new(f32::NAN, 0.0)).is_err());
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    pub fn translated(&self, by: Vec2) -> Result<Self, ShapeError> {
        Ok(match self {
            Self::Circle(circle) => circle.translated(by)?.into(),
            Self::Rect(rect) => rect.translated(by)?.into(),
            Self::OrientedRect(rect) => rect.translated(by)?.into(),
            Self::Capsule(capsule) => capsule.translated(by)?.into(),
            Self::Polygon(polygon) => polygon.translated(by)?.into(),
        })
    }

    /// The shape rotated about the origin. A [`Rect`] becomes an [`OrientedRect`]. For rotors of unit length, as all
    /// constructors but [`Rotor::from_raw`] give them; a raw rotor also scales the distance from the origin.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate would not be finite.
    ///
    /// ```
    /// use collide_core::{Circle, Rotor, Shape, Vec2};
    /// let shape = Shape::from(Circle::new(Vec2::new(2.0, 0.0), 0.5)?);
    /// assert_eq!(shape.rotated(Rotor::new(0.0, 1.0)?)?, Circle::new(Vec2::new(0.0, 2.0), 0.5)?.into());
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn rotated(&self, by: Rotor) -> Result<Self, ShapeError> {
        let rotate = |x: f32, y: f32| (x * by.cos() - y * by.sin(), x * by.sin() + y * by.cos());
        let center = Vec2::from(rotate(self.center().x, self.center().y));
        Ok(match self {
            Self::Circle(circle) => Circle::new(center, circle.radius())?.into(),
            // Halved first to avoid overflow.
            Self::Rect(rect) => OrientedRect::new(center, rect.max() * 0.5 - rect.min() * 0.5, by)?.into(),
            Self::OrientedRect(rect) => {
                let (cos, sin) = rotate(rect.rotor().cos(), rect.rotor().sin());
                OrientedRect::new(center, rect.half_extents(), Rotor::new(cos, sin)?)?.into()
            }
            Self::Capsule(capsule) => capsule.turned(by)?.at(center)?.into(),
            Self::Polygon(polygon) => polygon.turned(by)?.at(center)?.into(),
        })
    }
}

/// Wraps each kind of shape in its variant of `Shape`.
macro_rules! shape_from {
    ($($Kind:ident),+) => {$(
        impl From<$Kind> for Shape {
            fn from(shape: $Kind) -> Self {
                Self::$Kind(shape)
            }
        }
    )+};
}

pub(crate) use shape_from;

shape_from!(Circle, Rect, OrientedRect, Capsule, Polygon);

macro_rules! outline_from {
    ($($Kind:ident),+) => {$(
        impl From<&$Kind> for outline::Outline {
            #[inline(always)]
            fn from(shape: &$Kind) -> Self {
                shape.outline()
            }
        }
    )+};
}

outline_from!(Circle, Rect, OrientedRect, Capsule, Polygon);

impl From<&Shape> for Shape {
    fn from(shape: &Shape) -> Self {
        *shape
    }
}
