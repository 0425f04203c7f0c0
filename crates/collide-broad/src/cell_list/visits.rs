/// The cost of a run of rows, in nanoseconds.
pub(crate) const RUN: f64 = 2.5;
/// The cost of each row of a run, in nanoseconds. Eight rows are tested at a time.
pub(crate) const TESTED: f64 = 0.25;
/// The additional cost of a run that is far from the previous one: it waits for memory.
pub(crate) const FAR_RUN: f64 = 6.0;

/// The rows and runs of rows that joins visit, counted without testing a row. This is what the time of a join depends
/// on, apart from its pairs.
///
/// ```
/// use collide_broad::Visits;
/// let visits = Visits { rows: 800, runs: 100, far_runs: 0 };
/// assert_eq!(visits.nanoseconds(), 450.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// The number of rows visited.
    pub rows: u64,
    /// The number of runs of rows near the previous run in memory.
    pub runs: u64,
    /// The number of runs of rows in another list.
    pub far_runs: u64,
}

impl std::iter::Sum for Visits {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |Self { rows, runs, far_runs }, more| Self {
            rows: rows + more.rows,
            runs: runs + more.runs,
            far_runs: far_runs + more.far_runs,
        })
    }
}

impl Visits {
    /// An estimate of the time of the joins, in nanoseconds, without that of the pairs they find.
    #[must_use]
    pub fn nanoseconds(&self) -> f64 {
        let Self { rows, runs, far_runs } = *self;
        rows as f64 * TESTED + runs as f64 * RUN + far_runs as f64 * (RUN + FAR_RUN)
    }
}
