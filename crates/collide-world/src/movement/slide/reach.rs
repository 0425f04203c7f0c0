//! Moves, where to look for what blocks them, and what is found.

use std::ops::ControlFlow;

use collide_core::swept::{Movable, Obstacle, SweptShape};
use collide_core::{Aabb, DVec2, Shape, Vec2};

use super::placed::PlacedMovers;
use crate::base::{Meter, work};
use crate::movement::measures::{extent, margin};
use crate::search::Scope;
use crate::{Filter, Handle, SlideOptions};

/// Something that may block a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) slot: u32,
    /// The distance of the bound along an axis, where it was found, or [`OVERLAPPED`].
    pub(super) gap: f32,
    pub(super) bound: Aabb,
    pub(super) shape: Shape,
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
    pub(super) scope: &'a Scope<'a>,
    /// The other movers of the batch, if they block.
    pub(super) movers: Option<&'a (&'a PlacedMovers, Scope<'a>)>,
    pub(super) filter: Filter,
    pub(super) options: &'a SlideOptions<'a>,
}

/// Entities, or movers that are elsewhere than where they are found.
pub(super) struct Source<'a> {
    pub(super) scope: &'a Scope<'a>,
    movers: Option<&'a PlacedMovers>,
}

impl Source<'_> {
    /// Where what is found is.
    pub(super) fn shape<'s>(&'s self, slot: u32, found: &'s Shape) -> &'s Shape {
        self.movers.map_or(found, |movers| movers.shape(slot))
    }

    pub(super) fn near(&self, slot: u32, found: &Shape) -> Near {
        let shape = *self.shape(slot, found);
        Near { slot, gap: 0.0, bound: shape.aabb(), shape }
    }

    /// Adds what is in an area. Returns false, after a part of it, if there are more than `max_rows` rows to visit.
    pub(super) fn find(
        &self,
        area: &Aabb,
        view: &View<'_>,
        max_rows: usize,
        (meter, near): (&mut Meter, &mut Vec<Near>),
    ) -> bool {
        self.scope.near_each(area, &view.filter, max_rows, (meter, work::copy_with_bound), |slot, shape| {
            let shape = self.shape(slot, &shape);
            let bound = shape.aabb();
            if bound.intersects(area) {
                near.push(Near { slot, gap: 0.0, bound, shape: *shape });
            }
            ControlFlow::Continue(())
        })
    }
}

impl<'a> View<'a> {
    pub(super) fn sources(&self) -> impl Iterator<Item = Source<'a>> {
        let others = Source { scope: self.scope, movers: None };
        let movers = self.movers.map(|(movers, scope)| Source { scope, movers: Some(movers) });
        [Some(others), movers].into_iter().flatten()
    }

    /// Calls `find` with the entities that have an index.
    pub(super) fn in_index<R>(&self, find: impl FnOnce(Source<'_>) -> R) -> R {
        find(Source { scope: &self.scope.in_index(), movers: None })
    }

    /// Whether the shape passes through what would block it.
    pub(super) fn passes(&self, block: &Block) -> bool {
        let pass = |pass: &(dyn Fn(Handle, Vec2) -> bool + Sync)| {
            pass(self.scope.handle(block.slot), to_f32(block.obstacle.normal))
        };
        self.options.pass.is_some_and(pass)
    }

    /// Whether the shape is on its way out of an entity.
    pub(super) fn leaves(&self, normal: DVec2, motion: DVec2) -> bool {
        self.options.leave_overlapped && normal.dot(motion) <= 0.0
    }
}

/// A move, and what of it has to be looked at.
pub(super) struct Reach<'a, S: Movable> {
    pub(super) view: &'a View<'a>,
    pub(super) swept: &'a SweptShape<S>,
    pub(super) motion: DVec2,
    /// The bound at the start.
    pub(super) from: Aabb,
    /// The bound of the whole move.
    pub(super) bound: Aabb,
    /// Whether everything that it may touch is near.
    pub(super) is_whole: bool,
}

impl<S: Movable> Reach<'_, S> {
    /// The bound of the move up to a time, with a margin for the rounding of times.
    pub(super) fn until(&self, time: f64) -> Aabb {
        self.from.swept(self.motion * time).expanded(slack(&self.from))
    }

    /// The units of work for a test of the move.
    pub(super) fn units(&self, near: &Near) -> u64 {
        let from = self.swept.from().into();
        let is_simple = matches!(from, Shape::Circle(_)) && !matches!(near.shape, Shape::Polygon(_));
        let scale = extent(&self.from.union(&near.bound));
        let times =
            if !is_simple && self.motion.abs().max_element() > scale * EXTREME { work::slide::EXACT } else { 1 };
        (test_units(&from) + test_units(&near.shape)) * times
    }

    /// The time, from zero to one, before which the bound of the shape does not meet another one.
    pub(super) fn earliest(&self, bound: &Aabb) -> f64 {
        let ahead = bound.min().as_dvec2() - self.from.max().as_dvec2();
        let behind = bound.max().as_dvec2() - self.from.min().as_dvec2();
        let time = |motion: f64, ahead: f64, behind: f64| if motion > 0.0 { ahead / motion } else { behind / motion };
        let [x, y] = [time(self.motion.x, ahead.x, behind.x), time(self.motion.y, ahead.y, behind.y)];
        // Without motion along an axis a quotient is infinite or NaN.
        let later = |first: f64, time: f64| if time.is_finite() && time > first { time } else { first };
        later(later(0.0, x), y).min(1.0)
    }

    /// The time after which nothing is hit that is not later than `time`.
    pub(super) fn latest(&self, time: f64) -> f64 {
        time + slack(&self.from) / self.motion.abs().max_element()
    }
}

/// Whether a slot is in an ordered list.
pub(super) fn is_among(slots: &[u32], slot: u32) -> bool {
    slots.binary_search(&slot).is_ok()
}

/// Far more than the distance on which a time that is rounded is wrong.
fn slack(bound: &Aabb) -> f64 {
    margin(bound) + extent(bound) * (1.0 / 64.0)
}

/// Where a shape looks around first that is going to move by about `motion`: most moves stay within a margin, so that one
/// search is enough. `None` if the motion is long.
pub(super) fn whole(bound: &Aabb, motion: DVec2) -> Option<Aabb> {
    let extent = extent(bound);
    (!is_long(motion.abs().max_element(), extent))
        .then(|| bound.swept(motion).expanded(motion.length().min(extent) + margin(bound)))
}

/// Where a shape looks around whose motion is long.
pub(super) fn around(bound: &Aabb) -> Aabb {
    bound.expanded(extent(bound) + margin(bound))
}

/// The distance of two bounds along an axis: zero if they intersect.
pub(super) fn gap(a: &Aabb, b: &Aabb) -> f32 {
    (a.min() - b.max()).max(b.min() - a.max()).max_element().max(0.0)
}

/// Whether a motion whose longer component is this is so long that its bound contains much beside its way.
pub(super) fn is_long(motion: f64, extent: f64) -> bool {
    motion > extent * LONG
}

/// A motion is long if it is this many times as long as the shape.
const LONG: f64 = 8.0;

/// The gap of what the shape overlaps where it is.
pub(super) const OVERLAPPED: f32 = -1.0;

/// A motion this many times as long as what is near may need exact arithmetic.
const EXTREME: f64 = (1_u64 << 40) as f64;

/// The units of a test are the sum of these of both shapes.
pub(super) fn test_units(shape: &Shape) -> u64 {
    match shape {
        Shape::Circle(_) => 60,
        Shape::Rect(_) | Shape::OrientedRect(_) => 340,
        Shape::Capsule(_) => 900,
        Shape::Polygon(_) => 1_450,
    }
}

/// Rounded to `f32`. Zeros become positive.
pub(super) fn to_f32(vector: DVec2) -> Vec2 {
    vector.as_vec2() + 0.0
}
