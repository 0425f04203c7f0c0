//! The entities that a shape overlaps where it is. They are decided once for each position and not for each move from it:
//! in a crowd on one point there are many.

use collide_core::swept::{Movable, Obstacle, SweptShape};
use collide_core::{DVec2, Shape, Vec2};

use super::reach::{Block, View, is_among, test_units};
use crate::base::Meter;

/// The entities that a shape overlaps where it is. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Overlapped {
    /// The slots, and the normals of the surfaces in contact.
    normals: Vec<(u32, DVec2)>,
    /// The shapes, and contact points.
    shapes: Vec<(Shape, Vec2)>,
    /// Those of the position before.
    earlier: Vec<(u32, Shape)>,
}

impl Overlapped {
    pub(super) fn clear(&mut self) {
        self.normals.clear();
        self.shapes.clear();
    }

    pub(super) fn push(&mut self, slot: u32, shape: Shape, Obstacle { normal, point, .. }: &Obstacle) {
        self.normals.push((slot, *normal));
        self.shapes.push((shape, *point));
    }

    /// Takes a new position. Passes those entities to `leave` that the shape overlaps no more.
    pub(super) fn move_to<S: Movable>(&mut self, at: S, meter: &mut Meter, mut leave: impl FnMut(u32, Shape)) {
        let mut earlier = std::mem::take(&mut self.earlier);
        earlier.clear();
        earlier.extend(self.normals.iter().zip(&self.shapes).map(|((slot, _), (shape, _))| (*slot, *shape)));
        self.clear();
        let (standing, units) = (SweptShape::of(at), test_units(&at.into()));
        for (slot, shape) in &earlier {
            meter.add(units + test_units(shape));
            match standing.obstacle(*shape) {
                Some(obstacle) => self.push(*slot, *shape, &obstacle),
                None => leave(*slot, *shape),
            }
        }
        self.earlier = earlier;
    }

    /// The first of them, by slot, that a motion leads deeper into and that the shape does not pass through. Those that it
    /// would pass through are added to `passing`.
    pub(super) fn first(
        &self,
        view: &View<'_>,
        motion: DVec2,
        passed: &[u32],
        passing: &mut Vec<(f64, u32)>,
        meter: &mut Meter,
    ) -> Option<Block> {
        meter.add(self.normals.len() as u64);
        let mut first: Option<usize> = None;
        for (index, &(slot, normal)) in self.normals.iter().enumerate() {
            let is_earlier = first.is_none_or(|first| slot < self.normals[first].0);
            if !is_earlier || view.leaves(normal, motion) || is_among(passed, slot) {
                continue;
            }
            if view.passes(&self.block(index)) {
                passing.push((0.0, slot));
            } else {
                first = Some(index);
            }
        }
        first.map(|index| self.block(index))
    }

    fn block(&self, index: usize) -> Block {
        let ((slot, normal), (shape, point)) = (self.normals[index], self.shapes[index]);
        Block { slot, shape, obstacle: Obstacle { time: 0.0, normal, point, overlaps: true } }
    }

    /// Whether one of them blocks a motion.
    pub(super) fn blocks(&self, view: &View<'_>, motion: DVec2, passed: &[u32], meter: &mut Meter) -> bool {
        meter.add(self.normals.len() as u64);
        self.normals.iter().any(|&(slot, normal)| !view.leaves(normal, motion) && !is_among(passed, slot))
    }
}
