//! A proxy that makes a link slow, holds it, or cuts it.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The sleep of a link that is held.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A link to a process. It delays all bytes, and limits their rate, in each direction.
pub struct Proxy {
    pub address: SocketAddr,
    link: Arc<Link>,
}

struct Link {
    delay: Duration,
    bytes_per_second: u32,
    is_cut: AtomicBool,
    is_held: AtomicBool,
    streams: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    /// Listens on an address of its own, and connects to `target` for each connection.
    pub fn start(target: SocketAddr, delay: Duration, bytes_per_second: u32) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (is_cut, is_held) = (AtomicBool::new(false), AtomicBool::new(false));
        let link = Arc::new(Link { delay, bytes_per_second, is_cut, is_held, streams: Mutex::default() });
        let shared = Arc::clone(&link);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                // Otherwise the connection is closed.
                if let Ok(other) = TcpStream::connect(target)
                    && !shared.is_cut.load(Ordering::SeqCst)
                {
                    shared.join(stream, other);
                }
            }
        });
        Self { address, link }
    }

    /// Closes all connections and accepts no others.
    pub fn cut(&self) {
        self.link.is_cut.store(true, Ordering::SeqCst);
        for stream in self.link.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Accepts connections again.
    pub fn restore(&self) {
        self.link.is_cut.store(false, Ordering::SeqCst);
    }

    /// Passes on no bytes until this is called with false. The connections stay open.
    pub fn hold(&self, is_held: bool) {
        self.link.is_held.store(is_held, Ordering::SeqCst);
    }
}

impl Link {
    fn join(self: &Arc<Self>, one: TcpStream, other: TcpStream) {
        for stream in [&one, &other] {
            stream.set_nodelay(true).unwrap();
        }
        let mut streams = self.streams.lock().unwrap();
        streams.extend([one.try_clone().unwrap(), other.try_clone().unwrap()]);
        self.pump(one.try_clone().unwrap(), other.try_clone().unwrap());
        self.pump(other, one);
    }

    /// Passes on the bytes of a direction. A thread reads them, and another one writes them when they are due.
    fn pump(self: &Arc<Self>, mut from: TcpStream, to: TcpStream) {
        let (sender, chunks) = channel();
        let (reader, writer) = (Arc::clone(self), Arc::clone(self));
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = from.read(&mut chunk) {
                if sender.send((Instant::now() + reader.delay, chunk[..count].to_vec())).is_err() {
                    return;
                }
            }
        });
        std::thread::spawn(move || writer.write(&chunks, to));
    }

    fn write(&self, chunks: &Receiver<(Instant, Vec<u8>)>, mut to: TcpStream) {
        for (due, chunk) in chunks {
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            while self.is_held.load(Ordering::SeqCst) {
                std::thread::sleep(POLL_INTERVAL);
            }
            if to.write_all(&chunk).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_secs(1) * chunk.len() as u32 / self.bytes_per_second);
        }
        let _ = to.shutdown(Shutdown::Write);
    }
}
