//! The arena: one world for all who watch it, on a thread of its own that no client can hold up. The world is a crowd of the
//! arena's own, that of a program, or a recorded one.

mod ask;
mod attached;
mod client;
mod crowd;
mod frame;
mod player;
mod seen;
mod shown;
mod socket;
mod source;
mod told;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::mpsc;

use ask::Ask;
pub(crate) use attached::{Exchange, Pace};
use client::{Command, Out};
pub use player::PlayError;
pub(crate) use player::Player;
pub(crate) use socket::connect;
pub(crate) use source::Shows;

/// More clients than this are turned away.
const MOST_CLIENTS: usize = 256;

/// So many messages wait for a client that is slow to take them.
const WAITING: usize = 8;

/// The way to the arena, whose thread rests when there is no client.
#[derive(Clone, Debug)]
pub(crate) struct Arena(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    commands: Sender<Command>,
    clients: AtomicUsize,
    next_id: AtomicU64,
}

/// A client's place in the arena; given back when it is dropped.
pub(crate) struct Seat {
    arena: Arena,
    id: u64,
    /// What the arena sends; ends when the arena has dropped the client.
    pub(crate) news: mpsc::Receiver<Out>,
}

impl Arena {
    pub(crate) fn new(shows: Shows) -> Self {
        let (commands, receiver) = channel();
        thread::spawn(move || client::run(shows, &receiver));
        Self(Arc::new(Shared { commands, clients: AtomicUsize::new(0), next_id: AtomicU64::new(0) }))
    }

    /// Lets a client in, unless there are too many.
    pub(crate) fn join(&self) -> Option<Seat> {
        let Shared { clients, next_id, .. } = &*self.0;
        let room = |count: usize| (count < MOST_CLIENTS).then_some(count + 1);
        clients.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        let (out, news) = mpsc::channel(WAITING);
        let id = next_id.fetch_add(1, Ordering::Relaxed);
        // From here on leaving gives the place back.
        let seat = Seat { arena: self.clone(), id, news };
        self.send(Command::Join { id, out });
        Some(seat)
    }

    fn send(&self, command: Command) {
        // Without a thread nobody gets news, and the clients end.
        _ = self.0.commands.send(command);
    }
}

impl Seat {
    pub(crate) fn ask(&self, ask: Ask) {
        self.arena.send(Command::Ask { id: self.id, ask });
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.arena.send(Command::Leave { id: self.id });
        self.arena.0.clients.fetch_sub(1, Ordering::Relaxed);
    }
}
