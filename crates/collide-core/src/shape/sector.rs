use core::cmp::Ordering;

use glam::DVec2;

use crate::exact::{Formula, Number, Vector, round_down};
use crate::shape::error::{ShapeError, finite, not_negative};
use crate::{Aabb, Vec2};

/// A closed sector of a disc or ring: the points whose distance from an apex is between two radii, and whose direction
/// is between two borders. For a sword's swing, a cone of sight or a skill.
///
/// It is for queries only, as it is not a [`Shape`](crate::Shape). The sector leads counter-clockwise, with y up, from
/// the first border to the second one. It may be wider than 180 degrees.
///
/// ```
/// use collide_core::{Circle, Relation, Sector, Vec2, sector_shape};
/// let swing = Sector::facing(Vec2::ZERO, Vec2::X, 90.0, 2.0)?;
/// let enemy = |x: f32, y: f32| Circle::new(Vec2::new(x, y), 0.5);
/// assert_eq!(sector_shape(&swing, enemy(2.0, 0.0)?), Relation::Interior);
/// assert_eq!(sector_shape(&swing, enemy(2.5, 0.0)?), Relation::Touching);
/// assert_eq!(sector_shape(&swing, enemy(0.0, 1.0)?), Relation::Apart); // beside it
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::fields::SectorFields", into = "super::fields::SectorFields"))]
pub struct Sector {
    apex: Vec2,
    borders: [Vec2; 2],
    /// The borders with length one, rounded, for the fast test.
    units: [DVec2; 2],
    inner: f32,
    outer: f32,
}

/// The sign of the cross product of two directions.
struct Turn(Vec2, Vec2);

impl Formula for Turn {
    fn value<N: Number>(&self) -> N {
        let [a, b] = [self.0, self.1].map(|direction| Vector::<N>::of(direction.as_dvec2()));
        a.cross(&b)
    }
}

impl Sector {
    /// A sector of a disc around an apex, counter-clockwise from the direction `from` to the direction `to`. The
    /// directions need not have length one.
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite, a direction is zero, both have the same direction, or the radius is not
    /// above zero.
    ///
    /// ```
    /// use collide_core::{Sector, Vec2};
    /// let quarter = Sector::new(Vec2::ZERO, Vec2::X, Vec2::Y, 5.0)?;
    /// let other_three_quarters = Sector::new(Vec2::ZERO, Vec2::Y, Vec2::X, 5.0)?;
    /// let error = Sector::new(Vec2::ZERO, Vec2::X, Vec2::X, 5.0).unwrap_err();
    /// assert_eq!(error.to_string(), "borders: must have different directions");
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn new(
        apex: impl Into<Vec2>,
        from: impl Into<Vec2>,
        to: impl Into<Vec2>,
        outer: f32,
    ) -> Result<Self, ShapeError> {
        let (apex, from, to): (Vec2, Vec2, Vec2) = (apex.into(), from.into(), to.into());
        let numbers = [
            ("apex.x", apex.x),
            ("apex.y", apex.y),
            ("from.x", from.x),
            ("from.y", from.y),
            ("to.x", to.x),
            ("to.y", to.y),
        ];
        numbers.into_iter().try_for_each(|(field, value)| finite(field, value).map(|_| ()))?;
        for (field, direction) in [("from", from), ("to", to)] {
            if direction == Vec2::ZERO {
                return Err(ShapeError::ZeroDirection { field });
            }
        }
        let signs = |direction: Vec2| (direction.cmpgt(Vec2::ZERO), direction.cmplt(Vec2::ZERO));
        if Turn(from, to).sign().is_eq() && signs(from) == signs(to) {
            return Err(ShapeError::EqualBorders);
        }
        let borders = [from, to];
        let units = borders.map(|border| border.as_dvec2() / libm::hypot(border.x.into(), border.y.into()));
        if not_negative("outer", outer)? == 0.0 {
            return Err(ShapeError::ZeroOuter);
        }
        Ok(Self { apex, borders, units, inner: 0.0, outer })
    }

    /// A sector of a disc with this opening in degrees around a direction, of which only the angle matters: towards a
    /// target it is `target - apex`. The borders are rounded to `f32` once, the same on every machine.
    ///
    /// # Errors
    /// [`ShapeError`] as for [`new`](Self::new), or if the opening is not above 0 and below 360 degrees.
    ///
    /// ```
    /// use collide_core::{Sector, Vec2};
    /// let sight = Sector::facing(Vec2::ZERO, Vec2::new(0.0, 3.0), 90.0, 20.0)?;
    /// assert_eq!(sight.borders()[0].x, sight.borders()[0].y); // 45 degrees
    /// assert_eq!(Sector::facing(Vec2::ZERO, Vec2::X, 400.0, 1.0).unwrap_err().field(), "opening");
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn facing(
        apex: impl Into<Vec2>,
        direction: impl Into<Vec2>,
        opening_degrees: f32,
        outer: f32,
    ) -> Result<Self, ShapeError> {
        let direction = direction.into();
        finite("direction.x", direction.x)?;
        finite("direction.y", direction.y)?;
        if !(opening_degrees > 0.0 && opening_degrees < 360.0) {
            return Err(ShapeError::Opening { value: opening_degrees });
        }
        if direction == Vec2::ZERO {
            return Err(ShapeError::ZeroDirection { field: "direction" });
        }
        let unit = direction.as_dvec2() / libm::hypot(direction.x.into(), direction.y.into());
        let half = crate::Rotor::from_degrees(opening_degrees * 0.5)?;
        let turned = |rotor: crate::Rotor| rotor.turn(unit).as_vec2();
        Self::new(apex, turned(half.inverse()), turned(half), outer)
    }

    /// The same sector without the points that are nearer to the apex than `inner`.
    ///
    /// # Errors
    /// [`ShapeError`] if the inner radius is negative, not finite or not below the outer one.
    ///
    /// ```
    /// use collide_core::{Sector, Vec2};
    /// let ring = Sector::facing(Vec2::ZERO, Vec2::X, 90.0, 8.0)?.with_inner(6.0)?;
    /// assert_eq!(ring.with_inner(9.0).unwrap_err().to_string(), "inner: must be below the outer radius 8, is 9");
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn with_inner(&self, inner: f32) -> Result<Self, ShapeError> {
        let inner = not_negative("inner", inner)?;
        let is_ring = inner < self.outer;
        if is_ring { Ok(Self { inner, ..*self }) } else { Err(ShapeError::EmptyRing { inner, outer: self.outer }) }
    }

    /// The same sector around another apex.
    ///
    /// # Errors
    /// [`ShapeError`] if the apex is not finite.
    ///
    /// ```
    /// # use collide_core::{Sector, Vec2};
    /// let swing = Sector::new(Vec2::ZERO, Vec2::X, Vec2::Y, 5.0)?;
    /// assert_eq!(swing.at(Vec2::ONE)?.apex(), Vec2::ONE);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn at(&self, apex: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let apex = apex.into();
        finite("apex.x", apex.x)?;
        finite("apex.y", apex.y)?;
        Ok(Self { apex, ..*self })
    }

    /// The point that the distances and directions are measured from.
    ///
    /// ```
    /// # use collide_core::{Sector, Vec2};
    /// assert_eq!(Sector::new(Vec2::ONE, Vec2::X, Vec2::Y, 5.0)?.apex(), Vec2::ONE);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn apex(&self) -> Vec2 {
        self.apex
    }

    /// The directions of the borders, as given. The sector leads counter-clockwise from the first to the second.
    ///
    /// ```
    /// # use collide_core::{Sector, Vec2};
    /// assert_eq!(Sector::new(Vec2::ONE, Vec2::X, Vec2::Y, 5.0)?.borders(), [Vec2::X, Vec2::Y]);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn borders(&self) -> [Vec2; 2] {
        self.borders
    }

    /// The inner radius: zero, unless it was [set](Self::with_inner).
    ///
    /// ```
    /// # use collide_core::{Sector, Vec2};
    /// assert_eq!(Sector::new(Vec2::ONE, Vec2::X, Vec2::Y, 5.0)?.with_inner(2.0)?.inner(), 2.0);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn inner(&self) -> f32 {
        self.inner
    }

    /// The outer radius.
    ///
    /// ```
    /// # use collide_core::{Sector, Vec2};
    /// assert_eq!(Sector::new(Vec2::ONE, Vec2::X, Vec2::Y, 5.0)?.outer(), 5.0);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn outer(&self) -> f32 {
        self.outer
    }

    /// A bound of the sector: it contains all points, and is at most a few roundings larger than needed.
    ///
    /// ```
    /// # use collide_core::{Sector, Vec2};
    /// let bound = Sector::new(Vec2::ZERO, Vec2::X, Vec2::Y, 5.0)?.aabb();
    /// assert!(bound.min().x <= 0.0 && bound.min().x > -0.001 && bound.max().y >= 5.0);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        let apex = self.apex.as_dvec2();
        // How far the sector reaches along each axis. The rounding of an end of a border is less than this part.
        let outer = f64::from(self.outer) * (1.0 + 16.0 * crate::exact::ROUNDOFF);
        let (mut low, mut high) = (DVec2::ZERO, DVec2::ZERO);
        for unit in self.units {
            let end = unit * outer;
            (low, high) = (low.min(end), high.max(end));
        }
        for axis in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
            if self.has_direction(axis) {
                let end = axis.as_dvec2() * outer;
                (low, high) = (low.min(end), high.max(end));
            }
        }
        // A part of the sum of the magnitudes for the rounding of the sums.
        let slack = (apex.abs() + outer) * (16.0 * crate::exact::ROUNDOFF);
        let down = |value: f64| round_down((value, -f64::MIN_POSITIVE));
        let (low, high) = (apex + low - slack, apex + high + slack);
        Aabb::clipped(Vec2::new(down(low.x), down(low.y)), Vec2::new(-down(-high.x), -down(-high.y)))
    }

    /// The directions of the borders with length one, each number with a relative error of at most four roundings.
    pub(crate) fn units(&self) -> [DVec2; 2] {
        self.units
    }

    /// Whether a direction is between the borders, or is one of them.
    fn has_direction(&self, direction: Vec2) -> bool {
        let [from, to] = self.borders;
        let (left_of_from, right_of_to) =
            (Turn(from, direction).sign() != Ordering::Less, Turn(direction, to).sign() != Ordering::Less);
        if self.is_convex() { left_of_from && right_of_to } else { left_of_from || right_of_to }
    }

    /// Whether the opening is at most 180 degrees.
    fn is_convex(&self) -> bool {
        Turn(self.borders[0], self.borders[1]).sign() != Ordering::Less
    }

    /// The borders of one or two sectors with an opening of at most 180 degrees, whose union this is. Both share more
    /// than their borders, so that a point within one is a point within the whole.
    pub(crate) fn wedges(&self) -> impl Iterator<Item = [Vec2; 2]> {
        let [from, to] = self.borders;
        let wedges = if self.is_convex() { [Some([from, to]), None] } else { [Some([from, -from]), Some([-to, to])] };
        wedges.into_iter().flatten()
    }
}
