//! One world distributed over many processes, on [timely dataflow](timely).
//!
//! The plane is divided into tiles, and each worker has a share of them ([`TileMap`]). An entity is *owned* by the
//! worker that has the tile of its middle (`Shape::middle`). Each other worker with tiles that its bound touches holds a copy of it, a
//! *ghost*. So each worker has a [`World`](collide_world::World) of the entities on its tiles, with the handles of a
//! single world, and finds the same pairs and answers among them as a single world.
//!
//! A tick is an epoch of the dataflow. Each stage runs when the messages of all workers have arrived, one from each:
//!
//! | stage | work | messages |
//! |---|---|---|
//! | feed | shapes of own entities change; other changes and questions are collected | changes of other entities, to the directory |
//! | route | the directory looks up owners | changes, to the owners |
//! | apply | owners apply the other changes | changed entities, to their holders; entities that left the share, to their new owners, with their pairs |
//! | step | the world makes its step | pairs, to the owner of the first entity of each; answers; weights of tiles |
//! | emit | pairs are compared with those of the previous tick | visible entities, and all pairs if the settings ask for a fingerprint |
//! | view | the views of observers are updated | |
//!
//! A pair is found by all workers that hold both entities. It is emitted by the worker with the tile of the lower left
//! corner of the bounds' intersection; each holder decides this without a message. The results of all workers together,
//! in order of slots, are those of a single world to the byte, for every number of workers and every map of tiles.
//!
//! At a time between two ticks, an entity is reported by the workers whose tiles it touched at the earlier tick. If the
//! settings keep a [history](collide_world::Settings::history), these workers hold it for one more tick.
//!
//! Timely has no authentication and no encryption: the links between processes must be private.
//!
//! ```
//! use collide_cluster::{Member, HandleAllocator, Settings};
//! use collide_core::{Circle, Vec2};
//!
//! let workers = timely::execute(timely::Config::process(2), |worker| {
//!     let mut member = Member::new(worker, Settings::default()).unwrap();
//!     // All workers run the same script. Each feeds the entities that it will own.
//!     let mut allocator = HandleAllocator::default();
//!     for x in [-10.0, -0.5, 0.5, 10.0] {
//!         let handle = allocator.insert().unwrap();
//!         let ball = Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
//!         if member.worker_at(ball.center()) == member.index() {
//!             member.insert(handle, ball).unwrap();
//!         }
//!     }
//!     let mut pairs = 0;
//!     let report = member.tick(worker, |outcome| pairs = outcome.pairs.len()).unwrap();
//!     (report.owned, pairs)
//! })?;
//! let found: Vec<_> = workers.join().into_iter().map(Result::unwrap).collect();
//! let [(first, pairs), (second, others)] = found[..] else { panic!("two workers") };
//! assert_eq!((first + second, pairs + others), (4, 1));
//! # Ok::<(), String>(())
//! ```
#![forbid(unsafe_code)]

/// The code in the guide is run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/cluster.md")]
struct Guide;

/// The code in the README is run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod error;
mod events;
mod feed;
mod flow;
mod folder;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod handles;
mod hosts;
mod join;
mod keeper;
mod member;
mod question;
mod report;
mod rows;
mod saved;
mod settable;
mod settings;
mod state;
mod tiles;
mod wire;
mod workers;

pub use error::{ClusterError, SavedError};
pub use events::Pair;
pub use folder::{Folder, FolderError, StoredPart};
pub use handles::HandleAllocator;
pub use hosts::{Hosts, HostsError};
pub use join::{Join, JoinError, Notice, Round, Start, exit_on_panic};
pub use keeper::{Keeper, Save};
pub use member::{Member, Outcome};
pub use report::{STAGE_NAMES, TickReport};
pub use saved::SavedPart;
pub use settable::Settable;
pub use settings::Settings;
pub use tiles::{TileMap, TileMapError};
pub use workers::Workers;
