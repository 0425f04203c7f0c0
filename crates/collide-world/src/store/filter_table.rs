use std::collections::HashMap;

use super::Holder;
use crate::Invalid;
use crate::base::{CollisionFilter, Writer, allocated, copy_of};

/// The collision filter of each slot. Each filter in use is listed once, so random accesses touch little memory. If all
/// slots have the default filter, the table is empty.
#[derive(Debug)]
pub(crate) struct FilterTable {
    /// The filter number of each slot, up to the last slot with another filter than the default.
    numbers: Vec<u32>,
    list: Vec<CollisionFilter>,
    /// The number of slots that have each filter.
    counts: Vec<usize>,
    free: Vec<u32>,
    number_of: HashMap<CollisionFilter, u32>,
    /// The number of slots whose filter excludes some pairs. There are at most two sets of
    /// [`MAX_ENTITIES`](crate::base::MAX_ENTITIES).
    restricted: u32,
    /// For each of the first filters, a bit for each of the first filters that it accepts.
    meets: [u64; FIRST],
    /// Whether two sensors accept each other.
    sensor_pairs: bool,
}

/// The number of filters that have bits in `meets`.
const FIRST: usize = 64;

impl Default for FilterTable {
    fn default() -> Self {
        Self {
            numbers: vec![],
            list: vec![CollisionFilter::default()],
            counts: vec![0],
            free: vec![],
            number_of: HashMap::new(),
            restricted: 0,
            // The default filter accepts itself.
            meets: std::array::from_fn(|number| u64::from(number == 0)),
            sensor_pairs: false,
        }
    }
}

/// `clone_from` keeps the memory of the table that is overwritten.
impl Clone for FilterTable {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        self.numbers.clone_from(&source.numbers);
        self.list.clone_from(&source.list);
        self.counts.clone_from(&source.counts);
        self.free.clone_from(&source.free);
        self.number_of.clone_from(&source.number_of);
        (self.restricted, self.meets, self.sensor_pairs) = (source.restricted, source.meets, source.sensor_pairs);
    }
}

impl FilterTable {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let numbers = allocated(&self.numbers) + allocated(&self.free) + allocated(&self.counts);
        numbers + allocated(&self.list) + self.number_of.capacity() * (size_of::<(CollisionFilter, u32)>() + 1)
    }

    /// A table from a list of filters, which follow the default filter, and the filter number of each slot. Not
    /// checked: see [`validate`](Self::validate).
    pub(crate) fn from_parts(filters: &[CollisionFilter], numbers: Vec<u32>) -> Self {
        let mut list = vec![CollisionFilter::default()];
        list.extend(filters);
        let mut counts = vec![0; list.len()];
        for number in numbers.iter().filter(|number| **number != 0) {
            if let Some(count) = counts.get_mut(*number as usize) {
                *count += 1;
            }
        }
        let mut of = Self { numbers, counts, ..Self::default() };
        for (number, filter) in (0..).zip(&list).skip(1) {
            match of.counts[number as usize] {
                0 => of.free.push(number),
                count => {
                    of.number_of.insert(*filter, number);
                    of.restricted += if filter.is_open() { 0 } else { count as u32 };
                }
            }
        }
        let mut of = Self { list, ..of };
        (1..of.list.len().min(FIRST)).for_each(|number| of.note(number));
        of
    }

    /// Writes the parts that [`from_parts`](Self::from_parts) takes.
    pub(crate) fn save(&self, writer: &mut Writer<'_>) {
        let list = &self.list[1..];
        writer.list(list, |filter| filter.layers.category.to_le_bytes());
        list.iter().for_each(|filter| writer.numbers(&[filter.layers.mask], u64::to_le_bytes));
        list.iter().for_each(|filter| writer.numbers(&[filter.layers.group], i64::to_le_bytes));
        let flags = |filter: &CollisionFilter| u8::from(filter.sensor) | u8::from(filter.sleeping) << 1;
        list.iter().for_each(|filter| writer.numbers(&[flags(filter)], u8::to_le_bytes));
        writer.list(&self.numbers, |number| number.to_le_bytes());
    }

    /// The number of the filter of a slot. Slots with equal filters have equal numbers.
    #[inline]
    pub(crate) fn number(&self, slot: u32) -> usize {
        self.numbers.get(slot as usize).map_or(0, |number| *number as usize)
    }

    /// The filter of a slot.
    #[inline]
    pub(crate) fn get(&self, slot: u32) -> &CollisionFilter {
        &self.list[self.number(slot)]
    }

    /// The filter with a number.
    pub(crate) fn numbered(&self, number: u32) -> &CollisionFilter {
        &self.list[number as usize]
    }

    /// Whether any filter excludes a pair.
    pub(crate) fn any_restricted(&self) -> bool {
        self.restricted > 0
    }

    /// The number of slots with a sleeping entity.
    pub(crate) fn sleeping_count(&self) -> usize {
        self.list.iter().zip(&self.counts).filter(|(filter, _)| filter.sleeping).map(|(_, count)| count).sum()
    }

    /// Whether one of two filters is that of a sleeping entity, and the other is not.
    #[inline]
    pub(crate) fn is_one_sleeping(&self, a: usize, b: usize) -> bool {
        self.list[a].sleeping != self.list[b].sleeping
    }

    /// Whether one of two filters is that of a sleeping entity.
    #[inline]
    pub(crate) fn is_any_sleeping(&self, a: usize, b: usize) -> bool {
        self.list[a].sleeping || self.list[b].sleeping
    }

    #[inline]
    pub(crate) fn meet(&self, a: u32, b: u32) -> bool {
        self.numbers_meet(self.number(a), self.number(b))
    }

    /// Whether two filters accept each other.
    #[inline]
    pub(crate) fn numbers_meet(&self, a: usize, b: usize) -> bool {
        // A lookup without a branch on the answer, which would be mispredicted.
        if (a | b) < FIRST { self.meets[a] >> b & 1 == 1 } else { self.filters_meet(a, b) }
    }

    #[inline]
    fn filters_meet(&self, a: usize, b: usize) -> bool {
        self.list[a].meet(&self.list[b], self.sensor_pairs)
    }

    /// Whether two sensors accept each other. Otherwise, and by default, no two sensors do.
    pub(crate) fn sensor_pairs(&self) -> bool {
        self.sensor_pairs
    }

    /// Sets whether two sensors accept each other.
    pub(crate) fn set_sensor_pairs(&mut self, sensor_pairs: bool) {
        if self.sensor_pairs != sensor_pairs {
            self.sensor_pairs = sensor_pairs;
            (0..self.list.len().min(FIRST)).for_each(|number| self.note(number));
        }
    }

    /// Sets the bits of a filter.
    fn note(&mut self, number: usize) {
        for other in 0..self.list.len().min(FIRST) {
            if number < FIRST {
                let meet = u64::from(self.filters_meet(number, other));
                self.meets[number] = self.meets[number] & !(1 << other) | meet << other;
                self.meets[other] = self.meets[other] & !(1 << number) | meet << number;
            }
        }
    }

    /// Sets the filter of a slot.
    pub(crate) fn set(&mut self, slot: u32, filter: CollisionFilter) {
        if *self.get(slot) == filter {
            return;
        }
        self.give_up(slot);
        if filter == CollisionFilter::default() {
            return;
        }
        let number = match self.number_of.get(&filter) {
            Some(number) => *number,
            None => self.add(filter),
        };
        if self.numbers.len() <= slot as usize {
            self.numbers.resize(slot as usize + 1, 0);
        }
        self.numbers[slot as usize] = number;
        self.counts[number as usize] += 1;
        self.restricted += u32::from(!filter.is_open());
    }

    /// Lists a new filter, and returns its number.
    fn add(&mut self, filter: CollisionFilter) -> u32 {
        let number = match self.free.pop() {
            Some(number) => {
                self.list[number as usize] = filter;
                number
            }
            None => {
                self.list.push(filter);
                self.counts.push(0);
                (self.list.len() - 1) as u32
            }
        };
        self.number_of.insert(filter, number);
        self.note(number as usize);
        number
    }

    /// Whether the bits of a filter agree with the filter.
    fn bits_hold(&self, number: usize) -> bool {
        let holds = |other: usize| {
            let meet = self.filters_meet(number, other);
            self.meets[number] >> other & 1 == u64::from(meet)
        };
        number >= FIRST || (0..self.list.len().min(FIRST)).all(holds)
    }

    /// Checks that only slots with an entity have a filter, that no sleeping entity is in the dynamic set, and that the
    /// counts are right.
    pub(crate) fn validate(&self, holders: &[Holder]) -> Result<(), Invalid> {
        let mut counts = vec![0; self.list.len()];
        for (slot, number) in (0..).zip(&self.numbers).filter(|(_, number)| **number != 0) {
            let filter = self.list.get(*number as usize).ok_or(Invalid::CollisionFilter { slot, number: *number })?;
            match holders.get(slot as usize) {
                Some(Holder::Moving) if filter.sleeping => return Err(Invalid::SleeperMoves { slot }),
                Some(Holder::Moving | Holder::Fixed) => counts[*number as usize] += 1,
                _ => return Err(Invalid::CollisionFilter { slot, number: *number }),
            }
        }
        let mut restricted = 0;
        for (number, (filter, count)) in (0..).zip(self.list.iter().zip(&self.counts)) {
            let known = self.number_of.get(filter) == Some(&number);
            let default = *filter == CollisionFilter::default();
            let bits_hold = self.bits_hold(number as usize);
            if !bits_hold || counts[number as usize] != *count || (*count > 0 && (!known || default)) {
                return Err(Invalid::FilterCount { number, count: *count });
            }
            restricted += if filter.is_open() { 0 } else { *count as u32 };
        }
        if restricted == self.restricted {
            Ok(())
        } else {
            Err(Invalid::Restricted { count: self.restricted as usize, counted: restricted as usize })
        }
    }

    /// Resets a slot to the default filter.
    pub(crate) fn give_up(&mut self, slot: u32) {
        let number = self.number(slot);
        if number == 0 {
            return;
        }
        self.numbers[slot as usize] = 0;
        self.counts[number] -= 1;
        self.restricted -= u32::from(!self.list[number].is_open());
        if self.counts[number] == 0 {
            self.number_of.remove(&self.list[number]);
            self.free.push(number as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CollisionFilter, FilterTable};
    use crate::Layers;

    #[test]
    fn bits_agree_with_filters() {
        let mut of = FilterTable::default();
        let mut state = 1_u64;
        for round in 0..2_000_u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let bits = |shift: u32| state >> shift & 3;
            let layers = Layers { category: bits(60), mask: bits(58), group: bits(56) as i64 - 2 };
            // At times more filters than there are bits for.
            let group = if round % 500 < 250 { layers.group } else { i64::from(round % 90) };
            of.set(
                round % 100,
                CollisionFilter { layers: Layers { group, ..layers }, sensor: bits(54) == 0, sleeping: false },
            );
            of.set_sensor_pairs(round % 7 < 3);
            for other in 0..100 {
                let meet = of.get(round % 100).meet(of.get(other), round % 7 < 3);
                assert_eq!(of.meet(round % 100, other), meet, "round {round}");
            }
        }
    }

    #[test]
    fn filters_come_and_go() {
        let mut of = FilterTable::default();
        let in_group =
            |group| CollisionFilter { layers: Layers { group, ..Layers::ALL }, ..CollisionFilter::default() };
        for round in 0..100 {
            for slot in 0..10 {
                of.set(slot, in_group(i64::from(slot) + round * 10 + 1));
            }
            assert!(of.any_restricted() && of.meet(3, 3) && of.list.len() <= 21, "{of:?}");
        }
        of.set(3, CollisionFilter { sleeping: true, ..CollisionFilter::default() });
        for slot in (0..10).filter(|slot| *slot != 3) {
            of.give_up(slot);
        }
        assert!(!of.any_restricted() && of.get(3).sleeping && *of.get(1_000_000) == CollisionFilter::default());
    }
}
