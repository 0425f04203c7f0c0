//! All rows of a table at once.

use super::{Placed, Table};

impl<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize> Table<S, P, N> {
    /// Becomes the same as another one, in the memory it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.rows.copy_from(&other.rows);
        self.sort.copy_from(&other.sort);
        let Self { len, sorted, cells, reach, widening, cell, stretches, fitted, .. } = *other;
        (self.len, self.sorted, self.cells, self.reach) = (len, sorted, cells, reach);
        (self.widening, self.cell, self.stretches, self.fitted) = (widening, cell, stretches, fitted);
        self.occupied.clone_from(&other.occupied);
    }

    /// Takes other rows in the place of all there are, as new to it as those of a new table: only memory is kept.
    ///
    /// # Panics
    /// When there are not as many of each.
    pub(crate) fn refill(
        &mut self,
        columns: [impl Iterator<Item = f32>; N],
        labels: impl Iterator<Item = u32>,
        payload: impl Iterator<Item = P>,
    ) {
        let Self { mut rows, spare, mut sort, .. } = std::mem::take(self);
        rows.refill(columns, labels, payload);
        sort.forget();
        *self = Self { len: rows.labels.len(), rows, spare, sort, ..Self::default() };
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.sorted = false;
        self.rows.truncate(0);
        self.len = 0;
    }
}
