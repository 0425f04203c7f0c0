use std::sync::OnceLock;

use crate::Handle;
use crate::base::{BySlot, allocated, copy_of};

collide_core::named_enum! {
    /// What has become of a pair since the tick before.
    ///
    /// ```
    /// use collide_world::EventKind;
    /// assert_eq!(EventKind::ALL.map(EventKind::name), ["began", "stayed", "ended"]);
    /// assert_eq!("ended".parse(), Ok(EventKind::Ended));
    /// ```
    // Numbers of variants go into the fingerprints that traces store. New variants go to the end; none is removed or moved.
    pub enum EventKind as "event", else UnknownEventKind { name: String }
    {
        /// It overlaps now, and did not at the tick before.
        Began => "began",
        /// It overlaps as it did at the tick before.
        Stayed => "stayed",
        /// It overlapped at the tick before and does no longer: apart, on other layers, or one of the two is gone.
        Ended => "ended",
    }
}

/// A pair, and what has become of it. See [`World::events`](crate::World::events).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// What has become of it.
    pub kind: EventKind,
    /// The one with the smaller slot.
    pub a: Handle,
    /// The other one.
    pub b: Handle,
}

/// The events of a tick. The pairs of the tick before are kept for it.
#[derive(Debug, Default)]
pub(crate) struct Events {
    list: Vec<Event>,
    /// The numbers of the events of each slot, for those who ask.
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

/// The rule of events: compares the pairs of one tick with those of the next one, for pairs that are kept outside a world.
///
/// Both lists are in ascending order of `slots`, and the events come in this order. `same` is asked of two pairs with equal slots: it returns
/// `false` where a slot belongs to another entity now. Then `before`'s pair has ended and `now`'s has begun. `emit` gets the
/// pair of `before` for [`EventKind::Ended`], and that of `now` for all other kinds. Costs one pass over both lists.
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

/// `clone_from` keeps the memory of the list that is overwritten.
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
        allocated(&self.list) + self.of_slot.get().map_or(0, BySlot::memory)
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.of_slot.take();
    }

    /// What has become of the pairs of one tick at the next one; whether anyone was `removed` since, whose slot another may have.
    pub(crate) fn compare(&mut self, before: Tick<'_>, now: Tick<'_>, removed: bool) {
        self.clear();
        self.list.reserve(before.pairs.len().max(now.pairs.len()));
        let same = |old, new| !removed || before.handles(old) == now.handles(new);
        compare_pairs(
            before.pairs,
            now.pairs,
            |slots| slots,
            same,
            |kind, pair| {
                let (a, b) = if kind == EventKind::Ended { before.handles(pair) } else { now.handles(pair) };
                self.list.push(Event { kind, a, b });
            },
        );
    }

    pub(crate) fn list(&self) -> &[Event] {
        &self.list
    }

    /// The events of the entity a handle names, or named.
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
