use std::borrow::Borrow;

use collide_broad::{CellList, Layout, Workers, sample_indices};
use collide_core::{Aabb, Shape, ShapeKind};

pub(crate) use super::kinds::Set;
use super::kinds::{Listed, Stored, UserData, each_kind, match_kind, match_variant};
use super::summary::{SAMPLE, Sample};
use crate::base::copy_of;

/// Where a shape stands in a set: in which table of its kind, at which row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) kind: ShapeKind,
    pub(crate) table: usize,
    pub(crate) row: usize,
}

/// `clone_from` keeps the memory of the set that is overwritten.
impl Clone for Set {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        each_kind!(S => S::lists_mut(self).clone_from(S::lists(source)));
    }
}

impl Set {
    pub(crate) fn set_layout(&mut self, layout: Layout) {
        each_kind!(S => S::lists_mut(self).set_layout(layout));
    }

    pub(crate) fn len(&self) -> usize {
        each_kind!(S => S::lists(self).len()).iter().sum()
    }

    /// The most numbers that a table needs to call its rows by, when sorted.
    pub(crate) fn numbered(&self) -> usize {
        each_kind!(chain S => S::lists(self).lists().iter().map(CellList::id_count)).max().unwrap_or(0)
    }

    pub(crate) fn clear(&mut self) {
        each_kind!(S => S::lists_mut(self).clear());
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        each_kind!(S => S::lists(self).memory()).iter().sum()
    }

    pub(crate) fn sort(&mut self, workers: &impl Workers) {
        each_kind!(S => S::lists_mut(self).sort(workers));
    }

    /// Whether nothing has changed since it was sorted.
    pub(crate) fn is_sorted(&self) -> bool {
        each_kind!(S => S::lists(self).is_sorted()) == [true; ShapeKind::ALL.len()]
    }

    /// Whether rows of a kind are only bounds, so that joins of them find candidates.
    pub(crate) fn has_bounds(&self) -> bool {
        each_kind!(S => !S::IS_EXACT && !S::lists(self).is_empty()).contains(&true)
    }

    /// The largest extent of what [rotates](ShapeKind::has_rotation), when sorted.
    pub(crate) fn max_rotated_extent(&self) -> f64 {
        let lists = each_kind!(chain S => S::lists(self).lists().iter().map(|list| (S::KIND, list.max_extent())));
        lists.filter(|(kind, _)| kind.has_rotation()).map(|(_, extent)| extent).fold(0.0, f64::max)
    }

    /// Kind, number of rows, size and number of cells of each table.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (ShapeKind, usize, [f64; 2], usize)> {
        each_kind!(chain S => S::lists(self).lists().iter().map(|table| {
            (S::KIND, table.len(), [table.max_extent(), table.cell_side()], table.cell_count())
        }))
    }

    /// Bounds and sizes of some shapes.
    pub(crate) fn sample(&self) -> Sample {
        sample_indices(self.len(), SAMPLE).map(|number| self.bound_and_size(number)).collect()
    }

    /// Of the shape with this number, counted through all tables.
    fn bound_and_size(&self, number: usize) -> (Aabb, f64) {
        let mut row = number;
        let counts = each_kind!(S => (S::KIND, S::lists(self).len()));
        let of_row = counts.into_iter().find(|(_, count)| {
            let found = row < *count;
            row -= if found { 0 } else { *count };
            found
        });
        match_kind!(of_row.expect("a number below the number of shapes").0, S => {
            let (table, row) = S::lists(self).row_at(row);
            let bound = S::at(table, row).borrow().aabb();
            (bound, table.max_extent().max((bound.max() - bound.min()).max_element().into()))
        })
    }

    pub(crate) fn push(&mut self, shape: Shape, slot: u32, data: u64) -> Seat {
        match_variant!(Shape, shape, shape => self.push_shape(shape, slot, data))
    }

    fn push_shape<S: Listed<N>, const N: usize>(&mut self, shape: S, slot: u32, data: u64) -> Seat {
        let (table, len) = S::lists_mut(self).push(shape.row(), slot, shape.payload(data));
        Seat { kind: S::KIND, table, row: len - 1 }
    }

    /// Gives each shape the place its slot has in the slice, if all are there and of the kind they were; says whether.
    pub(crate) fn refresh(&mut self, shapes: &[Shape]) -> bool {
        if self.len() != shapes.len() {
            return false;
        }
        let mut same = true;
        each_kind!(S => for table in S::lists_mut(self).lists_mut() {
            table.set_each(|slot, payload, old| match S::of(&shapes[slot as usize]) {
                Some(shape) => shape.replace(payload),
                None => {
                    same = false;
                    old
                }
            });
        });
        same
    }

    /// The shape at a seat.
    #[inline]
    pub(crate) fn shape(&self, Seat { kind, table, row }: Seat) -> Shape {
        match_kind!(kind, S => (*S::at(&S::lists(self).lists()[table], row).borrow()).into())
    }

    /// The data at a seat.
    #[inline]
    pub(crate) fn data(&self, Seat { kind, table, row }: Seat) -> u64 {
        match_kind!(kind, S => S::lists(self).lists()[table].payload()[row].data())
    }

    /// Puts a shape at a seat, if it is of the seat's kind; says whether.
    pub(crate) fn set(&mut self, Seat { kind, table, row }: Seat, shape: Shape, data: u64) -> bool {
        match_kind!(kind, S => {
            let Some(shape) = S::of(&shape) else { return false };
            S::lists_mut(self).lists_mut()[table].set(row, shape.row(), shape.payload(data));
        });
        true
    }

    /// Takes out what is at a seat; says which slot, if any, has come to sit there.
    pub(crate) fn swap_remove(&mut self, Seat { kind, table, row }: Seat) -> Option<u32> {
        match_kind!(kind, S => S::lists_mut(self).lists_mut()[table].swap_remove(row))
    }

    /// Every seat and who sits there, table by table.
    pub(crate) fn seats(&self) -> impl Iterator<Item = (u32, Seat)> {
        each_kind!(chain S => S::lists(self).lists().iter().enumerate().flat_map(|(table, rows)| {
            let seat = move |(row, slot): (usize, &u32)| (*slot, Seat { kind: S::KIND, table, row });
            rows.ids().iter().enumerate().map(seat)
        }))
    }
}
