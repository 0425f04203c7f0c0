use std::fmt;
use std::time::Duration;

use crate::{CellListStats, Reason, Report, Strategy};

/// How the last tick of a world was done and why: from [`World::explain`](crate::World::explain). Its text form is for people.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// What ran.
    pub strategy: Strategy,
    /// Why it ran.
    pub reason: Reason,
    /// How long it was expected to take, where that was weighed: for shapes of average spread, on the machine that the
    /// estimate was measured on.
    pub expected: Option<Duration>,
    /// How long it took.
    pub measured: Duration,
    /// The cell lists that shapes are sorted into; empty if the strategy has none.
    pub cell_lists: Vec<CellListStats>,
}

impl Explanation {
    pub(crate) fn new(report: &Report, cell_lists: impl Iterator<Item = CellListStats>) -> Self {
        Self {
            strategy: report.strategy,
            reason: report.reason,
            expected: report.expected,
            measured: report.times.total(),
            cell_lists: cell_lists.filter(|list| list.count > 0).collect(),
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "strategy {}: {}; took {:.1?}", self.strategy, self.reason, self.measured)?;
        if let Some(expected) = self.expected {
            write!(f, ", expected {expected:.1?}")?;
        }
        for CellListStats { kind, mobility, count, size, side, cells } in &self.cell_lists {
            write!(f, "\n  {count} {mobility} {kind}s up to {size:.3} wide, in {cells} cells {side:.3} wide")?;
        }
        Ok(())
    }
}
