//! Arenas: each is one world for its clients. The world is a generated scene, the world of a program, or a recording.

mod client;
mod client_message;
mod clock;
mod duel;
mod estimate;
mod frame;
mod frames;
mod generated_scene;
mod look;
mod mailbox;
mod pending_change;
mod player;
mod probe;
mod program_world;
mod resting;
mod rounds;
mod server_message;
mod snapshot;
mod source;
mod visible;

use std::time::Duration;

pub use client_message::MAX_COUNT;
pub use mailbox::{Mailbox, MessageError, Outgoing};
pub use player::{PlayError, Player};
pub use program_world::{Exchange, Pace};
pub use resting::RestingArena;
pub use rounds::Arena;
pub use source::SceneSource;

/// The time of a tick.
pub const TICK: Duration = Duration::from_micros(16_667);

/// The limit of entities in an arena of one viewer.
pub const OWN_COUNT: u32 = 20_000;
