//! Arenas: each is one world for its clients. The world is a generated scene, the world of a program, or a recording.

mod attached;
mod client;
mod client_message;
mod crowd;
mod estimate;
mod frame;
mod frames;
mod mailbox;
mod player;
mod probe;
mod resting;
mod running;
mod server_message;
mod shown;
mod source;
mod turns;
mod visible;

use std::time::Duration;

pub use attached::{Exchange, Pace};
pub use client_message::MAX_COUNT;
pub use mailbox::{Mailbox, MessageError, Outgoing};
pub use player::{PlayError, Player};
pub use resting::RestingArena;
pub use running::Arena;
pub use source::Shows;

/// The time of a tick.
pub const TICK: Duration = Duration::from_micros(16_667);

/// The limit of entities in an arena of one viewer.
pub const OWN_COUNT: u32 = 20_000;
