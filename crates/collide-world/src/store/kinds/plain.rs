//! Shapes whose row has the numbers of the shape.

use std::borrow::Borrow;

use collide_broad::internal::Anchored;

use super::saved_rows::SavedRows;
use super::{List, Lists, PayloadOf, Stored, UserData};
use crate::base::Writer;

/// The payload is the user data alone.
impl<S: Anchored<N> + Stored<N, Payload = Self>, const N: usize> PayloadOf<S, N> for u64 {
    type Row = S;

    const IS_EXACT: bool = true;

    #[inline]
    fn new(_: S, data: u64) -> Self {
        data
    }

    #[inline(always)]
    fn row(shape: &S) -> [f32; N] {
        shape.to_row()
    }

    #[inline(always)]
    fn shape(&self, row: [f32; N]) -> S {
        S::trusted(row)
    }

    #[inline(always)]
    fn in_row(list: &List<S, N>, row: usize) -> impl Borrow<S> {
        S::trusted(list.row(row))
    }

    #[inline(always)]
    fn set_shape(&mut self, _: S) {}

    fn save(lists: &[List<S, N>], writer: &mut Writer<'_>) {
        writer.len(lists.iter().map(List::<S, N>::len).sum());
        lists.iter().for_each(|list| writer.numbers(list.ids(), u32::to_le_bytes));
        lists.iter().for_each(|list| writer.numbers(list.payload(), u64::to_le_bytes));
        for column in 0..N {
            lists.iter().for_each(|list| writer.numbers(list.columns()[column], f32::to_le_bytes));
        }
    }

    fn refill(lists: &mut Lists<S, N>, saved: &[SavedRows<'_>]) {
        let [saved] = saved else { unreachable!("one kind of shape") };
        lists.refill(std::array::from_fn(|column| saved.column(column)), saved.slots(), saved.data());
    }
}

impl UserData for u64 {
    #[inline(always)]
    fn data(&self) -> u64 {
        *self
    }

    #[inline(always)]
    fn set_data(&mut self, data: u64) {
        *self = data;
    }
}
