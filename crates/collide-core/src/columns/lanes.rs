//! Lane vectors: eight `f32` numbers at once.

/// The number of lanes.
pub const LANES: usize = 8;

/// Eight `f32` numbers. Every operation rounds as the scalar operation does, on every processor. So what a filter leaves open,
/// and with it the work of a call, is the same on all of them.
pub trait Lanes: Copy {
    /// A boolean for each lane.
    type Mask: Copy;

    /// The same number in all lanes.
    fn splat(value: f32) -> Self;
    fn load(values: &[f32; LANES]) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn neg(self) -> Self;
    fn abs(self) -> Self;
    /// The smaller number; `other` if one is NaN.
    fn min(self, other: Self) -> Self;
    /// The larger number; `other` if one is NaN.
    fn max(self, other: Self) -> Self;
    /// The number with the last twelve of its 24 significant bits cleared.
    fn upper_digits(self) -> Self;
    /// The lanes with `self < other`.
    fn lt(self, other: Self) -> Self::Mask;
    /// The lanes with `self <= other`.
    fn le(self, other: Self) -> Self::Mask;
    /// The lanes with `self == other`.
    fn eq(self, other: Self) -> Self::Mask;
    /// The sign bit of each lane.
    fn signs(self) -> u8;
    /// The lanes of `mask` with `self > other`; not those with a NaN.
    fn and_gt(self, other: Self, mask: Self::Mask) -> Self::Mask;
    /// All lanes.
    fn all() -> Self::Mask;
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// A bit for each lane of a mask.
    fn bits(mask: Self::Mask) -> u8;

    /// Calls `found` with the pairs of the first label and each second label whose bit is set, in order: with some pairs
    /// and the number of valid ones, which come first.
    #[inline(always)]
    fn emit(first: u32, seconds: &[u32; LANES], chosen: u8, found: &mut impl FnMut(&[[u32; 2]], usize)) {
        // The first pair without a branch: whether there is one is hard to predict, but more than one is rare.
        let second = |chosen: u8| seconds[chosen.trailing_zeros() as usize & (LANES - 1)];
        found(&[[first, second(chosen)]], usize::from(chosen != 0));
        let mut rest = chosen & chosen.wrapping_sub(1);
        while rest != 0 {
            found(&[[first, second(rest)]], 1);
            rest &= rest - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use core::array::from_fn;

    use super::{LANES, Lanes};
    use crate::columns::Compiled;

    const NUMBERS: [f32; 20] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1.0 + f32::EPSILON,
        f32::MIN_POSITIVE,
        -f32::MIN_POSITIVE,
        1e-45,
        -1e-45,
        3.0e-41,
        f32::MAX,
        f32::MIN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        16_777_215.0,
        0.1,
        -2.7e-20,
        1e20,
        -1_234.567_8,
    ];

    fn bits(set: impl Fn(usize) -> bool) -> u8 {
        (0..LANES).fold(0, |bits, lane| bits | u8::from(set(lane)) << lane)
    }

    /// The lanes that are NaN or are not, as they should be, and equal with the same sign.
    fn agree<V: Lanes>(found: V, expected: [f32; LANES]) -> u8 {
        let (numbers, is_nan) = (V::load(&expected), bits(|lane| expected[lane].is_nan()));
        let equal = V::bits(found.eq(numbers)) & !(found.signs() ^ numbers.signs());
        let nan = is_nan & !V::bits(found.eq(found));
        equal & !is_nan | nan
    }

    /// Each operation is that of scalars, on every lane.
    fn check<V: Lanes>(a: [f32; LANES], b: [f32; LANES], c: [f32; LANES]) {
        let [x, y, z] = [a, b, c].map(|numbers| V::load(&numbers));
        let all = |found: V, expected: &dyn Fn(usize) -> f32| {
            assert_eq!(agree(found, from_fn(expected)), u8::MAX, "{a:?} {b:?} {c:?}");
        };
        all(x, &|lane| a[lane]);
        all(V::splat(a[0]), &|_| a[0]);
        all(x.add(y), &|lane| a[lane] + b[lane]);
        all(x.sub(y), &|lane| a[lane] - b[lane]);
        all(x.mul(y), &|lane| a[lane] * b[lane]);
        all(x.neg(), &|lane| -a[lane]);
        all(x.abs(), &|lane| a[lane].abs());
        all(x.min(y), &|lane| if a[lane] < b[lane] { a[lane] } else { b[lane] });
        all(x.max(y), &|lane| if a[lane] > b[lane] { a[lane] } else { b[lane] });
        all(x.upper_digits(), &|lane| f32::from_bits(a[lane].to_bits() & 0xFFFF_F000));
        assert_eq!(x.signs(), bits(|lane| a[lane].is_sign_negative()));
        let [lt, le, eq] = [x.lt(y), x.le(y), x.eq(y)];
        assert_eq!(V::bits(lt), bits(|lane| a[lane] < b[lane]));
        assert_eq!(V::bits(le), bits(|lane| a[lane] <= b[lane]));
        assert_eq!(V::bits(eq), bits(|lane| a[lane] == b[lane]));
        assert_eq!(V::bits(x.and_gt(z, le)), V::bits(le) & bits(|lane| a[lane] > c[lane]));
        assert_eq!(V::bits(V::and(le, V::all())), V::bits(le));
        assert_eq!(V::bits(V::or(lt, eq)), V::bits(le));
    }

    #[test]
    fn every_operation_is_that_of_scalars() {
        let number = |at: usize| NUMBERS[at % NUMBERS.len()];
        for first in 0..NUMBERS.len() {
            for second in 0..NUMBERS.len() {
                let a = from_fn(|lane| number(first + lane));
                let b = from_fn(|lane| number(second + 3 * lane));
                // Miri takes a thousand times as long.
                for third in 0..if cfg!(miri) { 1 } else { NUMBERS.len() } {
                    check::<Compiled>(a, b, from_fn(|lane| number(third + 7 * lane)));
                }
            }
        }
    }
}
