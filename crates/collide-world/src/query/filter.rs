use collide_core::{Moving, Ray, Segment, Shape};

use super::Nearest;
use crate::{Filter, Handle, Layers};

/// A query: what to search with, and a [`Filter`] on the entities to consider.
///
/// A shape, [`Ray`], [`Segment`], [`Moving`] or [`Nearest`] converts into a query without filter.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Query, Settings, World};
/// let blast = Circle::new(Vec2::ZERO, 5.0)?;
/// let mut world = World::new(Settings::default());
/// let caster = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
/// let victim = world.insert(Circle::new(Vec2::new(3.0, 0.0), 1.0)?)?;
/// world.step();
/// assert_eq!(world.queries().overlap(blast), [caster, victim]);
/// assert_eq!(world.queries().overlap(Query::from(blast).except(caster)), [victim]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Query<T> {
    /// What to search with: a shape, ray, segment, moving shape or [`Nearest`].
    pub what: T,
    /// Which entities to consider: all by default.
    #[cfg_attr(feature = "serde", serde(default))]
    pub filter: Filter,
}

impl<T> Query<T> {
    /// A query without filter: it considers all entities.
    #[must_use]
    pub fn new(what: T) -> Self {
        Self { what, filter: Filter::default() }
    }

    /// Considers only entities that would collide with an entity that has these layers: see [`Layers::meet`]. So the
    /// `mask` of a found entity must include the `category` given here.
    #[must_use]
    pub fn on(mut self, layers: Layers) -> Self {
        self.filter.layers = Some(layers);
        self
    }

    /// Excludes this entity. Replaces an earlier exclusion; [`Queries::except`](crate::Queries::except) excludes
    /// several.
    #[must_use]
    pub fn except(mut self, handle: Handle) -> Self {
        self.filter.except = Some(handle);
        self
    }

    /// Excludes sensors.
    #[must_use]
    pub fn solid(mut self) -> Self {
        self.filter.sensors = false;
        self
    }
}

impl<S: Into<Shape>> From<S> for Query<Shape> {
    fn from(shape: S) -> Self {
        Self::new(shape.into())
    }
}

macro_rules! from_same {
    ($($what:ty),*) => {$(
        impl From<$what> for Query<$what> {
            fn from(what: $what) -> Self {
                Self::new(what)
            }
        }
    )*};
}

from_same!(Ray, Segment, Moving, Nearest);
