//! The network of a client, by which its connections are counted.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// The addresses that count as one client: an IPv4 address, or the /64 prefix of an IPv6 address, because one machine
/// can use all addresses of its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network(IpAddr);

impl Network {
    /// The network of a client. `None` for a loopback address: all clients of this machine have it, and so have those
    /// of a reverse proxy on this machine.
    pub(crate) fn of(client: IpAddr) -> Option<Self> {
        // A socket for both versions of IP shows an IPv4 address as `::ffff:a.b.c.d`.
        let client = client.to_canonical();
        (!client.is_loopback()).then(|| Self::containing(client))
    }

    fn containing(client: IpAddr) -> Self {
        match client {
            IpAddr::V4(_) => Self(client),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Self(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
        }
    }

    /// The network of a client, also of a loopback address: tests have no other addresses.
    #[cfg(test)]
    pub(crate) fn of_any(client: IpAddr) -> Option<Self> {
        Some(Self::containing(client.to_canonical()))
    }
}

/// The number of open connections of each network. Networks without connections are not stored.
type Open = Arc<Mutex<HashMap<Network, usize>>>;

/// Limits the open connections of each network.
pub(crate) struct Networks {
    limit: usize,
    open: Open,
}

/// An open connection. Dropping it makes room for another one of its network.
pub(crate) struct Visit {
    /// `None` if the connection does not count.
    pub(crate) network: Option<Network>,
    open: Open,
}

impl Networks {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, open: Open::default() }
    }

    /// Counts a connection. `None` if the network has as many as the limit allows.
    pub(crate) fn visit(&self, network: Option<Network>) -> Option<Visit> {
        if let Some(network) = network {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let count = open.get(&network).map_or(0, |count| *count);
            if count >= self.limit {
                return None;
            }
            open.insert(network, count + 1);
        }
        Some(Visit { network, open: Arc::clone(&self.open) })
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let Some(network) = self.network else { return };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = open.entry(network) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(client: &str) -> Option<Network> {
        Network::of(client.parse().unwrap())
    }

    #[test]
    fn an_ipv6_prefix_is_one_client() {
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_ne!(network("203.0.113.1"), network("203.0.113.2"));
        assert_eq!(network("::ffff:203.0.113.1"), network("203.0.113.1"));
        for local in ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(network(local), None, "{local}");
        }
    }

    #[test]
    fn each_network_has_its_own_count() {
        let networks = Networks::new(2);
        let [one, other, local] = ["203.0.113.1", "2001:db8::1", "127.0.0.1"].map(network);
        let first = networks.visit(one).unwrap();
        let second = networks.visit(one).unwrap();
        assert!(networks.visit(one).is_none());
        drop(networks.visit(other).unwrap());
        let local: Vec<_> = (0..3).map(|_| networks.visit(local).unwrap()).collect();
        drop(first);
        let third = networks.visit(one).unwrap();
        assert!(networks.visit(one).is_none());
        drop((second, third, local));
        assert!(networks.open.lock().unwrap().is_empty());
    }
}
