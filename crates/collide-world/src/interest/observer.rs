use collide_core::{IntoArg, Vec2};
use thiserror::Error;

use crate::base::slot_id;
use crate::store::{Store, filter_setters};
use crate::{Filter, Handle};

/// The position of an [`Observer`].
// Stored by serde: a variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Viewpoint {
    /// The [center](collide_core::Shape::center) of an entity's shape, wherever it goes: the position of a capsule or
    /// polygon.
    Entity(Handle),
    /// A fixed point. To move it, [set](crate::Interest::set) the observer again.
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

/// An observer sees the entities near it: a player's client, a guard, the sensor of a door.
///
/// An entity becomes visible when its shape overlaps the circle of radius `inner`. It stays visible until its shape no
/// longer overlaps the circle of radius `outer`, or until nearer entities replace it
/// ([`max_visible`](Self::max_visible)). The gap between the two radii is hysteresis: entities near the border
/// do not flicker in and out. Both tests are exact and count touching, whatever the world's rule.
///
/// ```
/// use collide_core::Vec2;
/// use collide_world::{Layers, Observer};
/// const PLAYERS: u64 = 1 << 0;
/// const PETS: u64 = 1 << 1;
/// let layers = Layers { mask: PLAYERS | PETS, ..Layers::ALL };
/// let watch = Observer::new(Vec2::ZERO, 18.0, 20.0).on(layers).with_max_visible(64).with_first(PLAYERS);
/// assert_eq!((watch.inner, watch.outer, watch.max_visible, watch.first), (18.0, 20.0, 64, PLAYERS));
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Observer {
    /// The position of the observer: an entity that it follows, or a point.
    pub at: Viewpoint,
    /// The radius within which entities become visible, in world units, measured to the shape and not to its center.
    pub inner: f32,
    /// The radius beyond which entities stop being visible, in world units; at least `inner`.
    pub outer: f32,
    /// Which entities the observer considers. An observer also sees the entity that it follows, unless this is
    /// [excluded](Filter::except).
    pub filter: Filter,
    /// The maximum number of visible entities: the nearest. `usize::MAX` for no limit.
    pub max_visible: usize,
    /// The entities with one of these [categories](crate::Layers::category) come first: where there are more than
    /// `max_visible`, no other entity is visible in place of one of them, however near it is. So what players spawn hides no
    /// player. None by default.
    #[cfg_attr(feature = "serde", serde(default))]
    pub first: u64,
}

impl Observer {
    /// An observer without filter and without a limit on visible entities.
    #[must_use]
    pub fn new(at: impl IntoArg<Viewpoint>, inner: f32, outer: f32) -> Self {
        Self { at: at.into(), inner, outer, filter: Filter::default(), max_visible: usize::MAX, first: 0 }
    }

    filter_setters!();

    /// Sees at most `max_visible` entities: the nearest.
    #[must_use]
    pub fn with_max_visible(mut self, max_visible: usize) -> Self {
        self.max_visible = max_visible;
        self
    }

    /// The entities with one of these categories come [first](Self::first).
    #[must_use]
    pub fn with_first(mut self, first: u64) -> Self {
        self.first = first;
        self
    }

    /// The position and status of an observer; no position if it is lost.
    pub(super) fn look_from(&self, store: &Store) -> (Option<Vec2>, ObserverStatus) {
        match self.at {
            Viewpoint::Point(point) => (Some(point), ObserverStatus::Watching),
            Viewpoint::Entity(followed) => match store.shape(followed) {
                Some(shape) => (Some(shape.center()), ObserverStatus::Watching),
                None => (None, ObserverStatus::Lost { followed }),
            },
        }
    }

    /// Checks that the numbers are valid.
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

/// Identifies an observer of one [`Interest`](crate::Interest). Once the observer is removed, its id is stale.
///
/// Ids are ordered by slot. Changes are listed in this order.
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct ObserverId {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

slot_id!(ObserverId, "observer", "observers");

/// The status of an observer at an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObserverStatus {
    /// The observer has a position and a view.
    Watching,
    /// The followed entity was removed. The observer sees nothing until it is [set](crate::Interest::set) to another
    /// entity or to a point.
    Lost {
        /// The handle of the followed entity.
        followed: Handle,
    },
}

/// The error of a call with an invalid observer or id. The call has changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InterestError {
    /// A number is NaN or infinite.
    #[error("{field}: must be a finite number, is {value}")]
    NotFinite {
        /// The field, such as `inner` or `at.x`.
        field: &'static str,
        /// Its value.
        value: f32,
    },
    /// The inner radius is negative.
    #[error("inner: must not be negative, is {value}")]
    Negative {
        /// The inner radius.
        value: f32,
    },
    /// The inner radius is larger than the outer radius.
    #[error("inner: must not be above outer, {outer}, is {inner}")]
    InnerAboveOuter {
        /// The inner radius.
        inner: f32,
        /// The outer radius.
        outer: f32,
    },
    /// The observer was removed.
    #[error("observer: {id} is stale, it was removed")]
    Stale {
        /// The id given.
        id: ObserverId,
    },
    /// All observer slots are in use.
    #[error("observers: must be at most {}", u32::MAX)]
    Full,
}
