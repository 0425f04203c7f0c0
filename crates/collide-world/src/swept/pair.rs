//! What the search for swept pairs finds.

use collide_core::Impact;

use crate::Handle;

/// Two entities that collide during a motion, and when and where.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SweptPair {
    /// The entity with the smaller slot.
    pub a: Handle,
    /// The entity with the larger slot.
    pub b: Handle,
    /// When they collide, as a fraction of the motions from 0 to 1, and where. The normal points from `a` to `b`.
    pub impact: Impact,
}

impl SweptPair {
    /// The entity that is not this one.
    #[must_use]
    pub fn other(&self, handle: Handle) -> Handle {
        if self.a == handle { self.b } else { self.a }
    }
}
