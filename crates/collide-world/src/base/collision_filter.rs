use crate::Layers;

/// Layers, sensor flag and sleeping flag of an entity. A world has few combinations, each shared by many entities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct CollisionFilter {
    pub(crate) layers: Layers,
    pub(crate) sensor: bool,
    pub(crate) sleeping: bool,
}

impl CollisionFilter {
    /// Whether entities with these filters may be a pair: two sensors never are.
    #[inline]
    pub(crate) fn meet(&self, other: &Self) -> bool {
        !(self.sensor && other.sensor) && self.layers.meet(&other.layers)
    }

    /// Whether the filter excludes no pair.
    pub(crate) fn is_open(&self) -> bool {
        !self.sensor && self.layers == Layers::ALL
    }
}
