use collide_core::{Impact, Moving, Rect, Shape, ShapeError, Touching, Vec2, sweep};
use thiserror::Error;

use crate::base::{Pool, WORTH_SPREADING, unlimited};
use crate::query::{OverlapSearch, SWEEP_ROUNDING, rect_of};
use crate::store::Store;
use crate::{Batch, Handle, Query, Settings, Strategy, World};

/// Two entities that meet on their way, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweptPair {
    /// The one with the smaller slot.
    pub a: Handle,
    /// The other one.
    pub b: Handle,
    /// When, as a part of the motions, and where; the normal points from `a` to `b`.
    pub impact: Impact,
}

/// The pairs that [`World::swept_pairs_into`] finds. Keeps its memory, and what the search needs to work with; use one for many.
#[derive(Debug, Default)]
pub struct SweptPairs {
    list: Vec<SweptPair>,
    /// The movers' ways, each in the box around it, and as questions.
    boxes: Vec<Shape>,
    queries: Vec<Query<Shape>>,
    movers: Vec<(Handle, Moving)>,
    /// The number of the mover in each slot.
    mover_of: Vec<u32>,
    search: OverlapSearch,
    batch: Batch,
    crossing: Vec<(u32, u32)>,
    /// Pairs of slots that may meet.
    candidates: Vec<(u32, u32)>,
    /// Whether and how each candidate meets.
    impacts: Vec<Option<SweptPair>>,
}

/// Why swept pairs were refused. None are found then.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SweptError {
    /// The entity was removed.
    #[error("handle: {handle} is stale, its entity was removed")]
    Stale {
        /// The handle given.
        handle: Handle,
    },
    /// The motion is not finite.
    #[error("handle {handle}: {error}")]
    Motion {
        /// Who was to move.
        handle: Handle,
        /// What is wrong with its motion.
        error: ShapeError,
    },
}

/// No mover has the slot.
const NONE: u32 = u32::MAX;

impl World {
    /// Finds every pair of one that moves and any other entity that meet on the way: bullets that a step at the end of their
    /// motion would find behind the wall. Each pair once, in order of slots, over what `out` held.
    ///
    /// `moving` are entities and the way each goes from where it is, in a straight line without turning; all others stay where they
    /// are, and where two move it is at the same time. Of several motions for one entity the last counts. Whether and when two meet is what
    /// [`sweep`](fn@collide_core::sweep) says of them, whatever the world's rule for touching; entities whose [layers](crate::Layers) do not
    /// meet, and two sensors, do not meet here either.
    ///
    /// Costs two overlap searches with the boxes around the motions, of the movers with each other and of the movers with the rest,
    /// and some tens of nanoseconds for each candidate. It is fast when nothing has changed since the last [`step`](Self::step) or
    /// [`refresh`](Self::refresh). Warm, it allocates nothing.
    ///
    /// # Errors
    /// [`SweptError`] for the first handle whose entity is gone or whose motion is not finite; `out` is then empty.
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
    pub fn swept_pairs_into(&self, moving: &[(Handle, Vec2)], out: &mut SweptPairs) -> Result<(), SweptError> {
        out.list.clear();
        out.take(moving, self.store())?;
        out.find_candidates(self);
        let threads = &self.settings().threads;
        threads.run(out.candidates.len(), WORTH_SPREADING, |threads| out.sweep(self.store(), &Pool { threads }));
        Ok(())
    }
}

impl SweptPairs {
    /// The pairs, in order of the slots of the first and then of the second.
    #[must_use]
    pub fn list(&self) -> &[SweptPair] {
        &self.list
    }

    /// Takes the movers over.
    fn take(&mut self, moving: &[(Handle, Vec2)], store: &Store) -> Result<(), SweptError> {
        self.movers.clear();
        self.mover_of.clear();
        self.mover_of.resize(store.slot_count(), NONE);
        for &(handle, motion) in moving {
            let shape = store.shape(handle).ok_or(SweptError::Stale { handle })?;
            let mover = Moving::new(shape, motion).map_err(|error| SweptError::Motion { handle, error })?;
            let number = &mut self.mover_of[handle.slot as usize];
            if *number == NONE {
                *number = self.movers.len() as u32;
                self.movers.push((handle, mover));
            } else {
                self.movers[*number as usize].1 = mover;
            }
        }
        self.boxes.clear();
        self.boxes.extend(self.movers.iter().map(|(_, mover)| Shape::from(swept_box(mover))));
        self.queries.clear();
        self.queries.extend(self.boxes.iter().map(|swept| Query::new(*swept)));
        Ok(())
    }

    /// Finds the pairs of slots whose ways may cross, in order.
    fn find_candidates(&mut self, world: &World) {
        let Self { boxes, queries, movers, mover_of, search, batch, crossing, candidates, .. } = self;
        candidates.clear();
        let slot = |mover: u32| movers[mover as usize].0.slot;
        unlimited(world.queries().closed().overlap_pairs(queries, u64::MAX, search));
        let resting = search.found.iter().filter(|(_, other)| mover_of[*other as usize] == NONE);
        candidates.extend(resting.map(|(mover, other)| (slot(*mover), *other)));
        let threads = world.settings().threads.clone();
        batch.set_settings(Settings {
            strategy: Strategy::HierarchicalGrid,
            touching: Touching::Closed,
            threads,
            ..Settings::default()
        });
        if batch.pairs_into(boxes, crossing).is_ok() {
            candidates.extend(crossing.iter().map(|(a, b)| (slot(*a), slot(*b))));
        }
        candidates.iter_mut().for_each(|(a, b)| (*a, *b) = (*a.min(b), *a.max(b)));
        candidates.retain(|(a, b)| world.store().filters.meet(*a, *b));
        candidates.sort_unstable();
    }

    /// Lists the candidates that meet.
    fn sweep(&mut self, store: &Store, workers: &Pool) {
        let Self { list, movers, mover_of, candidates, impacts, .. } = self;
        let moving = |slot: u32| match movers.get(mover_of[slot as usize] as usize) {
            Some(mover) => Some(*mover),
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

/// The box around a shape's whole way, wider by what a sweep may be off.
fn swept_box(mover: &Moving) -> Rect {
    let (bound, motion) = (mover.shape().aabb(), mover.motion());
    // Of both axes: a measure of oriented rects mixes them, and so does its rounding.
    let sizes = [bound.min(), bound.max(), motion].map(|size| size.as_dvec2().abs().element_sum());
    let swept = bound.swept(motion.as_dvec2()).expanded(sizes.iter().sum::<f64>() * SWEEP_ROUNDING);
    // Where it ends at the border of `f32`, the way may go on past it, and meet any shape that does.
    let whole = swept.min().cmpgt(Vec2::MIN).all() && swept.max().cmplt(Vec2::MAX).all();
    rect_of(&if whole { swept } else { swept.expanded(f64::INFINITY) })
}
