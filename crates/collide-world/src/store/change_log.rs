//! Which entities have changed since a listener looked.

use std::sync::{Mutex, PoisonError};

/// Counts the changes of entities, and lists their slots while there is a listener. A copy has none.
#[derive(Debug, Default)]
pub(crate) struct ChangeLog {
    version: u64,
    /// `None` without a listener.
    changed: Option<Box<Mutex<Changed>>>,
}

/// What has changed: an entity may be listed that is as before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// The entities of these slots, inserted and removed ones too. In order when they are read.
    Slots(Vec<u32>),
    /// Any of them.
    All,
}

/// If more slots are listed, all entities count as changed: to look at them costs little more.
const MAX_LISTED: usize = 1 << 16;

impl Default for Changed {
    fn default() -> Self {
        Self::Slots(Vec::new())
    }
}

impl ChangeLog {
    /// Changes with every change of an entity.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Starts or stops to list changes.
    pub(crate) fn listen(&mut self, listens: bool) {
        self.changed = listens.then(Box::default);
    }

    /// Notes that the entity of a slot changes.
    #[inline]
    pub(super) fn note(&mut self, slot: u32) {
        self.version += 1;
        if let Some(changed) = &mut self.changed {
            changed.get_mut().unwrap_or_else(PoisonError::into_inner).add(slot);
        }
    }

    /// Notes that any entities may change.
    pub(super) fn note_all(&mut self) {
        self.version += 1;
        if let Some(changed) = &mut self.changed {
            *changed.get_mut().unwrap_or_else(PoisonError::into_inner) = Changed::All;
        }
    }

    /// What has changed since the last call. Without a listener, any of the entities.
    pub(crate) fn take(&self) -> Changed {
        let Some(changed) = &self.changed else { return Changed::All };
        let mut taken = std::mem::take(&mut *changed.lock().unwrap_or_else(PoisonError::into_inner));
        if let Changed::Slots(slots) = &mut taken {
            slots.sort_unstable();
            slots.dedup();
        }
        taken
    }
}

impl Changed {
    fn add(&mut self, slot: u32) {
        match self {
            Self::Slots(slots) if slots.len() < MAX_LISTED => slots.push(slot),
            Self::Slots(_) | Self::All => *self = Self::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_listed_once_and_in_order() {
        let mut log = ChangeLog::default();
        log.note(3);
        assert_eq!((log.version(), log.take()), (1, Changed::All));
        log.listen(true);
        assert_eq!(log.take(), Changed::Slots(vec![]));
        [5, 2, 5, 9].into_iter().for_each(|slot| log.note(slot));
        assert_eq!((log.version(), log.take()), (5, Changed::Slots(vec![2, 5, 9])));
        assert_eq!(log.take(), Changed::Slots(vec![]));
        log.note(1);
        log.note_all();
        log.note(2);
        assert_eq!(log.take(), Changed::All);
        (0..=MAX_LISTED as u32).for_each(|slot| log.note(slot));
        assert_eq!(log.take(), Changed::All);
        log.note(4);
        assert_eq!(log.take(), Changed::Slots(vec![4]));
    }
}
