use crate::Handle;

/// A change in the view of an observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// The entity came into view.
    Entered(Handle),
    /// The entity left the view. If it was removed, the handle is stale.
    Left(Handle),
}

/// Counts of an [`Interest::update`](crate::Interest::update).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InterestReport {
    /// The number of observers.
    pub observer_count: usize,
    /// The number of observers that follow a removed entity.
    pub lost_count: usize,
    /// The number of entities that overlap an outer circle, summed over all observers. Of an observer that sees only the
    /// [nearest](crate::Observer::max_visible), the number of those in view: an update does not look at all others.
    pub candidate_count: usize,
    /// The number of entities in view, summed over all observers.
    pub visible_count: usize,
    /// The number of entities that came into view, summed over all observers.
    pub entered_count: usize,
    /// The number of entities that left a view, summed over all observers.
    pub left_count: usize,
    /// The work of the update, in units: see [`Budget`](crate::Budget).
    pub work: u64,
}
