//! Connects processes: a socket to each other process, and agreement that all have the same greetings.
//!
//! Timely could open the sockets itself, but it accepts any connection, waits without a limit, and has no rounds. So
//! this module opens the sockets and passes them to timely.

use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::xxh3_64;

use super::greeting::{Greeting, Progress, TAKEN, packed, read_until};
use super::hello::{Difference, Hello};
use super::{JoinError, Notice};
use crate::Workers;

/// The timeout of a connection attempt.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(500);
/// The time before the next attempt to connect to a host whose greeting has failed.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);
/// The time limit of a greeting, from the connection to its last byte.
const HELLO_TIMEOUT: Duration = Duration::from_secs(5);
/// The time after which an address in use belongs to a process that stays. A process of the previous round ends earlier.
const IN_USE_PATIENCE: Duration = Duration::from_secs(1);
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
    /// The processes whose open connection another process with the same place has replaced. Such a process has ended,
    /// unless it connects again.
    replaced: Vec<u64>,
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
        let own = packed(&self.hello).map_err(start_error)?;
        let mut probe = Instant::now() + IN_USE_PATIENCE;
        let deadline = self.deadline.min(Instant::now() + AGREEMENT_TIMEOUT);
        loop {
            let bound = TcpListener::bind(address).and_then(|listener| {
                listener.set_nonblocking(true)?;
                Ok(listener)
            });
            match bound {
                Ok(listener) => return Ok(listener),
                Err(error) if error.kind() == ErrorKind::AddrInUse && Instant::now() < deadline => {
                    if Instant::now() > probe {
                        if self.is_taken(&own) {
                            return Err(self.taken(address));
                        }
                        probe = Instant::now() + RETRY_INTERVAL;
                    }
                    std::thread::sleep(POLL_INTERVAL);
                }
                Err(error) => return Err(JoinError::Listen { address: address.to_owned(), error }),
            }
        }
    }

    /// Whether a process with the place of this one listens on its address.
    fn is_taken(&self, own: &[u8]) -> bool {
        let greeting = connect(self.listen).and_then(|stream| Greeting::new(stream, None, CONNECT_TIMEOUT).ok());
        let Some(mut greeting) = greeting else { return false };
        loop {
            match greeting.advance(own) {
                Progress::Pending => std::thread::sleep(POLL_INTERVAL),
                Progress::Complete(Some(hello)) => return self.has_own_place(&hello),
                Progress::Complete(None) | Progress::Failed => return false,
            }
        }
    }

    /// Whether a peer with the same list of hosts has the place of this process in it.
    fn has_own_place(&self, hello: &Hello) -> bool {
        (hello.hosts, hello.worker) == (self.hello.hosts, self.hello.worker)
    }

    fn taken(&self, address: &str) -> JoinError {
        JoinError::Taken { address: address.to_owned(), listed: self.addresses[self.me()].to_owned() }
    }

    fn connect_all(&mut self, listener: &TcpListener) -> Result<Connections, JoinError> {
        let (me, count) = (self.me(), self.addresses.len());
        let own = packed(&self.hello).map_err(start_error)?;
        let connected = (0..count).map(|_| None).collect();
        let retry = vec![Instant::now(); count];
        let mut meeting = Meeting { connected, greetings: Vec::new(), retry, replaced: Vec::new() };
        let mut noticed = Instant::now();
        loop {
            self.accept(listener, &mut meeting);
            self.dial(&mut meeting);
            self.advance(&mut meeting, &own)?;
            self.check_connected(&mut meeting)?;
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

    /// Continues all greetings. Errors: [`JoinError::Option`] and [`JoinError::Taken`].
    fn advance(&mut self, meeting: &mut Meeting, own: &[u8]) -> Result<(), JoinError> {
        for mut greeting in std::mem::take(&mut meeting.greetings) {
            let (address, expected) = (greeting.address, greeting.expected);
            match greeting.advance(own) {
                Progress::Pending => meeting.greetings.push(greeting),
                Progress::Failed => {}
                Progress::Complete(Some(hello)) if self.has_own_place(&hello) => match expected {
                    Some(worker) => return Err(self.taken(self.addresses[worker])),
                    None => {
                        let listed = self.addresses[self.me()];
                        (self.notice)(Notice::Taken { address, listed });
                    }
                },
                Progress::Complete(hello) => match self.accepted(hello, expected) {
                    Ok(hello) => {
                        if let Some(Difference { option, here, there }) = self.hello.difference(&hello) {
                            let address = self.addresses[hello.worker as usize].to_owned();
                            return Err(JoinError::Option { address, option, here, there });
                        }
                        self.welcome(meeting, greeting.stream, address, hello);
                    }
                    Err(reason) => {
                        if let Some(worker) = expected {
                            meeting.retry[worker] = Instant::now() + NOTICE_INTERVAL;
                        }
                        (self.notice)(Notice::Refused { address, reason });
                    }
                },
            }
        }
        Ok(())
    }

    /// Adds a connection. It replaces that of a process with the same place, which was restarted. If a replaced process
    /// connects again, both run, and both are rejected.
    fn welcome(&mut self, meeting: &mut Meeting, stream: TcpStream, address: SocketAddr, hello: Hello) {
        let (worker, instance) = (hello.worker as usize, hello.instance);
        let old = meeting.connected[worker].take();
        let other = old.filter(|(other, hello)| hello.instance != instance && is_open(other));
        meeting.replaced.extend(other.iter().map(|(_, hello)| hello.instance));
        match other {
            Some((other, _)) if meeting.replaced.contains(&instance) => {
                (self.notice)(Notice::Taken { address, listed: self.addresses[worker] });
                for mut rejected in [stream, other] {
                    // If it cannot be sent, the process connects again.
                    let _ = rejected.write_all(&TAKEN);
                }
            }
            _ => meeting.connected[worker] = Some((stream, hello)),
        }
    }

    /// Removes closed connections. Errors: [`JoinError::Taken`] if a peer has rejected this process.
    fn check_connected(&self, meeting: &mut Meeting) -> Result<(), JoinError> {
        for (worker, connection) in meeting.connected.iter_mut().enumerate() {
            let Some((stream, _)) = connection else { continue };
            let mut sent = TAKEN.map(|_| 0);
            if stream.peek(&mut sent).is_ok() && sent == TAKEN {
                return Err(self.taken(self.addresses[worker]));
            }
            if !is_open(stream) {
                *connection = None;
            }
        }
        Ok(())
    }

    /// The addresses of peers. Names are resolved at each connection, because their addresses may change.
    fn peer_addresses(&self) -> Vec<IpAddr> {
        self.addresses.iter().flat_map(|address| resolve(address)).map(|address| address.ip()).collect()
    }

    /// Checks the greeting of a peer. It must be the `expected` worker, or one after this worker.
    fn accepted(&self, hello: Option<Hello>, expected: Option<usize>) -> Result<Hello, &'static str> {
        let hello = hello.ok_or("has another protocol version")?;
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

/// Whether the other end of a socket that does not block is open, as far as this machine knows.
fn is_open(stream: &TcpStream) -> bool {
    match stream.peek(&mut [0]) {
        Ok(count) => count > 0,
        Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
    }
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
