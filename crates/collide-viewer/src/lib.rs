//! The browser viewer of the engine: the page of `collide serve`, and an inspector for your own world.
//!
//! A [`Server`] serves the page and answers its requests. The page is part of the library, so nothing is loaded from
//! elsewhere. Every result on it (hit or miss, point, normal) is computed by the same kernels that a game server calls.
//!
//! - **Playground**: a circle against a rectangle or ten circles, or a moving circle: the classic tutorials, live.
//! - **Arena**: up to 100,000 moving entities at 60 ticks a second. A client receives the entities in its viewport.
//! - **Your world**, in place of the arena: [`attach`] shows a world of your own program while it runs, read only.
//! - **A recording**, in place of the arena: a [`Recording`] is played forwards and backwards.
//!
//! ```no_run
//! use collide_viewer::Server;
//!
//! let server = Server::bind("127.0.0.1:7070".parse()?)?;
//! println!("open http://{}/", server.address());
//! server.run()?; // until the process ends
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A server answers only requests of its own pages: another site that is open in the same browser can neither read nor
//! control it. It answers only requests to an IP address (to a loopback address or `localhost`, if it is bound to a
//! loopback address) or to a name of [`Server::with_host`]. Connections, messages and memory are limited: [`Limits`].

mod arena;
mod attach;
mod connections;
mod guard;
mod heap;
mod inspector;
mod limits;
mod network;
mod page;
mod playground;
mod recording;
mod server;

pub use attach::attach;
pub use collide_page::PlayError;
pub use inspector::Inspector;
pub use limits::{Limits, Notice};
pub use recording::Recording;
pub use server::{ServeError, Server};

/// The code in the README is run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
