use collide_core::Vec2;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Random numbers that are the same everywhere: the generator is specified, the rest is `libm`.
pub(crate) struct Random(Pcg64Mcg);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Uniform in `[0, 1)`.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in `[low, high)`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Uniform below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.0.next_u64()) * count as u128) >> 64) as usize
    }

    /// Uniform in the square from zero to `side`.
    pub(crate) fn in_square(&mut self, side: f64) -> Vec2 {
        Vec2::new(self.between(0.0, side) as f32, self.between(0.0, side) as f32)
    }

    /// Two independent numbers of the normal distribution (Box and Muller's transform).
    pub(crate) fn normal_pair(&mut self) -> (f64, f64) {
        let length = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        let (sin, cos) = libm::sincos(self.between(0.0, std::f64::consts::TAU));
        (length * cos, length * sin)
    }

    /// Density falling as `value^exponent` from `low` to `high`; the exponent is below -1.
    pub(crate) fn power_law(&mut self, low: f64, high: f64, exponent: f64) -> f64 {
        let power = exponent + 1.0;
        let (low, high) = (libm::pow(low, power), libm::pow(high, power));
        libm::pow(low + (high - low) * self.unit(), 1.0 / power)
    }

    /// Any direction, this length.
    pub(crate) fn direction(&mut self, length: f64) -> Vec2 {
        let (sin, cos) = libm::sincos(self.between(0.0, std::f64::consts::TAU));
        Vec2::new((length * cos) as f32, (length * sin) as f32)
    }

    /// Puts the values into random order.
    pub(crate) fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}
