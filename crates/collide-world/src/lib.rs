//! Collision detection and spatial queries for many shapes: parallel, exact, and in a documented order.
//!
//! There are two entry points. A [`World`] keeps the entities: each [`step`](World::step) finds the overlapping pairs,
//! as handles. A [`Batch`] keeps only scratch memory: shapes in, pairs of indices out, for users whose entities are
//! stored elsewhere. Both run the same pipeline: bounds, index, candidate pairs, exact test, order.
//!
//! The same input gives the same output, byte for byte, whatever the [`Strategy`], the number of [`Threads`] and the
//! SIMD level: pairs by slot, events and the answers of queries. With [`PairOrder::AsFound`] the order of pairs depends
//! on the strategy. The bytes of [`World::save`] do not depend on the threads or the SIMD level, but on the strategy:
//! it decides the order in which they list the entities.
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
//!
//! # Features
//!
//! All are off by default.
//!
//! - `serde`: `Serialize` and `Deserialize` for entities, handles, layers, settings, events, queries, answers, budgets
//!   and snapshots.
//! - `recording`: traces of a world, and their replay. Includes `serde`.
//! - `tracing`: spans for each tick and its phases.
//! - `host-clock`: in WebAssembly without JavaScript, the clock of reports is a function that the host provides, the
//!   import `env.collide_now_ns`: nanoseconds since any moment, as an `i64`.
// The declaration of a function of the host is the only exception.
#![cfg_attr(not(all(target_family = "wasm", feature = "host-clock")), forbid(unsafe_code))]
// Only recordings use what would be unused without them.
#![cfg_attr(not(feature = "recording"), allow(dead_code, unused_imports, reason = "used by recordings"))]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod ask;
mod base;
mod history;
mod interest;
mod movement;
mod pairs;
mod query;
#[cfg(feature = "recording")]
mod record;
mod search;
mod snapshot;
mod store;
mod swept;
mod tick;
mod world;

pub use ask::Answer;
pub use base::{
    Budget, CellSize, CellSizeError, Costliest, Crowd, CrowdLimit, Entity, Handle, History, IndexedError, Invalid,
    Layers, ListKind, Mobility, Origin, OriginError, OverBudget, PairOrder, PastError, Settings, Strategy, Threads,
    ThreadsError, Times, UnknownListKind, UnknownMobility, UnknownOrder, UnknownStrategy, WorldError, fingerprint,
};
pub use interest::{
    Change, Interest, InterestError, InterestReport, Observer, ObserverId, ObserverStatus, View, Viewpoint,
};
pub use movement::{
    MoveOptions, Movers, Moves, Places, PushRule, SeparateOptions, Separation, Slide, SlideHit, Slides, Turn, Turns,
};
pub use pairs::{Pairs, PairsIter, SearchReport};
pub use query::{
    Answers, AnswersIter, Hits, Mode, Nearest, NearestHits, Outcomes, Queries, Query, Question, RayHits, Sights,
    SlideOptions, SweepHits, Turning,
};
#[cfg(feature = "recording")]
pub use record::{Divergence, Phase, ReplayMismatch, Replayed, Trace, TraceError, TraceTick};
#[cfg(feature = "serde")]
pub use snapshot::Snapshot;
pub use snapshot::SnapshotError;
pub use store::{CellListStats, CirclesMut, Entities, EntityMut, Filter};
pub use swept::{PastHit, SweptPair, SweptPairs};
pub use tick::{
    Event, EventBetween, EventKind, Expected, Explanation, Reason, Recent, Report, UnknownEventKind, compare_pairs,
};
pub use world::{Batch, BatchError, Settable, World, WorldTools};

/// Runs the code in the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
