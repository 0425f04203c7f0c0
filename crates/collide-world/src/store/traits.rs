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
    /// A bit for each of the first traits in the list that these, by number, meet: what is asked for every pair.
    meets: [u64; FIRST],
}

/// So many traits are looked up by their bits.
const FIRST: usize = 64;

impl Default for TraitsOf {
    fn default() -> Self {
        Self {
            numbers: vec![],
            list: vec![Traits::default()],
            counts: vec![0],
            free: vec![],
            number_of: HashMap::new(),
            choosy: 0,
            // The traits by default meet themselves.
            meets: std::array::from_fn(|number| u64::from(number == 0)),
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
        let (a, b) = (self.number(a), self.number(b));
        // Without a branch on the answer, which no processor could guess.
        if (a | b) < FIRST { self.meets[a] >> b & 1 == 1 } else { self.list[a].meet(&self.list[b]) }
    }

    /// Notes whom the traits of a number meet.
    fn note(&mut self, number: usize) {
        for other in 0..self.list.len().min(FIRST) {
            if number < FIRST {
                let meet = u64::from(self.list[number].meet(&self.list[other]));
                self.meets[number] = self.meets[number] & !(1 << other) | meet << other;
                self.meets[other] = self.meets[other] & !(1 << number) | meet << number;
            }
        }
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
        let number = match self.number_of.get(&traits) {
            Some(number) => *number,
            None => self.add(traits),
        };
        if self.numbers.len() <= slot as usize {
            self.numbers.resize(slot as usize + 1, 0);
        }
        self.numbers[slot as usize] = number;
        self.counts[number as usize] += 1;
        self.choosy += usize::from(!traits.is_open());
    }

    /// Lists traits that are new, and returns their number.
    fn add(&mut self, traits: Traits) -> u32 {
        let number = match self.free.pop() {
            Some(number) => {
                self.list[number as usize] = traits;
                number
            }
            None => {
                self.list.push(traits);
                self.counts.push(0);
                (self.list.len() - 1) as u32
            }
        };
        self.number_of.insert(traits, number);
        self.note(number as usize);
        number
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
    fn bits_say_what_traits_do() {
        let mut of = TraitsOf::default();
        let mut state = 1_u64;
        for round in 0..2_000_u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let bits = |shift: u32| state >> shift & 3;
            let layers = Layers { category: bits(60), mask: bits(58), group: bits(56) as i64 - 2 };
            // More than there are bits for, now and then.
            let group = if round % 500 < 250 { layers.group } else { i64::from(round % 90) };
            of.set(round % 100, Traits { layers: Layers { group, ..layers }, sensor: bits(54) == 0, sleeping: false });
            for other in 0..100 {
                assert_eq!(of.meet(round % 100, other), of.get(round % 100).meet(of.get(other)), "round {round}");
            }
        }
    }

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
