//! The entities that overlap a shape or a sector.

use collide_core::columns::{LaneTest, Row};
use collide_core::{Circle, Rect, Relation, Shape, Touching, relation};

use super::walk::ListVisitor;
use super::{Around, Collector, Outline, RelativeRow, Scope, Slots, compiled};
use crate::base::{ListKind, Meter, work};
use crate::store::{EntityFilters, List, Listed, Resolved, RowOf};

/// What entities are searched in: a shape or a sector.
pub(crate) trait Area: Copy {
    /// The work of a decision about a shape of this kind.
    fn work(&self, kind: ListKind) -> u64;

    fn relation(self, shape: Shape) -> Relation;
}

impl Area for Shape {
    fn work(&self, kind: ListKind) -> u64 {
        3 * work::decision(ListKind::of(self), kind)
    }

    #[inline]
    fn relation(self, shape: Shape) -> Relation {
        relation(self, shape)
    }
}

/// Collects the slots of the entities that overlap an area.
pub(crate) struct Overlapping<'a, A> {
    pub(crate) area: A,
    pub(crate) touching: Touching,
    pub(crate) slots: &'a mut Slots,
}

impl<A: Area> Collector for Overlapping<'_, A> {
    fn work(&self, kind: ListKind) -> u64 {
        self.area.work(kind)
    }

    fn max_distance(&self) -> f64 {
        0.0
    }

    #[inline(always)]
    fn collect(&mut self, slot: u32, shape: Shape) {
        if self.touching.accepts(self.area.relation(shape)) {
            self.slots.push(slot);
        }
    }
}

/// A search in lists, of those that a shape overlaps.
struct Lists<'a> {
    scope: &'a Scope<'a>,
    shape: &'a Shape,
    touching: Touching,
    filter: &'a Resolved,
    slots: &'a mut Slots,
    meter: &'a mut Meter,
}

impl Scope<'_> {
    /// Adds the slots of the entities that overlap an area, in any order. The outline is that of the area.
    pub(crate) fn overlapping(
        &self,
        area: impl Area,
        outline: Outline,
        touching: Touching,
        (filter, slots, meter): (&Resolved, &mut Slots, &mut Meter),
    ) {
        let zone = |margin| Around::new(outline.widened(margin), 0);
        self.search(&zone, filter, &mut Overlapping { area, touching, slots }, meter);
    }

    /// The same for a shape. A circle or a rectangle is tested against eight rows at a time, where rows are shapes.
    pub(crate) fn overlapping_shape(
        &self,
        shape: &Shape,
        touching: Touching,
        (filter, slots, meter): (&Resolved, &mut Slots, &mut Meter),
    ) {
        if !self.is_at_tick() {
            return self.overlapping(*shape, Outline::of(shape), touching, (filter, slots, meter));
        }
        meter.add(work::QUERY);
        self.each_list(self.searched, filter, &mut Lists { scope: self, shape, touching, filter, slots, meter });
    }
}

impl ListVisitor for Lists<'_> {
    fn visit<S: Listed<N>, const N: usize>(&mut self, list: &List<S, N>, _: usize, filters: &EntityFilters<'_>) -> bool
    where
        RowOf<S, N>: RelativeRow<N>,
        Circle: LaneTest<RowOf<S, N>, 3, N>,
        Rect: LaneTest<RowOf<S, N>, 4, N>,
    {
        let Self { scope, shape, touching, filter, slots, meter } = self;
        meter.add(work::LIST);
        let start = slots.mark();
        let tests = match shape {
            Shape::Circle(circle) if S::IS_EXACT => {
                list.join_one::<Circle, 3>(scope.simd, circle.to_row(), *touching, |found, count| {
                    slots.take(found, count);
                })
            }
            Shape::Rect(rect) if S::IS_EXACT => {
                list.join_one::<Rect, 4>(scope.simd, rect.to_row(), *touching, |found, count| slots.take(found, count))
            }
            Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_) => {
                let zone = Around::new(Outline::of(shape), 0);
                let collector = &mut Overlapping { area: **shape, touching: *touching, slots };
                scope.search_list::<S, N>(list, &zone, (*filter, filters), compiled(collector), meter);
                return true;
            }
        };
        meter.add(tests * work::LANES + slots.since(start) as u64 * work::CANDIDATE);
        if filters.view.is_some() || !scope.is_open(filter) {
            slots.retain(start, |slot| filter.accepts(slot, filters));
        }
        true
    }
}
