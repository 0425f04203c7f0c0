//! The shapes near a place, for movement.

use collide_broad::internal::Anchored;
use collide_core::{Aabb, Shape};

use super::Queries;
use super::outline::Outline;
use super::overlap_pairs::rect_of;
use super::probe::{Around, Collector};
use super::tuning::SWEEP_ROUNDING;
use crate::Filter;
use crate::store::{List, Listed, PayloadOf, Resolved, RowOf, Stored, each_kind};

/// Collects shapes with their slots.
struct Nearby<'a> {
    found: &'a mut Vec<(u32, Shape)>,
}

impl Collector for Nearby<'_> {
    fn max_distance(&self) -> f64 {
        0.0
    }

    #[inline]
    fn collect(&mut self, slot: u32, shape: impl Copy + Into<Shape>) {
        self.found.push((slot, shape.into()));
    }
}

impl Queries<'_> {
    /// Overwrites `found` with every shape whose bound intersects `area` and that the filter accepts, and possibly some
    /// others, in any order.
    pub(crate) fn near(&self, area: &Aabb, filter: &Filter, found: &mut Vec<(u32, Shape)>) {
        found.clear();
        let outline = Outline::of(&Shape::from(rect_of(area)));
        let filter = Resolved::new(filter, self.filters.generations);
        if self.between.is_some() {
            // A sweep of a shape near the area is not exact.
            let rounding = outline.magnitude() * SWEEP_ROUNDING;
            self.search(|way| Around::new(outline.widened(way + rounding), 0), &filter, &mut Nearby { found });
            return;
        }
        // Corners of rows are rounded to `f64`.
        let [low, high] = outline.widened(outline.rounding()).corners();
        for set in self.sets {
            each_kind!(S => for list in S::lists(set).lists().iter().filter(|list| !list.is_empty()) {
                self.near_in::<S, _>(list, [low, high], &filter, found);
            });
        }
    }

    fn near_in<S: Stored<N>, const N: usize>(
        &self,
        list: &List<S, N>,
        [low, high]: [[f64; 2]; 2],
        filter: &Resolved,
        found: &mut Vec<(u32, Shape)>,
    ) {
        let (slots, payload) = (list.ids(), list.payload());
        list.in_box([low, high], |rows| {
            for row in rows {
                let numbers = list.row(row);
                let [[left, bottom], [right, top]] = RowOf::<S, N>::corners(&numbers);
                let meets = (left <= high[0]) & (right >= low[0]) & (bottom <= high[1]) & (top >= low[1]);
                if meets && filter.accepts(slots[row], &self.filters) {
                    found.push((slots[row], payload[row].shape(numbers).into()));
                }
            }
        });
    }
}
