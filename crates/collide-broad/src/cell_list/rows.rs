use std::sync::atomic::{AtomicU32, Ordering};

use collide_core::columns::PADDING;

use super::Payload;
use super::tuning::{MIN_ROWS, PIECES_PER_THREAD};
use crate::workers::{MAX_PIECES, Workers, each_of};

/// Rows as columns of numbers, with an id and a payload for each. Behind the last row the columns have padding, so that
/// eight rows can be read from any row on.
#[derive(Debug)]
pub(crate) struct Rows<P, const N: usize> {
    pub(crate) columns: [Vec<f32>; N],
    pub(crate) ids: Vec<u32>,
    pub(crate) payload: Vec<P>,
}

impl<P, const N: usize> Default for Rows<P, N> {
    fn default() -> Self {
        Self { columns: std::array::from_fn(|_| Vec::new()), ids: Vec::new(), payload: Vec::new() }
    }
}

impl<P, const N: usize> Rows<P, N> {
    /// Copies all rows, and reuses memory.
    pub(crate) fn copy_from(&mut self, source: &Self)
    where
        P: Clone,
    {
        self.columns.clone_from(&source.columns);
        self.ids.clone_from(&source.ids);
        self.payload.clone_from(&source.payload);
    }

    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> [f32; N] {
        row_of(&self.columns, row)
    }
}

impl<P: Payload, const N: usize> Rows<P, N> {
    pub(crate) fn push(&mut self, row: [f32; N], id: u32, payload: P) {
        let len = self.payload.len();
        for (column, number) in self.columns.iter_mut().zip(row) {
            put(column, len, number);
        }
        put(&mut self.ids, len, id);
        self.payload.push(payload);
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, row: usize, numbers: [f32; N]) {
        for (column, number) in self.columns.iter_mut().zip(numbers) {
            column[row] = number;
        }
    }

    /// Moves the last row to the place of this one. The old last row becomes padding.
    pub(crate) fn swap_remove(&mut self, row: usize) {
        let last = self.payload.len() - 1;
        self.columns.iter_mut().for_each(|column| column[row] = column[last]);
        self.ids[row] = self.ids[last];
        self.payload.swap_remove(row);
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let columns: usize = self.columns.iter().map(allocated).sum();
        columns + allocated(&self.ids) + allocated(&self.payload)
    }

    /// Replaces all rows and keeps the memory.
    pub(crate) fn refill(
        &mut self,
        columns: [impl Iterator<Item = f32>; N],
        ids: impl Iterator<Item = u32>,
        payload: impl Iterator<Item = P>,
    ) {
        self.clear();
        for (column, numbers) in self.columns.iter_mut().zip(columns) {
            column.extend(numbers);
        }
        self.ids.extend(ids);
        self.payload.extend(payload);
        let len = self.ids.len();
        let as_many = self.columns.iter().all(|column| column.len() == len) && self.payload.len() == len;
        assert!(as_many, "columns and payload: must have the length of the ids, {len}");
        self.pad(0);
    }

    pub(crate) fn clear(&mut self) {
        self.columns.iter_mut().for_each(Vec::clear);
        self.ids.clear();
        self.payload.clear();
    }

    /// Copies the rows of `from` in the given order, and reserves room for `more` rows of [padding](Self::pad). This is
    /// a gather and not a scatter, so that pieces of the output can be written at the same time.
    pub(crate) fn gather(&mut self, from: &Self, order: &[AtomicU32], more: usize, workers: &impl Workers) {
        let len = order.len();
        self.columns.iter_mut().for_each(|column| reserve(column, len + more + PADDING));
        reserve(&mut self.ids, len + more + PADDING);
        reserve(&mut self.payload, len);
        self.columns.iter_mut().for_each(|column| column.resize(len, 0.0));
        self.ids.resize(len, 0);
        match from.payload.first() {
            Some(any) => self.payload.resize(len, *any),
            None => self.payload.clear(),
        }
        let piece_len = len.div_ceil(piece_count(len, workers)).max(1);
        let mut columns = self.columns.each_mut().map(|column| column.chunks_mut(piece_len));
        let pieces =
            self.ids.chunks_mut(piece_len).zip(self.payload.chunks_mut(piece_len)).zip(order.chunks(piece_len)).map(
                |((ids, payload), order)| {
                    let columns = columns.each_mut().map(|column| column.next().unwrap_or_default());
                    (columns, ids, payload, order)
                },
            );
        each_of(workers, pieces, |_, (columns, ids, payload, order)| {
            // Cut to one length here, so that the compiler checks each index once.
            let (len, from_len) = (order.len(), from.payload.len());
            let columns = columns.each_mut().map(|column| &mut column[..len]);
            let (ids, payload) = (&mut ids[..len], &mut payload[..len]);
            let from_columns = from.columns.each_ref().map(|column| &column[..from_len]);
            let (from_ids, from_payload) = (&from.ids[..from_len], &from.payload[..from_len]);
            for (place, source) in order.iter().enumerate() {
                let source = source.load(Ordering::Relaxed) as usize;
                ids[place] = from_ids[source];
                payload[place] = from_payload[source];
                for index in 0..N {
                    columns[index][place] = from_columns[index][source];
                }
            }
        });
    }

    /// Appends copies of the first rows, without their payload, and the padding that joins need.
    pub(crate) fn pad(&mut self, copied: usize) {
        for column in &mut self.columns {
            column.extend_from_within(..copied);
            column.resize(column.len() + PADDING, 0.0);
        }
        self.ids.extend_from_within(..copied);
        self.ids.resize(self.ids.len() + PADDING, 0);
    }
}

/// Writes a value behind the first `len`, and keeps padding behind it.
fn put<T: Copy + Default>(column: &mut Vec<T>, len: usize, value: T) {
    if column.len() <= len + PADDING {
        column.resize(len + PADDING + 1, T::default());
    }
    column[len] = value;
}

/// The number of bytes that a column has allocated.
pub fn allocated<T>(column: &Vec<T>) -> usize {
    column.capacity() * size_of::<T>()
}

/// Makes the capacity at least `len`, with a little room for the next call.
pub(crate) fn grow<T>(column: &mut Vec<T>, len: usize) {
    if column.capacity() < len {
        column.reserve_exact(with_room(len) - column.len());
    }
}

/// The same, and drops capacity that is much more.
pub(crate) fn reserve<T>(column: &mut Vec<T>, len: usize) {
    grow(column, len);
    if column.capacity() > with_room(len) + len / 8 + 1024 {
        column.shrink_to(with_room(len));
    }
}

fn with_room(len: usize) -> usize {
    len + len / 16
}

/// The numbers of a row. A loop, not a closure: it must be inlined into functions that are compiled for other
/// instruction sets.
#[inline(always)]
pub(crate) fn row_of<C: AsRef<[f32]>, const N: usize>(columns: &[C; N], row: usize) -> [f32; N] {
    let mut numbers = [0.0; N];
    for (number, column) in numbers.iter_mut().zip(columns) {
        *number = column.as_ref()[row];
    }
    numbers
}

/// The number of pieces into which work on `len` rows is split.
pub(crate) fn piece_count(len: usize, workers: &impl Workers) -> usize {
    if workers.count() == 1 {
        1
    } else {
        (workers.count() * PIECES_PER_THREAD).min(MAX_PIECES).min(len / MIN_ROWS).max(1)
    }
}
