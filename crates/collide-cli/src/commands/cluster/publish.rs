//! Publishes the metrics of `--status`: in a file, or to monitors that ask by HTTP.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tracing::{info, warn};

use super::status::Status;
use crate::failure::{ClusterFailure, Failure};
use crate::output::replace_file;

/// The time between two writes of the file.
const FILE_PERIOD: Duration = Duration::from_secs(1);
/// The time limit of a request, from the connection to its last byte, and of the answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);
/// The limit of the length of a request, in bytes.
const MAX_REQUEST_BYTES: usize = 8 << 10;
/// The limit of requests at the same time. Further connections are closed.
const MAX_REQUESTS: usize = 16;

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
                std::thread::spawn(move || serve(&listener, &status));
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

/// Answers requests, each on a thread.
fn serve(listener: &TcpListener, status: &SharedStatus) {
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // There are no free descriptors at the moment.
            std::thread::sleep(FILE_PERIOD);
            continue;
        };
        let slot = Slot::take(&open);
        if slot.0.load(Ordering::Relaxed) <= MAX_REQUESTS {
            let status = Arc::clone(status);
            let answer = move || {
                // A monitor that closes the connection needs no answer.
                let _ = answer(stream, &status);
                drop(slot);
            };
            // Without a thread the connection is closed.
            let _ = std::thread::Builder::new().spawn(answer);
        }
    }
}

/// One of the requests that are answered at the same time, until it is dropped.
struct Slot(Arc<AtomicUsize>);

impl Slot {
    fn take(open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(open))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn answer(mut stream: TcpStream, status: &SharedStatus) -> io::Result<()> {
    let Some(request) = read_request(&mut stream)? else { return Ok(()) };
    let mut words = request.split(|byte| byte.is_ascii_whitespace());
    let (code, body) = match (words.next(), words.next()) {
        (Some(b"GET" | b"HEAD"), Some(b"/" | b"/metrics")) => ("200 OK", text(status)),
        (Some(b"GET" | b"HEAD"), _) => ("404 Not Found", "the metrics are at /metrics\n".to_owned()),
        _ => ("405 Method Not Allowed", "GET only\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {code}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    stream.set_write_timeout(Some(REQUEST_TIMEOUT))?;
    stream.write_all(head.as_bytes())?;
    if !request.starts_with(b"HEAD ") {
        stream.write_all(body.as_bytes())?;
    }
    Ok(())
}

/// The head of a request; `None` if it is not complete in time, or too long.
fn read_request(stream: &mut TcpStream) -> io::Result<Option<Vec<u8>>> {
    let deadline = Instant::now() + REQUEST_TIMEOUT;
    let (mut request, mut chunk) = (Vec::new(), [0; 1024]);
    while request.len() < MAX_REQUEST_BYTES {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut chunk)? {
            0 => break,
            count => request.extend_from_slice(&chunk[..count]),
        }
        if request.windows(4).any(|end| end == b"\r\n\r\n") {
            return Ok(Some(request));
        }
    }
    Ok(None)
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
