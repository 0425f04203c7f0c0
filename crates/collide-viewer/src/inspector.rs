//! The viewer attached to the world of a running program.

use std::net::SocketAddr;
use std::thread;

use collide2d::World;
use tokio::runtime;
use tokio::sync::oneshot;

use crate::{ServeError, Server};
use collide_page::{Exchange, Pace};

/// Shows a world of this program in the browser, read only: positions, pairs, and the cost of a tick. The server runs
/// on its own threads and ends when the [`Inspector`] is dropped. To run it on a tokio runtime of the program, with other
/// [`Limits`](crate::Limits) or under a host name, see [`Server::inspector`].
///
/// There is no authentication: use a loopback address such as `127.0.0.1:7070`, unless anyone who can reach the machine
/// may view the world.
///
/// # Errors
/// [`ServeError`] if the address is not available or the system refuses to start threads.
///
/// ```
/// use collide2d::{Circle, Settings, Vec2, World};
///
/// let mut inspector = collide_viewer::attach("127.0.0.1:0".parse()?)?; // port 0: any free port
/// println!("watch it at http://{}/", inspector.address());
///
/// let mut world = World::new(Settings::default());
/// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
/// for _ in 0..3 {
///     world.step();
///     inspector.show(&world);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn attach(address: SocketAddr) -> Result<Inspector, ServeError> {
    let mut server = Server::bind(address)?;
    let (alive, ended) = oneshot::channel::<()>();
    let inspector = Inspector { _alive: Some(alive), ..server.inspector() };
    let threads = runtime::Builder::new_current_thread().enable_all().build()?;
    thread::Builder::new().name("collide-viewer".to_owned()).spawn(move || {
        threads.block_on(async {
            tokio::select! {
                // It ends early only if the system closes the listener, and then no client can connect.
                _ = server.answer() => {}
                _ = ended => {}
            }
        });
    })?;
    Ok(inspector)
}

/// Shows a world in the browser: see [`attach`].
#[derive(Debug)]
pub struct Inspector {
    address: SocketAddr,
    exchange: Exchange,
    pace: Pace,
    /// The server of [`attach`] ends when this is dropped.
    _alive: Option<oneshot::Sender<()>>,
}

impl Inspector {
    pub(crate) fn new(address: SocketAddr, exchange: Exchange) -> Self {
        Self { address, exchange, pace: Pace::default(), _alive: None }
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
