use core::fmt;

use thiserror::Error;

use crate::Vec2;

/// The error of a constructor with invalid numbers. The message names the field and the value, ready for a log.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// let error = Circle::new(Vec2::ZERO, -1.0).unwrap_err();
/// assert_eq!(error.to_string(), "radius: must not be negative, is -1");
/// assert_eq!(error.field(), "radius");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number is NaN or infinite.
    #[error("{field}: must be a finite number, is {value}")]
    NotFinite {
        /// The field, such as `center.x`.
        field: &'static str,
        /// Its value.
        value: f32,
    },
    /// A radius, half extent or `max_t` is negative.
    #[error("{field}: must not be negative, is {}", Readable(*value))]
    Negative {
        /// The field, such as `radius`.
        field: &'static str,
        /// Its value.
        value: f32,
    },
    /// The lower corner of a rectangle is above its upper corner.
    #[error("{field}: must not be above the maximum {}, is {}", Readable(*max), Readable(*min))]
    MinAboveMax {
        /// The field of the lower corner: `min.x` or `min.y`.
        field: &'static str,
        /// The lower corner's coordinate.
        min: f32,
        /// The upper corner's coordinate.
        max: f32,
    },
    /// A number that may be infinite is NaN.
    #[error("{field}: must be a number, is NaN")]
    NotANumber {
        /// The field, such as `max_t`.
        field: &'static str,
    },
    /// The direction of a ray or sector is `(0, 0)`.
    #[error("{field}: x and y must not both be zero")]
    ZeroDirection {
        /// The field, such as `direction`.
        field: &'static str,
    },
    /// A rotor is `(0, 0)`.
    #[error("rotor: cos and sin must not both be zero")]
    ZeroRotor,
    /// A coordinate of a point of a polygon is NaN or infinite.
    #[error("points[{index}].{axis}: must be a finite number, is {value}")]
    PointNotFinite {
        /// The index of the point.
        index: usize,
        /// `x` or `y`.
        axis: &'static str,
        /// The coordinate.
        value: f32,
    },
    /// A polygon has no points.
    #[error("points: must be at least one, are none")]
    NoPoints,
    /// The convex hull of the points of a polygon has more than eight corners.
    #[error("points: their convex hull must have at most 8 corners, has {}{count}; split the shape into convex pieces",
        if *count < MAX_COUNTED { "" } else { "at least " })]
    TooManyCorners {
        /// The number of corners, counted up to 32.
        count: usize,
    },
    /// A regular polygon has fewer than three corners, or more than eight.
    #[error("corners: must be from 3 to 8, is {count}")]
    CornerCount {
        /// The number of corners.
        count: usize,
    },
    /// A point of a capsule or polygon at this position would not be finite.
    #[error("{field}: must leave all points of the shape finite, is {}", Readable(*value))]
    BeyondRange {
        /// The field, such as `position.x`.
        field: &'static str,
        /// Its value.
        value: f32,
    },
    /// Both borders of a sector have the same direction.
    #[error("borders: must have different directions")]
    EqualBorders,
    /// The opening of a sector is not an angle of a sector.
    #[error("opening: must be above 0 and below 360 degrees, is {}", Readable(*value))]
    Opening {
        /// The opening in degrees.
        value: f32,
    },
    /// The outer radius of a sector is zero.
    #[error("outer: must be above 0")]
    ZeroOuter,
    /// The inner radius of a sector is not below the outer one.
    #[error("inner: must be below the outer radius {}, is {}", Readable(*outer), Readable(*inner))]
    EmptyRing {
        /// The inner radius.
        inner: f32,
        /// The outer radius.
        outer: f32,
    },
}

impl ShapeError {
    /// The invalid field, such as `center.x`, `radius` or `rotor`.
    ///
    /// ```
    /// # use collide_core::{Circle, Vec2};
    /// assert_eq!(Circle::new(Vec2::new(f32::NAN, 0.0), 1.0).unwrap_err().field(), "center.x");
    /// ```
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::NotFinite { field, .. }
            | Self::Negative { field, .. }
            | Self::MinAboveMax { field, .. }
            | Self::NotANumber { field }
            | Self::ZeroDirection { field }
            | Self::BeyondRange { field, .. } => field,
            Self::ZeroRotor => "rotor",
            Self::PointNotFinite { .. } | Self::NoPoints | Self::TooManyCorners { .. } => "points",
            Self::CornerCount { .. } => "corners",
            Self::EqualBorders => "borders",
            Self::Opening { .. } => "opening",
            Self::ZeroOuter => "outer",
            Self::EmptyRing { .. } => "inner",
        }
    }
}

/// Up to here the corners of a hull are counted, because each of them takes a step for each point.
pub(crate) const MAX_COUNTED: usize = 32;

/// A number in a message: with an exponent where it would have many zeros.
struct Readable(f32);

impl fmt::Display for Readable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_few_zeros = self.0 == 0.0 || (1e-4..1e7).contains(&self.0.abs());
        if has_few_zeros { fmt::Display::fmt(&self.0, f) } else { fmt::LowerExp::fmt(&self.0, f) }
    }
}

/// Whether a number is neither negative nor infinite nor NaN.
#[inline(always)]
pub(crate) fn is_size(value: f32) -> bool {
    (0.0..=f32::MAX).contains(&value)
}

pub(crate) fn finite(field: &'static str, value: f32) -> Result<f32, ShapeError> {
    if value.is_finite() { Ok(value) } else { Err(ShapeError::NotFinite { field, value }) }
}

pub(crate) fn not_negative(field: &'static str, value: f32) -> Result<f32, ShapeError> {
    if finite(field, value)? < 0.0 { Err(ShapeError::Negative { field, value }) } else { Ok(value) }
}

/// Whether these are the corners of a box.
#[inline(always)]
pub(crate) fn are_corners(min: Vec2, max: Vec2) -> bool {
    min.is_finite() & max.is_finite() & (min.x <= max.x) & (min.y <= max.y)
}

/// The error for corners that are not those of a box.
#[cold]
pub(crate) fn corners_fault(min: Vec2, max: Vec2) -> ShapeError {
    let low = [finite("min.x", min.x), finite("min.y", min.y)];
    let high = [finite("max.x", max.x), finite("max.y", max.y)];
    let not_finite = low.into_iter().chain(high).find_map(Result::err);
    not_finite.unwrap_or(if min.x > max.x {
        ShapeError::MinAboveMax { field: "min.x", min: min.x, max: max.x }
    } else {
        ShapeError::MinAboveMax { field: "min.y", min: min.y, max: max.y }
    })
}
