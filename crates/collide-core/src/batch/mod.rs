//! Many decisions at once, over columns of numbers: the batch twins of [`overlaps`](crate::overlaps) and
//! [`overlaps_interior`](crate::overlaps_interior).
//!
//! The answers are those of the single decisions to the bit, exact for every finite input, at every [`Level`]. Eight
//! pairs are tested at once in `f32`, with a bound on the rounding; pairs within the bound are looked at again, first for
//! whether anything was rounded off at all, then by the exact kernel.
//!
//! Either side is one shape, which meets all of the other side, or columns, which meet the other's row by row. An answer
//! is a bit: that of row `i` is bit `i % 64` of word `i / 64`. Bits past the last row are zero; words past the last one that
//! is needed are left as they were. Whether shapes that only touch are a hit is for the caller to say:
//! [`Touching::Closed`] counts them, [`Touching::Open`] does not.
//!
//! ```
//! use collide_core::batch::{Circles, Level, circle_circle};
//! use collide_core::{Circle, Touching, Vec2};
//!
//! let (x, y, radius) = ([0.0, 3.0, 9.0], [0.0, 4.0, 9.0], [1.0, 2.0, 3.0]);
//! let blast = Circle::new(Vec2::ZERO, 3.0)?;
//! let mut hits = [0; 1];
//! circle_circle(Level::best(), blast, Circles::new([&x, &y, &radius])?, Touching::Closed, &mut hits)?;
//! assert_eq!(hits[0], 0b011);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod columns;
mod filter;
mod join;
mod kernel;
mod lanes;
mod row;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use columns::{Circles, Columns, ColumnsError, Operand, OrientedRects, Rects};
pub use join::{PADDING, Runs, Side, circle_circle_join, circle_rect_join, rect_circle_join, rect_rect_join};
pub use row::Row;

use core::marker::PhantomData;

use crate::{Circle, OrientedRect, Rect, Touching};
use filter::{CircleCircle, CircleOrientedRect, CircleRect, RectRect};
use kernel::{Batch, Job, Test};
use lanes::Portable;

/// Which instructions a batch runs on. The answers are the same on all.
///
/// ```
/// use collide_core::batch::Level;
/// for level in Level::ALL.iter().filter(|level| level.is_available()) {
///     println!("this processor has {level:?}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Level {
    /// What the program was compiled for; SSE2 on x86-64, NEON on AArch64.
    Portable,
    /// AVX2 and fused multiply-add.
    Avx2,
    /// AVX-512 (F and VL), for its comparisons, on vectors as wide as those of AVX2. Measured no faster than those on the
    /// processor at hand, so never the [best](Self::best); for measuring on others.
    Avx512,
}

impl Level {
    /// All levels, from the plainest.
    ///
    /// ```
    /// # use collide_core::batch::Level;
    /// assert_eq!(Level::ALL[0], Level::Portable);
    /// ```
    pub const ALL: &'static [Self] = &[Self::Portable, Self::Avx2, Self::Avx512];

    /// The level to use on this processor. Cheap: what it has is looked up once.
    ///
    /// ```
    /// use collide_core::batch::Level;
    /// assert!(Level::best().is_available());
    /// ```
    #[must_use]
    pub fn best() -> Self {
        if Self::Avx2.is_available() { Self::Avx2 } else { Self::Portable }
    }

    /// Whether this processor has it. A batch asked to run on a level that it lacks runs on the portable one.
    ///
    /// ```
    /// use collide_core::batch::Level;
    /// assert!(Level::Portable.is_available());
    /// ```
    #[must_use]
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Self::Portable => true,
            Self::Avx2 => x86::has_avx2(),
            Self::Avx512 => x86::has_avx512(),
        }
        #[cfg(not(target_arch = "x86_64"))]
        matches!(self, Self::Portable)
    }
}

/// Circles against circles: a bit for each row that overlaps, or touches if `touching` says so. See the [module](self) for how.
///
/// # Errors
/// [`ColumnsError`] when both sides are columns of different length, or `hits` is too short.
///
/// ```
/// use collide_core::batch::{Circles, Level, circle_circle};
/// use collide_core::Touching;
/// let a = Circles::new([&[0.0, 0.0], &[0.0, 0.0], &[1.0, 1.0]])?;
/// let b = Circles::new([&[2.0, 1.0], &[0.0, 1.0], &[1.0, 1.0]])?; // the first only touches
/// let mut hits = [0];
/// circle_circle(Level::best(), a, b, Touching::Open, &mut hits)?;
/// assert_eq!(hits, [0b10]);
/// # Ok::<(), collide_core::batch::ColumnsError>(())
/// ```
#[inline]
pub fn circle_circle(
    level: Level,
    a: impl Operand<3, Shape = Circle>,
    b: impl Operand<3, Shape = Circle>,
    touching: Touching,
    hits: &mut [u64],
) -> Result<(), ColumnsError> {
    test::<CircleCircle, _, _>(level, a, b, touching, hits)
}

/// Circles against rectangles: a bit for each row that overlaps, or touches if `touching` says so. See the [module](self) for how.
///
/// # Errors
/// [`ColumnsError`] when both sides are columns of different length, or `hits` is too short.
///
/// ```
/// use collide_core::batch::{Circles, Level, circle_rect};
/// use collide_core::{Rect, Touching, Vec2};
/// let coins = Circles::new([&[4.0, 9.0], &[1.5, 9.0], &[1.0, 1.0]])?;
/// let table = Rect::new(Vec2::ZERO, Vec2::new(3.0, 3.0))?;
/// let mut hits = [0];
/// circle_rect(Level::best(), coins, table, Touching::Closed, &mut hits)?;
/// assert_eq!(hits, [0b01]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn circle_rect(
    level: Level,
    a: impl Operand<3, Shape = Circle>,
    b: impl Operand<4, Shape = Rect>,
    touching: Touching,
    hits: &mut [u64],
) -> Result<(), ColumnsError> {
    test::<CircleRect, _, _>(level, a, b, touching, hits)
}

/// Rectangles against rectangles: a bit for each row that overlaps, or touches if `touching` says so. See the [module](self) for how.
///
/// # Errors
/// [`ColumnsError`] when both sides are columns of different length, or `hits` is too short.
///
/// ```
/// use collide_core::batch::{Level, Rects, rect_rect};
/// use collide_core::{Rect, Touching, Vec2};
/// let window = Rect::new(Vec2::ZERO, Vec2::new(3.0, 3.0))?;
/// let others = Rects::new([&[3.0, 4.0], &[3.0, 0.0], &[4.0, 5.0], &[4.0, 1.0]])?; // the first shares a corner
/// let mut hits = [0];
/// rect_rect(Level::best(), window, others, Touching::Closed, &mut hits)?;
/// assert_eq!(hits, [0b01]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn rect_rect(
    level: Level,
    a: impl Operand<4, Shape = Rect>,
    b: impl Operand<4, Shape = Rect>,
    touching: Touching,
    hits: &mut [u64],
) -> Result<(), ColumnsError> {
    test::<RectRect, _, _>(level, a, b, touching, hits)
}

/// Circles against oriented rectangles: a bit for each row that overlaps, or touches if `touching` says so. See the [module](self) for how.
///
/// # Errors
/// [`ColumnsError`] when both sides are columns of different length, or `hits` is too short.
///
/// ```
/// use collide_core::batch::{Circles, Level, circle_oriented_rect};
/// use collide_core::{OrientedRect, Rotor, Touching, Vec2};
/// let coins = Circles::new([&[0.0, 3.0], &[3.0, 0.0], &[1.0, 1.0]])?;
/// let upright = OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 1.0), Rotor::from_degrees(90.0)?)?;
/// let mut hits = [0];
/// circle_oriented_rect(Level::best(), coins, upright, Touching::Closed, &mut hits)?;
/// assert_eq!(hits, [0b01]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn circle_oriented_rect(
    level: Level,
    a: impl Operand<3, Shape = Circle>,
    b: impl Operand<6, Shape = OrientedRect>,
    touching: Touching,
    hits: &mut [u64],
) -> Result<(), ColumnsError> {
    test::<CircleOrientedRect, _, _>(level, a, b, touching, hits)
}

/// The formulas without the filter, to measure what it costs. Wrong near touching.
#[doc(hidden)]
pub mod plain {
    use super::kernel::Plain;
    use super::{CircleCircle, CircleOrientedRect, CircleRect, ColumnsError, Level, Operand, RectRect, Touching, test};

    macro_rules! plain {
        ($name:ident, $test:ty, $a:literal, $b:literal) => {
            #[inline]
            pub fn $name(
                level: Level,
                a: impl Operand<$a>,
                b: impl Operand<$b>,
                hits: &mut [u64],
            ) -> Result<(), ColumnsError> {
                test::<Plain<$test>, $a, $b>(level, a, b, Touching::Closed, hits)
            }
        };
    }

    plain!(circle_circle, CircleCircle, 3, 3);
    plain!(circle_rect, CircleRect, 3, 4);
    plain!(rect_rect, RectRect, 4, 4);
    plain!(circle_oriented_rect, CircleOrientedRect, 3, 6);
}

#[inline]
fn test<T: Test<A, B> + Copy, const A: usize, const B: usize>(
    level: Level,
    a: impl Operand<A>,
    b: impl Operand<B>,
    touching: Touching,
    hits: &mut [u64],
) -> Result<(), ColumnsError> {
    let count = match (a.count(), b.count()) {
        (Some(a), Some(b)) if a != b => return Err(ColumnsError::Length { field: "b", expected: a, found: b }),
        (Some(count), _) | (None, Some(count)) => count,
        (None, None) => 1,
    };
    let (needed, found) = (count.div_ceil(64), hits.len());
    let Some(hits) = hits.get_mut(..needed) else { return Err(ColumnsError::Hits { needed, found }) };
    let batch = Batch { test: PhantomData::<T>, a, b, touching, count };
    if !(a.is_quick() && b.is_quick()) {
        batch.run_singly(hits);
        return Ok(());
    }
    #[cfg(target_arch = "x86_64")]
    let done = match level {
        Level::Portable => false,
        Level::Avx2 => x86::run_avx2(&batch, hits),
        Level::Avx512 => x86::run_avx512(&batch, hits),
    };
    #[cfg(not(target_arch = "x86_64"))]
    let done = {
        let _ = level; // There is but one.
        false
    };
    if !done {
        batch.run::<Portable>(hits, |first, word| batch.settle::<Portable>(first, word));
    }
    Ok(())
}
