//! Joins that skip groups of rows, and rows of far cells that share an index.

use std::ops::Range;

use collide_core::Touching;
use collide_core::columns::{LaneTest, Runs, Side, Simd};
use smallvec::SmallVec;

use super::groups::{Groups, MeetsGroup};
use super::join::join_rows;
use super::tuning::{CROWDED, UNSHARED};
use super::unshared::{Unshared, UnsharedNeighbours, UnsharedWindow};
use super::visits::Visits;
use super::{Anchored, CellList, PairSink, Payload};

/// The number of rows whose runs are split at a time.
const BLOCK: usize = 64;

/// The runs of some rows of the probe side, without groups that cannot be in a pair with the row.
#[derive(Default)]
struct SplitRuns {
    first: usize,
    runs: SmallVec<[Range<usize>; 4 * BLOCK]>,
    /// The end of the runs of each row.
    ends: SmallVec<[usize; BLOCK]>,
}

impl Runs for SplitRuns {
    #[inline(always)]
    fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
        let index = row - self.first;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        for run in &self.runs[start..self.ends[index]] {
            visit(run.clone());
        }
    }
}

/// How the runs of a join are split.
pub(super) struct Split<'a, R> {
    runs: R,
    /// The ids of the probe side.
    ids: &'a [u32],
    /// The groups of the build side.
    groups: &'a Groups,
    /// All groups if there is none.
    meets: Option<MeetsGroup<'a>>,
}

impl<R: Unshared> Split<'_, R> {
    fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
        self.runs.for_each(row, |run| match self.meets {
            Some(meets) if run.len() >= CROWDED && !self.groups.is_empty() => {
                self.groups.split(run, |group| meets(self.ids[row], group), &mut visit);
            }
            Some(_) | None => visit(run),
        });
    }

    fn block(&self, rows: Range<usize>, split: &mut SplitRuns) {
        let SplitRuns { first, runs, ends } = split;
        *first = rows.start;
        runs.clear();
        ends.clear();
        for row in rows {
            self.for_each(row, |run| {
                if !run.is_empty() {
                    runs.push(run);
                }
            });
            ends.push(runs.len());
        }
    }

    pub(super) fn join<S: Anchored<N> + LaneTest<O, N, M>, O: Anchored<M>, const N: usize, const M: usize>(
        &self,
        simd: Simd,
        sides: (Side<'_, S, N>, Side<'_, O, M>),
        rows: Range<usize>,
        touching: Touching,
        sink: &mut impl PairSink,
    ) -> u64 {
        let (mut split, mut tests, mut start) = (SplitRuns::default(), 0, rows.start);
        while start < rows.end {
            let is_plain = |row| self.meets.is_none() && self.runs.is_plain(row);
            let (plain, limit) = (is_plain(start), rows.end.min(start + BLOCK));
            let limit = if plain { rows.end } else { limit };
            let block = start..(start + 1..limit).find(|row| is_plain(*row) != plain).unwrap_or(limit);
            start = block.end;
            tests += if plain {
                join_rows(simd, sides, block, self.runs.plain(), touching, sink)
            } else {
                self.block(block.clone(), &mut split);
                tests += UNSHARED * block.clone().filter(|row| !self.runs.is_plain(*row)).count() as u64;
                join_rows(simd, sides, block, &split, touching, sink)
            };
        }
        tests
    }

    fn visits(&self, rows: impl Iterator<Item = usize>) -> (u64, u64) {
        let (mut visited, mut run_count) = (0, 0);
        for row in rows {
            self.for_each(row, |run| {
                visited += run.len() as u64;
                run_count += 1;
            });
        }
        (visited, run_count)
    }
}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// What [`join_self`](Self::join_self) visits for these rows.
    ///
    /// # Panics
    /// If the list is not sorted, or does not have one of the rows.
    pub fn visits_self(&self, rows: impl Iterator<Item = usize>, meets: MeetsGroup<'_>) -> Visits {
        assert!(self.is_sorted(), "a cell list must be sorted before it is joined");
        let (rows, runs) = self.split_self(Some(meets)).visits(rows);
        Visits { rows, runs, far_runs: 0 }
    }

    /// What [`join`](Self::join) visits for these rows of this list.
    ///
    /// # Panics
    /// If a list is not sorted, or if this one does not have one of the rows.
    pub fn visits<O: Anchored<M>, Q: Payload, const M: usize>(
        &self,
        build: &CellList<O, Q, M>,
        rows: impl Iterator<Item = usize>,
        meets: MeetsGroup<'_>,
    ) -> Visits {
        assert!(self.is_sorted() && build.is_sorted(), "a cell list must be sorted before it is joined");
        let (rows, far_runs) = self.split(build, Some(meets)).visits(rows);
        Visits { rows, runs: 0, far_runs }
    }

    pub(super) fn split_self<'a>(
        &'a self,
        meets: Option<MeetsGroup<'a>>,
    ) -> Split<'a, UnsharedNeighbours<'a, S, P, N>> {
        Split { runs: UnsharedNeighbours::of(self), ids: self.ids(), groups: &self.groups, meets }
    }

    pub(super) fn split<'a, O: Anchored<M>, Q: Payload, const M: usize>(
        &'a self,
        build: &'a CellList<O, Q, M>,
        meets: Option<MeetsGroup<'a>>,
    ) -> Split<'a, UnsharedWindow<'a, S, N>> {
        let runs = UnsharedWindow(build.window_of::<S, N>(self.columns()));
        Split { runs, ids: self.ids(), groups: &build.groups, meets }
    }
}
