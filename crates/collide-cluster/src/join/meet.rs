//! How processes find each other: sockets to all others, and the certainty that they all mean the same round.
//!
//! Timely would open them itself, but it takes whoever connects for one of the others, waits for ever and a second at a time, and
//! knows nothing of rounds. From here on they are its own.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::xxh3_64;

use super::plan::Hello;
use super::{JoinError, Notice};

/// How every greeting begins: a name and a version.
const MAGIC: [u8; 8] = *b"collclu\x01";
/// No greeting is longer.
const LONGEST: u32 = 1 << 22;
/// How long to wait for an address to answer.
const KNOCK: Duration = Duration::from_millis(500);
/// How long to wait for the words of one who has connected.
const WORDS: Duration = Duration::from_secs(2);
/// How long to wait for all to agree: some may still be waiting for others.
const AGREE: Duration = Duration::from_secs(10);
/// How long to sleep when there is nothing to do.
const NAP: Duration = Duration::from_millis(10);
/// How often to say for whom one waits.
const SAY: Duration = Duration::from_secs(2);

/// All sockets by worker, none to oneself, and what all have said.
pub(super) type Met = (Vec<Option<TcpStream>>, Vec<Hello>);

/// One who looks for the others.
pub(super) struct Meeting<'a, F> {
    pub(super) addresses: Vec<&'a str>,
    pub(super) hello: Hello,
    pub(super) deadline: Instant,
    pub(super) notice: F,
}

impl<F: FnMut(Notice<'_>)> Meeting<'_, F> {
    fn me(&self) -> usize {
        self.hello.worker as usize
    }

    /// Until all are there and agree.
    pub(super) fn run(mut self) -> Result<Met, JoinError> {
        let listener = self.listen()?;
        loop {
            let (mut sockets, hellos) = self.gather(&listener)?;
            // Someone may have gone and come again meanwhile: then they begin anew.
            if agree(&mut sockets, &hellos).is_ok() {
                return Ok((sockets, hellos));
            }
            std::thread::sleep(NAP);
        }
    }

    fn listen(&self) -> Result<TcpListener, JoinError> {
        let address = self.addresses[self.me()];
        let deadline = self.deadline.min(Instant::now() + AGREE);
        loop {
            let bound = TcpListener::bind(address).and_then(|listener| {
                listener.set_nonblocking(true)?;
                Ok(listener)
            });
            match bound {
                Ok(listener) => return Ok(listener),
                // Whoever was here before may take a moment to go.
                Err(error) if error.kind() == ErrorKind::AddrInUse && Instant::now() < deadline => {
                    std::thread::sleep(NAP);
                }
                Err(error) => return Err(JoinError::Listen { address: address.to_owned(), error }),
            }
        }
    }

    fn gather(&mut self, listener: &TcpListener) -> Result<Met, JoinError> {
        let (me, count) = (self.me(), self.addresses.len());
        let mut met: Vec<Option<(TcpStream, Hello)>> = (0..count).map(|_| None).collect();
        let mut said = Instant::now();
        loop {
            let known = self.known();
            while let Ok((stream, from)) = listener.accept() {
                if !known.contains(&from.ip()) {
                    (self.notice)(Notice::Stranger { address: from });
                } else if let Some((stream, hello)) = self.greet(stream, None) {
                    // Whoever comes again has been restarted.
                    let worker = hello.worker as usize;
                    met[worker] = Some((stream, hello));
                }
            }
            for (worker, met) in met.iter_mut().enumerate().take(me).filter(|(_, met)| met.is_none()) {
                if let Some(stream) = knock(self.addresses[worker]) {
                    *met = self.greet(stream, Some(worker));
                }
            }
            if met.iter().flatten().count() + 1 == count {
                break;
            }
            let missing = || (0..count).filter(|&worker| worker != me && met[worker].is_none());
            let missing = missing().map(|worker| self.addresses[worker]).collect::<Vec<_>>();
            if Instant::now() >= self.deadline {
                let missing = missing.into_iter().map(str::to_owned).collect();
                return Err(JoinError::Missing { missing });
            }
            if said.elapsed() > SAY {
                said = Instant::now();
                (self.notice)(Notice::Waiting { missing: &missing });
            }
            std::thread::sleep(NAP);
        }
        let (mut sockets, mut hellos) = (Vec::new(), Vec::new());
        for met in met {
            let (socket, hello) = met.map_or((None, self.hello.clone()), |(stream, hello)| (Some(stream), hello));
            sockets.push(socket);
            hellos.push(hello);
        }
        Ok((sockets, hellos))
    }

    /// From where others may come: names are looked up each time, as they may have moved.
    fn known(&self) -> Vec<IpAddr> {
        self.addresses.iter().flat_map(|address| resolve(address)).map(|address| address.ip()).collect()
    }

    /// Says who one is and hears who the other is, if it belongs here: one who is expected, or else one who comes after.
    fn greet(&mut self, mut stream: TcpStream, expected: Option<usize>) -> Option<(TcpStream, Hello)> {
        let heard = exchange(&mut stream, &self.hello).ok()?;
        let (Ok(address), own) = (stream.peer_addr(), &self.hello) else { return None };
        let what = match &heard {
            None => "is none of this version",
            Some(hello) if hello.run != own.run => "makes something else",
            Some(hello) if hello.hosts != own.hosts => "has another list of hosts",
            Some(hello) => {
                let worker = hello.worker as usize;
                let fits =
                    expected.map_or(worker > self.me() && worker < self.addresses.len(), |other| other == worker);
                if fits {
                    return heard.map(|hello| (stream, hello));
                }
                "is at another place"
            }
        };
        (self.notice)(Notice::Refused { address, what });
        // Not all the time.
        std::thread::sleep(KNOCK);
        None
    }
}

fn resolve(address: &str) -> Vec<SocketAddr> {
    address.to_socket_addrs().map(Iterator::collect).unwrap_or_default()
}

fn knock(address: &str) -> Option<TcpStream> {
    resolve(address).iter().find_map(|address| TcpStream::connect_timeout(address, KNOCK).ok())
}

/// Both say who they are; `None` if the other's words are not those of one of this kind.
fn exchange(stream: &mut TcpStream, hello: &Hello) -> io::Result<Option<Hello>> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(WORDS))?;
    stream.set_write_timeout(Some(WORDS))?;
    let words = postcard::to_stdvec(hello).map_err(|_| ErrorKind::InvalidData)?;
    let length = u32::try_from(words.len()).map_err(|_| ErrorKind::InvalidData)?;
    stream.write_all(&[&MAGIC[..], &length.to_le_bytes(), &words].concat())?;
    let mut header = [0; 12];
    stream.read_exact(&mut header)?;
    let [m0, m1, m2, m3, m4, m5, m6, m7, length @ ..] = header;
    let length = u32::from_le_bytes(length);
    if [m0, m1, m2, m3, m4, m5, m6, m7] != MAGIC || length > LONGEST {
        return Ok(None);
    }
    let mut words = vec![0; length as usize];
    stream.read_exact(&mut words)?;
    Ok(postcard::from_bytes(&words).ok())
}

/// Whether all have heard the same of all.
fn agree(sockets: &mut [Option<TcpStream>], hellos: &[Hello]) -> io::Result<()> {
    let words = postcard::to_stdvec(hellos).map_err(|_| ErrorKind::InvalidData)?;
    let digest = xxh3_64(&words).to_le_bytes();
    for stream in sockets.iter_mut().flatten() {
        stream.set_read_timeout(Some(AGREE))?;
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
