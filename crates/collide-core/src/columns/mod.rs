//! Overlap decisions over columns of numbers, with SIMD: [`overlaps`](crate::overlaps) and
//! [`overlaps_interior`](crate::overlaps_interior) for many shapes.
//!
//! The answers are the same as those of the single decisions: exact for every finite input, at every [`Simd`] level.
//! Eight pairs are tested at once in `f32` with a bound on the rounding error. Pairs within the bound are tested again:
//! first with a check whether anything was rounded at all, then by the exact decision.
//!
//! [`overlaps`](overlaps()) tests one shape with all others and sets a bit for each hit. [`join`] tests each row of one
//! side with runs of rows of another and emits pairs of labels. Shapes that only touch count with [`Touching::Closed`]
//! and do not with [`Touching::Open`].
//!
//! [`Touching::Closed`]: crate::Touching::Closed
//! [`Touching::Open`]: crate::Touching::Open
//!
//! ```
//! use collide_core::columns::{Circles, Simd, overlaps};
//! use collide_core::{Circle, Touching, Vec2};
//!
//! let (x, y, radius) = ([0.0, 3.0, 9.0], [0.0, 4.0, 9.0], [1.0, 2.0, 3.0]);
//! let blast = Circle::new(Vec2::ZERO, 3.0)?;
//! let mut hits = [0; 1];
//! overlaps(Simd::best(), blast, Circles::new([&x, &y, &radius])?, Touching::Closed, &mut hits)?;
//! assert_eq!(hits[0], 0b011);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod batch;
mod filter;
mod join;
mod lane_test;
mod lanes;
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod neon;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[cfg_attr(
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
    allow(dead_code, reason = "the tests compare NEON with it")
)]
mod portable;
mod round;
mod rows;
mod scale;
mod side;
mod tasks;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

/// The lanes of the portable level: those of the instructions that the program was compiled for.
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
use neon::Neon as Compiled;
#[cfg(not(any(
    all(target_arch = "wasm32", target_feature = "simd128"),
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon")
)))]
use portable::Portable as Compiled;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm::Simd128 as Compiled;

pub use crate::shape::Row;
pub use batch::overlaps;
pub use join::join;
pub use lane_test::LaneTest;
pub use round::{Round, RoundHits, RoundPairs};
pub use rows::{Circles, Columns, ColumnsError, OrientedRects, Rects};
pub use side::{PADDING, Runs, Side};

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
        /// The instructions that the program was compiled for: SSE2 on x86-64, NEON on AArch64, on WebAssembly its
        /// 128-bit SIMD if the feature `simd128` is enabled.
        Portable => "portable",
        /// AVX2.
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
