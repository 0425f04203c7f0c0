//! A rectangle that turns, as the input of a query.

use std::f32::consts::TAU;

use collide_core::{OrientedRect, ShapeError, Vec2};

use super::input::query_from;

/// A rectangle that turns about a pivot, such as a door about its hinge.
///
/// ```
/// use collide_core::{OrientedRect, Rotor, Vec2};
/// use collide_world::Turning;
/// let door = OrientedRect::new(Vec2::new(1.0, 0.0), Vec2::new(1.0, 0.1), Rotor::IDENTITY)?;
/// let error = Turning::new(door, Vec2::ZERO, f32::NAN).unwrap_err();
/// assert_eq!(error.to_string(), "angle: must be a finite number, is NaN");
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Fields"))]
pub struct Turning {
    rect: OrientedRect,
    pivot: Vec2,
    angle: f32,
}

query_from!(Turning);

impl Turning {
    /// A rectangle at its start, the point about which it turns, and the angle in radians: counter-clockwise, with y
    /// up, if it is positive. The pivot may be outside of the rectangle. An angle beyond a full turn counts as a full
    /// turn.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] if the pivot or the angle is not finite.
    pub fn new(rect: OrientedRect, pivot: impl Into<Vec2>, angle: f32) -> Result<Self, ShapeError> {
        let pivot = pivot.into();
        for (field, value) in [("pivot.x", pivot.x), ("pivot.y", pivot.y), ("angle", angle)] {
            if !value.is_finite() {
                return Err(ShapeError::NotFinite { field, value });
            }
        }
        Ok(Self { rect, pivot, angle: angle.clamp(-TAU, TAU) })
    }

    /// The rectangle at its start.
    #[must_use]
    pub fn rect(&self) -> OrientedRect {
        self.rect
    }

    /// The point about which it turns.
    #[must_use]
    pub fn pivot(&self) -> Vec2 {
        self.pivot
    }

    /// The angle in radians.
    #[must_use]
    pub fn angle(&self) -> f32 {
        self.angle
    }
}

/// The fields before they are checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Turning", deny_unknown_fields)]
struct Fields {
    rect: OrientedRect,
    pivot: Vec2,
    angle: f32,
}

#[cfg(feature = "serde")]
impl TryFrom<Fields> for Turning {
    type Error = ShapeError;

    fn try_from(Fields { rect, pivot, angle }: Fields) -> Result<Self, ShapeError> {
        Self::new(rect, pivot, angle)
    }
}
