//! The normal of a hit where a corner meets a corner, and more than one is valid.

use std::ops::ControlFlow;

use collide_core::swept::Movable;
use collide_core::{Aabb, Shape, overlaps};

use super::reach::{Block, Reach, View, is_among};
use crate::base::{Meter, work};
use crate::movement::measures::sort_by_slot;
use crate::search::rect_of;

/// The shapes around a corner, by slot. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct AroundCorner {
    bound: Option<Aabb>,
    shapes: Vec<(u32, Shape)>,
}

/// The number of shapes, by slot, that decide about a normal. In a pile there may be many, and each may ask.
const MAX_SHAPES: usize = 16;

impl AroundCorner {
    pub(super) fn clear(&mut self) {
        self.bound = None;
    }

    /// Chooses the normal of what blocks a move, so that it does not depend on how surfaces are cut: one that is valid for
    /// all that touch the corner, and of these the one that keeps most of the motion.
    pub(super) fn choose_normal<S: Movable>(
        &mut self,
        reach: &Reach<'_, S>,
        block: &mut Block,
        passed: &[u32],
        meter: &mut Meter,
    ) {
        let obstacle = &mut block.obstacle;
        let Some(mut corner) = reach.swept.corner(block.shape, obstacle) else { return };
        let bound = corner.bound();
        if self.bound != Some(bound) {
            self.look(reach.view, bound, meter);
        }
        meter.add(self.shapes.len() as u64 * work::slide::AT_CORNER);
        let blockers = self.shapes.iter().filter(|(slot, _)| !is_among(passed, *slot));
        blockers.for_each(|(_, shape)| corner.narrow(*shape));
        obstacle.normal = corner.normal(reach.motion);
    }

    fn look(&mut self, view: &View<'_>, bound: Aabb, meter: &mut Meter) {
        let Self { shapes, .. } = self;
        shapes.clear();
        let place = rect_of(&bound);
        for source in view.sources() {
            let each = (&mut *meter, work::copy_with_bound as fn(_) -> _);
            source.scope.near_each(&bound, &view.filter, usize::MAX, each, |slot, shape| {
                let shape = source.shape(slot, &shape);
                if overlaps(place, *shape) {
                    shapes.push((slot, *shape));
                }
                ControlFlow::Continue(())
            });
        }
        sort_by_slot(shapes);
        shapes.truncate(MAX_SHAPES);
        self.bound = Some(bound);
    }
}
