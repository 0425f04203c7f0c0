//! The shapes along a path, for callers with an exact test of their own.

use collide_core::{Moving, Shape};

use super::best::a_little_farther;
use super::probe::Collector;
use super::ranked::RankedQuery;
use super::{Queries, Query};
use crate::base::{ListKind, Meter, work};
use crate::store::Resolved;

/// Passes on shapes until `visit` returns false.
struct OnPath<F> {
    visit: F,
    goes_on: bool,
}

impl<F: FnMut(u32, Shape) -> bool> Collector for OnPath<F> {
    fn work(&self, kind: ListKind) -> u64 {
        work::visit(kind)
    }

    /// In fractions of the motion.
    fn max_distance(&self) -> f64 {
        if self.goes_on { a_little_farther(1.0) } else { f64::NEG_INFINITY }
    }

    #[inline(always)]
    fn collect(&mut self, slot: u32, shape: Shape) {
        if self.goes_on {
            self.goes_on = (self.visit)(slot, shape);
        }
    }
}

impl Queries<'_> {
    /// Passes every shape that a moving one may run into to `visit`, and possibly some others, in any order, until it
    /// returns false. Between two ticks these are the shapes that may be on the path at some time until the later tick.
    /// Returns the work for rows, without that of `visit`, and ends soon after it is more than `max_work`.
    pub(crate) fn on_path(&self, query: &Query<Moving>, max_work: u64, visit: impl FnMut(u32, Shape) -> bool) -> u64 {
        let region = |margin| RankedQuery::region(&query.what, margin);
        let filter = Resolved::new(&query.filter, self.filters.generations);
        let mut rows = Meter::new(max_work);
        self.search(&region, &filter, &mut OnPath { visit, goes_on: true }, &mut rows);
        rows.counted()
    }
}
