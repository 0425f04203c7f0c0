//! Steps over seams: where a surface goes on in the next tile, which stands out by the rounding of its position.

use collide_core::swept::{Movable, Obstacle, Rounding, SweptShape};
use collide_core::{DVec2, Relation, Shape, relation};

use super::reach::Block;
use super::slider::Slider;
use crate::movement::measures::{away, rounding_unit};

/// The heights of the steps that are tried, in multiples of [`rounding_unit`].
const HEIGHTS: [f64; 3] = [1.0, 4.0, 16.0];

/// A step is taken only if the way behind it is this many times as long as it is high. So a shape does not climb where
/// it ought to rest.
const WORTH: f64 = 32.0;

/// Two normals with at least this cosine between them are of the same surface.
const SAME: f64 = 0.999;

impl<S: Movable> Slider<'_, S> {
    /// Steps over what blocks the surface that the shape follows, if that is lower than the rounding of a few
    /// positions. Returns the motion that is left then, along the surface.
    ///
    /// A shape that has met no surface yet may lie on one to either side of what it runs into straight ahead. Not so if one
    /// of the two has no area: where they touch all along, the shape may leave to both sides.
    pub(super) fn step_over(&mut self, block: &Block) -> Option<DVec2> {
        let ahead = block.obstacle.normal;
        if block.obstacle.overlaps {
            None
        } else if let Some(normal) = self.follows {
            self.step_off(normal, block)
        } else if self.remaining().normalize_or_zero().dot(ahead) > SAME
            && [self.at.into(), block.shape].iter().all(has_area)
        {
            self.step_off(ahead.perp(), block).or_else(|| self.step_off(-ahead.perp(), block))
        } else {
            None
        }
    }

    /// The same off a surface with this normal.
    fn step_off(&mut self, normal: DVec2, block: &Block) -> Option<DVec2> {
        let remaining = self.remaining();
        let along = remaining - normal * remaining.dot(normal);
        let (length, unit) = (along.length(), rounding_unit(&self.at.bound()));
        // Most obstacles are walls: the highest step does not lead over them.
        let highest = HEIGHTS.into_iter().rev().find(|height| length > height * unit * WORTH)?;
        self.step(normal, along, highest * unit, block)?;
        for height in HEIGHTS.into_iter().filter(|height| *height <= highest) {
            let Some((up, over)) = self.step(normal, along, height * unit, block) else { continue };
            let free = self.limit.allows(&up) && !self.around.blocks(&self.view, &up);
            if free && !self.around.blocks(&self.view, &over) {
                self.apply(&up, 0.0);
                return self.along(normal);
            }
        }
        None
    }

    /// The move up, off a surface with this normal, and as far over the step as it must be free. `None` if what blocks
    /// the shape is no step.
    fn step(&self, normal: DVec2, along: DVec2, height: f64, block: &Block) -> Option<(SweptShape<S>, SweptShape<S>)> {
        let rise = SweptShape::moved(self.at, -normal * height, rounding(normal))?;
        let up = rise.to();
        let motion = along.normalize_or_zero() * height * WORTH;
        let over = SweptShape::moved(up, motion, [Rounding::Nearest; 2])?;
        let over = over.obstacle(block.shape).map_or(Some(over), |next| self.rise(up, motion, &next, block))?;
        Some((rise, over))
    }

    /// The move over a step behind which the surface rises: along the next one, if that is not what blocks the shape.
    fn rise(&self, up: S, motion: DVec2, next: &Obstacle, block: &Block) -> Option<SweptShape<S>> {
        let before = block.obstacle.normal;
        let rises = next.normal.dot(before) < SAME && next.normal.dot(motion) < before.dot(motion);
        let along = motion - next.normal * motion.dot(next.normal);
        if !rises || along.dot(self.motion.as_dvec2()) <= 0.0 {
            return None;
        }
        let motion = along.normalize_or_zero() * motion.length();
        SweptShape::moved(up, motion, rounding(next.normal))
    }
}

fn has_area(shape: &Shape) -> bool {
    relation(*shape, *shape) == Relation::Interior
}

/// The rounding away from a surface.
fn rounding(normal: DVec2) -> [Rounding; 2] {
    [0, 1].map(|axis| away(normal[axis]).unwrap_or_default())
}
