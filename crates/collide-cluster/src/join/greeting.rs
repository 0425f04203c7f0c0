//! The greetings of two processes over a socket that does not block, so that a silent peer does not delay the others.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use super::hello::Hello;

/// The first bytes of a greeting: a name and a version.
const MAGIC: [u8; 8] = *b"collclu\x03";
/// The name, the version and the length of the rest.
const HEADER: usize = 12;
/// Sent after the greetings, to a process whose place in the list of hosts another process has as well.
pub(super) const TAKEN: [u8; 8] = *b"colltwin";
/// The limit of the length of a greeting, in bytes.
const MAX_HELLO_BYTES: usize = 1 << 22;

/// The bytes of the own greeting, which each peer gets.
pub(super) fn packed(hello: &Hello) -> io::Result<Vec<u8>> {
    let bytes = postcard::to_stdvec(hello).map_err(|_| ErrorKind::InvalidData)?;
    framed(&bytes)
}

/// Puts the header before the bytes of a greeting.
pub(super) fn framed(body: &[u8]) -> io::Result<Vec<u8>> {
    let length = u32::try_from(body.len()).map_err(|_| ErrorKind::InvalidData)?;
    Ok([&MAGIC[..], &length.to_le_bytes(), body].concat())
}

/// A socket on which greetings are exchanged: the own one is sent and that of the peer is received, both until the
/// deadline.
pub(super) struct Greeting {
    pub(super) stream: TcpStream,
    pub(super) address: SocketAddr,
    /// The worker that must answer, if this process has opened the connection.
    pub(super) expected: Option<usize>,
    deadline: Instant,
    sent: usize,
    received: Vec<u8>,
}

/// The progress of a greeting.
pub(super) enum Progress {
    Pending,
    /// Both greetings are complete. `None` if the peer has sent something else.
    Complete(Option<Hello>),
    /// The connection is closed, or the time is up.
    Failed,
}

impl Greeting {
    pub(super) fn new(stream: TcpStream, expected: Option<usize>, patience: Duration) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        let address = stream.peer_addr()?;
        Ok(Self { stream, address, expected, deadline: Instant::now() + patience, sent: 0, received: Vec::new() })
    }

    /// Sends and receives what is possible without waiting.
    pub(super) fn advance(&mut self, own: &[u8]) -> Progress {
        match self.transfer(own) {
            Ok(Some(hello)) => Progress::Complete(hello),
            Ok(None) if Instant::now() < self.deadline => Progress::Pending,
            Ok(None) | Err(_) => Progress::Failed,
        }
    }

    fn transfer(&mut self, own: &[u8]) -> io::Result<Option<Option<Hello>>> {
        while self.sent < own.len() {
            match self.stream.write(&own[self.sent..]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if !self.receive(HEADER)? {
            return Ok(None);
        }
        let Some(length) = body_length(&self.received) else { return Ok(Some(None)) };
        if !self.receive(HEADER + length)? || self.sent < own.len() {
            return Ok(None);
        }
        Ok(Some(postcard::from_bytes(&self.received[HEADER..]).ok()))
    }

    /// Receives up to `length` bytes in all. Returns whether these are complete. Later bytes belong to the agreement
    /// and stay in the socket.
    fn receive(&mut self, length: usize) -> io::Result<bool> {
        let missing = length.saturating_sub(self.received.len());
        match (&self.stream).take(missing as u64).read_to_end(&mut self.received) {
            Ok(count) if count == missing => Ok(true),
            Ok(_) => Err(ErrorKind::UnexpectedEof.into()),
            // The bytes before the error are kept.
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// The greeting in a buffer, with its header. `None` if a peer would be refused or still be waited for.
#[cfg(feature = "fuzzing")]
pub(super) fn unpacked(bytes: &[u8]) -> Option<Hello> {
    postcard::from_bytes(bytes.get(HEADER..HEADER + body_length(bytes)?)?).ok()
}

/// The length of a greeting after its header; `None` if it is not of this version, or too long.
fn body_length(header: &[u8]) -> Option<usize> {
    let [m0, m1, m2, m3, m4, m5, m6, m7, length @ ..] = *header.first_chunk::<HEADER>()?;
    let length = u32::from_le_bytes(length) as usize;
    ([m0, m1, m2, m3, m4, m5, m6, m7] == MAGIC && length <= MAX_HELLO_BYTES).then_some(length)
}

/// Fills a buffer from a socket that blocks, with one deadline for all of it.
pub(super) fn read_until(stream: &mut TcpStream, mut buffer: &mut [u8], deadline: Instant) -> io::Result<()> {
    while !buffer.is_empty() {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(buffer) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => buffer = &mut buffer[count..],
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
