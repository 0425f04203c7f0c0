//! Overlap queries with few shapes: each query searches its cells by itself. For few queries this is faster than to
//! sort and join them.

use collide_core::{Shape, Touching, relation};

use super::overlap::OverlapSearch;
use super::probe::{Around, Outline, Take};
use super::{Queries, Query};
use crate::pairs::sort_one;
use crate::store::Resolved;
use crate::{Budget, OverBudget};

/// Collects the entities that overlap one shape.
struct Overlapping<'a> {
    query: u32,
    shape: Shape,
    touching: Touching,
    found: &'a mut Vec<(u32, u32)>,
}

impl Take for Overlapping<'_> {
    fn max_distance(&self) -> f64 {
        0.0
    }

    #[inline]
    fn take(&mut self, slot: u32, shape: impl Copy + Into<Shape>) {
        if self.touching.accepts(relation(self.shape, shape)) {
            self.found.push((self.query, slot));
        }
    }
}

impl Queries<'_> {
    /// Finds pairs of query index and slot, in order.
    pub(super) fn overlap_few(
        &self,
        queries: &[Query<Shape>],
        budget: Budget,
        search: &mut OverlapSearch,
    ) -> Result<(), OverBudget> {
        let OverlapSearch { found, sort_buffer, .. } = search;
        found.clear();
        let (beyond, mut visited) = (self.beyond(), 0);
        for (number, query) in (0..).zip(queries) {
            let (shape, from) = (query.what, found.len());
            let aim = Around::new(Outline::of(&shape).widened(beyond), 0);
            let filter = Resolved::new(&query.filter, self.filters.generations);
            let mut taker = Overlapping { query: number, shape, touching: self.touching, found };
            visited += self.seek(&aim, &filter, &mut taker);
            budget.check(found.len() as u64, visited)?;
            sort_one(&mut found[from..], sort_buffer);
        }
        Ok(())
    }
}
