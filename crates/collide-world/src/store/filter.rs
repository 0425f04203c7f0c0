use std::fmt;

use super::FilterTable;
use crate::base::CollisionFilter;
use crate::{Handle, Layers};

/// Which entities a query considers.
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
    /// Only entities that an entity with these layers would [collide with](Layers::meet). `None`, the default, for all entities.
    pub layers: Option<Layers>,
    /// Whether sensors are considered: true by default.
    pub sensors: bool,
    /// An entity to exclude, such as the shooter. [`Queries::except`](crate::Queries::except) excludes several.
    pub except: Option<Handle>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { layers: None, sensors: true, except: None }
    }
}

/// A filter whose handle was resolved to a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolved {
    layers: Option<Layers>,
    sensors: bool,
    except: u32,
}

impl Resolved {
    /// With the generations of the entities that the query searches.
    pub(crate) fn new(filter: &Filter, generations: &[u32]) -> Self {
        let alive = |handle: &Handle| generations.get(handle.slot as usize) == Some(&handle.generation);
        let except = filter.except.filter(alive).map_or(u32::MAX, |handle| handle.slot);
        Self { layers: filter.layers, sensors: filter.sensors, except }
    }

    /// Whether it accepts every entity; `all_by_default` if all entities have default layers and are no sensors.
    pub(crate) fn is_open(&self, all_by_default: bool) -> bool {
        let layers = self.layers.is_none_or(|layers| all_by_default && layers.meet(&Layers::ALL));
        layers && (self.sensors || all_by_default) && self.except == u32::MAX
    }

    #[inline]
    pub(crate) fn accepts(&self, slot: u32, filters: &EntityFilters<'_>) -> bool {
        let accepts = |filter: &CollisionFilter| {
            (self.sensors || !filter.sensor) && self.layers.is_none_or(|layers| layers.meet(&filter.layers))
        };
        slot != self.except
            && (self.sensors && self.layers.is_none() || accepts(filters.table.get(slot)))
            && filters.view.is_none_or(|view| view.accepts(slot, filters.generations))
    }
}

/// What queries know of entities apart from their shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntityFilters<'a> {
    pub(crate) table: &'a FilterTable,
    pub(crate) generations: &'a [u32],
    /// What a view of the queries excludes, if anything.
    pub(crate) view: Option<ViewFilter<'a>>,
}

impl EntityFilters<'_> {
    /// Whether a filter without layers and exceptions accepts every entity.
    pub(crate) fn all_by_default(&self) -> bool {
        !self.table.any_restricted()
    }
}

/// What the user of a view excludes from all its queries.
#[derive(Clone, Copy, Default)]
pub(crate) struct ViewFilter<'a> {
    pub(crate) except: &'a [Handle],
    pub(crate) accept: Option<&'a (dyn Fn(Handle) -> bool + Sync)>,
}

impl ViewFilter<'_> {
    #[cold]
    fn accepts(&self, slot: u32, generations: &[u32]) -> bool {
        let handle = Handle { slot, generation: generations[slot as usize] };
        !self.except.contains(&handle) && self.accept.is_none_or(|accept| accept(handle))
    }
}

impl fmt::Debug for ViewFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ViewFilter").field("except", &self.except).finish_non_exhaustive()
    }
}
