use collide_broad::Table;
use collide_core::batch::Row;

use crate::store::Set;

/// Writes numbers one after the other. What is there already is written over and not cleared before, so that warm memory is
/// touched once.
pub(crate) struct Writer<'a> {
    bytes: &'a mut Vec<u8>,
    len: usize,
}

impl<'a> Writer<'a> {
    /// From a place on.
    pub(super) fn new(bytes: &'a mut Vec<u8>, from: usize) -> Self {
        Self { bytes, len: from }
    }

    /// Numbers of so many bytes.
    pub(crate) fn numbers<T, const BYTES: usize>(&mut self, numbers: &[T], to_bytes: impl Fn(T) -> [u8; BYTES])
    where
        T: Copy,
    {
        self.each(numbers, |number| to_bytes(*number));
    }

    fn each<T, const BYTES: usize>(&mut self, items: &[T], to_bytes: impl Fn(&T) -> [u8; BYTES]) {
        let start = self.len;
        self.len += items.len() * BYTES;
        if self.bytes.len() < self.len {
            self.bytes.resize(self.len, 0);
        }
        let (places, _) = self.bytes[start..self.len].as_chunks_mut();
        places.iter_mut().zip(items).for_each(|(place, item)| *place = to_bytes(item));
    }

    /// A length and so many numbers.
    pub(crate) fn list<T, const BYTES: usize>(&mut self, items: &[T], to_bytes: impl Fn(&T) -> [u8; BYTES]) {
        self.len(items.len());
        self.each(items, to_bytes);
    }

    /// How many items follow.
    pub(crate) fn len(&mut self, len: usize) {
        self.numbers(&[len as u64], u64::to_le_bytes);
    }

    /// There is nothing more to come.
    pub(super) fn finish(self) {
        self.bytes.truncate(self.len);
    }
}

/// All rows of a set, in the order they are stored in, which is that of cells: so they will be nearly sorted.
pub(super) fn rows(set: &Set, writer: &mut Writer<'_>) {
    plain(set.circles.tables(), writer);
    plain(set.rects.tables(), writer);
    let tables = set.turned.tables();
    slots(tables, writer);
    tables.iter().for_each(|table| writer.each(table.payload(), |turned| turned.data.to_le_bytes()));
    for column in 0..6 {
        tables.iter().for_each(|table| {
            writer.each(table.payload(), |turned| turned.rect.to_row()[column].to_le_bytes());
        });
    }
}

/// Rows whose numbers are those of the shapes.
fn plain<S: collide_broad::Placed<N>, const N: usize>(tables: &[Table<S, u64, N>], writer: &mut Writer<'_>) {
    slots(tables, writer);
    tables.iter().for_each(|table| writer.numbers(table.payload(), u64::to_le_bytes));
    for column in 0..N {
        tables.iter().for_each(|table| writer.numbers(table.columns()[column], f32::to_le_bytes));
    }
}

fn slots<S, P, const N: usize>(tables: &[Table<S, P, N>], writer: &mut Writer<'_>) {
    writer.len(tables.iter().map(Table::len).sum());
    tables.iter().for_each(|table| writer.numbers(table.labels(), u32::to_le_bytes));
}
