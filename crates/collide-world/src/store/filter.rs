use std::fmt;

use super::FilterTable;
use crate::base::{CollisionFilter, SlotBits};
use crate::{Handle, Layers};

/// A query filter: which entities a query considers. By default it considers all, sensors included.
///
/// ```
/// use collide_world::{Filter, Layers};
/// let enemies = Filter { layers: Some(Layers { mask: 0b100, ..Layers::ALL }), ..Filter::default() };
/// assert!(enemies.sensors && enemies.except.is_none());
/// ```
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Filter {
    /// Considers only entities that would collide with an entity that has these layers: see [`Layers::meet`]. So the
    /// `mask` of a found entity must include the `category` given here. `None`, the default, considers all.
    pub layers: Option<Layers>,
    /// Whether to consider sensors: true by default.
    pub sensors: bool,
    /// An entity to exclude, such as the shooter. A stale handle excludes none.
    /// [`Queries::except`](crate::Queries::except) excludes several.
    pub except: Option<Handle>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { layers: None, sensors: true, except: None }
    }
}

/// The methods that set the filter of a query: those of [`Query`](crate::Query) and [`Observer`](crate::Observer).
macro_rules! filter_setters {
    () => {
        /// Considers only entities that would collide with an entity that has these layers: see
        /// [`Layers::meet`](crate::Layers::meet). So the `mask` of a found entity must include the `category` given
        /// here.
        #[must_use]
        pub fn on(mut self, layers: $crate::Layers) -> Self {
            self.filter.layers = Some(layers);
            self
        }

        /// Excludes this entity, such as the shooter, or the entity that an observer follows. Replaces an earlier
        /// exclusion.
        #[must_use]
        pub fn except(mut self, handle: $crate::Handle) -> Self {
            self.filter.except = Some(handle);
            self
        }

        /// Excludes sensors.
        #[must_use]
        pub fn solid(mut self) -> Self {
            self.filter.sensors = false;
            self
        }
    };
}

pub(crate) use filter_setters;

/// A filter with its handle resolved to a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved {
    layers: Option<Layers>,
    sensors: bool,
    except: u32,
}

impl Resolved {
    /// Resolves a filter. `generations` are those of the entities that the query searches.
    pub(crate) fn new(filter: &Filter, generations: &[u32]) -> Self {
        let alive = |handle: &Handle| generations.get(handle.slot as usize) == Some(&handle.generation);
        let except = filter.except.filter(alive).map_or(u32::MAX, |handle| handle.slot);
        Self { layers: filter.layers, sensors: filter.sensors, except }
    }

    /// Whether the filter accepts every entity. `all_by_default` is true if all entities have default layers and none
    /// is a sensor.
    pub(crate) fn is_open(&self, all_by_default: bool) -> bool {
        let layers = self.layers.is_none_or(|layers| all_by_default && layers.meet(&Layers::ALL));
        layers && (self.sensors || all_by_default) && self.except == u32::MAX
    }

    /// Whether the filter rejects entities for their collision filter.
    #[inline]
    pub(crate) fn is_picky(&self) -> bool {
        !self.sensors || self.layers.is_some()
    }

    #[inline]
    pub(crate) fn accepts_filter(&self, filter: &CollisionFilter) -> bool {
        (self.sensors || !filter.sensor) && self.layers.is_none_or(|layers| layers.meet(&filter.layers))
    }

    #[inline]
    pub(crate) fn accepts(&self, slot: u32, filters: &EntityFilters<'_>) -> bool {
        slot != self.except
            && (!self.is_picky() || self.accepts_filter(filters.table.get(slot)))
            && filters.view.is_none_or(|view| view.accepts(slot, filters.generations))
    }
}

/// The data that filters of queries read, apart from shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntityFilters<'a> {
    pub(crate) table: &'a FilterTable,
    pub(crate) generations: &'a [u32],
    /// The filter for all queries of a view, if there is one.
    pub(crate) view: Option<ViewFilter<'a>>,
}

impl<'a> EntityFilters<'a> {
    /// The same without the entities of these slots.
    pub(crate) fn without(self, hidden: &'a SlotBits) -> Self {
        let view = ViewFilter { hidden: Some(hidden), ..self.view.unwrap_or_default() };
        Self { view: Some(view), ..self }
    }

    /// Whether a filter without layers and exceptions accepts every entity.
    pub(crate) fn all_by_default(&self) -> bool {
        !self.table.any_restricted()
    }
}

/// The filter for all queries of a view: an exception list and a closure of the user, and the slots whose rows are out of
/// date.
#[derive(Clone, Copy, Default)]
pub(crate) struct ViewFilter<'a> {
    pub(crate) except: &'a [Handle],
    pub(crate) accept: Option<&'a (dyn Fn(Handle) -> bool + Sync)>,
    hidden: Option<&'a SlotBits>,
}

impl ViewFilter<'_> {
    #[cold]
    fn accepts(&self, slot: u32, generations: &[u32]) -> bool {
        let handle = Handle { slot, generation: generations[slot as usize] };
        self.hidden.is_none_or(|hidden| !hidden.has(slot))
            && !self.except.contains(&handle)
            && self.accept.is_none_or(|accept| accept(handle))
    }
}

impl fmt::Debug for ViewFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ViewFilter").field("except", &self.except).finish_non_exhaustive()
    }
}
