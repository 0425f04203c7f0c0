use thiserror::Error;

/// How much of the past a world remembers.
///
/// Each tick remembered costs a copy of what moves: 36 bytes for each dynamic circle, up to 50 where shapes are mixed, and some four nanoseconds, measured. What is static
/// is kept once, as long as it does not change.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct History {
    /// How many ticks; none by default.
    pub ticks: usize,
    /// The teleport threshold, in world units: an entity that is farther than this from where it was a tick before counts as
    /// teleported, and is not interpolated between the two ticks. The lower the value, the faster are queries about the time between
    /// two ticks. Infinite for no threshold; a negative value or NaN counts as zero.
    #[cfg_attr(feature = "serde", serde(with = "super::unlimited_serde"))]
    pub teleport_distance: f32,
}

impl Default for History {
    fn default() -> Self {
        Self { ticks: 0, teleport_distance: 1.0 }
    }
}

/// Why there is no answer about a time.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PastError {
    /// It was too long ago, or is in the future, or is no number.
    #[error("time: must be a tick from {oldest} to {newest}, is {time}")]
    NotRemembered {
        /// The time asked about, in ticks.
        time: f64,
        /// The oldest tick that is remembered.
        oldest: u64,
        /// The newest one.
        newest: u64,
    },
    /// The [settings](History::ticks) do not ask for it, or there has been no tick yet.
    #[error("time: no tick is remembered, is {time}; the history setting says how many are")]
    Nothing {
        /// The time asked about, in ticks.
        time: f64,
    },
}
