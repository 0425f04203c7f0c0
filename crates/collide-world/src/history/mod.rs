//! The history: copies of the last ticks.

mod fast;
mod moves;
mod resting;

use std::borrow::Borrow;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::PastError;
use crate::base::{Lazy, allocated, copy_of};
use crate::store::{
    FilterTable, Interpolation, ListFilters, Listed, Place, Places, RowLocation, Set, Store, Stored, match_kind,
};
use collide_broad::internal::Serial;
use collide_core::Shape;

pub(crate) use moves::Moves;
pub(crate) use resting::Recent;
use resting::Resting;

/// The last ticks, oldest first. They are immutable, so clones share them.
#[derive(Debug, Default)]
pub(crate) struct Past {
    moments: VecDeque<Remembered>,
    spare: Option<Remembered>,
}

/// A tick, and how the entities moved to it from the previous tick. Clones share both.
#[derive(Clone, Debug, Default)]
struct Remembered {
    moment: Arc<Moment>,
    /// With the teleport distance of the settings. The first query between both ticks finds them.
    moves: Arc<Lazy<Moves>>,
}

/// A copy of the entities at a tick.
#[derive(Debug, Default)]
pub(crate) struct Moment {
    tick: u64,
    pub(crate) moving: Set,
    resting: Resting,
    pub(crate) generations: Vec<u32>,
    pub(crate) filters: FilterTable,
    pub(crate) list_filters: ListFilters,
    /// Of the moving entities.
    places: Places,
}

/// A time between two ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Between<'a> {
    pub(crate) from: &'a Moment,
    to: &'a Remembered,
    interpolation: Interpolation,
    /// Searches find what is near at any time from `part` of the interpolation to this part of the tick.
    until: f64,
}

/// A clone shares the ticks of the history.
impl Clone for Past {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        self.moments.clone_from(&source.moments);
    }
}

impl Past {
    /// Adds a copy of the store after a tick, and keeps at most `ticks` copies.
    pub(crate) fn record(&mut self, store: &Store, tick: u64, ticks: usize) {
        while self.moments.len() >= ticks.max(1) {
            self.spare = self.moments.pop_front();
        }
        if ticks == 0 {
            self.spare = None;
            return;
        }
        let Remembered { mut moment, mut moves } = self.spare.take().unwrap_or_default();
        // Else a clone of the world still uses that memory.
        if Arc::get_mut(&mut moment).is_none() {
            moment = Arc::default();
        }
        if let Some(moment) = Arc::get_mut(&mut moment) {
            moment.note(store, tick, self.moments.back().map(|last| &*last.moment));
        }
        forget(&mut moves);
        self.moments.push_back(Remembered { moment, moves });
    }

    /// Forgets how the entities moved, as the teleport distance has changed.
    pub(crate) fn forget_moves(&mut self) {
        self.moments.iter_mut().for_each(|remembered| forget(&mut remembered.moves));
    }

    /// Bytes allocated. Ticks with the same static entities share one copy of them.
    pub(crate) fn memory(&self) -> usize {
        let moments = self.moments.iter().chain(&self.spare);
        let own = |Remembered { moment, moves }: &Remembered| {
            let slots = allocated(&moment.generations)
                + moment.filters.memory()
                + moment.list_filters.memory()
                + moment.places.memory();
            moment.moving.memory() + moment.resting.memory() + slots + moves.sum(Moves::memory)
        };
        self.moments.capacity() * size_of::<Moment>() + moments.map(own).sum::<usize>()
    }

    /// The bytes of them that indexes take which are built on first use.
    pub(crate) fn index_memory(&self) -> usize {
        let own = |Remembered { moment, moves }: &Remembered| {
            let sets = moment.moving.index_memory() + moment.resting.index_memory();
            sets + moment.places.memory() + moves.sum(Moves::memory)
        };
        self.moments.iter().chain(&self.spare).map(own).sum()
    }

    /// Whether the ticks are consecutive up to this one.
    pub(crate) fn is_in_order(&self, tick: u64) -> bool {
        let ticks = self.moments.iter().rev().map(|remembered| remembered.moment.tick);
        ticks.zip((0..=tick).rev()).all(|(noted, expected)| noted == expected)
    }

    /// Clears the history.
    pub(crate) fn clear(&mut self) {
        self.moments.clear();
    }

    /// The tick at or before a time, and the interpolation to the next tick if the time is between the two.
    pub(crate) fn at(&self, time: f64, teleport_distance: f32) -> Result<(&Moment, Option<Between<'_>>), PastError> {
        let (Some(oldest), Some(newest)) = (self.moments.front(), self.moments.back()) else {
            return Err(PastError::Nothing { time });
        };
        let (oldest, newest) = (oldest.moment.tick, newest.moment.tick);
        // Ticks are consecutive, so the index follows from the tick number.
        let back = newest as f64 - time;
        if !(back >= 0.0 && back <= (newest - oldest) as f64) {
            return Err(PastError::NotRemembered { time, oldest, newest });
        }
        let steps = back.ceil();
        let index = self.moments.len() - 1 - steps as usize;
        let (from, part) = (&*self.moments[index].moment, steps - back);
        // A negative value or NaN becomes zero.
        let teleport_distance = teleport_distance.max(0.0);
        let interpolation = Interpolation { part, teleport_distance };
        let between = |to| Between { from, to, interpolation, until: part };
        Ok((from, if part > 0.0 { self.moments.get(index + 1).map(between) } else { None }))
    }

    /// The interpolations at two times with no tick in between, `start < end`. `None` if they are not in the history.
    /// Searches at the first find what is near at any time between both.
    pub(crate) fn span(&self, start: f64, end: f64, teleport_distance: f32) -> Option<[Between<'_>; 2]> {
        let (from, _) = self.at(start, teleport_distance).ok()?;
        let index = (from.tick - self.moments.front()?.moment.tick) as usize;
        let to = self.moments.get(index + 1)?;
        let part = |time: f64| (time - start.floor()).min(1.0);
        let teleport_distance = teleport_distance.max(0.0);
        let (start, end) = (part(start), part(end));
        let between = |part| Between { from, to, interpolation: Interpolation { part, teleport_distance }, until: end };
        Some([between(start), between(end)])
    }
}

impl Moment {
    /// Becomes a copy of the store; shares the static entities that have not changed with the previous moment.
    fn note(&mut self, store: &Store, tick: u64, last: Option<&Self>) {
        let [moving, _] = &store.sets;
        self.tick = tick;
        self.moving.clone_from(moving);
        if !self.moving.is_sorted() {
            self.moving.sort(&Serial, None);
        }
        let spare = std::mem::take(&mut self.resting).base;
        self.resting = Resting::of(store, last.map(|last| &last.resting), spare);
        self.generations.clear();
        self.generations.extend_from_slice(store.generations());
        self.filters.clone_from(&store.filters);
        self.list_filters.copy(&store.list_filters);
        self.list_filters.check([&self.moving, &self.resting.base.set]);
        if !self.resting.base.as_stored {
            self.list_filters.forget();
        }
        self.places.forget();
    }

    /// The dynamic entities, and a copy of the static and sleeping ones, without those that are [recent](Self::recent).
    pub(crate) fn sets(&self) -> [&Set; 2] {
        [&self.moving, &self.resting.base.set]
    }

    /// The static and sleeping entities that had changed since they were copied.
    pub(crate) fn recent(&self) -> Option<&Recent> {
        self.resting.recent.as_deref()
    }

    /// The shape of the entity in a slot.
    pub(crate) fn shape(&self, slot: u32) -> Option<Shape> {
        let (set, location) = self.place(self.places(), slot)?;
        Some(set.shape(location))
    }

    /// Where an entity is stored, if it exists.
    #[inline]
    fn location(&self, slot: u32, generation: u32) -> Option<(&Set, RowLocation)> {
        let exists = self.generations.get(slot as usize) == Some(&generation);
        if exists { self.place(self.places(), slot) } else { None }
    }

    /// The places of the moving entities.
    #[inline]
    fn places(&self) -> &[Place] {
        self.places.of([&self.moving], self.generations.len())
    }

    /// Where the entity of a slot is stored. `places` are those of the moving entities.
    #[inline]
    fn place(&self, places: &[Place], slot: u32) -> Option<(&Set, RowLocation)> {
        if let Some((_, location)) = places[slot as usize].get() {
            return Some((&self.moving, location));
        }
        let (is_recent, location) = self.resting.location(slot)?;
        Some((self.resting.set(is_recent), location))
    }
}

impl<'a> Between<'a> {
    /// The interpolated shape of an entity that existed at the earlier tick.
    pub(crate) fn shape(&self, slot: u32) -> Option<Shape> {
        let generation = *self.from.generations.get(slot as usize)?;
        let (set, location) = self.from.location(slot, generation)?;
        Some(match_kind!(location.kind, S => {
            let shape = S::in_row(&S::lists(set).lists()[location.list], location.row);
            self.interpolated(slot, *shape.borrow()).into()
        }))
    }

    /// The interpolated shape of an entity with this shape at the earlier tick.
    #[inline]
    pub(crate) fn interpolated<S: Listed<N>, const N: usize>(&self, slot: u32, shape: S) -> S {
        let next = self.to.moment.location(slot, self.from.generations[slot as usize]);
        let next = next.filter(|(_, location)| location.kind == S::KIND).and_then(|(set, location)| {
            let next = S::in_row(&S::lists(set).lists()[location.list], location.row);
            shape.interpolate(next.borrow(), &self.interpolation)
        });
        next.unwrap_or(shape)
    }

    /// How the entities move from the earlier tick to the next one.
    pub(crate) fn moves(&self) -> &'a Moves {
        let (from, to) = (self.from, &self.to.moment);
        self.to.moves.get(|moves| moves.note(from, to, self.interpolation.teleport_distance))
    }

    /// The parts of the tick from which until which searches find what is near.
    pub(crate) fn parts(&self) -> [f64; 2] {
        [self.interpolation.part, self.until]
    }
}

/// Forgets motions; a clone of the world keeps its own.
fn forget(moves: &mut Arc<Lazy<Moves>>) {
    match Arc::get_mut(moves) {
        Some(moves) => moves.forget(),
        None => *moves = Arc::default(),
    }
}
