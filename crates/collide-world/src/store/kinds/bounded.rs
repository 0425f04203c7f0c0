//! Shapes whose row is their bound.

use std::borrow::Borrow;
use std::fmt::Debug;

use collide_core::{Rect, Shape};

use super::saved_rows::SavedRows;
use super::{List, Listed, Lists, PayloadOf, Stored, UserData};
use crate::base::Writer;

/// The payload of a row that is a bound: the shape and the user data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounded<S> {
    shape: S,
    /// The user data.
    data: u64,
}

impl<S> Bounded<S> {
    /// The shape itself.
    pub(crate) fn stored(&self) -> &S {
        &self.shape
    }
}

impl<S: Listed<4> + Stored<4, Payload = Self>> PayloadOf<S, 4> for Bounded<S> {
    type Row = Rect;

    const IS_EXACT: bool = false;

    #[inline]
    fn new(shape: S, data: u64) -> Self {
        Self { shape, data }
    }

    #[inline]
    fn row(shape: &S) -> [f32; 4] {
        let bound = shape.bound();
        [bound.min().x, bound.min().y, bound.max().x, bound.max().y]
    }

    #[inline(always)]
    fn shape(&self, _: [f32; 4]) -> S {
        self.shape
    }

    #[inline(always)]
    fn in_row(list: &List<S, 4>, row: usize) -> impl Borrow<S> {
        &list.payload()[row].shape
    }

    #[inline(always)]
    fn set_shape(&mut self, shape: S) {
        self.shape = shape;
    }

    fn save(lists: &[List<S, 4>], writer: &mut Writer<'_>) {
        for kind in S::SHAPES {
            let rows = || {
                let rows = lists.iter().flat_map(|list| list.ids().iter().zip(list.payload()));
                rows.filter(|(_, row)| row.shape.into().kind() == *kind)
            };
            let count = rows().count();
            writer.len(count);
            if count == 0 {
                continue;
            }
            writer.items(rows().map(|(slot, _)| slot.to_le_bytes()));
            writer.items(rows().map(|(_, row)| row.data.to_le_bytes()));
            for column in 0..kind.columns().len() {
                writer.items(rows().map(|(_, row)| row.shape.number(column).to_le_bytes()));
            }
        }
    }

    fn refill(lists: &mut Lists<S, 4>, saved: &[SavedRows<'_>]) {
        let shape = |shape: Result<Shape, _>| shape.ok().as_ref().and_then(S::of).expect("checked before");
        let payload = saved.iter().flat_map(|saved| saved.shapes().zip(saved.data()));
        let payload: Vec<Self> = payload.map(|((_, saved), data)| Self::new(shape(saved), data)).collect();
        let rows: Vec<_> = payload.iter().map(|bounded| Self::row(&bounded.shape)).collect();
        let columns = [0, 1, 2, 3].map(|column| rows.iter().map(move |row| row[column]));
        let slots: Vec<u32> = saved.iter().flat_map(SavedRows::slots).collect();
        lists.refill(columns, slots.into_iter(), payload.into_iter());
    }
}

impl<S: Copy + Debug + Send + Sync> UserData for Bounded<S> {
    #[inline(always)]
    fn data(&self) -> u64 {
        self.data
    }

    #[inline(always)]
    fn set_data(&mut self, data: u64) {
        self.data = data;
    }
}
