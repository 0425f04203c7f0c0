use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use axum::{Router, middleware};
use collide_page::{Exchange, SceneSource};
use thiserror::Error;
use tokio::runtime;

use crate::arena::Arenas;
use crate::connections::NetworkOf;
use crate::guard::Guard;
use crate::limits::{Limits, Listener, Notice};
use crate::network::Network;
use crate::{Inspector, Recording, arena, connections, guard, page, playground};

/// The limit of bytes of a request body.
const MAX_BODY_BYTES: usize = 16 << 10;

/// A server of the page, which answers its requests.
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
    source: SceneSource,
    names: Vec<String>,
    limits: Limits,
    notices: Listener,
}

impl Server {
    /// Binds an address; connections wait until the server runs. There is no authentication: bind a loopback address,
    /// unless anyone who can reach the machine may use the server.
    ///
    /// # Errors
    /// [`ServeError::Bind`] if the address is in use or is not an address of this machine.
    pub fn bind(address: SocketAddr) -> Result<Self, ServeError> {
        let refused = |error| ServeError::Bind { address, error };
        let listener = TcpListener::bind(address).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let (source, names, limits, notices) = (SceneSource::Arena, Vec::new(), Limits::default(), Listener::default());
        Ok(Self { listener, address, source, names, limits, notices })
    }

    /// Answers also requests to this host name. Without it the server answers only requests to an IP address, or, if it
    /// listens on a loopback address, only to a loopback address or `localhost`: a name could belong to another site,
    /// which then could use the server through the browser of a visitor (DNS rebinding).
    ///
    /// # Errors
    /// [`ServeError::HostName`] if it is not a name, or has a port.
    ///
    /// ```
    /// use collide_viewer::Server;
    ///
    /// let server = Server::bind("127.0.0.1:0".parse()?)?.with_host("viewer.example")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_host(mut self, name: &str) -> Result<Self, ServeError> {
        let known = guard::host_name(name).ok_or_else(|| ServeError::HostName { name: name.to_owned() })?;
        self.names.push(known);
        Ok(self)
    }

    /// Sets the limits of connections.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Calls `listener` for each notice, instead of printing it on standard error. There is at most one in a minute.
    #[must_use]
    pub fn with_notices(self, listener: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self { notices: Listener(Arc::new(listener)), ..self }
    }

    /// The address of the server, with the port that the system has chosen if the requested port was 0.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Shows a recording instead of the arena.
    #[must_use]
    pub fn showing(self, recording: Recording) -> Self {
        Self { source: SceneSource::Recording(Box::new(recording.player)), ..self }
    }

    /// Shows a world of this program instead of the arena: the world that the returned [`Inspector`] is given. For
    /// programs with a tokio runtime; [`attach`](crate::attach) starts its own.
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
        self.source = SceneSource::World(exchange.clone());
        Inspector::new(self.address, exchange)
    }

    /// Runs the server on its own threads until the process ends.
    ///
    /// # Errors
    /// [`ServeError::Run`] if the system refuses to start threads or closes the listener.
    pub fn run(self) -> Result<(), ServeError> {
        let threads = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        threads.block_on(self.answer())
    }

    /// Runs the server on the tokio runtime of the caller, as long as the future is awaited.
    ///
    /// # Errors
    /// [`ServeError::Run`] if the system closes the listener.
    pub async fn answer(self) -> Result<(), ServeError> {
        self.answer_by(Network::of).await
    }

    /// Answers clients, whose connections and arenas are counted by their networks.
    async fn answer_by(self, network_of: NetworkOf) -> Result<(), ServeError> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let guard = Guard::new(self.address, &self.names);
        let router = router(guard, self.source, &self.limits);
        match connections::serve(listener, router, self.limits, self.notices, network_of).await? {}
    }
}

fn router(guard: Guard, source: SceneSource, limits: &Limits) -> Router {
    let index = page::index(source.name());
    Router::new()
        .route("/api/playground", post(playground::answer))
        .route("/api/arena", get(arena::connect).with_state(Arenas::new(source, limits)))
        .route("/", get(move || async { index }))
        .route("/{file}", get(page::file))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(guard, guard::check))
        .layer(middleware::map_response(page::harden))
}

/// Why a server cannot run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address is not available.
    #[error("{address}: cannot listen: {error}")]
    Bind {
        /// The requested address.
        address: SocketAddr,
        /// The error of the system.
        error: io::Error,
    },
    /// The text is not a host name, or has a port.
    #[error("host: must be a name without a port, is `{name}`")]
    HostName {
        /// The text.
        name: String,
    },
    /// The system refuses to start threads, or has closed the listener.
    #[error("cannot serve: {0}")]
    Run(#[from] io::Error),
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::Stream;
    use serde_json::Value;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

    use super::*;

    type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

    /// Starts a server that counts loopback addresses, too.
    fn counting(limits: Limits) -> SocketAddr {
        let server = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap().with_limits(limits);
        let address = server.address();
        tokio::spawn(server.answer_by(Network::of_any));
        address
    }

    /// The answer to a request for the page.
    async fn page(address: SocketAddr) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    async fn tab(address: SocketAddr, name: &str) -> Socket {
        connect_async(format!("ws://{address}/api/arena?own={name}")).await.unwrap().0
    }

    /// The next message of this kind, which must be among the first ones.
    async fn server_message(socket: &mut Socket, kind: &str) -> Value {
        for _ in 0..8 {
            let next = std::future::poll_fn(|context| std::pin::Pin::new(&mut *socket).poll_next(context));
            let Message::Text(text) = next.await.unwrap().unwrap() else { continue };
            let mut message: Value = serde_json::from_str(&text).unwrap();
            if let Some(message) = message.get_mut(kind) {
                return message.take();
            }
        }
        panic!("no message `{kind}`")
    }

    #[tokio::test]
    async fn further_connections_of_an_address_are_refused_until_one_ends() {
        let address = counting(Limits { max_connections_per_address: 3, ..Limits::default() });
        let mut open = Vec::new();
        for _ in 0..3 {
            let mut half = TcpStream::connect(address).await.unwrap();
            half.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
            open.push(half);
        }
        for _ in 0..2 * 3 {
            let refused = page(address).await;
            assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
            assert!(
                refused.ends_with("your address has 3 open ones, which is the limit: close one of them"),
                "{refused}"
            );
        }
        open.pop();
        // The server learns later that the connection has ended.
        while !page(address).await.starts_with("HTTP/1.1 200 ") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    #[tokio::test]
    async fn a_third_tab_of_an_address_joins_the_shared_arena() {
        let address = counting(Limits::default());
        let mut tabs = [tab(address, "a").await, tab(address, "b").await];
        for tab in &mut tabs {
            assert_eq!(server_message(tab, "state").await["max_count"], 20_000);
        }
        let mut third = tab(address, "c").await;
        let why = "your address has 2 arenas with open tabs, which is the limit: this tab joins the shared one";
        assert_eq!(server_message(&mut third, "refused").await, why);
        assert_eq!(server_message(&mut third, "state").await["max_count"], 100_000);
        tabs[0].close(None).await.unwrap();
        loop {
            let mut next = tab(address, "c").await;
            if server_message(&mut next, "state").await["max_count"] == 20_000 {
                break;
            }
        }
    }
}
