use std::collections::HashMap;

use crate::Layers;
use crate::report::allocated;

/// What few entities have of their own, and many share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Traits {
    pub(crate) layers: Layers,
    pub(crate) sensor: bool,
    pub(crate) sleeping: bool,
}

impl Traits {
    /// Whether a pair of them is looked for: two sensors have nothing to tell each other.
    #[inline]
    pub(crate) fn meet(&self, other: &Self) -> bool {
        !(self.sensor && other.sensor) && self.layers.meet(&other.layers)
    }

    /// Whether they meet all others of the kind.
    fn is_open(&self) -> bool {
        !self.sensor && self.layers == Layers::ALL
    }
}

/// The traits of each slot. Those that are in use are listed once, so that what is looked up at random is small; where all
/// are as by default nothing is kept at all.
#[derive(Clone, Debug)]
pub(crate) struct TraitsOf {
    /// The number of the traits of each slot, as far as any are not those by default.
    numbers: Vec<u32>,
    list: Vec<Traits>,
    /// How many slots have these.
    counts: Vec<usize>,
    free: Vec<u32>,
    number_of: HashMap<Traits, u32>,
    /// How many slots have traits that do not meet all.
    choosy: usize,
}

impl Default for TraitsOf {
    fn default() -> Self {
        Self {
            numbers: vec![],
            list: vec![Traits::default()],
            counts: vec![0],
            free: vec![],
            number_of: HashMap::new(),
            choosy: 0,
        }
    }
}

impl TraitsOf {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let numbers = allocated(&self.numbers) + allocated(&self.free) + allocated(&self.counts);
        numbers + allocated(&self.list) + self.number_of.capacity() * (size_of::<(Traits, u32)>() + 1)
    }

    #[inline]
    fn number(&self, slot: u32) -> usize {
        self.numbers.get(slot as usize).map_or(0, |number| *number as usize)
    }

    /// The traits of a slot.
    #[inline]
    pub(crate) fn get(&self, slot: u32) -> &Traits {
        &self.list[self.number(slot)]
    }

    /// Whether there are pairs that must not be found.
    pub(crate) fn any_choosy(&self) -> bool {
        self.choosy > 0
    }

    #[inline]
    pub(crate) fn meet(&self, a: u32, b: u32) -> bool {
        self.get(a).meet(self.get(b))
    }

    /// Gives a slot traits.
    pub(crate) fn set(&mut self, slot: u32, traits: Traits) {
        if *self.get(slot) == traits {
            return;
        }
        self.give_up(slot);
        if traits == Traits::default() {
            return;
        }
        let number = *self.number_of.entry(traits).or_insert_with(|| match self.free.pop() {
            Some(number) => {
                self.list[number as usize] = traits;
                number
            }
            None => {
                self.list.push(traits);
                self.counts.push(0);
                (self.list.len() - 1) as u32
            }
        });
        if self.numbers.len() <= slot as usize {
            self.numbers.resize(slot as usize + 1, 0);
        }
        self.numbers[slot as usize] = number;
        self.counts[number as usize] += 1;
        self.choosy += usize::from(!traits.is_open());
    }

    /// A slot has the traits by default again.
    pub(crate) fn give_up(&mut self, slot: u32) {
        let number = self.number(slot);
        if number == 0 {
            return;
        }
        self.numbers[slot as usize] = 0;
        self.counts[number] -= 1;
        self.choosy -= usize::from(!self.list[number].is_open());
        if self.counts[number] == 0 {
            self.number_of.remove(&self.list[number]);
            self.free.push(number as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Traits, TraitsOf};
    use crate::Layers;

    #[test]
    fn traits_come_and_go() {
        let mut of = TraitsOf::default();
        let in_group = |group| Traits { layers: Layers { group, ..Layers::ALL }, ..Traits::default() };
        for round in 0..100 {
            for slot in 0..10 {
                of.set(slot, in_group(i64::from(slot) + round * 10 + 1));
            }
            assert!(of.any_choosy() && of.meet(3, 3) && of.list.len() <= 21, "{of:?}");
        }
        of.set(3, Traits { sleeping: true, ..Traits::default() });
        for slot in (0..10).filter(|slot| *slot != 3) {
            of.give_up(slot);
        }
        assert!(!of.any_choosy() && of.get(3).sleeping && *of.get(1_000_000) == Traits::default());
    }
}
