//! Counts the exact arithmetic of a thread, so that limits of work can include it.

/// The work of an exact sign, in units of about a nanosecond, without that of expansions and wide integers.
pub(crate) const SIGN: u64 = 250;

/// The work to add a multiple of one expansion to another.
pub(crate) const SCALED: u64 = 70;

/// The work for each pair of terms of both.
pub(crate) const TERM_PAIR: u64 = 2;

/// The work of a sum of wide integers.
pub(crate) const WIDE_SUM: u64 = 200;

/// The work of a product of wide integers.
pub(crate) const WIDE_PRODUCT: u64 = 70;

/// The work for each pair of limbs of both.
pub(crate) const LIMB_PAIR: u64 = 6;

/// The work of a decision that the fast test leaves open, without exact signs.
pub(crate) const OPEN: u64 = 180;

/// The work of a second test of eight pairs of rows in columns, and of the decision of a pair that it leaves open too.
pub(crate) const RETEST: u64 = 30;
pub(crate) const ALONE: u64 = 18;

/// The work for each pair of corners of two shapes that plain `f64` leaves open too.
pub(crate) const CORNERS: u64 = 230;

/// The work for each corner of a shape, and for one more, that a wedge of a sector or an end of its borders is compared
/// with.
pub(crate) const SECTOR_CORNER: u64 = 160;

#[cfg(feature = "std")]
mod counted {
    use core::cell::Cell;

    std::thread_local! {
        static WORK: Cell<u64> = const { Cell::new(0) };
    }

    #[inline(always)]
    pub(crate) fn add_exact_work(units: u64) {
        WORK.with(|work| work.set(work.get().wrapping_add(units)));
    }

    /// The exact arithmetic that this thread has done so far, in units of about a nanosecond; with the feature `std`. For
    /// limits of work: the difference of two calls is what was done between them. Wraps around.
    ///
    /// Shapes that touch, or nearly do, cost up to a thousand times as much as others: the fast tests leave them open, and
    /// exact arithmetic decides. What a decision adds depends on its shapes alone.
    ///
    /// ```
    /// use collide_core::{OrientedRect, Rotor, exact_work, overlaps};
    /// let turned = Rotor::from_degrees(45.0).unwrap();
    /// let square = |y| OrientedRect::new([0.0, y], [1.0, 1.0], turned).unwrap();
    /// let before = exact_work();
    /// assert!(!overlaps(square(0.0), square(9.0)));
    /// assert_eq!(exact_work(), before);
    /// assert!(overlaps(square(0.0), square(2.828427)));
    /// assert!(exact_work() > before, "they nearly touch");
    /// ```
    #[must_use]
    #[inline]
    pub fn exact_work() -> u64 {
        WORK.with(Cell::get)
    }
}

#[cfg(feature = "std")]
pub(crate) use counted::add_exact_work;
#[cfg(feature = "std")]
pub use counted::exact_work;

#[cfg(not(feature = "std"))]
pub(crate) fn add_exact_work(_: u64) {}
