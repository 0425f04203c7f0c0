use super::columns::sealed;
use crate::{Circle, OrientedRect, Rect, Rotor, Shape, ShapeError, Vec2};

/// A shape as a row of numbers. Not for others to implement.
///
/// ```
/// use collide_core::batch::Row;
/// use collide_core::{Circle, Vec2};
/// let circle = Circle::new(Vec2::new(1.0, 2.0), 3.0)?;
/// assert_eq!(circle.to_row(), [1.0, 2.0, 3.0]);
/// assert_eq!(Circle::from_row([1.0, 2.0, 3.0])?, circle);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
pub trait Row<const COLUMNS: usize>: Copy + Into<Shape> + sealed::Shape {
    /// The names of the numbers.
    const COLUMNS: [&'static str; COLUMNS];
    /// Whether the quick tests allow for the rounding of every such row.
    const ALWAYS_QUICK: bool = true;
    /// The shape's numbers.
    fn to_row(self) -> [f32; COLUMNS];
    /// The shape of these numbers.
    ///
    /// # Errors
    /// [`ShapeError`] when there is none.
    fn from_row(row: [f32; COLUMNS]) -> Result<Self, ShapeError>;
    /// Whether the quick tests allow for the rounding of such numbers.
    fn is_quick(self) -> bool {
        true
    }
}

impl Row<3> for Circle {
    const COLUMNS: [&'static str; 3] = ["x", "y", "radius"];

    fn to_row(self) -> [f32; 3] {
        [self.center().x, self.center().y, self.radius()]
    }

    fn from_row([x, y, radius]: [f32; 3]) -> Result<Self, ShapeError> {
        Self::new(Vec2::new(x, y), radius)
    }
}

impl Row<4> for Rect {
    const COLUMNS: [&'static str; 4] = ["min_x", "min_y", "max_x", "max_y"];

    fn to_row(self) -> [f32; 4] {
        [self.min().x, self.min().y, self.max().x, self.max().y]
    }

    fn from_row([min_x, min_y, max_x, max_y]: [f32; 4]) -> Result<Self, ShapeError> {
        Self::new(Vec2::new(min_x, min_y), Vec2::new(max_x, max_y))
    }
}

impl Row<6> for OrientedRect {
    const COLUMNS: [&'static str; 6] = ["x", "y", "half_x", "half_y", "cos", "sin"];
    const ALWAYS_QUICK: bool = false;

    fn to_row(self) -> [f32; 6] {
        let (center, half, rotor) = (self.center(), self.half_extents(), self.rotor());
        [center.x, center.y, half.x, half.y, rotor.cos(), rotor.sin()]
    }

    fn from_row([x, y, half_x, half_y, cos, sin]: [f32; 6]) -> Result<Self, ShapeError> {
        Self::new(Vec2::new(x, y), Vec2::new(half_x, half_y), Rotor::from_raw(cos, sin)?)
    }

    /// Those of unit length, as [`Rotor::new`] keeps them.
    fn is_quick(self) -> bool {
        Rotor::new(self.rotor().cos(), self.rotor().sin()) == Ok(self.rotor())
    }
}
