//! The rows that changed since the other rows were indexed.

use std::ops::Range;
use std::sync::OnceLock;

use super::rows::allocated;
use super::search::split;
use super::tile_tree::{TileTree, Visit};
use super::tuning::{CHANGES, FEW_ROWS};
use super::{Anchored, CellList, Payload};

/// In place of a row that was listed again.
const GONE: u32 = u32::MAX;

/// The rows of a list that were added or changed since its index was built. Searches skip them in the index.
///
/// The first rows of the list are *filed*: a tree finds them. The others are few, and searches visit all of them. When
/// there are too many of these, all rows are filed, and the next search builds a new tree. So `k` changes with a search
/// after each cost about `sqrt(k)` for each change and each search.
#[derive(Debug, Default)]
pub(super) struct Changed {
    /// Whether a row was changed, added or removed.
    any: bool,
    /// Each changed row once. Rows that were removed later are not below the number of rows.
    rows: Vec<u32>,
    /// For each row one more than its index in `rows`, and zero for a row that has not changed. Rows beyond the end
    /// have not changed.
    spots: Vec<u32>,
    /// The number of elements of `rows` that are filed.
    filed: usize,
    /// The number of elements of `rows` that are [`GONE`].
    gone: usize,
    /// A tree over the rows that are filed, built by the first search.
    tree: OnceLock<TileTree>,
}

impl Changed {
    pub(super) fn any(&self) -> bool {
        self.any
    }

    /// The number of changed rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len() - self.gone
    }

    /// Each changed row once, and perhaps some that were removed.
    pub(super) fn rows(&self) -> impl Iterator<Item = u32> {
        self.rows.iter().copied().filter(|row| *row != GONE)
    }

    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        allocated(&self.rows) + allocated(&self.spots) + self.tree.get().map_or(0, TileTree::memory)
    }

    /// Forgets all changes. Costs about a nanosecond for each changed row.
    pub(super) fn clear(&mut self) {
        for row in self.rows.drain(..).filter(|row| *row != GONE) {
            self.spots[row as usize] = 0;
        }
        (self.any, self.filed, self.gone) = (false, 0, 0);
        self.tree.take();
    }

    /// The last row was removed, and no other row has changed.
    pub(super) fn note_removed(&mut self) {
        self.any = true;
    }

    /// A row was added or changed.
    pub(super) fn note(&mut self, row: usize) {
        self.any = true;
        if self.spots.len() <= row {
            self.spots.resize(row + 1, 0);
        }
        let spot = self.spots[row] as usize;
        if spot > self.filed {
            return;
        }
        if spot > 0 {
            self.rows[spot - 1] = GONE;
            self.gone += 1;
        }
        self.rows.push(row as u32);
        self.spots[row] = self.rows.len() as u32;
        let others = self.rows.len() - self.filed;
        if others > FEW_ROWS && others * others > self.filed * 8 {
            self.file();
        }
    }

    /// Files all rows.
    fn file(&mut self) {
        if self.gone * 2 > self.rows.len() {
            self.rows.retain(|row| *row != GONE);
            for (spot, row) in (1..).zip(&self.rows) {
                self.spots[*row as usize] = spot;
            }
            self.gone = 0;
        }
        self.filed = self.rows.len();
        self.tree.take();
    }

    #[inline]
    fn spot(&self, row: usize) -> usize {
        self.spots.get(row).map_or(0, |spot| *spot as usize)
    }

    #[inline]
    pub(super) fn has(&self, row: usize) -> bool {
        self.spot(row) > 0
    }

    fn is_filed(&self, row: usize) -> bool {
        (1..=self.filed).contains(&self.spot(row))
    }

    /// Checks the list. Returns false if it is not consistent.
    pub(super) fn validate(&self) -> bool {
        let listed = |(spot, row): (usize, &u32)| *row == GONE || self.spot(*row as usize) == spot;
        let spots = self.spots.iter().filter(|spot| **spot > 0).count();
        spots == self.len() && (1..).zip(&self.rows).all(listed) && (self.any || self.rows.is_empty())
    }
}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// Notes that a row was added or changed. Without an index there is nothing to note. If most rows have changed, the
    /// index is of little use and is dropped.
    pub(super) fn note_changed(&mut self, row: usize) {
        self.changes += 1;
        if self.sorted || self.tree.get().is_some() {
            self.changed.note(row);
            if self.changed.len() * 2 > self.len {
                self.drop_index();
            }
        }
    }

    /// Forgets which rows are where: the list is no longer sorted. To be called before most rows change one by one, so
    /// that the list need not remember which.
    pub fn note_all_changed(&mut self) {
        self.changes += self.len as u64;
        self.drop_index();
    }

    pub(super) fn drop_index(&mut self) {
        self.sorted = false;
        self.tree.take();
        self.changed.clear();
    }

    /// Visits the rows of a run of the index that have not changed.
    #[inline]
    pub(super) fn unchanged(&self, rows: Range<usize>, visit: impl FnMut(Range<usize>) -> f64) {
        split(rows.start..rows.end.min(self.len), CHANGES, |row| !self.changed.has(row), visit);
    }

    /// Visits changed rows: those that `search` finds in a tree over them, and all that are not filed. The search is
    /// over if `visit` returns a negative number. Returns what the last call of `visit` has returned, or `limit` if
    /// there was none.
    pub(super) fn visit_changed(
        &self,
        mut limit: f64,
        search: &mut dyn FnMut(&TileTree, Visit<'_>),
        visit: Visit<'_>,
    ) -> f64 {
        let Changed { rows, filed, tree, .. } = &self.changed;
        if *filed > 0 {
            let is_filed = |row: usize| row < self.len && self.changed.is_filed(row);
            let tree = tree.get_or_init(|| {
                let rows = rows[..*filed].iter().copied();
                TileTree::build(self, rows.filter(|row| is_filed(*row as usize)).collect())
            });
            search(tree, &mut |rows| {
                split(rows, CHANGES, is_filed, |run| {
                    limit = visit(run);
                    limit
                });
                limit
            });
        }
        for row in rows[*filed..].iter().map(|row| *row as usize).filter(|row| *row < self.len) {
            if limit < 0.0 {
                break;
            }
            limit = visit(row..row + 1);
        }
        limit
    }
}
