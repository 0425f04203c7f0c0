use std::time::Duration;

use crate::TileMap;

/// How a cluster is run: the same for all its workers.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How each worker's part of the world is run. Events and the order of pairs are seen to by the cluster; with more than one worker on
    /// a machine, [`Threads::Serial`](collide_world::Threads::Serial) leaves each its processor.
    pub world: collide_world::Settings,
    /// The side of a tile as a power of two, in world units: a few times as large as most entities, so that few reach into many tiles
    /// and no tile holds much of a crowd. 16 units by default.
    pub tile: i8,
    /// Which worker has which tiles at first: an equal part of the plane each, of tiles as large as that, if `None`.
    pub map: Option<TileMap>,
    /// How many ticks apart the workers compare what their tiles weigh, and cut the plane anew if shares are uneven; never if zero.
    /// At each tick they know what shares weigh in all, and compare tiles at once where that is uneven: so a crowd may run. Where whole
    /// tiles allow for nothing better, comparing them is in vain, and [`TickReport::heaviest`](crate::TickReport::heaviest) tells.
    pub balance_every: u64,
    /// By how many hundredths of the mean the heaviest share must exceed it before the plane is cut anew; half of that is to be
    /// gained by it.
    pub uneven: u32,
    /// All slots are below; a slot that is used costs memory for all below it, on every worker.
    pub slots: u32,
    /// How long a tick may take, before whoever waits [gives up](crate::ClusterError::Stalled). For ever if `None`.
    pub patience: Option<Duration>,
    /// Whether all pairs are sent to the first worker, which then knows the [fingerprint](crate::Member::fingerprint) of each tick. Costs
    /// a stage of its own, and their bytes.
    pub fingerprint: bool,
    /// Whether observers are looked after. Costs a stage of its own.
    pub interest: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            world: collide_world::Settings::default(),
            tile: 4,
            map: None,
            balance_every: 16,
            uneven: 10,
            slots: 1 << 26,
            patience: None,
            fingerprint: false,
            interest: false,
        }
    }
}
