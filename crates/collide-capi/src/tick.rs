//! Ticks, and what they found.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{Event, EventKind, Report, Times};

use crate::border::{In, Mut, Out};
use crate::bytes::CollideBuffer;
use crate::failure::{CollideStatus, Failure, guarded, value};
use crate::world::{CollideHandle, CollideWorld};

/// Two entities that overlap, the smaller slot first.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollidePair {
    /// The one with the smaller slot.
    pub a: CollideHandle,
    /// The other one.
    pub b: CollideHandle,
}

/// The pair overlaps, and did not at the tick before.
pub const COLLIDE_BEGAN: u8 = 0;
/// The pair overlaps as it did at the tick before.
pub const COLLIDE_STAYED: u8 = 1;
/// The pair overlapped at the tick before and does no longer: apart, on other layers, or one of the two is gone.
pub const COLLIDE_ENDED: u8 = 2;

/// A pair, and what has become of it since the tick before.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideEvent {
    /// The one with the smaller slot.
    pub a: CollideHandle,
    /// The other one.
    pub b: CollideHandle,
    /// `COLLIDE_BEGAN`, `COLLIDE_STAYED` or `COLLIDE_ENDED`.
    pub kind: u8,
}

/// What a tick or a batch did, and how long each phase took, in nanoseconds.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideReport {
    /// Shapes taken part; for two sets, those of both.
    pub shape_count: usize,
    /// Pairs that the search let through to the exact test.
    pub candidate_count: u64,
    /// Pairs found.
    pub pair_count: u64,
    /// How long it was expected to take; 0 where that was not weighed.
    pub expected: u64,
    /// Computing bounds, where they are not kept.
    pub bounds: u64,
    /// Sorting, or building the index.
    pub index: u64,
    /// Finding candidates and testing them exactly.
    pub pairs: u64,
    /// Bringing the pairs into order.
    pub order: u64,
    /// Comparing the pairs with those of the tick before.
    pub events: u64,
    /// Noting how things stand, for the history.
    pub history: u64,
    /// The strategy that ran, never `COLLIDE_AUTO`.
    pub strategy: u8,
}

impl From<&Report> for CollideReport {
    fn from(report: &Report) -> Self {
        let nanos = |time: std::time::Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let Times { bounds, index, pairs, order, events, history } = report.times;
        Self {
            shape_count: report.shape_count,
            candidate_count: report.candidate_count,
            pair_count: report.pair_count,
            expected: report.expected.map_or(0, nanos),
            bounds: nanos(bounds),
            index: nanos(index),
            pairs: nanos(pairs),
            order: nanos(order),
            events: nanos(events),
            history: nanos(history),
            strategy: report.strategy as u8,
        }
    }
}

/// Finds the pairs of this tick. However many there are: where users decide who stands where, use `collide_world_step_within`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_step(world: Mut<CollideWorld>) -> CollideStatus {
    collide_world_step_within(world, u64::MAX)
}

/// A step that gives up where there are more than `max_pairs` pairs, before their memory or time hurts.
///
/// `COLLIDE_OVER_BUDGET` when there are more: nothing has happened then, and another step may be tried.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_step_within(world: Mut<CollideWorld>, max_pairs: u64) -> CollideStatus {
    guarded(|| {
        world.get("world")?.world.step_within(max_pairs)?;
        Ok(())
    })
}

/// Sorts what has changed since the last step, so that questions need not. Finds no pairs.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_refresh(world: Mut<CollideWorld>) -> CollideStatus {
    guarded(|| {
        world.get("world")?.world.refresh();
        Ok(())
    })
}

/// How many pairs a step would find now, without memory for them and without making it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_count_pairs(world: Mut<CollideWorld>, count: Out<u64>) -> CollideStatus {
    guarded(|| {
        let world = world.get("world")?;
        count.check(1, "count")?;
        count.put(world.world.count_pairs(), "count")
    })
}

/// How many steps were made; 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_tick(world: In<CollideWorld>) -> u64 {
    value(0, || Ok(world.get("world")?.world.tick()))
}

/// Hash of the tick and its pairs: the same on every machine, in every language, for every strategy and number of threads, if pairs are
/// listed by slot. 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_fingerprint(world: In<CollideWorld>) -> u64 {
    value(0, || Ok(world.get("world")?.world.fingerprint()))
}

/// How many bytes the world has allocated; 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_memory(world: In<CollideWorld>) -> usize {
    value(0, || Ok(world.get("world")?.world.memory()))
}

/// How many pairs the last step found; 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_pair_count(world: In<CollideWorld>) -> usize {
    value(0, || Ok(world.get("world")?.world.pairs().len()))
}

/// Writes the pairs of the last step, as many as `collide_world_pair_count` says, into an array with room for `room`: each once, by the
/// smaller slot and then by the larger one. An entity removed since is named by a handle that is now stale.
///
/// `COLLIDE_TOO_SMALL` where there is not room for all; nothing is written then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_pairs(world: In<CollideWorld>, pairs: Out<CollidePair>, room: usize) -> CollideStatus {
    guarded(|| {
        let found = world.get("world")?.world.pairs();
        let count = enough("pairs", room, found.len())?;
        pairs.put_all(count, found.iter().map(|(a, b)| CollidePair { a: a.to_bits(), b: b.to_bits() }), "pairs")
    })
}

/// How many events the last step had, if the settings ask for events; 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_event_count(world: In<CollideWorld>) -> usize {
    value(0, || Ok(world.get("world")?.world.events().len()))
}

/// Writes what has become of each pair since the tick before, as many as `collide_world_event_count` says, into an array with room for
/// `room`: in order of slots. One that was removed ends its pairs under its own handle.
///
/// `COLLIDE_TOO_SMALL` where there is not room for all; nothing is written then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_events(
    world: In<CollideWorld>,
    events: Out<CollideEvent>,
    room: usize,
) -> CollideStatus {
    guarded(|| {
        let found = world.get("world")?.world.events();
        let count = enough("events", room, found.len())?;
        events.put_all(count, found.iter().map(event), "events")
    })
}

fn event(event: &Event) -> CollideEvent {
    let kind = match event.kind {
        EventKind::Began => COLLIDE_BEGAN,
        EventKind::Stayed => COLLIDE_STAYED,
        EventKind::Ended => COLLIDE_ENDED,
    };
    CollideEvent { a: event.a.to_bits(), b: event.b.to_bits(), kind }
}

/// So many, if there is room for them.
pub(crate) fn enough(what: &'static str, room: usize, count: usize) -> Result<usize, Failure> {
    if count <= room { Ok(count) } else { Err(Failure::TooSmall { what, room, count }) }
}

/// What the last step did; all zero before the first.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_report(world: In<CollideWorld>, report: Out<CollideReport>) -> CollideStatus {
    guarded(|| {
        let last = world.get("world")?.world.report();
        report.put(last.map(CollideReport::from).unwrap_or_default(), "report")
    })
}

/// Says in `text` how the last step was done and why, for people to read, over what it held; nothing before the first step.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_explain(world: In<CollideWorld>, text: Mut<CollideBuffer>) -> CollideStatus {
    guarded(|| {
        let last = world.get("world")?.world.explain();
        text.get("text")?.set_text(&last.map(|explanation| explanation.to_string()).unwrap_or_default());
        Ok(())
    })
}
