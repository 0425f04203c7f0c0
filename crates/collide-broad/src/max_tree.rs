//! A search among the first values of a slice for those of at least a given value, without a scan of all of them.

use smallvec::SmallVec;

/// The number of children of a node. They are scanned together.
const FANOUT: usize = 16;

/// The maximum of each 16 values, of each 16 of those, and so on.
#[derive(Clone, Debug, Default)]
pub(crate) struct MaxTree {
    /// The levels from the top one, which has at most 16 maxima, down to the one above the values.
    levels: Vec<Vec<f32>>,
}

impl MaxTree {
    /// Rebuilds the tree over `values`. The caller keeps the values.
    pub(crate) fn build(&mut self, values: &[f32]) {
        let mut depth = 0;
        let mut length = values.len();
        while length > FANOUT {
            length = length.div_ceil(FANOUT);
            depth += 1;
        }
        self.levels.resize_with(depth, Vec::new);
        let mut below = values;
        for level in self.levels.iter_mut().rev() {
            level.clear();
            level.extend(below.chunks(FANOUT).map(|chunk| chunk.iter().copied().fold(f32::MIN, f32::max)));
            below = level;
        }
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let levels = self.levels.capacity() * size_of::<Vec<f32>>();
        levels + self.levels.iter().map(|level| level.capacity() * size_of::<f32>()).sum::<usize>()
    }

    /// Calls `found` for each `i < end` with `values[i] >= least`, in ascending order.
    pub(crate) fn for_each_reaching(&self, values: &[f32], end: usize, least: f32, mut found: impl FnMut(usize)) {
        let mut stack: SmallVec<[(usize, usize); 128]> = SmallVec::new();
        stack.push((0, 0));
        while let Some((depth, node)) = stack.pop() {
            let first = node * FANOUT;
            let Some(level) = self.levels.get(depth) else {
                for (index, value) in values[..end].iter().enumerate().skip(first).take(FANOUT) {
                    if *value >= least {
                        found(index);
                    }
                }
                continue;
            };
            // The number of values below one entry of this level.
            let width = FANOUT.pow((self.levels.len() - depth) as u32);
            let children = level.iter().enumerate().skip(first).take(FANOUT);
            for (child, value) in children.rev() {
                if *value >= least && child * width < end {
                    stack.push((depth + 1, child));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MaxTree;

    #[test]
    fn finds_what_a_scan_finds() {
        for count in [0, 1, 15, 16, 17, 255, 256, 257, 4096, 5000] {
            let values: Vec<f32> = (0..count).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 20) as f32).collect();
            let mut tree = MaxTree::default();
            tree.build(&values);
            for end in [0, 1, values.len() / 3, values.len()].map(|end| end.min(values.len())) {
                for least in [f32::MIN, 0.0, 2000.0, 4095.0, f32::MAX] {
                    let expected: Vec<usize> = (0..end).filter(|&i| values[i] >= least).collect();
                    let mut found = Vec::new();
                    tree.for_each_reaching(&values, end, least, |i| found.push(i));
                    assert_eq!(found, expected, "{count} values, end {end}, least {least}");
                }
            }
        }
    }
}
