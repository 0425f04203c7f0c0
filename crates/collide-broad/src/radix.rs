//! Sorting small integer keys by counting: stable, linear, and the same on every machine.

use std::ops::AddAssign;

const DIGIT_BITS: u32 = 11;
const BUCKETS: usize = 1 << DIGIT_BITS;

/// A key with its index.
pub(crate) type Keyed = (u64, u32);

/// Prefix sum: replaces each count by the sum of the counts before it, and returns the sum of all. In a counting sort,
/// each count thus becomes the start of its items.
///
/// ```
/// let mut counts = [2, 0, 3];
/// assert_eq!((collide_broad::internal::counts_to_starts(&mut counts), counts), (5, [0, 2, 2]));
/// ```
#[inline]
pub fn counts_to_starts<T: Copy + Default + AddAssign>(counts: &mut [T]) -> T {
    let mut before = T::default();
    for count in counts {
        before += std::mem::replace(count, before);
    }
    before
}

/// Sorts stably by key: one counting pass for each 11 bits of the largest key.
///
/// `scratch` is overwritten; both vectors keep their capacity between calls.
pub(crate) fn sort_by_key(items: &mut Vec<Keyed>, scratch: &mut Vec<Keyed>) {
    let largest = items.iter().map(|item| item.0).max().unwrap_or(0);
    scratch.clear();
    scratch.resize(items.len(), (0, 0));
    let mut shift = 0;
    while shift < u64::BITS && largest >> shift != 0 {
        let mut next = [0_usize; BUCKETS];
        for item in items.iter() {
            next[digit(item.0, shift)] += 1;
        }
        counts_to_starts(&mut next);
        for &item in items.iter() {
            let place = &mut next[digit(item.0, shift)];
            scratch[*place] = item;
            *place += 1;
        }
        std::mem::swap(items, scratch);
        shift += DIGIT_BITS;
    }
}

fn digit(key: u64, shift: u32) -> usize {
    (key >> shift) as usize & (BUCKETS - 1)
}

/// Maps a finite number to an integer with the same order. Both zeros map to the same integer.
pub(crate) fn ordered_bits(value: f32) -> u32 {
    let bits = (value + 0.0).to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::{ordered_bits, sort_by_key};

    #[test]
    fn sorts_stably_over_the_whole_key_range() {
        let mut items: Vec<_> = (0..5000_u32)
            .map(|i| {
                let mixed = u64::from(i).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                (mixed >> (i % 64), i)
            })
            .collect();
        let mut expected = items.clone();
        expected.sort_by_key(|item| item.0);
        sort_by_key(&mut items, &mut Vec::new());
        assert_eq!(items, expected);
    }

    #[test]
    fn bit_order_is_number_order() {
        let tiny = f32::from_bits(1);
        let ascending = [f32::MIN, -1.5, -tiny, 0.0, tiny, 1.0, f32::MAX];
        assert!(ascending.is_sorted_by_key(|v| ordered_bits(*v)));
        assert_eq!(ordered_bits(-0.0), ordered_bits(0.0));
        assert!(ordered_bits(-tiny) < ordered_bits(-0.0));
    }
}
