//! Settings of worlds and batches.
#![expect(unsafe_code, reason = "names that a linker finds")]

use collide2d::{CellSize, CrowdLimit, History, PairOrder, Settings, Strategy, Threads, Touching};

use crate::border::In;
use crate::failure::Failure;

/// Chooses one of the other strategies from the data.
pub const COLLIDE_AUTO: u8 = 0;
/// Tests every shape against every other.
pub const COLLIDE_BRUTE_FORCE: u8 = 1;
/// Square cells of one size, and a second grid for larger shapes.
pub const COLLIDE_UNIFORM_GRID: u8 = 2;
/// Square cells of several sizes.
pub const COLLIDE_HIERARCHICAL_GRID: u8 = 3;
/// Sweep and prune: bounds are sorted along an axis.
pub const COLLIDE_SWEEP_AND_PRUNE: u8 = 4;
/// A packed R-tree.
pub const COLLIDE_R_TREE: u8 = 5;

/// Touching rule: shapes that only touch are a pair.
pub const COLLIDE_CLOSED: u8 = 0;
/// Touching rule: shapes that only touch are not a pair.
pub const COLLIDE_OPEN: u8 = 1;

/// Pairs are sorted by the smaller and then by the larger slot.
pub const COLLIDE_BY_SLOT: u8 = 0;
/// Pairs are in the order in which they are found. Costs nothing; the order depends on the strategy.
pub const COLLIDE_AS_FOUND: u8 = 1;

/// The settings of a world or a batch. If there is no history, zero-initialised settings are equal to
/// `collide_settings_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CollideSettings {
    /// The broad phase: `COLLIDE_AUTO` or another strategy. Changes the time, never the result.
    pub strategy: u8,
    /// Whether shapes that only touch are a pair: `COLLIDE_CLOSED` or `COLLIDE_OPEN`.
    pub touching: u8,
    /// The order of a world's pairs: `COLLIDE_BY_SLOT` or `COLLIDE_AS_FOUND`. With events they are always by slot.
    pub order: u8,
    /// Non-zero if a world compares the pairs of each tick with those of the previous tick, for `collide_world_events`.
    pub events: u8,
    /// Non-zero if two static entities of a world can be a pair, sensors too. They are not by default, and then cost
    /// nothing. Switched, these pairs begin or end at the next step.
    pub static_pairs: u8,
    /// Non-zero if two sensors of a world can be a pair, also of `collide_world_swept_pairs`. They are not by default. Two
    /// static sensors need `static_pairs` too. Switched, these pairs begin or end at the next step. Queries and movement
    /// do not depend on it.
    pub sensor_pairs: u8,
    /// Non-zero if a world keeps the tick of the last change of each entity, for `collide_world_changed_since`. Switched on, all
    /// entities count as changed at that tick.
    pub change_ticks: u8,
    /// The number of threads: 1 for the calling thread only, more for a separate pool of that size, 0 for a pool as
    /// large as the machine that all objects with 0 share. Changes the time, never the result.
    pub threads: u32,
    /// The cell size of `COLLIDE_UNIFORM_GRID`, in world units; with 0 the engine chooses.
    pub cell: f32,
    /// The teleport threshold of the history, in world units, by default 1. An entity that moves farther in a tick
    /// counts as teleported, and is not interpolated between the two ticks.
    pub history_teleport_distance: f32,
    /// The maximum number of dynamic entities of one place that take part in the pairs of a world's tick and in the views of
    /// an interest; 0 for no limit. The others of the place, the surplus, are in none, and all entities of other places have exactly
    /// the results of a world without the surplus. So a step ends in bounded time wherever players go, and does not fail. A
    /// place is a square whose side is a power of two, at least as long as the longer side of an entity's bound and less
    /// than twice as long: it holds five circles side by side, so 32 is six layers of them. Static and sleeping entities
    /// are not counted. With `events`, a pair that loses an entity to the surplus has no event until both take part again.
    /// Queries and batches do not depend on it; calls that move have a limit of their own.
    pub crowd_max: u32,
    /// The number of past ticks that a world keeps; 0 for none.
    pub history_ticks: usize,
    /// In a place with more than `crowd_max` dynamic entities, those with one of these categories take part before the
    /// others, and then those with a smaller slot before those with a larger one. No effect if `crowd_max` is 0.
    pub crowd_first: u64,
}

impl Default for CollideSettings {
    fn default() -> Self {
        let History { ticks, teleport_distance } = History::default();
        Self {
            strategy: COLLIDE_AUTO,
            touching: COLLIDE_CLOSED,
            order: COLLIDE_BY_SLOT,
            events: 0,
            static_pairs: 0,
            sensor_pairs: 0,
            change_ticks: 0,
            threads: 0,
            cell: 0.0,
            history_teleport_distance: teleport_distance,
            crowd_max: 0,
            history_ticks: ticks,
            crowd_first: 0,
        }
    }
}

/// The default settings: automatic strategy, touching counts, no pairs of two static entities or two sensors, pairs
/// sorted by slot, no events, no change ticks, no history, no limit of crowds, the shared thread pool.
#[unsafe(no_mangle)]
pub extern "C" fn collide_settings_default() -> CollideSettings {
    CollideSettings::default()
}

/// Settings, and the requested number of threads. Threads that already run are reused.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) settings: Settings,
    count: u32,
}

impl Chosen {
    /// The given settings, or the default ones.
    pub(crate) fn read(given: In<CollideSettings>, before: Option<(u32, &Threads)>) -> Result<Self, Failure> {
        let given = given.optional("settings")?.copied().unwrap_or_default();
        let threads = match before {
            Some((count, threads)) if count == given.threads => threads.clone(),
            _ if given.threads == 0 => Threads::Current,
            _ => Threads::new(given.threads as usize)?,
        };
        Ok(Self { settings: given.settings(threads)?, count: given.threads })
    }

    /// The requested number of threads.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }
}

impl CollideSettings {
    fn settings(&self, threads: Threads) -> Result<Settings, Failure> {
        let unknown = |what, end, value| Failure::Unknown { what, end, value };
        let strategy = Strategy::ALL.get(usize::from(self.strategy)).copied();
        let touching = Touching::ALL.get(usize::from(self.touching)).copied();
        let order = PairOrder::ALL.get(usize::from(self.order)).copied();
        let end = Strategy::ALL.len() as u8;
        Ok(Settings {
            strategy: strategy.ok_or(unknown("strategy", end, self.strategy))?,
            cell: if self.cell == 0.0 { None } else { Some(CellSize::new(self.cell)?) },
            touching: touching.ok_or(unknown("touching", 2, self.touching))?,
            threads,
            order: order.ok_or(unknown("order", 2, self.order))?,
            events: self.events != 0,
            static_pairs: self.static_pairs != 0,
            sensor_pairs: self.sensor_pairs != 0,
            change_ticks: self.change_ticks != 0,
            history: History { ticks: self.history_ticks, teleport_distance: self.history_teleport_distance },
            crowd: crowd_limit(self.crowd_max, self.crowd_first),
            ..Settings::default()
        })
    }

    /// Converts settings to their C form.
    pub(crate) fn of(settings: &Settings, threads: u32) -> Self {
        let CrowdLimit { max, first } = settings.crowd.unwrap_or(CrowdLimit::new(0));
        Self {
            strategy: settings.strategy as u8,
            touching: settings.touching as u8,
            order: settings.order as u8,
            events: settings.events.into(),
            static_pairs: settings.static_pairs.into(),
            sensor_pairs: settings.sensor_pairs.into(),
            change_ticks: settings.change_ticks.into(),
            threads,
            cell: settings.cell.map_or(0.0, CellSize::get),
            history_teleport_distance: settings.history.teleport_distance,
            crowd_max: max,
            history_ticks: settings.history.ticks,
            crowd_first: first,
        }
    }
}

/// The limit of crowds with these numbers; none if `max` is 0.
pub(crate) fn crowd_limit(max: u32, first: u64) -> Option<CrowdLimit> {
    (max > 0).then(|| CrowdLimit::new(max).with_first(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_the_numbers_of_the_variants() {
        let strategies = [
            COLLIDE_AUTO,
            COLLIDE_BRUTE_FORCE,
            COLLIDE_UNIFORM_GRID,
            COLLIDE_HIERARCHICAL_GRID,
            COLLIDE_SWEEP_AND_PRUNE,
            COLLIDE_R_TREE,
        ];
        assert_eq!(Strategy::ALL.map(|strategy| strategy as u8), strategies);
        assert_eq!(Touching::ALL.map(|touching| touching as u8), [COLLIDE_CLOSED, COLLIDE_OPEN]);
        assert_eq!(PairOrder::ALL.map(|order| order as u8), [COLLIDE_BY_SLOT, COLLIDE_AS_FOUND]);
    }
}
