use std::sync::OnceLock;

use collide_broad::Workers;

use crate::Handle;
use crate::base::{BySlot, Pieces, allocated, copy_of, max_pieces};

collide_core::named_enum! {
    /// How a pair changed since the previous tick.
    ///
    /// ```
    /// use collide_world::EventKind;
    /// assert_eq!(EventKind::ALL.map(EventKind::name), ["began", "stayed", "ended"]);
    /// assert_eq!("ended".parse(), Ok(EventKind::Ended));
    /// ```
    // The numbers of variants are hashed into the fingerprints that traces store. Add new variants at the end; never
    // remove or reorder them.
    pub enum EventKind as "event", else UnknownEventKind { name: String }
    {
        /// The pair is new: it was not a pair at the previous tick.
        Began => "began",
        /// The pair exists now and existed at the previous tick.
        Stayed => "stayed",
        /// The pair existed at the previous tick and no longer does: the entities separated, their layers or sensor
        /// flags changed, or one was removed.
        Ended => "ended",
    }
}

/// A pair and how it changed. See [`World::events`](crate::World::events).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// How the pair changed.
    pub kind: EventKind,
    /// The entity with the smaller slot.
    pub a: Handle,
    /// The entity with the larger slot.
    pub b: Handle,
}

/// The events of a tick.
#[derive(Debug, Default)]
pub(crate) struct Events {
    list: Vec<Event>,
    /// The indices of the events of each slot, built on first use.
    of_slot: OnceLock<BySlot<u32>>,
}

/// Pairs of slots in order, and the generations that the slots had.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tick<'a> {
    pub(crate) pairs: &'a [(u32, u32)],
    pub(crate) generations: &'a [u32],
}

impl Tick<'_> {
    fn handles(&self, (a, b): (u32, u32)) -> (Handle, Handle) {
        let handle = |slot: u32| Handle { slot, generation: self.generations[slot as usize] };
        (handle(a), handle(b))
    }
}

/// Compares the pairs of one tick with those of the next and emits events, by the same rule as a world. For pairs that
/// are kept outside a world.
///
/// Both lists must be in ascending order of `slots`; events are emitted in this order. `same` is called for two pairs
/// with equal slots. It returns `false` if a slot now belongs to another entity: then the pair of `before` has ended
/// and the pair of `now` has begun. `emit` gets the pair of `before` for [`EventKind::Ended`], and the pair of `now`
/// for all other kinds. Costs one pass over both lists.
///
/// ```
/// use collide_world::{EventKind, compare_pairs};
/// let (before, now) = ([(0, 1), (2, 3)], [(0, 1), (1, 2)]);
/// let mut events = Vec::new();
/// compare_pairs(&before, &now, |slots| slots, |_, _| true, |kind, pair| events.push((kind, pair)));
/// assert_eq!(events, [(EventKind::Stayed, (0, 1)), (EventKind::Began, (1, 2)), (EventKind::Ended, (2, 3))]);
/// ```
#[inline]
pub fn compare_pairs<P: Copy>(
    mut before: &[P],
    mut now: &[P],
    slots: impl Fn(P) -> (u32, u32),
    same: impl Fn(P, P) -> bool,
    mut emit: impl FnMut(EventKind, P),
) {
    loop {
        // Most pairs stay.
        while let ([old, olds @ ..], [new, news @ ..]) = (before, now)
            && slots(*old) == slots(*new)
        {
            (before, now) = (olds, news);
            if same(*old, *new) {
                emit(EventKind::Stayed, *new);
            } else {
                emit(EventKind::Ended, *old);
                emit(EventKind::Began, *new);
            }
        }
        match (before, now) {
            ([old, olds @ ..], news) if news.first().is_none_or(|new| slots(*old) < slots(*new)) => {
                emit(EventKind::Ended, *old);
                before = olds;
            }
            (_, [new, news @ ..]) => {
                emit(EventKind::Began, *new);
                now = news;
            }
            (_, []) => return,
        }
    }
}

/// The number of events whose generations are looked up at a time.
const BLOCK: usize = 256;

/// Two ticks to compare, or the same range of slots of both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison<'a> {
    pub(crate) before: Tick<'a>,
    pub(crate) now: Tick<'a>,
    /// Whether an entity was removed in between, so that a slot may have another entity.
    pub(crate) removed: bool,
}

/// Where events are written to, in order.
trait Output {
    fn push(&mut self, event: Event);

    /// The last `count` events.
    fn last(&mut self, count: usize) -> &mut [Event];
}

impl Output for Vec<Event> {
    fn push(&mut self, event: Event) {
        self.push(event);
    }

    fn last(&mut self, count: usize) -> &mut [Event] {
        let first = self.len() - count;
        &mut self[first..]
    }
}

/// A place for a known number of events.
struct Room<'a> {
    events: &'a mut [Event],
    len: usize,
}

impl Output for Room<'_> {
    fn push(&mut self, event: Event) {
        self.events[self.len] = event;
        self.len += 1;
    }

    fn last(&mut self, count: usize) -> &mut [Event] {
        &mut self.events[self.len - count..self.len]
    }
}

impl<'a> Comparison<'a> {
    /// The pairs before a pair, and all others.
    fn split_at(self, pair: (u32, u32)) -> [Self; 2] {
        let halves = |tick: Tick<'a>| {
            let (first, second) = tick.pairs.split_at(tick.pairs.partition_point(|other| *other < pair));
            [first, second].map(|pairs| Tick { pairs, ..tick })
        };
        let ([before, later_before], [now, later]) = (halves(self.before), halves(self.now));
        [Self { before, now, ..self }, Self { before: later_before, now: later, ..self }]
    }

    fn compare(&self, emit: impl FnMut(EventKind, (u32, u32))) {
        let same = |old, new| !self.removed || self.before.handles(old) == self.now.handles(new);
        compare_pairs(self.before.pairs, self.now.pairs, |slots| slots, same, emit);
    }

    fn event_count(&self) -> usize {
        let mut count = 0;
        self.compare(|_, _| count += 1);
        count
    }

    fn write(&self, out: &mut impl Output) {
        let mut incomplete = 0;
        self.compare(|kind, (a, b)| {
            let [a, b] = [a, b].map(|slot| Handle { slot, generation: 0 });
            out.push(Event { kind, a, b });
            incomplete += 1;
            if incomplete == BLOCK {
                self.set_generations(out.last(BLOCK));
                incomplete = 0;
            }
        });
        self.set_generations(out.last(incomplete));
    }

    /// Sets the generations of the entities of new events. In a loop of its own: the lookups do not depend on each
    /// other, so the processor waits for many of them at the same time.
    #[inline(never)]
    fn set_generations(&self, events: &mut [Event]) {
        for Event { kind, a, b } in events {
            let tick = if *kind == EventKind::Ended { self.before } else { self.now };
            (*a, *b) = tick.handles((a.slot, b.slot));
        }
    }
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
        allocated(&self.list) + self.index_memory()
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
        if workers.count() > 1 {
            return self.compare_in_parts(ticks, workers);
        }
        self.list.clear();
        self.list.reserve(ticks.before.pairs.len().max(ticks.now.pairs.len()));
        ticks.write(&mut self.list);
    }

    /// Counts the events of each part, then writes each part to its place.
    fn compare_in_parts(&mut self, ticks: Comparison<'_>, workers: &impl Workers) {
        let (pairs, part_count) = (ticks.now.pairs, max_pieces(workers.count()));
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
        self.list.resize(total, Event { kind: EventKind::Began, a: nothing, b: nothing });
        let (mut work, mut places) = (Pieces::new(), self.list.as_mut_slice());
        for (part, count) in parts {
            let (events, others) = places.split_at_mut(count);
            places = others;
            work.push((part, Room { events, len: 0 }));
        }
        workers.each(&mut work, |_, (part, room)| part.write(room));
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
