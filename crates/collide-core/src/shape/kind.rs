//! The kinds of shape, and shapes as numbers.

use thiserror::Error;

use crate::shape::Row;
use crate::{Circle, OrientedRect, Rect, Shape, ShapeError};

crate::named_enum! {
    /// The kinds of [`Shape`], in the order of its variants.
    ///
    /// ```
    /// use collide_core::{Circle, Shape, ShapeKind, Vec2};
    /// let shape = Shape::from(Circle::new(Vec2::ZERO, 1.0)?);
    /// assert_eq!(shape.kind(), ShapeKind::Circle);
    /// assert_eq!(ShapeKind::ALL.map(ShapeKind::name), ["circle", "rect", "oriented rect"]);
    /// assert_eq!(ShapeKind::try_from(2), Ok(ShapeKind::OrientedRect));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    // The numbers are stored, and used by callers in other languages. Add new kinds at the end; never remove or reorder
    // them.
    #[derive(PartialOrd, Ord)]
    pub enum ShapeKind as "kind", else UnknownShapeKind {}
    {
        /// The kind of [`Shape::Circle`].
        Circle = 0 => "circle",
        /// The kind of [`Shape::Rect`].
        Rect = 1 => "rect",
        /// The kind of [`Shape::OrientedRect`].
        OrientedRect = 2 => "oriented rect",
    }
}

impl ShapeKind {
    /// Whether shapes of the kind have a rotation. While such a shape rotates, it may extend beyond its bounds before
    /// and after.
    ///
    /// ```
    /// use collide_core::ShapeKind;
    /// assert!(ShapeKind::OrientedRect.has_rotation() && !ShapeKind::Rect.has_rotation());
    /// ```
    #[must_use]
    pub const fn has_rotation(self) -> bool {
        match self {
            Self::Circle | Self::Rect => false,
            Self::OrientedRect => true,
        }
    }

    /// The names of the [numbers](Shape::to_numbers) of a shape of the kind.
    ///
    /// ```
    /// use collide_core::ShapeKind;
    /// assert_eq!(ShapeKind::Circle.columns(), ["x", "y", "radius"]);
    /// ```
    #[must_use]
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Circle => &<Circle as Row<_>>::COLUMNS,
            Self::Rect => &<Rect as Row<_>>::COLUMNS,
            Self::OrientedRect => &<OrientedRect as Row<_>>::COLUMNS,
        }
    }
}

/// The error for a number that is not one of a [`ShapeKind`].
///
/// ```
/// use collide_core::ShapeKind;
/// assert_eq!(ShapeKind::try_from(7).unwrap_err().to_string(), "kind: must be below 3, is 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("kind: must be below {}, is {number}", ShapeKind::ALL.len())]
pub struct UnknownKindNumber {
    /// The rejected number.
    pub number: u8,
}

impl TryFrom<u8> for ShapeKind {
    type Error = UnknownKindNumber;

    fn try_from(number: u8) -> Result<Self, UnknownKindNumber> {
        Self::ALL.get(usize::from(number)).copied().ok_or(UnknownKindNumber { number })
    }
}

/// Shapes as a kind and six numbers, for other languages, files and caches.
impl Shape {
    /// The kind of the shape.
    ///
    /// ```
    /// use collide_core::{Rect, Shape, ShapeKind, Vec2};
    /// assert_eq!(Shape::from(Rect::new(Vec2::ZERO, Vec2::ONE)?).kind(), ShapeKind::Rect);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn kind(&self) -> ShapeKind {
        match self {
            Self::Circle(_) => ShapeKind::Circle,
            Self::Rect(_) => ShapeKind::Rect,
            Self::OrientedRect(_) => ShapeKind::OrientedRect,
        }
    }

    /// The numbers of the shape, followed by zeros. [`from_numbers`](Self::from_numbers) returns the same shape, to the
    /// bit.
    ///
    /// | kind | numbers |
    /// |---|---|
    /// | circle | `x, y, radius` |
    /// | rect | `min_x, min_y, max_x, max_y` |
    /// | oriented rect | `x, y, half_x, half_y, cos, sin` |
    ///
    /// ```
    /// use collide_core::{Circle, Shape, Vec2};
    /// let shape = Shape::from(Circle::new(Vec2::new(1.0, 2.0), 3.0)?);
    /// assert_eq!(shape.to_numbers(), [1.0, 2.0, 3.0, 0.0, 0.0, 0.0]);
    /// assert_eq!(Shape::from_numbers(shape.kind(), shape.to_numbers())?, shape);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn to_numbers(&self) -> [f32; 6] {
        match self {
            Self::Circle(circle) => padded(circle.to_row()),
            Self::Rect(rect) => padded(rect.to_row()),
            Self::OrientedRect(rect) => rect.to_row(),
        }
    }

    /// The shape of a kind with these [numbers](Self::to_numbers). Numbers that the kind does not use are ignored.
    ///
    /// # Errors
    /// [`ShapeError`] if the numbers are not those of a shape.
    ///
    /// ```
    /// use collide_core::{Shape, ShapeKind};
    /// let error = Shape::from_numbers(ShapeKind::Circle, [1.0, 2.0, -3.0, 0.0, 0.0, 0.0]).unwrap_err();
    /// assert_eq!(error.field(), "radius");
    /// ```
    #[inline]
    pub fn from_numbers(kind: ShapeKind, [a, b, c, d, e, f]: [f32; 6]) -> Result<Self, ShapeError> {
        match kind {
            ShapeKind::Circle => Circle::from_row([a, b, c]).map(Self::from),
            ShapeKind::Rect => Rect::from_row([a, b, c, d]).map(Self::from),
            ShapeKind::OrientedRect => OrientedRect::from_row([a, b, c, d, e, f]).map(Self::from),
        }
    }
}

fn padded<const N: usize>(row: [f32; N]) -> [f32; 6] {
    let mut numbers = [0.0; 6];
    numbers[..N].copy_from_slice(&row);
    numbers
}
