use crate::shape::corners::Corners;
use crate::shape::error::{ShapeError, finite, is_size, not_negative};
use crate::shape::extent::Extent;
use crate::shape::outline::Outline;
use crate::{Aabb, Circle, Rotor, Segment, Vec2};

/// A closed capsule: every point at most `radius` away from the segment between two points. With radius zero it is that
/// segment, such as a thin wall or a laser beam; with equal points a disc.
///
/// A capsule has a position, and its two points as offsets from it. A motion changes the position alone, so the capsule
/// stays the same to the bit.
///
/// ```
/// use collide_core::{Capsule, Circle, Vec2, overlaps};
/// let wall = Capsule::new(Vec2::ZERO, Vec2::new(10.0, 0.0), 0.5)?; // one unit thick, with round ends
/// assert!(overlaps(wall, Circle::new(Vec2::new(5.0, 2.5), 2.0)?)); // they touch
/// assert!(!overlaps(wall.at(Vec2::new(0.0, -3.0))?, Circle::new(Vec2::new(5.0, 2.5), 2.0)?));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::fields::CapsuleFields", into = "super::fields::CapsuleFields"))]
pub struct Capsule {
    position: Vec2,
    offsets: [Vec2; 2],
    radius: f32,
}

impl Capsule {
    /// A capsule from the ends of its segment and its radius. Its position is `(0, 0)`, so that its points are exactly
    /// the given ones.
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite or the radius is negative.
    ///
    /// ```
    /// use collide_core::{Capsule, Vec2};
    /// assert!(Capsule::new(Vec2::ZERO, Vec2::new(3.0, 4.0), 0.5).is_ok());
    /// assert_eq!(Capsule::new(Vec2::ZERO, Vec2::ONE, -0.5).unwrap_err().field(), "radius");
    /// ```
    #[inline]
    pub fn new(a: impl Into<Vec2>, b: impl Into<Vec2>, radius: f32) -> Result<Self, ShapeError> {
        let offsets = [a.into(), b.into()];
        let fine = offsets[0].is_finite() & offsets[1].is_finite() & is_size(radius);
        if fine { Ok(Self { position: Vec2::ZERO, offsets, radius }) } else { Err(Self::fault(offsets, radius)) }
    }

    /// The error for numbers that are not those of a capsule.
    #[cold]
    fn fault([a, b]: [Vec2; 2], radius: f32) -> ShapeError {
        let points = [finite("a.x", a.x), finite("a.y", a.y), finite("b.x", b.x), finite("b.y", b.y)];
        let invalid = points.into_iter().chain([not_negative("radius", radius)]).find_map(Result::err);
        invalid.unwrap_or(ShapeError::Negative { field: "radius", value: radius })
    }

    /// The same capsule with another position: its points are the position plus the [offsets](Self::offsets), exactly.
    ///
    /// # Errors
    /// [`ShapeError`] if the position is not finite, or a point would not be when rounded to `f32`.
    ///
    /// ```
    /// use collide_core::{Capsule, Vec2};
    /// let body = Capsule::new(Vec2::new(0.0, -1.0), Vec2::new(0.0, 1.0), 0.5)?; // around its position
    /// assert_eq!(body.at(Vec2::new(7.0, 3.0))?.points(), [Vec2::new(7.0, 2.0), Vec2::new(7.0, 4.0)]);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    pub fn at(&self, position: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let (position, bounds) = (position.into(), self.bounds());
        let fine = bounds.is_within_range(position);
        if fine { Ok(self.put(position)) } else { Err(bounds.position_fault(position)) }
    }

    /// The same at a position that is fine.
    #[inline]
    pub(super) fn put(&self, position: Vec2) -> Self {
        Self { position, ..*self }
    }

    /// The position: zero, until it is [set](Self::at).
    ///
    /// ```
    /// # use collide_core::{Capsule, Vec2};
    /// assert_eq!(Capsule::new(Vec2::ZERO, Vec2::ONE, 0.5)?.at(Vec2::X)?.position(), Vec2::X);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Vec2 {
        self.position
    }

    /// The ends of the segment, from the position. They never change when the capsule moves.
    ///
    /// ```
    /// # use collide_core::{Capsule, Vec2};
    /// assert_eq!(Capsule::new(Vec2::ZERO, Vec2::ONE, 0.5)?.at(Vec2::X)?.offsets(), [Vec2::ZERO, Vec2::ONE]);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn offsets(&self) -> [Vec2; 2] {
        self.offsets
    }

    /// The ends of the segment, rounded to `f32`.
    ///
    /// ```
    /// # use collide_core::{Capsule, Vec2};
    /// assert_eq!(Capsule::new(Vec2::ZERO, Vec2::ONE, 0.5)?.at(Vec2::X)?.points()[1], Vec2::new(2.0, 1.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn points(&self) -> [Vec2; 2] {
        self.offsets.map(|offset| self.position + offset)
    }

    /// The radius, never negative.
    ///
    /// ```
    /// # use collide_core::{Capsule, Vec2};
    /// assert_eq!(Capsule::new(Vec2::ZERO, Vec2::ONE, 0.5)?.radius(), 0.5);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The capsule moved by a vector. Its position is rounded to `f32`.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate would not be finite.
    ///
    /// ```
    /// # use collide_core::{Capsule, Vec2};
    /// let wall = Capsule::new(Vec2::ZERO, Vec2::ONE, 0.5)?;
    /// assert_eq!(wall.translated(Vec2::X)?, wall.at(Vec2::X)?);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    pub fn translated(&self, by: Vec2) -> Result<Self, ShapeError> {
        self.at(self.position + by)
    }

    /// The capsule with its offsets rotated about the position, each rounded to `f32`. To turn a body step by step,
    /// always turn the same unturned capsule by the whole angle: if you turn the result again, the rounding adds up.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate would not be finite.
    ///
    /// ```
    /// use collide_core::{Capsule, Rotor, Vec2};
    /// let upright = Capsule::new(Vec2::ZERO, Vec2::new(0.0, 2.0), 0.5)?.at(Vec2::new(5.0, 5.0))?;
    /// let lying = upright.turned(Rotor::from_degrees(-90.0)?)?;
    /// assert_eq!(lying.points(), [Vec2::new(5.0, 5.0), Vec2::new(7.0, 5.0)]);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn turned(&self, rotor: Rotor) -> Result<Self, ShapeError> {
        let [a, b] = self.offsets.map(|offset| rotor.rotate(offset));
        Self::new(a, b, self.radius)?.at(self.position)
    }

    /// Two points and a radius.
    #[inline(always)]
    pub(crate) fn outline(&self) -> Outline {
        Outline { corners: Corners::Segment(self.offsets), radius: self.radius, ..Outline::point(self.position) }
    }

    /// The bound of the capsule: the smallest `f32` box that contains it, clipped to the range of `f32`.
    ///
    /// ```
    /// # use collide_core::{Capsule, Vec2};
    /// assert_eq!(Capsule::new(Vec2::ZERO, Vec2::ONE, 0.5)?.aabb().max(), Vec2::splat(1.5));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn aabb(&self) -> Aabb {
        self.bounds().bound(self.position, self.radius)
    }

    /// The least and the greatest coordinates of the offsets.
    #[inline]
    pub(crate) fn bounds(&self) -> Extent {
        let [a, b] = self.offsets.map(Extent::of_point);
        a.and(b)
    }
}

/// A disc as a capsule of length zero, at the center of the circle.
impl From<Circle> for Capsule {
    fn from(circle: Circle) -> Self {
        Self { position: circle.center(), offsets: [Vec2::ZERO; 2], radius: circle.radius() }
    }
}

/// A segment as a capsule with radius zero.
impl From<Segment> for Capsule {
    fn from(segment: Segment) -> Self {
        Self { position: Vec2::ZERO, offsets: [segment.from(), segment.to()], radius: 0.0 }
    }
}
