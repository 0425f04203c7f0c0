use crate::Vec2;
use crate::shape::error::{ShapeError, finite};

/// A closed straight line from one point to another; the same point twice is a point.
///
/// What a shot travels along, or a line of sight. Not a [`Shape`](crate::Shape): entities are no lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    from: Vec2,
    to: Vec2,
}

impl Segment {
    /// A segment between two points, both part of it.
    ///
    /// # Errors
    /// [`ShapeError`] when a number is not finite.
    ///
    /// ```
    /// use collide_core::{Segment, Vec2};
    /// assert!(Segment::new(Vec2::ZERO, Vec2::new(3.0, 4.0)).is_ok());
    /// assert!(Segment::new(Vec2::ZERO, Vec2::new(3.0, f32::INFINITY)).is_err());
    /// ```
    pub fn new(from: Vec2, to: Vec2) -> Result<Self, ShapeError> {
        finite("from.x", from.x)?;
        finite("from.y", from.y)?;
        finite("to.x", to.x)?;
        finite("to.y", to.y)?;
        Ok(Self { from, to })
    }

    /// Where it starts.
    #[must_use]
    pub fn from(&self) -> Vec2 {
        self.from
    }

    /// Where it ends.
    #[must_use]
    pub fn to(&self) -> Vec2 {
        self.to
    }
}
