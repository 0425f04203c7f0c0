/// The exponent of the lowest one among the binary digits of a number; larger than any for zero.
#[inline]
pub(crate) fn lowest_digit(number: f64) -> i32 {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = number.to_bits() & !(1 << 63);
    if bits == 0 {
        return i32::MAX / 4;
    }
    let lowest = (bits | 1 << FRACTION).trailing_zeros();
    exponent(number) - FRACTION.cast_signed() + lowest.cast_signed()
}

/// The exponent of the highest one among the binary digits of a number; for zero, less than any of a product of six
/// `f32` numbers.
#[inline]
pub(crate) fn exponent(number: f64) -> i32 {
    let biased = (number.to_bits() >> (f64::MANTISSA_DIGITS - 1)) & 0x7FF;
    biased as i32 - 1023
}
