//! What an update looks at.

use collide_core::Circle;

use crate::store::Shapes;

/// The query of an observer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The index of the query.
    pub(super) query: u32,
    pub(super) inner: Circle,
    /// Whether the outer circle is larger than the inner one.
    pub(super) ring: bool,
    pub(super) max_visible: usize,
}

/// The input of an update.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) shapes: Shapes<'a>,
    pub(super) generations: &'a [u32],
    /// Pairs of query index and the slot of an entity that overlaps its outer circle, in order.
    pub(super) found: &'a [(u32, u32)],
}
