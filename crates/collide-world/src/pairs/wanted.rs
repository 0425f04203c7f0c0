use crate::store::{FilterTable, Resolved};

/// Which of the pairs that overlap are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted<'a> {
    /// All.
    All,
    /// Those of two slots whose filters meet.
    Meeting(&'a FilterTable),
    /// Those of the number of a query and a slot that its filter lets through.
    Asked(&'a [Resolved], &'a FilterTable),
}

impl<'a> Wanted<'a> {
    /// The pairs of entities with these filters.
    pub(crate) fn meeting(filters: &'a FilterTable) -> Self {
        if filters.any_restricted() { Self::Meeting(filters) } else { Self::All }
    }

    #[inline]
    pub(crate) fn holds(&self, [a, b]: [u32; 2]) -> bool {
        match self {
            Self::All => true,
            Self::Meeting(filters) => filters.meet(a, b),
            Self::Asked(queries, filters) => queries[a as usize].accepts(b, filters),
        }
    }
}
