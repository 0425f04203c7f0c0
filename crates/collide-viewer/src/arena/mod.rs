//! The threads of arenas. No client can block the thread of its arena: its connection only shares a mailbox with it.

mod own;
mod socket;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use collide_page::{Arena, Mailbox, RestingArena, SceneSource, TICK};

use crate::{Limits, heap};
pub(crate) use own::Arenas;
pub(crate) use socket::connect;

/// The limit of clients. Further ones are rejected.
const MAX_CLIENTS: usize = 256;

/// A handle to an arena. Without clients it sleeps, and after a while it frees its world.
#[derive(Clone)]
pub(crate) struct ArenaHandle {
    joining: SyncSender<Arc<Mailbox>>,
    clients: Arc<AtomicUsize>,
    /// A connection on which nothing arrives for this time ends.
    silence: Duration,
}

/// A client of the arena. Dropping it removes the client.
pub(crate) struct ClientHandle {
    mailbox: Arc<Mailbox>,
    arena: ArenaHandle,
}

impl ArenaHandle {
    /// An arena with at most `max_count` entities.
    fn new(source: SceneSource, limits: &Limits, max_count: u32) -> Self {
        let (joining, receiver) = sync_channel(MAX_CLIENTS);
        let idle_timeout = limits.idle_timeout;
        thread::spawn(move || run(source, max_count, idle_timeout, &receiver));
        Self { joining, clients: Arc::default(), silence: limits.silence_timeout }
    }

    /// Whether it has no client.
    fn is_idle(&self) -> bool {
        self.clients.load(Ordering::Relaxed) == 0
    }

    /// Adds a client, unless there are too many.
    fn join(&self) -> Option<ClientHandle> {
        let room = |count: usize| (count < MAX_CLIENTS).then_some(count + 1);
        self.clients.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        // From here on, dropping the handle makes room again.
        let client = ClientHandle { mailbox: Arc::default(), arena: self.clone() };
        // The queue is full only if as many clients came and went within one tick.
        self.joining.try_send(Arc::clone(&client.mailbox)).ok()?;
        Some(client)
    }
}

impl Drop for ClientHandle {
    fn drop(&mut self) {
        self.mailbox.close();
        self.arena.clients.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits for clients, and makes an arena for them. Ends with the server.
fn run(source: SceneSource, max_count: u32, idle_timeout: Duration, joining: &Receiver<Arc<Mailbox>>) {
    let mut resting = RestingArena::new(source, max_count);
    while let Ok(first) = joining.recv() {
        let mut arena = resting.wake();
        arena.join(first);
        attend(&mut arena, idle_timeout, joining);
        resting = arena.rest();
        heap::release();
    }
}

/// Runs while there are clients, and until there has been none for `idle_timeout`, or the server has ended.
fn attend(arena: &mut Arena, idle_timeout: Duration, joining: &Receiver<Arc<Mailbox>>) {
    let mut due = Instant::now();
    loop {
        if arena.is_empty() {
            let Ok(client) = joining.recv_timeout(idle_timeout) else { return };
            arena.join(client);
            due = Instant::now();
        }
        loop {
            match joining.try_recv() {
                Ok(client) => arena.join(client),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        arena.round();
        // Lost time is dropped, so that a late tick does not make the next ones late.
        due = (due + TICK).max(Instant::now() + Duration::from_millis(1));
        thread::sleep(due.saturating_duration_since(Instant::now()));
    }
}
