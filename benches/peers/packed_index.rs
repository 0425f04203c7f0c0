//! `packed_spatial_index`: a packed tree along a Hilbert curve with SIMD, built at each tick, which lists the pairs of
//! its own boxes.
//!
//! It stores boxes as `f64`.

use std::ops::ControlFlow;

use collide_bench::Start;
use packed_spatial_index::{Box2D, Index2DBuilder};

use crate::contender::Contender;
use crate::entities::{Entities, Pair};

pub struct PackedIndex<E> {
    entities: E,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for PackedIndex<E> {
    fn name() -> &'static str {
        "packed_spatial_index"
    }

    fn new(scene: &dyn Start) -> Self {
        Self { entities: E::new(scene), pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        let Self { entities, pairs } = self;
        entities.advance(dt);
        let mut builder = Index2DBuilder::new(entities.len());
        for bounds in entities.ids().map(|id| entities.bounds(id)) {
            let [[left, bottom], [right, top]] = [bounds.min, bounds.max].map(|corner| corner.map(f64::from));
            builder.add(Box2D::new(left, bottom, right, top));
        }
        let index = builder.finish_simd().expect("the announced number of boxes");
        pairs.clear();
        let all = index.pairs_each(|a, b| {
            entities.test(a as u32, b as u32, pairs);
            ControlFlow::<()>::Continue(())
        });
        assert!(all.is_continue());
        pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
