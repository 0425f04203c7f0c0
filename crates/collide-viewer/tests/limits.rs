//! What one client, or one machine, can take from the others: turns, frames, connections and time.

mod common;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use collide_viewer::{Limits, Notice, Server};
use common::client::{Client, EVERYTHING};
use common::{request, run, serve};
use futures_util::SinkExt;
use tokio_tungstenite::tungstenite::Message;

/// The messages that a client can send at once.
const FLOOD: u64 = 235;

/// Starts a server with limits, whose notices are received.
fn limited(limits: Limits) -> (SocketAddr, Receiver<String>) {
    let (sender, notices) = channel();
    let server = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let server = server.with_limits(limits).with_notices(move |notice: &Notice| {
        sender.send(notice.to_string()).unwrap();
    });
    (run(server), notices)
}

/// A connection that has sent this text.
fn sent(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

/// The bytes until the server closes the connection.
fn rest(mut stream: TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() != std::io::ErrorKind::ConnectionReset => panic!("still open: {error}"),
        _ => bytes,
    }
}

fn page(address: SocketAddr) -> u16 {
    request(address, &["GET / HTTP/1.1", &format!("host: {address}")], "").status
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_changes_delays_only_its_sender() {
    let address = serve();
    let mut other = Client::watching(address, [-10.0, -10.0, 10.0, 10.0]).await;
    other.frame_with(|frame| frame.tick > 2).await;
    for leaves in [true, false] {
        let mut flood = Client::connect(address).await;
        for index in 0..FLOOD {
            let set = format!(r#"{{"set": {{"scene": "towns", "count": {}}}}}"#, 20_000 - index % 2);
            flood.0.feed(Message::text(set)).await.unwrap();
        }
        flood.0.flush().await.unwrap();
        if leaves {
            drop(flood);
        } else {
            // The last one counts.
            other.frame_with(|frame| frame.count == 20_000).await;
        }
        let frame = other.frame().await;
        other.frame_with(|later| later.tick > frame.tick + 10).await;
    }
    let changes = other.server_message("state").await["changes"].as_u64().unwrap();
    assert!((1..FLOOD / 4).contains(&changes), "{changes} changes");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_frames_are_in_flight() {
    let mut client = Client::watching(serve(), EVERYTHING).await;
    for _ in 0..2 {
        assert_eq!(client.unacknowledged_frame().await.count, 1_000);
    }
    // No third one comes until one of them is acknowledged.
    let mut states = 0;
    while states < 3 {
        match client.message().await {
            Message::Text(_) => states += 1,
            Message::Binary(_) => panic!("a third frame is in flight"),
            _ => {}
        }
    }
    client.send(r#"{"drawn": 1}"#).await;
    client.unacknowledged_frame().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_were_not_sent_cannot_be_acknowledged() {
    let address = serve();
    let mut client = Client::connect(address).await;
    client.send(r#"{"drawn": 1}"#).await;
    let reason = "drawn: acknowledges 1, but 0 are sent and not acknowledged";
    assert_eq!(client.close_reason().await, (1008, reason.to_owned()));
    let mut client = Client::watching(address, EVERYTHING).await;
    client.unacknowledged_frame().await;
    client.send(r#"{"drawn": 4294967295}"#).await;
    assert_eq!(client.closed().await, 1008);
}

#[test]
fn half_requests_and_idle_connections_are_closed() {
    let limits = Limits { header_timeout: Duration::from_millis(300), ..Limits::default() };
    let (address, _notices) = limited(limits);
    let whole = format!("GET /icon.svg HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let streams = ["", "GET / HT", &whole[..whole.len() - 2], &whole].map(|text| sent(address, text));
    let [nothing, start, half, idle] = streams.map(rest);
    assert_eq!([nothing, start, half].map(|bytes| bytes.starts_with(b"HTTP/1.1 200")), [false; 3]);
    assert!(idle.starts_with(b"HTTP/1.1 200"));
}

#[test]
fn a_connection_does_not_last_for_ever() {
    let limits = Limits { connection_timeout: Duration::from_millis(300), ..Limits::default() };
    let (address, _notices) = limited(limits);
    let head = format!("POST /api/playground HTTP/1.1\r\nhost: {address}\r\n");
    // The rest of the body never comes.
    let body = sent(address, &format!("{head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{{"));
    assert!(!rest(body).starts_with(b"HTTP/1.1 200"));
    assert_eq!(page(address), 200);
}

#[test]
fn the_limit_of_connections_is_reported_once_and_recovers() {
    let limits = Limits { max_connections: 3, header_timeout: Duration::from_millis(500), ..Limits::default() };
    let (address, notices) = limited(limits);
    let half: Vec<_> = (0..12).map(|_| sent(address, "GET / HTTP/1.1\r\n")).collect();
    let expected = "connections: the limit of 3 is reached; further ones wait until one ends";
    assert_eq!(notices.recv_timeout(Duration::from_secs(60)).unwrap(), expected);
    // A request waits for the half ones to be closed, and is answered then.
    assert_eq!(page(address), 200);
    half.into_iter().for_each(|stream| drop(rest(stream)));
    assert_eq!(page(address), 200);
    assert_eq!(notices.try_iter().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_has_a_place_and_outlasts_the_timeouts_of_requests() {
    let short = Duration::from_millis(300);
    let (address, notices) =
        limited(Limits { max_connections: 1, header_timeout: short, connection_timeout: short, ..Limits::default() });
    let mut client = Client::watching(address, EVERYTHING).await;
    let start = tokio::time::Instant::now();
    while start.elapsed() < 4 * short {
        client.frame().await;
    }
    let waiting = tokio::task::spawn_blocking(move || page(address));
    assert!(notices.recv_timeout(Duration::from_secs(60)).unwrap().starts_with("connections: the limit of 1"));
    client.frame().await;
    assert!(!waiting.is_finished());
    drop(client);
    assert_eq!(waiting.await.unwrap(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_socket_is_closed() {
    let (address, _notices) = limited(Limits { silence_timeout: Duration::from_secs(3), ..Limits::default() });
    let head = format!(
        "GET /api/arena HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    // This one reads, but answers no ping.
    let silent = sent(address, &head);
    let silent = tokio::task::spawn_blocking(move || rest(silent));
    // This one only answers pings.
    let mut client = Client::connect(address).await;
    while !silent.is_finished() {
        client.server_message("state").await;
    }
    client.server_message("state").await;
    let bytes = silent.await.unwrap();
    assert!(bytes.starts_with(b"HTTP/1.1 101") && bytes.ends_with(b"\x03\xe9no answer to pings"));
}

#[test]
fn other_names_are_refused_on_any_address() {
    let server = Server::bind("0.0.0.0:0".parse().unwrap()).unwrap().with_host("Viewer.example").unwrap();
    let port = run(server).port();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let status = |hosts: &[&str]| {
        let hosts: Vec<_> = hosts.iter().map(|host| format!("host: {host}:{port}")).collect();
        let head: Vec<&str> = ["GET / HTTP/1.1"].into_iter().chain(hosts.iter().map(String::as_str)).collect();
        request(address, &head, "").status
    };
    for host in ["127.0.0.1", "0.0.0.0", "192.168.1.5", "localhost", "viewer.example", "VIEWER.EXAMPLE"] {
        assert_eq!(status(&[host]), 200, "{host}");
    }
    for hosts in
        [&["evil.example"][..], &["user@localhost"], &["127.0.0.1", "127.0.0.1"], &["127.0.0.1", "evil.example"]]
    {
        assert_eq!(status(hosts), 403, "{hosts:?}");
    }
    let rebound = [
        "GET /api/arena HTTP/1.1",
        &format!("host: evil.example:{port}"),
        &format!("origin: http://evil.example:{port}"),
        "upgrade: websocket",
        "sec-websocket-version: 13",
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
    ];
    let said = request(address, &rebound, "");
    assert_eq!(said.status, 403);
    assert!(said.body.contains("`evil.example`") && said.body.contains("--host evil.example"), "{}", said.body);
    let refused = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap().with_host("a.example:80").unwrap_err();
    assert_eq!(refused.to_string(), "host: must be a name without a port, is `a.example:80`");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arena_frees_its_memory_when_all_clients_are_gone() {
    let (address, _notices) = limited(Limits { idle_timeout: Duration::from_millis(400), ..Limits::default() });
    let mut client = Client::watching(address, EVERYTHING).await;
    client.send(r#"{"set": {"scene": "uniform", "count": 2000}}"#).await;
    client.frame_with(|frame| frame.count == 2_000 && frame.tick > 60).await;
    let memory = async |client: &mut Client| client.server_message("state").await["memory"].as_u64().unwrap();
    let with_past = memory(&mut client).await;
    // A client that comes back in time finds the arena as it was.
    drop(client);
    let mut client = Client::watching(address, EVERYTHING).await;
    assert!(client.frame().await.tick > 60);
    drop(client);
    tokio::time::sleep(Duration::from_secs(2)).await;
    // The same scene starts again.
    let mut client = Client::watching(address, EVERYTHING).await;
    let at_start = memory(&mut client).await;
    let frame = client.frame().await;
    assert!(frame.count == 2_000 && frame.tick < 60, "{frame:?}");
    assert!(2 * at_start < with_past, "{at_start} of {with_past} bytes");
}
