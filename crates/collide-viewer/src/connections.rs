//! The connections of a server: their number, in total and from each address, and the time that each may take are
//! limited.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::{Extension, Router, middleware};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};

use crate::limits::{Limits, Listener, Notice};
use crate::network::{Network, Networks, Visit};
use crate::page;

/// The pause after the system refused a connection.
const RETRY: Duration = Duration::from_secs(1);

/// The limit of the time to complete the response when a connection is closed.
const CLOSING: Duration = Duration::from_secs(5);

/// The minimum time between two notices, so that a flood of connections is no flood of notices.
const NOTICE_PAUSE: Duration = Duration::from_secs(60);

/// The limit of bytes of the head of a request.
const MAX_HEAD_BYTES: usize = 16 << 10;

/// The limit of connections that get 429 at the same time. Further ones of a network with too many are closed without it.
const MAX_REFUSALS: usize = 16;

/// The limit of the time to read a request and to refuse it.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);

/// The network of a client, if its connections are counted.
pub(crate) type NetworkOf = fn(IpAddr) -> Option<Network>;

/// The place of a connection among those that can be open at once, in total and in its network. Each request has it as
/// an extension, so that a WebSocket can keep it.
#[derive(Clone)]
pub(crate) struct Place {
    held: Arc<(OwnedSemaphorePermit, Visit)>,
}

impl Place {
    /// The network of the client, if its connections are counted.
    pub(crate) fn network(&self) -> Option<Network> {
        self.held.1.network
    }
}

/// Answers connections by `router`, as long as the future is awaited.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    notices: Listener,
    network_of: NetworkOf,
) -> io::Result<Infallible> {
    let limit = limits.max_connections.clamp(1, Semaphore::MAX_PERMITS);
    let places = Arc::new(Semaphore::new(limit));
    let networks = Networks::new(limits.max_connections_per_address.max(1));
    let refusals = Refusals::new(limits);
    let mut notices = Notices { listener: notices, last: None };
    loop {
        if places.available_permits() == 0 {
            notices.send(&Notice::ConnectionLimit { limit });
        }
        let permit = Arc::clone(&places).acquire_owned().await.map_err(io::Error::other)?;
        match listener.accept().await {
            Ok((stream, client)) => match networks.visit(network_of(client.ip())) {
                Some(visit) => {
                    let place = Place { held: Arc::new((permit, visit)) };
                    tokio::spawn(answer(stream, router.clone().layer(Extension(place)), limits));
                }
                None => refusals.refuse(stream),
            },
            Err(error) if is_of_connection(&error) => {}
            Err(error) => {
                notices.send(&Notice::Accept(error));
                sleep(RETRY).await;
            }
        }
    }
}

/// Whether the error is of the connection that was to be accepted, not of the listener.
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of a connection. Ends when the connection ends, or becomes a WebSocket.
async fn answer(stream: TcpStream, router: Router, limits: Limits) {
    // A response or a frame is not delayed. Without this option it is only slower.
    _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // An error ends the connection, and there is no one else to report it to.
    if timeout(limits.connection_timeout, &mut connection).await.is_err() {
        connection.as_mut().graceful_shutdown();
        _ = timeout(limits.connection_timeout.min(CLOSING), connection).await;
    }
}

/// Answers 429 to connections of a network that has too many. They take no place of the others.
struct Refusals {
    router: Router,
    limits: Limits,
    places: Arc<Semaphore>,
}

impl Refusals {
    fn new(limits: Limits) -> Self {
        let limit = limits.max_connections_per_address.max(1);
        let message = format!("connections: your address has {limit} open ones, which is the limit: close one of them");
        let refusal = (StatusCode::TOO_MANY_REQUESTS, [(header::CONNECTION, "close")], message);
        let router = Router::new().fallback(async || refusal).layer(middleware::map_response(page::harden));
        let limits = Limits { header_timeout: REFUSAL_TIMEOUT, connection_timeout: REFUSAL_TIMEOUT, ..limits };
        Self { router, limits, places: Arc::new(Semaphore::new(MAX_REFUSALS)) }
    }

    fn refuse(&self, stream: TcpStream) {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            let refused = answer(stream, self.router.clone(), self.limits);
            tokio::spawn(async move {
                refused.await;
                drop(place);
            });
        }
    }
}

/// Sends notices, but not one after another.
struct Notices {
    listener: Listener,
    last: Option<Instant>,
}

impl Notices {
    fn send(&mut self, notice: &Notice) {
        if self.last.is_none_or(|last| last.elapsed() >= NOTICE_PAUSE) {
            self.last = Some(Instant::now());
            (self.listener.0)(notice);
        }
    }
}
