use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

/// The limits of a [`Server`](crate::Server): its connections, and the memory for clients that are gone.
///
/// ```
/// use collide_viewer::{Limits, Server};
///
/// let limits = Limits { max_connections: 64, ..Limits::default() };
/// let server = Server::bind("127.0.0.1:0".parse()?)?.with_limits(limits);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of open connections. Further ones wait until one ends. At least 1. Default: 512.
    pub max_connections: usize,
    /// The number of open connections from one IPv4 address, or from one /64 prefix of IPv6. Further ones get 429.
    /// Loopback addresses have no limit of their own: all clients of this machine have the same address. At least 1.
    /// Default: 128.
    pub max_connections_per_address: usize,
    /// The time in which the head of a request must arrive. A connection without a request is closed after this time,
    /// too. Default: 10 s.
    pub header_timeout: Duration,
    /// The time for which a connection answers requests. Then it is closed, and the browser opens another one. So slow
    /// bodies, and clients that do not read the response, do not hold a connection for longer. Default: 60 s.
    pub connection_timeout: Duration,
    /// The time after which a WebSocket is closed if nothing arrives on it, not even the answer to a ping. The server
    /// sends three pings in this time. Default: 45 s.
    pub silence_timeout: Duration,
    /// The time for which an arena without clients keeps its world and its history. Then it frees them; its next client
    /// sees the same scene at its start. The copies of the world of a program are freed as well. A recording is kept, and
    /// paused. Default: 30 s.
    pub idle_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_connections: 512,
            max_connections_per_address: 128,
            header_timeout: Duration::from_secs(10),
            connection_timeout: Duration::from_secs(60),
            silence_timeout: Duration::from_secs(45),
            idle_timeout: Duration::from_secs(30),
        }
    }
}

/// A problem of a running [`Server`](crate::Server) that its operator should know about. The server goes on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Notice {
    /// As many connections are open as the limit allows.
    #[error("connections: the limit of {limit} is reached; further ones wait until one ends")]
    ConnectionLimit {
        /// The limit.
        limit: usize,
    },
    /// The system accepts no connection, for example because the process has too many open files.
    #[error("connections: cannot accept another one, trying again every second: {0}")]
    Accept(io::Error),
}

/// Called for each notice.
#[derive(Clone)]
pub(crate) struct Listener(pub(crate) Arc<dyn Fn(&Notice) + Send + Sync>);

impl Default for Listener {
    fn default() -> Self {
        Self(Arc::new(|notice| eprintln!("{notice}")))
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}
