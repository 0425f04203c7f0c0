//! Publishes the metrics of `--status`: in a file, or to monitors that ask by HTTP (`requests.rs`).

use std::fs;
use std::io::{self, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tracing::{info, warn};

use super::requests::serve;
use super::status::Status;
use crate::failure::{ClusterFailure, Failure};
use crate::output::replace_file;

/// The time between two writes of the file.
const FILE_PERIOD: Duration = Duration::from_secs(1);

/// A status that several threads share.
pub(super) type SharedStatus = Arc<Mutex<Status>>;

/// Where the metrics are published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StatusTarget {
    File(PathBuf),
    Address(String),
}

impl FromStr for StatusTarget {
    type Err = std::convert::Infallible;

    /// An address ends with a colon and a port, and has no separator of folders.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let port = text.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port);
        let is_address = port.is_some_and(|port| port.parse::<u16>().is_ok()) && !text.contains(['/', '\\']);
        Ok(if is_address { Self::Address(text.to_owned()) } else { Self::File(text.into()) })
    }
}

/// Publishes a status until it is dropped.
pub(super) struct Publisher {
    /// The thread that writes the file ends when the sender is dropped.
    file: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Publisher {
    pub(super) fn start(target: Option<&StatusTarget>, status: &SharedStatus) -> Result<Self, Failure> {
        let status = Arc::clone(status);
        let file = match target {
            None => None,
            Some(StatusTarget::File(path)) => {
                write_file(path, &status).map_err(Failure::writing(path))?;
                let (sender, end) = channel();
                let path = path.clone();
                let thread = std::thread::spawn(move || {
                    while end.recv_timeout(FILE_PERIOD) == Err(RecvTimeoutError::Timeout) {
                        write_or_warn(&path, &status);
                    }
                    write_or_warn(&path, &status);
                });
                Some((sender, thread))
            }
            Some(StatusTarget::Address(address)) => {
                let fails = |error| ClusterFailure::Status { address: address.clone(), error };
                let listener = TcpListener::bind(address).map_err(fails)?;
                let address = listener.local_addr().map_err(fails)?;
                info!("status: http://{address}/metrics");
                std::thread::spawn(move || serve(&listener, move || text(&status)));
                None
            }
        };
        Ok(Self { file })
    }
}

impl Drop for Publisher {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.file.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

fn text(status: &SharedStatus) -> String {
    status.lock().unwrap_or_else(PoisonError::into_inner).to_string()
}

/// Replaces the file, so that a monitor never reads a part of it.
fn write_file(path: &Path, status: &SharedStatus) -> io::Result<()> {
    // Opening a pipe would wait for its reader.
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(io::Error::other("must be a regular file"));
    }
    let text = text(status);
    replace_file(path, |file| file.write_all(text.as_bytes()))
}

fn write_or_warn(path: &Path, status: &SharedStatus) {
    if let Err(error) = write_file(path, status) {
        warn!("status: {}: cannot write: {error}", path.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_end_with_a_port() {
        let target = |text: &str| text.parse::<StatusTarget>().unwrap();
        for address in ["127.0.0.1:9100", "[::1]:0", "monitor:80"] {
            assert_eq!(target(address), StatusTarget::Address(address.to_owned()));
        }
        for file in ["status.prom", "/run/collide:1", "a:b", ":1", "C:\\status.prom", "host:99999"] {
            assert_eq!(target(file), StatusTarget::File(file.into()));
        }
    }
}
