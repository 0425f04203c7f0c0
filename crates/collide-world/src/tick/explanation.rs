use std::fmt;
use std::time::Duration;

use crate::{CellListStats, Reason, Report, Strategy};

/// Which strategy the last tick of a world used, why, and how long it took: from
/// [`World::explain`](crate::World::explain). Its text form is meant for people.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The strategy that ran.
    pub strategy: Strategy,
    /// Why it ran.
    pub reason: Reason,
    /// The expected time, if it was estimated: for shapes of average spread, on the machine where the cost model was
    /// measured.
    pub expected: Option<Duration>,
    /// The measured time.
    pub measured: Duration,
    /// The cell lists that the shapes are sorted into; empty if the strategy has none.
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
