/// The binary digits of some numbers: between which places their ones are.
#[derive(Clone, Copy)]
pub(crate) struct Digits {
    /// The place of the lowest one, and the place above the highest one. Only their difference matters.
    low: i32,
    end: i32,
}

impl Digits {
    /// The digits of no number other than zero.
    pub(crate) const NONE: Self = Self { low: i32::MAX / 2, end: i32::MIN / 2 };

    #[inline]
    pub(crate) fn of(number: f64) -> Self {
        const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
        let bits = number.to_bits() & !(1 << 63);
        if bits == 0 {
            return Self::NONE;
        }
        let place = (bits >> FRACTION) as i32;
        let low = place + (bits | 1 << FRACTION).trailing_zeros().cast_signed();
        Self { low, end: place + f64::MANTISSA_DIGITS.cast_signed() }
    }

    #[inline]
    pub(crate) fn of_vector(vector: glam::DVec2) -> Self {
        Self::of(vector.x).and(Self::of(vector.y))
    }

    /// The digits of both.
    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), end: self.end.max(other.end) }
    }

    /// The number of digits of a sum of multiples of the lowest place.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        (self.end - self.low).max(0).cast_unsigned()
    }
}
