//! Lane vectors: eight `f32` numbers at once.

/// The number of lanes.
pub const LANES: usize = 8;

/// Eight `f32` numbers. Every operation rounds as the scalar operation does, on every processor. Only `mul_add` and
/// `mul_sub` may round once or twice, which the filters allow for.
pub trait Lanes: Copy {
    /// A boolean for each lane.
    type Mask: Copy;

    /// The same number in all lanes.
    fn splat(value: f32) -> Self;
    fn load(values: &[f32; LANES]) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// `self * factor + addend`, with one rounding or two.
    #[inline(always)]
    fn mul_add(self, factor: Self, addend: Self) -> Self {
        self.mul(factor).add(addend)
    }
    /// `self * factor - subtrahend`, with one rounding or two.
    #[inline(always)]
    fn mul_sub(self, factor: Self, subtrahend: Self) -> Self {
        self.mul(factor).sub(subtrahend)
    }
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
