//! The runs of a join without the rows of far cells, where these share a crowded index.

use std::ops::Range;

use collide_core::columns::Runs;

use super::interval::anchor;
use super::join::{CellWindow, Neighbours};
use super::rows::row_of;
use super::{Anchored, CellList, Payload};

/// Runs of rows without those of far cells that share a crowded index.
pub(super) trait Unshared {
    type Plain: Runs;

    /// The runs with all rows of each index.
    fn plain(&self) -> &Self::Plain;

    /// Whether the runs of a row are the same with all rows.
    fn is_plain(&self, row: usize) -> bool;

    fn for_each(&self, row: usize, visit: impl FnMut(Range<usize>));
}

/// The rows that those of a list are tested against: as [`Neighbours`].
pub(super) struct UnsharedNeighbours<'a, S, P, const N: usize> {
    list: &'a CellList<S, P, N>,
    plain: Neighbours<'a>,
}

impl<'a, S: Anchored<N>, P: Payload, const N: usize> UnsharedNeighbours<'a, S, P, N> {
    pub(super) fn of(list: &'a CellList<S, P, N>) -> Self {
        Self { list, plain: list.neighbours() }
    }

    /// The indices of the cell of a row and the next one, and of the adjoining cells of the next line.
    fn indices(&self, row: usize) -> [[usize; 2]; 2] {
        let (own, stride) = (self.plain.cells[row] as usize, self.plain.stride as usize);
        [[own, own + 1], [own + stride - 1, own + stride + 1]]
    }
}

impl<'a, S: Anchored<N>, P: Payload, const N: usize> Unshared for UnsharedNeighbours<'a, S, P, N> {
    type Plain = Neighbours<'a>;

    fn plain(&self) -> &Neighbours<'a> {
        &self.plain
    }

    fn is_plain(&self, row: usize) -> bool {
        let len = self.list.cells.len();
        !self.indices(row).into_iter().any(|indices| self.list.directory.has_any(indices, len))
    }

    fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
        if self.is_plain(row) {
            return self.plain.for_each(row, visit);
        }
        let Self { list, plain } = self;
        let (starts, [[own, next], above]) = ((plain.starts, list.cells.len()), self.indices(row));
        let (column, line) = list.cells.coordinates(anchor(&row_of(&list.columns(), row)).map(f64::from), 0.0);
        let end = plain.starts[next] as usize;
        let is_listed = list.directory.has_any([own; 2], list.cells.len());
        visit(row + 1..if is_listed { list.end_of_cell(row, end, [[column; 2], [line; 2]]) } else { end });
        let mut visit_all = |rows: Range<usize>, _: bool| {
            visit(rows);
            true
        };
        list.directory.split(starts, [next; 2], [line, column + 1], &mut visit_all);
        list.directory.split(starts, above, [line + 1, column - 1], &mut visit_all);
    }
}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// The end of the rows in the cell of a row. Those of an index end at `end` and are in order of their cells. In few
    /// steps if the next rows are in other cells.
    fn end_of_cell(&self, row: usize, end: usize, cell: [[i32; 2]; 2]) -> usize {
        let mut step = 1;
        while row + step < end && self.is_in(row + step, cell) {
            step *= 2;
        }
        let (mut low, mut high) = (row + step / 2 + 1, (row + step).min(end));
        while low < high {
            let middle = low.midpoint(high);
            if self.is_in(middle, cell) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// The rows of a build side that those of a probe side are tested against: as [`CellWindow`].
pub(super) struct UnsharedWindow<'a, S, const N: usize>(pub(super) CellWindow<'a, S, N>);

impl<'a, S: Anchored<N>, const N: usize> Unshared for UnsharedWindow<'a, S, N> {
    type Plain = CellWindow<'a, S, N>;

    fn plain(&self) -> &CellWindow<'a, S, N> {
        &self.0
    }

    fn is_plain(&self, row: usize) -> bool {
        let Self(near) = self;
        let window = near.window(S::corners(&row_of(&near.columns, row)));
        window.is_none_or(|window| !(window.bottom..=window.top).any(|line| near.is_shared(&window, line)))
    }

    fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
        let Self(near) = self;
        match near.window(S::corners(&row_of(&near.columns, row))) {
            Some(window) => {
                let mut visit_all = |rows: Range<usize>, _: bool| {
                    visit(rows);
                    true
                };
                (window.bottom..=window.top).for_each(|line| near.unshared(&window, line, &mut visit_all));
            }
            None => visit(0..near.len),
        }
    }
}
