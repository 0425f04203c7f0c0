//! Saved rows as bytes.

use collide_core::{Shape, ShapeError, ShapeKind};

/// The shapes of a kind as bytes: slots, data, and a slice for each of the [columns](ShapeKind::columns) of the kind.
pub(crate) struct SavedRows<'a> {
    pub(crate) kind: ShapeKind,
    pub(crate) slots: &'a [[u8; 4]],
    pub(crate) data: &'a [[u8; 8]],
    pub(crate) columns: [&'a [[u8; 4]]; Shape::NUMBERS],
}

impl SavedRows<'_> {
    pub(crate) fn none(kind: ShapeKind) -> Self {
        Self { kind, slots: &[], data: &[], columns: [&[]; Shape::NUMBERS] }
    }

    /// The slot and the shape of each row.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = (u32, Result<Shape, ShapeError>)> {
        self.slots().enumerate().map(|(row, slot)| {
            let number = |column: &[[u8; 4]]| column.get(row).map_or(0.0, |bytes| f32::from_le_bytes(*bytes));
            (slot, Shape::from_numbers(self.kind, self.columns.map(number)))
        })
    }

    pub(crate) fn slots(&self) -> impl Iterator<Item = u32> {
        self.slots.iter().map(|bytes| u32::from_le_bytes(*bytes))
    }

    pub(super) fn data(&self) -> impl Iterator<Item = u64> {
        self.data.iter().map(|bytes| u64::from_le_bytes(*bytes))
    }

    pub(super) fn column(&self, column: usize) -> impl Iterator<Item = f32> {
        self.columns[column].iter().map(|bytes| f32::from_le_bytes(*bytes))
    }
}
