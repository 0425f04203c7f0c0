//! The check of requests: only requests from pages of this server, to an allowed host name, are answered.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The rules for requests.
#[derive(Clone, Copy)]
pub(crate) struct Guard {
    /// The server listens on a loopback address, so the `Host` header must name a loopback address or `localhost`.
    /// Otherwise a foreign page whose name resolves to this machine could use the server (DNS rebinding).
    loopback: bool,
}

impl Guard {
    pub(crate) fn of(address: SocketAddr) -> Self {
        Self { loopback: address.ip().is_loopback() }
    }

    fn refusal(self, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let Some(host) = text(header::HOST) else { return Some("the request has no host header") };
        if self.loopback && !is_loopback(host) {
            return Some("this server accepts only local requests: open it as localhost or 127.0.0.1");
        }
        if !headers.contains_key(header::ORIGIN) {
            return None;
        }
        let origin = text(header::ORIGIN).and_then(|origin| origin.split_once("://"));
        let ours = matches!(origin, Some(("http" | "https", from)) if from.eq_ignore_ascii_case(host));
        (!ours).then_some("this server accepts only requests of its own pages")
    }
}

/// Whether this `host` or `host:port` can only be the machine itself.
fn is_loopback(host: &str) -> bool {
    let Ok(host) = host.parse::<Uri>() else { return false };
    let Some(name) = host.host() else { return false };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Answers 403 to rejected requests.
pub(crate) async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    match guard.refusal(request.headers()) {
        None => next.run(request).await,
        Some(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(loopback: bool, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        Guard { loopback }.refusal(&headers).is_none()
    }

    #[test]
    fn a_loopback_server_is_called_by_a_loopback_name() {
        for host in ["localhost", "LOCALHOST:7070", "127.0.0.1:7070", "127.1.2.3", "[::1]:7070"] {
            assert!(allowed(true, host, None), "{host}");
        }
        for host in
            ["example.com", "example.com:7070", "localhost.example.com", "10.0.0.1", "[::2]:7070", "", "@", ":80"]
        {
            assert!(!allowed(true, host, None), "{host}");
        }
        assert!(allowed(false, "example.com", None));
        assert_eq!(Guard { loopback: false }.refusal(&HeaderMap::new()), Some("the request has no host header"));
    }

    #[test]
    fn only_own_pages_ask() {
        for loopback in [true, false] {
            assert!(allowed(loopback, "localhost:7070", Some("http://localhost:7070")));
            assert!(allowed(loopback, "localhost:7070", Some("https://LocalHost:7070")));
            for origin in ["http://localhost:7071", "http://localhost", "http://evil.example", "null", "", "file://"] {
                assert!(!allowed(loopback, "localhost:7070", Some(origin)), "{origin}");
            }
        }
    }
}
