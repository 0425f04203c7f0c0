//! The loop of a slide: a leg, a hit, and the direction of the next leg.

use collide_core::swept::{SweptShape, spacing};
use collide_core::{DVec2, Moving, Relation, Shape, Vec2};
use smallvec::SmallVec;

use super::leg::{Ends, HIGHEST, Limit, is_tiny};
use super::surroundings::{Block, Surroundings, View};
use super::{Slide, SlideHit, SlideOptions};
use crate::{Filter, Queries, Query};

impl Queries<'_> {
    /// Slides a shape, with the buffers of the search.
    pub(super) fn slide_in(
        &self,
        query: &Query<Moving>,
        options: &SlideOptions<'_>,
        surroundings: &mut Surroundings,
    ) -> Slide {
        let filter = Filter { sensors: false, ..query.filter };
        let view = View { queries: self, filter, leave_overlapped: options.leave_overlapped };
        surroundings.begin(&view, &query.what.shape(), query.what.motion());
        Slider::new(view, &query.what, options, surroundings).run()
    }
}

/// A surface that the shape touches where it is.
#[derive(Clone, Copy)]
struct Plane {
    slot: u32,
    normal: DVec2,
}

/// How far a leg leads.
enum Advance {
    /// All the way.
    Whole,
    /// To what blocks it.
    Blocked(Block),
    /// Nowhere: the way is shorter than the spacing of positions.
    Nowhere,
}

/// A slide on its way.
pub(super) struct Slider<'a> {
    pub(super) view: View<'a>,
    options: &'a SlideOptions<'a>,
    pub(super) around: &'a mut Surroundings,
    start: Shape,
    pub(super) motion: Vec2,
    pub(super) at: Shape,
    pub(super) limit: Limit,
    /// Where the motion leads to from here if nothing blocks it, relative to the start. Positions are rounded, this is
    /// not: so the rounding of one leg is made good by the next.
    goal: DVec2,
    /// The goal of the present leg.
    heading: DVec2,
    /// The surfaces that it ran into here.
    planes: SmallVec<[Plane; 4]>,
    /// The normal of the surface that it follows.
    pub(super) follows: Option<DVec2>,
    /// The fraction of the motion that is over.
    time: f64,
    hits: SmallVec<[SlideHit; 2]>,
}

impl<'a> Slider<'a> {
    fn new(view: View<'a>, moving: &Moving, options: &'a SlideOptions<'a>, around: &'a mut Surroundings) -> Self {
        let (start, motion) = (moving.shape(), moving.motion());
        Self {
            view,
            options,
            around,
            start,
            motion,
            at: start,
            limit: Limit::Motion(motion),
            goal: motion.as_dvec2(),
            heading: motion.as_dvec2(),
            planes: SmallVec::new(),
            follows: None,
            time: 0.0,
            hits: SmallVec::new(),
        }
    }

    fn run(mut self) -> Slide {
        let mut way = self.goal;
        let (mut bounces, mut steps) = (0, 0);
        let mut left = DVec2::ZERO;
        while way != DVec2::ZERO {
            let advance = self.advance(way);
            left = if let Advance::Whole = advance { DVec2::ZERO } else { self.wish() };
            let Advance::Blocked(block) = advance else { break };
            if steps < MAX_STEPS
                && let Some(next) = self.step_over(&block)
            {
                steps += 1;
                way = next;
                continue;
            }
            if self.is_known(&block) {
                break;
            }
            self.note(&block);
            bounces += 1;
            let next = self.deflected().filter(|_| bounces <= self.options.max_bounces);
            let Some(next) = next else { break };
            way = next;
        }
        self.finish(left)
    }

    /// The motion that is left here.
    pub(super) fn wish(&self) -> DVec2 {
        self.goal - SweptShape::between(self.start, self.at).map_or(DVec2::ZERO, |leg| leg.motion())
    }

    /// Takes one leg by `way`, or as far as it gets. What blocks it there is a surface which the shape touches already if
    /// nothing else does.
    fn advance(&mut self, way: DVec2) -> Advance {
        let ends = self.ends(way, DVec2::ZERO);
        let (mut legs, mut known, mut number) = (ends.legs(), None, 0);
        while let Some(leg) = legs.next() {
            number += 1;
            let Some(block) = self.first(&leg) else {
                self.take(&leg, 1.0);
                return Advance::Whole;
            };
            if self.is_known(&block) {
                if known.is_none() && ends.highest(HIGHEST).is_some_and(|leg| enters(&leg, &block)) {
                    return Advance::Blocked(block);
                }
                known = known.or(Some(block));
                continue;
            }
            if let Some(free) = self.beside(&block, &ends, legs.take(NEAR.saturating_sub(number))) {
                self.take(&free, 1.0);
                return Advance::Whole;
            }
            self.approach(&leg, &block);
            return Advance::Blocked(block);
        }
        known.map_or(Advance::Nowhere, Advance::Blocked)
    }

    /// The first of some legs that is free. They end beside a place that a surface blocks.
    fn beside(&mut self, block: &Block, ends: &Ends, mut legs: impl Iterator<Item = SweptShape>) -> Option<SweptShape> {
        // Most surfaces are walls: they block the leg that is farthest off the others, and so the legs between.
        if ends.highest(NEAR_LIFT).is_some_and(|leg| enters(&leg, block)) {
            return None;
        }
        legs.find(|leg| self.is_free(leg))
    }

    /// Whether no entity blocks a leg, except those that the shape passes through.
    fn is_free(&mut self, leg: &SweptShape) -> bool {
        if self.options.pass.is_some() { self.first(leg).is_none() } else { !self.around.blocks(&self.view, leg) }
    }

    /// The first entity that blocks a leg and that the shape does not pass through.
    fn first(&mut self, leg: &SweptShape) -> Option<Block> {
        loop {
            match self.around.first(&self.view, leg) {
                Some(block) if self.passes(&block) => self.around.pass(block.slot),
                block => return block,
            }
        }
    }

    /// Moves up to an obstacle: to the position nearest to the contact that is not blocked.
    fn approach(&mut self, leg: &SweptShape, block: &Block) {
        let (way, time) = (leg.motion(), block.obstacle.time);
        if time == 0.0 {
            return;
        }
        let (spacing, mut tried) = (spacing(self.at), f64::INFINITY);
        for back in BACK {
            let time = time * (1.0 - back);
            // A quarter of a position back leads to the same places.
            if (way.abs() * (tried - time)).cmplt(spacing * 0.25).all() {
                continue;
            }
            tried = time;
            for leg in self.ends(way * time, block.obstacle.normal).legs() {
                if !self.around.blocks(&self.view, &leg) {
                    self.take(&leg, time);
                    return;
                }
            }
        }
    }

    /// The legs that end near a place.
    fn ends(&self, way: DVec2, normal: DVec2) -> Ends {
        let off = self.planes.iter().fold(normal, |off, plane| off + plane.normal);
        Ends { from: self.at, way, off, limit: self.limit, motion: self.motion }
    }

    pub(super) fn take(&mut self, leg: &SweptShape, time: f64) {
        if !is_tiny(leg.motion(), spacing(self.at)) {
            self.planes.clear();
            // The motion went on in the direction of the leg since the last surface.
            self.goal = self.heading;
        }
        self.at = leg.to();
        self.limit = self.limit.less(leg);
        self.time += (1.0 - self.time) * time;
    }

    fn passes(&self, block: &Block) -> bool {
        let normal = to_f32(block.obstacle.normal);
        self.options.pass.is_some_and(|pass| pass(self.view.queries.handle(block.slot), normal))
    }

    /// Whether the surface is one of those that the shape touches here.
    fn is_known(&self, block: &Block) -> bool {
        let same = |plane: &Plane| plane.slot == block.slot && plane.normal.dot(block.obstacle.normal) > 0.999;
        self.planes.iter().any(same)
    }

    /// Records a hit.
    fn note(&mut self, block: &Block) {
        let obstacle = &block.obstacle;
        self.planes.push(Plane { slot: block.slot, normal: obstacle.normal });
        self.hits.push(SlideHit {
            handle: self.view.queries.handle(block.slot),
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
        let wish = self.wish();
        let along = wish - normal * wish.dot(normal);
        self.heading = self.goal - wish + along;
        self.follows = Some(normal);
        (along.dot(self.motion.as_dvec2()) > 0.0).then_some(along)
    }

    /// The result. A slide that got nowhere ends where it started, so that a constant motion comes to rest.
    fn finish(self, left: DVec2) -> Slide {
        let idle =
            SweptShape::between(self.start, self.at).is_some_and(|leg| leg.compare_direction(self.motion).is_le());
        let (shape, left) = if idle { (self.start, self.motion.as_dvec2()) } else { (self.at, left) };
        Slide { shape, left: to_f32(left), hits: self.hits }
    }
}

/// Rounded to `f32`. Zeros become positive.
fn to_f32(vector: DVec2) -> Vec2 {
    vector.as_vec2() + 0.0
}

/// Whether a leg enters what blocks another one.
fn enters(leg: &SweptShape, block: &Block) -> bool {
    leg.relation_to(block.shape) == Relation::Interior
}

/// The number of ends of a leg that are tried before something stops it: at a seam of two tiles, the second may stand
/// out by less than the spacing of positions.
const NEAR: usize = 6;

/// The height of the highest of these ends, in positions.
const NEAR_LIFT: f64 = 4.0;

/// The maximum number of steps over seams.
const MAX_STEPS: usize = 64;

/// The fractions by which to fall short of a contact, if no position at the contact is free.
const BACK: [f64; 6] = [0.0, 1e-6, 1e-3, 0.1, 0.5, 0.9];
