//! The comparison of two ticks in parts.
//!
//! Each part is compared once, which notes the kinds of its events. Then its events are written: the kinds alone decide
//! which pair is next, so the processor need not wait for pairs. On several threads all kinds are noted first. Then it
//! is known where the events of each part are in the list.

use collide_broad::internal::Workers;

use super::comparison::{Marked, key};
use super::event::{Event, EventKind};
use crate::Handle;
use crate::base::{Pieces, max_pieces};

/// Two halves of a part. Each step of a comparison must wait for the one before, so the processor takes the steps of both
/// halves side by side.
type Part<'a> = [Half<'a>; 2];

/// The number of pairs of a part if one thread takes the parts in turn.
const PAIRS_IN_TURN: usize = 2048;

#[derive(Debug)]
struct Half<'a> {
    ticks: Marked<'a>,
    /// Room for the kind of each event.
    kinds: &'a mut [EventKind],
    event_count: usize,
}

/// Replaces the events in `list` by those of two ticks. `kinds` is a buffer.
pub(super) fn compare(list: &mut Vec<Event>, kinds: &mut Vec<EventKind>, ticks: Marked<'_>, workers: &impl Workers) {
    if workers.count() > 1 {
        compare_on_threads(list, kinds, ticks, workers);
    } else {
        compare_in_turn(list, kinds, ticks);
    }
}

/// One part after the other, each so small that it stays in the cache until its events are written.
fn compare_in_turn(list: &mut Vec<Event>, kinds: &mut Vec<EventKind>, ticks: Marked<'_>) {
    let [before, now] = [ticks.ticks.before, ticks.ticks.now].map(|tick| tick.slots.len());
    list.clear();
    list.reserve(before.max(now));
    let mut halves = ticks.divide(2 * (now / PAIRS_IN_TURN + 1));
    while let (Some(first), Some(second)) = (halves.next(), halves.next()) {
        grow(kinds, first.max_events() + second.max_events());
        let (room, more) = kinds.split_at_mut(first.max_events());
        let mut part = [Half::new(first, room), Half::new(second, more)];
        note_kinds(&mut part);
        part.iter().for_each(|half| list.extend(half.events()));
    }
}

fn compare_on_threads(list: &mut Vec<Event>, kinds: &mut Vec<EventKind>, ticks: Marked<'_>, workers: &impl Workers) {
    grow(kinds, ticks.max_events());
    let (mut parts, mut room) = (Pieces::<Part<'_>>::new(), kinds.as_mut_slice());
    let mut halves = ticks
        .divide(2 * max_pieces(workers))
        .map(|ticks| Half::new(ticks, room.split_off_mut(..ticks.max_events()).expect("it has room for all")));
    while let (Some(first), Some(second)) = (halves.next(), halves.next()) {
        parts.push([first, second]);
    }
    workers.each(&mut parts, |_, part| note_kinds(part));
    let total = parts.iter().flatten().map(|half| half.event_count).sum();
    let nothing = Handle { slot: 0, generation: 0 };
    // Most places keep an old event until they are overwritten.
    list.resize(total, Event { kind: EventKind::Began, a: nothing, b: nothing });
    let (mut work, mut places) = (Pieces::new(), list.as_mut_slice());
    for part in &parts {
        let count = part.iter().map(|half| half.event_count).sum();
        let (events, others) = places.split_at_mut(count);
        places = others;
        work.push((part, events));
    }
    workers.each(&mut work, |_, ([first, second], events)| {
        events.iter_mut().zip(first.events().chain(second.events())).for_each(|(place, event)| *place = event);
    });
}

/// Makes room for a number of kinds.
fn grow(kinds: &mut Vec<EventKind>, len: usize) {
    if kinds.len() < len {
        kinds.resize(len, EventKind::Began);
    }
}

fn note_kinds(part: &mut Part<'_>) {
    if part[0].ticks.ticks.removed {
        return part.iter_mut().for_each(Half::compare);
    }
    let [first, second] = part;
    let (mut one, mut other) = (first.merge(), second.merge());
    while one.step() & other.step() {}
    (first.event_count, second.event_count) = (one.finish(), other.finish());
}

impl<'a> Half<'a> {
    fn new(ticks: Marked<'a>, kinds: &'a mut [EventKind]) -> Self {
        Self { ticks, kinds, event_count: 0 }
    }

    fn compare(&mut self) {
        self.event_count = 0;
        self.ticks.compare(|kind, _| {
            self.kinds[self.event_count] = kind;
            self.event_count += 1;
        });
    }

    fn merge(&mut self) -> Merge<'_> {
        let ticks = self.ticks.ticks;
        Merge { before: ticks.before.slots, now: ticks.now.slots, kinds: self.kinds, count: 0 }
    }

    /// The events whose kinds were noted.
    fn events(&self) -> impl Iterator<Item = Event> {
        let ticks = self.ticks.ticks;
        let lists = [ticks.now.slots, ticks.before.slots];
        let mut next = [0, 0];
        self.kinds[..self.event_count].iter().map(move |kind| {
            let (began, ended) = (*kind == EventKind::Began, *kind == EventKind::Ended);
            let pair = lists[usize::from(ended)][next[usize::from(ended)]];
            next = [next[0] + usize::from(!ended), next[1] + usize::from(!began)];
            self.ticks.event(*kind, pair)
        })
    }
}

/// What is left of two lists in ascending order, whose slots belong to the same entities.
struct Merge<'a> {
    before: &'a [(u32, u32)],
    now: &'a [(u32, u32)],
    kinds: &'a mut [EventKind],
    count: usize,
}

impl Merge<'_> {
    /// Notes the kind of the next event. Returns `false` if one of the lists is empty.
    #[inline(always)]
    fn step(&mut self) -> bool {
        static KINDS: [EventKind; 3] = [EventKind::Began, EventKind::Stayed, EventKind::Ended];
        let ([old, ..], [new, ..]) = (self.before, self.now) else { return false };
        let (old, new) = (key(*old), key(*new));
        let (in_before, in_now) = (usize::from(old <= new), usize::from(new <= old));
        self.kinds[self.count] = KINDS[1 + in_before - in_now];
        self.count += 1;
        self.before = &self.before[in_before..];
        self.now = &self.now[in_now..];
        true
    }

    /// Notes all kinds that are left. Returns the number of events.
    fn finish(mut self) -> usize {
        while self.step() {}
        let rest = &mut self.kinds[self.count..];
        // One of the lists is empty.
        rest[..self.before.len()].fill(EventKind::Ended);
        rest[..self.now.len()].fill(EventKind::Began);
        self.count + self.before.len() + self.now.len()
    }
}
