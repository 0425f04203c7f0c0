use collide_core::swept::{Obstacle, SweptShape};
use collide_core::{Aabb, Relation, Shape, Vec2, relation};

use super::rounding_unit;
use crate::{Filter, Queries};

/// The entities around a moving shape. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// The entities whose bounds intersect `area`, and then the movers.
    near: Vec<Near>,
    area: Option<Aabb>,
    /// Other shapes that move in the same batch, and block: with the slots of their entities.
    pub(super) movers: Vec<(u32, Shape)>,
    /// The slots of entities that the shape passes through.
    passed: Vec<u32>,
    /// What blocked a move last: often it blocks the next one too.
    last: Option<Near>,
    found: Vec<(u32, Shape)>,
    /// The start of the last move, and its bound.
    from: Option<(Shape, Aabb)>,
}

/// Something that may block a move.
#[derive(Clone, Copy, Debug)]
struct Near {
    slot: u32,
    bound: Aabb,
    shape: Shape,
}

/// Something that blocks a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) slot: u32,
    pub(super) shape: Shape,
    pub(super) obstacle: Obstacle,
}

/// Where to look for entities.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) queries: &'a Queries<'a>,
    pub(super) filter: Filter,
    pub(super) leave_overlapped: bool,
}

impl Surroundings {
    /// Starts with the next shape, which is going to move by about `motion`.
    pub(super) fn begin(&mut self, view: &View<'_>, shape: &Shape, motion: Vec2) {
        self.passed.clear();
        self.last = None;
        let (bound, motion) = (shape.aabb(), motion.as_dvec2());
        let extent = (bound.max().as_dvec2() - bound.min().as_dvec2()).max_element();
        // Most moves stay within this margin, so that one search is enough.
        let margin = motion.length().min(extent) + margin(&bound);
        self.look(view, &bound.swept(motion).expanded(margin));
    }

    fn look(&mut self, view: &View<'_>, area: &Aabb) {
        view.queries.near(area, &view.filter, &mut self.found);
        let near = |&(slot, shape): &(u32, Shape)| Near { slot, bound: shape.aabb(), shape };
        self.near.clear();
        self.near.extend(self.found.iter().chain(&self.movers).map(near));
        self.area = Some(*area);
    }

    /// Passes through an entity from now on.
    pub(super) fn pass(&mut self, slot: u32) {
        self.passed.push(slot);
    }

    /// The first entity that blocks a move: by time, then by slot.
    pub(super) fn first(&mut self, view: &View<'_>, swept: &SweptShape) -> Option<Block> {
        let mut first: Option<Block> = None;
        let bound = self.reach(view, swept);
        for near in self.near.iter().filter(|near| near.bound.intersects(&bound)) {
            let Near { slot, shape, .. } = *near;
            let Some(obstacle) = swept.obstacle(shape) else { continue };
            if !self.ignores(view, slot, swept, &obstacle)
                && first.is_none_or(|first| (obstacle.time, slot) < (first.obstacle.time, first.slot))
            {
                first = Some(Block { slot, shape, obstacle });
                self.last = Some(*near);
            }
        }
        first
    }

    /// Whether an entity blocks a move.
    pub(super) fn blocks(&mut self, view: &View<'_>, swept: &SweptShape) -> bool {
        let bound = self.reach(view, swept);
        let blocks = |near: &&Near| near.bound.intersects(&bound) && self.is_blocked_by(view, swept, near);
        let found = self.last.as_ref().into_iter().chain(&self.near).find(blocks).copied();
        self.last = found.or(self.last);
        found.is_some()
    }

    /// Whether something blocks a move whose bound intersects its own.
    fn is_blocked_by(&self, view: &View<'_>, swept: &SweptShape, near: &Near) -> bool {
        if swept.relation_to(near.shape) != Relation::Interior || self.passed.contains(&near.slot) {
            return false;
        }
        // Only what the shape overlaps already may let it out.
        let may_leave = view.leave_overlapped && relation(swept.from(), near.shape) == Relation::Interior;
        !may_leave
            || swept.obstacle(near.shape).is_some_and(|obstacle| !self.ignores(view, near.slot, swept, &obstacle))
    }

    /// Looks farther if the move leads out of the area. Returns the bound of the move.
    fn reach(&mut self, view: &View<'_>, swept: &SweptShape) -> Aabb {
        let from = match self.from {
            Some((shape, bound)) if shape == swept.from() => bound,
            _ => swept.from().aabb(),
        };
        self.from = Some((swept.from(), from));
        let bound = from.union(&swept.to().aabb());
        if !self.area.is_some_and(|area| area.contains(&bound)) {
            self.look(view, &bound.expanded(margin(&bound)));
        }
        bound
    }

    /// Whether the shape passes through an entity, or is on its way out of it.
    fn ignores(&self, view: &View<'_>, slot: u32, swept: &SweptShape, obstacle: &Obstacle) -> bool {
        let leaves = obstacle.overlaps && view.leave_overlapped && obstacle.normal.dot(swept.motion()) <= 0.0;
        leaves || self.passed.contains(&slot)
    }
}

/// More than the distance to neighbouring positions.
fn margin(bound: &Aabb) -> f64 {
    rounding_unit(bound) * 64.0
}
