use std::collections::HashMap;

use super::Holder;
use crate::Invalid;
use crate::base::{Traits, Writer, allocated};

/// The traits of each slot. Those that are in use are listed once, so that what is looked up at random is small; where all
/// are as by default nothing is kept at all.
#[derive(Debug)]
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

    /// These traits, which follow those by default in the list, and the number of those of each slot. What is wrong with them
    /// shows when they are [looked at](Self::validate).
    pub(crate) fn from_parts(traits: &[Traits], numbers: Vec<u32>) -> Self {
        let mut list = vec![Traits::default()];
        list.extend(traits);
        let mut counts = vec![0; list.len()];
        for number in numbers.iter().filter(|number| **number != 0) {
            if let Some(count) = counts.get_mut(*number as usize) {
                *count += 1;
            }
        }
        let mut of = Self { numbers, counts, ..Self::default() };
        for (number, traits) in (0..).zip(&list).skip(1) {
            match of.counts[number as usize] {
                0 => of.free.push(number),
                count => {
                    of.number_of.insert(*traits, number);
                    of.choosy += if traits.is_open() { 0 } else { count };
                }
            }
        }
        let mut of = Self { list, ..of };
        (1..of.list.len().min(FIRST)).for_each(|number| of.note(number));
        of
    }

    /// Writes what they can be [made from](Self::from_parts) again.
    pub(crate) fn save(&self, writer: &mut Writer<'_>) {
        let list = &self.list[1..];
        writer.list(list, |traits| traits.layers.category.to_le_bytes());
        list.iter().for_each(|traits| writer.numbers(&[traits.layers.mask], u64::to_le_bytes));
        list.iter().for_each(|traits| writer.numbers(&[traits.layers.group], i64::to_le_bytes));
        let flags = |traits: &Traits| u8::from(traits.sensor) | u8::from(traits.sleeping) << 1;
        list.iter().for_each(|traits| writer.numbers(&[flags(traits)], u8::to_le_bytes));
        writer.list(&self.numbers, |number| number.to_le_bytes());
    }

    /// Becomes the same as another one, in the memory it has.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.numbers.clone_from(&other.numbers);
        self.list.clone_from(&other.list);
        self.counts.clone_from(&other.counts);
        self.free.clone_from(&other.free);
        self.number_of.clone_from(&other.number_of);
        self.choosy = other.choosy;
        self.meets = other.meets;
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

    /// Whether the bits of a number say what the traits do.
    fn bits_hold(&self, number: usize) -> bool {
        let holds = |other: usize| {
            let meet = self.list[number].meet(&self.list[other]);
            self.meets[number] >> other & 1 == u64::from(meet)
        };
        number >= FIRST || (0..self.list.len().min(FIRST)).all(holds)
    }

    /// Looks whether only slots that are taken have traits of their own, sleepers do not move, and all are counted right.
    pub(crate) fn validate(&self, holders: &[Holder]) -> Result<(), Invalid> {
        let mut counts = vec![0; self.list.len()];
        for (slot, number) in (0..).zip(&self.numbers).filter(|(_, number)| **number != 0) {
            let traits = self.list.get(*number as usize).ok_or(Invalid::Traits { slot, number: *number })?;
            match holders.get(slot as usize) {
                Some(Holder::Moving) if traits.sleeping => return Err(Invalid::SleeperMoves { slot }),
                Some(Holder::Moving | Holder::Fixed) => counts[*number as usize] += 1,
                _ => return Err(Invalid::Traits { slot, number: *number }),
            }
        }
        let mut choosy = 0;
        for (number, (traits, count)) in (0..).zip(self.list.iter().zip(&self.counts)) {
            let known = self.number_of.get(traits) == Some(&number);
            let default = *traits == Traits::default();
            let bits_hold = self.bits_hold(number as usize);
            if !bits_hold || counts[number as usize] != *count || (*count > 0 && (!known || default)) {
                return Err(Invalid::TraitsCount { number, count: *count });
            }
            choosy += if traits.is_open() { 0 } else { *count };
        }
        if choosy == self.choosy { Ok(()) } else { Err(Invalid::Choosy { count: self.choosy, counted: choosy }) }
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
