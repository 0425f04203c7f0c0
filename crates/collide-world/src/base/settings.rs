use collide_broad::Layout;
use collide_core::{Simd, Touching};

use crate::{CellSize, History, Threads};

collide_core::named_enum! {
    /// How candidate pairs are found. Changes how long an answer takes, never the answer.
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
        /// Looks at the data and takes one of the others; the report says which and why.
        #[default]
        Auto => "auto",
        /// Every shape against every other.
        BruteForce => "brute",
        /// Square cells of a size that nearly all shapes fit into, and a second grid for the larger ones.
        UniformGrid => "grid",
        /// Square cells of up to eight sizes, as many as pay.
        HierarchicalGrid => "levels",
        /// Sorted along an axis.
        SweepAndPrune => "sweep",
        /// A packed R-tree.
        RTree => "rtree",
    }
}

impl Strategy {
    /// Whether it keeps the shapes in sorted cell lists, from one tick to the next.
    pub(crate) fn has_cell_lists(self) -> bool {
        matches!(self, Self::UniformGrid | Self::HierarchicalGrid)
    }
}

collide_core::named_enum! {
    /// The order in which a world lists its pairs.
    #[derive(Default)]
    pub enum PairOrder as "order", else UnknownOrder { name: String }
    {
        /// By the smaller slot and then by the larger one: the same whatever the strategy, the threads and the past.
        #[default]
        BySlot => "slot",
        /// As they are found, which costs nothing: the same for any number of threads, but not for every strategy, nor after
        /// another past.
        AsFound => "found",
    }
}

/// What to find and how.
///
/// ```
/// use collide_core::{Simd, Touching};
/// use collide_world::{Settings, Strategy, Threads};
/// let settings = Settings { touching: Touching::Open, threads: Threads::Serial, ..Settings::default() };
/// assert_eq!(settings.strategy, Strategy::Auto);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Settings {
    /// How candidates are found.
    pub strategy: Strategy,
    /// The side of the cells of a [uniform grid](Strategy::UniformGrid), for the shapes that fit into one; larger ones have a
    /// grid of their own. `None` leaves it to the engine; `collide compare --param cell=...` measures whether another one is
    /// faster. Other strategies take no notice. Changes how long an answer takes, never the answer.
    pub cell: Option<CellSize>,
    /// Whether shapes that only touch are a pair.
    pub touching: Touching,
    /// Where the work runs.
    pub threads: Threads,
    /// The SIMD level of the lane tests: the [best](Simd::best) that the processor has by default. Changes how long an answer
    /// takes, never the answer.
    pub simd: Simd,
    /// In which order a [`World`](crate::World) lists its pairs. A [`Batch`](crate::Batch) always lists them in order.
    pub order: PairOrder,
    /// Whether a [`World`](crate::World) compares the pairs of each tick with those of the one before:
    /// [`World::events`](crate::World::events). Pairs are then listed by slot, whatever `order` says.
    pub events: bool,
    /// How much of the past a [`World`](crate::World) remembers: [`World::at`](crate::World::at).
    pub history: History,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            strategy: Strategy::Auto,
            cell: None,
            touching: Touching::Closed,
            threads: Threads::Current,
            simd: Simd::best(),
            order: PairOrder::BySlot,
            events: false,
            history: History::default(),
        }
    }
}

impl Settings {
    /// How a strategy with [cell lists](Strategy::has_cell_lists) keeps shapes apart by size.
    pub(crate) fn layout(&self, strategy: Strategy) -> Layout {
        if strategy == Strategy::UniformGrid {
            Layout { max_levels: 2, cell: self.cell.map(|cell| cell.get().into()) }
        } else {
            Layout::default()
        }
    }
}
