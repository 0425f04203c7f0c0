//! What is around several shapes that start near each other: one search for all of them.

use std::ops::ControlFlow;

use collide_core::{Aabb, Moving, Vec2};

use super::reach::{Near, is_long};
use super::unblocked::Unblocked;
use crate::base::{Meter, work};
use crate::movement::measures::{extent, margin};
use crate::search::{Accepts, Scope};
use crate::{Filter, Query};

/// The entities around the shapes of a group. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The bounds of the shapes, and the number of the next of them.
    bounds: Vec<Aabb>,
    next: usize,
    /// Where the entities are searched for. `None` if each shape searches by itself.
    area: Option<Aabb>,
    near: Vec<Near>,
    /// The bounds of these: their lower and upper limits on each axis.
    limits: [Vec<f32>; 4],
}

/// With more entities around a group, each shape searches by itself.
const MAX_NEAR: usize = 64;

/// With more rows around it, there are likely to be as many entities.
const MAX_ROWS: f64 = 2.0 * MAX_NEAR as f64;

/// The maximum work of the search for each shape of the group: about that of a search by itself.
const MAX_WORK: u64 = 300;

/// A search of an area this many times as large as those of the shapes is not worth it.
const WORTH: f64 = 4096.0;

impl Group {
    /// Starts with these shapes, and searches around all that do not move far.
    pub(super) fn find<'a>(
        &mut self,
        scope: &Scope<'_>,
        movers: impl Iterator<Item = &'a Query<Moving>> + Clone,
        meter: &mut Meter,
    ) {
        self.near.clear();
        self.limits.iter_mut().for_each(Vec::clear);
        (self.next, self.area) = (0, None);
        let bounds = &mut self.bounds;
        bounds.clear();
        bounds.extend(movers.clone().map(|mover| mover.what.shape().aabb()));
        // As many copies as shapes cost less than the search.
        if scope.len() <= bounds.len() {
            let filter = Filter { sensors: false, ..Filter::default() };
            return self.look(scope, &everywhere(), &filter, meter);
        }
        let mut layers = movers.clone().map(|mover| mover.filter.layers);
        let first = layers.next().flatten();
        // What all of them exclude.
        let common = first.filter(|first| layers.all(|layers| layers == Some(*first)));
        let filter = Filter { layers: common, sensors: false, except: None };
        let (mut longest, mut spread, mut start): (f64, f64, Option<Aabb>) = (0.0, 0.0, None);
        for (bound, mover) in bounds.iter().zip(movers) {
            let (motion, extent) = (mover.what.motion().as_dvec2().abs().max_element(), extent(bound));
            if !is_long(motion, extent) {
                longest = longest.max(motion);
                spread += (extent + motion).powi(2);
                start = Some(start.map_or(*bound, |start| start.union(bound)));
            }
        }
        let Some(start) = start else { return };
        let size = (start.max() - start.min()).as_dvec2() + longest;
        if size.x * size.y > spread * WORTH {
            return;
        }
        // Each looks around by twice the length of its motion, and it is at most 1.5 times the longer component.
        let all = start.expanded(longest * 3.0 + margin(&start));
        if scope.expected_near(&all, &filter) > MAX_ROWS {
            return;
        }
        self.look(scope, &all, &filter, meter);
    }

    /// Searches in an area.
    fn look(&mut self, scope: &Scope<'_>, all: &Aabb, filter: &Filter, meter: &mut Meter) {
        let Self { bounds, area, near, limits, .. } = self;
        // What a filter excludes costs too, and may be a pile beside the group.
        let mut own = Meter::new(bounds.len() as u64 * MAX_WORK);
        let each = (&mut own, work::copy_with_bound as fn(_) -> _);
        scope.near_each(all, filter, usize::MAX, each, |slot, shape| {
            let bound = shape.aabb();
            if bound.intersects(all) {
                near.push(Near { slot, gap: 0.0, bound, shape });
                let [low, high] = [bound.min(), bound.max()];
                limits.iter_mut().zip([low.x, low.y, high.x, high.y]).for_each(|(list, limit)| list.push(limit));
            }
            if near.len() > MAX_NEAR { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        *area = (near.len() <= MAX_NEAR && !own.is_over()).then_some(*all);
        meter.add(own.done());
    }

    /// The bound of the next shape.
    pub(super) fn next(&mut self) -> Option<Aabb> {
        self.next += 1;
        self.bounds.get(self.next - 1).copied()
    }

    /// Those whose bounds intersect an area and that a filter accepts. `None` if they are not known.
    pub(super) fn within(
        &self,
        area: &Aabb,
        accepts: &Accepts<'_>,
        meter: &mut Meter,
    ) -> Option<impl Iterator<Item = &Near>> {
        self.area.filter(|all| all.contains(area))?;
        meter.add(self.near.len() as u64 * work::slide::COMPARED);
        Some(self.near.iter().filter(|near| near.bound.intersects(area) && accepts.accepts(near.slot)))
    }

    /// Whether nothing that a filter accepts is near the way of a shape.
    pub(super) fn allows(&self, unblocked: &Unblocked, accepts: &Accepts<'_>, meter: &mut Meter) -> bool {
        meter.add(self.near.len() as u64 * work::slide::COMPARED);
        self.area.is_some_and(|area| unblocked.is_within(&area)) && !self.meets(unblocked.corners, accepts)
    }

    /// Whether one of the bounds intersects a box, and the filter accepts it.
    fn meets(&self, [low, high]: [Vec2; 2], accepts: &Accepts<'_>) -> bool {
        let [left, bottom, right, top] = &self.limits;
        let meets = |((left, bottom), (right, top)): ((&f32, &f32), (&f32, &f32))| {
            (*left <= high.x) & (*bottom <= high.y) & (*right >= low.x) & (*top >= low.y)
        };
        let rows = || left.iter().zip(bottom).zip(right.iter().zip(top));
        // Without branches, several at a time. Few of them meet.
        rows().fold(false, |any, row| any | meets(row))
            && rows().zip(&self.near).any(|(row, near)| meets(row) && accepts.accepts(near.slot))
    }
}

/// A box that contains all bounds.
fn everywhere() -> Aabb {
    Aabb::new(Vec2::MIN, Vec2::MAX).expect("finite corners in order")
}
