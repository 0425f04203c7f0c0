//! What runs on lanes of any type.

use core::ops::Range;

use super::Compiled;
use super::lanes::{LANES, Lanes};

/// A batch, independent of the lane type.
pub(super) trait Job {
    /// Computes the answers eight at a time, 64 to a word. Words with lanes that the filter leaves open go to `settle`,
    /// a separate function, so that the rare case does not take registers from the loop.
    fn run<V: Lanes>(&self, hits: &mut [u64], settle: impl Fn(usize, &mut [u8; LANES]));

    /// Decides the lanes that the filter leaves open in the word that starts at row `first`: first eight at a time,
    /// then one by one.
    fn settle<V: Lanes>(&self, first: usize, hits: &mut [u8; LANES]);
}

/// A join, independent of the lane type.
pub(super) trait Joining {
    /// Joins some rows of the first side, and returns the number of tests of eight rows. Lanes that the filter leaves
    /// open go to `settle`, a separate function, so that the rare case does not take registers from the loop.
    fn run<V: Lanes>(
        &self,
        rows: Range<usize>,
        found: impl FnMut(&[[u32; 2]], usize),
        settle: impl Fn(usize, usize, u8) -> u8,
    ) -> u64;

    /// The hits of a row among the lanes that the filter leaves open. The lanes are eight rows of the other side from
    /// `at` on.
    fn settle<V: Lanes>(&self, row: usize, at: usize, open: u8) -> u8;
}

/// Runs the join on the lanes that the program was compiled for. Returns the number of tests.
#[inline]
pub(super) fn join_compiled(join: &impl Joining, rows: Range<usize>, found: impl FnMut(&[[u32; 2]], usize)) -> u64 {
    #[cold]
    #[inline(never)]
    fn settle(join: &impl Joining, row: usize, at: usize, open: u8) -> u8 {
        join.settle::<Compiled>(row, at, open)
    }

    join.run::<Compiled>(rows, found, |row, at, open| settle(join, row, at, open))
}
