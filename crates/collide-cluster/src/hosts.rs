use std::str::FromStr;

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::Workers;

/// The processes of a cluster: their addresses, each at a place.
///
/// Parsed from text with an address `host:port` on each line, empty lines, and comments after `#`. A line `-` is a
/// place without a process, so that later lines keep their places.
///
/// ```
/// use collide_cluster::Hosts;
/// let hosts: Hosts = "10.0.0.1:7000 # the first\n-\n10.0.0.3:7000\n".parse()?;
/// assert_eq!((hosts.len(), hosts.workers()), (3, 2));
/// assert_eq!((hosts.address(2), hosts.worker(2)), (Some("10.0.0.3:7000"), Some(1)));
/// assert_eq!((hosts.address(1), hosts.worker(1)), (None, None));
/// assert_eq!("10.0.0.1".parse::<Hosts>().unwrap_err().to_string(), "line 1: `10.0.0.1` is no host:port");
/// # Ok::<(), collide_cluster::HostsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    places: Vec<Option<String>>,
}

/// Why a list of hosts is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HostsError {
    /// A line is not an address.
    #[error("line {line}: `{text}` is no host:port")]
    Address {
        /// The number of the line, from 1.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// Two lines have the same address.
    #[error("line {line}: {address} occurs twice")]
    Twice {
        /// The number of the line, from 1.
        line: usize,
        /// The address.
        address: String,
    },
    /// There is no address, or there are too many.
    #[error("hosts: must be from 1 to {}, are {count}", Workers::MAX)]
    Count {
        /// The number of addresses.
        count: usize,
    },
}

impl Hosts {
    /// The number of places.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are no places. Always false: a valid list has at least one address.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The address at a place, if it has one.
    #[must_use]
    pub fn address(&self, place: usize) -> Option<&str> {
        self.places.get(place)?.as_deref()
    }

    /// The number of workers: one for each place with an address.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.addresses().count()
    }

    /// The number of the worker at a place, if there is one.
    #[must_use]
    pub fn worker(&self, place: usize) -> Option<usize> {
        self.address(place)?;
        Some(self.places[..place].iter().flatten().count())
    }

    /// The addresses of all workers, in order of their numbers.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.places.iter().flatten().map(String::as_str)
    }

    /// A hash of the list.
    pub(crate) fn digest(&self) -> u64 {
        let lines: Vec<_> = self.places.iter().map(|place| place.as_deref().unwrap_or("-")).collect();
        xxh3_64(lines.join("\n").as_bytes())
    }
}

impl FromStr for Hosts {
    type Err = HostsError;

    fn from_str(text: &str) -> Result<Self, HostsError> {
        let mut places: Vec<Option<String>> = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            let place = match text {
                "" => continue,
                "-" => None,
                address if is_address(address) => Some(address.to_owned()),
                _ => return Err(HostsError::Address { line, text: text.to_owned() }),
            };
            if let Some(address) = &place
                && places.contains(&place)
            {
                return Err(HostsError::Twice { line, address: address.clone() });
            }
            places.push(place);
        }
        let hosts = Self { places };
        let count = hosts.workers();
        if (1..=Workers::MAX).contains(&count) { Ok(hosts) } else { Err(HostsError::Count { count }) }
    }
}

fn is_address(text: &str) -> bool {
    let port = |port: &str| port.parse::<u16>().is_ok_and(|port| port > 0);
    let parts = text.rsplit_once(':');
    parts.is_some_and(|(host, number)| {
        let bare = !host.contains(':') || host.starts_with('[') && host.ends_with(']');
        !host.is_empty() && bare && !host.contains(char::is_whitespace) && port(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_none_are_named() {
        let error = |text: &str| text.parse::<Hosts>().unwrap_err().to_string();
        assert_eq!(error("# no hosts\n\n"), "hosts: must be from 1 to 128, are 0");
        assert_eq!(error("a:1\n\nb:x"), "line 3: `b:x` is no host:port");
        assert_eq!(error("a:1\na:1"), "line 2: a:1 occurs twice");
        assert_eq!(error("a:0"), "line 1: `a:0` is no host:port");
        assert_eq!(error("::1:7000"), "line 1: `::1:7000` is no host:port");
        assert_eq!(error("a b:7000"), "line 1: `a b:7000` is no host:port");
        let hosts: Hosts = "[::1]:7000\n -  # gone\nb:7000".parse().unwrap();
        assert_eq!(hosts.addresses().collect::<Vec<_>>(), ["[::1]:7000", "b:7000"]);
        assert_ne!(hosts.digest(), "[::1]:7000\nb:7000".parse::<Hosts>().unwrap().digest());
    }
}
