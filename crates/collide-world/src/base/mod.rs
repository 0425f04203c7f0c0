//! The basic types: handles, entities, layers, settings, errors and worker threads.

mod budget;
mod busiest;
mod by_slot;
mod cell_size;
mod cells;
mod clock;
mod collision_filter;
mod content;
mod copy;
mod crowd;
mod entity;
mod fingerprint;
mod handle;
mod history;
#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "host-clock"))]
mod host_clock;
mod invalid;
mod layers;
mod lazy;
mod list_kind;
mod meter;
#[cfg(test)]
mod numbers;
mod origin;
mod pair_rules;
mod pieces;
mod reused;
mod settings;
mod slot_bits;
mod spans;
mod square;
mod threads;
#[cfg(feature = "serde")]
pub(crate) mod unlimited_serde;
pub(crate) mod work;
mod workers;
mod world_error;
mod writer;

pub use budget::{Budget, Costliest, OverBudget};
pub use cell_size::{CellSize, CellSizeError};
pub use clock::Times;
pub use crowd::{Crowd, CrowdLimit};
pub use entity::{Entity, Mobility, UnknownMobility};
pub use fingerprint::fingerprint;
pub use handle::Handle;
pub(crate) use handle::slot_id;
pub use history::{History, PastError};
pub use invalid::Invalid;
pub use layers::Layers;
pub use list_kind::{ListKind, UnknownListKind};
pub use origin::{Origin, OriginError};
pub use settings::{PairOrder, Settings, Strategy, UnknownOrder, UnknownStrategy};
pub use threads::{Threads, ThreadsError};
pub use world_error::{IndexedError, WorldError};

pub(crate) use budget::{BudgetCheck, Spent, unlimited};
pub(crate) use busiest::busiest;
pub(crate) use by_slot::BySlot;
pub(crate) use cells::{Cells, Cursor, Row};
pub(crate) use clock::Clock;
pub(crate) use collision_filter::CollisionFilter;
pub(crate) use content::Content;
pub(crate) use copy::copy_of;
pub(crate) use entity::MAX_ENTITIES;
pub(crate) use invalid::{check_held, check_pairs};
pub(crate) use lazy::Lazy;
pub(crate) use meter::Meter;
#[cfg(test)]
pub(crate) use numbers::numbers;
pub(crate) use pair_rules::PairRules;
pub(crate) use pieces::{Pieces, max_pieces};
pub(crate) use reused::Reused;
pub(crate) use slot_bits::SlotBits;
pub(crate) use spans::span;
pub(crate) use square::{Square, exponent, floor, level_of, moved, power_of_two};
pub(crate) use threads::{WORTH_SPREADING, WORTH_SPREADING_SORTED};
pub(crate) use workers::Pool;
pub(crate) use writer::Writer;

pub(crate) use collide_broad::internal::allocated;
