//! The check of requests: only requests from pages of this server, to an allowed host name, are answered.
//!
//! A foreign page whose name resolves to this machine (DNS rebinding) sends that name as its host. No page can do so
//! with an IP address, which has no name to resolve, nor with `localhost`, which browsers resolve themselves.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use thiserror::Error;

/// The rules for requests.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The address of the server.
    address: IpAddr,
    /// Further names of the server.
    names: Arc<[String]>,
}

/// Why a request is rejected.
#[derive(Debug, Error, PartialEq)]
enum Rejection {
    #[error("host: the request must have one host header")]
    HostCount,
    #[error("host: must be a name or an IP address, and perhaps a port")]
    HostSyntax,
    #[error("host: this server accepts only local requests, not to `{0}`: open it as localhost or 127.0.0.1")]
    NotLoopback(IpAddr),
    #[error(
        "host: `{0}` is not a known name of this server: open it by its IP address, or allow the name with \
         `collide serve --host {0}`"
    )]
    UnknownName(String),
    #[error("origin: this server accepts only requests of its own pages")]
    Origin,
}

/// A host as a browser names it.
enum Host {
    Address(IpAddr),
    Name(String),
}

impl Host {
    /// Parses `host` or `host:port`.
    fn parse(text: &str) -> Option<Self> {
        let authority: Authority = text.parse().ok()?;
        let host = authority.host();
        // User names, and a port that is no number, are refused.
        let port = text.strip_prefix(host)?;
        if !(port.is_empty() || authority.port_u16().is_some()) || host.is_empty() {
            return None;
        }
        let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        Some(literal.parse().map_or_else(|_| Self::Name(host.to_ascii_lowercase()), Self::Address))
    }
}

/// A name for [`Guard`], in lower case; `None` if it is not a name without a port.
pub(crate) fn host_name(text: &str) -> Option<String> {
    match Host::parse(text)? {
        Host::Name(name) if name.len() == text.len() => Some(name),
        _ => None,
    }
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, names: &[String]) -> Self {
        Self { address: address.ip(), names: names.into() }
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), Rejection> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return Err(Rejection::HostCount) };
        let host = host.to_str().map_err(|_| Rejection::HostSyntax)?;
        self.check_host(Host::parse(host).ok_or(Rejection::HostSyntax)?)?;
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let (Some(origin), more) = (origins.next(), origins.next()) else { return Ok(()) };
        let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        let is_ours = matches!(origin, Some(("http" | "https", from)) if from.eq_ignore_ascii_case(host));
        if is_ours && more.is_none() { Ok(()) } else { Err(Rejection::Origin) }
    }

    fn check_host(&self, host: Host) -> Result<(), Rejection> {
        match host {
            Host::Address(host) if self.address.is_loopback() && !host.is_loopback() => {
                Err(Rejection::NotLoopback(host))
            }
            Host::Address(_) => Ok(()),
            Host::Name(name) if self.is_local() && name == "localhost" || self.names.contains(&name) => Ok(()),
            Host::Name(name) => Err(Rejection::UnknownName(name)),
        }
    }

    /// Whether the server can be reached by a loopback address.
    fn is_local(&self) -> bool {
        self.address.is_loopback() || self.address.is_unspecified()
    }
}

/// Answers 403 to rejected requests.
pub(crate) async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    match guard.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(rejection) => (StatusCode::FORBIDDEN, rejection.to_string()).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOPBACK: &str = "127.0.0.1:7070";
    const ANY: &str = "0.0.0.0:7070";
    const ONE: &str = "192.168.1.5:7070";

    fn check(address: &str, hosts: &[&str], origins: &[&str]) -> Result<(), Rejection> {
        let mut headers = HeaderMap::new();
        for (name, values) in [(header::HOST, hosts), (header::ORIGIN, origins)] {
            values.iter().for_each(|value| _ = headers.append(name.clone(), value.parse().unwrap()));
        }
        Guard::new(address.parse().unwrap(), &["game.example".to_owned()]).check(&headers)
    }

    fn accepts(address: &str, host: &str) -> bool {
        check(address, &[host], &[]).is_ok()
    }

    #[test]
    fn a_loopback_server_is_called_by_a_loopback_name() {
        for host in ["localhost", "LOCALHOST:7070", "127.0.0.1:7070", "127.1.2.3", "[::1]:7070", "[::1]"] {
            assert!(accepts(LOOPBACK, host), "{host}");
        }
        for host in ["10.0.0.1", "[::2]:7070", "0.0.0.0:7070", "[::ffff:127.0.0.1]"] {
            assert!(!accepts(LOOPBACK, host), "{host}");
        }
    }

    #[test]
    fn other_servers_are_called_by_an_ip_address() {
        for (address, host) in [ANY, ONE].into_iter().flat_map(|address| {
            ["0.0.0.0:7070", "192.168.1.5:7070", "127.0.0.1", "[fe80::1]:80", "10.0.0.1"].map(|host| (address, host))
        }) {
            assert!(accepts(address, host), "{address}: {host}");
        }
        assert!(accepts(ANY, "localhost:7070") && accepts("[::]:7070", "localhost:7070"));
        assert!(!accepts(ONE, "localhost:7070"));
    }

    #[test]
    fn other_names_are_refused_on_any_address() {
        const NAMES: [&str; 6] =
            ["evil.example:7070", "localhost.", "localhost.example", "game.example.evil", "127.1", "2130706433"];
        const INVALID: [&str; 13] = [
            "",
            "@",
            ":80",
            "user@localhost",
            "localhost@evil.example",
            "evil.example#localhost",
            "localhost:",
            "localhost:x",
            "localhost:80:80",
            "http://localhost",
            "localhost/",
            "[::1",
            "local host",
        ];
        for address in [LOOPBACK, ANY, ONE, "[::]:7070", "[::1]:7070"] {
            assert!(accepts(address, "game.example:7070") && accepts(address, "Game.Example"));
            for host in NAMES {
                let rejection = check(address, &[host], &[]).unwrap_err();
                assert!(matches!(rejection, Rejection::UnknownName(_)), "{host}: {rejection}");
            }
            for host in INVALID {
                assert_eq!(check(address, &[host], &[]), Err(Rejection::HostSyntax), "{host}");
            }
            assert_eq!(check(address, &[], &[]), Err(Rejection::HostCount));
            assert_eq!(check(address, &["127.0.0.1", "127.0.0.1"], &[]), Err(Rejection::HostCount));
        }
        let message = check(ANY, &["evil.example:7070"], &[]).unwrap_err().to_string();
        assert!(message.contains("`evil.example`") && message.contains("--host evil.example"), "{message}");
    }

    #[test]
    fn only_own_pages_ask() {
        for address in [LOOPBACK, ANY] {
            for origin in ["http://localhost:7070", "https://LocalHost:7070"] {
                assert_eq!(check(address, &["localhost:7070"], &[origin]), Ok(()));
                assert_eq!(check(address, &["localhost:7070"], &[origin, origin]), Err(Rejection::Origin));
            }
            for origin in ["http://localhost:7071", "http://localhost", "http://evil.example", "null", "", "file://"] {
                assert_eq!(check(address, &["localhost:7070"], &[origin]), Err(Rejection::Origin), "{origin}");
            }
            // A page of a foreign name that resolves to this machine.
            let rebound = check(address, &["evil.example:7070"], &["http://evil.example:7070"]);
            assert!(matches!(rebound, Err(Rejection::UnknownName(_))));
        }
    }

    #[test]
    fn a_host_name_has_no_port() {
        assert_eq!(host_name("Game.example").as_deref(), Some("game.example"));
        for refused in ["", "game.example:80", "10.0.0.1", "[::1]", "a b", "u@game.example", "http://game.example"] {
            assert_eq!(host_name(refused), None, "{refused}");
        }
    }
}
