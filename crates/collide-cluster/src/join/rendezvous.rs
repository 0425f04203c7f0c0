//! Connects processes: a socket to each other process, and agreement that all have the same greetings.
//!
//! Timely could open the sockets itself, but it accepts any connection, waits without a limit, and has no rounds. So
//! this module opens the sockets and passes them to timely.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::xxh3_64;

use super::plan::Hello;
use super::{JoinError, Notice};

/// The first bytes of a greeting: a name and a version.
const MAGIC: [u8; 8] = *b"collclu\x01";
/// The limit of the length of a greeting, in bytes.
const MAX_HELLO_BYTES: u32 = 1 << 22;
/// The timeout of a connection attempt.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(500);
/// The timeout of a greeting.
const HELLO_TIMEOUT: Duration = Duration::from_secs(2);
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
    pub(super) hello: Hello,
    pub(super) deadline: Instant,
    pub(super) notice: F,
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
            if agree(&mut sockets, &hellos).is_ok() {
                return Ok((sockets, hellos));
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    fn listen(&self) -> Result<TcpListener, JoinError> {
        let address = self.addresses[self.me()];
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
        let mut connections: Vec<Option<(TcpStream, Hello)>> = (0..count).map(|_| None).collect();
        let mut noticed = Instant::now();
        loop {
            let addresses = self.peer_addresses();
            while let Ok((stream, from)) = listener.accept() {
                if !addresses.contains(&from.ip()) {
                    (self.notice)(Notice::Stranger { address: from });
                } else if let Some((stream, hello)) = self.handshake(stream, None) {
                    // A process that connects again was restarted.
                    let worker = hello.worker as usize;
                    connections[worker] = Some((stream, hello));
                }
            }
            for (worker, connection) in
                connections.iter_mut().enumerate().take(me).filter(|(_, connection)| connection.is_none())
            {
                if let Some(stream) = connect(self.addresses[worker]) {
                    *connection = self.handshake(stream, Some(worker));
                }
            }
            if connections.iter().flatten().count() + 1 == count {
                break;
            }
            let missing = || (0..count).filter(|&worker| worker != me && connections[worker].is_none());
            let missing = missing().map(|worker| self.addresses[worker]).collect::<Vec<_>>();
            if Instant::now() >= self.deadline {
                let missing = missing.into_iter().map(str::to_owned).collect();
                return Err(JoinError::Missing { missing });
            }
            if noticed.elapsed() > NOTICE_INTERVAL {
                noticed = Instant::now();
                (self.notice)(Notice::Waiting { missing: &missing });
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        let (mut sockets, mut hellos) = (Vec::new(), Vec::new());
        for connection in connections {
            let (socket, hello) =
                connection.map_or((None, self.hello.clone()), |(stream, hello)| (Some(stream), hello));
            sockets.push(socket);
            hellos.push(hello);
        }
        Ok((sockets, hellos))
    }

    /// The addresses of peers. Names are resolved each time, because their addresses may change.
    fn peer_addresses(&self) -> Vec<IpAddr> {
        self.addresses.iter().flat_map(|address| resolve(address)).map(|address| address.ip()).collect()
    }

    /// Exchanges greetings with a peer. It must be the `expected` worker, or one after this worker.
    fn handshake(&mut self, mut stream: TcpStream, expected: Option<usize>) -> Option<(TcpStream, Hello)> {
        let received = exchange(&mut stream, &self.hello).ok()?;
        let (Ok(address), own) = (stream.peer_addr(), &self.hello) else { return None };
        let reason = match &received {
            None => "has another protocol version",
            Some(hello) if hello.run != own.run => "has another input or other settings",
            Some(hello) if hello.hosts != own.hosts => "has another list of hosts",
            Some(hello) => {
                let worker = hello.worker as usize;
                let fits =
                    expected.map_or(worker > self.me() && worker < self.addresses.len(), |other| other == worker);
                if fits {
                    return received.map(|hello| (stream, hello));
                }
                "has another place in the list of hosts"
            }
        };
        (self.notice)(Notice::Refused { address, reason });
        // A rejected peer tries again; this limits the rate.
        std::thread::sleep(CONNECT_TIMEOUT);
        None
    }
}

fn resolve(address: &str) -> Vec<SocketAddr> {
    address.to_socket_addrs().map(Iterator::collect).unwrap_or_default()
}

fn connect(address: &str) -> Option<TcpStream> {
    resolve(address).iter().find_map(|address| TcpStream::connect_timeout(address, CONNECT_TIMEOUT).ok())
}

/// Exchanges greetings. Returns `None` if the received bytes are not a greeting of this version.
fn exchange(stream: &mut TcpStream, hello: &Hello) -> io::Result<Option<Hello>> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(HELLO_TIMEOUT))?;
    stream.set_write_timeout(Some(HELLO_TIMEOUT))?;
    let bytes = postcard::to_stdvec(hello).map_err(|_| ErrorKind::InvalidData)?;
    let length = u32::try_from(bytes.len()).map_err(|_| ErrorKind::InvalidData)?;
    stream.write_all(&[&MAGIC[..], &length.to_le_bytes(), &bytes].concat())?;
    let mut header = [0; 12];
    stream.read_exact(&mut header)?;
    let [m0, m1, m2, m3, m4, m5, m6, m7, length @ ..] = header;
    let length = u32::from_le_bytes(length);
    if [m0, m1, m2, m3, m4, m5, m6, m7] != MAGIC || length > MAX_HELLO_BYTES {
        return Ok(None);
    }
    let mut bytes = vec![0; length as usize];
    stream.read_exact(&mut bytes)?;
    Ok(postcard::from_bytes(&bytes).ok())
}

/// Checks that all processes have received the same greetings.
fn agree(sockets: &mut [Option<TcpStream>], hellos: &[Hello]) -> io::Result<()> {
    let bytes = postcard::to_stdvec(hellos).map_err(|_| ErrorKind::InvalidData)?;
    let digest = xxh3_64(&bytes).to_le_bytes();
    for stream in sockets.iter_mut().flatten() {
        stream.set_read_timeout(Some(AGREEMENT_TIMEOUT))?;
        stream.write_all(&digest)?;
    }
    for stream in sockets.iter_mut().flatten() {
        let mut other = [0; 8];
        stream.read_exact(&mut other)?;
        if other != digest {
            return Err(ErrorKind::InvalidData.into());
        }
    }
    for stream in sockets.iter_mut().flatten() {
        stream.set_read_timeout(None)?;
        stream.set_write_timeout(None)?;
    }
    Ok(())
}
