//! Joins of shapes in columns, on a lattice of every size: also where squares are subnormal or infinite.

use std::ops::Range;

use collide2d::columns::{self, Columns, LaneTest, PADDING, Row, Runs, Side, Simd};
use collide2d::{Circle, Rect, Shape, Touching, Vec2, fingerprint, relation};

use crate::Corpus;
use crate::lattice::Lattice;

/// The numbers of rows on both sides.
const ROWS: [usize; 2] = [12, 40];

/// The limit of coordinates, in lattice units.
const LIMIT: u16 = 4;

/// The lattice units.
const UNITS: [f32; 8] = [1.0, 3.0, 1e-45, 1e-38, 1e-20, 1e-12, 1e18, 8e37];

/// Two runs for every row, which together are all rows.
struct Two(usize);

impl Runs for Two {
    fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
        let cut = (self.0 + row) % (ROWS[1] + 1);
        visit(cut..ROWS[1]);
        visit(0..cut);
    }
}

/// Asks for the pairs of joins, of every pair of kinds that has them.
pub(crate) fn ask(corpus: &mut Corpus, lattice: &mut Lattice, simd: Simd) {
    let [unit, other] = [(); 2].map(|()| UNITS[usize::from(lattice.below(UNITS.len() as u16))]);
    // Mostly, the unit of a join is that of its shapes.
    let join_unit = if lattice.below(4) == 0 { other } else { unit };
    let mut circle = || {
        let circle = lattice.circle(LIMIT);
        Circle::new(circle.center() * unit, circle.radius() * unit).unwrap()
    };
    let circles = ROWS.map(|count| (0..count).map(|_| circle()).collect::<Vec<_>>());
    let mut rect = || {
        let rect = lattice.rect(LIMIT);
        let [min, max] = [rect.min(), rect.max()].map(|corner| (corner * unit).clamp(Vec2::MIN, Vec2::MAX));
        Rect::new(min, max).unwrap()
    };
    let rects = ROWS.map(|count| (0..count).map(|_| rect()).collect::<Vec<_>>());
    let runs = Two(usize::from(lattice.below(100)));
    for touching in Touching::ALL {
        let how = (simd, join_unit, touching);
        corpus.note("join", joined(&circles[0], &circles[1], &runs, how));
        corpus.note("join", joined(&circles[0], &rects[1], &runs, how));
        corpus.note("join", joined(&rects[0], &circles[1], &runs, how));
        corpus.note("join", joined(&rects[0], &rects[1], &runs, how));
    }
}

/// The fingerprint of the pairs of a join, and the number of tests. The pairs are those of the single decisions.
fn joined<S: LaneTest<O, A, B> + Into<Shape>, O: Row<B> + Into<Shape>, const A: usize, const B: usize>(
    a: &[S],
    b: &[O],
    runs: &Two,
    (simd, unit, touching): (Simd, f32, Touching),
) -> [u64; 2] {
    let labels: Vec<u32> = (0..(ROWS[1] + PADDING) as u32).collect();
    let (first, second) = (padded(a), padded(b));
    let first = Columns::<S, A>::new(first.each_ref().map(Vec::as_slice)).unwrap();
    let second = Columns::<O, B>::new(second.each_ref().map(Vec::as_slice)).unwrap();
    let first = Side::new(first, &labels[..ROWS[0] + PADDING]).unwrap().in_unit(unit);
    let second = Side::new(second, &labels).unwrap().in_unit(unit);
    let mut pairs = Vec::new();
    let tests = columns::join(simd, (first, second), 0..ROWS[0], runs, touching, |found, count| {
        pairs.extend_from_slice(&found[..count]);
    });
    let mut expected = Vec::new();
    for (row, one) in (0..).zip(a) {
        runs.for_each(row, |run| {
            let hits = run.filter(|other| touching.accepts(relation(*one, b[*other])));
            expected.extend(hits.map(|other| [row as u32, other as u32]));
        });
    }
    assert_eq!(pairs, expected);
    [fingerprint(pairs.into_iter().flatten()), tests]
}

/// Columns of the shapes, with padding.
fn padded<S: Row<N>, const N: usize>(shapes: &[S]) -> [Vec<f32>; N] {
    let column = |index: usize| {
        let numbers = shapes.iter().map(|shape| shape.to_row()[index]);
        numbers.chain([0.0; PADDING]).collect()
    };
    std::array::from_fn(column)
}
