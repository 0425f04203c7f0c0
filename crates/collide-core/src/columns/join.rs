//! Joins: each row of one side against runs of rows of the other side. This is the inner loop of a broad phase.
//!
//! If rows are sorted so that neighbours in the plane are neighbours in the columns, the candidates of a row are a few
//! runs of rows. [`circle_circle_join`] and the other joins test them eight at a time and emit the pairs that overlap.

use core::marker::PhantomData;
use core::ops::Range;

use super::filter::{CircleCircle, CircleRect, RectRect};
use super::kernel::{Flipped, Test};
use super::lanes::{LANES, Lanes, Portable};
use super::{Columns, ColumnsError, Row, Simd};
use crate::{Circle, Rect, Touching, relation};

/// The number of padding rows at the end of the columns of a [`Side`]. Runs must not reach into them; they exist
/// because eight rows are read at a time.
///
/// ```
/// use collide_core::columns::PADDING;
/// let mut x = vec![1.0, 2.0, 3.0];
/// x.resize(x.len() + PADDING, 0.0);
/// ```
pub const PADDING: usize = LANES;

/// One side of a join: shapes of one kind, with a label for each.
///
/// ```
/// use collide_core::columns::{Circles, Side};
/// let zeros = [0.0; 9];
/// let side = Side::new(Circles::new([&zeros, &zeros, &zeros])?, &[7; 9])?; // one row, and padding
/// assert_eq!(side.len(), 1);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Side<'a, S, const COLUMNS: usize> {
    columns: [&'a [f32]; COLUMNS],
    labels: &'a [u32],
    shapes: PhantomData<S>,
}

impl<'a, S: Row<COLUMNS>, const COLUMNS: usize> Side<'a, S, COLUMNS> {
    /// A side from columns that end in [`PADDING`] rows, and a label for each row. The labels of the padding are never
    /// emitted.
    ///
    /// # Errors
    /// [`ColumnsError::Length`] if the number of labels is not the number of rows, or if there are fewer rows than the
    /// padding.
    ///
    /// ```
    /// use collide_core::columns::{Circles, Side};
    /// let zeros = [0.0; 8];
    /// assert!(Side::new(Circles::new([&zeros, &zeros, &zeros])?, &[0; 7]).is_err());
    /// # Ok::<(), collide_core::columns::ColumnsError>(())
    /// ```
    pub fn new(columns: Columns<'a, S, COLUMNS>, labels: &'a [u32]) -> Result<Self, ColumnsError> {
        let (found, rows) = (labels.len(), columns.len());
        if found != rows || found < PADDING {
            return Err(ColumnsError::Length { field: "labels", expected: rows.max(PADDING), found });
        }
        Ok(Self { columns: columns.parts().map(|column| &column[..found]), labels, shapes: PhantomData })
    }

    /// The number of rows, without the padding.
    ///
    /// ```
    /// # use collide_core::columns::{Circles, Side};
    /// # let zeros = [0.0; 10];
    /// assert_eq!(Side::new(Circles::new([&zeros, &zeros, &zeros])?, &[0; 10])?.len(), 2);
    /// # Ok::<(), collide_core::columns::ColumnsError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len() - PADDING
    }

    /// Whether there are no rows besides the padding.
    ///
    /// ```
    /// # use collide_core::columns::{Circles, Side};
    /// # let zeros = [0.0; 8];
    /// assert!(Side::new(Circles::new([&zeros, &zeros, &zeros])?, &[0; 8])?.is_empty());
    /// # Ok::<(), collide_core::columns::ColumnsError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline(always)]
    fn row(&self, row: usize) -> [f32; COLUMNS] {
        self.columns.map(|column| column[row])
    }
}

/// The runs of rows of the other side that each row is tested with.
///
/// ```
/// use collide_core::columns::Runs;
/// use std::ops::Range;
/// /// Every later row.
/// struct Later(usize);
/// impl Runs for Later {
///     fn for_each(&self, row: usize, mut visit: impl FnMut(Range<usize>)) {
///         visit(row + 1..self.0);
///     }
/// }
/// ```
pub trait Runs {
    /// Calls `visit` with each run for a row. A run may be empty. It must not begin or end past the other side's
    /// [`len`](Side::len).
    fn for_each(&self, row: usize, visit: impl FnMut(Range<usize>));
}

/// Joins circles with runs of circles: emits the pairs that overlap, or touch if `touching` is
/// [`Closed`](Touching::Closed).
///
/// `found` is called with eight pairs of labels, of `a` and of `b`, and the number of valid pairs, which come first. Rows
/// of `a`, the runs of a row and the rows of a run are in order. A side joined with itself needs runs that leave out the
/// row itself. Costs about two nanoseconds for each eight rows of a run, rounded up, on AVX2.
///
/// # Panics
/// If `rows` or a run reach past the rows of their side.
///
/// ```
/// use collide_core::columns::{Circles, Simd, PADDING, Runs, Side, circle_circle_join};
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
/// circle_circle_join(Simd::best(), side, side, 0..3, &Later(3), Touching::Closed, |found, count| {
///     pairs.extend_from_slice(&found[..count]);
/// });
/// assert_eq!(pairs, [[10, 11]]);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
#[inline]
pub fn circle_circle_join(
    simd: Simd,
    a: Side<'_, Circle, 3>,
    b: Side<'_, Circle, 3>,
    rows: Range<usize>,
    runs: &impl Runs,
    touching: Touching,
    found: impl FnMut(&[[u32; 2]; LANES], usize),
) {
    run::<CircleCircle, _, _, _, _, 3, 3>(simd, Join { a, b, runs, touching, test: PhantomData }, rows, found);
}

/// Joins circles with runs of rectangles. See [`circle_circle_join`].
///
/// # Panics
/// If `rows` or a run reach past the rows of their side.
///
/// ```
/// use collide_core::columns::{Circles, Simd, Rects, Runs, Side, circle_rect_join};
/// use collide_core::Touching;
/// struct First;
/// impl Runs for First {
///     fn for_each(&self, _: usize, mut visit: impl FnMut(std::ops::Range<usize>)) {
///         visit(0..1);
///     }
/// }
/// let (zeros, ones) = ([0.0; 9], [1.0; 9]);
/// let circles = Side::new(Circles::new([&zeros, &zeros, &ones])?, &[3; 9])?;
/// let rects = Side::new(Rects::new([&ones, &zeros, &ones, &ones])?, &[4; 9])?;
/// let mut pairs = Vec::new();
/// circle_rect_join(Simd::best(), circles, rects, 0..1, &First, Touching::Closed, |found, count| {
///     pairs.extend_from_slice(&found[..count]);
/// });
/// assert_eq!(pairs, [[3, 4]]);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
#[inline]
pub fn circle_rect_join(
    simd: Simd,
    a: Side<'_, Circle, 3>,
    b: Side<'_, Rect, 4>,
    rows: Range<usize>,
    runs: &impl Runs,
    touching: Touching,
    found: impl FnMut(&[[u32; 2]; LANES], usize),
) {
    run::<CircleRect, _, _, _, _, 3, 4>(simd, Join { a, b, runs, touching, test: PhantomData }, rows, found);
}

/// Joins rectangles with runs of rectangles. See [`circle_circle_join`].
///
/// # Panics
/// If `rows` or a run reach past the rows of their side.
///
/// ```
/// use collide_core::columns::{Simd, Rects, Runs, Side, rect_rect_join};
/// use collide_core::Touching;
/// struct First;
/// impl Runs for First {
///     fn for_each(&self, _: usize, mut visit: impl FnMut(std::ops::Range<usize>)) {
///         visit(0..1);
///     }
/// }
/// let (zeros, ones) = ([0.0; 9], [1.0; 9]);
/// let rects = Side::new(Rects::new([&zeros, &zeros, &ones, &ones])?, &[5; 9])?;
/// let mut pairs = Vec::new();
/// rect_rect_join(Simd::best(), rects, rects, 0..1, &First, Touching::Closed, |found, count| {
///     pairs.extend_from_slice(&found[..count]);
/// });
/// assert_eq!(pairs, [[5, 5]]);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
#[inline]
pub fn rect_rect_join(
    simd: Simd,
    a: Side<'_, Rect, 4>,
    b: Side<'_, Rect, 4>,
    rows: Range<usize>,
    runs: &impl Runs,
    touching: Touching,
    found: impl FnMut(&[[u32; 2]; LANES], usize),
) {
    run::<RectRect, _, _, _, _, 4, 4>(simd, Join { a, b, runs, touching, test: PhantomData }, rows, found);
}

/// Joins rectangles with runs of circles. See [`circle_circle_join`].
///
/// # Panics
/// If `rows` or a run reach past the rows of their side.
///
/// ```
/// use collide_core::columns::{Circles, Simd, Rects, Runs, Side, rect_circle_join};
/// use collide_core::Touching;
/// struct First;
/// impl Runs for First {
///     fn for_each(&self, _: usize, mut visit: impl FnMut(std::ops::Range<usize>)) {
///         visit(0..1);
///     }
/// }
/// let (zeros, ones) = ([0.0; 9], [1.0; 9]);
/// let rects = Side::new(Rects::new([&ones, &zeros, &ones, &ones])?, &[4; 9])?;
/// let circles = Side::new(Circles::new([&zeros, &zeros, &ones])?, &[3; 9])?;
/// let mut pairs = Vec::new();
/// rect_circle_join(Simd::best(), rects, circles, 0..1, &First, Touching::Closed, |found, count| {
///     pairs.extend_from_slice(&found[..count]);
/// });
/// assert_eq!(pairs, [[4, 3]]);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
#[inline]
pub fn rect_circle_join(
    simd: Simd,
    a: Side<'_, Rect, 4>,
    b: Side<'_, Circle, 3>,
    rows: Range<usize>,
    runs: &impl Runs,
    touching: Touching,
    found: impl FnMut(&[[u32; 2]; LANES], usize),
) {
    run::<Flipped<CircleRect>, _, _, _, _, 4, 3>(simd, Join { a, b, runs, touching, test: PhantomData }, rows, found);
}

/// The input of a join.
pub(super) struct Join<'a, T, S, O, R, const A: usize, const B: usize> {
    a: Side<'a, S, A>,
    b: Side<'a, O, B>,
    runs: &'a R,
    touching: Touching,
    test: PhantomData<T>,
}

/// A join, independent of the lane type.
pub(super) trait Joining {
    /// Joins some rows of the first side. Lanes that the filter leaves open go to `settle`, a separate function, so
    /// that the rare case does not take registers from the loop.
    fn run<V: Lanes>(
        &self,
        rows: Range<usize>,
        found: impl FnMut(&[[u32; 2]; LANES], usize),
        settle: impl Fn(usize, usize, u8) -> u8,
    );

    /// The hits of a row among the lanes that the filter leaves open. The lanes are eight rows of the other side from
    /// `at` on.
    fn settle<V: Lanes>(&self, row: usize, at: usize, open: u8) -> u8;
}

#[inline]
fn run<T: Test<A, B>, S: Row<A>, O: Row<B>, R: Runs, F, const A: usize, const B: usize>(
    simd: Simd,
    join: Join<'_, T, S, O, R, A, B>,
    rows: Range<usize>,
    found: F,
) where
    F: FnMut(&[[u32; 2]; LANES], usize),
{
    #[cfg(target_arch = "x86_64")]
    if simd == Simd::Avx2 && super::x86::has_avx2() {
        return super::x86::join_avx2(&join, rows, found);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = simd; // There is only one level.
    join.run::<Portable>(rows, found, |row, at, open| join.settle::<Portable>(row, at, open));
}

impl<T: Test<A, B>, S: Row<A>, O: Row<B>, R: Runs, const A: usize, const B: usize> Joining
    for Join<'_, T, S, O, R, A, B>
{
    #[inline(always)]
    fn run<V: Lanes>(
        &self,
        rows: Range<usize>,
        mut found: impl FnMut(&[[u32; 2]; LANES], usize),
        settle: impl Fn(usize, usize, u8) -> u8,
    ) {
        // Cut to one length here, so that the compiler checks each index once and not for every column.
        let own_labels = &self.a.labels[..rows.end];
        let own_columns = cut(self.a.columns, rows.end);
        let labels = self.b.labels;
        let columns = cut(self.b.columns, labels.len());
        for row in rows {
            let mut own = [V::splat(0.0); A];
            for index in 0..A {
                own[index] = V::splat(own_columns[index][row]);
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
                        let (others, names) = eight::<V, B>(columns, labels, at);
                        let verdict = T::quick::<V>(own, others, self.touching, V::all());
                        let open = inside & !V::bits(verdict.sure);
                        let mut hit = verdict.hit & inside;
                        if open != 0 {
                            hit = (hit & !open) | settle(row, at, open);
                        }
                        found(&V::pairs(label, names, hit), hit.count_ones() as usize);
                        at += LANES;
                        if at >= run.end {
                            break;
                        }
                    }
                },
            );
        }
    }

    #[inline(always)]
    fn settle<V: Lanes>(&self, row: usize, at: usize, open: u8) -> u8 {
        let mut own = [V::splat(0.0); A];
        for (own, number) in own.iter_mut().zip(self.a.row(row)) {
            *own = V::splat(number);
        }
        let exactly = T::lossless::<V>(own, eight::<V, B>(self.b.columns, self.b.labels, at).0, self.touching);
        let sure = V::bits(exactly.sure);
        let mut hit = exactly.hit & open & sure;
        let mut rest = open & !sure;
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
