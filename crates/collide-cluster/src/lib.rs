//! One world over many processes, on [timely dataflow](timely).
//!
//! The plane is cut into tiles, and these into as many shares as there are workers ([`TileMap`]). An entity is *owned* by the worker that
//! has the tile of its center. Whoever else has tiles that its bound touches holds a copy of it, a *ghost*. So each worker has a
//! [`World`](collide_world::World) of what is on its tiles, under the handles that a single world would give, and finds among these
//! the pairs and answers that a single world would find.
//!
//! A tick is an epoch of the dataflow, and each of its stages is done when the messages of all workers are there, one from each:
//!
//! | stage | what is done | what is sent on |
//! |---|---|---|
//! | feed | shapes of the worker's own are changed, all else and questions taken | changes of others to who knows the owner |
//! | route | owners are looked up | changes to the owners |
//! | apply | other changes are made | what changed to those who hold it; what left the worker's tiles to its new owner, with its pairs |
//! | step | the world makes its step | pairs to the owner of the first of each, answers, weights of tiles |
//! | tell | pairs are compared with those of the tick before | what observers see, and all pairs if a fingerprint is wanted |
//! | view | observers are told | |
//!
//! A pair is found by all who hold both. It is told by the one whose tile has the corner of the boxes' common part, which is a matter of
//! comparing numbers that all of them have. The results of all workers together, in order of slots, are those of a single world to
//! the byte, whatever the number of workers and however the plane is cut.
//!
//! What is between two ticks of the past is answered by those whose tiles an entity touched at the first of the two: they hold it for one
//! tick more, wherever it goes, if the past is [remembered](collide_world::Settings::history).
//!
//! Timely has no authentication and no encryption: the links between processes must be private.
//!
//! ```
//! use collide_cluster::{Member, Roster, Settings};
//! use collide_core::{Circle, Vec2};
//!
//! let workers = timely::execute(timely::Config::process(2), |worker| {
//!     let mut member = Member::new(worker, Settings::default()).unwrap();
//!     // All go through the same script; each feeds what will be its own.
//!     let mut roster = Roster::default();
//!     for x in [-10.0, -0.5, 0.5, 10.0] {
//!         let handle = roster.insert().unwrap();
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

/// The code in the guide is compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/cluster.md")]
struct Guide;

/// So is that of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod error;
mod events;
mod feed;
mod flow;
mod folder;
mod hosts;
mod join;
mod keeper;
mod member;
mod part;
mod question;
mod report;
mod roster;
mod rows;
mod saved;
mod settings;
mod tiles;
mod wire;
mod workers;

pub use error::{ClusterError, SavedError};
pub use events::Pair;
pub use folder::{Folder, FolderError, Held};
pub use hosts::{Hosts, HostsError};
pub use join::{Join, JoinError, Notice, Round, Start, exit_on_panic};
pub use keeper::Keeper;
pub use member::{Member, Outcome};
pub use report::{STAGE_NAMES, TickReport};
pub use roster::Roster;
pub use saved::SavedPart;
pub use settings::Settings;
pub use tiles::{TileMap, TileMapError};
pub use workers::Workers;
