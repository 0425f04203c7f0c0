//! Rows as the bytes of a snapshot.

use collide_core::columns::Row;
use collide_core::{Capsule, Circle, OrientedRect, Polygon, Rect, ShapeKind};

use super::kinds::{List, Listed, Lists, PayloadOf, SavedRows, Stored, each_kind};
use super::set::Set;
use crate::Invalid;
use crate::base::Writer;

impl SavedRows<'_> {
    /// Checks that all rows are valid shapes.
    pub(crate) fn check(&self) -> Result<(), Invalid> {
        match self.kind {
            ShapeKind::Circle => self.check_rows::<Circle, _>(),
            ShapeKind::Rect => self.check_rows::<Rect, _>(),
            ShapeKind::OrientedRect => self.check_rows::<OrientedRect, _>(),
            ShapeKind::Capsule => self.check_rows::<Capsule, _>(),
            ShapeKind::Polygon => self.check_rows::<Polygon, _>(),
        }
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
    /// Writes all rows of each kind of shape in storage order. This is the order of cells, so restored rows are nearly
    /// sorted.
    pub(crate) fn save(&self, writer: &mut Writer<'_>) {
        each_kind!(S => save_lists::<S, _>(S::lists(self).lists(), writer));
    }

    /// Replaces all rows by saved ones of each kind of shape, which were checked.
    pub(crate) fn refill(&mut self, saved: &[SavedRows<'_>]) {
        let mut rest = saved;
        each_kind!(S => {
            let rows = rest.split_off(..S::SHAPES.len()).expect("rows of each kind of shape");
            refill_lists::<S, _>(S::lists_mut(self), rows);
        });
    }
}

fn save_lists<S: Listed<N>, const N: usize>(lists: &[List<S, N>], writer: &mut Writer<'_>) {
    S::Payload::save(lists, writer);
}

fn refill_lists<S: Stored<N>, const N: usize>(lists: &mut Lists<S, N>, rows: &[SavedRows<'_>]) {
    S::Payload::refill(lists, rows);
}
