use std::time::Duration;

use crate::TileMap;

/// The settings of a cluster, the same for all its workers.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The settings of each worker's world. The cluster itself emits events and orders pairs. With more than one worker
    /// on a machine, [`Threads::Serial`](collide_world::Threads::Serial) gives each worker one processor. A
    /// [crowd limit](collide_world::Settings::crowd) is refused. [`change_ticks`](collide_world::Settings::change_ticks)
    /// has no effect: an entity that moves to another worker is inserted there.
    pub world: collide_world::Settings,
    /// The side of a tile as a power of two, in world units; 4 (16 units) by default. Use a few times the size of most
    /// entities, so that few entities touch many tiles, and no tile has too many entities.
    pub tile: i8,
    /// The map of tiles at the start. `None` gives each worker an equal part of the plane, of tiles with side `tile`.
    pub map: Option<TileMap>,
    /// The number of ticks between two comparisons of the weights of tiles, after which the map changes if shares are
    /// uneven. 0 for never. At each tick the workers also compare the weights of their shares, and compare tiles at
    /// once if these are uneven, so that shares follow a moving crowd. A share has at least one tile: see
    /// [`TickReport::heaviest`](crate::TickReport::heaviest).
    pub balance_every: u64,
    /// The limit by which the heaviest share may exceed the mean, in percent. Above the limit the map changes, if the
    /// change gains at least half of the limit.
    pub max_imbalance_percent: u32,
    /// The limit of slots. A used slot costs memory for all slots below it, on every worker.
    pub max_slots: u32,
    /// The time limit of a tick, after which a worker that waits returns [`Stalled`](crate::ClusterError::Stalled).
    /// `None` for no limit.
    pub patience: Option<Duration>,
    /// Whether all pairs are sent to the first worker, for the [fingerprint](crate::Member::fingerprint) of each tick.
    /// Costs a stage, and the bytes of the pairs.
    pub fingerprint: bool,
    /// Whether the views of observers are updated. Costs a stage.
    pub interest: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            world: collide_world::Settings::default(),
            tile: 4,
            map: None,
            balance_every: 16,
            max_imbalance_percent: 10,
            max_slots: 1 << 26,
            patience: None,
            fingerprint: false,
            interest: false,
        }
    }
}
