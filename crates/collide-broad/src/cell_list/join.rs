use std::marker::PhantomData;
use std::ops::Range;

use collide_core::Touching;
use collide_core::columns::{Columns, LaneTest, PADDING, Runs, Side, Simd, join};
use smallvec::SmallVec;

use super::anchored::Anchored;
use super::cells::Cells;
use super::directory::Directory;
use super::rows::row_of;
use super::tuning::SLACK;
use super::{CellList, MeetsGroup, Payload, RowIds};

/// Receives the pairs that a join finds. A join is compiled for each type of sink.
pub trait PairSink {
    /// Takes some pairs of ids, of which the first `count` are valid. Inline it always: it is part of an inner loop.
    fn take(&mut self, pairs: &[[u32; 2]], count: usize);
}

impl<F: FnMut(&[[u32; 2]], usize)> PairSink for F {
    #[inline(always)]
    fn take(&mut self, pairs: &[[u32; 2]], count: usize) {
        self(pairs, count);
    }
}

/// Joins rows as [`join`] does. Apart from the lists, so that it is compiled once for lists that differ in their payload.
#[inline(never)]
pub(super) fn join_rows<S: LaneTest<O, N, M>, O: Anchored<M>, const N: usize, const M: usize>(
    simd: Simd,
    sides: (Side<'_, S, N>, Side<'_, O, M>),
    rows: Range<usize>,
    runs: &impl Runs,
    touching: Touching,
    sink: &mut impl PairSink,
) -> u64 {
    join(
        simd,
        sides,
        rows,
        runs,
        touching,
        // A reference instead would not be inlined.
        #[inline(always)]
        |pairs, count| sink.take(pairs, count),
    )
}

/// For a row of a list, the runs of rows in the same list that it is tested against, so that each pair is tested once:
/// the rest of its cell and the next cell, and the three adjoining cells of the next row of cells.
pub(super) struct Neighbours<'a> {
    pub(super) cells: &'a [u32],
    pub(super) starts: &'a [u32],
    /// A `u32`, so that the compiler sees that additions to it do not overflow.
    pub(super) stride: u32,
}

impl Runs for Neighbours<'_> {
    #[inline(always)]
    fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
        let cell = self.cells[row] as usize;
        let stride = self.stride as usize;
        // One bounds check for all three.
        let near = &self.starts[cell..][..stride + 3];
        let (end, next_row) = (near[2] as usize, near[stride - 1] as usize..near[stride + 2] as usize);
        visit(row + 1..end);
        visit(next_row);
    }
}

/// What an empty run of a search costs, in tests of eight rows.
const EMPTY_TESTS: u64 = 5;

/// What another run of a search costs besides its tests.
const RUN_TESTS: u64 = 2;

/// The number of runs that are listed before they are tested.
const MAX_RUNS: usize = 32;

/// Runs of rows that were found in advance.
#[derive(Default)]
struct Listed(SmallVec<[(u32, u32); MAX_RUNS]>);

impl Listed {
    /// Adds a run. Returns false if the list is full then.
    fn add(&mut self, rows: Range<usize>) -> bool {
        match self.0.last_mut() {
            Some((_, end)) if *end == rows.start as u32 => *end = rows.end as u32,
            _ if rows.is_empty() => {}
            _ => self.0.push((rows.start as u32, rows.end as u32)),
        }
        self.0.len() < MAX_RUNS
    }
}

impl Runs for Listed {
    #[inline(always)]
    fn for_each(&self, _: usize, mut visit: impl FnMut(Range<usize>)) {
        for &(start, end) in &self.0 {
            visit(start as usize..end as usize);
        }
    }
}

/// For a row of the probe side, the runs of rows of the build side that it is tested against: the rows of all cells
/// that the anchors of overlapping rows can be in.
pub(super) struct CellWindow<'a, S, const N: usize> {
    pub(super) columns: [&'a [f32]; N],
    pub(super) cells: &'a Cells,
    pub(super) starts: &'a [u32],
    pub(super) directory: &'a Directory,
    pub(super) len: usize,
    /// The [margin](Anchored::margin) of the build side.
    pub(super) margin: [f64; 2],
    pub(super) shapes: PhantomData<S>,
}

/// The cells that the anchors of the rows that overlap a box can be in: columns from `left` on, and lines.
pub(super) struct Window {
    left: i32,
    width: usize,
    pub(super) bottom: i32,
    pub(super) top: i32,
}

impl<S, const N: usize> CellWindow<'_, S, N> {
    /// The window of a box. `None` if it is so large that wrapped cell numbers would repeat: then each row is visited once.
    #[inline(always)]
    pub(super) fn window(&self, [low, high]: [[f64; 2]; 2]) -> Option<Window> {
        let [before, past] = self.margin;
        let (left, bottom) = self.cells.coordinates([low[0] - before, low[1] - before], -SLACK);
        let (right, top) = self.cells.coordinates([high[0] + past, high[1] + past], SLACK);
        let (width, height) = (right.abs_diff(left) as usize, top.abs_diff(bottom) as usize);
        let stride = self.cells.stride();
        let repeats = width + 1 >= stride || height.saturating_mul(stride) + width >= self.cells.len();
        (!repeats).then_some(Window { left, width, bottom, top })
    }

    /// The rows in a line of a window.
    #[inline(always)]
    fn line(&self, window: &Window, line: i32) -> Range<usize> {
        let cell = self.cells.cell(window.left, line) as usize;
        self.starts[cell] as usize..self.starts[cell + window.width + 1] as usize
    }

    /// Whether these are rows of a crowded index that several cells share.
    pub(super) fn is_shared(&self, window: &Window, line: i32) -> bool {
        let cell = self.cells.cell(window.left, line) as usize;
        self.directory.has_any([cell, cell + window.width], self.cells.len())
    }

    /// Visits the same, without rows of far cells in crowded indices: see [`Directory::split`].
    pub(super) fn unshared(&self, window: &Window, line: i32, visit: &mut dyn FnMut(Range<usize>, bool) -> bool) {
        let cell = self.cells.cell(window.left, line) as usize;
        let starts = (self.starts, self.cells.len());
        self.directory.split(starts, [cell, cell + window.width], [line, window.left], visit);
    }
}

impl<S: Anchored<N>, const N: usize> Runs for CellWindow<'_, S, N> {
    #[inline(always)]
    fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
        let Some(window) = self.window(S::corners(&row_of(&self.columns, row))) else { return visit(0..self.len) };
        let Window { bottom, top, .. } = window;
        let line = |line: i32| self.line(&window, line);
        // Always two lines, of which the second may be empty: a branch on their number would be mispredicted for small
        // boxes.
        visit(line(bottom));
        let second = line(top.min(bottom + 1));
        visit(if top > bottom { second.clone() } else { second.end..second.end });
        for further in bottom + 2..=top {
            visit(line(further));
        }
    }
}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    fn side<'a>(&'a self, ids: RowIds<'a>) -> Side<'a, S, N> {
        assert!(self.is_sorted(), "a cell list must be sorted before it is joined");
        self.lanes(match ids {
            RowIds::Stored => self.rows.ids.as_slice(),
            RowIds::Given(ids) => &ids[..self.rows.ids.len()],
        })
    }

    /// All rows and their padding, with these ids.
    fn lanes<'a>(&'a self, ids: &'a [u32]) -> Side<'a, S, N> {
        let columns = self.rows.columns.each_ref().map(Vec::as_slice);
        let side = Columns::trusted(columns).and_then(|columns| Side::new(columns, ids));
        side.expect("a list has columns of one length, and padding").in_unit(self.cell_side() as f32)
    }

    /// Emits each pair of different rows that overlap, once, if its first row is one of `rows`. Any split of `0..len()`
    /// into ranges gives all pairs. Returns the number of tests of eight rows.
    ///
    /// Pairs of a row and a group that `meets` rejects are left out where the list knows the group: in crowded cells. The others are emitted.
    ///
    /// # Panics
    /// If the list is not sorted, if `rows` exceeds it, or if there are fewer ids than [`id_count`](Self::id_count).
    pub fn join_self(
        &self,
        simd: Simd,
        rows: Range<usize>,
        ids: RowIds<'_>,
        touching: Touching,
        meets: Option<MeetsGroup<'_>>,
        sink: &mut impl PairSink,
    ) -> u64
    where
        S: LaneTest<S, N, N>,
    {
        if rows.is_empty() {
            return 0;
        }
        let side = self.side(ids);
        let meets = meets.filter(|_| !self.groups.is_empty());
        if meets.is_none() && self.directory.is_empty() {
            return join_rows(simd, (side, side), rows, &self.neighbours(), touching, sink);
        }
        self.split_self(meets).join(simd, (side, side), rows, touching, sink)
    }

    /// Emits each pair of one of these rows and a row of `build` that overlap, with the id of the row of this list
    /// first. Pairs that `meets` rejects are left out as in [`join_self`](Self::join_self), by the groups of `build`.
    /// Returns the number of tests of eight rows.
    ///
    /// # Panics
    /// If a list is not sorted, if `rows` exceeds this one, or if there are fewer ids than the
    /// [`id_count`](Self::id_count) of either.
    #[expect(clippy::too_many_arguments, reason = "those of `join_self`, and `build`")]
    pub fn join<O, Q, const M: usize>(
        &self,
        build: &CellList<O, Q, M>,
        simd: Simd,
        rows: Range<usize>,
        ids: RowIds<'_>,
        touching: Touching,
        meets: Option<MeetsGroup<'_>>,
        sink: &mut impl PairSink,
    ) -> u64
    where
        O: Anchored<M>,
        Q: Payload,
        S: LaneTest<O, N, M>,
    {
        if rows.is_empty() || build.is_empty() {
            return 0;
        }
        let sides = (self.side(ids), build.side(ids));
        let meets = meets.filter(|_| !build.groups.is_empty());
        if meets.is_none() && build.directory.is_empty() {
            let runs = build.window_of::<S, N>(self.rows.columns.each_ref().map(Vec::as_slice));
            return join_rows(simd, sides, rows, &runs, touching, sink);
        }
        self.split(build, meets).join(simd, sides, rows, touching, sink)
    }

    /// Emits each row that overlaps a single row of kind `A`. The id of the single row is zero and comes first. The
    /// list need not be sorted. Returns the number of tests of eight rows, and two for each run; an empty
    /// run counts as five of them.
    pub fn join_one<A, const M: usize>(
        &self,
        simd: Simd,
        row: [f32; M],
        touching: Touching,
        mut found: impl FnMut(&[[u32; 2]], usize),
    ) -> u64
    where
        A: Anchored<M> + LaneTest<S, M, N>,
    {
        let columns = row.map(|number| [number; 1 + PADDING]);
        let columns = columns.each_ref().map(|column| column.as_slice());
        let one = Columns::<A, M>::trusted(columns).and_then(|columns| Side::new(columns, &[0; 1 + PADDING]));
        let one = one.expect("columns of one length");
        let (mut tests, mut runs_work) = (0, 0);
        let mut join = |runs: &mut Listed| {
            if !runs.0.is_empty() {
                tests += join(
                    simd,
                    (one, self.lanes(&self.rows.ids)),
                    0..1,
                    runs,
                    touching,
                    // A reference instead would not be inlined.
                    #[inline(always)]
                    |pairs, count| found(pairs, count),
                );
                runs.0.clear();
            }
        };
        let mut runs = Listed::default();
        self.in_box(A::corners(&row), |rows| {
            runs_work += if rows.is_empty() { EMPTY_TESTS } else { RUN_TESTS };
            if !runs.add(rows) {
                join(&mut runs);
            }
            true
        });
        join(&mut runs);
        tests + runs_work
    }

    /// About the number of rows whose boxes touch the box between two corners, and of the rows near them: a search of the
    /// box visits these. A number above `limit` stands for any that is larger. And the number of cells that are looked up
    /// because far cells share an index with them.
    ///
    /// Costs some nanoseconds for each row of cells.
    ///
    /// ```
    /// use collide_broad::internal::{CellList, Serial};
    /// use collide_core::Circle;
    /// let mut list = CellList::<Circle, (), 3>::default();
    /// for x in 0..1000_u16 {
    ///     list.push([x.into(), 0.0, 0.4], x.into(), ());
    /// }
    /// list.sort(&Serial);
    /// assert!((2..20).contains(&list.count_in_box([[500.0, 0.0], [501.0, 1.0]], 100).0));
    /// assert!(list.count_in_box([[0.0, 0.0], [501.0, 1.0]], 100).0 > 100);
    /// ```
    #[must_use]
    pub fn count_in_box(&self, corners: [[f64; 2]; 2], limit: usize) -> (usize, usize) {
        let (changed, all) = (self.changed.len(), self.len + self.changed.len());
        if all <= limit || !self.sorted {
            return (all, 0);
        }
        let cells = self.window_of::<S, N>([&[]; N]);
        let Some(window) = cells.window(corners) else { return (all, 0) };
        let (mut count, mut looked_up) = (changed, 0);
        for line in window.bottom..=window.top {
            cells.unshared(&window, line, &mut |rows, is_listed| {
                count += rows.len();
                looked_up += usize::from(is_listed);
                count <= limit
            });
            if count > limit {
                break;
            }
        }
        (count, looked_up)
    }

    pub(super) fn neighbours(&self) -> Neighbours<'_> {
        Neighbours { cells: &self.sort.cells, starts: &self.sort.starts, stride: self.cells.stride() as u32 }
    }

    pub(super) fn window_of<'a, A, const M: usize>(&'a self, columns: [&'a [f32]; M]) -> CellWindow<'a, A, M> {
        CellWindow {
            columns,
            cells: &self.cells,
            starts: &self.sort.starts,
            directory: &self.directory,
            len: self.len,
            margin: S::margin(self.max_extent),
            shapes: PhantomData,
        }
    }
}
