//! Pairs from sorted cell lists, joined eight rows at a time.

mod candidates;
mod join;

use std::ops::Range;

use collide_broad::Visits;
use collide_broad::internal::{Workers, sample_indices};
use collide_core::Simd;
use collide_core::Touching;

use super::PairFilter;
use super::pieces::{self, Piece, PieceList};
use super::tuning::{MIN_ROWS, ROWS_PER_SAMPLE, SAMPLE};
use crate::base::{allocated, busiest};
use crate::store::Set;
use crate::{Budget, Costliest, Settings};
use join::{JoinPart, parts_between, parts_within};

/// Finds the pairs of two sets, of which one may stay unchanged for long. Reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct CellListSearch {
    /// The parts of the search, and the number of rows before each.
    parts: Vec<(JoinPart, usize)>,
    pieces: PieceList,
    numbers: Vec<u32>,
}

/// Which pairs to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Among {
    /// Pairs with at least one shape of the first set.
    First,
    /// Pairs of two shapes of the second set.
    Second,
    /// Pairs of a shape of the first set and a shape of the second, in this order.
    Between,
}

/// What to find, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JoinTask<'a> {
    /// The two sets, both sorted.
    pub(crate) sets: [&'a Set; 2],
    pub(crate) among: Among,
    pub(crate) filter: PairFilter<'a>,
    pub(crate) touching: Touching,
    pub(crate) simd: Simd,
    /// Whether pairs are kept, or only counted.
    pub(crate) keep: bool,
    /// The search stops when it exceeds this. The pairs found by then are not all.
    pub(crate) budget: Budget,
}

impl<'a> JoinTask<'a> {
    /// All pairs with a shape of the first set.
    pub(crate) fn new(sets: [&'a Set; 2], settings: &Settings, budget: Budget) -> Self {
        let Settings { touching, simd, .. } = *settings;
        Self { sets, among: Among::First, filter: PairFilter::All, touching, simd, keep: true, budget }
    }
}

impl CellListSearch {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        allocated(&self.parts) + self.pieces.memory() + allocated(&self.numbers)
    }

    /// Finds pairs. They are in the returned pieces, in an order that does not depend on the number of workers.
    pub(crate) fn find(&mut self, task: JoinTask<'_>, workers: &impl Workers) -> &[Piece] {
        let JoinTask { sets, among, budget, .. } = task;
        let row_count = self.plan(sets, among);
        // Only joins of bounds identify rows by number.
        let by_number = sets.iter().any(|set| set.has_bounds());
        let longest = if by_number { sets.iter().map(|set| set.numbered()).max().unwrap_or(0) } else { 0 };
        if self.numbers.len() < longest {
            self.numbers.extend(self.numbers.len() as u32..longest as u32);
        }
        let (parts, numbers) = (&self.parts, &self.numbers);
        // A unit of work is a row; the rows of a part follow those of the part before it.
        let find = |rows: Range<usize>, piece: &mut Piece| {
            for (part, before) in parts {
                let start = rows.start.saturating_sub(*before);
                let end = rows.end.saturating_sub(*before).min(part.rows());
                if start < end {
                    part.run(&task, numbers, start..end, piece);
                }
            }
        };
        self.pieces.run(row_count, MIN_ROWS, find, budget, workers)
    }

    /// What cost most of a search, or of the rows that together did, one that meets many others: of `items`, that of the
    /// set that has it.
    pub(crate) fn item(
        &self,
        sets: [&Set; 2],
        items: [&'static str; 2],
        pieces::Costliest { unit, count, .. }: pieces::Costliest,
    ) -> Option<Costliest> {
        let (part, before) =
            self.parts.iter().find(|(part, before)| (*before..before + part.rows()).contains(&unit))?;
        let first = unit - before;
        let bound = |row| Some(part.probe_shape(sets, first + row).aabb());
        let row = first + busiest(count.min(part.rows() - first), bound)?;
        let (set, index) = part.probe_row(sets, row);
        Some(Costliest { item: items[set], index, at: part.probe_shape(sets, row).middle() })
    }

    /// Lists the parts of a search, and returns their number of rows.
    fn plan(&mut self, sets: [&Set; 2], among: Among) -> usize {
        self.parts.clear();
        let mut row_count = 0;
        let mut add = |part: JoinPart| {
            self.parts.push((part, row_count));
            row_count += part.rows();
        };
        match among {
            Among::First => {
                parts_within(0, sets[0], &mut add);
                parts_between(sets, &mut add);
            }
            Among::Second => parts_within(1, sets[1], &mut add),
            Among::Between => parts_between(sets, &mut add),
        }
        row_count
    }

    /// What a search visits.
    pub(crate) fn visits(sets: [&Set; 2], among: Among, filter: PairFilter<'_>) -> Visits {
        let mut search = Self::default();
        search.plan(sets, among);
        search.parts.iter().map(|(part, _)| part.visits(sets, filter, 0..part.rows())).sum()
    }

    /// The expected time of a search in nanoseconds, from what it would visit for a sample of the rows of each part.
    pub(crate) fn expected_time(&mut self, sets: [&Set; 2], among: Among, filter: PairFilter<'_>) -> f64 {
        self.plan(sets, among);
        let time = |(part, _): &(JoinPart, usize)| {
            let limit = (part.rows() / ROWS_PER_SAMPLE).clamp(SAMPLE[0], SAMPLE[1]);
            let rows = sample_indices(part.rows(), limit);
            part.visits(sets, filter, rows).nanoseconds() * (part.rows() as f64 / part.rows().min(limit) as f64)
        };
        self.parts.iter().map(time).sum()
    }
}
