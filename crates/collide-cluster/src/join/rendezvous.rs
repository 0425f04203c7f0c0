//! Connects processes: a socket to each other process, and agreement that all have the same greetings.
//!
//! Timely could open the sockets itself, but it accepts any connection, waits without a limit, and has no rounds. So
//! this module opens the sockets and passes them to timely.

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::xxh3_64;

use super::greeting::{Greeting, Progress, packed, read_until};
use super::plan::Hello;
use super::{JoinError, Notice};
use crate::Workers;

/// The timeout of a connection attempt.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(500);
/// The time before the next attempt to connect to a host whose greeting has failed.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);
/// The time limit of a greeting, from the connection to its last byte.
const HELLO_TIMEOUT: Duration = Duration::from_secs(5);
/// The limit of connections that greet at the same time. The oldest makes room for a new one.
const MAX_GREETINGS: usize = 4 * Workers::MAX;
/// The timeout of the agreement: some processes may still wait for others.
const AGREEMENT_TIMEOUT: Duration = Duration::from_secs(10);
/// The sleep between two polls.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// The time between two notices of missing hosts.
const NOTICE_INTERVAL: Duration = Duration::from_secs(2);

/// The sockets by worker, with none for the process itself, and the greetings of all.
pub(super) type Connections = (Vec<Option<TcpStream>>, Vec<Hello>);

/// A process that connects to all others.
pub(super) struct Rendezvous<'a, F> {
    pub(super) addresses: Vec<&'a str>,
    /// The address to listen on.
    pub(super) listen: &'a str,
    pub(super) hello: Hello,
    pub(super) deadline: Instant,
    pub(super) notice: F,
}

/// The connections while some are missing.
struct Meeting {
    /// By worker: its connection and its greeting.
    connected: Vec<Option<(TcpStream, Hello)>>,
    greetings: Vec<Greeting>,
    /// By worker: the time of the next attempt to connect to it.
    retry: Vec<Instant>,
}

impl Meeting {
    fn is_missing(&self, worker: usize) -> bool {
        self.connected[worker].is_none()
    }

    fn greet(&mut self, stream: TcpStream, expected: Option<usize>) {
        if self.greetings.len() >= MAX_GREETINGS {
            self.greetings.remove(0);
        }
        // A connection that is closed already is no greeting.
        self.greetings.extend(Greeting::new(stream, expected, HELLO_TIMEOUT));
    }
}

impl<F: FnMut(Notice<'_>)> Rendezvous<'_, F> {
    fn me(&self) -> usize {
        self.hello.worker as usize
    }

    /// Runs until all processes are connected and agree.
    pub(super) fn run(mut self) -> Result<Connections, JoinError> {
        let listener = self.listen()?;
        loop {
            let (mut sockets, hellos) = self.connect_all(&listener)?;
            // A process may have been restarted meanwhile. Then all connect again.
            let deadline = self.deadline.min(Instant::now() + AGREEMENT_TIMEOUT);
            match agree(&mut sockets, &hellos, deadline) {
                Ok(()) => return Ok((sockets, hellos)),
                Err(worker) if Instant::now() >= self.deadline => {
                    return Err(JoinError::Missing { missing: vec![self.addresses[worker].to_owned()] });
                }
                Err(_) => std::thread::sleep(POLL_INTERVAL),
            }
        }
    }

    fn listen(&self) -> Result<TcpListener, JoinError> {
        let address = self.listen;
        let deadline = self.deadline.min(Instant::now() + AGREEMENT_TIMEOUT);
        loop {
            let bound = TcpListener::bind(address).and_then(|listener| {
                listener.set_nonblocking(true)?;
                Ok(listener)
            });
            match bound {
                Ok(listener) => return Ok(listener),
                // The process of the previous round may still be ending.
                Err(error) if error.kind() == ErrorKind::AddrInUse && Instant::now() < deadline => {
                    std::thread::sleep(POLL_INTERVAL);
                }
                Err(error) => return Err(JoinError::Listen { address: address.to_owned(), error }),
            }
        }
    }

    fn connect_all(&mut self, listener: &TcpListener) -> Result<Connections, JoinError> {
        let (me, count) = (self.me(), self.addresses.len());
        let own = packed(&self.hello).map_err(start_error)?;
        let connected = (0..count).map(|_| None).collect();
        let mut meeting = Meeting { connected, greetings: Vec::new(), retry: vec![Instant::now(); count] };
        let mut noticed = Instant::now();
        loop {
            self.accept(listener, &mut meeting);
            self.dial(&mut meeting);
            self.advance(&mut meeting, &own);
            let missing = (0..count).filter(|worker| *worker != me && meeting.is_missing(*worker));
            let missing: Vec<_> = missing.map(|worker| self.addresses[worker]).collect();
            if missing.is_empty() {
                return self.finish(meeting);
            }
            if Instant::now() >= self.deadline {
                return Err(JoinError::Missing { missing: missing.into_iter().map(str::to_owned).collect() });
            }
            if noticed.elapsed() > NOTICE_INTERVAL {
                noticed = Instant::now();
                (self.notice)(Notice::Waiting { missing: &missing });
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    /// The sockets of timely, which block, and the greetings, with the own one in its place.
    fn finish(&self, meeting: Meeting) -> Result<Connections, JoinError> {
        let (mut sockets, mut hellos) = (Vec::new(), Vec::new());
        for connection in meeting.connected {
            let (socket, hello) =
                connection.map_or((None, self.hello.clone()), |(stream, hello)| (Some(stream), hello));
            socket.iter().try_for_each(|socket| socket.set_nonblocking(false)).map_err(start_error)?;
            sockets.push(socket);
            hellos.push(hello);
        }
        Ok((sockets, hellos))
    }

    /// Accepts the connections that wait, at most as many as may greet at the same time.
    fn accept(&mut self, listener: &TcpListener, meeting: &mut Meeting) {
        let waiting: Vec<_> = std::iter::from_fn(|| listener.accept().ok()).take(MAX_GREETINGS).collect();
        let addresses = if waiting.is_empty() { Vec::new() } else { self.peer_addresses() };
        for (stream, from) in waiting {
            if addresses.contains(&from.ip()) {
                meeting.greet(stream, None);
            } else {
                (self.notice)(Notice::Stranger { address: from });
            }
        }
    }

    /// Connects to one of the missing hosts before this one in the list. An attempt may take its whole timeout, and the
    /// greetings of others must not wait for several.
    fn dial(&self, meeting: &mut Meeting) {
        let greets = |worker| meeting.greetings.iter().any(|greeting| greeting.expected == Some(worker));
        let now = Instant::now();
        let due = (0..self.me()).filter(|worker| meeting.is_missing(*worker) && !greets(*worker));
        let due = due.filter(|worker| meeting.retry[*worker] <= now).min_by_key(|worker| meeting.retry[*worker]);
        let Some(worker) = due else { return };
        match connect(self.addresses[worker]) {
            Some(stream) => {
                meeting.greet(stream, Some(worker));
                meeting.retry[worker] = Instant::now() + RETRY_INTERVAL;
            }
            None => meeting.retry[worker] = Instant::now() + POLL_INTERVAL,
        }
    }

    /// Continues all greetings.
    fn advance(&mut self, meeting: &mut Meeting, own: &[u8]) {
        for mut greeting in std::mem::take(&mut meeting.greetings) {
            match greeting.advance(own) {
                Progress::Pending => meeting.greetings.push(greeting),
                Progress::Failed => {}
                Progress::Complete(hello) => match self.accepted(hello, greeting.expected) {
                    Ok(hello) => {
                        // A process that connects again was restarted.
                        let worker = hello.worker as usize;
                        meeting.connected[worker] = Some((greeting.stream, hello));
                    }
                    Err(reason) => (self.notice)(Notice::Refused { address: greeting.address, reason }),
                },
            }
        }
    }

    /// The addresses of peers. Names are resolved at each connection, because their addresses may change.
    fn peer_addresses(&self) -> Vec<IpAddr> {
        self.addresses.iter().flat_map(|address| resolve(address)).map(|address| address.ip()).collect()
    }

    /// Checks the greeting of a peer. It must be the `expected` worker, or one after this worker.
    fn accepted(&self, hello: Option<Hello>, expected: Option<usize>) -> Result<Hello, &'static str> {
        let hello = hello.ok_or("has another protocol version")?;
        if hello.run != self.hello.run {
            return Err("has another input or other settings");
        }
        if hello.hosts != self.hello.hosts {
            return Err("has another list of hosts");
        }
        let worker = hello.worker as usize;
        let fits = expected.map_or(worker > self.me() && worker < self.addresses.len(), |other| other == worker);
        if fits { Ok(hello) } else { Err("has another place in the list of hosts") }
    }
}

fn start_error(error: io::Error) -> JoinError {
    JoinError::Start(error.to_string())
}

fn resolve(address: &str) -> Vec<SocketAddr> {
    address.to_socket_addrs().map(Iterator::collect).unwrap_or_default()
}

fn connect(address: &str) -> Option<TcpStream> {
    resolve(address).iter().find_map(|address| TcpStream::connect_timeout(address, CONNECT_TIMEOUT).ok())
}

/// Checks that all processes have received the same greetings. Returns the first worker that does not agree.
fn agree(sockets: &mut [Option<TcpStream>], hellos: &[Hello], deadline: Instant) -> Result<(), usize> {
    let digest = postcard::to_stdvec(hellos).map(|bytes| xxh3_64(&bytes).to_le_bytes());
    let digest = digest.map_err(|_| 0_usize)?;
    let each = |sockets: &mut [Option<TcpStream>], step: &dyn Fn(&mut TcpStream) -> io::Result<()>| {
        let failed = sockets.iter_mut().position(|stream| stream.as_mut().is_some_and(|stream| step(stream).is_err()));
        failed.map_or(Ok(()), Err)
    };
    each(sockets, &|stream| stream.write_all(&digest))?;
    each(sockets, &|stream| {
        let mut other = [0; 8];
        read_until(stream, &mut other, deadline)?;
        if other == digest { Ok(()) } else { Err(ErrorKind::InvalidData.into()) }
    })?;
    each(sockets, &|stream| stream.set_read_timeout(None))
}
