//! The one loop behind every batch test, and the four tests.

use core::marker::PhantomData;

use super::columns::sealed::{Block, Load};
use super::lanes::{LANES, Lanes};
use crate::{Touching, relation};

/// How many answers are in a word: eight lanes eight times.
pub(super) const WORD: usize = LANES * LANES;

/// A bit for each of eight lanes, and for which of them it says nothing.
#[derive(Clone, Copy)]
pub(super) struct Verdict<M> {
    pub(super) hit: u8,
    pub(super) open: M,
}

/// A test of two kinds of shape.
pub(super) trait Test<const A: usize, const B: usize> {
    /// The filter: the answer where rounding cannot have changed it.
    fn quick<V: Lanes>(a: [V; A], b: [V; B], touching: Touching) -> Verdict<V::Mask>;

    /// The answer where nothing was rounded at all.
    fn lossless<V: Lanes>(a: [V; A], b: [V; B], touching: Touching) -> Verdict<u8>;

    /// The formula without a bound, wrong near touching: what a bench measures the filter against.
    fn plain<V: Lanes>(a: [V; A], b: [V; B]) -> u8;
}

/// The test without its filter.
#[derive(Clone, Copy)]
pub(super) struct Plain<T>(PhantomData<T>);

impl<T: Test<A, B>, const A: usize, const B: usize> Test<A, B> for Plain<T> {
    #[inline(always)]
    fn quick<V: Lanes>(a: [V; A], b: [V; B], _: Touching) -> Verdict<V::Mask> {
        Verdict { hit: T::plain(a, b), open: V::none() }
    }

    fn lossless<V: Lanes>(a: [V; A], b: [V; B], _: Touching) -> Verdict<u8> {
        Verdict { hit: T::plain(a, b), open: 0 }
    }

    #[inline(always)]
    fn plain<V: Lanes>(a: [V; A], b: [V; B]) -> u8 {
        T::plain(a, b)
    }
}

/// A batch of a test on two operands, to be run on some lanes.
#[derive(Clone, Copy)]
pub(super) struct Batch<T, L, R, const A: usize, const B: usize> {
    pub(super) test: PhantomData<T>,
    pub(super) a: L,
    pub(super) b: R,
    pub(super) touching: Touching,
    pub(super) count: usize,
}

/// What can be run on any lanes.
pub(super) trait Job {
    fn run<V: Lanes>(&self, hits: &mut [u64]);
}

impl<T: Test<A, B>, L: Load<A>, R: Load<B>, const A: usize, const B: usize> Job for Batch<T, L, R, A, B> {
    /// Eight answers at a time, 64 to a word. What the filter leaves open is looked at again, eight at a time, and then
    /// one by one.
    #[inline(always)]
    fn run<V: Lanes>(&self, hits: &mut [u64]) {
        let (mut a_rest, mut b_rest) = ([[0.0; WORD]; A], [[0.0; WORD]; B]);
        for (index, word) in hits.iter_mut().enumerate() {
            let first = index * WORD;
            let (a, b) = (self.a.block(first, &mut a_rest), self.b.block(first, &mut b_rest));
            let (mut hit, mut open) = ([0; LANES], V::none());
            for (group, hit) in hit.iter_mut().enumerate() {
                let verdict = T::quick::<V>(a.lanes(group), b.lanes(group), self.touching);
                (*hit, open) = (verdict.hit, V::or(open, verdict.open));
            }
            if V::bits(open) != 0 {
                self.settle::<V>(first, a, b, &mut hit);
            }
            *word = u64::from_le_bytes(hit) & u64::MAX >> (WORD - (self.count - first).min(WORD));
        }
    }
}

impl<T: Test<A, B>, L: Load<A>, R: Load<B>, const A: usize, const B: usize> Batch<T, L, R, A, B> {
    /// Decides what the filter leaves open in a word.
    #[inline(always)]
    fn settle<V: Lanes>(&self, first: usize, a: L::Block<'_>, b: R::Block<'_>, hits: &mut [u8; LANES]) {
        for (group, hit) in hits.iter_mut().enumerate() {
            let (a, b) = (a.lanes(group), b.lanes(group));
            let open = V::bits(T::quick::<V>(a, b, self.touching).open);
            if open == 0 {
                continue;
            }
            let exactly = T::lossless::<V>(a, b, self.touching);
            *hit = (*hit & !open) | (exactly.hit & open & !exactly.open);
            let mut rest = open & exactly.open;
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                let row = first + group * LANES + lane;
                *hit |= u8::from(row < self.count && self.exact(row)) << lane;
                rest &= rest - 1;
            }
        }
    }

    fn exact(&self, row: usize) -> bool {
        self.touching.accepts(relation(self.a.shape(row), self.b.shape(row)))
    }

    /// One decision at a time.
    pub(super) fn run_singly(&self, hits: &mut [u64]) {
        for (index, word) in hits.iter_mut().enumerate() {
            let rows = index * WORD..self.count.min((index + 1) * WORD);
            *word = rows.fold(0, |bits, row| bits | u64::from(self.exact(row)) << (row % WORD));
        }
    }
}
