use std::ops::Range;

use collide_broad::{Found, Join, Levels, Names, Placed, Table, joins_between};
use collide_core::batch::Level;
use collide_core::{Circle, Rect, Shape, Touching};

use super::Piece;
use super::candidates::{BATCH, Shapes};
use crate::store::{Body, Set, circle_at};

/// A part of the search for pairs: rows of one table that are looked up in another, or the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Which of the two sets, and whether the circles of it.
    driver: (usize, bool),
    other: (usize, bool),
    join: Join,
}

/// What all parts have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'a> {
    pub(super) sets: [&'a Set; 2],
    pub(super) touching: Touching,
    /// The numbers from zero on.
    pub(super) numbers: &'a [u32],
    pub(super) level: Level,
    pub(super) keep: bool,
}

/// All parts of the search for the pairs within a set.
pub(super) fn parts_within(number: usize, set: &Set, mut add: impl FnMut(Part)) {
    let sides = [(number, true), (number, false)];
    set.circles.joins().for_each(|join| add(Part { driver: sides[0], other: sides[0], join }));
    set.boxes.joins().for_each(|join| add(Part { driver: sides[1], other: sides[1], join }));
    between(&set.circles, &set.boxes, sides, &mut add);
}

/// All parts of the search for the pairs of a shape of one set and one of the other.
pub(super) fn parts_between([a, b]: [&Set; 2], mut add: impl FnMut(Part)) {
    between(&a.circles, &b.circles, [(0, true), (1, true)], &mut add);
    between(&a.circles, &b.boxes, [(0, true), (1, false)], &mut add);
    between(&a.boxes, &b.circles, [(0, false), (1, true)], &mut add);
    between(&a.boxes, &b.boxes, [(0, false), (1, false)], &mut add);
}

fn between<S: Placed<N>, P, O: Placed<M>, Q, const N: usize, const M: usize>(
    a: &Levels<S, P, N>,
    b: &Levels<O, Q, M>,
    [first, second]: [(usize, bool); 2],
    add: &mut impl FnMut(Part),
) where
    P: Copy + Default + Send + Sync,
    Q: Copy + Default + Send + Sync,
{
    for (join, forth) in joins_between(a, b) {
        let (driver, other) = if forth { (first, second) } else { (second, first) };
        add(Part { driver, other, join });
    }
}

impl Part {
    pub(super) fn rows(&self) -> usize {
        self.join.rows
    }

    /// Does these rows of the part.
    pub(super) fn run(&self, search: &Search<'_>, rows: Range<usize>, piece: &mut Piece) {
        let [driver, other] = [self.driver.0, self.other.0].map(|number| search.sets[number]);
        let itself = self.driver == self.other && self.join.driver == self.join.other;
        let (first, second) = (self.join.driver, self.join.other);
        match (self.driver.1, self.other.1) {
            (true, true) => {
                let (a, b) = (&driver.circles.tables()[first], &other.circles.tables()[second]);
                // The lane test of circles is the exact one: what it finds are pairs already.
                if search.keep {
                    let before = piece.pairs.len();
                    let take = |pairs: &[[u32; 2]; 8], count| piece.pairs.take(pairs, count);
                    circles(search, [a, b], itself, rows, take);
                    piece.count_pairs((piece.pairs.len() - before) as u64);
                } else {
                    let mut found = 0;
                    circles(search, [a, b], itself, rows, |_: &[[u32; 2]; 8], count| found += count as u64);
                    piece.count_pairs(found);
                }
            }
            (true, false) => {
                let (a, b) = (&driver.circles.tables()[first], &other.boxes.tables()[second]);
                let mut sink = Sink { a, b, search, piece };
                a.join(b, search.level, rows, search.names(), Touching::Closed, |pairs, count| sink.take(pairs, count));
                sink.decide();
            }
            (false, true) => {
                let (a, b) = (&driver.boxes.tables()[first], &other.circles.tables()[second]);
                let mut sink = Sink { a, b, search, piece };
                a.join(b, search.level, rows, search.names(), Touching::Closed, |pairs, count| sink.take(pairs, count));
                sink.decide();
            }
            (false, false) => {
                let (a, b) = (&driver.boxes.tables()[first], &other.boxes.tables()[second]);
                let mut sink = Sink { a, b, search, piece };
                let take = |pairs: &[[u32; 2]; 8], count| sink.take(pairs, count);
                if itself {
                    a.join_self(search.level, rows, search.names(), Touching::Closed, take);
                } else {
                    a.join(b, search.level, rows, search.names(), Touching::Closed, take);
                }
                sink.decide();
            }
        }
    }
}

fn circles(
    search: &Search<'_>,
    [a, b]: [&Table<Circle, u64, 3>; 2],
    itself: bool,
    rows: Range<usize>,
    take: impl Found,
) {
    if itself {
        a.join_self(search.level, rows, Names::Labels, search.touching, take);
    } else {
        a.join(b, search.level, rows, Names::Labels, search.touching, take);
    }
}

impl Search<'_> {
    /// Candidates are called by the numbers of their rows, from which the exact test finds their shapes.
    fn names(&self) -> Names<'_> {
        Names::Numbers(self.numbers)
    }
}

/// Where candidates go: decided many at a time.
struct Sink<'a, A, B> {
    a: &'a A,
    b: &'a B,
    search: &'a Search<'a>,
    piece: &'a mut Piece,
}

impl<A: Shapes, B: Shapes> Sink<'_, A, B> {
    #[inline(always)]
    fn take(&mut self, pairs: &[[u32; 2]; 8], count: usize) {
        self.piece.candidates.rows.take(pairs, count);
        if self.piece.candidates.rows.len() >= BATCH {
            self.decide();
        }
    }

    #[inline(never)]
    fn decide(&mut self) {
        let Piece { candidates, pairs, candidate_count, pair_count } = &mut *self.piece;
        let keep = self.search.keep;
        *candidate_count += candidates.decide(self.a, self.b, self.search.touching, |pair, hit| {
            *pair_count += u64::from(hit);
            pairs.push_if(pair, hit & keep);
        });
    }
}

impl Shapes for Table<Circle, u64, 3> {
    fn len(&self) -> usize {
        Table::len(self)
    }

    #[inline]
    fn shape(&self, row: usize) -> Shape {
        circle_at(self, row).into()
    }

    #[inline]
    fn kind(&self, _: usize) -> u8 {
        0
    }

    #[inline]
    fn slot(&self, row: usize) -> u32 {
        self.labels()[row]
    }
}

impl Shapes for Table<Rect, Body, 4> {
    fn len(&self) -> usize {
        Table::len(self)
    }

    #[inline]
    fn shape(&self, row: usize) -> Shape {
        self.payload()[row].shape
    }

    #[inline]
    fn kind(&self, row: usize) -> u8 {
        match self.payload()[row].shape {
            Shape::Circle(_) => 0,
            Shape::Rect(_) => 1,
            Shape::OrientedRect(_) => 2,
        }
    }

    #[inline]
    fn slot(&self, row: usize) -> u32 {
        self.labels()[row]
    }
}
