use std::fmt;

use collide_core::Vec2;
use thiserror::Error;

use crate::{Filter, Handle};

/// Where an observer is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Viewpoint {
    /// At the center of an entity, wherever it goes.
    Entity(Handle),
    /// At a point.
    Point(Vec2),
}

/// Who sees, how far and whom.
///
/// ```
/// use collide_core::Vec2;
/// use collide_world::{Observer, Viewpoint};
/// let camera = Observer::new(Viewpoint::Point(Vec2::ZERO), 18.0, 20.0);
/// assert_eq!(camera.most, usize::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observer {
    /// Where it is.
    pub at: Viewpoint,
    /// An entity comes into view when it overlaps the circle of this radius, in world units.
    pub inner: f32,
    /// An entity in view leaves it when it no longer overlaps the circle of this radius: not less than `inner`, and a little more keeps
    /// those at the border from coming and going.
    pub outer: f32,
    /// Whom it sees.
    pub filter: Filter,
    /// How many it sees at most: of more, the nearest.
    pub most: usize,
}

impl Observer {
    /// One who sees all.
    #[must_use]
    pub fn new(at: Viewpoint, inner: f32, outer: f32) -> Self {
        Self { at, inner, outer, filter: Filter::default(), most: usize::MAX }
    }

    pub(super) fn check(&self) -> Result<(), InterestError> {
        let finite = |field, value: f32| {
            if value.is_finite() { Ok(()) } else { Err(InterestError::NotFinite { field, value }) }
        };
        finite("inner", self.inner)?;
        finite("outer", self.outer)?;
        if let Viewpoint::Point(point) = self.at {
            finite("at.x", point.x)?;
            finite("at.y", point.y)?;
        }
        if self.inner < 0.0 {
            return Err(InterestError::Negative { value: self.inner });
        }
        if self.inner > self.outer {
            return Err(InterestError::InnerAboveOuter { inner: self.inner, outer: self.outer });
        }
        Ok(())
    }
}

/// Names an observer for as long as it is there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObserverId {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl ObserverId {
    /// Position among the observers, the canonical order: free for another one once this one is removed.
    #[must_use]
    pub fn slot(self) -> u32 {
        self.slot
    }
}

impl fmt::Debug for ObserverId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ObserverId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.slot, self.generation)
    }
}

/// Why an observer was refused. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InterestError {
    /// The observer was removed.
    #[error("observer: {id} is stale, it was removed")]
    Stale {
        /// The id given.
        id: ObserverId,
    },
    /// A number is NaN or infinite.
    #[error("{field}: must be a finite number, is {value}")]
    NotFinite {
        /// The field.
        field: &'static str,
        /// What it held.
        value: f32,
    },
    /// The inner radius is below zero.
    #[error("inner: must not be negative, is {value}")]
    Negative {
        /// What it held.
        value: f32,
    },
    /// Who leaves would be in view again at once.
    #[error("inner: must not be above outer, {outer}, is {inner}")]
    InnerAboveOuter {
        /// The inner radius.
        inner: f32,
        /// The outer one.
        outer: f32,
    },
    /// There are four billion observers.
    #[error("observers: there is no room for another one")]
    Full,
}
