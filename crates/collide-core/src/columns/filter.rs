//! The four SIMD tests: each is a filter, and a second test for lanes whose computation has no rounding.
//!
//! Each compares a squared distance `S` with a squared reach `R` through `q = S - R`. Let `e = 2^-24`, the unit
//! roundoff of `f32`. `S` is a sum of squares of differences and `R` the square of a sum. Both have a relative error of
//! at most `5 e` in every order of rounding. So to first order the error of `q` is
//! at most `5 e (S + R)(1 + 2 e)`, and `q` has the right sign if `|q| > 16 e R`: for a true `S <= R`, `q` is at most
//! `11 e R`, and for a true `S >= R` at least `-11 e R`. [`RELATIVE`] is `16 e`. Products in the subnormal range have
//! an error of up to `2^-150` each, together less than `2^-147`; [`ABSOLUTE`] is far above that. On overflow `R` and
//! the bound become infinite, or `q` is NaN: both leave the answer open. Or only `S` overflows: then a rounded
//! difference is `2^64` or more while the rounded reach is below that, so the true difference is larger than the true
//! reach, as rounding keeps the order.

use core::marker::PhantomData;

use super::lanes::Lanes;
use crate::Touching;

const RELATIVE: f32 = 16.0 / (1 << 24) as f32;
/// The smallest normal number, `2^-126`. A subnormal operand costs about 150 cycles per operation on Intel processors.
const ABSOLUTE: f32 = f32::MIN_POSITIVE;

/// A hit bit for each of eight lanes, and the lanes in which it is certain.
#[derive(Clone, Copy)]
pub struct Verdict<M> {
    pub(super) hit: u8,
    pub(super) sure: M,
}

/// A test of two kinds of shape.
pub trait Test<const A: usize, const B: usize> {
    /// The unit of the distances that the test squares, from the units of both sides; `None` if it squares none.
    fn unit(a: f32, b: f32) -> Option<f32>;

    /// The filter: certain in lanes where rounding cannot have changed the answer, restricted to the lanes in `sure`.
    fn quick<V: Lanes>(a: [V; A], b: [V; B], touching: Touching, sure: V::Mask) -> Verdict<V::Mask>;

    /// The second test: certain in lanes whose computation has no rounding.
    fn lossless<V: Lanes>(a: [V; A], b: [V; B], touching: Touching) -> Verdict<V::Mask>;
}

/// The test with its sides exchanged.
pub struct Flipped<T>(PhantomData<T>);

impl<T: Test<A, B>, const A: usize, const B: usize> Test<B, A> for Flipped<T> {
    fn unit(b: f32, a: f32) -> Option<f32> {
        T::unit(a, b)
    }

    #[inline(always)]
    fn quick<V: Lanes>(b: [V; B], a: [V; A], touching: Touching, sure: V::Mask) -> Verdict<V::Mask> {
        T::quick(a, b, touching, sure)
    }

    #[inline(always)]
    fn lossless<V: Lanes>(b: [V; B], a: [V; A], touching: Touching) -> Verdict<V::Mask> {
        T::lossless(a, b, touching)
    }
}

pub struct CircleCircle;

pub struct CircleRect;

pub struct RectRect;

pub struct CircleOrientedRect;

/// The verdict from the sign of a value whose error is at most `bound`. Below zero is a hit.
#[inline(always)]
fn by_sign<V: Lanes>(value: V, bound: V, sure: V::Mask) -> Verdict<V::Mask> {
    Verdict { hit: value.signs(), sure: value.abs().and_gt(bound, sure) }
}

/// Compares `x^2 + y^2` with `reach^2`.
#[inline(always)]
fn compare_squares<V: Lanes>([x, y]: [V; 2], reach: V, sure: V::Mask) -> Verdict<V::Mask> {
    let reach_sq = reach.mul(reach);
    let bound = reach_sq.mul(V::splat(RELATIVE)).add(V::splat(ABSOLUTE));
    by_sign(x.mul(x).add(y.mul(y).sub(reach_sq)), bound, sure)
}

/// Numbers, and the lanes in which they have no rounding error.
#[derive(Clone, Copy)]
struct Exactly<V: Lanes> {
    value: V,
    lanes: V::Mask,
}

impl<V: Lanes> Exactly<V> {
    #[inline(always)]
    fn all<const COUNT: usize>(values: [V; COUNT]) -> [Self; COUNT] {
        let mut all = [Self { value: V::splat(0.0), lanes: V::all() }; COUNT];
        for (exactly, value) in all.iter_mut().zip(values) {
            exactly.value = value;
        }
        all
    }

    /// Exact in lanes where the sum minus either operand gives the other. Subtracting the larger operand is free of
    /// rounding (Dekker's fast two-sum), so a rounding error of the sum would show in the difference.
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        let (a, b) = (self.value, other.value);
        let sum = a.add(b);
        let exact = V::and(sum.sub(a).eq(b), sum.sub(b).eq(a));
        Self { value: sum, lanes: V::and(exact, V::and(self.lanes, other.lanes)) }
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.plus(Self { value: other.value.neg(), ..other })
    }

    /// Exact in lanes where both factors have at most twelve significant bits and the product is not subnormal.
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        let (a, b) = (self.value, other.value);
        let product = a.mul(b);
        let short = V::and(a.upper_digits().eq(a), b.upper_digits().eq(b));
        let zero = V::or(a.eq(V::splat(0.0)), b.eq(V::splat(0.0)));
        let normal = V::or(V::splat(f32::MIN_POSITIVE).le(product.abs()), zero);
        Self { value: product, lanes: V::and(V::and(short, normal), V::and(self.lanes, other.lanes)) }
    }

    #[inline(always)]
    fn squared(self) -> Self {
        let square = self.value.mul(self.value);
        let short = self.value.upper_digits().eq(self.value);
        let normal = V::or(V::splat(f32::MIN_POSITIVE).le(square), self.value.eq(V::splat(0.0)));
        Self { value: square, lanes: V::and(self.lanes, V::and(short, normal)) }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self { value: self.value.abs(), ..self }
    }

    #[inline(always)]
    fn or_zero(self) -> Self {
        Self { value: self.value.max(V::splat(0.0)), ..self }
    }
}

#[inline(always)]
fn compare_squares_exactly<V: Lanes>(
    [x, y]: [Exactly<V>; 2],
    reach: Exactly<V>,
    touching: Touching,
) -> Verdict<V::Mask> {
    let (distance_sq, reach_sq) = (x.squared().plus(y.squared()), reach.squared());
    let hit = match touching {
        Touching::Closed => distance_sq.value.le(reach_sq.value),
        Touching::Open => distance_sq.value.lt(reach_sq.value),
    };
    let finite = V::and(distance_sq.value.lt(V::splat(f32::INFINITY)), reach_sq.value.lt(V::splat(f32::INFINITY)));
    Verdict { hit: V::bits(hit), sure: V::and(finite, V::and(distance_sq.lanes, reach_sq.lanes)) }
}

impl Test<3, 3> for CircleCircle {
    fn unit(a: f32, b: f32) -> Option<f32> {
        Some(a.max(b))
    }

    #[inline(always)]
    fn quick<V: Lanes>(a: [V; 3], b: [V; 3], _: Touching, sure: V::Mask) -> Verdict<V::Mask> {
        compare_squares([a[0].sub(b[0]), a[1].sub(b[1])], a[2].add(b[2]), sure)
    }

    #[inline(always)]
    fn lossless<V: Lanes>(a: [V; 3], b: [V; 3], touching: Touching) -> Verdict<V::Mask> {
        let (a, b) = (Exactly::all(a), Exactly::all(b));
        compare_squares_exactly([a[0].minus(b[0]), a[1].minus(b[1])], a[2].plus(b[2]), touching)
    }
}

/// The point of a rectangle that is nearest to a circle's center.
#[inline(always)]
fn nearest<V: Lanes>([x, y, _]: [V; 3], [min_x, min_y, max_x, max_y]: [V; 4]) -> [V; 2] {
    [x.min(max_x).max(min_x), y.min(max_y).max(min_y)]
}

impl Test<3, 4> for CircleRect {
    /// The reach is the radius of the circle.
    fn unit(circle: f32, _: f32) -> Option<f32> {
        Some(circle)
    }

    #[inline(always)]
    fn quick<V: Lanes>(circle: [V; 3], rect: [V; 4], _: Touching, sure: V::Mask) -> Verdict<V::Mask> {
        let [x, y] = nearest(circle, rect);
        compare_squares([circle[0].sub(x), circle[1].sub(y)], circle[2], sure)
    }

    /// Leaves a radius of zero open: the distance is zero on the border and within, but a point on the border only
    /// touches.
    #[inline(always)]
    fn lossless<V: Lanes>(circle: [V; 3], rect: [V; 4], touching: Touching) -> Verdict<V::Mask> {
        let [nearest_x, nearest_y] = Exactly::all(nearest(circle, rect));
        let [x, y, radius] = Exactly::all(circle);
        let verdict = compare_squares_exactly([x.minus(nearest_x), y.minus(nearest_y)], radius, touching);
        Verdict { sure: V::and(verdict.sure, V::splat(0.0).lt(circle[2])), ..verdict }
    }
}

impl Test<4, 4> for RectRect {
    fn unit(_: f32, _: f32) -> Option<f32> {
        None
    }

    /// Comparisons are exact.
    #[inline(always)]
    fn quick<V: Lanes>(a: [V; 4], b: [V; 4], touching: Touching, sure: V::Mask) -> Verdict<V::Mask> {
        let hit = match touching {
            Touching::Closed => {
                V::bits(V::and(V::and(a[0].le(b[2]), a[1].le(b[3])), V::and(b[0].le(a[2]), b[1].le(a[3]))))
            }
            Touching::Open => {
                V::bits(V::and(V::and(a[0].lt(b[2]), a[1].lt(b[3])), V::and(b[0].lt(a[2]), b[1].lt(a[3]))))
            }
        };
        Verdict { hit, sure }
    }

    #[inline(always)]
    fn lossless<V: Lanes>(a: [V; 4], b: [V; 4], touching: Touching) -> Verdict<V::Mask> {
        Verdict { hit: Self::quick(a, b, touching, V::all()).hit, sure: V::all() }
    }
}

/// The absolute coordinates of the circle's center in the frame of a rectangle with a unit rotor.
#[inline(always)]
fn in_frame<V: Lanes>([x, y, _]: [V; 3], [center_x, center_y, _, _, cos, sin]: [V; 6]) -> [V; 2] {
    let (x, y) = (x.sub(center_x), y.sub(center_y));
    let u = x.mul(cos).add(y.mul(sin)).abs();
    let v = y.mul(cos).sub(x.mul(sin)).abs();
    [u, v]
}

#[inline(always)]
fn beyond<V: Lanes>([u, v]: [V; 2], [_, _, half_x, half_y, _, _]: [V; 6]) -> [V; 2] {
    [u.sub(half_x).max(V::splat(0.0)), v.sub(half_y).max(V::splat(0.0))]
}

/// The error bound of the oriented test, relative to `(|u| + |v|)^2 + R`.
const RELATIVE_ORIENTED: f32 = 128.0 / (1 << 24) as f32;

impl Test<3, 6> for CircleOrientedRect {
    /// The reach is the radius of the circle.
    fn unit(circle: f32, _: f32) -> Option<f32> {
        Some(circle)
    }

    /// `u` and `v` are the center's coordinates in the rectangle's frame. The rotor's length is within `2^-22` of one,
    /// and the test takes it for one.
    ///
    /// The error of `u` and `v` is at most `3 e (|p.x c| + |p.y s|)`, by Cauchy's inequality at most `3 e (1 + 2^-22)
    /// D` for `D = |u| + |v|`. Taking `L` for one is an error of `4 e half.x` in `half.x`. The distance beyond a side,
    /// `x = |u| - half.x`, only counts if it is positive, and then `half.x <= |u|`. So the error of `x` and `y` is at
    /// most `8 e D`, and that of `x^2 + y^2 <= D^2` at most `2 * 8 e D (x + y) + 3 e D^2 <= 20 e D^2`. The error of `R
    /// = r^2` is `5 e R`; if the answer is in doubt, `R` exceeds `D^2` by no more than these errors. The total is less
    /// than `32 e D^2`. The constant is four times that. The bound includes `R`, so that it overflows if `R` does.
    ///
    /// Underflow of the four products in `u` and `v` changes each by at most `2^-149`, and so the squares by at most
    /// `2^-147 D`. For `D >= 2^-126` that is at most `8 e D^2`, and for smaller `D` less than `2^-273`.
    #[inline(always)]
    fn quick<V: Lanes>(circle: [V; 3], rect: [V; 6], _: Touching, sure: V::Mask) -> Verdict<V::Mask> {
        let [u, v] = in_frame(circle, rect);
        let [x, y] = beyond([u, v], rect);
        let reach_sq = circle[2].mul(circle[2]);
        let size = u.add(v);
        let bound = size.mul(size).add(reach_sq).mul(V::splat(RELATIVE_ORIENTED)).add(V::splat(ABSOLUTE));
        by_sign(x.mul(x).add(y.mul(y).sub(reach_sq)), bound, sure)
    }

    /// Leaves a radius of zero open, as for rectangles.
    #[inline(always)]
    fn lossless<V: Lanes>(circle: [V; 3], rect: [V; 6], touching: Touching) -> Verdict<V::Mask> {
        let [x, y, radius] = Exactly::all(circle);
        let [center_x, center_y, half_x, half_y, cos, sin] = Exactly::all(rect);
        let (x, y) = (x.minus(center_x), y.minus(center_y));
        let u = x.times(cos).plus(y.times(sin)).abs();
        let v = y.times(cos).minus(x.times(sin)).abs();
        let length_sq = cos.squared().plus(sin.squared());
        let (beyond_x, beyond_y) = (u.minus(half_x).or_zero(), v.minus(half_y).or_zero());
        let verdict = compare_squares_exactly([beyond_x, beyond_y], radius, touching);
        let unit = V::and(length_sq.lanes, length_sq.value.eq(V::splat(1.0)));
        Verdict { sure: V::and(verdict.sure, V::and(unit, V::splat(0.0).lt(circle[2]))), ..verdict }
    }
}
