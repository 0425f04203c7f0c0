//! Canonical order: by first slot, then by second.

use collide_broad::internal::{Workers, counts_to_starts, grown};

use super::tuning::{BUCKET_BITS, GROUPS_PER_THREAD, MAX_STACK, MIN_DIGITS};
use crate::base::{Pieces, allocated, max_pieces};

/// Puts pairs in order, the smaller slot first: by buckets of slots, then within each bucket.
///
/// The result depends on the set of pairs only, not on the pieces or the threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    groups: Vec<Sorted>,
    /// The start of each bucket in the output.
    starts: Vec<usize>,
}

/// The number of low bits by which slots share a counter. Slots share counters if there are few pairs for the number of
/// slots.
#[derive(Clone, Copy)]
struct Scale(u32);

impl Scale {
    /// A scale at which there are not many more counters than pairs.
    fn of(slot_count: usize, pair_count: usize) -> Self {
        let bits = (slot_count / 4 / pair_count.max(1)).checked_ilog2().map_or(0, |bits| bits + 1);
        Self(bits.min(u32::BITS - 1 - BUCKET_BITS))
    }

    fn bucket(self, slot: u32) -> usize {
        (slot >> (BUCKET_BITS + self.0)) as usize
    }

    fn counter(self, slot: u32) -> usize {
        (slot >> self.0) as usize & ((1 << BUCKET_BITS) - 1)
    }

    /// The number of counters of a bucket: all, except in the last bucket.
    fn counter_count(self, slot_count: usize, bucket: usize) -> usize {
        let all = slot_count.div_ceil(1 << self.0);
        (all - (bucket << BUCKET_BITS).min(all)).min(1 << BUCKET_BITS)
    }
}

/// The pairs of a group of pieces by bucket.
#[derive(Clone, Debug, Default)]
struct Sorted {
    pairs: Vec<[u32; 2]>,
    /// The start of each bucket, and the end.
    starts: Vec<usize>,
}

/// A copy of pairs in order, the smaller slot of each first. Slots are below `slot_count`.
pub(crate) fn in_order(pairs: &[(u32, u32)], slot_count: usize, workers: &impl Workers) -> Vec<(u32, u32)> {
    let (list, mut sorted): (Vec<[u32; 2]>, _) = (pairs.iter().map(|&(a, b)| [a, b]).collect(), Vec::new());
    let size = list.len().div_ceil(max_pieces(workers)).max(1);
    Order::default().sort_into(list.chunks(size), slot_count, true, &mut sorted, workers);
    sorted
}

impl Order {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let groups: usize = self.groups.iter().map(|group| allocated(&group.pairs) + allocated(&group.starts)).sum();
        allocated(&self.groups) + allocated(&self.starts) + groups
    }

    /// Overwrites `out` with the pairs of all pieces, in order. First slots are below `slot_count`. If both slots are
    /// of one set (`mirrored`), the smaller slot becomes the first.
    pub(crate) fn sort_into<'a>(
        &mut self,
        pieces: impl Iterator<Item = &'a [[u32; 2]]>,
        slot_count: usize,
        mirrored: bool,
        out: &mut Vec<(u32, u32)>,
        workers: &impl Workers,
    ) {
        let mut list = Pieces::new();
        list.extend(pieces);
        self.sort(&list, slot_count, mirrored, out, workers);
    }

    /// [`sort_into`](Self::sort_into), compiled once for all iterators.
    fn sort(
        &mut self,
        pieces: &[&[[u32; 2]]],
        slot_count: usize,
        mirrored: bool,
        out: &mut Vec<(u32, u32)>,
        workers: &impl Workers,
    ) {
        // Few groups: of each the pairs of a bucket are read in one go.
        let groups = pieces.chunks(pieces.len().div_ceil(workers.count() * GROUPS_PER_THREAD).max(1));
        let used = groups.len();
        let kept = grown(&mut self.groups, used).iter_mut().map(std::mem::take);
        let mut work: Pieces<(&[&[[u32; 2]]], Sorted)> = Pieces::new();
        work.extend(groups.zip(kept));
        let scale = Scale::of(slot_count, pieces.iter().map(|pairs| pairs.len()).sum());
        let bucket_count = (slot_count >> (BUCKET_BITS + scale.0)) + 1;
        workers.each(&mut work, |_, (pieces, sorted)| sorted.sort(pieces, scale, bucket_count, mirrored));
        for (place, (_, sorted)) in self.groups.iter_mut().zip(&mut work) {
            *place = std::mem::take(sorted);
        }
        let groups = &self.groups[..used];
        self.starts.clear();
        let mut before = 0;
        for bucket in 0..=bucket_count {
            self.starts.push(before);
            if bucket < bucket_count {
                before += groups.iter().map(|group| group.bucket(bucket).len()).sum::<usize>();
            }
        }
        resize(out, before);
        let mut rest = out.as_mut_slice();
        let step = bucket_count.div_ceil(max_pieces(workers));
        let mut stretches: Pieces<(usize, &mut [(u32, u32)])> = Pieces::new();
        for first in (0..bucket_count).step_by(step) {
            let end = self.starts[(first + step).min(bucket_count)];
            let (stretch, others) = rest.split_at_mut(end - self.starts[first]);
            rest = others;
            stretches.push((first, stretch));
        }
        let starts = &self.starts;
        workers.each(&mut stretches, |_, (first, stretch)| {
            for bucket in *first..(*first + step).min(bucket_count) {
                let range = starts[bucket] - starts[*first]..starts[bucket + 1] - starts[*first];
                let counters = scale.counter_count(slot_count, bucket);
                place(groups, (bucket, counters), scale, mirrored, &mut stretch[range]);
            }
        });
    }
}

/// Resizes `out` to `len` pairs, with capacity for a few more. Returns true if it had to allocate: the old pairs are
/// then gone.
pub(crate) fn resize(out: &mut Vec<(u32, u32)>, len: usize) -> bool {
    let grows = out.capacity() < len;
    if grows {
        out.clear();
        out.reserve_exact(len + len / 16);
    }
    out.resize(len, (0, 0));
    grows
}

/// Puts one bucket of all groups, which uses the given number of counters, in order.
fn place(groups: &[Sorted], (bucket, counters): (usize, usize), scale: Scale, mirrored: bool, out: &mut [(u32, u32)]) {
    let mut next = [0_usize; 1 << BUCKET_BITS];
    let slot = |first: u32| scale.counter(first);
    for group in groups {
        for_each_run(group.bucket(bucket), mirrored, |first, run| next[slot(first)] += run.len());
    }
    counts_to_starts(&mut next[..counters]);
    for group in groups {
        for_each_run(group.bucket(bucket), mirrored, |first, run| {
            let next = &mut next[slot(first)];
            match run {
                // Not as a slice: a copy of unknown length is a call.
                &[[first, second]] => out[*next] = (first, second),
                run => out[*next..].iter_mut().zip(run).for_each(|(place, pair)| *place = (*pair).into()),
            }
            *next += run.len();
        });
    }
    // Each counter is now the start of the next one.
    let Some(last) = out.len().checked_sub(1) else { return };
    let mut start = 0;
    for &end in &next[..counters] {
        if scale.0 == 0 {
            sort_slot(out, last, start, end);
        } else {
            out[start..end].sort_unstable();
        }
        start = end;
    }
}

/// Sorts the pairs of one slot, from `start` to before `end`.
#[inline(always)]
fn sort_slot(out: &mut [(u32, u32)], last: usize, start: usize, end: usize) {
    // Most slots have no pair, one or two: these without a branch, as the number is hard to predict. A pair that is
    // alone is compared with itself, and so is the next pair for a slot without pairs.
    let first = start.min(last);
    exchange(out, first, if end - start > 1 { start + 1 } else { first });
    match end - start {
        0..=2 => {}
        3 => {
            exchange(out, start + 1, start + 2);
            exchange(out, start, start + 1);
        }
        _ => sort_more(&mut out[start..end]),
    }
}

/// Puts two pairs of one slot in order, without a branch.
#[inline(always)]
fn exchange(pairs: &mut [(u32, u32)], first: usize, second: usize) {
    let (a, b) = (pairs[first], pairs[second]);
    let ascending = a.1 <= b.1;
    (pairs[first], pairs[second]) = (if ascending { a } else { b }, if ascending { b } else { a });
}

/// Sorts the pairs of one slot, four or more.
fn sort_more(pairs: &mut [(u32, u32)]) {
    match pairs.len() {
        0..=8 => sort_by_rank::<8>(pairs),
        9..=16 => sort_by_rank::<16>(pairs),
        17..=32 => sort_by_rank::<32>(pairs),
        33..=64 => sort_by_rank::<64>(pairs),
        MIN_DIGITS..=MAX_STACK => sort_by_digits(pairs, &mut [0; MAX_STACK], &mut [0; MAX_STACK]),
        _ => pairs.sort_unstable_by_key(|pair| pair.1),
    }
}

/// Sorts up to `MAX` pairs of one slot by counting the smaller ones for each. A usual sort makes fewer comparisons, but
/// these run several at once and without branches.
fn sort_by_rank<const MAX: usize>(pairs: &mut [(u32, u32)]) {
    let mut seconds = [u32::MAX; MAX];
    for (place, (_, second)) in seconds.iter_mut().zip(&*pairs) {
        *place = *second;
    }
    let mut ranks = [0_u32; MAX];
    for &other in &seconds[..pairs.len()] {
        for (rank, second) in ranks.iter_mut().zip(&seconds) {
            *rank += u32::from(other < *second);
        }
    }
    for (rank, second) in ranks.iter().zip(&seconds).take(pairs.len()) {
        // Each pair occurs once, so all ranks differ.
        pairs[*rank as usize].1 = *second;
    }
}

/// Radix sort: sorts the pairs of one slot by the bytes of the second slot, from the lowest. For some hundreds of pairs
/// it takes half the time of a comparison sort.
fn sort_by_digits<'a>(pairs: &mut [(u32, u32)], mut from: &'a mut [u32], mut to: &'a mut [u32]) {
    let mut bits = 0;
    for (place, (_, second)) in from.iter_mut().zip(&*pairs) {
        *place = *second;
        bits |= second;
    }
    for shift in (0..u32::BITS).step_by(8).take_while(|shift| bits >> shift > 0) {
        let digit = |second: u32| (second >> shift & 0xff) as usize;
        let mut next = [0_usize; 256];
        from[..pairs.len()].iter().for_each(|second| next[digit(*second)] += 1);
        counts_to_starts(&mut next);
        for &second in &from[..pairs.len()] {
            let next = &mut next[digit(second)];
            to[*next] = second;
            *next += 1;
        }
        std::mem::swap(&mut from, &mut to);
    }
    for (pair, second) in pairs.iter_mut().zip(&*from) {
        pair.1 = *second;
    }
}

/// Calls `run` for each run of pairs with the same first slot. If `mirrored`, the first slot may be either of the two,
/// so each pair is a run of its own.
#[inline(always)]
fn for_each_run(pairs: &[[u32; 2]], mirrored: bool, mut run: impl FnMut(u32, &[[u32; 2]])) {
    if mirrored {
        pairs.iter().for_each(|pair| run(pair[0], std::slice::from_ref(pair)));
    } else {
        pairs.chunk_by(|a, b| a[0] == b[0]).for_each(|pairs| run(pairs[0][0], pairs));
    }
}

impl Sorted {
    fn bucket(&self, bucket: usize) -> &[[u32; 2]] {
        &self.pairs[self.starts[bucket]..self.starts[bucket + 1]]
    }

    fn sort(&mut self, pieces: &[&[[u32; 2]]], scale: Scale, bucket_count: usize, mirrored: bool) {
        self.starts.clear();
        self.starts.resize(bucket_count + 1, 0);
        let ascending = |&[a, b]: &[u32; 2]| if mirrored { [a.min(b), a.max(b)] } else { [a, b] };
        let bucket = |first: u32| scale.bucket(first);
        let starts = &mut self.starts;
        for pairs in pieces {
            for_each_run(pairs, mirrored, |_, run| starts[bucket(ascending(&run[0])[0]) + 1] += run.len());
        }
        // The start of each bucket; placing the pairs moves it to the start of the next one.
        counts_to_starts(&mut starts[1..]);
        self.pairs.clear();
        self.pairs.resize(pieces.iter().map(|pairs| pairs.len()).sum(), [0; 2]);
        let sorted = &mut self.pairs;
        for pairs in pieces {
            for_each_run(pairs, mirrored, |_, run| {
                let next = &mut starts[bucket(ascending(&run[0])[0]) + 1];
                for (place, pair) in sorted[*next..][..run.len()].iter_mut().zip(run) {
                    *place = ascending(pair);
                }
                *next += run.len();
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use collide_broad::internal::Serial;

    use super::Order;

    #[test]
    fn any_cut_gives_the_same_order() {
        let pairs: Vec<[u32; 2]> =
            (0..10_000_u32).map(|i| [i * 7919 % 3000, i.wrapping_mul(104_729) % 2999 + 3000]).collect();
        let mut expected: Vec<(u32, u32)> = pairs.iter().map(|&[a, b]| (a, b)).collect();
        expected.sort_unstable();
        let mut order = Order::default();
        let mut out = vec![(9, 9)];
        for size in [1_000, 7, 333, 10_000] {
            order.sort_into(pairs.chunks(size), 3_000, true, &mut out, &Serial);
            assert_eq!(out, expected, "pieces of {size}");
        }
        order.sort_into([].into_iter(), 0, true, &mut out, &Serial);
        assert!(out.is_empty());
    }

    #[test]
    fn few_pairs_of_many_slots_are_in_order() {
        for slot_count in [1_u32, 600, 3_000, 1 << 20, u32::MAX] {
            for count in [0, 1, 2, 50, 1_000] {
                // Some slots are anywhere, some are close together.
                let slot = |i: u32| if i.is_multiple_of(3) { i.wrapping_mul(0x9e37_79b9) } else { i / 7 } % slot_count;
                let both = (0..count).map(|i| [slot(i), slot(i * 31 + 1)]);
                let mut expected: Vec<(u32, u32)> = both.map(|[a, b]| (a.min(b), a.max(b))).collect();
                expected.sort_unstable();
                // Each pair must occur once.
                expected.dedup();
                let pairs: Vec<[u32; 2]> = expected.iter().rev().map(|&(a, b)| [b, a]).collect();
                let mut out = vec![];
                Order::default().sort_into(pairs.chunks(77), slot_count as usize, true, &mut out, &Serial);
                assert_eq!(out, expected, "{count} of {slot_count}");
            }
        }
    }

    /// A few, hundreds and thousands of pairs of one slot, with small and with large numbers.
    #[test]
    fn many_of_one_slot_are_in_order() {
        for count in [0, 1, 2, 3, 127, 128, 700, 2048, 2049, 5_000] {
            for factor in [1, 65_537, 0x9e37_79b9] {
                let number = |i: u32| (i.wrapping_mul(7919) % 8192).wrapping_mul(factor);
                let pairs: Vec<[u32; 2]> = (0..count).map(|i: u32| [3, number(i)]).collect();
                let mut expected: Vec<(u32, u32)> = pairs.iter().map(|&[a, b]| (a, b)).collect();
                expected.sort_unstable();
                let mut out = vec![];
                Order::default().sort_into(pairs.chunks(500), 4, false, &mut out, &Serial);
                assert_eq!(out, expected, "{count} by {factor}");
            }
        }
    }
}
