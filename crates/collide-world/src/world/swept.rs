use collide_broad::internal::{Workers, grown};
use collide_core::{IntoArg, Moving, Shape, Vec2};

use super::crossing::{Crossing, CrossingTask, collision};
use super::mover_list::MoverList;
#[cfg(feature = "recording")]
use super::mover_list::given_motions;
use super::swept_pair::SweptPair;
use super::swept_path::{Path, WHOLE};
use super::work::{
    BETWEEN_CHECKS, BOX_PAIR, BOX_SEARCH, PAIR, PATH_SEARCH, WORTH_OF_PAIR, max_candidates, sweep_units,
};
use crate::base::{Meter, Reused, SharedMeter, WORTH_SPREADING as WORTH_SPREADING_PAIRS, max_pieces, work};
#[cfg(feature = "recording")]
use crate::query::of_list;
use crate::query::{OverlapSearch, Spatial, WORTH_SPREADING};
#[cfg(feature = "recording")]
use crate::record::Call;
use crate::store::Store;
use crate::{Budget, Filter, Handle, IndexedError, Queries, Query, World, WorldError};

/// The result of [`World::swept_pairs_into`], with the buffers of the search. Reuse one for many calls. A
/// clone has the result.
#[derive(Clone, Debug, Default)]
pub struct SweptPairs {
    list: Vec<SweptPair>,
    firsts: Vec<(Handle, Option<SweptPair>)>,
    movers: MoverList,
    motions: Vec<Moving>,
    paths: Vec<Path>,
    /// The boxes around the paths, and what they overlap.
    queries: Vec<Query<Shape>>,
    search: Reused<OverlapSearch>,
    hits: Vec<Vec<SweptPair>>,
    around: Reused<Spatial<Vec<SweptPair>>>,
    crossing: Reused<Crossing>,
    pub(super) meter: Meter,
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
    /// them with [layers](crate::Layers). Entities whose layers exclude each other are not paired, and two sensors
    /// only if [`Settings::sensor_pairs`](crate::Settings::sensor_pairs) is on.
    /// [`SweptPairs::first_hits`] has the first hit of each bullet.
    ///
    /// **Cost:** for each mover a [sweep](crate::Queries::sweep_batch_into) among the entities at rest, with all its
    /// hits, and a search among the movers, in short slices of the time if they are fast: some tens of nanoseconds for each
    /// mover and slice, and for each pair of movers that come near each other at the same time. Layers that exclude all
    /// other movers leave a mover out of it. Memory grows with the pairs of the result. Fast if nothing has changed
    /// since the last [`step`](Self::step) or [`refresh`](Self::refresh). Does not allocate once `out` has grown.
    ///
    /// # Errors
    /// [`WorldError::Stale`] for a stale handle and [`WorldError::Shape`] for a motion that is not finite, with the
    /// index of the first such motion; [`WorldError::OverBudget`] if the call exceeds the budget,
    /// with the index of a mover whose path crosses many others. `out` is then empty.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Vec2};
    /// use collide_world::{Budget, Entity, SweptPairs, World};
    /// let mut world = World::default();
    /// let bullet = world.insert(Circle::new(Vec2::ZERO, 0.5)?)?;
    /// let wall = world.insert(Entity::fixed(Rect::new(Vec2::new(10.0, -5.0), Vec2::new(10.5, 5.0))?))?;
    /// world.step();
    /// let mut swept = SweptPairs::default();
    /// world.swept_pairs_into(&[(bullet, Vec2::new(38.0, 0.0))], Budget::UNLIMITED, &mut swept)?;
    /// let [pair] = swept.list() else { panic!("one pair") };
    /// assert_eq!((pair.a, pair.b, pair.impact.time), (bullet, wall, 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn swept_pairs_into(
        &self,
        moving: &[(Handle, impl IntoArg<Vec2> + Copy)],
        budget: impl Into<Budget>,
        out: &mut SweptPairs,
    ) -> Result<(), IndexedError<WorldError>> {
        let Budget { max_work, .. } = budget.into();
        #[cfg(feature = "recording")]
        self.record_changes();
        out.list.clear();
        out.firsts.clear();
        out.take(moving, (&self.store, max_work))?;
        out.meter.add(out.movers.handles().len() as u64 * work::ITEM);
        out.find_resting(self);
        out.find_crossing(self);
        let budget = Budget::of_work(max_work);
        if let Err(over) = budget.check(0, out.meter.done()) {
            out.list.clear();
            let path = |number: usize| Shape::from(out.paths[number].during(WHOLE));
            return Err(out.movers.over_budget(over, moving.iter().map(|(handle, _)| *handle), path));
        }
        out.list.sort_unstable_by_key(|pair| (pair.a.slot, pair.b.slot));
        out.find_firsts();
        #[cfg(feature = "recording")]
        self.record_call(|| Call::SweptPairs { moving: given_motions(moving) }, || of_list(&out.list));
        Ok(())
    }
}

impl SweptPairs {
    /// The work of the last call, in the units of [`Budget::max_work`]: with this limit, the same call succeeds. Of a
    /// call that failed, the part that was counted.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.meter.done()
    }

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
    /// use collide_world::{Budget, SweptPairs, World};
    /// let mut world = World::default();
    /// let [far, bullet, near] =
    ///     [9.0, 0.0, 4.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
    /// world.step();
    /// let mut swept = SweptPairs::default();
    /// world.swept_pairs_into(&[(bullet, Vec2::new(10.0, 0.0))], Budget::UNLIMITED, &mut swept)?;
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
    fn take(
        &mut self,
        moving: &[(Handle, impl IntoArg<Vec2> + Copy)],
        (store, max_work): (&Store, u64),
    ) -> Result<(), IndexedError<WorldError>> {
        let Self { movers, motions, paths, meter, .. } = self;
        *meter = Meter::new(max_work);
        motions.clear();
        movers.take(moving, (store, work::ITEM + BOX_SEARCH, max_work), |number, _, mover| match number {
            Some(number) => motions[number] = mover,
            None => motions.push(mover),
        })?;
        paths.clear();
        paths.extend(movers.handles().iter().zip(motions).map(|(handle, mover)| Path::new(handle.slot, mover)));
        Ok(())
    }

    /// Lists the collisions of a mover and an entity at rest.
    fn find_resting(&mut self, world: &World) {
        if !self.find_in_boxes(world) {
            self.find_on_paths(world);
        }
    }

    /// The same by the boxes around the paths, which is faster if they are short. False if that finds many candidates;
    /// nothing is listed then.
    fn find_in_boxes(&mut self, world: &World) -> bool {
        let Self { list, movers, motions, paths, queries, search, hits, meter, .. } = self;
        queries.clear();
        queries.extend(paths.iter().map(|path| Query::new(Shape::from(path.during(WHOLE)))));
        meter.add(paths.len() as u64 * BOX_SEARCH);
        let max_pairs = max_candidates(paths.len());
        let max_work = (max_pairs * WORTH_OF_PAIR).min(meter.left());
        let budget = Budget { max_results: max_pairs, max_work, ..Budget::UNLIMITED };
        let is_found = world.present().closed().overlap_pairs(queries, budget, search).is_ok();
        meter.add(if is_found { search.found.len() as u64 } else { max_pairs } * BOX_PAIR);
        if !is_found {
            return false;
        }
        let (found, queries, store) = (&search.found, world.present(), &world.store);
        let sweep_pair = |&(mover, other): &(u32, u32)| {
            let (handle, moving) = (movers.handles()[mover as usize], motions[mover as usize]);
            if movers.number(other).is_some() || !store.filters.meet(handle.slot, other) {
                return (0, None);
            }
            let other = queries.handle(other);
            let Some(shape) = store.shape(other) else { return (0, None) };
            let units = sweep_units(&moving.shape()) + sweep_units(&shape);
            (units, collision((handle, moving), (other, shape.into())))
        };
        meter.shared(|meter| {
            world.settings().threads.run(found.len(), WORTH_SPREADING_PAIRS, |workers| {
                let count = max_pieces(workers);
                let hits = grown(hits, count);
                workers.each(hits, |piece, hits| {
                    let part = found.len() * piece / count..found.len() * (piece + 1) / count;
                    for some in found[part].chunks(BETWEEN_CHECKS).take_while(|_| !meter.is_over()) {
                        let swept = some.iter().map(sweep_pair).inspect(|(_, hit)| hits.extend(hit));
                        let units = swept.map(|(units, hit)| units + if hit.is_some() { PAIR } else { 0 });
                        meter.add(meter.with_exact(|| units.sum()));
                    }
                });
                hits.iter_mut().for_each(|hits| list.append(hits));
            });
        });
        true
    }

    /// The same along the paths.
    fn find_on_paths(&mut self, world: &World) {
        let Self { list, movers, motions, paths, around, meter, .. } = self;
        let threads = &world.settings().threads;
        movers.around(world, |others| {
            meter.shared(|meter| {
                threads.run(paths.len(), WORTH_SPREADING, |workers| {
                    let middles = motions.iter().map(|mover| mover.shape().center().as_dvec2().to_array());
                    let sweep_some = |numbers: &[u32], hits: &mut Vec<SweptPair>| {
                        let some = numbers.iter().take_while(|_| !meter.is_over());
                        some.map(|number| *number as usize).for_each(|number| {
                            let mover = (others.handle(paths[number].slot), motions[number]);
                            sweep_among(mover, others, world, hits, meter);
                        });
                    };
                    around.run(middles, sweep_some, workers).for_each(|(_, hits)| list.append(hits));
                });
            });
        });
    }

    /// Lists the collisions of two movers.
    fn find_crossing(&mut self, world: &World) {
        let Self { list, movers, motions, paths, crossing, meter, .. } = self;
        let World { settings, store, .. } = world;
        settings.threads.run(paths.len(), WORTH_SPREADING_PAIRS, |workers| {
            let task = CrossingTask { paths, motions, movers, filters: &store.filters, simd: settings.simd, workers };
            crossing.find(task, meter, list);
        });
    }
}

/// Lists the collisions of a mover with entities at rest.
fn sweep_among(
    (handle, moving): (Handle, Moving),
    others: Queries<'_>,
    world: &World,
    hits: &mut Vec<SweptPair>,
    meter: &SharedMeter,
) {
    let filters = &world.store.filters;
    let mut query = Query::new(moving);
    if filters.any_restricted() {
        let filter = filters.get(handle.slot);
        query.filter =
            Filter { layers: Some(filter.layers), sensors: filters.sensor_pairs() || !filter.sensor, except: None };
    }
    let own = sweep_units(&moving.shape());
    let rows = others.on_path(&query, meter.left(), |slot, shape| {
        let hit = meter.with_exact(|| collision((handle, moving), (others.handle(slot), shape.into())));
        meter.add(own + sweep_units(&shape) + if hit.is_some() { PAIR } else { 0 });
        hits.extend(hit);
        !meter.is_over()
    });
    meter.add(PATH_SEARCH + rows);
}

#[cfg(test)]
mod tests;
