//! Rows that are changed in place.

use collide_core::Shape;

use super::{Listed, PayloadOf, Stored, UserData};
use crate::store::EntityMut;

/// A row of a list of shapes `S`.
#[derive(Debug)]
pub(crate) struct InPlace<'a, S: Stored<N>, const N: usize> {
    row: [&'a mut f32; N],
    payload: &'a mut S::Payload,
}

impl<S: Listed<N>, const N: usize> InPlace<'_, S, N> {
    #[inline(always)]
    pub(crate) fn shape(&self) -> S {
        self.payload.shape(self.row.each_ref().map(|number| **number))
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, shape: S) {
        for (place, number) in self.row.iter_mut().zip(shape.replace(self.payload)) {
            **place = number;
        }
    }

    /// Sets the shape if it is of the row's kind; returns whether it is.
    #[inline(always)]
    pub(crate) fn set_any(&mut self, shape: &Shape) -> bool {
        S::of(shape).map(|shape| self.set(*shape)).is_some()
    }

    #[inline(always)]
    pub(crate) fn data(&self) -> u64 {
        self.payload.data()
    }

    #[inline(always)]
    pub(crate) fn set_data(&mut self, data: u64) {
        self.payload.set_data(data);
    }
}

/// Rows of a list of shapes `S`, as [`CellList::pieces_mut`](collide_broad::CellList::pieces_mut) splits them.
pub(crate) struct RowsMut<'a, S: Stored<N>, const N: usize> {
    pub(crate) columns: [&'a mut [f32]; N],
    pub(crate) slots: &'a [u32],
    pub(crate) payload: &'a mut [S::Payload],
}

impl<S: Listed<N>, const N: usize> RowsMut<'_, S, N> {
    #[inline(always)]
    pub(crate) fn row(&mut self, row: usize) -> InPlace<'_, S, N> {
        InPlace { row: self.columns.each_mut().map(|column| &mut column[row]), payload: &mut self.payload[row] }
    }

    #[inline(always)]
    pub(crate) fn entity(&mut self, row: usize) -> EntityMut<'_> {
        let slot = self.slots[row];
        EntityMut::new(S::place(self.row(row)), slot)
    }
}
