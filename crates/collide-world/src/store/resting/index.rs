//! When there is an index of what rests.

use std::sync::{Arc, OnceLock};

use super::{Resting, RestingCells};
use crate::store::{FilterTable, Set};

/// The index of what rests. Whether there is one, and its cells, depend on the entities of now alone, so that two worlds
/// with the same entities count the same work. Built on first use. Clones share it.
#[derive(Debug, Default)]
pub(crate) struct RestingIndex {
    /// None inside if nothing was static when it was to be built.
    cells: OnceLock<Option<Arc<RestingCells>>>,
}

/// More shapes have no index: it would take several times their memory.
const MAX_ROWS: usize = 1 << 13;

/// If more than one of this number of shapes changes, it costs less to build the index again.
const MAX_CHANGED: usize = 4;

impl RestingIndex {
    /// The index of a set, if there is one.
    pub(crate) fn get(&self, set: &Set, filters: &FilterTable) -> Option<&RestingCells> {
        let cells = match self.cells.get() {
            Some(cells) => cells,
            None if set.len() > MAX_ROWS => return None,
            None => self.cells.get_or_init(|| RestingCells::of(set, filters).map(Arc::new)),
        };
        cells.as_deref().filter(|cells| cells.has_static() && cells.len() <= MAX_ROWS)
    }

    /// The index, if it was built.
    pub(in crate::store) fn known(&self) -> Option<&RestingCells> {
        self.cells.get()?.as_deref()
    }

    /// Notes that what rests in a slot changes to this shape, or that it does not rest any more, and whether it is static.
    /// An index that suits it no more is dropped.
    pub(in crate::store) fn note(&mut self, slot: u32, resting: Option<Resting>) {
        let is_static = resting.is_some_and(|(_, is_static)| is_static);
        let is_wrong = match self.cells.get_mut() {
            None => false,
            Some(None) => is_static,
            Some(Some(cells)) => {
                let cells = Arc::make_mut(cells);
                let was_static = cells.remove(slot);
                if let Some((shape, is_static)) = resting {
                    cells.add(slot, shape, is_static);
                }
                // With a margin, so that few changes at the limit do not build it again and again.
                (is_static || was_static) && !cells.suits(slot) || cells.len() > MAX_ROWS * 2
            }
        };
        if is_wrong {
            self.forget();
        }
    }

    /// Notes all that a new set changes. An index of which much changes is dropped.
    pub(in crate::store) fn follow(&mut self, set: &Set, filters: &FilterTable) {
        let known = self.known().filter(|_| set.len() <= MAX_ROWS);
        let changed = known.map(|cells| cells.changed(set, filters));
        match changed.filter(|changed| changed.len() * MAX_CHANGED <= set.len()) {
            Some(changed) => changed.into_iter().for_each(|(slot, resting)| self.note(slot, resting)),
            None => self.forget(),
        }
    }

    /// Drops the index.
    fn forget(&mut self) {
        self.cells = OnceLock::new();
    }

    /// Becomes the index of another store.
    pub(in crate::store) fn copy(&mut self, source: &Self) {
        self.cells.clone_from(&source.cells);
    }

    /// Bytes allocated.
    pub(in crate::store) fn memory(&self) -> usize {
        self.cells.get().and_then(Option::as_ref).map_or(0, |cells| cells.memory() / Arc::strong_count(cells))
    }
}
