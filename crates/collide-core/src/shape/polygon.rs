use core::fmt;

use crate::shape::corners::Corners;
use crate::shape::discs::Discs;
use crate::shape::error::{ShapeError, finite, not_negative};
use crate::shape::hull::{Hull, MAX_CORNERS, is_convex};
use crate::shape::outline::Outline;
use crate::{Aabb, Capsule, Circle, Rect, Rotor, Vec2};

/// A closed convex polygon with at most eight corners: the convex hull of some points, grown by a radius. With a radius
/// its corners are round; with radius zero they are sharp.
///
/// A polygon has a position, and its corners as offsets from it. A motion changes the position alone, so the polygon
/// stays the same to the bit.
///
/// ```
/// use collide_core::{Circle, Polygon, Vec2, overlaps};
/// let roof = Polygon::new(&[[0.0, 0.0], [8.0, 0.0], [4.0, 3.0]], 0.0)?;
/// assert!(overlaps(roof, Circle::new(Vec2::new(8.0, 4.0), 4.0)?)); // touches the corner
/// assert!(!overlaps(roof, Circle::new(Vec2::new(7.0, 5.0), 3.0)?));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::fields::PolygonFields", into = "super::fields::PolygonFields"))]
pub struct Polygon {
    position: Vec2,
    discs: Discs,
    radius: f32,
    hull: Hull,
}

/// What it is made of, without what follows from that.
impl fmt::Debug for Polygon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, radius, .. } = self;
        let mut polygon = f.debug_struct("Polygon");
        polygon.field("position", position).field("offsets", &self.offsets()).field("radius", radius).finish()
    }
}

impl Polygon {
    /// The largest number of corners.
    ///
    /// ```
    /// use collide_core::Polygon;
    /// assert!(Polygon::regular(Polygon::MAX_CORNERS, 1.0).is_ok());
    /// assert!(Polygon::regular(Polygon::MAX_CORNERS + 1, 1.0).is_err());
    /// ```
    pub const MAX_CORNERS: usize = MAX_CORNERS;

    /// The convex hull of one or more points, grown by a radius. Its position is `(0, 0)`, so that its corners are
    /// exactly points that were given. The points can have any order. Points inside the hull, repeated ones and those
    /// on a line between corners are left out; these decisions are exact. So the dents of a concave outline are filled:
    /// [`is_convex_outline`](Self::is_convex_outline) tells whether there are any.
    ///
    /// Cost: in proportion to the number of points times that of the corners. For example 60 ns for a triangle, 240 ns
    /// for eight corners, 0.8 µs for 32 points with eight corners.
    ///
    /// # Errors
    /// [`ShapeError`] if there is no point, a number is not finite, the radius is negative, or the hull has more than
    /// eight corners.
    ///
    /// ```
    /// use collide_core::{Polygon, Vec2};
    /// let square = Polygon::new(&[[1.0, 1.0], [0.0, 0.0], [0.0, 1.0], [0.5, 0.5], [1.0, 0.0]], 0.0)?;
    /// assert_eq!(square.offsets(), [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]);
    /// let error = Polygon::new(&[[0.0, 0.0], [f32::NAN, 1.0]], 0.0).unwrap_err();
    /// assert_eq!(error.to_string(), "points[1].x: must be a finite number, is NaN");
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn new(points: &[impl Into<Vec2> + Copy], radius: f32) -> Result<Self, ShapeError> {
        let hull = Hull::of(points.iter().map(|point| (*point).into()))?;
        Ok(Self::of_hull(hull, not_negative("radius", radius)?))
    }

    /// Whether the closed outline through some points, in this order, is convex: it goes once around the hull of the
    /// points, in either direction. If it is not, [`new`](Self::new) fills its dents and crossings, or the points are
    /// not in the order of an outline. Repeated points and points on an edge are no dents. The decision is exact.
    /// Points on a line and fewer than three points are convex; a number that is not finite is not.
    ///
    /// Cost: in proportion to the number of points, which has no limit.
    ///
    /// ```
    /// use collide_core::Polygon;
    /// let corner = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    /// assert!(!Polygon::is_convex_outline(&corner)); // shaped like an L: split it
    /// assert!(Polygon::is_convex_outline(&corner[..4]));
    /// assert!(!Polygon::is_convex_outline(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]])); // it crosses itself
    /// ```
    #[must_use]
    pub fn is_convex_outline(points: &[impl Into<Vec2> + Copy]) -> bool {
        is_convex(points.iter().map(|point| (*point).into()))
    }

    /// A rectangle as a polygon, with corners that are rounded by a radius. The radius makes it larger.
    ///
    /// # Errors
    /// [`ShapeError`] if the radius is negative or not finite.
    ///
    /// ```
    /// use collide_core::{Polygon, Rect, Vec2};
    /// let table = Polygon::from_rect(Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0))?, 0.5)?;
    /// assert_eq!(table.aabb().max(), Vec2::new(4.5, 2.5));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn from_rect(rect: Rect, radius: f32) -> Result<Self, ShapeError> {
        Self::new(&rect.corners(), radius)
    }

    /// A regular polygon around its position, with a corner at `(circumradius, 0)`. Its corners are rounded to `f32`,
    /// the same on every machine.
    ///
    /// # Errors
    /// [`ShapeError`] if there are fewer than three corners or more than eight, or the circumradius is negative or not
    /// finite.
    ///
    /// ```
    /// use collide_core::{Polygon, Vec2};
    /// assert_eq!(Polygon::regular(4, 2.0)?.offsets()[2], Vec2::new(2.0, 0.0));
    /// assert_eq!(Polygon::regular(9, 2.0).unwrap_err().to_string(), "corners: must be from 3 to 8, is 9");
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn regular(corners: usize, circumradius: f32) -> Result<Self, ShapeError> {
        if !(3..=MAX_CORNERS).contains(&corners) {
            return Err(ShapeError::CornerCount { count: corners });
        }
        not_negative("circumradius", circumradius)?;
        let mut points = [Vec2::ZERO; MAX_CORNERS];
        for (index, point) in points[..corners].iter_mut().enumerate() {
            let rotor = Rotor::from_degrees(360.0 * index as f32 / corners as f32)?;
            *point = rotor.rotate(Vec2::new(circumradius, 0.0));
        }
        Self::new(&points[..corners], 0.0)
    }

    /// The same polygon with another position: its corners are the position plus the [offsets](Self::offsets), exactly.
    ///
    /// # Errors
    /// [`ShapeError`] if the position is not finite, or a corner would not be when rounded to `f32`.
    ///
    /// ```
    /// use collide_core::{Polygon, Vec2};
    /// let rock = Polygon::regular(6, 1.5)?.at(Vec2::new(10.0, 20.0))?;
    /// assert_eq!(rock.position(), Vec2::new(10.0, 20.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    pub fn at(&self, position: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let (position, bounds) = (position.into(), self.hull.bounds());
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
    /// # use collide_core::{Polygon, Vec2};
    /// assert_eq!(Polygon::regular(3, 1.0)?.at(Vec2::X)?.position(), Vec2::X);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Vec2 {
        self.position
    }

    /// The corners of the hull, from the position: counter-clockwise with y up, from the one with the least x, and the
    /// least y of these. They never change when the polygon moves.
    ///
    /// ```
    /// # use collide_core::{Polygon, Vec2};
    /// let wedge = Polygon::new(&[[2.0, 0.0], [0.0, 0.0], [2.0, 1.0]], 0.0)?.at(Vec2::X)?;
    /// assert_eq!(wedge.offsets(), [Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(2.0, 1.0)]);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn offsets(&self) -> &[Vec2] {
        self.hull.as_slice()
    }

    /// The corners of the hull, rounded to `f32`, in the order of the [offsets](Self::offsets).
    ///
    /// ```
    /// # use collide_core::{Polygon, Vec2};
    /// let wedge = Polygon::new(&[[2.0, 0.0], [0.0, 0.0], [2.0, 1.0]], 0.0)?.at(Vec2::X)?;
    /// assert_eq!(wedge.points().last(), Some(Vec2::new(3.0, 1.0)));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn points(&self) -> impl ExactSizeIterator<Item = Vec2> + '_ {
        self.offsets().iter().map(|offset| self.position + *offset)
    }

    /// The radius by which the hull is grown, never negative.
    ///
    /// ```
    /// # use collide_core::{Polygon, Vec2};
    /// assert_eq!(Polygon::new(&[Vec2::ZERO, Vec2::X, Vec2::Y], 0.25)?.radius(), 0.25);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The polygon moved by a vector. Its position is rounded to `f32`.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate would not be finite.
    ///
    /// ```
    /// # use collide_core::{Polygon, Vec2};
    /// let rock = Polygon::regular(5, 1.0)?;
    /// assert_eq!(rock.translated(Vec2::X)?, rock.at(Vec2::X)?);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    pub fn translated(&self, by: Vec2) -> Result<Self, ShapeError> {
        self.at(self.position + by)
    }

    /// The polygon with its offsets rotated about the position, each rounded to `f32`. To turn a body step by step,
    /// always turn the same unturned polygon by the whole angle: if you turn the result again, the rounding adds up.
    /// The result is the hull of the rounded offsets, so a corner that rounding puts on a line is left out.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate would not be finite.
    ///
    /// ```
    /// use collide_core::{Polygon, Rotor, Vec2};
    /// let ship = Polygon::new(&[[2.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]], 0.0)?.at(Vec2::new(5.0, 5.0))?;
    /// let north = ship.turned(Rotor::from_degrees(90.0)?)?;
    /// assert_eq!((north.position(), north.offsets()[2]), (Vec2::new(5.0, 5.0), Vec2::new(0.0, 2.0)));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn turned(&self, rotor: Rotor) -> Result<Self, ShapeError> {
        let hull = Hull::of(self.offsets().iter().map(|offset| rotor.rotate(*offset)))?;
        Self::of_hull(hull, self.radius).at(self.position)
    }

    fn of_hull(hull: Hull, radius: f32) -> Self {
        Self { position: Vec2::ZERO, discs: Discs::of(&hull, radius), radius, hull }
    }

    /// The discs within and around the polygon.
    #[inline(always)]
    pub(crate) fn discs(&self) -> &Discs {
        &self.discs
    }

    /// The corners and a radius.
    #[inline(always)]
    pub(crate) fn outline(&self) -> Outline {
        Outline { corners: Corners::Hull(self.hull), radius: self.radius, ..Outline::point(self.position) }
    }

    /// The bound of the polygon: the smallest `f32` box that contains it, clipped to the range of `f32`.
    ///
    /// ```
    /// # use collide_core::{Polygon, Vec2};
    /// assert_eq!(Polygon::new(&[Vec2::ZERO, Vec2::X, Vec2::Y], 0.5)?.aabb().max(), Vec2::splat(1.5));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn aabb(&self) -> Aabb {
        self.hull.bounds().bound(self.position, self.radius)
    }

    #[inline]
    pub(crate) fn hull(&self) -> &Hull {
        &self.hull
    }

    /// A polygon from numbers that may be invalid.
    pub(crate) fn from_parts(position: Vec2, offsets: &[Vec2], radius: f32) -> Result<Self, ShapeError> {
        finite("position.x", position.x)?;
        finite("position.y", position.y)?;
        Self::new(offsets, radius)?.at(position)
    }
}

/// A point and a radius, at the center of the circle.
impl From<Circle> for Polygon {
    fn from(circle: Circle) -> Self {
        Self { position: circle.center(), ..Self::of_hull(Hull::one(Vec2::ZERO), circle.radius()) }
    }
}

/// The four corners of the rectangle, or fewer if it has no size.
impl From<Rect> for Polygon {
    fn from(rect: Rect) -> Self {
        Self::from_rect(rect, 0.0).expect("the corners of a rectangle are finite")
    }
}

/// Two corners and a radius, at the position of the capsule.
impl From<Capsule> for Polygon {
    fn from(capsule: Capsule) -> Self {
        let hull = Hull::of(capsule.offsets().into_iter()).expect("the points of a capsule are finite");
        Self { position: capsule.position(), ..Self::of_hull(hull, capsule.radius()) }
    }
}
