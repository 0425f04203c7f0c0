//! Canonical order: by first index, then by second.

/// Sorts pairs whose first index is below `count`, given in pieces, into `out`.
///
/// Counts how many pairs each first index has, puts every second index into the place kept for it, and sorts the few
/// that share a first one: linear but for those, and the same however the pieces were cut.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    /// Where the pairs of each first index start, then where the next one goes.
    starts: Vec<usize>,
}

impl Order {
    pub(crate) fn sort_into<'a>(
        &mut self,
        pieces: impl Iterator<Item = &'a [(u32, u32)]> + Clone,
        count: usize,
        out: &mut Vec<(u32, u32)>,
    ) {
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        for (first, _) in pieces.clone().flatten() {
            self.starts[*first as usize + 1] += 1;
        }
        let mut before = 0;
        for start in &mut self.starts {
            before += *start;
            *start = before;
        }
        out.clear();
        out.resize(before, (0, 0));
        for &pair in pieces.flatten() {
            let place = &mut self.starts[pair.0 as usize];
            out[*place] = pair;
            *place += 1;
        }
        // Each start has moved on to the next one's.
        let mut start = 0;
        for &end in &self.starts[..count] {
            if end - start > 1 {
                out[start..end].sort_unstable();
            }
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Order;

    #[test]
    fn any_cut_gives_the_same_order() {
        let pairs: Vec<(u32, u32)> = (0..1000_u32).map(|i| (i * 7919 % 50, i * 104_729 % 997)).collect();
        let mut expected = pairs.clone();
        expected.sort_unstable();
        let mut order = Order::default();
        let mut out = vec![(9, 9)];
        for size in [1, 7, 333, 1000] {
            order.sort_into(pairs.chunks(size), 50, &mut out);
            assert_eq!(out, expected, "pieces of {size}");
        }
        order.sort_into([].into_iter(), 0, &mut out);
        assert!(out.is_empty());
    }
}
