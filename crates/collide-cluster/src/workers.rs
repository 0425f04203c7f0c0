use serde::{Deserialize, Serialize};

/// A set of workers of a cluster, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Workers([u64; 2]);

impl Workers {
    /// The limit of workers in a cluster.
    pub const MAX: usize = 128;

    /// No workers.
    pub const NONE: Self = Self([0; 2]);

    /// One worker.
    #[must_use]
    pub fn one(worker: u32) -> Self {
        let mut one = Self::NONE;
        one.add(worker);
        one
    }

    /// The first `count` workers.
    #[must_use]
    pub fn first(count: usize) -> Self {
        (0..count as u32).fold(Self::NONE, |set, worker| set.and(Self::one(worker)))
    }

    /// Adds a worker. A number at or above [`MAX`](Self::MAX) is ignored.
    pub fn add(&mut self, worker: u32) {
        if let Some(word) = self.0.get_mut(worker as usize / 64) {
            *word |= 1 << (worker % 64);
        }
    }

    /// Whether a worker is in the set.
    #[must_use]
    pub fn has(self, worker: u32) -> bool {
        self.0.get(worker as usize / 64).is_some_and(|word| word >> (worker % 64) & 1 == 1)
    }

    /// The union of two sets.
    #[must_use]
    pub fn and(self, Self([a, b]): Self) -> Self {
        Self([self.0[0] | a, self.0[1] | b])
    }

    /// The workers of this set that are not in the other.
    #[must_use]
    pub fn without(self, Self([a, b]): Self) -> Self {
        Self([self.0[0] & !a, self.0[1] & !b])
    }

    /// The number of workers.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The workers in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..).zip(self.0).flat_map(|(number, mut word): (u32, u64)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(number * 64 + bit)
            })
        })
    }
}
