//! Rows as the bytes of a snapshot.

use collide_broad::internal::CellList;
use collide_core::columns::Row;

use super::kinds::{List, Listed, Lists, PayloadOf, SavedRows, Stored, UserData, each_kind, match_kind};
use super::set::Set;
use crate::Invalid;
use crate::base::Writer;

impl SavedRows<'_> {
    /// Checks that all rows are valid shapes.
    pub(crate) fn check(&self) -> Result<(), Invalid> {
        match_kind!(self.kind, S => self.check_rows::<S, _>())
    }

    /// First checks all rows without branches, as nearly always they are valid.
    fn check_rows<S: Row<N>, const N: usize>(&self) -> Result<(), Invalid> {
        let count = self.slots.len();
        let columns: [_; N] = std::array::from_fn(|column| &self.columns[column][..count]);
        let well = |row: usize| S::is_row(std::array::from_fn(|column| f32::from_le_bytes(columns[column][row])));
        if (0..count).fold(true, |all, row| all & well(row)) {
            return Ok(());
        }
        self.shapes().try_for_each(|(slot, shape)| shape.map(|_| ()).map_err(|error| Invalid::Shape { slot, error }))
    }
}

impl Set {
    /// Writes all rows in storage order. This is the order of cells, so restored rows are nearly sorted.
    pub(crate) fn save(&self, writer: &mut Writer<'_>) {
        each_kind!(S => save_lists::<S, _>(S::lists(self).lists(), writer));
    }

    /// Replaces all rows by saved ones, which were checked.
    pub(crate) fn refill(&mut self, saved: &[SavedRows<'_>]) {
        for rows in saved {
            match_kind!(rows.kind, S => refill_lists::<S, _>(S::lists_mut(self), rows));
        }
    }
}

fn save_lists<S: Listed<N>, const N: usize>(lists: &[List<S, N>], writer: &mut Writer<'_>) {
    writer.len(lists.iter().map(CellList::len).sum());
    lists.iter().for_each(|list| writer.numbers(list.ids(), u32::to_le_bytes));
    lists.iter().for_each(|list| writer.each(list.payload(), |payload| payload.data().to_le_bytes()));
    for column in 0..S::KIND.columns().len() {
        lists.iter().for_each(|list| S::Payload::write_column(list, column, writer));
    }
}

fn refill_lists<S: Stored<N>, const N: usize>(lists: &mut Lists<S, N>, rows: &SavedRows<'_>) {
    S::Payload::refill(lists, rows);
}
