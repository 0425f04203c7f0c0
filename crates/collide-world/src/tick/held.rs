//! Held pairs: those of the tick before that lost an entity to the surplus of a crowd. Whether they last is open until both
//! entities take part again.

use crate::Pairs;
use crate::base::{allocated, copy_of};
use crate::store::Surplus;

/// A surplus entity keeps at most this many pairs for each entity that takes part in a place: those with four squares of
/// others around a corner. Without a limit, entities that take part in turn would make a pair of every two.
const HELD: u32 = 4;

#[derive(Debug, Default)]
pub(crate) struct Held {
    /// The held pairs, in order of slots. None of them is a pair of the last tick.
    pub(crate) pairs: Vec<(u32, u32)>,
    /// Buffers.
    next: Vec<(u32, u32)>,
    compared: Vec<(u32, u32)>,
    counts: Vec<u32>,
}

/// Copies the held pairs. `clone_from` reuses the memory of the overwritten ones.
impl Clone for Held {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        self.pairs.clone_from(&source.pairs);
    }
}

impl Held {
    /// Holds those of the pairs before, held until now or not, that have an entity of the surplus: at most
    /// [`HELD`]` * max` for each. Returns the others, in order of slots, which are compared with the pairs of this tick.
    pub(crate) fn divide<'a>(
        &'a mut self,
        before: Pairs<'a>,
        generations: &[u32],
        surplus: &Surplus,
        max: u32,
    ) -> &'a [(u32, u32)] {
        if self.pairs.is_empty() && surplus.len() == 0 {
            return before.slots;
        }
        let Self { pairs, next, compared, counts } = self;
        next.clear();
        compared.clear();
        counts.clear();
        counts.resize(generations.len(), 0);
        let max = max.saturating_mul(HELD);
        let is_there = |slot: u32| generations.get(slot as usize) == before.generations.get(slot as usize);
        for pair @ (a, b) in merged(before.slots, pairs) {
            let of = [a, b].into_iter().find(|slot| surplus.has(*slot)).filter(|_| is_there(a) && is_there(b));
            let count = of.map(|slot| &mut counts[slot as usize]).filter(|count| **count < max);
            if let Some(count) = count {
                *count += 1;
                next.push(pair);
            } else {
                compared.push(pair);
            }
        }
        std::mem::swap(pairs, next);
        compared
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let lists = [&self.pairs, &self.next, &self.compared].map(allocated);
        lists.into_iter().sum::<usize>() + allocated(&self.counts)
    }
}

/// Two lists in order of slots as one.
fn merged<'a>(mut a: &'a [(u32, u32)], mut b: &'a [(u32, u32)]) -> impl Iterator<Item = (u32, u32)> {
    std::iter::from_fn(move || {
        let from = match (a.first(), b.first()) {
            (Some(first), Some(second)) if second < first => &mut b,
            (None, _) => &mut b,
            (Some(_), _) => &mut a,
        };
        let (first, rest) = from.split_first()?;
        *from = rest;
        Some(*first)
    })
}
