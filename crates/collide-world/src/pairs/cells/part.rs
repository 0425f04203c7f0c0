use std::ops::Range;

use collide_broad::{Anchored, CellList, Join, LaneJoin, LevelLists, PairSink, Payload, RowIds, joins_between};
use collide_core::overlap::{circle_oriented_rect, oriented_rect_oriented_rect, rect_oriented_rect};
use collide_core::{Circle, OrientedRect, Rect, Relation, Touching};

use super::candidates::{BATCH, Side, decide};
use super::{Among, Piece, Task};
use crate::pairs::Wanted;
use crate::pairs::buffer::PairBuffer;
use crate::store::{Kind, Oriented, Set, circle_at, rect_at};

/// A part of the search for pairs: rows of one table that are looked up in another, or the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Which of the two sets, and which kind of it.
    probe: (usize, Kind),
    build: (usize, Kind),
    join: Join,
}

/// What all parts have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'a> {
    pub(super) task: Task<'a>,
    /// The numbers from zero on.
    pub(super) numbers: &'a [u32],
}

/// What becomes of the pairs of a part.
#[derive(Clone, Copy)]
struct Taking<'a> {
    wanted: Wanted<'a>,
    /// Whether the driver is of the second set, and its row belongs second.
    swapped: bool,
    keep: bool,
    max_pairs: usize,
}

impl Taking<'_> {
    /// Whether all pairs are taken as they are.
    fn is_plain(&self) -> bool {
        matches!(self.wanted, Wanted::All) && !self.swapped
    }

    /// Whether pairs must be written down: to be kept, or to be looked at once more.
    fn lists(&self) -> bool {
        self.keep || !self.is_plain()
    }

    /// Of pairs that have been written down from a place on, leaves those that are wanted, as far as there is room; says how many
    /// are wanted. Kept apart from the loops that find pairs, which are faster without.
    fn settle(&self, pairs: &mut PairBuffer, from: usize) -> u64 {
        let mut wanted = (pairs.len() - from) as u64;
        if !self.is_plain() {
            let swapped = |[a, b]: [u32; 2]| if self.swapped { [b, a] } else { [a, b] };
            match self.wanted {
                Wanted::Meeting(filters) if !self.swapped => pairs.filter(from, |[a, b]| ([a, b], filters.meet(a, b))),
                _ => pairs.filter(from, |pair| (swapped(pair), self.wanted.holds(swapped(pair)))),
            }
            wanted = (pairs.len() - from) as u64;
        }
        pairs.truncate(if self.keep { self.max_pairs.max(from) } else { from });
        wanted
    }
}

/// All parts of the search for the pairs within a set.
pub(super) fn parts_within(number: usize, set: &Set, mut add: impl FnMut(Part)) {
    let [c, r, o] = Kind::ALL.map(|kind| (number, kind));
    let Set { circles, rects, oriented } = set;
    circles.joins().for_each(|join| add(Part { probe: c, build: c, join }));
    rects.joins().for_each(|join| add(Part { probe: r, build: r, join }));
    oriented.joins().for_each(|join| add(Part { probe: o, build: o, join }));
    between(circles, rects, [c, r], &mut add);
    between(circles, oriented, [c, o], &mut add);
    between(rects, oriented, [r, o], &mut add);
}

/// All parts of the search for the pairs of a shape of one set and one of the other.
pub(super) fn parts_between([a, b]: [&Set; 2], mut add: impl FnMut(Part)) {
    let Set { circles, rects, oriented } = b;
    parts_with(a, circles, (1, Kind::Circle), &mut add);
    parts_with(a, rects, (1, Kind::Rect), &mut add);
    parts_with(a, oriented, (1, Kind::Oriented), &mut add);
}

/// All parts of the search for the pairs of a shape of the first set and one of these lists.
fn parts_with<O: Anchored<M>, Q: Payload, const M: usize>(
    set: &Set,
    other: &LevelLists<O, Q, M>,
    second: (usize, Kind),
    add: &mut impl FnMut(Part),
) {
    let [c, r, o] = Kind::ALL.map(|kind| (0, kind));
    let Set { circles, rects, oriented } = set;
    between(circles, other, [c, second], add);
    between(rects, other, [r, second], add);
    between(oriented, other, [o, second], add);
}

fn between<S: Anchored<N>, P, O: Anchored<M>, Q, const N: usize, const M: usize>(
    a: &LevelLists<S, P, N>,
    b: &LevelLists<O, Q, M>,
    [first, second]: [(usize, Kind); 2],
    add: &mut impl FnMut(Part),
) where
    P: Payload,
    Q: Payload,
{
    for (join, forth) in joins_between(a, b) {
        let (probe, build) = if forth { (first, second) } else { (second, first) };
        add(Part { probe, build, join });
    }
}

impl Part {
    pub(super) fn rows(&self) -> usize {
        self.join.rows
    }

    /// Does these rows of the part.
    pub(super) fn run(&self, search: &Search<'_>, rows: Range<usize>, piece: &mut Piece) {
        let Task { sets, among, wanted, keep, max_pairs, .. } = search.task;
        let [a, b] = [self.probe.0, self.build.0].map(|number| sets[number]);
        let swapped = among == Among::Between && self.probe.0 > self.build.0;
        let taking = Taking { wanted, swapped, keep, max_pairs: usize::try_from(max_pairs).unwrap_or(usize::MAX) };
        let itself = self.probe == self.build && self.join.probe == self.join.build;
        let (i, j) = (self.join.probe, self.join.build);
        match (self.probe.1, self.build.1) {
            (Kind::Circle, Kind::Circle) => {
                sure((search, taking), &a.circles.lists()[i], &b.circles.lists()[j], itself, rows, piece);
            }
            (Kind::Circle, Kind::Rect) => {
                sure((search, taking), &a.circles.lists()[i], &b.rects.lists()[j], false, rows, piece)
            }
            (Kind::Rect, Kind::Circle) => {
                sure((search, taking), &a.rects.lists()[i], &b.circles.lists()[j], false, rows, piece)
            }
            (Kind::Rect, Kind::Rect) => {
                sure((search, taking), &a.rects.lists()[i], &b.rects.lists()[j], itself, rows, piece)
            }
            (Kind::Circle, Kind::Oriented) => {
                let tables = (&a.circles.lists()[i], &b.oriented.lists()[j]);
                unsure(
                    (search, taking),
                    tables,
                    (circle_at, oriented_at),
                    |circle, oriented| circle_oriented_rect(&circle, oriented),
                    false,
                    rows,
                    piece,
                );
            }
            (Kind::Oriented, Kind::Circle) => {
                let tables = (&a.oriented.lists()[i], &b.circles.lists()[j]);
                let relation = |oriented: &OrientedRect, circle: Circle| circle_oriented_rect(&circle, oriented);
                unsure((search, taking), tables, (oriented_at, circle_at), relation, false, rows, piece);
            }
            (Kind::Rect, Kind::Oriented) => {
                let tables = (&a.rects.lists()[i], &b.oriented.lists()[j]);
                unsure(
                    (search, taking),
                    tables,
                    (rect_at, oriented_at),
                    |rect, oriented| rect_oriented_rect(&rect, oriented),
                    false,
                    rows,
                    piece,
                );
            }
            (Kind::Oriented, Kind::Rect) => {
                let tables = (&a.oriented.lists()[i], &b.rects.lists()[j]);
                let relation = |oriented: &OrientedRect, rect: Rect| rect_oriented_rect(&rect, oriented);
                unsure((search, taking), tables, (oriented_at, rect_at), relation, false, rows, piece);
            }
            (Kind::Oriented, Kind::Oriented) => {
                let tables = (&a.oriented.lists()[i], &b.oriented.lists()[j]);
                unsure(
                    (search, taking),
                    tables,
                    (oriented_at, oriented_at),
                    oriented_rect_oriented_rect,
                    itself,
                    rows,
                    piece,
                );
            }
        }
    }
}

/// Where it is, not a copy: what has just been written in other pieces than it is read in makes the processor wait.
#[inline(always)]
fn oriented_at(table: &CellList<Rect, Oriented, 4>, row: usize) -> &OrientedRect {
    &table.payload()[row].rect
}

/// A join whose test is the exact one of the shapes: what it finds are pairs already.
fn sure<S, P, O, Q, const N: usize, const M: usize>(
    (search, taking): (&Search<'_>, Taking<'_>),
    a: &CellList<S, P, N>,
    b: &CellList<O, Q, M>,
    itself: bool,
    rows: Range<usize>,
    piece: &mut Piece,
) where
    S: Anchored<N> + LaneJoin<S, N, N> + LaneJoin<O, N, M>,
    O: Anchored<M>,
    P: Payload,
    Q: Payload,
{
    let Piece { pairs, candidate_count, pair_count, .. } = piece;
    let touching = search.task.touching;
    if taking.lists() {
        let from = pairs.len();
        let take = |eight: &[[u32; 2]; 8], count| pairs.take(eight, count);
        join(search, (a, b), itself, rows, RowIds::Stored, touching, take);
        *candidate_count += (pairs.len() - from) as u64;
        *pair_count += taking.settle(pairs, from);
    } else {
        let mut found = 0;
        let take = |_: &[[u32; 2]; 8], count| found += count as u64;
        join(search, (a, b), itself, rows, RowIds::Stored, touching, take);
        *candidate_count += found;
        *pair_count += found;
    }
}

/// A join by bounds, which finds candidates, by number of row; these are decided many at a time.
fn unsure<'a, S, P, O, Q, A, B, const N: usize, const M: usize>(
    (search, taking): (&Search<'_>, Taking<'_>),
    (a, b): (&'a CellList<S, P, N>, &'a CellList<O, Q, M>),
    (shape_a, shape_b): (impl Fn(&'a CellList<S, P, N>, usize) -> A, impl Fn(&'a CellList<O, Q, M>, usize) -> B),
    relation: impl Fn(A, B) -> Relation + Copy,
    itself: bool,
    rows: Range<usize>,
    piece: &mut Piece,
) where
    S: Anchored<N> + LaneJoin<S, N, N> + LaneJoin<O, N, M>,
    O: Anchored<M>,
    P: Payload,
    Q: Payload,
{
    let first = Side { slots: a.ids(), shape: |row| shape_a(a, row) };
    let second = Side { slots: b.ids(), shape: |row| shape_b(b, row) };
    let Piece { candidates, pairs, candidate_count, pair_count } = piece;
    let (touching, from, lists) = (search.task.touching, pairs.len(), taking.lists());
    let mut hits = 0;
    let mut settle = |candidates: &mut _| {
        let take = |pair, hit: bool| pairs.push_if(pair, hit & lists);
        hits += decide(candidates, &first, &second, relation, touching, take);
    };
    let take = |found: &[[u32; 2]; 8], count| {
        candidates.take(found, count);
        *candidate_count += count as u64;
        if candidates.len() >= BATCH {
            settle(candidates);
        }
    };
    join(search, (a, b), itself, rows, RowIds::Given(search.numbers), Touching::Closed, take);
    settle(candidates);
    *pair_count += if lists { taking.settle(pairs, from) } else { hits };
}

fn join<S, P, O, Q, const N: usize, const M: usize>(
    search: &Search<'_>,
    (a, b): (&CellList<S, P, N>, &CellList<O, Q, M>),
    itself: bool,
    rows: Range<usize>,
    names: RowIds<'_>,
    touching: Touching,
    take: impl PairSink,
) where
    S: Anchored<N> + LaneJoin<S, N, N> + LaneJoin<O, N, M>,
    O: Anchored<M>,
    P: Payload,
    Q: Payload,
{
    if itself {
        a.join_self(search.task.simd, rows, names, touching, take);
    } else {
        a.join(b, search.task.simd, rows, names, touching, take);
    }
}
