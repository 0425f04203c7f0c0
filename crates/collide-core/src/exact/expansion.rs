//! Exact arithmetic on sums of `f64` numbers: the slow path of every decision.
//!
//! An *expansion* is a number stored as an unevaluated sum of `f64` terms whose bits do not overlap. Its sign is the
//! sign of its largest term. The sum and the product of two `f64` numbers split exactly into a rounded result and a
//! remainder (Dekker 1971, Knuth 1969; the expansions are Shewchuk's, "Adaptive Precision Floating-Point Arithmetic",
//! 1997).
//!
//! Nothing here can overflow or underflow. A product of `d <= 6` finite `f32` numbers is a multiple of `2^(-149 d)`, at
//! least `2^-894`, and with the few sums of a formula stays below `2^(128 d + 12)`, at most `2^780`. All remainders are
//! multiples of the same unit, so they are far inside the range of `f64`, too.

use core::cmp::Ordering;

use super::count::{SCALED, TERM_PAIR, add_exact_work};

/// `a + b` as the rounded sum and the exact remainder.
#[inline]
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// `a - b` as the rounded difference and the exact remainder.
#[inline]
pub(crate) fn two_diff(a: f64, b: f64) -> (f64, f64) {
    two_sum(a, -b)
}

/// `a + b` as the rounded sum and the exact remainder, for `|a| >= |b|` or `a = 0`.
#[inline]
fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// The upper and lower half of a number's digits (Veltkamp's splitting).
#[inline]
fn split(a: f64) -> (f64, f64) {
    const SPLITTER: f64 = ((1_u64 << 27) + 1) as f64;
    let c = SPLITTER * a;
    let high = c - (c - a);
    (high, a - high)
}

/// `a * b` as the rounded product and the exact remainder. Uses splitting and not fused multiply-add, which is a slow
/// library call on hardware without it.
#[inline]
pub(crate) fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let (a_high, a_low) = split(a);
    let (b_high, b_low) = split(b);
    let rest = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, rest)
}

/// The largest `f32` not above `sum + rest`, for a result of [`two_sum`]; negative infinity below `f32::MIN`.
#[inline]
pub(crate) fn round_down((sum, rest): (f64, f64)) -> f32 {
    let nearest = sum as f32;
    // The rest is at most half a unit in the last place of the sum, so it matters only if the sum itself is an `f32`.
    let above = (f64::from(nearest) > sum) | ((f64::from(nearest) == sum) & (rest < 0.0));
    step_down(nearest, above)
}

/// The number, or the next `f32` below it if `step`. Without a branch, as that would often be mispredicted. A zero must
/// have the sign of the number that was rounded to it.
#[inline]
pub(crate) fn step_down(number: f32, step: bool) -> f32 {
    // The bits as an integer, in an order that is the order of the numbers.
    let bits = number.to_bits().cast_signed();
    let order = bits ^ ((bits >> 31).cast_unsigned() >> 1).cast_signed();
    let order = order - i32::from(step);
    let bits = order ^ ((order >> 31).cast_unsigned() >> 1).cast_signed();
    f32::from_bits(bits.cast_unsigned())
}

/// A pair as from [`two_sum`] whose sum is at most `a + b + c`, and less than a unit in the last place of `f64` below
/// it.
pub(crate) fn sum_down(a: f64, b: f64, c: f64) -> (f64, f64) {
    let (sum, first_rest) = two_sum(a, b);
    let (rest, lost) = two_sum(first_rest, c);
    two_sum(sum, if lost < 0.0 { rest.next_down() } else { rest })
}

/// A pair for [`round_down`] whose sum is `a + b + c` where that matters: the first is the rounded sum, and the second has
/// the sign of its rounding error. For numbers whose sums do not underflow.
#[inline]
pub(crate) fn sum_of_three(a: f64, b: f64, c: f64) -> (f64, f64) {
    let (sum, first_rest) = two_sum(a, b);
    let (sum, second_rest) = two_sum(sum, c);
    let (rest, lost) = two_sum(first_rest, second_rest);
    let (sum, rest) = two_sum(sum, rest);
    (sum, rest + lost)
}

/// The maximum number of terms. A compressed number of at most `780 + 894` bits needs `1674 / 53 + 2 = 33` terms. The
/// rest is room for additions before the next compression.
const CAPACITY: usize = 64;

/// An exact sum of `f64` numbers and of products of such sums.
#[derive(Clone)]
pub(crate) struct Expansion {
    /// The first `len` terms: non-overlapping, none zero, in order of increasing magnitude.
    terms: [f64; CAPACITY],
    len: usize,
}

impl Expansion {
    /// Zero.
    pub(crate) fn new() -> Self {
        Self { terms: [0.0; CAPACITY], len: 0 }
    }

    fn terms(&self) -> &[f64] {
        &self.terms[..self.len]
    }

    /// Adds one number (Shewchuk's grow-expansion, without zero terms).
    pub(crate) fn add(&mut self, value: f64) {
        if self.len == CAPACITY {
            self.compress();
        }
        let mut carry = value;
        let mut kept = 0;
        for index in 0..self.len {
            let (sum, rest) = two_sum(carry, self.terms[index]);
            carry = sum;
            if rest != 0.0 {
                self.terms[kept] = rest;
                kept += 1;
            }
        }
        if carry != 0.0 {
            self.terms[kept] = carry;
            kept += 1;
        }
        self.len = kept;
    }

    /// Adds `a * b`.
    pub(crate) fn add_product(&mut self, a: f64, b: f64) {
        let (product, rest) = two_product(a, b);
        if rest != 0.0 {
            self.add(rest);
        }
        self.add(product);
    }

    /// Adds `factor * other`.
    pub(crate) fn add_scaled(&mut self, other: &Self, factor: f64) {
        let before = self.len;
        for &term in other.terms() {
            self.add_product(term, factor);
        }
        add_exact_work(SCALED + (other.len * before.max(self.len)) as u64 * TERM_PAIR);
    }

    /// Adds `a * b`.
    pub(crate) fn add_expansion_product(&mut self, a: &Self, b: &Self) {
        for &term in a.terms() {
            self.add_scaled(b, term);
        }
    }

    /// Takes the absolute value.
    pub(crate) fn abs(mut self) -> Self {
        if self.sign() == Ordering::Less {
            for term in &mut self.terms[..self.len] {
                *term = -*term;
            }
        }
        self
    }

    /// How the number compares with zero.
    pub(crate) fn sign(&self) -> Ordering {
        match self.terms().last() {
            Some(&largest) if largest > 0.0 => Ordering::Greater,
            Some(_) => Ordering::Less,
            None => Ordering::Equal,
        }
    }

    /// Packs the same number into as few terms as its bits need (Shewchuk's compress).
    fn compress(&mut self) {
        let Some(last) = self.len.checked_sub(1) else { return };
        let mut packed = [0.0; CAPACITY];
        let mut bottom = last;
        let mut carry = self.terms[last];
        for index in (0..last).rev() {
            let (sum, rest) = fast_two_sum(carry, self.terms[index]);
            carry = sum;
            if rest != 0.0 {
                packed[bottom] = sum;
                bottom -= 1;
                carry = rest;
            }
        }
        packed[bottom] = carry;
        let mut kept = 0;
        for &term in &packed[bottom + 1..=last] {
            let (sum, rest) = fast_two_sum(term, carry);
            carry = sum;
            if rest != 0.0 {
                self.terms[kept] = rest;
                kept += 1;
            }
        }
        self.terms[kept] = carry;
        self.len = kept + 1;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::cmp::Ordering;
    use num_bigint::BigInt;
    use std::vec::Vec;

    use super::{CAPACITY, Expansion};

    /// `value * 2^900`: an integer for every multiple of `2^-900`.
    fn whole(value: f64) -> BigInt {
        let bits = value.to_bits();
        let (exponent, fraction) = ((bits >> 52) & 0x7FF, bits & ((1 << 52) - 1));
        let digits = BigInt::from(if exponent == 0 { fraction } else { fraction | 1 << 52 });
        let power = exponent.max(1) as i64 - 1075 + 900;
        let size = if power >= 0 { digits << power } else { digits >> -power };
        if value < 0.0 { -size } else { size }
    }

    fn total(sum: &Expansion) -> BigInt {
        sum.terms().iter().map(|term| whole(*term)).sum()
    }

    /// Numbers of up to 53 bits over the whole range of an expansion.
    fn numbers(seed: u64, bits: u32) -> impl Iterator<Item = f64> {
        let mut state = seed;
        core::iter::from_fn(move || {
            state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            let power = (state >> 33) as i32 % 1500 - 820;
            let digits = (state >> (64 - bits)) as f64 * libm::exp2(-f64::from(bits));
            Some(if state & 64 == 0 { digits } else { -digits } * libm::scalbn(1.0, power))
        })
    }

    #[test]
    fn sums_are_exact_beyond_the_capacity() {
        let mut fullest = 0;
        for seed in 0..200 {
            for bits in [1, 4, 24, 53] {
                let (mut sum, mut expected) = (Expansion::new(), BigInt::ZERO);
                for number in numbers(seed, bits).take(3 * CAPACITY) {
                    sum.add(number);
                    expected += whole(number);
                    fullest = fullest.max(sum.len);
                }
                assert_eq!(total(&sum), expected, "seed {seed}, {bits} bits");
                assert_eq!(sum.sign(), expected.cmp(&BigInt::ZERO));
                let terms: Vec<f64> = sum.terms().into();
                terms.iter().for_each(|term| sum.add(-term));
                assert_eq!((sum.sign(), sum.len), (Ordering::Equal, 0));
            }
        }
        assert_eq!(fullest, CAPACITY, "no sum was full");
    }

    #[test]
    fn compressing_changes_nothing_but_the_number_of_terms() {
        for seed in 0..500 {
            let mut sum = Expansion::new();
            numbers(seed, 3).take(60).for_each(|number| sum.add(number));
            let expected = total(&sum);
            sum.compress();
            assert_eq!(total(&sum), expected);
            assert!(sum.len <= 34, "{} terms left", sum.len);
        }
    }

    #[test]
    fn products_are_exact() {
        for seed in 0..300 {
            let small = |seed| {
                numbers(seed, 48).map(|number| libm::scalbn(number, 0)).filter(|n| (1e-120..1e110).contains(&n.abs()))
            };
            let (mut a, mut b) = (Expansion::new(), Expansion::new());
            small(seed).take(3).for_each(|number| a.add(number));
            small(seed + 1000).take(3).for_each(|number| b.add(number));
            let mut product = Expansion::new();
            product.add_expansion_product(&a, &b);
            assert_eq!(total(&product) << 900, total(&a) * total(&b), "seed {seed}");
        }
    }
}
