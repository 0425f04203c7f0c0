//! What the page of `collide serve` shows, without a server: the answers of the playground, and the arena.
//!
//! Nothing here waits, starts a thread or opens a connection. So the same code runs behind a server (`collide-viewer`)
//! and, compiled for WebAssembly, in the browser itself. Both carry the same messages: questions and answers as JSON,
//! messages of a client as JSON, frames of an arena as bytes.
//!
//! - [`Answer`]: the results of the kernels for a [`Question`], and the steps of its lesson.
//! - [`Arena`]: a world and its clients, each with a [`Mailbox`]. It shows what [`SceneSource`] names.

mod arena;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod browser;
mod playground;

pub use arena::{
    Arena, Exchange, MAX_COUNT, Mailbox, MessageError, OWN_COUNT, Outgoing, Pace, PlayError, Player, RestingArena,
    SceneSource, TICK,
};
pub use playground::{Answer, Question, QuestionError};

/// The code in the README is run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
