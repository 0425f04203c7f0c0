use super::LaneTest;
use super::filter::Test;
use super::lanes::{LANES, Lanes};
use super::tasks::Job;
use super::{Columns, ColumnsError, Compiled, Row, Simd};
use crate::exact::{ALONE, RETEST, add_exact_work};
use crate::{Touching, relation};

/// The number of answers in a word: eight times eight lanes.
const WORD: usize = LANES * LANES;

/// Tests one shape with all shapes in columns: sets a bit for each row that overlaps it, or touches if `touching` is
/// [`Closed`](Touching::Closed).
///
/// The bit of row `i` is bit `i % 64` of word `i / 64`. Bits past the last row are zero. Words past the last one needed
/// are unchanged.
///
/// The oriented rects of a test need rotors of unit length, as [`Rotor::new`](crate::Rotor::new) makes them. If one has
/// another rotor, all rows are decided one at a time, which is far slower: keep such rects in separate columns.
///
/// # Errors
/// [`ColumnsError::Hits`] if `hits` is too short.
///
/// ```
/// use collide_core::columns::{Circles, Simd, overlaps};
/// use collide_core::{Rect, Touching, Vec2};
/// let coins = Circles::new([&[4.0, 9.0], &[1.5, 9.0], &[1.0, 1.0]])?; // the first only touches
/// let table = Rect::new(Vec2::ZERO, Vec2::new(3.0, 3.0))?;
/// let mut hits = [0];
/// overlaps(Simd::best(), table, coins, Touching::Closed, &mut hits)?;
/// assert_eq!(hits, [0b01]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn overlaps<S: LaneTest<O, A, B>, O: Row<B>, const A: usize, const B: usize>(
    simd: Simd,
    one: S,
    others: Columns<'_, O, B>,
    touching: Touching,
    hits: &mut [u64],
) -> Result<(), ColumnsError> {
    let (needed, found) = (others.len().div_ceil(WORD), hits.len());
    let Some(hits) = hits.get_mut(..needed) else { return Err(ColumnsError::Hits { needed, found }) };
    let batch = Batch { one, own: one.to_row(), others, touching };
    if !(one.is_quick() && others.is_quick()) {
        batch.run_singly(hits);
        return Ok(());
    }
    #[cfg(target_arch = "x86_64")]
    let done = simd == Simd::Avx2 && super::x86::run_avx2(&batch, hits);
    #[cfg(not(target_arch = "x86_64"))]
    let done = {
        let _ = simd; // There is only one level.
        false
    };
    if !done {
        batch.run::<Compiled>(hits, |first, word| batch.settle::<Compiled>(first, word));
    }
    Ok(())
}

struct Batch<'a, S, O, const A: usize, const B: usize> {
    one: S,
    own: [f32; A],
    others: Columns<'a, O, B>,
    touching: Touching,
}

impl<S: LaneTest<O, A, B>, O: Row<B>, const A: usize, const B: usize> Job for Batch<'_, S, O, A, B> {
    #[inline(always)]
    fn run<V: Lanes>(&self, hits: &mut [u64], settle: impl Fn(usize, &mut [u8; LANES])) {
        let (own, mut rest) = (splat(self.own), [[0.0; WORD]; B]);
        for (index, word) in hits.iter_mut().enumerate() {
            let first = index * WORD;
            let block = self.block(first, &mut rest);
            let (mut hit, mut sure) = ([0; LANES], V::all());
            for (group, hit) in hit.iter_mut().enumerate() {
                let verdict = S::Test::quick::<V>(own, eight(&block, group), self.touching, sure);
                (*hit, sure) = (verdict.hit, verdict.sure);
            }
            if V::bits(sure) != u8::MAX {
                settle(first, &mut hit);
            }
            *word = u64::from_le_bytes(hit) & u64::MAX >> (WORD - (self.others.len() - first).min(WORD));
        }
    }

    #[inline(always)]
    fn settle<V: Lanes>(&self, first: usize, hits: &mut [u8; LANES]) {
        let (own, mut rest) = (splat::<V, A>(self.own), [[0.0; WORD]; B]);
        let block = self.block(first, &mut rest);
        for (group, hit) in hits.iter_mut().enumerate() {
            let others = eight(&block, group);
            let open = !V::bits(S::Test::quick::<V>(own, others, self.touching, V::all()).sure);
            if open == 0 {
                continue;
            }
            let exactly = S::Test::lossless::<V>(own, others, self.touching);
            let sure = V::bits(exactly.sure);
            *hit = (*hit & !open) | (exactly.hit & open & sure);
            let mut rest = open & !sure;
            add_exact_work(RETEST + u64::from(rest.count_ones()) * ALONE);
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                let row = first + group * LANES + lane;
                *hit |= u8::from(row < self.others.len() && self.exact(row)) << lane;
                rest &= rest - 1;
            }
        }
    }
}

impl<S: LaneTest<O, A, B>, O: Row<B>, const A: usize, const B: usize> Batch<'_, S, O, A, B> {
    /// The 64 rows from index `first` on. If there are fewer, they are copied to the front of `rest`.
    #[inline(always)]
    fn block<'b>(&'b self, first: usize, rest: &'b mut [[f32; WORD]; B]) -> [&'b [f32; WORD]; B] {
        let columns = self.others.parts();
        if self.others.len() - first < WORD {
            for (column, rest) in columns.iter().zip(rest.iter_mut()) {
                rest[..column.len() - first].copy_from_slice(&column[first..]);
            }
            return rest.each_ref();
        }
        columns.map(|column| column[first..].first_chunk().expect("as many rows as the first column"))
    }

    fn exact(&self, row: usize) -> bool {
        let other = O::trusted(self.others.parts().map(|column| column[row]));
        self.touching.accepts(relation(self.one, other))
    }

    /// Computes the answers one at a time.
    fn run_singly(&self, hits: &mut [u64]) {
        for (index, word) in hits.iter_mut().enumerate() {
            let rows = index * WORD..self.others.len().min((index + 1) * WORD);
            *word = rows.fold(0, |bits, row| bits | u64::from(self.exact(row)) << (row % WORD));
        }
    }
}

#[inline(always)]
fn splat<V: Lanes, const N: usize>(row: [f32; N]) -> [V; N] {
    let mut lanes = [V::splat(0.0); N];
    for index in 0..N {
        lanes[index] = V::splat(row[index]);
    }
    lanes
}

/// Eight rows. A loop, not a closure, so that the compiler inlines the lane instructions.
#[inline(always)]
fn eight<V: Lanes, const N: usize>(block: &[&[f32; WORD]; N], group: usize) -> [V; N] {
    let mut lanes = [V::splat(0.0); N];
    for index in 0..N {
        lanes[index] = V::load(&block[index].as_chunks::<LANES>().0[group]);
    }
    lanes
}
