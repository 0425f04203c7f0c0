//! Collisions of entities during their motions, now and in remembered ticks.

mod crossing;
mod pair;
mod path;
#[cfg(test)]
mod tests;
mod through;
mod tuning;

use collide_core::{IntoArg, Moving, Shape, Vec2};

use crate::base::{Meter, Reused, WORTH_SPREADING, work};
use crate::movement::MoverList;
use crate::query::{OverlapSearch, Present};
use crate::search::{Driver, Job, Limits, Scope};
use crate::store::{FilterTable, Store};
use crate::{Budget, Filter, Handle, IndexedError, Query, WorldError};
use crossing::{Crossing, CrossingTask, collision};
use path::{Path, WHOLE};
use tuning::{WORTH_OF_PAIR, max_candidates};

pub use pair::SweptPair;
pub use through::PastHit;

pub(crate) use through::Flight;

/// The result of [`World::swept_pairs_into`](crate::World::swept_pairs_into), with the buffers of the search. Reuse one for many calls. A
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
    around: Reused<Driver<Vec<SweptPair>>>,
    crossing: Reused<Crossing>,
    meter: Meter,
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

    /// Replaces the result.
    pub(crate) fn find(
        &mut self,
        moving: &[(Handle, impl IntoArg<Vec2> + Copy)],
        max_work: u64,
        now: Present<'_>,
    ) -> Result<(), IndexedError<WorldError>> {
        self.list.clear();
        self.firsts.clear();
        self.take(moving, (now.store, max_work))?;
        self.meter.add(self.movers.handles().len() as u64 * work::ITEM);
        self.find_resting(now);
        self.find_crossing(now);
        if let Err(over) = Budget::of_work(max_work).check(0, self.meter.done()) {
            self.list.clear();
            let path = |number: usize| Shape::from(self.paths[number].during(WHOLE));
            return Err(self.movers.over_budget(over, moving.iter().map(|(handle, _)| *handle), path));
        }
        self.list.sort_unstable_by_key(|pair| (pair.a.slot, pair.b.slot));
        self.find_firsts();
        Ok(())
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
        movers.take(moving, (store, work::ITEM + work::swept::BOX, max_work), |number, _, mover| match number {
            Some(number) => motions[number] = mover,
            None => motions.push(mover),
        })?;
        paths.clear();
        paths.extend(movers.handles().iter().zip(motions).map(|(handle, mover)| Path::new(handle.slot, mover)));
        Ok(())
    }

    /// Lists the collisions of a mover and an entity at rest.
    fn find_resting(&mut self, now: Present<'_>) {
        if !self.find_in_boxes(now) {
            self.find_on_paths(now);
        }
    }

    /// The same by the boxes around the paths, which is faster if they are short. False if that finds many candidates;
    /// nothing is listed then.
    fn find_in_boxes(&mut self, now: Present<'_>) -> bool {
        let Self { list, movers, motions, paths, queries, search, around, meter, .. } = self;
        queries.clear();
        queries.extend(paths.iter().map(|path| Query::new(Shape::from(path.during(WHOLE)))));
        meter.add(paths.len() as u64 * work::swept::BOX);
        let max_pairs = max_candidates(paths.len());
        let max_work = (max_pairs * WORTH_OF_PAIR).min(meter.left());
        let budget = Budget { max_results: max_pairs, max_work, ..Budget::UNLIMITED };
        let is_found = now.queries().closed().overlap_pairs(queries, budget, search).is_ok();
        meter.add(if is_found { search.found.len() as u64 } else { max_pairs } * work::swept::BOX_PAIR);
        if !is_found {
            return false;
        }
        let job = Meeting { found: &search.found, movers, motions, store: now.store };
        append_hits(&job, motions, now, (around, meter, list));
        true
    }

    /// The same along the paths.
    fn find_on_paths(&mut self, now: Present<'_>) {
        let Self { list, movers, motions, paths, around, meter, .. } = self;
        movers.around(now, true, |others| {
            let job = Sweeping { paths, motions, others: others.scope, filters: &now.store.filters };
            append_hits(&job, motions, now, (around, meter, list));
        });
    }

    /// Lists the collisions of two movers.
    fn find_crossing(&mut self, now: Present<'_>) {
        let Self { list, movers, motions, paths, crossing, meter, .. } = self;
        let Present { settings, store } = now;
        settings.threads.run(paths.len(), WORTH_SPREADING, |workers| {
            let task = CrossingTask { paths, motions, movers, filters: &store.filters, simd: settings.simd, workers };
            crossing.find(task, meter, list);
        });
    }
}

/// Appends what the job finds for all movers, in any order.
fn append_hits(
    job: &impl Job<Piece = Vec<SweptPair>>,
    motions: &[Moving],
    now: Present<'_>,
    (driver, meter, list): (&mut Driver<Vec<SweptPair>>, &mut Meter, &mut Vec<SweptPair>),
) {
    let limits = Limits { budget: Budget::of_work(meter.left()), given: 0, item: "mover" };
    let middles = motions.iter().map(|mover| mover.shape().center().as_dvec2().to_array());
    let work = driver.run(job, middles, limits, &now.settings.threads);
    meter.add(work.unwrap_or_else(|over| over.found));
    driver.pieces().for_each(|hits| list.append(hits));
}

/// The movers, each against the entities at rest whose bounds meet the box around its path.
struct Meeting<'a> {
    /// The numbers of movers and slots of entities, in order.
    found: &'a [(u32, u32)],
    movers: &'a MoverList,
    motions: &'a [Moving],
    store: &'a Store,
}

impl Job for Meeting<'_> {
    type Piece = Vec<SweptPair>;

    fn begin(&self, hits: &mut Vec<SweptPair>) {
        hits.clear();
    }

    fn item(&self, item: u32, hits: &mut Vec<SweptPair>, meter: &mut Meter) -> u64 {
        let Self { found, movers, motions, store } = self;
        let (handle, moving) = (movers.handles()[item as usize], motions[item as usize]);
        let own = work::swept::share(&moving.shape());
        let first = found.partition_point(|(mover, _)| *mover < item);
        for &(_, slot) in found[first..].iter().take_while(|(mover, _)| *mover == item) {
            if movers.number(slot).is_some() || !store.filters.meet(handle.slot, slot) {
                continue;
            }
            let other = Handle { slot, generation: store.generations()[slot as usize] };
            let Some(shape) = store.shape(other) else { continue };
            let hit = collision((handle, moving), (other, shape.into()));
            meter.add(own + work::swept::share(&shape) + if hit.is_some() { work::swept::PAIR } else { 0 });
            hits.extend(hit);
            if meter.is_over() {
                break;
            }
        }
        0
    }
}

/// The movers, each against the entities at rest on its path.
struct Sweeping<'a> {
    paths: &'a [Path],
    motions: &'a [Moving],
    others: Scope<'a>,
    filters: &'a FilterTable,
}

impl Job for Sweeping<'_> {
    type Piece = Vec<SweptPair>;

    fn begin(&self, hits: &mut Vec<SweptPair>) {
        hits.clear();
    }

    fn item(&self, item: u32, hits: &mut Vec<SweptPair>, meter: &mut Meter) -> u64 {
        let Self { others, filters, .. } = self;
        let (slot, moving) = (self.paths[item as usize].slot, self.motions[item as usize]);
        let mut filter = Filter::default();
        if filters.any_restricted() {
            let own = filters.get(slot);
            filter = Filter { layers: Some(own.layers), sensors: filters.sensor_pairs() || !own.sensor, except: None };
        }
        let (mover, own) = ((others.handle(slot), moving), work::swept::share(&moving.shape()));
        let rows = others.on_path(&moving, &filter, meter.left(), |slot, shape| {
            let hit = collision(mover, (others.handle(slot), shape.into()));
            meter.add(own + work::swept::share(&shape) + if hit.is_some() { work::swept::PAIR } else { 0 });
            hits.extend(hit);
            !meter.is_over()
        });
        meter.add(work::swept::PATH + rows);
        0
    }
}
