//! Exact integers of a fixed size, for polynomials whose exponents can be outside the range of `f64`.

use core::cmp::Ordering;

use super::count::{LIMB_PAIR, WIDE_PRODUCT, WIDE_SUM, add_exact_work};
use super::number::Number;

/// Room for sums of products of twelve `f32` numbers, which have up to `12 * 277` digits, and for the places that whole
/// limbs waste.
const LIMBS: usize = 72;

const BITS: usize = u64::BITS as usize;

/// A number: `magnitude * 2^exponent`, negated if `is_negative`.
#[derive(Clone)]
pub(crate) struct Wide {
    is_negative: bool,
    /// The digits of the magnitude, the lowest first; zero from `len` on.
    limbs: [u64; LIMBS],
    len: usize,
    exponent: i32,
}

impl Wide {
    const ZERO: Self = Self { is_negative: false, limbs: [0; LIMBS], len: 0, exponent: 0 };

    pub(crate) fn sign(&self) -> Ordering {
        match (self.len, self.is_negative) {
            (0, _) => Ordering::Equal,
            (_, false) => Ordering::Greater,
            (_, true) => Ordering::Less,
        }
    }

    fn negated(&self) -> Self {
        Self { is_negative: !self.is_negative, ..self.clone() }
    }

    /// Removes zeros at both ends.
    fn trimmed(mut self) -> Self {
        while self.len > 0 && self.limbs[self.len - 1] == 0 {
            self.len -= 1;
        }
        let zeros = self.limbs[..self.len].iter().take_while(|limb| **limb == 0).count();
        self.limbs.copy_within(zeros..self.len, 0);
        self.limbs[self.len - zeros..self.len].fill(0);
        self.len -= zeros;
        if self.len == 0 { Self::ZERO } else { Self { exponent: self.exponent + (zeros * BITS) as i32, ..self } }
    }

    /// The same number with a lower exponent.
    fn with_exponent(&self, exponent: i32) -> Self {
        let by = usize::try_from(self.exponent - exponent).expect("a lower exponent");
        let (limbs, bits) = (by / BITS, by % BITS);
        let mut shifted = Self { exponent, limbs: [0; LIMBS], ..*self };
        let mut carry = 0;
        for (index, limb) in self.limbs[..self.len].iter().enumerate() {
            shifted.limbs[index + limbs] = limb << bits | carry;
            carry = if bits > 0 { limb >> (BITS - bits) } else { 0 };
        }
        shifted.len = self.len + limbs;
        if carry > 0 {
            shifted.limbs[shifted.len] = carry;
            shifted.len += 1;
        }
        shifted
    }

    /// Both numbers with the lower exponent of the two.
    fn aligned(&self, other: &Self) -> [Self; 2] {
        let exponent = match (self.len, other.len) {
            (0, _) => other.exponent,
            (_, 0) => self.exponent,
            (_, _) => self.exponent.min(other.exponent),
        };
        [self, other].map(|number| {
            if number.len == 0 { Self { exponent, ..Self::ZERO } } else { number.with_exponent(exponent) }
        })
    }
}

/// Compares two magnitudes of the same exponent.
fn compare(a: &Wide, b: &Wide) -> Ordering {
    a.limbs.iter().rev().cmp(b.limbs.iter().rev())
}

impl Number for Wide {
    /// The value is finite.
    fn of(value: f64) -> Self {
        const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
        let biased = (value.to_bits() >> FRACTION & 0x7FF) as i32;
        let fraction = value.to_bits() & ((1 << FRACTION) - 1);
        let magnitude = if biased == 0 { fraction } else { fraction | 1 << FRACTION };
        if magnitude == 0 {
            return Self::ZERO;
        }
        let zeros = magnitude.trailing_zeros();
        let exponent = biased.max(1) - 1023 - FRACTION.cast_signed() + zeros.cast_signed();
        let mut number = Self { is_negative: value.is_sign_negative(), len: 1, exponent, ..Self::ZERO };
        number.limbs[0] = magnitude >> zeros;
        number
    }

    fn plus(&self, other: &Self) -> Self {
        add_exact_work(WIDE_SUM);
        let [mut a, mut b] = self.aligned(other);
        let is_sum = a.is_negative == b.is_negative || a.len == 0 || b.len == 0;
        if compare(&a, &b).is_lt() {
            core::mem::swap(&mut a, &mut b);
        }
        // The sum has the sign of the larger magnitude.
        let mut carry = false;
        for (limb, other) in a.limbs.iter_mut().zip(b.limbs) {
            let (first, second) = if is_sum {
                let (sum, first) = limb.overflowing_add(other);
                let (sum, second) = sum.overflowing_add(u64::from(carry));
                *limb = sum;
                (first, second)
            } else {
                let (difference, first) = limb.overflowing_sub(other);
                let (difference, second) = difference.overflowing_sub(u64::from(carry));
                *limb = difference;
                (first, second)
            };
            carry = first | second;
        }
        a.len = LIMBS;
        a.trimmed()
    }

    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    fn times(&self, other: &Self) -> Self {
        add_exact_work(WIDE_PRODUCT + (self.len * other.len) as u64 * LIMB_PAIR);
        let mut product = Self {
            is_negative: self.is_negative != other.is_negative,
            len: self.len + other.len,
            exponent: self.exponent + other.exponent,
            ..Self::ZERO
        };
        for (index, limb) in self.limbs[..self.len].iter().enumerate() {
            let mut carry = 0;
            for (other_index, other) in other.limbs[..other.len].iter().enumerate() {
                let place = &mut product.limbs[index + other_index];
                let sum = u128::from(*limb) * u128::from(*other) + u128::from(*place) + carry;
                *place = sum as u64;
                carry = sum >> BITS;
            }
            product.limbs[index + other.len] = carry as u64;
        }
        product.trimmed()
    }

    fn abs(self) -> Self {
        Self { is_negative: false, ..self }
    }

    fn sorted(self, other: Self) -> [Self; 2] {
        if self.minus(&other).sign().is_lt() { [self, other] } else { [other, self] }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use crate::exact::Formula;

    /// `a b - c d`, once with each kind of exact number.
    struct Determinant([f64; 4]);

    impl Formula for Determinant {
        fn value<N: Number>(&self) -> N {
            let [a, b, c, d] = self.0.map(N::of);
            a.times(&b).minus(&c.times(&d))
        }
    }

    #[test]
    fn signs_are_those_of_expansions() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i32
        };
        for _ in 0..100_000 {
            let numbers: Vec<f64> =
                (0..4).map(|_| f64::from(next() % 9) * libm::exp2(f64::from(next() % 60 - 30))).collect();
            let formula = Determinant([numbers[0], numbers[1], numbers[2], numbers[3]]);
            assert_eq!(formula.value::<Wide>().sign(), formula.exact_sign(), "{numbers:?}");
        }
    }

    #[test]
    fn products_of_twelve_extreme_numbers_are_exact() {
        let (largest, smallest) = (f64::from(f32::MAX), f64::from(f32::from_bits(1)));
        let power = |number: f64| (1..12).fold(Wide::of(number), |product, _| product.times(&Wide::of(number)));
        let (large, small) = (power(largest), power(smallest));
        assert_eq!(large.plus(&small).minus(&large).minus(&small).sign(), Ordering::Equal);
        assert_eq!(large.plus(&small).minus(&large).sign(), Ordering::Greater);
        assert_eq!(large.minus(&small).minus(&large).sign(), Ordering::Less);
        let below = power(f64::from(f32::MAX.next_down()));
        assert_eq!(large.minus(&below).sorted(Wide::of(0.0))[0].sign(), Ordering::Equal);
    }
}
