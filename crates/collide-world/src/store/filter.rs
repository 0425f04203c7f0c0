use super::FilterTable;
use crate::base::CollisionFilter;
use crate::{Handle, Layers};

/// Whom a query finds.
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
    pub(crate) fn accepts(&self, slot: u32, filters: &FilterTable) -> bool {
        let accepts = |filter: &CollisionFilter| {
            (self.sensors || !filter.sensor) && self.layers.is_none_or(|layers| layers.meet(&filter.layers))
        };
        slot != self.except && (self.sensors && self.layers.is_none() || accepts(filters.get(slot)))
    }
}
