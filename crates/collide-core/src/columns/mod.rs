//! Batches of overlap decisions over columns of numbers, with SIMD: [`overlaps`](crate::overlaps) and
//! [`overlaps_interior`](crate::overlaps_interior) for many shapes.
//!
//! The answers are the same as those of the single decisions: exact for every finite input, at every [`Simd`] level.
//! Eight pairs are tested at once in `f32` with a bound on the rounding error. Pairs within the bound are tested again:
//! first with a check whether anything was rounded at all, then by the exact kernel.
//!
//! Either side is one shape, which is tested against all of the other side, or columns, which are tested against the
//! other side row by row. Each answer is a bit: that of row `i` is bit `i % 64` of word `i / 64`. Bits past the last
//! row are zero. Words past the last one needed are unchanged. Shapes that only touch count with [`Touching::Closed`]
//! and do not with [`Touching::Open`].
//!
//! ```
//! use collide_core::columns::{Circles, Simd, circle_circle};
//! use collide_core::{Circle, Touching, Vec2};
//!
//! let (x, y, radius) = ([0.0, 3.0, 9.0], [0.0, 4.0, 9.0], [1.0, 2.0, 3.0]);
//! let blast = Circle::new(Vec2::ZERO, 3.0)?;
//! let mut hits = [0; 1];
//! circle_circle(Simd::best(), blast, Circles::new([&x, &y, &radius])?, Touching::Closed, &mut hits)?;
//! assert_eq!(hits[0], 0b011);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod filter;
mod join;
mod kernel;
mod lanes;
mod operand;
mod scale;
mod side;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use crate::shape::Row;
pub use join::{circle_circle_join, circle_rect_join, rect_circle_join, rect_rect_join};
pub use operand::{Circles, Columns, ColumnsError, Operand, OrientedRects, Rects};
pub use side::{PADDING, Runs, Side};

use core::marker::PhantomData;

use crate::{Circle, OrientedRect, Rect, Touching};
use filter::{CircleCircle, CircleOrientedRect, CircleRect, RectRect};
use kernel::{Batch, Job, Test};
use lanes::Portable;

crate::named_enum! {
    /// The SIMD level: the instruction set that a batch uses. The answers are the same at every level.
    ///
    /// ```
    /// use collide_core::columns::Simd;
    /// for simd in Simd::ALL.iter().filter(|simd| simd.is_available()) {
    ///     println!("this processor has {simd}");
    /// }
    /// ```
    #[non_exhaustive]
    pub enum Simd as "simd", else UnknownSimd {}
    {
        /// The instructions that the program was compiled for: SSE2 on x86-64, NEON on AArch64.
        Portable => "portable",
        /// AVX2 and fused multiply-add.
        Avx2 => "avx2",
    }
}

impl Simd {
    /// The fastest level of this processor. Cheap: the processor is queried once.
    ///
    /// ```
    /// use collide_core::columns::Simd;
    /// assert!(Simd::best().is_available());
    /// ```
    #[must_use]
    pub fn best() -> Self {
        if Self::Avx2.is_available() { Self::Avx2 } else { Self::Portable }
    }

    /// Whether this processor has the level. A batch with a level that the processor lacks runs on the portable one.
    ///
    /// ```
    /// use collide_core::columns::Simd;
    /// assert!(Simd::Portable.is_available());
    /// ```
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => x86::has_avx2(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 => false,
        }
    }
}

/// Tests circles against circles: sets a bit for each row that overlaps, or touches if `touching` is
/// [`Closed`](Touching::Closed). See the [module](self).
///
/// # Errors
/// [`ColumnsError`] when both sides are columns of different length, or `hits` is too short.
///
/// ```
/// use collide_core::columns::{Circles, Simd, circle_circle};
/// use collide_core::Touching;
/// let a = Circles::new([&[0.0, 0.0], &[0.0, 0.0], &[1.0, 1.0]])?;
/// let b = Circles::new([&[2.0, 1.0], &[0.0, 1.0], &[1.0, 1.0]])?; // the first only touches
/// let mut hits = [0];
/// circle_circle(Simd::best(), a, b, Touching::Open, &mut hits)?;
/// assert_eq!(hits, [0b10]);
/// # Ok::<(), collide_core::columns::ColumnsError>(())
/// ```
#[inline]
pub fn circle_circle(
    simd: Simd,
    a: impl Operand<3, Shape = Circle>,
    b: impl Operand<3, Shape = Circle>,
    touching: Touching,
    hits: &mut [u64],
) -> Result<(), ColumnsError> {
    test::<CircleCircle, _, _>(simd, a, b, touching, hits)
}

/// Tests circles against rectangles: sets a bit for each row that overlaps, or touches if `touching` is
/// [`Closed`](Touching::Closed). See the [module](self).
///
/// # Errors
/// [`ColumnsError`] when both sides are columns of different length, or `hits` is too short.
///
/// ```
/// use collide_core::columns::{Circles, Simd, circle_rect};
/// use collide_core::{Rect, Touching, Vec2};
/// let coins = Circles::new([&[4.0, 9.0], &[1.5, 9.0], &[1.0, 1.0]])?;
/// let table = Rect::new(Vec2::ZERO, Vec2::new(3.0, 3.0))?;
/// let mut hits = [0];
/// circle_rect(Simd::best(), coins, table, Touching::Closed, &mut hits)?;
/// assert_eq!(hits, [0b01]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn circle_rect(
    simd: Simd,
    a: impl Operand<3, Shape = Circle>,
    b: impl Operand<4, Shape = Rect>,
    touching: Touching,
    hits: &mut [u64],
) -> Result<(), ColumnsError> {
    test::<CircleRect, _, _>(simd, a, b, touching, hits)
}

/// Tests rectangles against rectangles: sets a bit for each row that overlaps, or touches if `touching` is
/// [`Closed`](Touching::Closed). See the [module](self).
///
/// # Errors
/// [`ColumnsError`] when both sides are columns of different length, or `hits` is too short.
///
/// ```
/// use collide_core::columns::{Simd, Rects, rect_rect};
/// use collide_core::{Rect, Touching, Vec2};
/// let window = Rect::new(Vec2::ZERO, Vec2::new(3.0, 3.0))?;
/// let others = Rects::new([&[3.0, 4.0], &[3.0, 0.0], &[4.0, 5.0], &[4.0, 1.0]])?; // the first shares a corner
/// let mut hits = [0];
/// rect_rect(Simd::best(), window, others, Touching::Closed, &mut hits)?;
/// assert_eq!(hits, [0b01]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn rect_rect(
    simd: Simd,
    a: impl Operand<4, Shape = Rect>,
    b: impl Operand<4, Shape = Rect>,
    touching: Touching,
    hits: &mut [u64],
) -> Result<(), ColumnsError> {
    test::<RectRect, _, _>(simd, a, b, touching, hits)
}

/// Tests circles against oriented rectangles: sets a bit for each row that overlaps, or touches if `touching` is
/// [`Closed`](Touching::Closed). See the [module](self).
///
/// # Errors
/// [`ColumnsError`] when both sides are columns of different length, or `hits` is too short.
///
/// ```
/// use collide_core::columns::{Circles, Simd, circle_oriented_rect};
/// use collide_core::{OrientedRect, Rotor, Touching, Vec2};
/// let coins = Circles::new([&[0.0, 3.0], &[3.0, 0.0], &[1.0, 1.0]])?;
/// let upright = OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 1.0), Rotor::from_degrees(90.0)?)?;
/// let mut hits = [0];
/// circle_oriented_rect(Simd::best(), coins, upright, Touching::Closed, &mut hits)?;
/// assert_eq!(hits, [0b01]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[inline]
pub fn circle_oriented_rect(
    simd: Simd,
    a: impl Operand<3, Shape = Circle>,
    b: impl Operand<6, Shape = OrientedRect>,
    touching: Touching,
    hits: &mut [u64],
) -> Result<(), ColumnsError> {
    test::<CircleOrientedRect, _, _>(simd, a, b, touching, hits)
}

#[inline]
fn test<T: Test<A, B> + Copy, const A: usize, const B: usize>(
    simd: Simd,
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
    let done = simd == Simd::Avx2 && x86::run_avx2(&batch, hits);
    #[cfg(not(target_arch = "x86_64"))]
    let done = {
        let _ = simd; // There is only one level.
        false
    };
    if !done {
        batch.run::<Portable>(hits, |first, word| batch.settle::<Portable>(first, word));
    }
    Ok(())
}
