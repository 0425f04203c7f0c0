use crate::Vec2;
use crate::shape::error::{ShapeError, finite};
use crate::shape::outline::{Motion, Outline};

/// A closed line segment between two points, such as the path of a shot or a line of sight. The two points may be
/// equal.
///
/// It is for queries only, as it is not a [`Shape`](crate::Shape). For an entity use a [`Capsule`](crate::Capsule) with
/// radius zero.
///
/// ```
/// use collide_core::{Rect, Relation, Segment, Vec2, segment_shape};
/// let sight = Segment::new(Vec2::ZERO, Vec2::new(9.0, 3.0))?;
/// let wall = Rect::new(Vec2::new(4.0, 0.0), Vec2::new(5.0, 5.0))?;
/// assert_ne!(segment_shape(&sight, wall), Relation::Apart); // the wall is in the way
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::fields::SegmentFields", into = "super::fields::SegmentFields"))]
pub struct Segment {
    from: Vec2,
    to: Vec2,
}

impl Segment {
    /// A segment between two points. Both points belong to it.
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite.
    ///
    /// ```
    /// use collide_core::{Segment, Vec2};
    /// assert!(Segment::new(Vec2::ZERO, Vec2::new(3.0, 4.0)).is_ok());
    /// assert!(Segment::new(Vec2::ZERO, Vec2::new(3.0, f32::INFINITY)).is_err());
    /// ```
    pub fn new(from: impl Into<Vec2>, to: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let (from, to) = (from.into(), to.into());
        finite("from.x", from.x)?;
        finite("from.y", from.y)?;
        finite("to.x", to.x)?;
        finite("to.y", to.y)?;
        Ok(Self { from, to })
    }

    /// A point that moves from the start to the end.
    #[inline(always)]
    pub(crate) fn outline(&self) -> Outline {
        Outline { motion: Motion::between(self.from, self.to), ..Outline::point(self.from) }
    }

    /// The start of the segment.
    ///
    /// ```
    /// # use collide_core::{Segment, Vec2};
    /// assert_eq!(Segment::new(Vec2::ZERO, Vec2::X)?.from(), Vec2::ZERO);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn from(&self) -> Vec2 {
        self.from
    }

    /// The end of the segment.
    ///
    /// ```
    /// # use collide_core::{Segment, Vec2};
    /// assert_eq!(Segment::new(Vec2::ZERO, Vec2::X)?.to(), Vec2::X);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn to(&self) -> Vec2 {
        self.to
    }
}
