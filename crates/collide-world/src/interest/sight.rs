//! What an update looks at.

use collide_core::Circle;

use super::{ObserverId, ObserverStatus};
use crate::store::{FilterTable, Shapes};

/// An observer at an update.
#[derive(Clone, Copy, Debug)]
pub(super) struct ActiveObserver {
    pub(super) id: ObserverId,
    pub(super) status: ObserverStatus,
    /// `None` if it is lost.
    pub(super) sight: Option<Sight>,
}

/// What an observer sees from its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) inner: Circle,
    pub(super) outer: Circle,
    pub(super) max_visible: usize,
    /// The categories of the entities that come first.
    pub(super) first: u64,
    pub(super) near: Near,
}

impl Sight {
    /// Whether the number of visible entities is limited.
    pub(super) fn is_limited(&self) -> bool {
        self.max_visible < usize::MAX
    }

    /// Whether the outer circle is larger than the inner one.
    pub(super) fn has_ring(&self) -> bool {
        self.inner != self.outer
    }

    /// The index of the query that has found what is near.
    pub(super) fn query(&self) -> Option<u32> {
        if let Near::Overlapping(query) = self.near { Some(query) } else { None }
    }
}

/// How the entities near an observer were found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Near {
    /// By the query with this index: all that overlap the outer circle.
    Overlapping(u32),
    /// By the search with this number, which has found the view.
    Nearest(u32),
}

/// The input of an update.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) shapes: Shapes<'a>,
    pub(super) generations: &'a [u32],
    pub(super) filters: &'a FilterTable,
    /// Pairs of query index and the slot of an entity that overlaps its outer circle, in order.
    pub(super) found: &'a [(u32, u32)],
}
