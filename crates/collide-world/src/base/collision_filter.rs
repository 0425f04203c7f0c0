use crate::Layers;

/// Layers, sensor flag and sleeping flag of an entity. A world has few combinations, each shared by many entities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct CollisionFilter {
    pub(crate) layers: Layers,
    pub(crate) sensor: bool,
    pub(crate) sleeping: bool,
}

impl CollisionFilter {
    /// Whether entities with these filters may be a pair: two sensors only with `sensor_pairs`.
    #[inline]
    pub(crate) fn meet(&self, other: &Self, sensor_pairs: bool) -> bool {
        (sensor_pairs || !(self.sensor && other.sensor)) && self.layers.meet(&other.layers)
    }

    /// Whether the filter excludes no pair under any settings.
    pub(crate) fn is_open(&self) -> bool {
        !self.sensor && self.layers == Layers::ALL
    }
}
