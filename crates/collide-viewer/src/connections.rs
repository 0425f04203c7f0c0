//! The connections of a server: their number and the time that each may take are limited.

use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};

use crate::limits::{Limits, Listener, Notice};

/// The pause after the system refused a connection.
const RETRY: Duration = Duration::from_secs(1);

/// The limit of the time to complete the response when a connection is closed.
const CLOSING: Duration = Duration::from_secs(5);

/// The minimum time between two notices, so that a flood of connections is no flood of notices.
const NOTICE_PAUSE: Duration = Duration::from_secs(60);

/// The limit of bytes of the head of a request.
const MAX_HEAD_BYTES: usize = 16 << 10;

/// The place of a connection among those that can be open at once. Each request has it as an extension, so that a
/// WebSocket can keep it.
#[derive(Clone)]
pub(crate) struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
}

/// Answers connections by `router`, as long as the future is awaited.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    notices: Listener,
) -> io::Result<Infallible> {
    let limit = limits.max_connections.clamp(1, Semaphore::MAX_PERMITS);
    let places = Arc::new(Semaphore::new(limit));
    let mut notices = Notices { listener: notices, last: None };
    loop {
        if places.available_permits() == 0 {
            notices.send(&Notice::ConnectionLimit { limit });
        }
        let permit = Arc::clone(&places).acquire_owned().await.map_err(io::Error::other)?;
        match listener.accept().await {
            Ok((stream, _)) => {
                let place = Place { _permit: Arc::new(permit) };
                tokio::spawn(answer(stream, router.clone(), limits, place));
            }
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
async fn answer(stream: TcpStream, router: Router, limits: Limits, place: Place) {
    // A response or a frame is not delayed. Without this option it is only slower.
    _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router.layer(Extension(place)));
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
