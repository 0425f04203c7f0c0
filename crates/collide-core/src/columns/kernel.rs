//! The one loop behind every batch test.

use core::marker::PhantomData;

use super::lanes::{LANES, Lanes};
use super::operand::sealed::{Block, Load};
use crate::{Touching, relation};

/// The number of answers in a word: eight times eight lanes.
pub(super) const WORD: usize = LANES * LANES;

/// Fills the unused rows of the last word on one side; the other side is filled with zeros. For each kind of shape, a
/// row of this number is certainly apart from a point at the origin.
const FAR: f32 = 1e6;

/// A hit bit for each of eight lanes, and the lanes in which it is certain.
#[derive(Clone, Copy)]
pub(super) struct Verdict<M> {
    pub(super) hit: u8,
    pub(super) sure: M,
}

/// A test of two kinds of shape.
pub(super) trait Test<const A: usize, const B: usize> {
    /// The unit of the distances that the test squares, from the units of both sides; `None` if it squares none.
    fn unit(a: f32, b: f32) -> Option<f32>;

    /// The filter: certain in lanes where rounding cannot have changed the answer, restricted to the lanes in `sure`.
    fn quick<V: Lanes>(a: [V; A], b: [V; B], touching: Touching, sure: V::Mask) -> Verdict<V::Mask>;

    /// The second test: certain in lanes whose computation has no rounding.
    fn lossless<V: Lanes>(a: [V; A], b: [V; B], touching: Touching) -> Verdict<V::Mask>;
}

/// The test with its sides exchanged.
#[derive(Clone, Copy)]
pub(super) struct Flipped<T>(PhantomData<T>);

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

/// A batch of a test on two operands.
#[derive(Clone, Copy)]
pub(super) struct Batch<T, L, R, const A: usize, const B: usize> {
    pub(super) test: PhantomData<T>,
    pub(super) a: L,
    pub(super) b: R,
    pub(super) touching: Touching,
    pub(super) count: usize,
}

/// A batch, independent of the lane type.
pub(super) trait Job {
    /// Computes the answers eight at a time, 64 to a word. Words with lanes that the filter leaves open go to `settle`,
    /// a separate function, so that the rare case does not take registers from the loop.
    fn run<V: Lanes>(&self, hits: &mut [u64], settle: impl Fn(usize, &mut [u8; LANES]));

    /// Decides the lanes that the filter leaves open in the word that starts at row `first`: first eight at a time,
    /// then one by one.
    fn settle<V: Lanes>(&self, first: usize, hits: &mut [u8; LANES]);
}

impl<T: Test<A, B>, L: Load<A>, R: Load<B>, const A: usize, const B: usize> Job for Batch<T, L, R, A, B> {
    #[inline(always)]
    fn run<V: Lanes>(&self, hits: &mut [u64], settle: impl Fn(usize, &mut [u8; LANES])) {
        let (mut a_rest, mut b_rest) = ([[0.0; WORD]; A], [[FAR; WORD]; B]);
        for (index, word) in hits.iter_mut().enumerate() {
            let first = index * WORD;
            let (a, b) = (self.a.block(first, &mut a_rest), self.b.block(first, &mut b_rest));
            let (mut hit, mut sure) = ([0; LANES], V::all());
            for (group, hit) in hit.iter_mut().enumerate() {
                let verdict = T::quick::<V>(a.lanes(group), b.lanes(group), self.touching, sure);
                (*hit, sure) = (verdict.hit, verdict.sure);
            }
            if V::bits(sure) != u8::MAX {
                settle(first, &mut hit);
            }
            *word = u64::from_le_bytes(hit) & u64::MAX >> (WORD - (self.count - first).min(WORD));
        }
    }

    #[inline(always)]
    fn settle<V: Lanes>(&self, first: usize, hits: &mut [u8; LANES]) {
        let (mut a_rest, mut b_rest) = ([[0.0; WORD]; A], [[FAR; WORD]; B]);
        let (a, b) = (self.a.block(first, &mut a_rest), self.b.block(first, &mut b_rest));
        for (group, hit) in hits.iter_mut().enumerate() {
            let (a, b) = (a.lanes(group), b.lanes(group));
            let open = !V::bits(T::quick::<V>(a, b, self.touching, V::all()).sure);
            if open == 0 {
                continue;
            }
            let exactly = T::lossless::<V>(a, b, self.touching);
            let sure = V::bits(exactly.sure);
            *hit = (*hit & !open) | (exactly.hit & open & sure);
            let mut rest = open & !sure;
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                let row = first + group * LANES + lane;
                *hit |= u8::from(row < self.count && self.exact(row)) << lane;
                rest &= rest - 1;
            }
        }
    }
}

impl<T, L: Load<A>, R: Load<B>, const A: usize, const B: usize> Batch<T, L, R, A, B> {
    fn exact(&self, row: usize) -> bool {
        self.touching.accepts(relation(self.a.shape(row), self.b.shape(row)))
    }

    /// Computes the answers one at a time.
    pub(super) fn run_singly(&self, hits: &mut [u64]) {
        for (index, word) in hits.iter_mut().enumerate() {
            let rows = index * WORD..self.count.min((index + 1) * WORD);
            *word = rows.fold(0, |bits, row| bits | u64::from(self.exact(row)) << (row % WORD));
        }
    }
}
