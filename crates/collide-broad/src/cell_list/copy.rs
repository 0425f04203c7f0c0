use super::CellList;

/// `clone_from` reuses the memory of the overwritten list. Scratch memory is not copied, nor is the index if rows have
/// changed.
impl<S, P: Clone, const N: usize> Clone for CellList<S, P, N> {
    fn clone(&self) -> Self {
        let mut list = Self::default();
        list.clone_from(self);
        list
    }

    fn clone_from(&mut self, source: &Self) {
        self.rows.copy_from(&source.rows);
        self.sort.copy_from(&source.sort);
        self.directory.copy_from(&source.directory);
        self.groups.copy_from(&source.groups);
        let Self { len, cells, max_extent, side, cell, intervals, fitted, changes, .. } = *source;
        (self.len, self.sorted, self.cells, self.max_extent) = (len, source.is_sorted(), cells, max_extent);
        (self.side, self.cell, self.intervals, self.fitted, self.changes) = (side, cell, intervals, fitted, changes);
        self.occupied.clone_from(&source.occupied);
        self.tree.take();
        self.changed.clear();
    }
}
