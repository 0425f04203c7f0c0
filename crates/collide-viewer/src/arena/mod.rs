//! The arena: one world for all clients, on its own thread, which no client can block. The world is a generated scene,
//! the world of a program, or a recording.

mod attached;
mod client;
mod client_message;
mod crowd;
mod frame;
mod player;
mod server_message;
mod shown;
mod socket;
mod source;
mod visible;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::mpsc;

pub(crate) use attached::{Exchange, Pace};
use client::{Command, Outgoing};
use client_message::ClientMessage;
pub use player::PlayError;
pub(crate) use player::Player;
pub(crate) use socket::connect;
pub(crate) use source::Shows;

/// The limit of clients. Further ones are rejected.
const MAX_CLIENTS: usize = 256;

/// The limit of messages queued for a slow client.
const MAX_QUEUED: usize = 8;

/// A handle to the thread of the arena, which sleeps while there is no client.
#[derive(Clone, Debug)]
pub(crate) struct Arena(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    commands: Sender<Command>,
    clients: AtomicUsize,
    next_id: AtomicU64,
}

/// A client of the arena. Dropping it removes the client.
pub(crate) struct ClientHandle {
    arena: Arena,
    id: u64,
    /// The messages of the arena. Ends when the arena drops the client.
    pub(crate) outgoing: mpsc::Receiver<Outgoing>,
}

impl Arena {
    pub(crate) fn new(shows: Shows) -> Self {
        let (commands, receiver) = channel();
        thread::spawn(move || client::run(shows, &receiver));
        Self(Arc::new(Shared { commands, clients: AtomicUsize::new(0), next_id: AtomicU64::new(0) }))
    }

    /// Adds a client, unless there are too many.
    pub(crate) fn join(&self) -> Option<ClientHandle> {
        let Shared { clients, next_id, .. } = &*self.0;
        let room = |count: usize| (count < MAX_CLIENTS).then_some(count + 1);
        clients.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        let (out, outgoing) = mpsc::channel(MAX_QUEUED);
        let id = next_id.fetch_add(1, Ordering::Relaxed);
        // From here on, dropping the handle removes the client.
        let client = ClientHandle { arena: self.clone(), id, outgoing };
        self.send(Command::Join { id, out });
        Some(client)
    }

    fn send(&self, command: Command) {
        // Without the thread no client gets messages, and all of them end.
        _ = self.0.commands.send(command);
    }
}

impl ClientHandle {
    pub(crate) fn send(&self, message: ClientMessage) {
        self.arena.send(Command::Message { id: self.id, message });
    }
}

impl Drop for ClientHandle {
    fn drop(&mut self) {
        self.arena.send(Command::Leave { id: self.id });
        self.arena.0.clients.fetch_sub(1, Ordering::Relaxed);
    }
}
