//! The shapes near a place, for movement.

use collide_core::{Aabb, Shape};

use super::Queries;
use super::overlap_pairs::rect_of;
use super::probe::{Around, Outline, Take};
use crate::Filter;
use crate::store::Resolved;

/// Collects shapes with their slots.
struct Nearby<'a> {
    found: &'a mut Vec<(u32, Shape)>,
}

impl Take for Nearby<'_> {
    fn max_distance(&self) -> f64 {
        0.0
    }

    #[inline]
    fn take(&mut self, slot: u32, shape: impl Copy + Into<Shape>) {
        self.found.push((slot, shape.into()));
    }
}

impl Queries<'_> {
    /// Overwrites `found` with every shape whose bound intersects `area` and that the filter accepts, and possibly some
    /// others, by slot.
    pub(crate) fn near(&self, area: &Aabb, filter: &Filter, found: &mut Vec<(u32, Shape)>) {
        found.clear();
        let outline = Outline::of(&Shape::from(rect_of(area))).widened(self.beyond());
        let filter = Resolved::new(filter, self.filters.generations);
        self.seek(&Around::new(outline, 0), &filter, &mut Nearby { found });
        found.sort_unstable_by_key(|(slot, _)| *slot);
    }
}
