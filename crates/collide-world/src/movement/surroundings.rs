use collide_core::hull::{Leg, Obstacle, obstacle};
use collide_core::{Aabb, Shape, Vec2};

use super::rounding_unit;
use crate::{Filter, Queries};

/// The entities around a moving shape. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// The entities whose bounds intersect `area`, by slot.
    found: Vec<(u32, Shape)>,
    area: Option<Aabb>,
    /// Other shapes that move in the same batch, and block: with the slots of their entities.
    pub(super) movers: Vec<(u32, Shape)>,
    /// The slots of entities that the shape passes through.
    passed: Vec<u32>,
}

/// Something that blocks a leg.
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
        let (bound, motion) = (shape.aabb(), motion.as_dvec2());
        let extent = (bound.max().as_dvec2() - bound.min().as_dvec2()).max_element();
        // Most legs stay within this margin, so that one search is enough.
        let margin = motion.length().min(extent) + margin(&bound);
        self.look(view, &bound.swept(motion).expanded(margin));
    }

    fn look(&mut self, view: &View<'_>, area: &Aabb) {
        view.queries.near(area, &view.filter, &mut self.found);
        self.area = Some(*area);
    }

    /// Passes through an entity from now on.
    pub(super) fn pass(&mut self, slot: u32) {
        self.passed.push(slot);
    }

    /// The first entity that blocks a leg: by time, then by slot.
    pub(super) fn first(&mut self, view: &View<'_>, leg: &Leg) -> Option<Block> {
        let mut first: Option<Block> = None;
        self.reach(view, leg);
        for &(slot, shape) in self.found.iter().chain(&self.movers) {
            let Some(obstacle) = obstacle(leg, shape) else { continue };
            if !self.ignores(view, slot, leg, &obstacle)
                && first.is_none_or(|first| (obstacle.time, slot) < (first.obstacle.time, first.slot))
            {
                first = Some(Block { slot, shape, obstacle });
            }
        }
        first
    }

    /// Whether an entity blocks a leg.
    pub(super) fn blocks(&mut self, view: &View<'_>, leg: &Leg) -> bool {
        self.first(view, leg).is_some()
    }

    /// Looks farther if the leg leads out of the area.
    fn reach(&mut self, view: &View<'_>, leg: &Leg) {
        let bound = leg.aabb();
        if !self.area.is_some_and(|area| area.contains(&bound)) {
            self.look(view, &bound.expanded(margin(&bound)));
        }
    }

    /// Whether the shape passes through an entity, or is on its way out of it.
    fn ignores(&self, view: &View<'_>, slot: u32, leg: &Leg, obstacle: &Obstacle) -> bool {
        let leaves = obstacle.overlaps && view.leave_overlapped && obstacle.normal.dot(leg.way()) <= 0.0;
        leaves || self.passed.contains(&slot)
    }
}

/// More than the distance to neighbouring positions.
fn margin(bound: &Aabb) -> f64 {
    rounding_unit(bound) * 64.0
}
