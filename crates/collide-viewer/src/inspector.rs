//! The link from a running program to its viewer.

use std::net::SocketAddr;

use collide2d::World;
use tokio::sync::oneshot;

use collide_page::{Exchange, Pace};

/// Shows a world in the browser: see [`attach`](crate::attach).
#[derive(Debug)]
pub struct Inspector {
    address: SocketAddr,
    exchange: Exchange,
    pace: Pace,
    /// The server of [`attach`](crate::attach) ends when this is dropped.
    _alive: Option<oneshot::Sender<()>>,
}

impl Inspector {
    pub(crate) fn new(address: SocketAddr, exchange: Exchange) -> Self {
        Self { address, exchange, pace: Pace::default(), _alive: None }
    }

    /// The same, which drops `alive` when it is dropped.
    pub(crate) fn with_alive(self, alive: oneshot::Sender<()>) -> Self {
        Self { _alive: Some(alive), ..self }
    }

    /// The address of the page.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Shows the current state of the world. Call it after each step. It never waits, and never changes the world.
    ///
    /// **Cost:** almost nothing while no client views the world, or while the last copy is not yet used. Otherwise the
    /// world is [copied](collide2d::tools::WorldTools::clone_present_into) at most 30 times a second, and less often, down to once a second,
    /// if copies would take more than 1/80 of the time of the steps. All other work is done by other threads.
    ///
    /// A client can rewind to the ticks that the world [remembers](World::at). Meanwhile viewer and world share that
    /// memory, and the world needs new memory for its history, up to the same size again.
    ///
    /// The copies are freed when no client has been connected for the [idle timeout](crate::Limits::idle_timeout).
    pub fn show(&mut self, world: &World) {
        self.exchange.offer(world, &mut self.pace);
    }
}
