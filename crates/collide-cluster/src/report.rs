use std::time::Duration;

use collide_world::Handle;

/// The report of a worker about a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TickReport {
    /// The tick, which is complete everywhere.
    pub tick: u64,
    /// The number of entities that the worker owns.
    pub owned: usize,
    /// The number of ghosts that it holds.
    pub ghosts: usize,
    /// The number of entities that moved from this worker to another owner.
    pub left: usize,
    /// The number of entities that moved from another owner to this worker.
    pub arrived: usize,
    /// The number of pairs that the worker emitted: those whose bounds' intersection has its lower left corner on its
    /// tiles.
    pub found: usize,
    /// The number of pairs whose first entity the worker owns.
    pub pairs: usize,
    /// The load of the worker, in the unit of the [weights of tiles](crate::Settings::balance_every): 4 for each entity
    /// held and 1 for each pair found.
    pub load: u64,
    /// Whether the map of tiles changes at the next tick.
    pub rebalanced: bool,
    /// The weight of the heaviest tile and the sum of all, in ticks that weigh tiles. A share has at least one tile.
    pub heaviest: Option<(u64, u64)>,
    /// The weight of the heaviest share, and the sum of all, before this tick: how uneven the shares are. A share weighs 4
    /// for each own entity and 1 for each pair whose first entity the worker owns. The same on all workers.
    pub shares: (u64, u64),
    /// Whether a worker has asked to [stop](crate::Member::request_stop) after this tick. The same on all workers.
    pub stop: bool,
    /// The handles of rejected changes, whose entities do not exist.
    pub refused: Vec<Handle>,
    /// Bytes sent to other workers in each stage, without the headers of timely.
    pub bytes: [usize; STAGES],
    /// The work time of each stage, without waiting for others.
    pub work: [Duration; STAGES],
    /// The time of the tick, from the first message to the last.
    pub total: Duration,
}

/// The largest number of stages of a tick.
pub(crate) const STAGES: usize = 6;

/// The names of the stages of a tick: see [the crate](crate).
pub const STAGE_NAMES: [&str; STAGES] = ["feed", "route", "apply", "step", "emit", "view"];
