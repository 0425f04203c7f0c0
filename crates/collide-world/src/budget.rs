use thiserror::Error;

/// More was found than there was room for. Nothing is lost: what was called is as it was, and may be called again with a larger
/// budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{what}: more than the budget of {most}, at least {found}")]
pub struct OverBudget {
    /// What there was too much of.
    pub what: &'static str,
    /// How many there may be.
    pub most: u64,
    /// How many had been found when the search was given up: not all, and with several threads not always the same number.
    pub found: u64,
}
