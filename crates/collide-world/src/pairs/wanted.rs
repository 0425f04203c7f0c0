use crate::store::{Resolved, TraitsOf};

/// Which of the pairs that overlap are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted<'a> {
    /// All.
    All,
    /// Those of two slots whose traits meet.
    Meeting(&'a TraitsOf),
    /// Those of the number of a query and a slot that its filter lets through.
    Asked(&'a [Resolved], &'a TraitsOf),
}

impl<'a> Wanted<'a> {
    /// The pairs of entities with these traits.
    pub(crate) fn meeting(traits: &'a TraitsOf) -> Self {
        if traits.any_choosy() { Self::Meeting(traits) } else { Self::All }
    }

    #[inline]
    pub(crate) fn holds(&self, [a, b]: [u32; 2]) -> bool {
        match self {
            Self::All => true,
            Self::Meeting(traits) => traits.meet(a, b),
            Self::Asked(filters, traits) => filters[a as usize].accepts(b, traits),
        }
    }
}
