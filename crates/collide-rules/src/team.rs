//! The two teams.

use serde::{Deserialize, Serialize};

/// A team. Its weapons do not hurt its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Team {
    Red,
    Blue,
}

impl Team {
    /// The team of a player or bot by its number: they take turns.
    #[must_use]
    pub fn of(number: usize) -> Self {
        if number.is_multiple_of(2) { Self::Red } else { Self::Blue }
    }
}
