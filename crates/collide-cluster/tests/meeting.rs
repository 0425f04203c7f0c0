//! Two processes meet, while other connections stay silent, send slowly, or send something else.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use collide_cluster::{Hosts, Join, JoinError};

/// Longer than any of these meetings takes on a slow machine.
const WAIT: Duration = Duration::from_secs(30);

/// Two addresses of this machine that are free at the moment.
fn two_addresses() -> [SocketAddr; 2] {
    [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap()).map(|listener| listener.local_addr().unwrap())
}

/// Joins as the process at a place, on a thread. Returns the number of workers, and all notices.
fn join(addresses: [SocketAddr; 2], place: usize, wait: Duration) -> JoinHandle<(Result<u32, JoinError>, Vec<String>)> {
    std::thread::spawn(move || {
        let hosts: Hosts = addresses.map(|address| address.to_string()).join("\n").parse().unwrap();
        let join = Join { hosts: &hosts, place, listen: None, run: 1, round: 1, emitted: None, wait };
        let mut notices = vec![];
        let round = join.connect(None, |notice| notices.push(notice.to_string()));
        (round.map(|round| round.start.workers), notices)
    })
}

/// Connects to a process that may not listen yet.
fn connect(address: SocketAddr) -> TcpStream {
    let begin = Instant::now();
    loop {
        match TcpStream::connect(address) {
            Ok(stream) => return stream,
            Err(error) => assert!(begin.elapsed() < WAIT, "{error}"),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn silent_connections_do_not_delay_the_peer() {
    let addresses = two_addresses();
    let first = join(addresses, 0, WAIT);
    // In turn, these would take longer than the processes wait.
    let silent: Vec<_> = (0..20).map(|_| connect(addresses[0])).collect();
    let second = join(addresses, 1, WAIT);
    for process in [first, second] {
        let (workers, notices) = process.join().unwrap();
        assert_eq!(workers.unwrap(), 2, "{notices:?}");
    }
    drop(silent);
}

#[test]
fn a_drip_does_not_outlast_the_wait() {
    let addresses = two_addresses();
    let begin = Instant::now();
    let process = join(addresses, 0, Duration::from_secs(2));
    let mut drip = connect(addresses[0]);
    // The header of a greeting of 4 MiB, which would take two days.
    drip.write_all(b"collclu\x02\x00\x00\x40\x00").unwrap();
    let drip = std::thread::spawn(move || {
        while drip.write_all(&[0]).is_ok() {
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let (workers, _) = process.join().unwrap();
    assert!(matches!(workers, Err(JoinError::Missing { missing }) if missing == [addresses[1].to_string()]));
    assert!(begin.elapsed() < WAIT);
    drip.join().unwrap();
}

#[test]
fn a_connection_that_drips_the_agreement_does_not_outlast_the_wait() {
    let addresses = two_addresses();
    let begin = Instant::now();
    let process = join(addresses, 0, Duration::from_secs(3));
    // The other process says what this one says, but for its number.
    let mut other = connect(addresses[0]);
    let mut hello = [0; 12];
    other.read_exact(&mut hello).unwrap();
    let length = u32::from_le_bytes(hello[8..].try_into().unwrap());
    let mut body = vec![0; length as usize];
    other.read_exact(&mut body).unwrap();
    assert_eq!(body[0], 0, "the worker");
    body[0] = 1;
    other.write_all(&[&hello[..], &body].concat()).unwrap();
    let drip = std::thread::spawn(move || {
        while other.write_all(&[0]).is_ok() {
            std::thread::sleep(Duration::from_millis(600));
        }
    });
    let (workers, _) = process.join().unwrap();
    assert!(matches!(workers, Err(JoinError::Missing { missing }) if missing == [addresses[1].to_string()]));
    assert!(begin.elapsed() < WAIT);
    drip.join().unwrap();
}

#[test]
fn other_protocols_are_rejected_and_named() {
    let addresses = two_addresses();
    let first = join(addresses, 0, WAIT);
    let others: Vec<_> = (0..3)
        .map(|_| {
            let mut other = connect(addresses[0]);
            other.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
            other
        })
        .collect();
    // A rejected connection is closed.
    for mut other in others {
        other.set_read_timeout(Some(WAIT)).unwrap();
        let mut greeting = vec![];
        let _ = other.read_to_end(&mut greeting);
        assert!(greeting.starts_with(b"collclu"));
    }
    let second = join(addresses, 1, WAIT);
    let (workers, notices) = first.join().unwrap();
    let refused = notices.iter().filter(|notice| notice.ends_with("has another protocol version"));
    assert_eq!((workers.unwrap(), refused.count()), (2, 3), "{notices:?}");
    assert_eq!(second.join().unwrap().0.unwrap(), 2);
}
