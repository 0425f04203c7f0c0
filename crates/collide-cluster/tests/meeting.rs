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

/// The number of workers, and all notices.
type Joined = (Result<u32, JoinError>, Vec<String>);

/// Joins as the process at a place, on a thread.
fn join(addresses: [SocketAddr; 2], place: usize, wait: Duration) -> JoinHandle<Joined> {
    join_with(addresses.to_vec(), place, None, "", wait)
}

/// With an address to listen on and the value of an option.
fn join_with(
    addresses: Vec<SocketAddr>,
    place: usize,
    listen: Option<&'static str>,
    value: &'static str,
    wait: Duration,
) -> JoinHandle<Joined> {
    std::thread::spawn(move || {
        let hosts: Vec<_> = addresses.iter().map(ToString::to_string).collect();
        let hosts: Hosts = hosts.join("\n").parse().unwrap();
        let options = [("seed".to_owned(), "5".to_owned()), ("tile".to_owned(), value.to_owned())];
        let run = 1 + value.len() as u64;
        let join = Join { hosts: &hosts, place, listen, run, options: &options, round: 1, emitted: None, wait };
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
    drip.write_all(b"collclu\x03\x00\x00\x40\x00").unwrap();
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

#[test]
fn processes_with_different_options_end_and_name_the_option() {
    let addresses = two_addresses();
    let begin = Instant::now();
    let processes =
        [(0, ""), (1, "long")].map(|(place, value)| join_with(addresses.to_vec(), place, None, value, WAIT));
    let values = processes.map(|process| match process.join().unwrap().0 {
        Err(JoinError::Option { address, option, here, there }) => (address, option, here, there),
        other => panic!("{other:?}"),
    });
    let named = |address: SocketAddr, here: &str, there: &str| {
        (address.to_string(), "tile".to_owned(), here.to_owned(), there.to_owned())
    };
    assert_eq!(values, [named(addresses[1], "", "long"), named(addresses[0], "long", "")]);
    assert!(begin.elapsed() < WAIT / 2);
}

/// They listen on different addresses, as on two hosts behind a translation of addresses. A third process waits for
/// both.
#[test]
fn two_processes_with_one_place_end() {
    let addresses = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let addresses = addresses.map(|listener| listener.local_addr().unwrap()).to_vec();
    let begin = Instant::now();
    let first = join_with(addresses.clone(), 0, None, "", Duration::from_secs(10));
    let twins = [(); 2].map(|()| join_with(addresses.clone(), 1, Some("127.0.0.1:0"), "", WAIT));
    for twin in twins {
        match twin.join().unwrap().0 {
            Err(JoinError::Taken { address, listed }) => {
                assert_eq!((address, listed), (addresses[0].to_string(), addresses[1].to_string()));
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(begin.elapsed() < Duration::from_secs(10));
    // One that is alone is not rejected, also after others have ended.
    let [second, third] = [1, 2].map(|place| join_with(addresses.clone(), place, None, "", WAIT));
    let (workers, notices) = first.join().unwrap();
    assert_eq!(workers.unwrap(), 3, "{notices:?}");
    let named = notices.iter().filter(|notice| notice.contains(&format!(" has the place of {} in", addresses[1])));
    assert_eq!(named.count(), 1, "{notices:?}");
    for process in [second, third] {
        assert_eq!(process.join().unwrap().0.unwrap(), 3);
    }
}

#[test]
fn a_place_that_is_taken_is_known_at_once() {
    let addresses = two_addresses();
    let first = join(addresses, 0, WAIT);
    drop(connect(addresses[0]));
    let begin = Instant::now();
    let (result, _) = join(addresses, 0, WAIT).join().unwrap();
    assert!(
        matches!(&result, Err(JoinError::Taken { address, .. }) if *address == addresses[0].to_string()),
        "{result:?}"
    );
    assert!(begin.elapsed() < WAIT / 3);
    assert_eq!(join(addresses, 1, WAIT).join().unwrap().0.unwrap(), 2);
    let (workers, notices) = first.join().unwrap();
    assert_eq!(workers.unwrap(), 2);
    assert!(notices.iter().any(|notice| notice.ends_with("which another process has: rejected")), "{notices:?}");
}
