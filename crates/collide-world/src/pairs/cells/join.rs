use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use collide_broad::Visits;
use collide_broad::internal::{Join, RowIds, joins_between};
use collide_core::RelationTo;
use collide_core::columns::LaneTest;
use collide_core::{Shape, Touching};

use super::candidates::{BATCH, Deciding, Side, decide};
use super::{Among, JoinTask, Piece};
use crate::base::{ListKind, Meter, work};
use crate::pairs::buffer::{Filling, PairBuffer};
use crate::pairs::tuning::FILTERED_ROWS;
use crate::pairs::{Counts, PairFilter};
use crate::store::{List, Listed, RowLocation, RowOf, Set, Stored, each_kind, match_kind};

/// A part of the search for pairs: the join of two cell lists, or of one with itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct JoinPart {
    /// The index of the set of each side, and the kind of its list.
    probe: (usize, ListKind),
    build: (usize, ListKind),
    join: Join,
}

impl JoinTask<'_> {
    /// Whether pairs must be stored: to be kept, or to be filtered.
    fn lists(&self) -> bool {
        self.keep || !matches!(self.filter, PairFilter::All)
    }

    /// Filters the pairs from index `from` on, keeps those that there is room for, and returns the number that passed
    /// the filter. The pairs are `swapped` if their second row is of the probe side. Not inlined into the loops that find
    /// pairs, which are faster without it.
    fn settle(&self, swapped: bool, pairs: &mut PairBuffer, from: usize) -> u64 {
        let in_order = |[a, b]: [u32; 2]| if swapped { [b, a] } else { [a, b] };
        match self.filter {
            PairFilter::All if !swapped => {}
            PairFilter::Layers(filters) if !swapped => pairs.filter(from, |[a, b]| ([a, b], filters.meet(a, b))),
            PairFilter::All
            | PairFilter::Layers(_)
            | PairFilter::OneSleeping(_)
            | PairFilter::AnySleeping(_)
            | PairFilter::Queries(..) => pairs.filter(from, |pair| (in_order(pair), self.filter.holds(in_order(pair)))),
        }
        let count = (pairs.len() - from) as u64;
        pairs.truncate(if self.keep { self.budget.room().max(from) } else { from });
        count
    }
}

/// All parts of the search for the pairs within a set.
pub(super) fn parts_within(number: usize, set: &Set, mut add: impl FnMut(JoinPart)) {
    each_kind!(A => {
        let kind = (number, A::KIND);
        A::lists(set).joins().for_each(|join| add(JoinPart { probe: kind, build: kind, join }));
    });
    each_kind!(A => each_kind!(B => if A::KIND < B::KIND {
        between::<A, B, _, _>([(number, set); 2], &mut add);
    }));
}

/// All parts of the search for the pairs of a shape of one set and a shape of the other.
pub(super) fn parts_between([a, b]: [&Set; 2], mut add: impl FnMut(JoinPart)) {
    each_kind!(B => each_kind!(A => between::<A, B, _, _>([(0, a), (1, b)], &mut add)));
}

/// All parts of the search for the pairs of a shape of kind `A` in the first set and a shape of kind `B` in the second.
/// Each set comes with its index.
fn between<A: Listed<N>, B: Listed<M>, const N: usize, const M: usize>(
    [(i, a), (j, b)]: [(usize, &Set); 2],
    add: &mut impl FnMut(JoinPart),
) {
    let (first, second) = ((i, A::KIND), (j, B::KIND));
    for (join, forth) in joins_between(A::lists(a), B::lists(b)) {
        let (probe, build) = if forth { (first, second) } else { (second, first) };
        add(JoinPart { probe, build, join });
    }
}

impl JoinPart {
    pub(super) fn rows(&self) -> usize {
        self.join.rows
    }

    /// The set and the slot of a row of the probe side.
    pub(super) fn probe_row(&self, sets: [&Set; 2], row: usize) -> (usize, u32) {
        let (number, kind) = self.probe;
        (number, match_kind!(kind, A => A::lists(sets[number]).lists()[self.join.probe].ids()[row]))
    }

    /// The shape of a row of the probe side.
    pub(super) fn probe_shape(&self, sets: [&Set; 2], row: usize) -> Shape {
        let (number, kind) = self.probe;
        sets[number].shape(RowLocation { kind, list: self.join.probe, row })
    }

    /// What the part visits for some of its rows.
    pub(super) fn visits(&self, sets: [&Set; 2], filter: PairFilter<'_>, rows: impl Iterator<Item = usize>) -> Visits {
        let Self { probe, build, join } = *self;
        let meets = |slot, group| filter.meets_group(slot, group);
        match_kind!(probe.1, A => match_kind!(build.1, B => {
            let list = &A::lists(sets[probe.0]).lists()[join.probe];
            if probe == build && join.probe == join.build {
                list.visits_self(rows, &meets)
            } else {
                list.visits(&B::lists(sets[build.0]).lists()[join.build], rows, &meets)
            }
        }))
    }

    /// Finds the pairs of some rows of the part. `numbers` are 0, 1, 2, ...: the ids of rows.
    pub(super) fn run(&self, task: &JoinTask<'_>, numbers: &[u32], rows: Range<usize>, piece: &mut Piece) {
        // With layers, some rows at a time: pairs are filtered after they are found, and take memory until then.
        let step = if task.filter.groups().is_some() { FILTERED_ROWS } else { rows.len().max(1) };
        for start in rows.clone().step_by(step) {
            let rows = start..rows.end.min(start + step);
            match_kind!(self.probe.1, A => match_kind!(self.build.1, B => {
                let join = ListJoin::<A, B, _, _>::new(self, task, rows);
                if A::IS_EXACT && B::IS_EXACT {
                    join.find_pairs(piece);
                } else {
                    join.find_candidates(numbers, piece);
                }
            }));
        }
    }
}

/// The join of some rows of a list of shapes `A` with a list of shapes `B`.
struct ListJoin<'a, A: Stored<N>, B: Stored<M>, const N: usize, const M: usize> {
    task: &'a JoinTask<'a>,
    probe: &'a List<A, N>,
    build: &'a List<B, M>,
    /// Whether a list is joined with itself.
    itself: bool,
    /// Whether the probe side is the second set, so that its row is the second of a pair.
    swapped: bool,
    rows: Range<usize>,
}

impl<'a, A: Listed<N>, B: Listed<M>, const N: usize, const M: usize> ListJoin<'a, A, B, N, M>
where
    RowOf<A, N>: LaneTest<RowOf<A, N>, N, N> + LaneTest<RowOf<B, M>, N, M>,
{
    const ONE_KIND: bool = A::KIND as u8 == B::KIND as u8;

    fn new(part: &JoinPart, task: &'a JoinTask<'a>, rows: Range<usize>) -> Self {
        let JoinTask { sets, among, .. } = *task;
        let JoinPart { probe: (i, _), build: (j, _), join } = *part;
        Self {
            task,
            probe: &A::lists(sets[i]).lists()[join.probe],
            build: &B::lists(sets[j]).lists()[join.build],
            itself: part.probe == part.build && join.probe == join.build,
            swapped: among == Among::Between && i > j,
            rows,
        }
    }

    /// Finds pairs directly, if the test of rows is the exact test of the shapes.
    fn find_pairs(self, piece: &mut Piece) {
        let Piece { candidates: spare, pairs, counts, .. } = piece;
        let Self { task, swapped, .. } = self;
        let touching = task.touching;
        if task.lists() {
            let from = pairs.len();
            let grow = &mut |pairs: &mut PairBuffer, _| pairs.grow();
            let joined = self.join(RowIds::Stored, touching, pairs, grow);
            let candidates = (pairs.len() - from) as u64;
            let found = task.settle(swapped, pairs, from);
            let listed = if task.keep { found * work::PAIR } else { 0 };
            let work = joined + candidates * work::CANDIDATE + listed;
            *counts += Counts { candidates, pairs: found, work };
        } else {
            let mut found = 0;
            let mut add = |pairs: &mut PairBuffer, count| {
                found += pairs.len() as u64;
                pairs.restart(BATCH - 1 + count);
            };
            let work = self.join(RowIds::Stored, touching, spare, &mut add);
            add(spare, 0);
            *counts += Counts { candidates: found, pairs: found, work };
        }
    }

    /// Finds candidates as row numbers, if rows are bounds, and tests them in batches.
    fn find_candidates(self, numbers: &[u32], piece: &mut Piece)
    where
        A: RelationTo<B>,
    {
        let Self { task, probe, build, swapped, .. } = self;
        let (JoinTask { simd, touching, .. }, lists) = (*task, task.lists());
        let first = Side { slots: probe.ids(), shape: |row| A::in_row(probe, row) };
        let second = Side { slots: build.ids(), shape: |row| B::in_row(build, row) };
        let Piece { candidates, pairs, counts, .. } = piece;
        let (from, mut hits, mut candidate_count) = (pairs.len(), 0, 0);
        let deciding = Deciding { simd, touching, work: work::decision(A::KIND, B::KIND) };
        // In a pile, the candidates of a single row can exceed what the piece has left of the budget.
        let mut meter = Meter::of_this_thread(task.budget.max_work.saturating_sub(counts.work));
        let mut settle = |candidates: &mut PairBuffer, count| {
            candidate_count += candidates.len() as u64;
            let take = |pair, hit: bool| pairs.push_if(pair, hit & lists);
            hits += decide(candidates, &first, &second, deciding, &mut meter, take);
            candidates.restart(BATCH - 1 + count);
        };
        let joined = self.join(RowIds::Given(numbers), Touching::Closed, candidates, &mut settle);
        settle(candidates, 0);
        let pairs = if lists { task.settle(swapped, pairs, from) } else { hits };
        let listed = if task.keep { pairs * work::PAIR } else { 0 };
        let work = joined + meter.counted() + listed;
        *counts += Counts { candidates: candidate_count, pairs, work };
    }

    /// Appends the pairs of ids to `pairs`, in which `when_full` makes room. Returns the work of the tests, and of the
    /// choice of groups of rows.
    fn join(
        self,
        ids: RowIds<'_>,
        touching: Touching,
        pairs: &mut PairBuffer,
        when_full: &mut dyn FnMut(&mut PairBuffer, usize),
    ) -> u64 {
        let (JoinTask { simd, filter, .. }, rows) = (*self.task, self.rows);
        let probed = if self.itself { 0 } else { rows.len() as u64 };
        // Loads and stores, as no other thread adds: the type must be shared between threads, the number is not.
        let checks = AtomicU64::new(0);
        let meets = |slot, group| {
            checks.store(checks.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
            filter.meets_group(slot, group)
        };
        let mut sink = Filling { buffer: mem::take(pairs), when_full };
        // A constant condition, so that the join of a list with itself is compiled only for lists of one kind.
        let tests = if Self::ONE_KIND && self.itself {
            self.probe.join_self(simd, rows, ids, touching, Some(&meets), &mut sink)
        } else {
            self.probe.join(self.build, simd, rows, ids, touching, Some(&meets), &mut sink)
        };
        *pairs = sink.buffer;
        probed * work::PROBE + tests * work::LANES + checks.into_inner() * work::GROUP
    }
}
