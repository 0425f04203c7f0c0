use std::time::Duration;

use collide_world::Handle;

/// What a worker did in a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TickReport {
    /// The tick, which is complete everywhere.
    pub tick: u64,
    /// How many entities the worker owns.
    pub owned: usize,
    /// How many others it holds, as they touch its tiles.
    pub ghosts: usize,
    /// How many entities have left it for another owner.
    pub left: usize,
    /// How many have come.
    pub arrived: usize,
    /// Pairs found here, by whose tile the corner is that both bounds hold.
    pub found: usize,
    /// Pairs whose first entity is owned here.
    pub pairs: usize,
    /// What the worker has to do, in the unit that [tiles are weighed](crate::Settings::balance_every) in: four for each entity held
    /// and one for each pair found.
    pub load: u64,
    /// Of the next tick on tiles are others' than before.
    pub rebalanced: bool,
    /// The weight of the heaviest tile, and of all, where tiles were weighed. A share cannot be lighter than a tile.
    pub heaviest: Option<(u64, u64)>,
    /// Changes that came for entities that are not there.
    pub refused: Vec<Handle>,
    /// Bytes sent to other workers in each stage, without what timely adds.
    pub bytes: [usize; STAGES],
    /// Time worked in each stage, without waiting for others.
    pub work: [Duration; STAGES],
    /// The whole tick, from the first message to the last.
    pub total: Duration,
}

/// How many stages a tick has at most.
pub(crate) const STAGES: usize = 6;

/// What is done in each stage of a tick: see [the crate](crate).
pub const STAGE_NAMES: [&str; STAGES] = ["feed", "route", "apply", "step", "tell", "view"];
