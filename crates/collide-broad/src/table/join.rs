use std::marker::PhantomData;
use std::ops::Range;

use collide_core::batch::{Columns, Level, PADDING, Runs, Side};
use collide_core::batch::{circle_circle_join, circle_rect_join, rect_circle_join, rect_rect_join};
use collide_core::{Circle, Rect, Touching};

use super::cells::Cells;
use super::placed::Placed;
use super::rows::row_of;
use super::{Names, Table};

/// What is given eight pairs of labels, and how many of them count.
pub trait Found: FnMut(&[[u32; 2]; 8], usize) {}

impl<F: FnMut(&[[u32; 2]; 8], usize)> Found for F {}

/// Rows that can be tested against those of another kind, eight at a time.
pub trait Meets<O, const A: usize, const B: usize>: Sized {
    /// One of the joins of [`collide_core::batch`].
    fn join(
        level: Level,
        sides: (Side<'_, Self, A>, Side<'_, O, B>),
        rows: Range<usize>,
        runs: &impl Runs,
        touching: Touching,
        found: impl Found,
    );
}

macro_rules! meets {
    ($a:ty, $b:ty, $a_columns:literal, $b_columns:literal, $join:ident) => {
        impl Meets<$b, $a_columns, $b_columns> for $a {
            #[inline]
            fn join(
                level: Level,
                (a, b): (Side<'_, $a, $a_columns>, Side<'_, $b, $b_columns>),
                rows: Range<usize>,
                runs: &impl Runs,
                touching: Touching,
                found: impl Found,
            ) {
                $join(level, a, b, rows, runs, touching, found);
            }
        }
    };
}

meets!(Circle, Circle, 3, 3, circle_circle_join);
meets!(Circle, Rect, 3, 4, circle_rect_join);
meets!(Rect, Circle, 4, 3, rect_circle_join);
meets!(Rect, Rect, 4, 4, rect_rect_join);

/// What a row of a table meets in the same table, so that each pair comes once: the rest of its cell and the next one, and
/// the three cells that adjoin below.
pub(super) struct Neighbours<'a> {
    pub(super) cells: &'a [u32],
    pub(super) starts: &'a [u32],
    /// Not a `usize`, so that the compiler sees that nothing added to it overflows.
    pub(super) stride: u32,
}

impl Runs for Neighbours<'_> {
    #[inline(always)]
    fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
        let cell = self.cells[row] as usize;
        let stride = self.stride as usize;
        // One check for all three.
        let near = &self.starts[cell..][..stride + 3];
        let (end, below) = (near[2] as usize, near[stride - 1] as usize..near[stride + 2] as usize);
        visit(row + 1..end);
        visit(below);
    }
}

/// What is reached is widened by this part of a cell on each side: far more than the rounding of the number of a cell.
const SLACK: f64 = 1.0 / 1024.0;

/// What a row of one table meets in another: the rows of all cells that its box reaches.
pub(super) struct Reached<'a, S, const N: usize> {
    pub(super) columns: [&'a [f32]; N],
    pub(super) cells: &'a Cells,
    pub(super) starts: &'a [u32],
    pub(super) len: usize,
    /// How far homes lie around a box that they meet.
    pub(super) around: [f64; 2],
    pub(super) shapes: PhantomData<S>,
}

impl<S: Placed<N>, const N: usize> Runs for Reached<'_, S, N> {
    #[inline(always)]
    fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
        let [low, high] = S::corners(&row_of(&self.columns, row));
        let [before, past] = self.around;
        let (left, bottom) = self.cells.coordinates([low[0] - before, low[1] - before], -SLACK);
        let (right, top) = self.cells.coordinates([high[0] + past, high[1] + past], SLACK);
        let (width, height) = (right.abs_diff(left) as usize, top.abs_diff(bottom) as usize);
        let stride = self.cells.stride();
        // Cells must not come twice, which they would where the table is wound around.
        if width + 1 >= stride || height.saturating_mul(stride) + width >= self.cells.len() {
            return visit(0..self.len);
        }
        let line = |line: i32| {
            let cell = self.cells.cell(left, line) as usize;
            self.starts[cell] as usize..self.starts[cell + width + 1] as usize
        };
        // Two lines always, the second one empty if need be: whether a small box reaches one or two, no processor could guess.
        visit(line(bottom));
        let second = line(top.min(bottom + 1));
        visit(if height > 0 { second.clone() } else { second.end..second.end });
        for further in bottom + 2..=top {
            visit(line(further));
        }
    }
}

impl<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize> Table<S, P, N> {
    fn side<'a>(&'a self, names: Names<'a>) -> Side<'a, S, N> {
        assert!(self.sorted, "a table that is joined must be sorted");
        let columns = self.rows.columns.each_ref().map(Vec::as_slice);
        let labels = match names {
            Names::Labels => self.rows.labels.as_slice(),
            Names::Numbers(numbers) => &numbers[..self.rows.labels.len()],
        };
        let side = Columns::trusted(columns).and_then(|columns| Side::new(columns, labels));
        side.expect("a sorted table has columns of one length, and padding")
    }

    /// Each pair of different rows that overlap once, as far as the first of them is one of `rows`; the table must be
    /// sorted. Any split of `0..len()` gives all pairs.
    ///
    /// # Panics
    /// When the table is not sorted, or has not so many rows, or there are fewer names than it [needs](Self::numbered).
    pub fn join_self(&self, level: Level, rows: Range<usize>, names: Names<'_>, touching: Touching, found: impl Found)
    where
        S: Meets<S, N, N>,
    {
        if rows.is_empty() {
            return;
        }
        let runs =
            Neighbours { cells: &self.sort.cells, starts: &self.sort.starts, stride: self.cells.stride() as u32 };
        let side = self.side(names);
        S::join(level, (side, side), rows, &runs, touching, found);
    }

    /// Each pair of one of these rows and a row of the other table, that overlap; labels of this table come first. Both
    /// must be sorted.
    ///
    /// # Panics
    /// When a table is not sorted, or this one has not so many rows, or there are fewer names than either
    /// [needs](Self::numbered).
    pub fn join<O, Q, const M: usize>(
        &self,
        other: &Table<O, Q, M>,
        level: Level,
        rows: Range<usize>,
        names: Names<'_>,
        touching: Touching,
        found: impl Found,
    ) where
        O: Placed<M>,
        Q: Copy + Default + Send + Sync,
        S: Meets<O, N, M>,
    {
        if rows.is_empty() || other.is_empty() {
            return;
        }
        let runs = other.reached_by::<S, N>(self.rows.columns.each_ref().map(Vec::as_slice));
        S::join(level, (self.side(names), other.side(names)), rows, &runs, touching, found);
    }

    /// Each row that overlaps one of another set, which has no label; the table must be sorted.
    ///
    /// # Panics
    /// When the table is not sorted.
    pub fn join_one<A, const M: usize>(&self, level: Level, row: [f32; M], touching: Touching, found: impl Found)
    where
        A: Placed<M> + Meets<S, M, N>,
    {
        if self.is_empty() {
            return;
        }
        let columns = row.map(|number| [number; 1 + PADDING]);
        let columns = columns.each_ref().map(|column| column.as_slice());
        let one = Columns::trusted(columns).and_then(|columns| Side::new(columns, &[0; 1 + PADDING]));
        let one = one.expect("columns of one length");
        A::join(level, (one, self.side(Names::Labels)), 0..1, &self.reached_by::<A, M>(columns), touching, found);
    }

    fn reached_by<'a, A, const M: usize>(&'a self, columns: [&'a [f32]; M]) -> Reached<'a, A, M> {
        Reached {
            columns,
            cells: &self.cells,
            starts: &self.sort.starts,
            len: self.len,
            around: S::around(self.reach),
            shapes: PhantomData,
        }
    }
}
