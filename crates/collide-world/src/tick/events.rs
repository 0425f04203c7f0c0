use std::sync::OnceLock;

use collide_broad::internal::Workers;

use super::comparison::{Comparison, Marked, Marks};
use super::event::{Event, EventKind};
use super::parts::compare;
use crate::Handle;
use crate::base::{BySlot, allocated, copy_of};

/// The events of a tick.
#[derive(Debug, Default)]
pub(crate) struct Events {
    pub(crate) list: Vec<Event>,
    marks: Marks,
    /// Scratch memory: the kinds of events.
    kinds: Vec<EventKind>,
    /// The indices of the events of each slot, built on first use.
    of_slot: OnceLock<BySlot<u32>>,
}

/// `clone_from` reuses the memory of the overwritten list.
impl Clone for Events {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        self.list.clone_from(&source.list);
        self.of_slot.take();
    }
}

impl Events {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        allocated(&self.list) + self.marks.memory() + allocated(&self.kinds) + self.index_memory()
    }

    /// The bytes of them that the index by slot takes, which is built on first use.
    pub(crate) fn index_memory(&self) -> usize {
        self.of_slot.get().map_or(0, BySlot::memory)
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.of_slot.take();
    }

    /// Replaces the events by those between two ticks.
    pub(crate) fn compare(&mut self, ticks: Comparison<'_>, workers: &impl Workers) {
        self.of_slot.take();
        self.marks.fill(&ticks, workers);
        let ticks = Marked { ticks, marks: &self.marks };
        compare(&mut self.list, &mut self.kinds, ticks, workers);
    }

    /// The events of the entity with this handle, which may be stale.
    pub(crate) fn of(&self, handle: Handle) -> impl Iterator<Item = &Event> {
        let of_slot = self.of_slot.get_or_init(|| {
            let slots = |(number, event): (u32, &Event)| [(event.a.slot, number), (event.b.slot, number)];
            let all = || (0..).zip(&self.list).flat_map(slots);
            let mut of_slot = BySlot::default();
            of_slot.fill(all().map(|(slot, _)| slot as usize + 1).max().unwrap_or(0), all);
            of_slot
        });
        let events = of_slot.of(handle.slot).iter().map(|event| &self.list[*event as usize]);
        events.filter(move |event| event.a == handle || event.b == handle)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use collide_broad::internal::{Serial, Workers};

    use super::super::comparison::Comparison;
    use super::Events;
    use crate::{Event, EventKind, Handle, Pairs};

    /// The pieces for several threads, in turn.
    struct InTurn(usize);

    impl Workers for InTurn {
        fn count(&self) -> usize {
            self.0
        }

        fn each<T: Send>(&self, pieces: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send) {
            Serial.each(pieces, work);
        }
    }

    /// Generations of one byte, at its limit, and beyond; some change between the ticks, and some slots are new.
    fn generations(count: u32, changed: u32) -> Vec<u32> {
        let old = |slot: u32| [0, 1, 253, 254, 255, 256, u32::MAX - 1][slot as usize % 7];
        (0..count).map(|slot| old(slot) + u32::from(changed > 0 && slot.is_multiple_of(changed))).collect()
    }

    fn pairs(slot_count: u32, step: u32) -> Vec<(u32, u32)> {
        let pairs = (0..slot_count).flat_map(|a| (a + 1..slot_count.min(a + 4)).map(move |b| (a, b)));
        pairs.filter(|(a, b)| (a * 7 + b * 3) % step != 0).collect()
    }

    /// The events by looking up each pair of both ticks.
    fn expected(before: Pairs<'_>, now: Pairs<'_>) -> Vec<Event> {
        let handles = |tick: Pairs<'_>| -> Vec<(Handle, Handle)> {
            let handle = |slot: u32| Handle { slot, generation: tick.generations[slot as usize] };
            tick.slots.iter().map(|&(a, b)| (handle(a), handle(b))).collect()
        };
        let (before, now) = (handles(before), handles(now));
        let mut events = BTreeMap::new();
        for pair @ (a, b) in before.iter().chain(&now).copied() {
            let kind = match (before.contains(&pair), now.contains(&pair)) {
                (true, true) => EventKind::Stayed,
                (true, false) => EventKind::Ended,
                _ => EventKind::Began,
            };
            events.insert((a.slot, b.slot, kind != EventKind::Ended), Event { kind, a, b });
        }
        events.into_values().collect()
    }

    #[test]
    fn events_have_the_generations_of_their_ticks() {
        let mut events = Events::default();
        for slot_count in [0, 1, 5, 30, 90] {
            for (changed, step) in [(0, 2), (0, 5), (2, 3), (9, 4), (9, 1_000)] {
                let (old, new) = (generations(slot_count, 0), generations(slot_count + 5, changed));
                let (old_pairs, new_pairs) = (pairs(slot_count, 3), pairs(slot_count + 5, step));
                let before = Pairs { slots: &old_pairs, generations: &old };
                for new_pairs in [&new_pairs, &new_pairs[..new_pairs.len() / 30]] {
                    let now = Pairs { slots: new_pairs, generations: &new };
                    let ticks = Comparison { before, now, removed: changed > 0 };
                    let expected = expected(before, now);
                    events.compare(ticks, &Serial);
                    assert_eq!(events.list, expected, "{slot_count} slots, {changed}, {step}");
                    for threads in [2, 3, 50] {
                        events.compare(ticks, &InTurn(threads));
                        assert_eq!(events.list, expected, "{slot_count} slots, {changed}, {step}, {threads} threads");
                    }
                }
            }
        }
    }
}
