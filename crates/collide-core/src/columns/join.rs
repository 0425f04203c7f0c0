//! Joins: each row of one side against runs of rows of the other side. This is the inner loop of a broad phase.
//!
//! If rows are sorted so that neighbours in the plane are neighbours in the columns, the candidates of a row are a few
//! runs of rows. [`join`] tests them eight at a time and emits the pairs that overlap.

use core::ops::Range;

use super::LaneTest;
use super::filter::Test;
use super::lanes::{LANES, Lanes};
use super::scale::{Natural, Scale, Scaled};
use super::tasks::Joining;
#[cfg(target_arch = "x86_64")]
use super::x86::join_at;
use super::{Row, Runs, Side, Simd};
use crate::exact::{ALONE, RETEST, add_exact_work};
use crate::{Touching, relation};

/// Joins rows of one side with runs of rows of the other: emits the pairs that overlap, or touch if `touching` is
/// [`Closed`](Touching::Closed). For circles and rects.
///
/// `found` is called with some pairs of labels, of `a` and of `b`, and the number of valid pairs, which come first. How
/// many of these calls there are depends on the SIMD level. Rows of `a`, the runs of a row and the rows of a run are in
/// order. A side joined with itself needs runs that leave out the row itself.
///
/// Returns the number of tests: one for each eight rows of a run, rounded up, and one for an empty run. A test costs about
/// two nanoseconds on AVX2.
///
/// # Panics
/// If `rows` or a run reach past the rows of their side.
///
/// ```
/// use collide_core::columns::{Circles, Simd, PADDING, Runs, Side, join};
/// use collide_core::Touching;
/// struct Later(usize);
/// impl Runs for Later {
///     fn for_each(&self, row: usize, mut visit: impl FnMut(std::ops::Range<usize>)) {
///         visit(row + 1..self.0);
///     }
/// }
/// let padded = |column: &[f32]| [column, &[0.0; PADDING]].concat();
/// let (x, y, radius) = (padded(&[0.0, 2.0, 9.0]), padded(&[0.0; 3]), padded(&[1.0; 3]));
/// let labels: Vec<u32> = (10..21).collect();
/// let side = Side::new(Circles::new([&x, &y, &radius])?, &labels)?;
/// let mut pairs = Vec::new();
/// join(Simd::best(), (side, side), 0..3, &Later(3), Touching::Closed, |found, count| {
///     pairs.extend_from_slice(&found[..count]);
/// });
/// assert_eq!(pairs, [[10, 11]]);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
#[inline]
pub fn join<S: LaneTest<O, A, B>, O: Row<B>, const A: usize, const B: usize>(
    simd: Simd,
    (a, b): (Side<'_, S, A>, Side<'_, O, B>),
    rows: Range<usize>,
    runs: &impl Runs,
    touching: Touching,
    mut found: impl FnMut(&[[u32; 2]], usize),
) -> u64 {
    const { assert!(S::ALWAYS_QUICK && O::ALWAYS_QUICK, "a join does not check the rotors of its rows") };
    match S::Test::unit(a.unit, b.unit).and_then(Scaled::for_unit) {
        None => join_at(simd, &Join { a, b, runs, touching, scale: Natural }, rows, found),
        Some(scale) => join_scaled(simd, &Join { a, b, runs, touching, scale }, rows, &mut found),
    }
}

/// A join with scaled numbers. This is rare: apart from the others, and with `found` by reference, so that it need not be
/// compiled for each. The runs not: the loop over a run would be compiled without the instructions of the level.
#[cold]
#[inline(never)]
fn join_scaled(simd: Simd, join: &impl Joining, rows: Range<usize>, found: &mut dyn FnMut(&[[u32; 2]], usize)) -> u64 {
    join_at(simd, join, rows, found)
}

/// The input of a join.
struct Join<'a, S, O, R, C, const A: usize, const B: usize> {
    a: Side<'a, S, A>,
    b: Side<'a, O, B>,
    runs: &'a R,
    touching: Touching,
    scale: C,
}

/// Runs the join at the only level of this processor. Returns the number of tests.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn join_at(_: Simd, join: &impl Joining, rows: Range<usize>, found: impl FnMut(&[[u32; 2]], usize)) -> u64 {
    super::tasks::join_compiled(join, rows, found)
}

impl<S: LaneTest<O, A, B>, O: Row<B>, R: Runs, C: Scale, const A: usize, const B: usize> Joining
    for Join<'_, S, O, R, C, A, B>
{
    #[inline(always)]
    fn run<V: Lanes>(
        &self,
        rows: Range<usize>,
        mut found: impl FnMut(&[[u32; 2]], usize),
        settle: impl Fn(usize, usize, u8) -> u8,
    ) -> u64 {
        let mut tests = 0;
        // Cut to one length here, so that the compiler checks each index once and not for every column.
        let own_labels = &self.a.labels[..rows.end];
        let own_columns = cut(self.a.columns, rows.end);
        let labels = self.b.labels;
        let columns = cut(self.b.columns, labels.len());
        for row in rows {
            let mut own = [V::splat(0.0); A];
            for index in 0..A {
                own[index] = self.scale.scaled(V::splat(own_columns[index][row]));
            }
            let label = own_labels[row];
            self.runs.for_each(
                row,
                #[inline(always)]
                |run| {
                    let mut at = run.start;
                    // At least one masked test: for an empty run this is cheaper than a branch.
                    loop {
                        let left = run.end.saturating_sub(at).min(LANES) as u32;
                        let inside = ((1_u32 << left) - 1) as u8;
                        let (mut others, names) = eight::<V, B>(columns, labels, at);
                        for other in &mut others {
                            *other = self.scale.scaled(*other);
                        }
                        let verdict = S::Test::quick::<V>(own, others, self.touching, V::all());
                        let open = inside & !V::bits(verdict.sure);
                        let mut hit = verdict.hit & inside;
                        if open != 0 {
                            hit = (hit & !open) | settle(row, at, open);
                        }
                        V::emit(label, names, hit, &mut found);
                        tests += 1;
                        at += LANES;
                        if at >= run.end {
                            break;
                        }
                    }
                },
            );
        }
        tests
    }

    #[inline(always)]
    fn settle<V: Lanes>(&self, row: usize, at: usize, open: u8) -> u8 {
        let mut own = [V::splat(0.0); A];
        let mut exact = V::all();
        for (own, number) in own.iter_mut().zip(self.a.row(row)) {
            *own = self.scale.scaled_exactly(V::splat(number), &mut exact);
        }
        let mut others = eight::<V, B>(self.b.columns, self.b.labels, at).0;
        for other in &mut others {
            *other = self.scale.scaled_exactly(*other, &mut exact);
        }
        let exactly = S::Test::lossless::<V>(own, others, self.touching);
        let sure = V::bits(V::and(exactly.sure, exact));
        let mut hit = exactly.hit & open & sure;
        let mut rest = open & !sure;
        add_exact_work(RETEST + u64::from(rest.count_ones()) * ALONE);
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            let shapes = (S::from_row(self.a.row(row)), O::from_row(self.b.row(at + lane)));
            // Trusted columns may hold invalid rows, which overlap no shape.
            let (Ok(first), Ok(second)) = shapes else { return hit };
            hit |= u8::from(self.touching.accepts(relation(first, second))) << lane;
            rest &= rest - 1;
        }
        hit
    }
}

/// The first rows of each column.
#[inline(always)]
fn cut<const COLUMNS: usize>(columns: [&[f32]; COLUMNS], len: usize) -> [&[f32]; COLUMNS] {
    columns.map(|column| &column[..len])
}

/// Eight rows, and their labels.
#[inline(always)]
fn eight<'a, V: Lanes, const COLUMNS: usize>(
    columns: [&[f32]; COLUMNS],
    labels: &'a [u32],
    at: usize,
) -> ([V; COLUMNS], &'a [u32; LANES]) {
    let names = labels[at..].first_chunk().expect("a run ends before the padding");
    let mut lanes = [V::splat(0.0); COLUMNS];
    for index in 0..COLUMNS {
        lanes[index] = V::load(columns[index][at..].first_chunk().expect("a run ends before the padding"));
    }
    (lanes, names)
}
