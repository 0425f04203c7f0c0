//! The history: copies of the last ticks.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::PastError;
use crate::base::{allocated, copy_of};
use crate::store::{FilterTable, Interpolation, Places, Set, Store, between};
use collide_broad::internal::Serial;
use collide_core::Shape;

/// The last ticks, oldest first. They are immutable, so clones share them.
#[derive(Debug, Default)]
pub(crate) struct Past {
    moments: VecDeque<Arc<Moment>>,
    spare: Option<Arc<Moment>>,
}

/// A copy of the entities at a tick.
#[derive(Debug, Default)]
pub(crate) struct Moment {
    tick: u64,
    pub(crate) moving: Set,
    pub(crate) fixed: Arc<Set>,
    fixed_version: u64,
    pub(crate) generations: Vec<u32>,
    pub(crate) filters: FilterTable,
    pub(crate) places: Places,
}

/// A time between two ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Between<'a> {
    pub(crate) from: &'a Moment,
    to: &'a Moment,
    interpolation: Interpolation,
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
        let mut moment = self.spare.take().unwrap_or_default();
        match Arc::get_mut(&mut moment) {
            Some(moment) => moment.note(store, tick, self.moments.back()),
            None => {
                // A clone of the world still uses that memory.
                let mut fresh = Moment::default();
                fresh.note(store, tick, self.moments.back());
                moment = Arc::new(fresh);
            }
        }
        self.moments.push_back(moment);
    }

    /// Bytes allocated. Ticks with the same static entities share one copy of them.
    pub(crate) fn memory(&self) -> usize {
        let moments = self.moments.iter().chain(&self.spare);
        let own = |moment: &Arc<Moment>| {
            let shared = moment.fixed.memory() / Arc::strong_count(&moment.fixed);
            let slots = allocated(&moment.generations) + moment.filters.memory() + moment.places.memory();
            moment.moving.memory() + shared + slots
        };
        self.moments.capacity() * size_of::<Moment>() + moments.map(own).sum::<usize>()
    }

    /// The bytes of them that indexes take which are built on first use.
    pub(crate) fn index_memory(&self) -> usize {
        let own = |moment: &Arc<Moment>| {
            let shared = moment.fixed.index_memory() / Arc::strong_count(&moment.fixed);
            moment.moving.index_memory() + shared + moment.places.memory()
        };
        self.moments.iter().chain(&self.spare).map(own).sum()
    }

    /// Whether the ticks are consecutive up to this one.
    pub(crate) fn is_in_order(&self, tick: u64) -> bool {
        let ticks = self.moments.iter().rev().map(|moment| moment.tick);
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
        let (oldest, newest) = (oldest.tick, newest.tick);
        // Ticks are consecutive, so the index follows from the tick number.
        let back = newest as f64 - time;
        if !(back >= 0.0 && back <= (newest - oldest) as f64) {
            return Err(PastError::NotRemembered { time, oldest, newest });
        }
        let steps = back.ceil();
        let index = self.moments.len() - 1 - steps as usize;
        let (from, part) = (&self.moments[index], steps - back);
        // A negative value or NaN becomes zero.
        let teleport_distance = teleport_distance.max(0.0);
        let between = |to| Between { from, to, interpolation: Interpolation { part, teleport_distance } };
        Ok((from, if part > 0.0 { self.moments.get(index + 1).map(Arc::as_ref).map(between) } else { None }))
    }

    /// The interpolations at two times with no tick in between, `start < end`. `None` if they are not in the history.
    pub(crate) fn span(&self, start: f64, end: f64, teleport_distance: f32) -> Option<[Between<'_>; 2]> {
        let (from, _) = self.at(start, teleport_distance).ok()?;
        let index = (from.tick - self.moments.front()?.tick) as usize;
        let to = self.moments.get(index + 1)?;
        let part = |time: f64| (time - start.floor()).min(1.0);
        let teleport_distance = teleport_distance.max(0.0);
        let between =
            |time: f64| Between { from, to, interpolation: Interpolation { part: part(time), teleport_distance } };
        Some([between(start), between(end)])
    }
}

impl Moment {
    /// Becomes a copy of the store; shares the static entities with the previous moment if they have not changed.
    fn note(&mut self, store: &Store, tick: u64, last: Option<&Arc<Self>>) {
        let [moving, fixed] = &store.sets;
        self.tick = tick;
        self.moving.clone_from(moving);
        if !self.moving.is_sorted() {
            self.moving.sort(&Serial, None);
        }
        self.fixed_version = store.static_version();
        match last {
            Some(last) if last.fixed_version == self.fixed_version => self.fixed = Arc::clone(&last.fixed),
            _ => {
                let mut copy = Arc::try_unwrap(std::mem::take(&mut self.fixed)).unwrap_or_default();
                copy.clone_from(fixed);
                if !copy.is_sorted() {
                    copy.sort(&Serial, None);
                }
                self.fixed = Arc::new(copy);
            }
        }
        self.generations.clear();
        self.generations.extend_from_slice(store.generations());
        self.filters.clone_from(&store.filters);
        self.places.forget();
    }

    fn shape(&self, slot: u32, generation: u32) -> Option<Shape> {
        if self.generations.get(slot as usize) != Some(&generation) {
            return None;
        }
        let places = self.places.of([&self.moving, &self.fixed], self.generations.len());
        let (set, location) = places[slot as usize].get()?;
        Some([&self.moving, &self.fixed][set].shape(location))
    }
}

impl Between<'_> {
    /// The interpolated shape of an entity that existed at the earlier tick.
    pub(crate) fn shape(&self, slot: u32) -> Option<Shape> {
        let generation = *self.from.generations.get(slot as usize)?;
        let shape = self.from.shape(slot, generation)?;
        let next = self.to.shape(slot, generation);
        Some(next.and_then(|next| between(&shape, &next, &self.interpolation)).unwrap_or(shape))
    }

    /// An upper bound of the distance that any point of an entity moves after the earlier tick, apart from rotation.
    pub(crate) fn reach(&self) -> f64 {
        // Center and size may each change by the teleport distance.
        2.0 * f64::from(self.interpolation.teleport_distance)
    }
}
