//! Arenas: each is one world for its clients, on its own thread, which no client can block. The world is a generated scene,
//! the world of a program, or a recording.

mod acting;
mod attached;
mod client;
mod client_message;
mod crowd;
mod estimate;
mod frame;
mod mailbox;
mod own;
mod player;
mod probe;
mod running;
mod server_message;
mod serving;
mod shown;
mod socket;
mod source;
mod turns;
mod visible;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

pub(crate) use attached::{Exchange, Pace};
use client::Client;
use mailbox::Mailbox;
pub(crate) use own::Arenas;
pub use player::PlayError;
pub(crate) use player::Player;
pub(crate) use socket::connect;
pub(crate) use source::Shows;

/// The limit of clients. Further ones are rejected.
const MAX_CLIENTS: usize = 256;

/// A handle to the thread of the arena, which sleeps while there is no client.
#[derive(Clone)]
pub(crate) struct Arena {
    joining: SyncSender<Client>,
    clients: Arc<AtomicUsize>,
    /// A connection on which nothing arrives for this time ends.
    silence: Duration,
}

/// A client of the arena. Dropping it removes the client.
pub(crate) struct ClientHandle {
    mailbox: Arc<Mailbox>,
    /// Ends when the arena drops the client.
    dropped: oneshot::Receiver<()>,
    clients: Arc<AtomicUsize>,
}

impl Arena {
    /// An arena with at most `max_count` entities.
    fn new(shows: Shows, silence: Duration, max_count: u32) -> Self {
        let (joining, receiver) = sync_channel(MAX_CLIENTS);
        thread::spawn(move || running::run(shows, max_count, &receiver));
        Self { joining, clients: Arc::default(), silence }
    }

    /// Whether it has no client.
    fn is_idle(&self) -> bool {
        self.clients.load(Ordering::Relaxed) == 0
    }

    /// Adds a client, unless there are too many.
    pub(crate) fn join(&self) -> Option<ClientHandle> {
        let room = |count: usize| (count < MAX_CLIENTS).then_some(count + 1);
        self.clients.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        let (alive, dropped) = oneshot::channel();
        // From here on, dropping the handle makes room again.
        let client = ClientHandle { mailbox: Arc::default(), dropped, clients: Arc::clone(&self.clients) };
        // The queue is full only if as many clients came and went within one tick.
        self.joining.try_send(Client::new(Arc::clone(&client.mailbox), alive)).ok()?;
        Some(client)
    }
}

impl Drop for ClientHandle {
    fn drop(&mut self) {
        self.clients.fetch_sub(1, Ordering::Relaxed);
    }
}
