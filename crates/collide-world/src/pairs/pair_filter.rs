use crate::store::{EntityFilters, FilterTable, Resolved};

/// A filter of overlapping pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PairFilter<'a> {
    /// Accepts all pairs.
    All,
    /// Accepts two slots whose collision filters accept each other.
    Layers(&'a FilterTable),
    /// Accepts two slots whose collision filters accept each other, if exactly one of the entities sleeps.
    OneSleeping(&'a FilterTable),
    /// The same if at least one of the entities sleeps.
    AnySleeping(&'a FilterTable),
    /// Accepts a query index and a slot if the filter of the query accepts the slot.
    Queries(&'a [Resolved], EntityFilters<'a>),
}

impl<'a> PairFilter<'a> {
    /// The filter of pairs of entities with these collision filters.
    pub(crate) fn meeting(filters: &'a FilterTable) -> Self {
        if filters.any_restricted() { Self::Layers(filters) } else { Self::All }
    }

    /// The groups of slots that the filter accepts or rejects together, if it has groups.
    pub(crate) fn groups(self) -> Option<&'a FilterTable> {
        match self {
            Self::Layers(filters) | Self::OneSleeping(filters) | Self::AnySleeping(filters) => Some(filters),
            Self::All | Self::Queries(..) => None,
        }
    }

    /// Whether a slot can be in a pair with the slots of a group.
    pub(crate) fn meets_group(&self, slot: u32, group: u32) -> bool {
        match self {
            Self::Layers(filters) => filters.numbers_meet(filters.number(slot), group as usize),
            Self::OneSleeping(filters) => {
                let (number, group) = (filters.number(slot), group as usize);
                filters.is_one_sleeping(number, group) && filters.numbers_meet(number, group)
            }
            Self::AnySleeping(filters) => {
                let (number, group) = (filters.number(slot), group as usize);
                filters.is_any_sleeping(number, group) && filters.numbers_meet(number, group)
            }
            Self::All | Self::Queries(..) => true,
        }
    }

    #[inline]
    pub(crate) fn holds(&self, [a, b]: [u32; 2]) -> bool {
        match self {
            Self::All => true,
            Self::Layers(filters) => filters.meet(a, b),
            Self::OneSleeping(filters) => {
                let (a, b) = (filters.number(a), filters.number(b));
                filters.is_one_sleeping(a, b) && filters.numbers_meet(a, b)
            }
            Self::AnySleeping(filters) => {
                let (a, b) = (filters.number(a), filters.number(b));
                filters.is_any_sleeping(a, b) && filters.numbers_meet(a, b)
            }
            Self::Queries(queries, filters) => queries[a as usize].accepts(b, filters),
        }
    }
}
