//! From shapes to the pairs that overlap: two sources of candidates, the exact test, the budget, the order.

mod bounds;
mod cells;
mod index;
mod list;
mod order;
mod scan;
mod search;
mod wanted;

pub use list::{Pairs, PairsIter};

pub(crate) use bounds::{Finder, Output};
pub(crate) use cells::{Among, Engine, Piece, Task as Find};
pub(crate) use order::{Order, sort_one};
pub(crate) use scan::Scan;
pub(crate) use search::{Search, Slots, Task};
pub(crate) use wanted::Wanted;

use crate::Times;

/// What a search did, and how long it took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) candidate_count: u64,
    pub(crate) pair_count: u64,
    pub(crate) times: Times,
}
