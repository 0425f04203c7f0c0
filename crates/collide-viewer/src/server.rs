use std::io;
use std::net::{SocketAddr, TcpListener};

use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use axum::{Router, middleware};
use thiserror::Error;
use tokio::runtime;

use crate::arena::{Arena, Exchange, Shows};
use crate::{Inspector, Recording, arena, guard, page, playground};

/// The limit of bytes of a request body.
const MAX_BODY_BYTES: usize = 16 << 10;

/// Serves the page and answers it.
///
/// ```
/// use collide_viewer::Server;
/// let server = Server::bind("127.0.0.1:0".parse()?)?; // any free port
/// assert!(server.address().ip().is_loopback());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shows: Shows,
}

impl Server {
    /// Takes an address; from now on connections wait to be answered. Bind a loopback address unless everyone who can reach
    /// the machine may use the server: there is no authentication.
    ///
    /// # Errors
    /// [`ServeError::Bind`] when the address is taken or not one of this machine.
    pub fn bind(address: SocketAddr) -> Result<Self, ServeError> {
        let refused = |error| ServeError::Bind { address, error };
        let listener = TcpListener::bind(address).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Self { listener, address, shows: Shows::Arena })
    }

    /// Where it listens, with the port that the system chose if it was asked for port 0.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Shows a recording instead of the arena.
    #[must_use]
    pub fn showing(self, recording: Recording) -> Self {
        Self { shows: Shows::Recording(Box::new(recording.player)), ..self }
    }

    /// Shows a world of this program instead of the arena: the one that the inspector is shown. For programs that have a
    /// runtime; [`attach`](crate::attach) brings its own.
    ///
    /// ```
    /// use collide2d::{Settings, World};
    /// use collide_viewer::Server;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut server = Server::bind("127.0.0.1:0".parse()?)?;
    /// let mut inspector = server.inspector();
    /// tokio::spawn(server.answer());
    /// let mut world = World::new(Settings::default());
    /// world.step();
    /// inspector.show(&world);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn inspector(&mut self) -> Inspector {
        let exchange = Exchange::default();
        self.shows = Shows::World(exchange.clone());
        Inspector::new(self.address, exchange)
    }

    /// Answers on threads of its own until the process ends.
    ///
    /// # Errors
    /// [`ServeError::Run`] when the system gives no threads or takes the listener away.
    pub fn run(self) -> Result<(), ServeError> {
        let threads = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        threads.block_on(self.answer())
    }

    /// Answers on the runtime of the caller, as long as it is awaited.
    ///
    /// # Errors
    /// [`ServeError::Run`] when the system takes the listener away.
    pub async fn answer(self) -> Result<(), ServeError> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        Ok(axum::serve(listener, router(self.address, self.shows)).await?)
    }
}

fn router(address: SocketAddr, shows: Shows) -> Router {
    let index = page::index(shows.name());
    Router::new()
        .route("/api/playground", post(playground::answer))
        .route("/api/arena", get(arena::connect).with_state(Arena::new(shows)))
        .route("/", get(move || async { index }))
        .route("/{file}", get(page::file))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(guard::Guard::of(address), guard::check))
        .layer(middleware::map_response(page::harden))
}

/// Why the server does not run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be had.
    #[error("{address}: cannot listen: {error}")]
    Bind {
        /// The address asked for.
        address: SocketAddr,
        /// What the system said.
        error: io::Error,
    },
    /// The system gives no threads, or took the listener away.
    #[error("cannot serve: {0}")]
    Run(#[from] io::Error),
}
