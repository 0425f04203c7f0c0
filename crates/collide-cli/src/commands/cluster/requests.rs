//! Answers the monitors that ask for metrics by HTTP.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time limit of a request, from the connection to its last byte, and of the answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);
/// The limit of the length of a request, in bytes.
const MAX_REQUEST_BYTES: usize = 8 << 10;
/// The limit of requests at the same time. The oldest one is closed for a further one.
const MAX_REQUESTS: usize = 16;
/// The pause after the system refused a connection.
const RETRY: Duration = Duration::from_secs(1);

/// Answers requests with `metrics`, each on a thread.
pub(super) fn serve(listener: &TcpListener, metrics: impl Fn() -> String + Send + Sync + 'static) {
    let (metrics, open) = (Arc::new(metrics), Arc::new(Open::default()));
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // There are no free descriptors at the moment.
            std::thread::sleep(RETRY);
            continue;
        };
        let (request, metrics) = (open.enter(stream), Arc::clone(&metrics));
        let answer = move || {
            // A monitor that closes the connection needs no answer.
            let _ = answer(&request.stream, &*metrics);
        };
        // Without a thread the connection is closed.
        let _ = std::thread::Builder::new().spawn(answer);
    }
}

/// The requests that are read or answered, the oldest first.
#[derive(Default)]
struct Open {
    streams: Mutex<VecDeque<Arc<TcpStream>>>,
    /// A request has ended.
    ended: Condvar,
}

/// One of the open requests, until it is dropped.
struct Request {
    stream: Arc<TcpStream>,
    open: Arc<Open>,
}

impl Open {
    /// Adds a request. If there are too many, closes the oldest one and waits for its end. So connections that send
    /// only a part of a request, however many, do not keep others from being answered.
    fn enter(self: &Arc<Self>, stream: TcpStream) -> Request {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if streams.len() >= MAX_REQUESTS
            && let Some(oldest) = streams.front()
        {
            // Its thread reads the end of the connection. If the client has closed it already, this fails.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        let is_full = |streams: &mut VecDeque<_>| streams.len() >= MAX_REQUESTS;
        streams = self.ended.wait_while(streams, is_full).unwrap_or_else(PoisonError::into_inner);
        let stream = Arc::new(stream);
        streams.push_back(Arc::clone(&stream));
        drop(streams);
        Request { stream, open: Arc::clone(self) }
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        let mut streams = self.open.streams.lock().unwrap_or_else(PoisonError::into_inner);
        streams.retain(|stream| !Arc::ptr_eq(stream, &self.stream));
        drop(streams);
        self.open.ended.notify_one();
    }
}

fn answer(mut stream: &TcpStream, metrics: impl Fn() -> String) -> io::Result<()> {
    let Some(request) = read_request(stream)? else { return Ok(()) };
    let mut words = request.split(|byte| byte.is_ascii_whitespace());
    let (code, body) = match (words.next(), words.next()) {
        (Some(b"GET" | b"HEAD"), Some(b"/" | b"/metrics")) => ("200 OK", metrics()),
        (Some(b"GET" | b"HEAD"), _) => ("404 Not Found", "the metrics are at /metrics\n".to_owned()),
        _ => ("405 Method Not Allowed", "GET only\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {code}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    stream.set_write_timeout(Some(REQUEST_TIMEOUT))?;
    stream.write_all(head.as_bytes())?;
    if !request.starts_with(b"HEAD ") {
        stream.write_all(body.as_bytes())?;
    }
    Ok(())
}

/// The head of a request; `None` if it is not complete in time, or too long.
fn read_request(mut stream: &TcpStream) -> io::Result<Option<Vec<u8>>> {
    let deadline = Instant::now() + REQUEST_TIMEOUT;
    let (mut request, mut chunk) = (Vec::new(), [0; 1024]);
    while request.len() < MAX_REQUEST_BYTES {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut chunk)? {
            0 => break,
            count => request.extend_from_slice(&chunk[..count]),
        }
        if request.windows(4).any(|end| end == b"\r\n\r\n") {
            return Ok(Some(request));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer to a complete request, after at most 60 seconds.
    fn ask(address: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(b"GET /metrics HTTP/1.1\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn half_requests_do_not_keep_others_from_an_answer() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        std::thread::spawn(move || serve(&listener, || "metrics\n".to_owned()));
        let half = || {
            let mut stream = TcpStream::connect(&address).unwrap();
            // Fails if it was closed for a further one.
            let _ = stream.write_all(b"GET /met");
            stream
        };
        // The streams stay open on this side.
        let mut waiting: Vec<_> = (0..300).map(|_| half()).collect();
        for _ in 0..3 * MAX_REQUESTS {
            let answer = ask(&address);
            assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\nmetrics\n"), "{answer}");
            waiting.push(half());
        }
    }

    #[test]
    fn the_oldest_request_is_closed_for_a_further_one() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (open, clients) =
            (Arc::new(Open::default()), (0..=MAX_REQUESTS).map(|_| TcpStream::connect(address).unwrap()));
        let clients: Vec<_> = clients.collect();
        let mut requests: VecDeque<_> = (0..MAX_REQUESTS).map(|_| open.enter(listener.accept().unwrap().0)).collect();
        let oldest = requests.pop_front().unwrap();
        let reader = std::thread::spawn(move || read_request(&oldest.stream).unwrap());
        requests.push_back(open.enter(listener.accept().unwrap().0));
        assert_eq!(reader.join().unwrap(), None);
        assert_eq!(open.streams.lock().unwrap().len(), MAX_REQUESTS);
        drop((requests, clients));
        assert!(open.streams.lock().unwrap().is_empty());
    }
}
