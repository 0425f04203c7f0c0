use collide_core::{Shape, Touching, relation};

use super::pairs::PairBuffer;

/// So many candidates are decided at a time: they fit into the first cache, and are enough to sort by kind.
pub(super) const BATCH: usize = 2_000;

/// Pairs of rows whose bounds meet, on their way to the exact test.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    pub(super) rows: PairBuffer,
    sorted: Vec<[u32; 2]>,
    kinds: Vec<u8>,
}

/// A side that candidates point into.
pub(super) trait Shapes {
    fn len(&self) -> usize;
    fn shape(&self, row: usize) -> Shape;
    /// A small number for the kind of shape.
    fn kind(&self, row: usize) -> u8;
    fn slot(&self, row: usize) -> u32;
}

impl Candidates {
    /// Decides all candidates, gives the pairs of slots, and forgets them. Returns how many candidates there were.
    #[inline(never)]
    pub(super) fn decide(
        &mut self,
        a: &impl Shapes,
        b: &impl Shapes,
        touching: Touching,
        mut found: impl FnMut([u32; 2], bool),
    ) -> u64 {
        self.sort_by_kind(a, b);
        for &[i, j] in &self.sorted {
            let (i, j) = (i as usize, j as usize);
            let hit = touching.accepts(relation(a.shape(i), b.shape(j)));
            found([a.slot(i), b.slot(j)], hit);
        }
        self.sorted.len() as u64
    }

    /// By kinds of shape, so that the exact tests come in long rows of the same one, which the processor can foresee.
    fn sort_by_kind(&mut self, a: &impl Shapes, b: &impl Shapes) {
        // A number past the last row is that of a copy.
        let row = |number: u32| if (number as usize) < b.len() { number } else { number - b.len() as u32 };
        let kind = |&[i, j]: &[u32; 2]| a.kind(i as usize) * 4 + b.kind(row(j) as usize);
        let mut starts = [0_usize; 16];
        self.kinds.clear();
        self.kinds.extend(self.rows.as_slice().iter().map(kind));
        for kind in &self.kinds {
            starts[usize::from(kind & 15)] += 1;
        }
        let mut before = 0;
        for start in &mut starts {
            before += std::mem::replace(start, before);
        }
        self.sorted.clear();
        self.sorted.resize(self.kinds.len(), [0; 2]);
        for (&[i, j], kind) in self.rows.as_slice().iter().zip(&self.kinds) {
            let start = &mut starts[usize::from(kind & 15)];
            self.sorted[*start] = [i, row(j)];
            *start += 1;
        }
        self.rows.clear();
    }
}
