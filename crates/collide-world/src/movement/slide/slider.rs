//! The loop of a slide: a move, a hit, and the direction of the next move.

use collide_core::swept::{Movable, SweptShape};
use collide_core::{Aabb, DVec2, Moving, Relation, Shape, Vec2};
use smallvec::SmallVec;

use super::candidates::{Candidates, HIGHEST, Limit, is_tiny};
use super::group::Group;
use super::placed::PlacedMovers;
use super::reach::{Block, View, to_f32};
use super::surroundings::Surroundings;
use super::unblocked::Unblocked;
use super::{Slide, SlideHit, SlideOptions};
use crate::search::Accepts;
use crate::{Filter, Queries, Query};

impl Queries<'_> {
    /// Slides a shape, with the buffers of the search. Other movers of its batch may block it too.
    pub(super) fn slide_in(
        &self,
        query: &Query<Moving>,
        movers: Option<&PlacedMovers>,
        options: &SlideOptions<'_>,
        around: &mut Surroundings,
    ) -> Slide {
        let (shape, motion) = (query.what.shape(), query.what.motion());
        let bound = shape.aabb();
        let unblocked = Unblocked::new(&shape, &bound, motion);
        self.slide_near(query, (bound, unblocked.as_ref()), (movers, None), options, around)
    }

    /// The same for a shape with this bound, and the end of its motion if nothing blocks it. If no movers block it, its
    /// group may know what is around.
    pub(super) fn slide_near(
        &self,
        query: &Query<Moving>,
        (bound, unblocked): (Aabb, Option<&Unblocked>),
        (movers, group): (Option<&PlacedMovers>, Option<&Group>),
        options: &SlideOptions<'_>,
        around: &mut Surroundings,
    ) -> Slide {
        let (shape, motion) = (query.what.shape(), query.what.motion());
        let accepts = Accepts { scope: &self.scope, filter: &query.filter };
        let movers = movers.map(|movers| (movers, movers.scope(&self.scope)));
        let filter = Filter { sensors: false, ..query.filter };
        let view = View { scope: &self.scope, movers: movers.as_ref(), filter, options };
        around.begin(&view, (&shape, bound), motion, group.map(|group| (group, &accepts)));
        match unblocked.filter(|unblocked| around.allows(unblocked)) {
            Some(Unblocked { end, .. }) => Slide::unblocked(shape, *end),
            None => match shape {
                Shape::Circle(circle) => Slider::new(view, circle, motion, around).run(),
                Shape::Rect(_) | Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_) => {
                    Slider::new(view, shape, motion, around).run()
                }
            },
        }
    }
}

/// A surface that the shape touches where it is.
#[derive(Clone, Copy)]
struct Plane {
    slot: u32,
    normal: DVec2,
}

/// How far a move leads.
enum Advance {
    /// All the way.
    Whole,
    /// To what blocks it.
    Blocked(Block),
    /// Nowhere: the motion is shorter than the spacing of positions.
    Nowhere,
}

/// A slide in progress, of any shape or of a circle: most movers are circles.
pub(super) struct Slider<'a, S: Movable> {
    pub(super) view: View<'a>,
    pub(super) around: &'a mut Surroundings,
    start: S,
    pub(super) motion: Vec2,
    pub(super) at: S,
    pub(super) limit: Limit,
    /// Where the motion leads to from here if nothing blocks it, relative to the start. Positions are rounded, this is
    /// not: so the next move makes up for the rounding of the last one.
    target: DVec2,
    /// The target while the present move lasts.
    next_target: DVec2,
    /// The surfaces that it ran into here.
    planes: SmallVec<[Plane; 4]>,
    /// The normal of the surface that it follows.
    pub(super) follows: Option<DVec2>,
    /// The fraction of the motion that is over.
    time: f64,
    hits: SmallVec<[SlideHit; 2]>,
}

impl<'a, S: Movable> Slider<'a, S> {
    pub(super) fn new(view: View<'a>, start: S, motion: Vec2, around: &'a mut Surroundings) -> Self {
        Self {
            view,
            around,
            start,
            motion,
            at: start,
            limit: Limit::Motion(motion),
            target: motion.as_dvec2(),
            next_target: motion.as_dvec2(),
            planes: SmallVec::new(),
            follows: None,
            time: 0.0,
            hits: SmallVec::new(),
        }
    }

    pub(super) fn run(mut self) -> Slide {
        let mut motion = self.target;
        let (mut bounces, mut steps) = (0, 0);
        let mut left = DVec2::ZERO;
        while motion != DVec2::ZERO && !self.around.meter.is_over() {
            let advance = self.advance(motion);
            left = if let Advance::Whole = advance { DVec2::ZERO } else { self.remaining() };
            let Advance::Blocked(block) = advance else { break };
            if steps < MAX_STEPS
                && let Some(next) = self.step_over(&block)
            {
                steps += 1;
                motion = next;
                continue;
            }
            if self.is_touched(&block) {
                break;
            }
            self.note(&block);
            bounces += 1;
            let next = self.deflected().filter(|_| bounces <= self.view.options.max_bounces);
            let Some(next) = next else { break };
            motion = next;
        }
        self.finish(left)
    }

    /// The motion that is left here.
    pub(super) fn remaining(&self) -> DVec2 {
        self.target - SweptShape::of(self.start).ending(&self.at).map_or(DVec2::ZERO, |swept| swept.motion())
    }

    /// Moves once by `motion`, or as far as it gets. What blocks it there is a surface which the shape touches already if
    /// nothing else does.
    fn advance(&mut self, motion: DVec2) -> Advance {
        let candidates = self.candidates(motion, DVec2::ZERO);
        let (mut moves, mut touched, mut number) = (candidates.iter(), None, 0);
        while let Some(swept) = moves.next() {
            number += 1;
            let Some(block) = self.around.first(&self.view, &swept) else {
                self.apply(&swept, 1.0);
                return Advance::Whole;
            };
            if self.is_touched(&block) {
                let highest = candidates.highest(HIGHEST).filter(|_| touched.is_none());
                if let Some(holds) = highest.and_then(|swept| self.holds(&swept, &block)) {
                    return Advance::Blocked(holds);
                }
                touched = touched.or(Some(block));
                continue;
            }
            if let Some(free) = self.free_near(&block, &candidates, moves.take(NEAR.saturating_sub(number))) {
                self.apply(&free, 1.0);
                return Advance::Whole;
            }
            self.approach(&swept, &block);
            return Advance::Blocked(block);
        }
        touched.map_or(Advance::Nowhere, Advance::Blocked)
    }

    /// What blocks the highest of the moves, so that the lower ones are not worth a test: the surface that the shape
    /// touches, or something that it overlaps.
    fn holds(&mut self, highest: &SweptShape<S>, block: &Block) -> Option<Block> {
        if block.obstacle.overlaps {
            // A sweep that starts inside is an interior overlap wherever it leads, so the direction decides.
            self.around.first_overlapped(&self.view, highest.motion())
        } else {
            enters(highest, block).then_some(*block)
        }
    }

    /// The first of some moves that is free. They end beside a place that a surface blocks.
    fn free_near(
        &mut self,
        block: &Block,
        candidates: &Candidates<S>,
        mut moves: impl Iterator<Item = SweptShape<S>>,
    ) -> Option<SweptShape<S>> {
        // Most surfaces are walls: they block the move that is farthest off the others, and so the moves between.
        if candidates.highest(NEAR_LIFT).is_some_and(|swept| enters(&swept, block)) {
            return None;
        }
        moves.find(|swept| self.is_free(swept))
    }

    /// Whether no entity blocks a move, except those that the shape passes through.
    fn is_free(&mut self, swept: &SweptShape<S>) -> bool {
        if self.view.options.pass.is_some() {
            self.around.first(&self.view, swept).is_none()
        } else {
            !self.around.blocks(&self.view, swept)
        }
    }

    /// Moves up to an obstacle: to the position nearest to the contact that is not blocked.
    fn approach(&mut self, swept: &SweptShape<S>, block: &Block) {
        let (motion, time) = (swept.motion(), block.obstacle.time);
        if time == 0.0 {
            return;
        }
        let (spacing, mut tried) = (self.at.spacing(), f64::INFINITY);
        for back in BACK {
            let time = time * (1.0 - back);
            // A quarter of a position back leads to the same places.
            if (motion.abs() * (tried - time)).cmplt(spacing * 0.25).all() {
                continue;
            }
            tried = time;
            for swept in self.candidates(motion * time, block.obstacle.normal).iter() {
                if !self.around.blocks(&self.view, &swept) {
                    self.apply(&swept, time);
                    return;
                }
            }
        }
    }

    /// The moves that end near a place.
    fn candidates(&self, motion: DVec2, normal: DVec2) -> Candidates<S> {
        let off = self.planes.iter().fold(normal, |off, plane| off + plane.normal);
        Candidates::new(self.at, motion, off, self.limit, self.motion)
    }

    pub(super) fn apply(&mut self, swept: &SweptShape<S>, time: f64) {
        if !is_tiny(swept.motion(), self.at.spacing()) {
            self.planes.clear();
            // The motion went on in the direction of the move since the last surface.
            self.target = self.next_target;
        }
        self.at = swept.to();
        self.limit = self.limit.less(swept);
        self.time += (1.0 - self.time) * time;
    }

    /// Whether the surface is one of those that the shape touches here.
    fn is_touched(&self, block: &Block) -> bool {
        let same = |plane: &Plane| plane.slot == block.slot && plane.normal.dot(block.obstacle.normal) > 0.999;
        self.planes.iter().any(same)
    }

    /// Records a hit.
    fn note(&mut self, block: &Block) {
        let obstacle = &block.obstacle;
        self.planes.push(Plane { slot: block.slot, normal: obstacle.normal });
        self.hits.push(SlideHit {
            handle: self.view.scope.handle(block.slot),
            normal: to_f32(obstacle.normal),
            point: obstacle.point,
            time: self.time.min(1.0) as f32,
        });
    }

    /// The direction in which to go on: along the surface that was hit last.
    fn deflected(&mut self) -> Option<DVec2> {
        let normal = self.planes.last()?.normal;
        self.along(normal)
    }

    /// What is left of the motion along a surface, if that leads forward.
    pub(super) fn along(&mut self, normal: DVec2) -> Option<DVec2> {
        let remaining = self.remaining();
        let along = remaining - normal * remaining.dot(normal);
        self.next_target = self.target - remaining + along;
        self.follows = Some(normal);
        (along.dot(self.motion.as_dvec2()) > 0.0).then_some(along)
    }

    /// The result. A slide that got nowhere ends where it started, so that a constant motion comes to rest.
    fn finish(self, left: DVec2) -> Slide {
        let swept = SweptShape::of(self.start).ending(&self.at);
        let is_idle = swept.is_some_and(|swept| swept.compare_direction(self.motion).is_le());
        let (shape, left) = if is_idle { (self.start, self.motion.as_dvec2()) } else { (self.at, left) };
        Slide { shape: shape.into(), left: to_f32(left), hits: self.hits }
    }
}

/// Whether a move enters what blocks another one.
fn enters<S: Movable>(swept: &SweptShape<S>, block: &Block) -> bool {
    swept.relation_to(block.shape) == Relation::Interior
}

/// The number of candidates of a move that are tried before something stops it: at a seam of two tiles, the second may stand
/// out by less than the spacing of positions.
const NEAR: usize = 6;

/// The height of the highest of these candidates, in positions.
const NEAR_LIFT: f64 = 4.0;

/// The maximum number of steps over seams.
const MAX_STEPS: usize = 64;

/// The fractions by which to fall short of a contact, if no position at the contact is free.
const BACK: [f64; 6] = [0.0, 1e-6, 1e-3, 0.1, 0.5, 0.9];
