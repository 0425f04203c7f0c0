//! An update: which entities are near the observers, and what has changed in the views.

use collide_core::{Circle, Shape};

use super::nearest::NearestViews;
use super::report::InterestReport;
use super::sight::{ActiveObserver, Near, Scene, Sight};
use super::views::Views;
use super::work::{most_found, name_observer, work_of_candidate};
use super::{Interest, Observer, ObserverId, Slot};
use crate::base::{Content, WORTH_SPREADING, WORTH_SPREADING_SORTED, work};
use crate::query::OverlapSearch;
use crate::store::Store;
use crate::{Budget, Handle, OverBudget, Queries, Query, Settings};

/// If at most this multiple of the limit of an observer is near it, all that is near is listed and ranked, which is faster
/// than a search for the nearest. The second number is for observers that may see only some layers, or no sensors.
const FEW: [usize; 2] = [3, 8];

/// Finds what is near observers. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct ViewSearch {
    queries: Vec<Query<Shape>>,
    overlaps: OverlapSearch,
    nearest: NearestViews,
}

impl Interest {
    /// Finds the views at the current positions, and compares them with the previous views.
    pub(crate) fn look(
        &mut self,
        asked: Queries<'_>,
        store: &Store,
        settings: &Settings,
        max_work: u64,
    ) -> Result<&InterestReport, OverBudget> {
        let threads = &settings.threads;
        let looking_count = self.activate(store);
        let Self { slots, observers, now, before, search, copies, surplus, .. } = self;
        let mut crowded = surplus.find(store, settings.crowd);
        if let Some(others) = surplus.others_mut() {
            crowded += others.len() as u64 * work::ROW;
            threads.run(others.len(), WORTH_SPREADING_SORTED, |workers| others.sort(workers, None));
        }
        let (surplus, asked) = (&*surplus, asked.closed());
        let takes_part = |handle: Handle| !surplus.has(handle.slot);
        let asked = match surplus.others() {
            Some(others) => asked.with_dynamic(others).filtered(&takes_part),
            None => asked,
        };
        let (asked, sorted) = asked.sorted_for(looking_count, copies);
        let work = match search.run(asked, store, (slots, observers), now, (crowded + sorted, max_work)) {
            Ok(work) => work,
            Err(over) => {
                now.clear_changes();
                (self.report.entered_count, self.report.left_count) = (0, 0);
                return Err(over.of_whole(max_work));
            }
        };
        std::mem::swap(now, before);
        std::mem::swap(&mut now.observers, observers);
        let ViewSearch { overlaps, nearest, .. } = &mut **search;
        let found = overlaps.found.as_slice();
        let (shapes, generations, filters) = (store.shapes(), store.generations(), &store.filters);
        let scene = Scene { shapes, generations, filters, found };
        let items = found.len() / 4 + now.observers.len();
        threads.run(items, WORTH_SPREADING, |workers| now.look(scene, nearest, before, workers));
        self.content = Content::default();
        self.observers_of.forget();
        let [candidate_count, visible_count, entered_count, left_count] = now.counts();
        self.report = InterestReport {
            observer_count: self.count,
            lost_count: self.count - looking_count,
            candidate_count,
            visible_count,
            entered_count,
            left_count,
            work,
        };
        Ok(&self.report)
    }

    /// Looks up the position of each observer. Returns the number of those that have one.
    fn activate(&mut self, store: &Store) -> usize {
        let mut looking_count = 0;
        self.observers.clear();
        for (number, Slot { generation, observer }) in (0..).zip(&self.slots) {
            let id = ObserverId { slot: number, generation: *generation };
            self.observers.push(observer.map(|observer| {
                let (at, status) = observer.look_from(store);
                looking_count += usize::from(at.is_some());
                let sight = at.map(|at| {
                    let Observer { inner, outer, max_visible, first, .. } = observer;
                    let [inner, outer] = [inner, outer].map(|radius| Circle::new(at, radius).expect("checked before"));
                    Sight { inner, outer, max_visible, first, near: Near::Overlapping(u32::MAX) }
                });
                ActiveObserver { id, status, sight }
            }));
        }
        looking_count
    }
}

impl ViewSearch {
    /// Finds the entities near all observers. Returns the work, with that before. `before` are the previous views.
    fn run(
        &mut self,
        asked: Queries<'_>,
        store: &Store,
        (slots, observers): (&[Slot], &mut [Option<ActiveObserver>]),
        before: &Views,
        (crowded, max_work): (u64, u64),
    ) -> Result<u64, OverBudget> {
        let Self { queries, overlaps, nearest, .. } = self;
        let budget = Budget::of_work(max_work);
        queries.clear();
        nearest.clear();
        let mut counted = crowded;
        let both = observers.iter_mut().flatten().zip(slots.iter().filter_map(|slot| slot.observer));
        for (ActiveObserver { id, sight, .. }, Observer { filter, .. }) in both {
            let Some(sight) = sight else { continue };
            counted += work::ITEM;
            if sight.is_limited() {
                let is_picky = filter.layers.is_some() || !filter.sensors;
                let limit = sight.max_visible.saturating_mul(FEW[usize::from(is_picky)]);
                let (count, looked_up) = asked.scope.count_near(sight.outer, limit);
                counted += work::view::COUNT + looked_up;
                budget.check(0, counted)?;
                if count > limit {
                    nearest.add(*id, sight, filter);
                    continue;
                }
            }
            sight.near = Near::Overlapping(queries.len() as u32);
            queries.push(Query { what: sight.outer.into(), filter });
        }
        budget.check(0, counted)?;
        let joined = asked.overlap_pairs(queries, budget.left(0, counted), overlaps);
        let name = |over: OverBudget| over.by(over.costliest.map(|costliest| name_observer(costliest, observers)));
        let found = overlaps.found.as_slice();
        let work = counted + joined.map_err(name)? + found.len() as u64 * work_of_candidate(observers);
        budget.check(0, work).map_err(|over| name(over.by(most_found(found, queries))))?;
        Ok(work + nearest.find(asked, store.shapes(), |id| before.of(id).visible, budget.left(0, work))?)
    }
}
