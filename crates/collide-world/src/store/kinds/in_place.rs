//! Rows that are changed in place.

use std::cell::Cell;

use collide_core::Shape;

use super::{Listed, PayloadOf, Stored, UserData};

/// Rows of a list of shapes `S`, as [`CellList::pieces_mut`](collide_broad::internal::CellList::pieces_mut) splits them.
pub(crate) struct RowsMut<'a, S: Stored<N>, const N: usize> {
    pub(crate) columns: [&'a mut [f32]; N],
    pub(crate) slots: &'a [u32],
    pub(crate) payload: &'a mut [S::Payload],
}

impl<S: Listed<N>, const N: usize> RowsMut<'_, S, N> {
    /// The same rows, for changes one by one.
    pub(crate) fn cells(&mut self) -> RowCells<'_, S, N> {
        RowCells {
            columns: self.columns.each_mut().map(|column| Cell::from_mut(&mut **column).as_slice_of_cells()),
            slots: self.slots,
            payload: Cell::from_mut(&mut *self.payload).as_slice_of_cells(),
        }
    }
}

/// Rows that are changed one by one through shared references. An entity refers to them by its row: to pass on mutable
/// references to all its numbers would take longer than most changes.
#[derive(Debug)]
pub(crate) struct RowCells<'a, S: Stored<N>, const N: usize> {
    columns: [&'a [Cell<f32>]; N],
    pub(crate) slots: &'a [u32],
    payload: &'a [Cell<S::Payload>],
}

impl<S: Listed<N>, const N: usize> RowCells<'_, S, N> {
    #[inline(always)]
    pub(crate) fn shape(&self, row: usize) -> S {
        let mut numbers = [0.0; N];
        for (column, number) in numbers.iter_mut().enumerate() {
            *number = self.columns[column][row].get();
        }
        self.payload[row].get().shape(numbers)
    }

    #[inline(always)]
    pub(crate) fn set(&self, row: usize, shape: S) {
        let mut payload = self.payload[row].get();
        let numbers = shape.replace(&mut payload);
        self.payload[row].set(payload);
        // By index: a zip of columns and numbers is not always inlined.
        for (column, number) in numbers.iter().enumerate() {
            self.columns[column][row].set(*number);
        }
    }

    /// Sets the shape if it is of the row's kind; returns whether it is.
    #[inline(always)]
    pub(crate) fn set_any(&self, row: usize, shape: &Shape) -> bool {
        S::of(shape).map(|shape| self.set(row, shape)).is_some()
    }

    #[inline(always)]
    pub(crate) fn data(&self, row: usize) -> u64 {
        self.payload[row].get().data()
    }

    #[inline(always)]
    pub(crate) fn set_data(&self, row: usize, data: u64) {
        let mut payload = self.payload[row].get();
        payload.set_data(data);
        self.payload[row].set(payload);
    }
}
