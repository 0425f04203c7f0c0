use collide_core::swept::{Movable, Obstacle, SweptShape};
use collide_core::{Aabb, DVec2, Relation, Shape, Vec2, relation};

use super::corner::AroundCorner;
use super::group::Group;
use super::overlapped::Overlapped;
use super::reach::{Block, Near, OVERLAPPED, Reach, View, around, gap, is_among, is_long, whole};
use super::unblocked::Unblocked;
use crate::base::{Meter, work};
use crate::movement::measures::{extent, margin};
use crate::search::Accepts;

/// The entities around a moving shape. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// Those whose bounds intersect `area`, without those in `overlapped`. If they are many, the nearest come first.
    near: Vec<Near>,
    /// Those of them that the shape overlaps where it is.
    overlapped: Overlapped,
    area: Option<Aabb>,
    /// Where the next move starts, and its bound.
    at: Option<(Shape, Aabb)>,
    /// The slots of entities that the shape passes through, in order.
    passed: Vec<u32>,
    /// The times and slots of entities on the present move that the shape would pass through.
    passing: Vec<(f64, u32)>,
    corner: AroundCorner,
    /// What blocked a move last: often it blocks the next one too.
    last: Option<Near>,
    pub(super) meter: Meter,
}

impl Surroundings {
    /// Runs a slide whose work the meter counts.
    pub(super) fn within<R>(&mut self, meter: &mut Meter, slide: impl FnOnce(&mut Self) -> R) -> R {
        self.meter = *meter;
        let result = slide(self);
        *meter = self.meter;
        result
    }

    /// Starts with the next shape, which is going to move by about `motion`. `group` may know what is around it.
    pub(super) fn begin(
        &mut self,
        view: &View<'_>,
        (shape, bound): (&Shape, Aabb),
        motion: Vec2,
        group: Option<(&Group, &Accepts<'_>)>,
    ) {
        self.passed.clear();
        self.corner.clear();
        self.last = None;
        let motion = motion.as_dvec2();
        self.at = Some((*shape, bound));
        if let Some(area) = whole(&bound, motion) {
            if group.is_some_and(|(group, accepts)| self.take(view, group, accepts, &area)) {
                return;
            }
            self.look(view, &area, usize::MAX);
        } else if !self.look(view, &bound.swept(motion).expanded(extent(&bound) + margin(&bound)), FEW_ROWS) {
            self.look(view, &around(&bound), usize::MAX);
        }
    }

    /// Finds what is in an area. Returns false if there are more than `max_rows` rows to visit: then the area is unknown.
    fn look(&mut self, view: &View<'_>, area: &Aabb, max_rows: usize) -> bool {
        let Self { near, overlapped, meter, .. } = self;
        self.area = None;
        near.clear();
        overlapped.clear();
        if !view.sources().all(|source| source.find(area, view, max_rows, (meter, near))) {
            return false;
        }
        self.sort(area);
        true
    }

    /// Whether nothing that was found is near the way of a shape.
    pub(super) fn allows(&mut self, unblocked: &Unblocked) -> bool {
        self.meter.add(self.near.len() as u64 * work::COMPARED);
        self.area.is_some_and(|area| unblocked.is_within(&area))
            && !self.near.iter().any(|near| unblocked.meets(&near.bound))
    }

    /// Takes what a group knows of an area, and finds what it does not look for. False if it does not know all.
    fn take(&mut self, view: &View<'_>, group: &Group, accepts: &Accepts<'_>, area: &Aabb) -> bool {
        let Self { near, overlapped, meter, .. } = self;
        near.clear();
        overlapped.clear();
        let Some(found) = group.within(area, accepts, meter) else { return false };
        near.extend(found);
        view.in_index(|source| source.find(area, view, usize::MAX, (meter, near)));
        self.sort(area);
        true
    }

    /// Orders what was found in an area.
    fn sort(&mut self, area: &Aabb) {
        let Self { near, at, meter, .. } = self;
        if let Some((_, bound)) = at.filter(|_| near.len() > FEW && !meter.is_over()) {
            near.iter_mut().for_each(|near| near.gap = gap(&near.bound, &bound));
            near.sort_unstable_by(|a, b| a.gap.total_cmp(&b.gap));
        }
        self.area = Some(*area);
    }

    /// The first entity that blocks a move, and that the shape does not pass through: by time, then by slot.
    pub(super) fn first<S: Movable>(&mut self, view: &View<'_>, swept: &SweptShape<S>) -> Option<Block> {
        let reach = self.reach(view, swept);
        let mut first = self.overlapped.first(view, reach.motion, &self.passed, &mut self.passing, &mut self.meter);
        let mut bound = first.map_or(reach.bound, |first| reach.until(first.obstacle.time));
        self.meter.add(self.near.len() as u64 * work::COMPARED);
        let mut is_overlapped = false;
        for index in 0..self.near.len() {
            if !self.near[index].bound.intersects(&bound) {
                continue;
            }
            if self.meter.is_over() {
                break;
            }
            let near = self.near[index];
            let Some(obstacle) = self.test(&reach, &near) else { continue };
            if obstacle.overlaps {
                self.overlapped.push(near.slot, near.shape, &obstacle);
                self.near[index].gap = OVERLAPPED;
                is_overlapped = true;
            }
            if self.is_earlier(&reach, &near, &obstacle, &mut first) {
                bound = reach.until(obstacle.time);
            }
        }
        if is_overlapped {
            self.near.retain(|near| near.gap != OVERLAPPED);
        }
        let is_found = first.is_some() && self.area.is_some_and(|area| area.contains(&bound));
        if !reach.is_whole && !is_found {
            self.walk(&reach, &mut first);
        }
        self.pass_before(first.as_ref());
        if let Some(first) = first.as_mut().filter(|_| view.options.pass.is_none()) {
            self.choose_normal(&reach, first);
        }
        first
    }

    /// Looks for an earlier hit along the whole way.
    fn walk<S: Movable>(&mut self, reach: &Reach<'_, S>, first: &mut Option<Block>) {
        for source in reach.view.sources() {
            let until = |first: &Option<Block>| first.map_or(1.0, |first| reach.latest(first.obstacle.time).min(1.0));
            let limits = (until(first), self.meter.left());
            let rows = source.scope.reached(&reach.swept.any(), &reach.view.filter, limits, |slot, shape| {
                let near = source.near(slot, &shape);
                self.meter.add(work::slide::FOUND);
                if near.bound.intersects(&reach.bound)
                    && let Some(obstacle) = self.test(reach, &near)
                {
                    self.is_earlier(reach, &near, &obstacle, first);
                }
                if self.meter.is_over() { f64::NEG_INFINITY } else { until(first) }
            });
            self.meter.add(rows);
        }
    }

    /// What something is to a move. A measured time may be too early by the error of far larger shapes. It would then depend
    /// on their order which of them are left out, so it is not earlier than that at which the bounds meet.
    fn test<S: Movable>(&mut self, reach: &Reach<'_, S>, near: &Near) -> Option<Obstacle> {
        self.meter.add(reach.units(near));
        let mut obstacle = reach.swept.obstacle(near.shape)?;
        obstacle.time = obstacle.time.max(reach.earliest(&near.bound));
        Some(obstacle)
    }

    /// Whether something is hit before what is first so far, and then replaces it.
    fn is_earlier<S: Movable>(
        &mut self,
        reach: &Reach<'_, S>,
        near: &Near,
        obstacle: &Obstacle,
        first: &mut Option<Block>,
    ) -> bool {
        let Near { slot, shape, .. } = *near;
        let is_later = first.is_some_and(|first| (first.obstacle.time, first.slot) <= (obstacle.time, slot));
        if is_later || self.ignores(reach, slot, obstacle) {
            return false;
        }
        let mut block = Block { slot, shape, obstacle: *obstacle };
        if reach.view.options.pass.is_some() {
            self.choose_normal(reach, &mut block);
            if reach.view.passes(&block) {
                self.passing.push((obstacle.time, slot));
                return false;
            }
        }
        *first = Some(block);
        self.last = Some(*near);
        true
    }

    /// See [`AroundCorner::choose_normal`].
    fn choose_normal<S: Movable>(&mut self, reach: &Reach<'_, S>, block: &mut Block) {
        self.corner.choose_normal(reach, block, &self.passed, &mut self.meter);
    }

    /// Passes through what comes before the first that blocks, from now on.
    fn pass_before(&mut self, first: Option<&Block>) {
        if self.passing.is_empty() {
            return;
        }
        let is_before = |hit: &(f64, u32)| first.is_none_or(|first| *hit < (first.obstacle.time, first.slot));
        self.passed.extend(self.passing.drain(..).filter(is_before).map(|(_, slot)| slot));
        self.passed.sort_unstable();
        self.passed.dedup();
    }

    /// Whether an entity blocks a move.
    pub(super) fn blocks<S: Movable>(&mut self, view: &View<'_>, swept: &SweptShape<S>) -> bool {
        // The result is not used: without this, all places around are tried.
        if self.meter.is_over() {
            return true;
        }
        let reach = self.reach(view, swept);
        if self.overlapped.blocks(view, reach.motion, &self.passed, &mut self.meter) {
            return true;
        }
        let found = self.last.into_iter().find(|near| self.is_blocked_by(&reach, near));
        let found = found.or_else(|| self.find_near(&reach)).or_else(|| self.find_reached(&reach));
        self.last = found.or(self.last);
        found.is_some()
    }

    /// The first that the shape overlaps and that a motion leads deeper into.
    pub(super) fn first_overlapped(&mut self, view: &View<'_>, motion: DVec2) -> Option<Block> {
        let first = self.overlapped.first(view, motion, &self.passed, &mut self.passing, &mut self.meter);
        // No move is made here, so nothing is passed.
        self.passing.clear();
        first
    }

    /// Something near that blocks a move.
    fn find_near<S: Movable>(&mut self, reach: &Reach<'_, S>) -> Option<Near> {
        self.meter.add(self.near.len() as u64 * work::COMPARED);
        for index in 0..self.near.len() {
            if !self.near[index].bound.intersects(&reach.bound) {
                continue;
            }
            let near = self.near[index];
            if self.is_entered(reach, &near) {
                return Some(near);
            }
            if self.meter.is_over() {
                break;
            }
        }
        None
    }

    /// Something that blocks a move which leads farther than to what is near.
    fn find_reached<S: Movable>(&mut self, reach: &Reach<'_, S>) -> Option<Near> {
        let mut found = None;
        if reach.is_whole {
            return None;
        }
        for source in reach.view.sources() {
            let limits = (1.0, self.meter.left());
            let rows = source.scope.reached(&reach.swept.any(), &reach.view.filter, limits, |slot, shape| {
                let near = source.near(slot, &shape);
                self.meter.add(work::slide::FOUND);
                found = found.or_else(|| self.is_blocked_by(reach, &near).then_some(near));
                if found.is_some() || self.meter.is_over() { f64::NEG_INFINITY } else { 1.0 }
            });
            self.meter.add(rows);
        }
        found
    }

    /// Whether something blocks a move.
    #[inline]
    fn is_blocked_by<S: Movable>(&mut self, reach: &Reach<'_, S>, near: &Near) -> bool {
        near.bound.intersects(&reach.bound) && self.is_entered(reach, near)
    }

    /// The same if the bounds intersect.
    fn is_entered<S: Movable>(&mut self, reach: &Reach<'_, S>, near: &Near) -> bool {
        let swept = reach.swept;
        self.meter.add(reach.units(near));
        if swept.relation_to(near.shape) != Relation::Interior || is_among(&self.passed, near.slot) {
            return false;
        }
        // Only what the shape overlaps already may let it out.
        let may_leave =
            reach.view.options.leave_overlapped && relation(swept.from().into(), near.shape) == Relation::Interior;
        !may_leave || swept.obstacle(near.shape).is_some_and(|obstacle| !self.ignores(reach, near.slot, &obstacle))
    }

    /// Takes the start of a move. Looks again if the move leads out of the area.
    fn reach<'a, S: Movable>(&mut self, view: &'a View<'a>, swept: &'a SweptShape<S>) -> Reach<'a, S> {
        let from = match self.at {
            Some((shape, bound)) if swept.from().is(&shape) => bound,
            Some(_) | None => self.move_to(swept.from()),
        };
        let (bound, motion) = (from.union(&swept.to().bound()), swept.motion());
        let mut reach = Reach { view, swept, motion, from, bound, is_whole: self.contains(&bound) };
        if reach.is_whole {
            return reach;
        }
        let whole = bound.expanded(margin(&bound));
        if !is_long(motion.abs().max_element(), extent(&from)) {
            reach.is_whole = self.look(view, &whole, usize::MAX);
        } else if !self.contains(&from.expanded(extent(&from) * 0.5)) {
            reach.is_whole = self.look(view, &whole, FEW_ROWS);
            if !reach.is_whole {
                self.look(view, &around(&from), usize::MAX);
            }
        }
        reach
    }

    fn contains(&self, bound: &Aabb) -> bool {
        self.area.is_some_and(|area| area.contains(bound))
    }

    /// Takes a new position. Returns its bound.
    fn move_to<S: Movable>(&mut self, at: S) -> Aabb {
        let bound = at.bound();
        self.at = Some((at.into(), bound));
        // A move enters nothing, so only what was overlapped may be so here.
        let Self { near, overlapped, meter, .. } = self;
        overlapped.move_to(at, meter, |slot, shape| {
            near.push(Near { slot, gap: 0.0, bound: shape.aabb(), shape });
        });
        bound
    }

    /// Whether the shape passes through an entity, or is on its way out of it.
    fn ignores<S: Movable>(&self, reach: &Reach<'_, S>, slot: u32, obstacle: &Obstacle) -> bool {
        obstacle.overlaps && reach.view.leaves(obstacle.normal, reach.motion) || is_among(&self.passed, slot)
    }
}

/// A long motion is searched at once if it is near at most this many rows, else only around its start.
const FEW_ROWS: usize = 64;

/// The number of near entities that are not worth sorting.
const FEW: usize = 32;
