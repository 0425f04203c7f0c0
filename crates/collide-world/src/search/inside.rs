//! The nearest of the entities that overlap a circle.

use collide_core::{Circle, Shape, distance, overlaps};

use super::tuning::F32_ROUNDING;
use super::{Around, Best, Collector, Outline, Rank, Scope};
use crate::base::{ListKind, Meter, work};
use crate::store::Resolved;

/// The buffers of a search, and what it has found.
#[derive(Debug, Default)]
pub(crate) struct NearestInside {
    best: Best<f32>,
    /// Slots with the distances from the center, in no particular order.
    pub(crate) found: Vec<(u32, f32)>,
}

/// Collects the nearest shapes that overlap a circle.
struct Inside<'a, F> {
    best: &'a mut Best<f32>,
    select: F,
    circle: Circle,
    center: Circle,
}

impl<F: Fn(u32) -> bool> Collector for Inside<'_, F> {
    fn work(&self, kind: ListKind) -> u64 {
        (work::measure(ListKind::Circle) + work::measure(kind)) * 5 / 2 + work::decision(ListKind::Circle, kind)
    }

    #[inline]
    fn max_distance(&self) -> f64 {
        self.best.max_distance
    }

    #[inline]
    fn may_take(&self, slot: u32) -> bool {
        self.best.may_take(slot) && (self.select)(slot)
    }

    #[inline(always)]
    fn collect(&mut self, slot: u32, shape: Shape) {
        let far = distance(self.center, shape);
        if self.best.may_add(far) && self.has(far, shape) {
            self.best.add(slot, far);
        }
    }
}

impl<F> Inside<'_, F> {
    /// Whether the circle overlaps a shape at this distance from the center.
    #[inline]
    fn has(&self, far: f32, shape: Shape) -> bool {
        if let Shape::Circle(other) = shape {
            // More than the rounding of the distance.
            let size = |circle: Circle| circle.center().abs().element_sum() + circle.radius();
            let rounding = (size(self.circle) + size(other)) * F32_ROUNDING;
            if far < self.circle.radius() - rounding {
                return true;
            }
        }
        overlaps(self.circle, shape)
    }
}

impl Scope<'_> {
    /// Adds the nearest `count` of the entities that overlap a circle and that `select` accepts by slot, by their distance from
    /// its center and then by slot. Touching counts.
    pub(crate) fn nearest_inside(
        &self,
        circle: Circle,
        filter: &Resolved,
        count: usize,
        select: impl Fn(u32) -> bool,
        meter: &mut Meter,
        NearestInside { best, found }: &mut NearestInside,
    ) {
        if count == 0 {
            return;
        }
        let center = point_of(circle);
        let outline = Outline::of_point(circle.center());
        best.begin_within(count, f32::farthest(circle.radius()));
        let mut inside = Inside { best, select, circle, center };
        self.search(&|margin| Around::new(outline.widened(margin), count), filter, &mut inside, meter);
        meter.add(best.len() as u64 * work::RANKED_HIT);
        best.drain(|slot, far| found.push((slot, far)));
    }
}

/// The center of a circle.
pub(crate) fn point_of(circle: Circle) -> Circle {
    Circle::new(circle.center(), 0.0).expect("the center of a circle")
}
