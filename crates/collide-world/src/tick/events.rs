use std::sync::OnceLock;

use collide_broad::Workers;

use super::comparison::{Comparison, Marked, Marks};
use super::event::{Event, EventKind};
use crate::Handle;
use crate::base::{BySlot, Pieces, allocated, copy_of, max_pieces};

/// The events of a tick.
#[derive(Debug, Default)]
pub(crate) struct Events {
    list: Vec<Event>,
    marks: Marks,
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
        allocated(&self.list) + self.marks.memory() + self.index_memory()
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
        if workers.count() > 1 {
            return compare_in_parts(&mut self.list, ticks, workers);
        }
        self.list.clear();
        self.list.reserve(ticks.ticks.before.pairs.len().max(ticks.ticks.now.pairs.len()));
        ticks.write(|event| self.list.push(event));
    }

    pub(crate) fn list(&self) -> &[Event] {
        &self.list
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

/// Replaces the events by those of two ticks: counts the events of each part, then writes each part to its place.
fn compare_in_parts(list: &mut Vec<Event>, ticks: Marked<'_>, workers: &impl Workers) {
    let (pairs, part_count) = (ticks.ticks.now.pairs, max_pieces(workers.count()));
    let (mut parts, mut rest) = (Pieces::new(), ticks);
    for part in 1..part_count {
        let Some(border) = pairs.get(pairs.len() * part / part_count) else { break };
        let [first, others] = rest.split_at(*border);
        parts.push((first, 0));
        rest = others;
    }
    parts.push((rest, 0));
    workers.each(&mut parts, |_, (part, count)| *count = part.event_count());
    let total = parts.iter().map(|(_, count)| count).sum();
    let nothing = Handle { slot: 0, generation: 0 };
    // Most places keep an old event until they are overwritten.
    list.resize(total, Event { kind: EventKind::Began, a: nothing, b: nothing });
    let (mut work, mut places) = (Pieces::new(), list.as_mut_slice());
    for (part, count) in parts {
        let (events, others) = places.split_at_mut(count);
        places = others;
        work.push((part, events.iter_mut()));
    }
    workers.each(&mut work, |_, (part, events)| {
        part.write(|event| *events.next().expect("the events were counted") = event);
    });
}
