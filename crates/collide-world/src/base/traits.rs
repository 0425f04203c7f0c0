use crate::Layers;

/// What few entities have of their own, and many share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Traits {
    pub(crate) layers: Layers,
    pub(crate) sensor: bool,
    pub(crate) sleeping: bool,
}

impl Traits {
    /// Whether a pair of them is looked for: two sensors have nothing to tell each other.
    #[inline]
    pub(crate) fn meet(&self, other: &Self) -> bool {
        !(self.sensor && other.sensor) && self.layers.meet(&other.layers)
    }

    /// Whether they meet all others of the kind.
    pub(crate) fn is_open(&self) -> bool {
        !self.sensor && self.layers == Layers::ALL
    }
}
