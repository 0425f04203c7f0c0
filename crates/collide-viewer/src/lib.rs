//! The engine in the browser: `collide serve` for those who look before they read.
//!
//! A [`Server`] answers with a page and with what the page asks; the page comes with the library, so nothing is fetched
//! from elsewhere. Every yes or no, every point and normal on it is computed here, by the kernels that a game server calls.
//!
//! - **Playground**: a circle against a rectangle, against ten circles, or on its way: the classic tutorials, live.
//! - **Arena**: up to 100,000 moving entities, 60 ticks a second, of which a client is sent what its viewport holds.
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
//! A server bound to a loopback address answers only requests that name one, and any server only pages of its own: another
//! site open in the same browser can neither read nor steer it.
#![forbid(unsafe_code)]

mod arena;
mod guard;
mod inspector;
mod page;
mod playground;
mod recording;
mod server;

pub use inspector::{Inspector, attach};
pub use recording::{PlayError, Recording};
pub use server::{ServeError, Server};

/// The code in the README is run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
