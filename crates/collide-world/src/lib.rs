//! Batched pair queries over many shapes, in parallel, exact and in a promised order.
//!
//! Two ways in. A [`World`] keeps the entities and answers each [`step`](World::step) with the tick's pairs, by
//! handle. A [`Batch`] keeps nothing but scratch memory: shapes in, pairs of indices out, for users whose entities
//! live elsewhere. Both run the same pipeline: bounds, index, candidate pairs, exact test, order.
//!
//! The same input gives the same output, byte for byte, whatever the [`Strategy`] and the number of [`Threads`].
//!
//! ```
//! use collide_core::{Circle, Shape, Vec2};
//! use collide_world::{Batch, Settings};
//!
//! let ships: Vec<Shape> = [0.0, 1.5, 9.0]
//!     .map(|x| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap().into())
//!     .into();
//! let mut batch = Batch::new(Settings::default());
//! let mut pairs = Vec::new();
//! let report = batch.pairs_into(&ships, &mut pairs)?;
//! assert_eq!(pairs, [(0, 1)]);
//! assert_eq!(report.pair_count, 1);
//! # Ok::<(), collide_world::BatchError>(())
//! ```
#![forbid(unsafe_code)]

mod batch;
mod budget;
mod cell_size;
mod choice;
mod circles_mut;
mod contacts;
mod engine;
mod entity;
mod entity_mut;
mod events;
mod explanation;
mod finder;
mod fingerprint;
mod handle;
mod history;
mod index;
mod interest;
mod interpolate;
mod layers;
mod lazy;
mod order;
mod origin;
mod pairs;
mod query;
mod recent;
#[cfg(feature = "recording")]
mod record;
mod report;
mod settings;
mod snapshot;
mod spans;
mod store;
mod swept;
mod tick;
mod validate;
mod workers;
mod world;

pub use batch::{Batch, BatchError};
pub use budget::OverBudget;
pub use cell_size::{CellSize, CellSizeError};
pub use choice::{Expected, Reason};
pub use circles_mut::CirclesMut;
pub use entity::{Entity, Mobility};
pub use entity_mut::EntityMut;
pub use events::{Event, EventKind};
pub use explanation::{Explanation, Sorted};
pub use fingerprint::fingerprint;
pub use handle::Handle;
pub use history::{History, PastError};
pub use interest::{
    Change, Interest, InterestError, InterestReport, Observer, ObserverId, ObserverStatus, View, Viewpoint,
};
pub use layers::Layers;
pub use origin::{Origin, OriginError};
pub use pairs::{Pairs, PairsIter};
pub use query::{Filter, Hits, Mode, Nearest, NearestHits, Queries, Query, Ranked, RayHits, SweepHits};
pub use recent::Recent;
#[cfg(feature = "recording")]
pub use record::{Divergence, Phase, Replayed, Trace, TraceError, TraceTick, Unfit};
pub use report::{Report, Times};
pub use settings::{PairOrder, Settings, Strategy, Threads, ThreadsError, UnknownStrategy};
#[cfg(feature = "serde")]
pub use snapshot::Snapshot;
pub use snapshot::SnapshotError;
pub use swept::{SweptError, SweptPair, SweptPairs};
pub use validate::Invalid;
pub use world::{World, WorldError};

/// The code in the README is run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
