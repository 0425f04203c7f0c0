use collide_core::{Impact, Moving, Rect, Shape, Vec2, sweep};

use super::boxes::BoxPairs;
use super::mover_list::MoverList;
use crate::base::{Pool, WORTH_SPREADING, unlimited};
use crate::query::{OverlapSearch, SWEEP_ROUNDING, rect_of};
use crate::store::Store;
use crate::{Budget, Handle, IndexedError, Query, World, WorldError};

/// Two entities that collide during a motion, and when and where.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SweptPair {
    /// The entity with the smaller slot.
    pub a: Handle,
    /// The entity with the larger slot.
    pub b: Handle,
    /// When they collide, as a fraction of the motions from 0 to 1, and where. The normal points from `a` to `b`.
    pub impact: Impact,
}

impl SweptPair {
    /// The entity that is not this one.
    #[must_use]
    pub fn other(&self, handle: Handle) -> Handle {
        if self.a == handle { self.b } else { self.a }
    }
}

/// The result of [`World::swept_pairs_into`], with the buffers of the search. Reuse one for many calls.
#[derive(Debug, Default)]
pub struct SweptPairs {
    list: Vec<SweptPair>,
    firsts: Vec<(Handle, Option<SweptPair>)>,
    /// The boxes around the paths of the movers, as shapes and as queries.
    boxes: Vec<Shape>,
    queries: Vec<Query<Shape>>,
    movers: MoverList,
    motions: Vec<Moving>,
    search: OverlapSearch,
    crossing: BoxPairs,
    /// Pairs of slots that may collide.
    candidates: Vec<(u32, u32)>,
    /// The result for each candidate.
    impacts: Vec<Option<SweptPair>>,
}

/// # Swept pairs: bullets and fast movers
impl World {
    /// Overwrites `out` with every pair of a moving entity and another entity that collide during the motion
    /// (continuous collision detection), each pair once, in order of slots. It finds the wall that a fast bullet would
    /// pass through between two steps.
    ///
    /// `moving` holds entities and their motions: straight lines from their current positions, without rotation. All
    /// other entities stay where they are. Two moving entities move at the same time. If a handle occurs several times,
    /// its last motion is used. Each pair is decided as [`sweep`](collide_core::sweep) decides it, whatever the world's
    /// touching rule. Mobility does not matter: two static entities of which one is in `moving` are paired, whatever
    /// [`Settings::static_pairs`](crate::Settings::static_pairs) says.
    ///
    /// Sensors are included: a moving entity and a sensor form a pair. If sensors must not stop your bullets, exclude
    /// them with [layers](crate::Layers). Two sensors, and entities whose layers exclude each other, are not paired.
    /// [`SweptPairs::first_hits`] has the first hit of each bullet.
    ///
    /// Costs two overlap searches with the boxes around the motions, among the movers and against the rest, and some
    /// tens of nanoseconds for each candidate. Fast if nothing has changed since the last [`step`](Self::step) or
    /// [`refresh`](Self::refresh). Does not allocate once `out` has grown.
    ///
    /// # Errors
    /// [`WorldError::Stale`] for a stale handle and [`WorldError::Shape`] for a motion that is not finite, with the
    /// index of the first such motion. `out` is then empty.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Vec2};
    /// use collide_world::{Entity, Settings, SweptPairs, World};
    /// let mut world = World::new(Settings::default());
    /// let bullet = world.insert(Circle::new(Vec2::ZERO, 0.5)?)?;
    /// let wall = world.insert(Entity::fixed(Rect::new(Vec2::new(10.0, -5.0), Vec2::new(10.5, 5.0))?))?;
    /// world.step();
    /// let mut swept = SweptPairs::default();
    /// world.swept_pairs_into(&[(bullet, Vec2::new(38.0, 0.0))], &mut swept)?;
    /// let [pair] = swept.list() else { panic!("one pair") };
    /// assert_eq!((pair.a, pair.b, pair.impact.time), (bullet, wall, 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn swept_pairs_into(
        &self,
        moving: &[(Handle, Vec2)],
        out: &mut SweptPairs,
    ) -> Result<(), IndexedError<WorldError>> {
        out.list.clear();
        out.firsts.clear();
        out.take(moving, &self.store)?;
        out.find_candidates(self);
        let threads = &self.settings().threads;
        threads.run(out.candidates.len(), WORTH_SPREADING, |workers| out.sweep(&self.store, workers));
        out.find_firsts();
        Ok(())
    }
}

impl SweptPairs {
    /// The pairs, in order of the slots of the first and then of the second.
    #[must_use]
    pub fn list(&self) -> &[SweptPair] {
        &self.list
    }

    /// Every moving entity, in the order of the slice and each once, with the pair in which it collides first: that
    /// with the smallest time, then with the smallest slot of the other entity. `None` if it collides with none.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, SweptPairs, World};
    /// let mut world = World::new(Settings::default());
    /// let [far, bullet, near] =
    ///     [9.0, 0.0, 4.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
    /// world.step();
    /// let mut swept = SweptPairs::default();
    /// world.swept_pairs_into(&[(bullet, Vec2::new(10.0, 0.0))], &mut swept)?;
    /// assert_eq!(swept.list().len(), 2);
    /// let (mover, Some(first)) = swept.first_hits()[0] else { panic!("it hits something") };
    /// assert_eq!((mover, first.other(bullet)), (bullet, near));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn first_hits(&self) -> &[(Handle, Option<SweptPair>)] {
        &self.firsts
    }

    fn find_firsts(&mut self) {
        let Self { list, firsts, movers, .. } = self;
        firsts.extend(movers.handles().iter().map(|handle| (*handle, None)));
        for pair in list.iter() {
            for (mover, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
                let Some((_, first)) = movers.number(mover.slot).map(|number| &mut firsts[number]) else { continue };
                let rank = |pair: &SweptPair, other: Handle| (pair.impact.time, other.slot);
                if first.is_none_or(|first: SweptPair| rank(pair, other) < rank(&first, first.other(mover))) {
                    *first = Some(*pair);
                }
            }
        }
    }

    /// Copies the movers into the search.
    fn take(&mut self, moving: &[(Handle, Vec2)], store: &Store) -> Result<(), IndexedError<WorldError>> {
        let Self { movers, motions, boxes, queries, .. } = self;
        motions.clear();
        movers.take(moving, store, |number, _, mover| match number {
            Some(number) => motions[number] = mover,
            None => motions.push(mover),
        })?;
        boxes.clear();
        boxes.extend(motions.iter().map(|mover| Shape::from(swept_box(mover))));
        queries.clear();
        queries.extend(boxes.iter().map(|swept| Query::new(*swept)));
        Ok(())
    }

    /// Finds the pairs of slots whose paths may cross, in order.
    fn find_candidates(&mut self, world: &World) {
        let Self { boxes, queries, movers, search, crossing, candidates, .. } = self;
        candidates.clear();
        let slot = |mover: u32| movers.handles()[mover as usize].slot;
        unlimited(world.queries().closed().overlap_pairs(queries, Budget::UNLIMITED, search));
        let resting = search.found.iter().filter(|(_, other)| movers.number(*other).is_none());
        candidates.extend(resting.map(|(mover, other)| (slot(*mover), *other)));
        let crossing = crossing.find(boxes, &world.settings().threads);
        candidates.extend(crossing.iter().map(|(a, b)| (slot(*a), slot(*b))));
        candidates.iter_mut().for_each(|(a, b)| (*a, *b) = (*a.min(b), *a.max(b)));
        candidates.retain(|(a, b)| world.store.filters.meet(*a, *b));
        candidates.sort_unstable();
    }

    /// Lists the candidates that collide.
    fn sweep(&mut self, store: &Store, workers: &Pool) {
        let Self { list, movers, motions, candidates, impacts, .. } = self;
        let moving = |slot: u32| match movers.number(slot) {
            Some(number) => Some((movers.handles()[number], motions[number])),
            None => {
                let handle = Handle { slot, generation: store.generations()[slot as usize] };
                store.shape(handle).map(|shape| (handle, shape.into()))
            }
        };
        let meet = |&(a, b): &(u32, u32)| {
            let ((a, first), (b, second)) = (moving(a)?, moving(b)?);
            sweep(first, second).map(|impact| SweptPair { a, b, impact })
        };
        impacts.resize(candidates.len(), None);
        workers.each_pair(candidates, impacts, |pair, impact| *impact = meet(pair));
        list.extend(impacts.iter().flatten());
    }
}

/// The box around a shape's whole path, expanded by the rounding error of a sweep.
fn swept_box(mover: &Moving) -> Rect {
    let (bound, motion) = (mover.shape().aabb(), mover.motion());
    // The sum of both axes: measures of oriented rects mix the axes, and so do their rounding errors.
    let sizes = [bound.min(), bound.max(), motion].map(|size| size.as_dvec2().abs().element_sum());
    let swept = bound.swept(motion.as_dvec2()).expanded(sizes.iter().sum::<f64>() * SWEEP_ROUNDING);
    // A box clamped to the range of `f32` may have a path beyond it, where other shapes may be.
    let whole = swept.min().cmpgt(Vec2::MIN).all() && swept.max().cmplt(Vec2::MAX).all();
    rect_of(&if whole { swept } else { swept.expanded(f64::INFINITY) })
}
