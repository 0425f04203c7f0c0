use collide_core::rounding::{add_down, add_up};
use collide_core::{DVec2, Rect, Vec2};
use thiserror::Error;

/// The position of the zero point of a [`World`](crate::World) within a larger world (origin rebasing).
///
/// A world decides exactly for the `f32` coordinates it is given. Neighbouring `f32` coordinates are a millimetre apart
/// at ten kilometres from zero, and a metre apart at ten thousand kilometres. Divide a larger world into sectors: each
/// is a `World` with its own origin. Keep positions in `f64` and pass them relative to the origin. A sector of a few
/// kilometres then resolves millimetres, however far from zero it lies.
///
/// ```
/// use collide_core::{Circle, DVec2, overlaps};
/// use collide_world::Origin;
/// // Ten thousand kilometres out, two balls a millimetre apart.
/// let sector = Origin::new(DVec2::new(1e7, 0.0))?;
/// let [a, b] = [1e7 + 3.0, 1e7 + 5.001].map(|x| sector.local(DVec2::new(x, 0.0)).unwrap());
/// assert!(!overlaps(Circle::new(a, 1.0).unwrap(), Circle::new(b, 1.0).unwrap()));
/// # Ok::<(), collide_world::OriginError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Origin {
    at: DVec2,
}

/// The error of a position that does not fit an [`Origin`].
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{field}: must be a finite number that f32 can hold relative to the origin, is {value}")]
pub struct OriginError {
    /// The field, such as `point.x`.
    pub field: &'static str,
    /// Its value.
    pub value: f64,
}

impl Origin {
    /// An origin at a point of the large world.
    ///
    /// # Errors
    /// [`OriginError`] if a coordinate is not finite.
    pub fn new(at: DVec2) -> Result<Self, OriginError> {
        let finite = |field, value: f64| if value.is_finite() { Ok(()) } else { Err(OriginError { field, value }) };
        finite("origin.x", at.x)?;
        finite("origin.y", at.y)?;
        Ok(Self { at })
    }

    /// The position of the origin in the large world.
    #[must_use]
    pub fn at(&self) -> DVec2 {
        self.at
    }

    /// Converts a point of the large world to coordinates relative to the origin, rounded to the nearest `f32`. The
    /// rounding error on each axis is less than 2^-24 of the distance from the origin: a quarter of a millimetre at
    /// four kilometres.
    ///
    /// # Errors
    /// [`OriginError`] if a coordinate is not finite, or too far away for `f32`.
    pub fn local(&self, point: DVec2) -> Result<Vec2, OriginError> {
        let along = |field, value: f64, origin: f64| {
            let local = (value - origin) as f32;
            if local.is_finite() { Ok(local) } else { Err(OriginError { field, value }) }
        };
        Ok(Vec2::new(along("point.x", point.x, self.at.x)?, along("point.y", point.y, self.at.y)?))
    }

    /// Converts a point relative to the origin to a point of the large world.
    #[must_use]
    pub fn global(&self, local: Vec2) -> DVec2 {
        self.at + local.as_dvec2()
    }

    /// The smallest rectangle relative to the origin that covers a box of the large world. It is rounded outward, so no
    /// shape that touches the box is missed.
    ///
    /// # Errors
    /// [`OriginError`] if a coordinate is not finite or too far away for `f32`, or if `min` is above `max`.
    ///
    /// ```
    /// use collide_core::{DVec2, Vec2};
    /// use collide_world::Origin;
    /// let sector = Origin::new(DVec2::splat(1e7))?;
    /// let view = sector.cover(DVec2::splat(1e7 + 0.1), DVec2::splat(1e7 + 8.0))?;
    /// assert!(f64::from(view.min().x) <= 1e7 + 0.1 - 1e7 && view.max() == Vec2::splat(8.0));
    /// # Ok::<(), collide_world::OriginError>(())
    /// ```
    pub fn cover(&self, min: DVec2, max: DVec2) -> Result<Rect, OriginError> {
        let along = |field, value: f64, origin: f64, up: bool| {
            let local = if up { add_up(value, -origin) } else { add_down(value, -origin) };
            if local.is_finite() { Ok(local) } else { Err(OriginError { field, value }) }
        };
        let low = Vec2::new(along("min.x", min.x, self.at.x, false)?, along("min.y", min.y, self.at.y, false)?);
        let high = Vec2::new(along("max.x", max.x, self.at.x, true)?, along("max.y", max.y, self.at.y, true)?);
        let field = if min.x > max.x { "min.x" } else { "min.y" };
        let value = if min.x > max.x { min.x } else { min.y };
        if min.x > max.x || min.y > max.y {
            return Err(OriginError { field, value });
        }
        Rect::new(low, high).map_err(|_| OriginError { field, value })
    }

    /// Converts a point relative to this origin to a point relative to `to`, rounded to the nearest `f32`.
    pub(crate) fn carry(&self, point: Vec2, to: &Self) -> Vec2 {
        (point.as_dvec2() + (self.at - to.at)).as_vec2()
    }
}

#[cfg(test)]
mod tests {
    use collide_core::{DVec2, Vec2};

    use super::Origin;

    #[test]
    fn covers_round_outward_and_no_farther() {
        let lower = |value: f64, origin: f64| {
            let origin = Origin::new(DVec2::splat(origin)).unwrap();
            let mirrored = Origin { at: -origin.at }.cover(DVec2::splat(-value), DVec2::splat(-value)).unwrap();
            let cover = origin.cover(DVec2::splat(value), DVec2::splat(value)).unwrap();
            assert_eq!(cover.min(), -mirrored.max());
            cover.min().x
        };
        for (value, origin) in
            [(1e7 + 0.1, 1e7), (0.1, 0.0), (3.0, 1.0), (-1e7 - 0.1, -1e7), (1e16, 1.0), (1.0, 1e16), (1e-30, 1.0)]
        {
            let low = lower(value, origin);
            let below = f64::from(low) <= value - origin;
            let next = f64::from(low.next_up()) > value - origin || value - origin == f64::from(low.next_up());
            assert!(below && next, "{value} - {origin}: {low}");
        }
        // The difference is a hair below one, which f64 rounds to one.
        assert_eq!(lower(1.0, 1e-30), 1.0_f32.next_down());
        assert_eq!(lower(1.0, -1e-30), 1.0);
    }

    #[test]
    fn refuses_what_has_no_place() {
        let origin = Origin::default();
        let error = origin.local(DVec2::new(1e39, 0.0)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("point.x: must be a finite number that f32 can hold relative to the origin, is {}", 1e39)
        );
        assert!(origin.local(DVec2::new(0.0, f64::NAN)).is_err());
        assert!(Origin::new(DVec2::new(f64::INFINITY, 0.0)).is_err());
        assert!(origin.cover(DVec2::ONE, DVec2::ZERO).is_err());
        assert!(origin.cover(DVec2::ZERO, DVec2::splat(1e39)).is_err());
        assert_eq!(origin.cover(DVec2::ZERO, DVec2::ZERO).unwrap().max(), Vec2::ZERO);
    }
}
