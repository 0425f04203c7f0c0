//! The arena that all tabs share, and those of tabs that want their own.

use std::sync::{Arc, Mutex, PoisonError};

use collide_page::{MAX_COUNT, OWN_COUNT, SceneSource};
use thiserror::Error;

use super::{ArenaHandle, ClientHandle};
use crate::Limits;
use crate::network::Network;

/// The limit of arenas besides the shared one. A further tab joins the shared one.
const MAX_OWN: usize = 8;

/// The limit of arenas besides the shared one that tabs of the same network have created.
const MAX_OWN_OF_NETWORK: usize = MAX_OWN / 4;

/// The limit of characters of a tab's name.
const MAX_NAME: usize = 40;

/// The arena of a tab.
struct OwnArena {
    /// The name of the tab.
    name: String,
    /// The network of the client that created it, if it counts.
    network: Option<Network>,
    arena: ArenaHandle,
}

/// Arenas of tabs, the oldest first.
type OfTabs = Arc<Mutex<Vec<OwnArena>>>;

#[derive(Clone)]
pub(crate) struct Arenas {
    shared: ArenaHandle,
    /// `None` if the server shows something else than arenas.
    own: Option<OfTabs>,
    limits: Limits,
}

/// Why a tab joins the shared arena, although it wants its own.
#[derive(Debug, Error)]
enum NoRoom {
    #[error(
        "your address has {MAX_OWN_OF_NETWORK} arenas with open tabs, which is the limit: this tab joins the shared one"
    )]
    OfNetwork,
    #[error("all {MAX_OWN} arenas of tabs are in use: this tab joins the shared one")]
    InTotal,
}

impl Arenas {
    pub(crate) fn new(source: SceneSource, limits: &Limits) -> Self {
        let own = matches!(source, SceneSource::Arena).then(Arc::default);
        Self { shared: ArenaHandle::new(source, limits, MAX_COUNT), own, limits: *limits }
    }

    /// Joins the arena of a tab, which is created if there is room: an arena without clients makes room. Otherwise the
    /// client joins the shared one, and gets a message that says why. Without a valid name it joins the shared one.
    /// `None` if the arena has too many clients.
    pub(super) fn join(&self, tab: Option<&str>, network: Option<Network>) -> Option<ClientHandle> {
        let (Some(own), Some(name)) = (&self.own, tab.filter(|name| is_valid(name))) else { return self.shared.join() };
        // Locked until the client has joined: no other tab takes the arena for one without clients.
        let mut own = own.lock().unwrap_or_else(PoisonError::into_inner);
        match self.of_tab(&mut own, name, network) {
            Ok(arena) => arena.join(),
            Err(no_room) => {
                let client = self.shared.join()?;
                client.mailbox.refuse(&no_room.to_string());
                Some(client)
            }
        }
    }

    fn of_tab(&self, own: &mut Vec<OwnArena>, name: &str, network: Option<Network>) -> Result<ArenaHandle, NoRoom> {
        if let Some(known) = own.iter().find(|known| known.name == name) {
            return Ok(known.arena.clone());
        }
        make_room(own, network)?;
        let arena = ArenaHandle::new(SceneSource::Arena, &self.limits, OWN_COUNT);
        own.push(OwnArena { name: name.to_owned(), network, arena: arena.clone() });
        Ok(arena)
    }
}

fn is_valid(name: &str) -> bool {
    (1..=MAX_NAME).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// Makes room for another arena of a network. A network with as many arenas as it may have loses one of its own.
fn make_room(own: &mut Vec<OwnArena>, network: Option<Network>) -> Result<(), NoRoom> {
    let is_of_network = |arena: &OwnArena| network.is_some() && arena.network == network;
    let idle = if own.iter().filter(|arena| is_of_network(arena)).count() >= MAX_OWN_OF_NETWORK {
        let idle = own.iter().position(|own| is_of_network(own) && own.arena.is_idle());
        Some(idle.ok_or(NoRoom::OfNetwork)?)
    } else if own.len() >= MAX_OWN {
        Some(own.iter().position(|own| own.arena.is_idle()).ok_or(NoRoom::InTotal)?)
    } else {
        None
    };
    if let Some(idle) = idle {
        own.remove(idle);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use collide_page::Outgoing;

    use super::*;

    fn arenas() -> Arenas {
        Arenas::new(SceneSource::Arena, &Limits::default())
    }

    fn is(a: &ArenaHandle, b: &ArenaHandle) -> bool {
        Arc::ptr_eq(&a.clients, &b.clients)
    }

    fn network(last: u8) -> Option<Network> {
        Network::of(IpAddr::from([203, 0, 113, last]))
    }

    /// The first message to a client, if it is a refusal.
    fn refusal(client: &ClientHandle) -> Option<String> {
        match client.mailbox.next() {
            Some(Outgoing::Text(json)) if json.starts_with(r#"{"refused":"#) => Some(json.to_string()),
            _ => None,
        }
    }

    #[test]
    fn a_tab_keeps_its_arena_and_idle_ones_make_room() {
        let arenas = arenas();
        let join = |tab: Option<&str>| arenas.join(tab, None).unwrap();
        let joined: Vec<_> = (0..MAX_OWN).map(|tab| join(Some(&format!("tab-{tab}")))).collect();
        let [first, second] = [0, 1].map(|tab| joined[tab].arena.clone());
        assert!(is(&first, &join(Some("tab-0")).arena) && !is(&first, &second));
        for name in [None, Some(""), Some("../tab")] {
            assert!(is(&arenas.shared, &join(name).arena), "{name:?}");
        }
        let further = join(Some("tab-9"));
        assert!(is(&arenas.shared, &further.arena));
        assert!(refusal(&further).unwrap().contains("all 8 arenas of tabs are in use"));
        drop(joined);
        assert!(!is(&arenas.shared, &join(Some("tab-9")).arena));
        assert!(!is(&first, &join(Some("tab-0")).arena), "the oldest has made room");
    }

    #[test]
    fn a_network_has_at_most_a_quarter_of_the_arenas() {
        let arenas = arenas();
        let join = |tab: &str, last: u8| arenas.join(Some(tab), network(last)).unwrap();
        let has_own = |client: &ClientHandle| !is(&arenas.shared, &client.arena);
        let (first, second, further) = (join("a", 1), join("b", 1), join("c", 1));
        assert!(has_own(&first) && has_own(&second) && !has_own(&further));
        assert!(refusal(&further).unwrap().contains("your address has 2 arenas with open tabs"));
        let others = [join("d", 2), join("e", 2)];
        assert!(others.iter().all(has_own));
        // Only an arena of the same network makes room, although others have no clients.
        drop(others);
        assert!(!has_own(&join("c", 1)));
        drop(first);
        assert!(has_own(&join("c", 1)));
        let names: Vec<_> = arenas.own.unwrap().lock().unwrap().iter().map(|own| own.name.clone()).collect();
        assert_eq!(names, ["b", "d", "e", "c"]);
    }
}
