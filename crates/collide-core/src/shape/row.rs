use crate::{Capsule, Circle, OrientedRect, Polygon, Rect, Rotor, Shape, ShapeError, Vec2};

mod sealed {
    pub trait Shape {}

    impl Shape for super::Circle {}
    impl Shape for super::Rect {}
    impl Shape for super::OrientedRect {}
    impl Shape for super::Capsule {}
    impl Shape for super::Polygon {}
}

/// A shape as a row of numbers. This trait is sealed.
///
/// ```
/// use collide_core::columns::Row;
/// use collide_core::{Circle, Vec2};
/// let circle = Circle::new(Vec2::new(1.0, 2.0), 3.0)?;
/// assert_eq!(circle.to_row(), [1.0, 2.0, 3.0]);
/// assert_eq!((Circle::from_row([1.0, 2.0, 3.0])?, Circle::trusted(circle.to_row())), (circle, circle));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
pub trait Row<const COLUMNS: usize>: Copy + Into<Shape> + sealed::Shape {
    /// The names of the numbers.
    const COLUMNS: [&'static str; COLUMNS];
    /// Whether the SIMD tests allow for the rounding of every row of this kind.
    const ALWAYS_QUICK: bool = true;
    /// The numbers of the shape.
    fn to_row(self) -> [f32; COLUMNS];
    /// The shape with these numbers.
    ///
    /// # Errors
    /// [`ShapeError`] if they are not the numbers of a valid shape.
    fn from_row(row: [f32; COLUMNS]) -> Result<Self, ShapeError>;
    /// The shape with numbers from [`to_row`](Self::to_row), without checking them again. For other numbers the result
    /// is unspecified, and the call may panic.
    #[must_use]
    #[inline]
    fn trusted(row: [f32; COLUMNS]) -> Self {
        Self::from_row(row).expect("the numbers of a shape")
    }
    /// Whether [`from_row`](Self::from_row) accepts these numbers. Without branches where possible, so that many rows
    /// can be checked together.
    #[must_use]
    #[inline]
    fn is_row(row: [f32; COLUMNS]) -> bool {
        Self::from_row(row).is_ok()
    }
    /// Whether the SIMD tests allow for the rounding of this shape.
    fn is_quick(self) -> bool {
        true
    }
}

impl Row<3> for Circle {
    const COLUMNS: [&'static str; 3] = ["x", "y", "radius"];

    fn to_row(self) -> [f32; 3] {
        [self.center().x, self.center().y, self.radius()]
    }

    #[inline]
    fn from_row([x, y, radius]: [f32; 3]) -> Result<Self, ShapeError> {
        Self::new(Vec2::new(x, y), radius)
    }

    #[inline]
    fn trusted([x, y, radius]: [f32; 3]) -> Self {
        Self::unchecked(Vec2::new(x, y), radius)
    }

    #[inline]
    fn is_row([x, y, radius]: [f32; 3]) -> bool {
        x.is_finite() & y.is_finite() & radius.is_finite() & (radius >= 0.0)
    }
}

impl Row<4> for Rect {
    const COLUMNS: [&'static str; 4] = ["min_x", "min_y", "max_x", "max_y"];

    fn to_row(self) -> [f32; 4] {
        [self.min().x, self.min().y, self.max().x, self.max().y]
    }

    #[inline]
    fn from_row([min_x, min_y, max_x, max_y]: [f32; 4]) -> Result<Self, ShapeError> {
        Self::new(Vec2::new(min_x, min_y), Vec2::new(max_x, max_y))
    }

    #[inline]
    fn trusted([min_x, min_y, max_x, max_y]: [f32; 4]) -> Self {
        Self::unchecked(Vec2::new(min_x, min_y), Vec2::new(max_x, max_y))
    }

    #[inline]
    fn is_row([min_x, min_y, max_x, max_y]: [f32; 4]) -> bool {
        let finite = min_x.is_finite() & min_y.is_finite() & max_x.is_finite() & max_y.is_finite();
        finite & (min_x <= max_x) & (min_y <= max_y)
    }
}

impl Row<6> for OrientedRect {
    const COLUMNS: [&'static str; 6] = ["x", "y", "half_x", "half_y", "cos", "sin"];
    const ALWAYS_QUICK: bool = false;

    fn to_row(self) -> [f32; 6] {
        let (center, half, rotor) = (self.center(), self.half_extents(), self.rotor());
        [center.x, center.y, half.x, half.y, rotor.cos(), rotor.sin()]
    }

    #[inline]
    fn from_row([x, y, half_x, half_y, cos, sin]: [f32; 6]) -> Result<Self, ShapeError> {
        Self::new(Vec2::new(x, y), Vec2::new(half_x, half_y), Rotor::from_raw(cos, sin)?)
    }

    /// Whether the rotor has unit length, so that [`Rotor::new`] keeps it.
    fn is_quick(self) -> bool {
        Rotor::new(self.rotor().cos(), self.rotor().sin()) == Ok(self.rotor())
    }
}

impl Row<7> for Capsule {
    const COLUMNS: [&'static str; 7] = ["x", "y", "a_x", "a_y", "b_x", "b_y", "radius"];

    fn to_row(self) -> [f32; 7] {
        let (position, [a, b]) = (self.position(), self.offsets());
        [position.x, position.y, a.x, a.y, b.x, b.y, self.radius()]
    }

    #[inline]
    fn from_row([x, y, a_x, a_y, b_x, b_y, radius]: [f32; 7]) -> Result<Self, ShapeError> {
        Self::new(Vec2::new(a_x, a_y), Vec2::new(b_x, b_y), radius)?.at(Vec2::new(x, y))
    }
}

/// The position, the radius and eight corners, of which the last ones may be equal.
impl Row<19> for Polygon {
    const COLUMNS: [&'static str; 19] = [
        "x", "y", "radius", "x0", "y0", "x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4", "x5", "y5", "x6", "y6", "x7",
        "y7",
    ];

    fn to_row(self) -> [f32; 19] {
        let mut row = [0.0; 19];
        (row[0], row[1], row[2]) = (self.position().x, self.position().y, self.radius());
        for (pair, corner) in row[3..].chunks_exact_mut(2).zip(self.hull().places()) {
            pair.copy_from_slice(&corner.to_array());
        }
        row
    }

    fn from_row(row: [f32; 19]) -> Result<Self, ShapeError> {
        let corners: [Vec2; Self::MAX_CORNERS] =
            core::array::from_fn(|index| Vec2::new(row[3 + 2 * index], row[4 + 2 * index]));
        Self::from_parts(Vec2::new(row[0], row[1]), &corners, row[2])
    }
}

#[cfg(test)]
mod tests {
    use super::Row;
    use crate::{Circle, OrientedRect, Rect};

    const NUMBERS: [f32; 12] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1e-45,
        -1e-45,
        f32::MAX,
        f32::MIN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        -f32::NAN,
    ];

    fn all<S: Row<N>, const N: usize>() {
        for number in 0..NUMBERS.len().pow(N.min(4) as u32) {
            let row =
                core::array::from_fn(|place| NUMBERS[number / NUMBERS.len().pow(place.min(3) as u32) % NUMBERS.len()]);
            assert_eq!(S::is_row(row), S::from_row(row).is_ok(), "{row:?}");
        }
    }

    #[test]
    fn valid_rows_are_recognised() {
        all::<Circle, 3>();
        all::<Rect, 4>();
        all::<OrientedRect, 6>();
    }
}
