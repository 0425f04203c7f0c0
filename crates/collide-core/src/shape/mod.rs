//! The exact shapes a user owns, and the conservative bound a broad phase stores.
//!
//! Shapes are checked where they are made: a value of [`Circle`], [`Rect`], [`OrientedRect`] or [`Rotor`] is always
//! finite and well formed, so nothing behind a constructor can fail. Zero radius and zero extent are valid and mean
//! points and segments.

mod aabb;
mod circle;
mod error;
#[cfg(feature = "serde")]
pub(crate) mod fields;
mod kind;
mod oriented_rect;
mod ray;
mod rect;
mod rotor;
mod segment;

pub use aabb::Aabb;
pub use circle::Circle;
pub use error::ShapeError;
pub(crate) use error::finite;
pub use kind::{ShapeKind, UnknownKindNumber, UnknownShapeKind};
pub use oriented_rect::OrientedRect;
pub use ray::Ray;
pub use rect::Rect;
pub use rotor::Rotor;
pub use segment::Segment;

use crate::Vec2;

/// A shape of any kind.
///
/// A closed enum: every function over shapes is one `match`, and the same in every strategy.
///
/// ```
/// use collide_core::{Circle, Rect, Shape, Vec2, overlaps};
/// let shapes: [Shape; 2] = [Circle::new(Vec2::ZERO, 1.0)?.into(), Rect::new(Vec2::ZERO, Vec2::ONE)?.into()];
/// assert!(overlaps(shapes[0], shapes[1]));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
// Stored by serde: a variant's number is its place here. New variants go to the end; none is removed or moved.
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
}

impl Shape {
    /// The tightest `f32` box around the shape, rounded outward; of an oriented rectangle, in rare cases one step wider.
    /// Constant cost.
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
        }
    }

    /// The point in the middle; of a rectangle, rounded.
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
        }
    }

    /// The shape moved by so much. Numbers are rounded to `f32`: a rectangle moved back and forth may change its size by
    /// the rounding of its corners; one that must not is made anew from its center and size.
    ///
    /// # Errors
    /// [`ShapeError`] when that leaves the finite numbers.
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
        })
    }
    /// The shape rotated about the origin. A rectangle becomes an oriented one; rotors are multiplied and
    /// [normalised](Rotor::new).
    ///
    /// # Errors
    /// [`ShapeError`] when that leaves the finite numbers.
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
            // Halved first, so that nothing overflows.
            Self::Rect(rect) => OrientedRect::new(center, rect.max() * 0.5 - rect.min() * 0.5, by)?.into(),
            Self::OrientedRect(rect) => {
                let (cos, sin) = rotate(rect.rotor().cos(), rect.rotor().sin());
                OrientedRect::new(center, rect.half_extents(), Rotor::new(cos, sin)?)?.into()
            }
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

shape_from!(Circle, Rect, OrientedRect);
impl From<&Shape> for Shape {
    fn from(shape: &Shape) -> Self {
        *shape
    }
}
