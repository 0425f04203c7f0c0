use collide_core::{IntoArg, Vec2};
use thiserror::Error;

use crate::base::slot_id;
use crate::{Filter, Handle, Layers};

/// Where an [`Observer`] looks from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Viewpoint {
    /// The center of an entity's shape, wherever it goes.
    Entity(Handle),
    /// A point that stays where it is until the observer is [set](crate::Interest::set) anew.
    Point(Vec2),
}

impl From<Handle> for Viewpoint {
    fn from(handle: Handle) -> Self {
        Self::Entity(handle)
    }
}

impl From<Vec2> for Viewpoint {
    fn from(point: Vec2) -> Self {
        Self::Point(point)
    }
}

/// Someone who is to be told of what is near: a player's client, a guard, a sensor of a door.
///
/// An entity comes into view when its shape overlaps the circle of radius `inner`, and leaves when it no longer overlaps that of
/// radius `outer`. Both count touching, whatever the world's rule, and both decide exactly. Between the two it stays what it was, so
/// that who walks along the border does not flicker.
///
/// ```
/// use collide_core::Vec2;
/// use collide_world::{Layers, Observer};
/// const PLAYERS: u64 = 1 << 0;
/// let watch = Observer::new(Vec2::ZERO, 18.0, 20.0).on(Layers { mask: PLAYERS, ..Layers::ALL }).with_max_visible(64);
/// assert_eq!((watch.inner, watch.outer, watch.max_visible), (18.0, 20.0, 64));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observer {
    /// Where it looks from.
    pub at: Viewpoint,
    /// How near one must come to be seen, in world units: to the shape, not its center.
    pub inner: f32,
    /// How far one must go to be seen no longer, in world units; at least `inner`.
    pub outer: f32,
    /// Whom it sees. One who follows an entity sees that too, unless it is [excepted](Filter::except).
    pub filter: Filter,
    /// How many it sees at most: the nearest.
    pub max_visible: usize,
}

impl Observer {
    /// One who sees all that is near, however many they are.
    #[must_use]
    pub fn new(at: impl IntoArg<Viewpoint>, inner: f32, outer: f32) -> Self {
        Self { at: at.into(), inner, outer, filter: Filter::default(), max_visible: usize::MAX }
    }

    /// One who sees whom an entity on these layers would meet.
    #[must_use]
    pub fn on(mut self, layers: Layers) -> Self {
        self.filter.layers = Some(layers);
        self
    }

    /// One who does not see this entity: that which it follows.
    #[must_use]
    pub fn except(mut self, handle: Handle) -> Self {
        self.filter.except = Some(handle);
        self
    }

    /// One who sees no more than so many: the nearest.
    #[must_use]
    pub fn with_max_visible(mut self, max_visible: usize) -> Self {
        self.max_visible = max_visible;
        self
    }

    /// Whether it can look at all.
    pub(super) fn check(&self) -> Result<(), InterestError> {
        if let Viewpoint::Point(point) = self.at {
            finite("at.x", point.x)?;
            finite("at.y", point.y)?;
        }
        let Self { inner, outer, .. } = *self;
        finite("inner", inner)?;
        finite("outer", outer)?;
        if inner < 0.0 {
            return Err(InterestError::Negative { value: inner });
        }
        if inner > outer { Err(InterestError::InnerAboveOuter { inner, outer }) } else { Ok(()) }
    }
}

fn finite(field: &'static str, value: f32) -> Result<(), InterestError> {
    if value.is_finite() { Ok(()) } else { Err(InterestError::NotFinite { field, value }) }
}

/// Names an observer of one [`Interest`](crate::Interest) until it is removed.
///
/// Ordered by slot, which is the order in which changes are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObserverId {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

slot_id!(ObserverId, "observer");

/// How an observer fared at an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObserverStatus {
    /// It looked.
    Watching,
    /// The entity that it follows is gone. It sees nothing, and does so again once it is [set](crate::Interest::set) to follow
    /// another.
    Lost {
        /// Whom it follows.
        followed: Handle,
    },
}

/// Why an observer was refused. All is then as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InterestError {
    /// A number is NaN or infinite.
    #[error("{field}: must be a finite number, is {value}")]
    NotFinite {
        /// The field, such as `inner` or `at.x`.
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
    /// Who comes into view would not be in view.
    #[error("inner: must not be above outer, {outer}, is {inner}")]
    InnerAboveOuter {
        /// The smaller radius, which is the larger one.
        inner: f32,
        /// The larger one.
        outer: f32,
    },
    /// The observer was removed.
    #[error("observer: {id} is stale, it was removed")]
    Stale {
        /// The id given.
        id: ObserverId,
    },
    /// All numbers for observers are taken.
    #[error("observers: are {} already, the most there may be", u32::MAX)]
    Full,
}
