use thiserror::Error;

use crate::shape::shape_from;

/// A closed disc with integer or half-integer center and radius. A diameter of zero is a point.
///
/// ```
/// use collide_core::int::{Circle, overlaps};
/// assert!(overlaps(Circle::new(0, 0, 2), Circle::in_box(2, -1, 2))); // its center is (3, 0)
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Circle {
    /// Twice the center.
    pub(super) center: [i64; 2],
    /// Twice the radius.
    pub(super) diameter: i64,
}

impl Circle {
    /// A circle around a point with integer coordinates.
    ///
    /// ```
    /// use collide_core::int::{Circle, contains_point};
    /// assert!(contains_point(Circle::new(0, 0, 5), 3, 4));
    /// ```
    #[must_use]
    pub fn new(x: i32, y: i32, radius: u32) -> Self {
        Self { center: [x, y].map(|at| 2 * i64::from(at)), diameter: 2 * i64::from(radius) }
    }

    /// The circle inscribed in a square, which is given by its side and its corner of lowest x and y, as sprites are.
    /// An odd side is exact: center and radius may be half-integers.
    ///
    /// ```
    /// use collide_core::int::{Circle, overlaps};
    /// // Boxes from 0 to 3 and from 3 to 6 touch in the middle of their sides, and so do the circles.
    /// assert!(overlaps(Circle::in_box(0, 0, 3), Circle::in_box(3, 0, 3)));
    /// ```
    #[must_use]
    pub fn in_box(left: i32, bottom: i32, side: u32) -> Self {
        let side = i64::from(side);
        Self { center: [left, bottom].map(|at| 2 * i64::from(at) + side), diameter: side }
    }
}

/// A closed axis-aligned rectangle with integer coordinates. Zero width or height makes a segment or point.
///
/// ```
/// use collide_core::int::{Rect, overlaps};
/// assert!(overlaps(Rect::with_size(0, 0, 3, 3), Rect::with_size(3, 3, 1, 1))); // they share a corner
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Twice the corner of lowest x and y.
    pub(super) min: [i64; 2],
    /// Twice the corner of highest x and y.
    pub(super) max: [i64; 2],
}

/// The error of a rectangle whose `min` is greater than its `max` on an axis.
///
/// ```
/// use collide_core::int::Rect;
/// assert!(Rect::new([5, 0], [4, 2]).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{field}: must not be above the maximum {max}, is {min}")]
pub struct MinAboveMax {
    /// The field of the lower corner: `min.x` or `min.y`.
    pub field: &'static str,
    /// The lower corner's coordinate.
    pub min: i32,
    /// The upper corner's coordinate.
    pub max: i32,
}

impl Rect {
    /// A rectangle from its corners of lowest and highest x and y. Both corners belong to it.
    ///
    /// # Errors
    /// [`MinAboveMax`] if `min` exceeds `max` on an axis.
    ///
    /// ```
    /// use collide_core::int::Rect;
    /// assert!(Rect::new([0, 0], [4, 2]).is_ok());
    /// let error = Rect::new([0, 3], [4, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "min.y: must not be above the maximum 2, is 3");
    /// ```
    pub fn new(min: [i32; 2], max: [i32; 2]) -> Result<Self, MinAboveMax> {
        for (axis, field) in ["min.x", "min.y"].into_iter().enumerate() {
            if min[axis] > max[axis] {
                return Err(MinAboveMax { field, min: min[axis], max: max[axis] });
            }
        }
        let doubled = |corner: [i32; 2]| corner.map(|at| 2 * i64::from(at));
        Ok(Self { min: doubled(min), max: doubled(max) })
    }

    /// A rectangle from its corner of lowest x and y and its size. It may extend past `i32::MAX`.
    ///
    /// ```
    /// use collide_core::int::Rect;
    /// assert_eq!(Rect::with_size(1, 2, 3, 4), Rect::new([1, 2], [4, 6]).unwrap());
    /// ```
    #[must_use]
    pub fn with_size(left: i32, bottom: i32, width: u32, height: u32) -> Self {
        let min = [left, bottom].map(|at| 2 * i64::from(at));
        Self { min, max: [min[0] + 2 * i64::from(width), min[1] + 2 * i64::from(height)] }
    }
}

/// A circle or a rectangle.
///
/// ```
/// use collide_core::int::{Circle, Rect, Shape, overlaps};
/// let sprites: [Shape; 2] = [Circle::in_box(0, 0, 16).into(), Rect::with_size(8, 8, 16, 16).into()];
/// assert!(overlaps(sprites[0], sprites[1]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A disc.
    Circle(Circle),
    /// An axis-aligned rectangle.
    Rect(Rect),
}

shape_from!(Circle, Rect);
