//! The kinds of shape, and shapes as numbers.

use thiserror::Error;

use crate::shape::Row;
use crate::{Capsule, Circle, OrientedRect, Polygon, Rect, Shape, ShapeError};

crate::named_enum! {
    /// The kinds of [`Shape`], in the order of its variants.
    ///
    /// ```
    /// use collide_core::{Circle, Shape, ShapeKind, Vec2};
    /// let shape = Shape::from(Circle::new(Vec2::ZERO, 1.0)?);
    /// assert_eq!(shape.kind(), ShapeKind::Circle);
    /// assert_eq!(ShapeKind::ALL.map(ShapeKind::name), ["circle", "rect", "oriented rect", "capsule", "polygon"]);
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
        /// The kind of [`Shape::Capsule`].
        Capsule = 3 => "capsule",
        /// The kind of [`Shape::Polygon`].
        Polygon = 4 => "polygon",
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
            Self::Circle | Self::Rect | Self::Capsule | Self::Polygon => false,
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
            Self::Capsule => &<Capsule as Row<_>>::COLUMNS,
            Self::Polygon => &<Polygon as Row<_>>::COLUMNS,
        }
    }
}

/// The error for a number that is not one of a [`ShapeKind`].
///
/// ```
/// use collide_core::ShapeKind;
/// assert_eq!(ShapeKind::try_from(7).unwrap_err().to_string(), "kind: must be below 5, is 7");
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

/// Shapes as a kind and numbers, for other languages, files and caches.
impl Shape {
    /// The length of the [numbers](Self::to_numbers) of a shape: that of the kind with the most.
    ///
    /// ```
    /// use collide_core::{Shape, ShapeKind};
    /// assert_eq!(ShapeKind::ALL.map(|kind| kind.columns().len()).into_iter().max(), Some(Shape::NUMBERS));
    /// ```
    pub const NUMBERS: usize = 19;

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
            Self::Capsule(_) => ShapeKind::Capsule,
            Self::Polygon(_) => ShapeKind::Polygon,
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
    /// | capsule | `x, y, a_x, a_y, b_x, b_y, radius`: position, offsets, radius |
    /// | polygon | `x, y, radius, x0, y0, ... x7, y7`: position, radius, offsets; the last corner fills the rest |
    ///
    /// ```
    /// use collide_core::{Circle, Shape, Vec2};
    /// let shape = Shape::from(Circle::new(Vec2::new(1.0, 2.0), 3.0)?);
    /// assert_eq!(shape.to_numbers()[..4], [1.0, 2.0, 3.0, 0.0]);
    /// assert_eq!(Shape::from_numbers(shape.kind(), shape.to_numbers())?, shape);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn to_numbers(&self) -> [f32; Self::NUMBERS] {
        match self {
            Self::Circle(circle) => padded(circle.to_row()),
            Self::Rect(rect) => padded(rect.to_row()),
            Self::OrientedRect(rect) => padded(rect.to_row()),
            Self::Capsule(capsule) => padded(capsule.to_row()),
            Self::Polygon(polygon) => polygon.to_row(),
        }
    }

    /// The shape of a kind with these [numbers](Self::to_numbers). Numbers that the kind does not use are ignored;
    /// missing ones are zero.
    ///
    /// # Errors
    /// [`ShapeError`] if the numbers are not those of a shape.
    ///
    /// ```
    /// use collide_core::{Shape, ShapeKind};
    /// let error = Shape::from_numbers(ShapeKind::Circle, [1.0, 2.0, -3.0]).unwrap_err();
    /// assert_eq!(error.field(), "radius");
    /// ```
    #[inline]
    pub fn from_numbers(kind: ShapeKind, numbers: impl AsRef<[f32]>) -> Result<Self, ShapeError> {
        let numbers = numbers.as_ref();
        match kind {
            ShapeKind::Circle => Circle::from_row(padded(numbers)).map(Self::from),
            ShapeKind::Rect => Rect::from_row(padded(numbers)).map(Self::from),
            ShapeKind::OrientedRect => OrientedRect::from_row(padded(numbers)).map(Self::from),
            ShapeKind::Capsule => Capsule::from_row(padded(numbers)).map(Self::from),
            ShapeKind::Polygon => Polygon::from_row(padded(numbers)).map(Self::from),
        }
    }
}

/// The first `N` numbers, or all and zeros.
#[inline]
fn padded<const N: usize>(numbers: impl AsRef<[f32]>) -> [f32; N] {
    let (mut padded, numbers) = ([0.0; N], numbers.as_ref());
    let count = numbers.len().min(N);
    padded[..count].copy_from_slice(&numbers[..count]);
    padded
}
