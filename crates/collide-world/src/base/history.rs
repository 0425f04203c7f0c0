use thiserror::Error;

/// How many past ticks a world keeps for [queries at an earlier time](crate::World::at) (rewind, lag compensation).
///
/// Each tick kept is a copy of the dynamic entities. For each of them it takes some four nanoseconds and 36 bytes
/// for a circle, 72 for a capsule, 136 for a polygon (measured). Static entities are kept once, as long as none of them
/// changes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct History {
    /// The number of ticks to keep, the newest included; 0, the default, for no history.
    pub ticks: usize,
    /// The teleport threshold, in world units; 1 by default. An entity that moves farther than this from one tick to
    /// the next, or changes its size by more, counts as teleported and is not interpolated between the two ticks. It does
    /// not matter to the time of queries: that depends on how far entities really move. Infinite for no threshold; a
    /// negative value or NaN counts as zero.
    #[cfg_attr(feature = "serde", serde(with = "super::unlimited_serde"))]
    pub teleport_distance: f32,
}

impl Default for History {
    fn default() -> Self {
        Self { ticks: 0, teleport_distance: 1.0 }
    }
}

/// The error of a query at a time that is not in the history.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PastError {
    /// The time is before the oldest tick kept, in the future, or NaN.
    #[error("time: must be a tick from {oldest} to {newest}, is {time}")]
    NotRemembered {
        /// The time given, in ticks.
        time: f64,
        /// The oldest tick in the history.
        oldest: u64,
        /// The newest tick in the history.
        newest: u64,
    },
    /// The history is empty: [`History::ticks`] is 0, or there was no step since the start, a restore or a rebase.
    #[error(
        "time: no tick is remembered, is {time}; the history setting is off, or no step has run since the start or a restore"
    )]
    Nothing {
        /// The time given, in ticks.
        time: f64,
    },
}
