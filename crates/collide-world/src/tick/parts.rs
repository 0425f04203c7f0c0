//! The comparison of two ticks in parts, on several threads.
//!
//! Each part is compared once, which notes the kinds of its events. Then it is known where its events are in the list,
//! and they are written. To write them takes less than another comparison: the kinds alone decide which pair is next,
//! so the processor need not wait for pairs.

use collide_broad::Workers;

use super::comparison::{Marked, key};
use super::event::{Event, EventKind};
use crate::Handle;
use crate::base::{Pieces, max_pieces};

/// Two halves of a part. Each step of a comparison must wait for the one before, so the processor takes the steps of both
/// halves side by side.
type Part<'a> = [Half<'a>; 2];

#[derive(Debug)]
struct Half<'a> {
    ticks: Marked<'a>,
    /// Room for the kind of each event.
    kinds: &'a mut [EventKind],
    event_count: usize,
}

/// Replaces the events in `list` by those of two ticks. `kinds` is a buffer.
pub(super) fn compare_in_parts(
    list: &mut Vec<Event>,
    kinds: &mut Vec<EventKind>,
    ticks: Marked<'_>,
    workers: &impl Workers,
) {
    let (pairs, part_count) = (ticks.ticks.now.pairs, max_pieces(workers.count()));
    let max_events = ticks.max_events();
    if kinds.len() < max_events {
        kinds.resize(max_events, EventKind::Began);
    }
    let (mut parts, mut rest, mut room) = (Pieces::<Part<'_>>::new(), ticks, kinds.as_mut_slice());
    for part in 1..=part_count {
        let mut half = |number: usize| {
            let border = pairs.get(pairs.len() * number / (2 * part_count));
            let [first, others] = border.map_or([rest, rest.none()], |border| rest.split_at(*border));
            rest = others;
            Half { ticks: first, kinds: room.split_off_mut(..first.max_events()).expect("it has room"), event_count: 0 }
        };
        parts.push([half(2 * part - 1), half(2 * part)]);
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
        let (events, others) = events.split_at_mut(first.event_count);
        first.write(events);
        second.write(others);
    });
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

impl Half<'_> {
    fn compare(&mut self) {
        self.event_count = 0;
        self.ticks.compare(|kind, _| {
            self.kinds[self.event_count] = kind;
            self.event_count += 1;
        });
    }

    fn merge(&mut self) -> Merge<'_> {
        let ticks = self.ticks.ticks;
        Merge { before: ticks.before.pairs, now: ticks.now.pairs, kinds: self.kinds, count: 0 }
    }

    /// Writes the events whose kinds were noted.
    fn write(&self, places: &mut [Event]) {
        let ticks = self.ticks.ticks;
        let lists = [ticks.now.pairs, ticks.before.pairs];
        let mut next = [0, 0];
        for (place, kind) in places.iter_mut().zip(&*self.kinds) {
            let (began, ended) = (*kind == EventKind::Began, *kind == EventKind::Ended);
            let pair = lists[usize::from(ended)][next[usize::from(ended)]];
            next = [next[0] + usize::from(!ended), next[1] + usize::from(!began)];
            *place = self.ticks.event(*kind, pair);
        }
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
