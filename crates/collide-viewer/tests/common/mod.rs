//! A server on a thread, and requests written by hand.

#[allow(dead_code, reason = "each test file uses its part")]
pub mod client;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;

use collide_viewer::Server;

/// Starts a server that lives as long as the tests.
#[allow(dead_code, reason = "each test file uses its part")]
pub fn serve() -> SocketAddr {
    run(Server::bind("127.0.0.1:0".parse().unwrap()).unwrap())
}

/// Runs a server as long as the tests.
pub fn run(server: Server) -> SocketAddr {
    let address = server.address();
    thread::spawn(|| server.run().unwrap());
    address
}

#[allow(dead_code, reason = "each test file uses its part")]
/// A response: the status, the headers as one text, the body.
pub struct Said {
    pub status: u16,
    pub headers: String,
    pub body: String,
}

/// Sends a request whose head is given line by line.
pub fn request(address: SocketAddr, head: &[&str], body: &str) -> Said {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = head.join("\r\n");
    write!(stream, "{head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (headers, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = headers.split(' ').nth(1).unwrap().parse().unwrap();
    Said { status, headers: headers.to_lowercase(), body: body.to_owned() }
}

#[allow(dead_code, reason = "each test file uses its part")]
/// Sends a question with the headers of the page.
pub fn ask(address: SocketAddr, question: &str) -> Said {
    let host = format!("host: {address}");
    let origin = format!("origin: http://{address}");
    request(address, &["POST /api/playground HTTP/1.1", &host, &origin, "content-type: application/json"], question)
}
