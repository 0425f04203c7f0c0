//! The arena that all tabs share, and those of tabs that want their own.

use std::sync::{Arc, Mutex, PoisonError};

use collide_page::{MAX_COUNT, OWN_COUNT, SceneSource};

use super::ArenaHandle;
use crate::Limits;

/// The limit of arenas besides the shared one. A further tab joins the shared one.
const MAX_OWN: usize = 8;

/// The limit of characters of a tab's name.
const MAX_NAME: usize = 40;

/// Arenas by the names of their tabs, the oldest first.
type OfTabs = Arc<Mutex<Vec<(String, ArenaHandle)>>>;

#[derive(Clone)]
pub(crate) struct Arenas {
    shared: ArenaHandle,
    /// `None` if the server shows something else than arenas.
    own: Option<OfTabs>,
    limits: Limits,
}

impl Arenas {
    pub(crate) fn new(source: SceneSource, limits: &Limits) -> Self {
        let own = matches!(source, SceneSource::Arena).then(Arc::default);
        Self { shared: ArenaHandle::new(source, limits, MAX_COUNT), own, limits: *limits }
    }

    /// The arena of a tab, which is created if there is room: an arena without clients makes room. Otherwise, and
    /// without a valid name, the shared one.
    pub(super) fn of(&self, tab: Option<&str>) -> ArenaHandle {
        let valid = |name: &&str| {
            (1..=MAX_NAME).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        };
        let (Some(own), Some(name)) = (&self.own, tab.filter(valid)) else { return self.shared.clone() };
        let mut own = own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, arena)) = own.iter().find(|(known, _)| known == name) {
            return arena.clone();
        }
        if own.len() >= MAX_OWN {
            let Some(idle) = own.iter().position(|(_, arena)| arena.is_idle()) else { return self.shared.clone() };
            own.remove(idle);
        }
        let arena = ArenaHandle::new(SceneSource::Arena, &self.limits, OWN_COUNT);
        own.push((name.to_owned(), arena.clone()));
        arena
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_keeps_its_arena_and_idle_ones_make_room() {
        let arenas = Arenas::new(SceneSource::Arena, &Limits::default());
        let is = |a: &ArenaHandle, b: &ArenaHandle| Arc::ptr_eq(&a.clients, &b.clients);
        let joined: Vec<_> = (0..MAX_OWN).map(|tab| arenas.of(Some(&format!("tab-{tab}"))).join()).collect();
        assert!(joined.iter().all(Option::is_some));
        let first = arenas.of(Some("tab-0"));
        assert!(is(&first, &arenas.of(Some("tab-0"))) && !is(&first, &arenas.of(Some("tab-1"))));
        for name in [None, Some(""), Some("../tab"), Some("tab-9")] {
            assert!(is(&arenas.shared, &arenas.of(name)), "{name:?}");
        }
        drop(joined);
        assert!(!is(&arenas.shared, &arenas.of(Some("tab-9"))));
        assert!(!is(&first, &arenas.of(Some("tab-0"))), "the oldest has made room");
    }
}
