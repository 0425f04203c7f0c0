//! Ticks and their results.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::report::{Report, Times};
use collide2d::{Crowd, CrowdLimit, Event, EventBetween, Handle};

use crate::border::{In, Mut, Out};
use crate::budget::CollideBudget;
use crate::bytes::CollideBuffer;
use crate::failure::{CollideStatus, enough, guarded, value};
use crate::world::{CollideHandle, CollideWorld};

/// Two entities that overlap.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollidePair {
    /// The entity with the smaller slot.
    pub a: CollideHandle,
    /// The other entity.
    pub b: CollideHandle,
}

/// The pair starts overlapping at this tick.
pub const COLLIDE_BEGAN: u8 = 0;
/// The pair overlaps at this tick and at the previous one.
pub const COLLIDE_STAYED: u8 = 1;
/// The pair of the previous tick has ended: the entities are apart, their layers exclude each other, or one of them was
/// removed.
pub const COLLIDE_ENDED: u8 = 2;

/// The event of a pair since the previous tick.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideEvent {
    /// The entity with the smaller slot.
    pub a: CollideHandle,
    /// The other entity.
    pub b: CollideHandle,
    /// `COLLIDE_BEGAN`, `COLLIDE_STAYED` or `COLLIDE_ENDED`.
    pub kind: u8,
}

/// An event between an entity of one category and one of another, with their data.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideEventBetween {
    /// The entity of the first categories. If both entities fit both ways: the one with the smaller slot.
    pub a: CollideHandle,
    /// The entity of the second categories.
    pub b: CollideHandle,
    /// The data of `a`.
    pub a_data: u64,
    /// The data of `b`.
    pub b_data: u64,
    /// `COLLIDE_BEGAN`, `COLLIDE_STAYED` or `COLLIDE_ENDED`.
    pub kind: u8,
}

/// A place with more dynamic entities than a limit: see `crowd_max` of `CollideSettings`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideCrowd {
    /// The first of its entities that are the surplus.
    pub entity: CollideHandle,
    /// The number of its dynamic entities.
    pub count: usize,
    /// The number of those that are the surplus.
    pub surplus_count: usize,
    /// The lower x of the bound of all its dynamic entities, in world units.
    pub min_x: f32,
    /// The lower y.
    pub min_y: f32,
    /// The upper x.
    pub max_x: f32,
    /// The upper y.
    pub max_y: f32,
}

impl From<&Crowd> for CollideCrowd {
    fn from(crowd: &Crowd) -> Self {
        let (min, max) = (crowd.area.min(), crowd.area.max());
        Self {
            entity: crowd.entity.to_bits(),
            count: crowd.count,
            surplus_count: crowd.surplus_count,
            min_x: min.x,
            min_y: min.y,
            max_x: max.x,
            max_y: max.y,
        }
    }
}

/// The counts of a tick or a batch, and the time of each phase in nanoseconds.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideReport {
    /// The number of shapes; for two sets, of both.
    pub shape_count: usize,
    /// The number of candidate pairs that reached the exact test.
    pub candidate_count: u64,
    /// The number of pairs.
    pub pair_count: u64,
    /// The work in units, of which a million stand for about a millisecond.
    pub work: u64,
    /// The estimated time in nanoseconds; 0 if no estimate was made.
    pub expected: u64,
    /// The time to compute bounds, if they are not stored.
    pub bounds: u64,
    /// The time to sort the shapes or to build the index.
    pub index: u64,
    /// The time to find candidates and to test them exactly.
    pub pairs: u64,
    /// The time to sort the pairs.
    pub order: u64,
    /// The time to compare the pairs with those of the previous tick.
    pub events: u64,
    /// The time to store the tick in the history.
    pub history: u64,
    /// The number of places with more dynamic entities than `crowd_max` of the settings: `collide_world_crowds` writes
    /// them.
    pub crowd_count: usize,
    /// The number of entities of those places that took no part in the pairs.
    pub surplus_count: usize,
    /// The place with the most entities; all zero if `crowd_count` is 0.
    pub crowd: CollideCrowd,
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
            work: report.work,
            expected: report.expected.map_or(0, nanos),
            bounds: nanos(bounds),
            index: nanos(index),
            pairs: nanos(pairs),
            order: nanos(order),
            events: nanos(events),
            history: nanos(history),
            crowd_count: report.crowd_count,
            surplus_count: report.surplus_count,
            crowd: report.crowd.as_ref().map(CollideCrowd::from).unwrap_or_default(),
            strategy: report.strategy as u8,
        }
    }
}

/// Runs a tick: finds all pairs of entities that overlap. Without `crowd_max` of the settings, the number of pairs
/// is not limited: where users decide the positions, set it or use `collide_world_step_within`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_step(world: Mut<CollideWorld>) -> CollideStatus {
    collide_world_step_within(world, In::NULL)
}

/// Runs a tick that fails if it exceeds the budget, before it costs too much time and memory.
///
/// `budget` may be null for no limits.
///
/// Errors: `COLLIDE_OVER_BUDGET` if there are more. The pairs are then those of the last successful step, there
/// are no events, and another step may be tried.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_step_within(world: Mut<CollideWorld>, budget: In<CollideBudget>) -> CollideStatus {
    guarded(|| {
        world.get("world")?.world.step_within(CollideBudget::of(budget)?)?;
        Ok(())
    })
}

/// Re-indexes the entities that changed since the last step, so that queries are fast again. Finds no pairs. Call it
/// once after a batch of changes, before queries, if there is no step between them.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_refresh(world: Mut<CollideWorld>) -> CollideStatus {
    guarded(|| {
        world.get("world")?.world.refresh();
        Ok(())
    })
}

/// The number of pairs that a step would find now, without running a tick and without memory for the pairs.
///
/// Writes it to `count`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_count_pairs(world: Mut<CollideWorld>, count: Out<u64>) -> CollideStatus {
    guarded(|| {
        let world = world.get("world")?;
        count.check(1, "count")?;
        count.put(world.world.count_pairs(), "count")
    })
}

/// The number of steps so far.
///
/// 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_tick(world: In<CollideWorld>) -> u64 {
    value(0, || Ok(world.get("world")?.world.tick()))
}

/// The fingerprint of the last step: a hash of the tick number and its pairs. It is the same on every machine, in every
/// language, for every strategy and number of threads, if pairs are sorted by slot.
///
/// 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_fingerprint(world: In<CollideWorld>) -> u64 {
    value(0, || Ok(world.get("world")?.world.fingerprint()))
}

/// The number of bytes that the world has allocated.
///
/// 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_memory(world: In<CollideWorld>) -> usize {
    value(0, || Ok(world.get("world")?.world.memory()))
}

/// The number of pairs of the last step.
///
/// 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_pair_count(world: In<CollideWorld>) -> usize {
    value(0, || Ok(world.get("world")?.world.pairs().len()))
}

/// The pairs of the last step: each once, sorted by the smaller and then by the larger slot. The handle of an entity
/// that was removed since the step is stale.
///
/// Writes the `collide_world_pair_count` pairs into an array with room for `room` pairs.
///
/// Errors: `COLLIDE_TOO_SMALL` if `room` is less than the number of pairs; nothing is written then.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_pairs(world: In<CollideWorld>, pairs: Out<CollidePair>, room: usize) -> CollideStatus {
    guarded(|| {
        let found = world.get("world")?.world.pairs();
        let count = enough("pairs", room, found.len())?;
        pairs.put_all(count, found.iter().map(|(a, b)| CollidePair { a: a.to_bits(), b: b.to_bits() }), "pairs")
    })
}

/// The number of events of the last step, if the settings have events.
///
/// 0 for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_event_count(world: In<CollideWorld>) -> usize {
    value(0, || Ok(world.get("world")?.world.events().len()))
}

/// The events of the last step, in order of slots. The pairs of a removed entity end with its old handle.
///
/// Writes the `collide_world_event_count` events into an array with room for `room` events.
///
/// Errors: `COLLIDE_TOO_SMALL` if `room` is less than the number of events; nothing is written then.
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

/// The events of one entity of the last step. None for a stale handle.
///
/// Writes them into an array with room for `room` events, and their number to `count`.
///
/// Errors: `COLLIDE_TOO_SMALL` if `room` is too small; `count` is then the required number.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_events_of(
    world: In<CollideWorld>,
    handle: CollideHandle,
    events: Out<CollideEvent>,
    room: usize,
    count: Out<usize>,
) -> CollideStatus {
    guarded(|| {
        let found = || world.get("world").map(|world| world.world.events_of(Handle::from_bits(handle)));
        let number = found()?.count();
        count.put(number, "count")?;
        events.put_all(enough("events", room, number)?, found()?.map(event), "events")
    })
}

/// The events of the last step between an entity of one of the categories `of_a` and one of the categories `of_b`,
/// in order of slots, each once, with the data of both entities. A category is a bit of `category` of `CollideLayers`;
/// `UINT64_MAX` means every entity.
///
/// An entity has its data and category of now. A removed entity has those that it had when it was removed.
///
/// Writes them into an array with room for `room` events, and their number to `count`.
///
/// Errors: `COLLIDE_TOO_SMALL` if `room` is too small; `count` is then the required number.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_events_between(
    world: In<CollideWorld>,
    of_a: u64,
    of_b: u64,
    events: Out<CollideEventBetween>,
    room: usize,
    count: Out<usize>,
) -> CollideStatus {
    guarded(|| {
        let found: Vec<_> = world.get("world")?.world.events_between(of_a, of_b).map(event_between).collect();
        count.put(found.len(), "count")?;
        events.put_all(enough("events", room, found.len())?, found, "events")
    })
}

fn event(&Event { kind, a, b }: &Event) -> CollideEvent {
    CollideEvent { a: a.to_bits(), b: b.to_bits(), kind: kind as u8 }
}

fn event_between(EventBetween { kind, a, b, a_data, b_data }: EventBetween) -> CollideEventBetween {
    CollideEventBetween { a: a.to_bits(), b: b.to_bits(), a_data, b_data, kind: kind as u8 }
}

/// The report of the last step; all zero before the first step.
///
/// Writes it to `report`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_report(world: In<CollideWorld>, report: Out<CollideReport>) -> CollideStatus {
    guarded(|| {
        let last = world.get("world")?.world.report();
        report.put(last.map(CollideReport::from).unwrap_or_default(), "report")
    })
}

/// The places that now have more than `max` dynamic entities, the one with the most entities first. The settings have
/// no effect: `max` and `first` are as `crowd_max` and `crowd_first` there, but with 0 for `max` these are all places
/// with a dynamic entity.
///
/// Writes the places into an array with room for `room` places, and their number to `count`.
///
/// Errors: `COLLIDE_TOO_SMALL` if `room` is too small; `count` is then the required number.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_crowds(
    world: In<CollideWorld>,
    max: u32,
    first: u64,
    crowds: Out<CollideCrowd>,
    room: usize,
    count: Out<usize>,
) -> CollideStatus {
    guarded(|| {
        let world = world.get("world")?;
        count.check(1, "count")?;
        let found = world.world.crowds(CrowdLimit::new(max).with_first(first));
        count.put(found.len(), "count")?;
        enough("crowds", room, found.len())?;
        crowds.put_all(found.len(), found.iter().map(CollideCrowd::from), "crowds")
    })
}

/// A readable explanation of the last step: the strategy, the reason for it, and the times. Empty before the first
/// step.
///
/// Overwrites `text` with it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_explain(world: In<CollideWorld>, text: Mut<CollideBuffer>) -> CollideStatus {
    guarded(|| {
        let last = world.get("world")?.world.explain();
        text.get("text")?.set_text(&last.map(|explanation| explanation.to_string()).unwrap_or_default());
        Ok(())
    })
}

/// The p50 and p99 times of the last ticks, as a line for a log.
///
/// Overwrites `text` with it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_recent(world: In<CollideWorld>, text: Mut<CollideBuffer>) -> CollideStatus {
    guarded(|| {
        let recent = world.get("world")?.world.recent();
        text.get("text")?.set_text(&recent.to_string());
        Ok(())
    })
}

/// Checks the internal invariants of a world; takes about as long as a tick.
///
/// Errors: `COLLIDE_FAULT` if one does not hold, which is a bug of the library.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_validate(world: In<CollideWorld>) -> CollideStatus {
    guarded(|| Ok(world.get("world")?.world.validate()?))
}
