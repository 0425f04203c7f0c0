use collide_core::{Circle, Moving, OrientedRect, Ray, Rect, Segment, Shape};

use super::Nearest;
use crate::store::{Traits, TraitsOf};
use crate::{Handle, Layers};

/// Whom a query finds.
///
/// ```
/// use collide_world::{Filter, Layers};
/// let enemies = Filter { layers: Some(Layers { mask: 0b100, ..Layers::ALL }), ..Filter::default() };
/// assert!(enemies.sensors && enemies.except.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Filter {
    /// Finds whom an entity on these would [meet](Layers::meet); by default all, also those that meet nobody.
    pub layers: Option<Layers>,
    /// Whether it finds sensors: so by default.
    pub sensors: bool,
    /// Does not find this one: the one who asks.
    pub except: Option<Handle>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { layers: None, sensors: true, except: None }
    }
}

/// Something asked of all entities that a filter lets through.
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
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Query<T> {
    /// What is asked.
    pub what: T,
    /// Of whom.
    #[cfg_attr(feature = "serde", serde(default))]
    pub filter: Filter,
}

impl<T> Query<T> {
    /// Asked of all.
    #[must_use]
    pub fn new(what: T) -> Self {
        Self { what, filter: Filter::default() }
    }

    /// Asked of those that an entity on these layers would meet.
    #[must_use]
    pub fn on(mut self, layers: Layers) -> Self {
        self.filter.layers = Some(layers);
        self
    }

    /// Asked of all but this one.
    #[must_use]
    pub fn except(mut self, handle: Handle) -> Self {
        self.filter.except = Some(handle);
        self
    }

    /// Not asked of sensors.
    #[must_use]
    pub fn solid(mut self) -> Self {
        self.filter.sensors = false;
        self
    }
}

macro_rules! from {
    ($($shape:ty),*) => {$(
        impl From<$shape> for Query<Shape> {
            fn from(shape: $shape) -> Self {
                Self::new(shape.into())
            }
        }
    )*};
}

from!(Shape, &Shape, Circle, Rect, OrientedRect);

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

/// A filter whose handle has been looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved {
    layers: Option<Layers>,
    sensors: bool,
    except: u32,
}

impl Resolved {
    /// By the generations of the entities that are asked.
    pub(crate) fn new(filter: &Filter, generations: &[u32]) -> Self {
        let alive = |handle: &Handle| generations.get(handle.slot as usize) == Some(&handle.generation);
        let except = filter.except.filter(alive).map_or(u32::MAX, |handle| handle.slot);
        Self { layers: filter.layers, sensors: filter.sensors, except }
    }

    /// Whether it lets all through, at least if all entities are on the layers by default and no sensors.
    pub(crate) fn is_open(&self, all_by_default: bool) -> bool {
        let layers = self.layers.is_none_or(|layers| all_by_default && layers.meet(&Layers::ALL));
        layers && (self.sensors || all_by_default) && self.except == u32::MAX
    }

    #[inline]
    pub(crate) fn accepts(&self, slot: u32, traits: &TraitsOf) -> bool {
        let accepts = |traits: &Traits| {
            (self.sensors || !traits.sensor) && self.layers.is_none_or(|layers| layers.meet(&traits.layers))
        };
        slot != self.except && (self.sensors && self.layers.is_none() || accepts(traits.get(slot)))
    }
}
