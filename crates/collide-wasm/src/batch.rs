use collide2d::{Batch, Shape};
use wasm_bindgen::prelude::*;

use crate::error::{Result, refused};
use crate::{Answer, RawSettings, budget, shapes};

/// Pairs among shapes that are stored outside of a world.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawBatch {
    batch: Batch,
    shapes: [Vec<Shape>; 2],
    pairs: Vec<(u32, u32)>,
}

#[wasm_bindgen]
impl RawBatch {
    /// A batch with empty buffers.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(settings: &RawSettings) -> Self {
        Self { batch: Batch::new(settings.0.clone()), shapes: Default::default(), pairs: Vec::new() }
    }

    /// Writes pairs of indices to the words.
    pub fn pairs(&mut self, kinds: &[u8], numbers: &[f32], limits: &[f64], out: &mut Answer) -> Result<()> {
        let Self { batch, shapes: [shapes, _], pairs } = self;
        shapes::read(kinds, numbers, shapes)?;
        batch.within(budget::of_pairs(limits)).pairs_into(shapes, pairs).map_err(refused)?;
        write(pairs, out);
        Ok(())
    }

    /// Writes pairs of an index into the first and an index into the second set to the words.
    pub fn pairs_between(
        &mut self,
        a_kinds: &[u8],
        a_numbers: &[f32],
        b_kinds: &[u8],
        b_numbers: &[f32],
        limits: &[f64],
        out: &mut Answer,
    ) -> Result<()> {
        let Self { batch, shapes: [a, b], pairs } = self;
        shapes::read(a_kinds, a_numbers, a)?;
        shapes::read(b_kinds, b_numbers, b)?;
        batch.within(budget::of_pairs(limits)).pairs_between_into(a, b, pairs).map_err(refused)?;
        write(pairs, out);
        Ok(())
    }

    /// The number of pairs.
    pub fn count_pairs(&mut self, kinds: &[u8], numbers: &[f32], limits: &[f64]) -> Result<f64> {
        let Self { batch, shapes: [shapes, _], .. } = self;
        shapes::read(kinds, numbers, shapes)?;
        Ok(batch.within(budget::of_pairs(limits)).count_pairs(shapes).map_err(refused)?.pair_count as f64)
    }

    /// The number of pairs of a shape of the first and a shape of the second set.
    pub fn count_pairs_between(
        &mut self,
        a_kinds: &[u8],
        a_numbers: &[f32],
        b_kinds: &[u8],
        b_numbers: &[f32],
        limits: &[f64],
    ) -> Result<f64> {
        let Self { batch, shapes: [a, b], .. } = self;
        shapes::read(a_kinds, a_numbers, a)?;
        shapes::read(b_kinds, b_numbers, b)?;
        Ok(batch.within(budget::of_pairs(limits)).count_pairs_between(a, b).map_err(refused)?.pair_count as f64)
    }
}

fn write(pairs: &[(u32, u32)], out: &mut Answer) {
    out.clear();
    out.words.extend(pairs.iter().flat_map(|(a, b)| [*a, *b]));
}
