use collide_broad::internal::Layout;
use collide_core::{Simd, Touching};

use crate::{CellSize, CrowdLimit, History, Threads};

collide_core::named_enum! {
    /// The broad phase: how candidate pairs are found. It never changes which pairs are found, only the time; and with
    /// [`PairOrder::AsFound`] their order, and whether a step exceeds [`Budget::max_work`](crate::Budget).
    ///
    /// ```
    /// use collide_world::Strategy;
    /// assert_eq!("grid".parse(), Ok(Strategy::UniformGrid));
    /// let error = "tree".parse::<Strategy>().unwrap_err();
    /// assert_eq!(error.to_string(), r#"strategy: must be auto, brute, grid, levels, sweep or rtree, is "tree""#);
    /// ```
    #[derive(Default)]
    pub enum Strategy as "strategy", else UnknownStrategy { name: String }
    {
        /// Picks brute force, the hierarchical grid, sweep and prune or the R-tree from a sample of the data. The
        /// [`Report`](crate::Report) says which, and why.
        #[default]
        Auto => "auto",
        /// Tests every shape against every other.
        BruteForce => "brute",
        /// A grid of square cells into which nearly all shapes fit, and a second grid for the larger shapes.
        UniformGrid => "grid",
        /// Grids of up to eight cell sizes, as many as pay off. Suits shapes of different sizes.
        HierarchicalGrid => "levels",
        /// Sorts the bounds along one axis and sweeps over them.
        SweepAndPrune => "sweep",
        /// A packed R-tree, rebuilt for each search.
        RTree => "rtree",
    }
}

impl Strategy {
    /// Whether the strategy keeps the shapes in sorted cell lists from tick to tick.
    pub(crate) fn has_cell_lists(self) -> bool {
        matches!(self, Self::UniformGrid | Self::HierarchicalGrid)
    }
}

collide_core::named_enum! {
    /// The order in which a world lists its pairs.
    #[derive(Default)]
    pub enum PairOrder as "order", else UnknownOrder { name: String }
    {
        /// By the smaller slot, then by the larger one. The order does not depend on strategy, threads or history of
        /// the world.
        #[default]
        BySlot => "slot",
        /// As the search finds them, without the cost of sorting. The order does not depend on the number of threads,
        /// but on the strategy and on earlier ticks.
        AsFound => "found",
    }
}

/// The settings of a [`World`](crate::World) or a [`Batch`](crate::Batch): what to find, and how.
///
/// `touching`, `static_pairs`, `sensor_pairs`, `order`, `events`, `change_ticks`, `history` and `crowd` change the
/// results. The other settings change only the time; and with [`PairOrder::AsFound`], the strategy changes the order of
/// pairs.
///
/// ```
/// use collide_core::{Simd, Touching};
/// use collide_world::{Settings, Strategy, Threads};
/// let settings = Settings { touching: Touching::Open, threads: Threads::Serial, ..Settings::default() };
/// assert_eq!(settings.strategy, Strategy::Auto);
/// ```
///
/// # Serde
///
/// With the feature `serde`, settings can be read from a file, for example as JSON:
///
/// ```json
/// {
///     "strategy": "grid",
///     "touching": "open",
///     "threads": { "pool": 4 },
///     "events": true,
///     "history": { "ticks": 12, "teleport_distance": null }
/// }
/// ```
///
/// A missing field takes its default; an unknown field is an error. Enums are written by name, as
/// [`Strategy::name`] returns it. `threads` is `"serial"`, `"current"` or `{"pool": 4}`, which starts a new pool of
/// four threads. `"teleport_distance": null` is infinite.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Settings {
    /// The broad phase. By default the engine picks one from the data.
    pub strategy: Strategy,
    /// The cell size of a [uniform grid](Strategy::UniformGrid); larger shapes go to a second grid. `None`, the
    /// default, lets the engine pick a size. Other strategies ignore it. `collide compare --param cell=...` measures
    /// whether another size is faster.
    pub cell: Option<CellSize>,
    /// Whether shapes that only touch are a pair: yes by default.
    pub touching: Touching,
    /// Whether two [static](crate::Mobility::Static) entities of a [`World`](crate::World) can be a pair, sensors too:
    /// no by default, as in other engines. Without them, the pairs of a tick are those with at least one dynamic or
    /// sleeping entity, and static entities are never tested against each other. Pairs of a static and a sleeping
    /// entity do not depend on it, and neither do queries, [swept pairs](crate::World::swept_pairs_into), movement and
    /// [`Batch`](crate::Batch).
    ///
    /// If it is switched, the pairs of two static entities begin or end at the next step.
    pub static_pairs: bool,
    /// Whether two [sensors](crate::Entity::sensor) of a [`World`](crate::World) can be a pair: no by default. Two static
    /// sensors are a pair only if `static_pairs` is on too. [Swept pairs](crate::World::swept_pairs_into) of two sensors
    /// depend on it. Queries and movement do not: sensors never block. A [`Batch`](crate::Batch) has no sensors.
    ///
    /// If it is switched, the pairs of two sensors begin or end at the next step.
    pub sensor_pairs: bool,
    /// The threads that work runs on: the current rayon pool by default.
    pub threads: Threads,
    /// The SIMD instructions of the pair tests: the [best](Simd::best) of the processor by default.
    pub simd: Simd,
    /// The order in which a [`World`](crate::World) lists its pairs: by slot by default. A [`Batch`](crate::Batch)
    /// always lists them by index.
    pub order: PairOrder,
    /// Whether a [`World`](crate::World) compares the pairs of each tick with those of the previous one and reports
    /// [events](crate::World::events): no by default. With events, pairs are listed by slot, whatever `order` says.
    pub events: bool,
    /// Whether a [`World`](crate::World) keeps the tick of the last change of each entity, for
    /// [`changed_since`](crate::World::changed_since): no by default. When it is switched on, all entities count as
    /// changed at that tick; when it is switched off, the ticks are forgotten. Clones and snapshots have them.
    ///
    /// Costs 8 bytes for each slot and in a snapshot. A call that changes many dynamic entities at once copies them and
    /// compares them afterwards, some nanoseconds for each; the copy takes memory too.
    pub change_ticks: bool,
    /// How many past ticks a [`World`](crate::World) keeps for [queries at an earlier time](crate::World::at): none by
    /// default.
    pub history: History,
    /// How many entities of one place take part in the pairs of a [`World`](crate::World)'s tick and in the views of an
    /// [`Interest`](crate::Interest): see [`CrowdLimit`]. All by default. Where players decide the positions, a limit bounds
    /// the time of a step and of an update, and the number of pairs, and neither fails. [`Batch`](crate::Batch) and queries do
    /// not depend on it; calls that move have [limits of their own](crate::MoveOptions::crowd).
    pub crowd: Option<CrowdLimit>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            strategy: Strategy::Auto,
            cell: None,
            touching: Touching::Closed,
            static_pairs: false,
            sensor_pairs: false,
            threads: Threads::Current,
            simd: Simd::best(),
            order: PairOrder::BySlot,
            events: false,
            change_ticks: false,
            history: History::default(),
            crowd: None,
        }
    }
}

impl Settings {
    /// How a strategy with [cell lists](Strategy::has_cell_lists) groups shapes by size.
    pub(crate) fn layout(&self, strategy: Strategy) -> Layout {
        if strategy == Strategy::UniformGrid {
            Layout { max_levels: 2, cell: self.cell.map(|cell| cell.get().into()) }
        } else {
            Layout::default()
        }
    }
}
