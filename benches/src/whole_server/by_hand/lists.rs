//! What was known in the last tick, to find what changed.

use std::collections::HashSet;
use std::hash::Hash;

use super::Hand;

/// Pairs, or the members of a view.
#[derive(Clone)]
pub(super) enum Known<T> {
    Hashed(HashSet<T>),
    Sorted(Vec<T>),
}

impl<T: Copy + Eq + Hash + Ord> Known<T> {
    /// Nothing yet.
    pub fn new(hand: Hand) -> Self {
        match hand {
            Hand::Present | Hand::Past => Self::Hashed(HashSet::new()),
            Hand::Lean => Self::Sorted(Vec::new()),
        }
    }

    pub fn contains(&self, item: &T) -> bool {
        match self {
            Self::Hashed(known) => known.contains(item),
            Self::Sorted(known) => known.binary_search(item).is_ok(),
        }
    }

    /// Replaces all. Returns the number of items that are new or gone.
    pub fn replace(&mut self, items: impl Iterator<Item = T>) -> usize {
        match self {
            Self::Hashed(known) => {
                let now: HashSet<T> = items.collect();
                let count = now.symmetric_difference(known).count();
                *known = now;
                count
            }
            Self::Sorted(known) => {
                let mut now: Vec<T> = items.collect();
                now.sort_unstable();
                let count = changes(&now, known);
                *known = now;
                count
            }
        }
    }
}

/// The number of items that only one of two sorted lists has.
fn changes<T: Ord>(a: &[T], b: &[T]) -> usize {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let order = a[i].cmp(&b[j]);
        shared += usize::from(order.is_eq());
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
    a.len() + b.len() - 2 * shared
}

#[cfg(test)]
mod tests {
    use super::{Hand, Known, changes};

    #[test]
    fn both_kinds_of_lists_count_alike() {
        let lists: [&[u32]; 5] = [&[], &[3, 1, 2], &[2, 9], &[9, 2], &[]];
        let counts = |hand| {
            let mut known = Known::new(hand);
            lists.map(|list| (known.replace(list.iter().copied()), known.contains(&9)))
        };
        assert_eq!(counts(Hand::Past), [(0, false), (3, false), (3, true), (0, true), (2, false)]);
        assert_eq!(counts(Hand::Lean), counts(Hand::Past));
        assert_eq!(changes(&[1, 2, 4], &[2, 3, 4, 5]), 3);
    }
}
