//! Formulas over several number types: a fast one with an error bound, and exact ones for signs that the bound leaves
//! open.

use core::cmp::Ordering;

use super::ROUNDOFF;
use super::count::{SIGN, add_exact_work};
use super::expansion::{Expansion, two_diff, two_product, two_sum};

/// The number type of a formula.
pub(crate) trait Number: Sized {
    /// A number from an `f32` or a product of two.
    fn of(value: f64) -> Self;

    /// The difference of two inputs, `to - from`.
    #[inline]
    fn difference(to: f32, from: f32) -> Self {
        Self::of(to.into()).minus(&Self::of(from.into()))
    }

    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn abs(self) -> Self;
    /// The lesser and the greater of two numbers.
    fn sorted(self, other: Self) -> [Self; 2];

    fn squared(&self) -> Self {
        self.times(self)
    }
}

/// A polynomial of the inputs whose sign is a decision.
///
/// Its degree is at most 6. From any input to the result there are at most sixteen roundings; a square counts those of
/// its base twice.
pub(crate) trait Formula {
    fn value<N: Number>(&self) -> N;

    /// The sign of the value in real arithmetic.
    #[inline]
    fn sign(&self) -> Ordering {
        self.quick_sign().unwrap_or_else(|| self.exact_sign())
    }

    /// The sign, unless rounding leaves it open.
    #[inline]
    fn quick_sign(&self) -> Option<Ordering> {
        let number = self.value::<Filtered>();
        super::certain_sign(number.value, ERROR * number.size)
    }

    /// The sign by exact arithmetic. First tries plain `f64` with a check for rounding: shapes on a lattice often
    /// touch, and their computation is often free of rounding.
    #[inline(never)]
    fn exact_sign(&self) -> Ordering {
        add_exact_work(SIGN);
        let plain = self.value::<Unrounded>();
        if plain.lost == 0.0 {
            return exact(plain.value);
        }
        self.value::<Expansion>().sign()
    }
}

/// The sign of an exact value.
#[inline]
fn exact(value: f64) -> Ordering {
    super::certain_sign(value, 0.0).unwrap_or(Ordering::Equal)
}

/// A rounded value, and the sum of the magnitudes of its terms.
///
/// The error of a computed value is at most the number of roundings times `2^-53` of that magnitude (Higham, "Accuracy
/// and Stability of Numerical Algorithms", 3.1).
#[derive(Clone, Copy)]
pub(crate) struct Filtered {
    pub(super) value: f64,
    pub(super) size: f64,
}

/// The relative error: at most sixteen roundings of `2^-53` each, and as much again to spare. The roundings of the size
/// change it only in second order.
const ERROR: f64 = 32.0 * ROUNDOFF;

impl Number for Filtered {
    #[inline]
    fn of(value: f64) -> Self {
        Self { value, size: value.abs() }
    }

    /// The rounding error is relative to the difference itself, however far from zero the inputs are.
    #[inline]
    fn difference(to: f32, from: f32) -> Self {
        Self::of(f64::from(to) - f64::from(from))
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        Self { value: self.value + other.value, size: self.size + other.size }
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        Self { value: self.value - other.value, size: self.size + other.size }
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        Self { value: self.value * other.value, size: self.size * other.size }
    }

    #[inline]
    fn abs(self) -> Self {
        Self { value: self.value.abs(), size: self.size }
    }

    #[inline]
    fn sorted(self, other: Self) -> [Self; 2] {
        let size = self.size.max(other.size);
        self.value.sorted(other.value).map(|value| Self { value, size })
    }
}

/// Rounded numbers, for a caller that knows a bound of the error.
impl Number for f64 {
    #[inline]
    fn of(value: f64) -> Self {
        value
    }

    #[inline]
    fn difference(to: f32, from: f32) -> Self {
        f64::from(to) - f64::from(from)
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        self * other
    }

    #[inline]
    fn abs(self) -> Self {
        Self::abs(self)
    }

    #[inline]
    fn sorted(self, other: Self) -> [Self; 2] {
        if self < other { [self, other] } else { [other, self] }
    }
}

/// A value, and the sum of the magnitudes of what rounding has taken from it: zero if it is exact.
///
/// Not a flag: the compiler computes with both fields at once, as lanes, and the bits of `true` are a subnormal number.
#[derive(Clone, Copy)]
pub(crate) struct Unrounded {
    value: f64,
    lost: f64,
}

impl Unrounded {
    #[inline]
    fn of_pair((value, rest): (f64, f64), parts: [&Self; 2]) -> Self {
        Self { value, lost: parts[0].lost + parts[1].lost + rest.abs() }
    }
}

impl Number for Unrounded {
    #[inline]
    fn of(value: f64) -> Self {
        Self { value, lost: 0.0 }
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        Self::of_pair(two_sum(self.value, other.value), [self, other])
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        Self::of_pair(two_diff(self.value, other.value), [self, other])
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        Self::of_pair(two_product(self.value, other.value), [self, other])
    }

    #[inline]
    fn abs(self) -> Self {
        Self { value: self.value.abs(), ..self }
    }

    #[inline]
    fn sorted(self, other: Self) -> [Self; 2] {
        let lost = self.lost + other.lost;
        self.value.sorted(other.value).map(|value| Self { value, lost })
    }
}

impl Number for Expansion {
    fn of(value: f64) -> Self {
        let mut number = Self::new();
        number.add(value);
        number
    }

    fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.add_scaled(other, 1.0);
        sum
    }

    fn minus(&self, other: &Self) -> Self {
        let mut difference = self.clone();
        difference.add_scaled(other, -1.0);
        difference
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = Self::new();
        product.add_expansion_product(self, other);
        product
    }

    fn abs(self) -> Self {
        Self::abs(self)
    }

    fn sorted(self, other: Self) -> [Self; 2] {
        if self.minus(&other).sign().is_lt() { [self, other] } else { [other, self] }
    }
}

/// A vector of numbers.
pub(crate) struct Vector<N>(pub(crate) N, pub(crate) N);

impl<N: Number> Vector<N> {
    /// The vector from one point to another.
    #[inline]
    pub(crate) fn between(from: crate::Vec2, to: crate::Vec2) -> Self {
        Self(N::difference(to.x, from.x), N::difference(to.y, from.y))
    }

    /// The vector with these two coordinates, each an input or the product of two.
    #[inline]
    pub(crate) fn of(vector: glam::DVec2) -> Self {
        Self(N::of(vector.x), N::of(vector.y))
    }

    #[inline]
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self(self.0.plus(&other.0), self.1.plus(&other.1))
    }

    #[inline]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self(self.0.minus(&other.0), self.1.minus(&other.1))
    }

    #[inline]
    pub(crate) fn dot(&self, other: &Self) -> N {
        self.0.times(&other.0).plus(&self.1.times(&other.1))
    }

    #[inline]
    pub(crate) fn cross(&self, other: &Self) -> N {
        self.0.times(&other.1).minus(&self.1.times(&other.0))
    }
}
