//! Movers that push each other apart.

mod crowd;

use collide_core::swept::{SweptShape, spacing};
use collide_core::{Moving, Shape};

use super::mover_list::{MoverList, check_len};
use super::moves::blocking_layers;
use super::slide::SlideColumns;
use crate::base::{Meter, Reused, work};
use crate::query::Present;
use crate::{
    Budget, Costliest, Handle, IndexedError, Layers, OverBudget, PushRule, Query, SeparateOptions, WorldError,
};
use crowd::{Crowd, Members, limited};

/// The result of [`World::separate_into`](crate::World::separate_into), with the buffers of the search. Reuse one for many calls. A
/// clone has the result.
#[derive(Clone, Debug, Default)]
pub struct Separation {
    /// The work of the last call.
    work: u64,
    movers: MoverList,
    /// The share of each mover in the way out.
    shares: Vec<f64>,
    layers: Vec<Layers>,
    /// How far each mover may still go.
    left: Vec<f64>,
    crowd: Reused<Crowd>,
    /// The numbers of the movers that are pushed in a round, and their motions.
    pushed: Vec<u32>,
    queries: Vec<Query<Moving>>,
    slides: SlideColumns,
    /// The movers, and where they are so far.
    ends: Vec<(Handle, Shape)>,
    /// Whether each mover was pushed.
    moved: Vec<bool>,
    /// The ends of those that were.
    changed: Vec<(Handle, Shape)>,
    reported: Option<Reported>,
}

/// Which movers pushed each mover.
#[derive(Clone, Debug, Default)]
struct Reported {
    /// The numbers of a mover that was pushed, and of the one that pushed it.
    pairs: Vec<(u32, u32)>,
    /// Those that pushed, mover by mover, and where those of each mover start.
    by: Vec<Handle>,
    starts: Vec<u32>,
}

impl Reported {
    fn begin(&mut self) {
        self.pairs.clear();
        self.by.clear();
        self.starts.clear();
    }

    /// Each pair once, by the order of the movers.
    fn finish(&mut self, movers: &[Handle]) {
        let Self { pairs, by, starts } = self;
        pairs.sort_unstable();
        pairs.dedup();
        by.extend(pairs.iter().map(|(_, other)| movers[*other as usize]));
        let mut end = 0;
        starts.extend((0..=movers.len() as u32).map(|number| {
            end += pairs[end..].iter().take_while(|(pushed, _)| *pushed < number).count();
            end as u32
        }));
    }
}

impl Separation {
    /// The work of the last call, in the units of [`Budget::max_work`]: with this limit, the same call succeeds. Of a
    /// call that failed, the part that was counted.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Whether the calls that follow report which movers pushed each mover. The default is no. Costs a sort of these pairs,
    /// those of all rounds.
    pub fn report_pushes(&mut self, report: bool) {
        self.reported = report.then(|| self.reported.take().unwrap_or_default());
    }

    /// The movers, each once and in the order of the slice, with their shapes afterwards. Empty after a call that failed.
    #[must_use]
    pub fn ends(&self) -> &[(Handle, Shape)] {
        &self.ends
    }

    /// The movers that pushed the mover with this index in [`ends`](Self::ends), in any round: each once, in the order of
    /// the slice. Empty without [`report_pushes`](Self::report_pushes), and if there is no such mover. A mover whose
    /// [share](PushRule::share) is zero is not pushed. The surplus of a [crowd](SeparateOptions::crowd) pushes no mover.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{SeparateOptions, Separation, World};
    /// let mut world = World::default();
    /// let [a, b, c] = [0.0, 0.5, 9.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 0.5).unwrap()).unwrap());
    /// world.step();
    /// let mut separation = Separation::default();
    /// separation.report_pushes(true);
    /// world.separate_into(&[a, b, c], &SeparateOptions::default(), &mut separation)?;
    /// assert_eq!([0, 1, 2].map(|index| separation.pushed_by(index)), [&[b][..], &[a], &[]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pushed_by(&self, index: usize) -> &[Handle] {
        let range = self.reported.as_ref().and_then(|reported| {
            let [start, end] = reported.starts.get(index..index.checked_add(2)?)? else { return None };
            reported.by.get(*start as usize..*end as usize)
        });
        range.unwrap_or_default()
    }
}

/// The error of the slides of a round, with the number of the mover.
fn of_pushed(over: OverBudget, pushed: &[u32]) -> OverBudget {
    let mover = |costliest: Costliest| Costliest { index: pushed[costliest.index as usize], ..costliest };
    over.by(over.costliest.map(mover))
}

impl Separation {
    /// The movers that have moved.
    pub(crate) fn changed(&self) -> &[(Handle, Shape)] {
        &self.changed
    }

    /// Replaces the result.
    pub(crate) fn find(
        &mut self,
        movers: &[Handle],
        options: &SeparateOptions<'_>,
        now: Present<'_>,
    ) -> Result<(), IndexedError<WorldError>> {
        self.take(movers, options, now)?;
        let ran = self.run(options, now);
        self.work = self.crowd.meter.done();
        ran.map_err(|over| {
            let shape = |number: usize| self.ends[number].1;
            let error = self.movers.over_budget(over, movers.iter().copied(), shape);
            self.clear();
            error
        })
    }

    fn clear(&mut self) {
        self.ends.clear();
        self.shares.clear();
        self.layers.clear();
        self.left.clear();
        if let Some(reported) = &mut self.reported {
            reported.begin();
        }
    }

    /// Copies the movers.
    fn take(
        &mut self,
        movers: &[Handle],
        options: &SeparateOptions<'_>,
        now: Present<'_>,
    ) -> Result<(), IndexedError<WorldError>> {
        self.clear();
        let Budget { max_work, .. } = options.budget;
        self.work = 0;
        self.crowd.meter = Meter::new(max_work);
        check_len(movers.len(), |index| movers[index], (now.store, work::ITEM, max_work))?;
        now.store.check_handles(movers.iter().copied())?;
        self.movers.begin(now.store);
        for handle in movers {
            let Some(shape) = now.store.shape(*handle).filter(|_| self.movers.add(*handle).is_none()) else { continue };
            let filter = now.store.filters.get(handle.slot);
            let applies = |rule: &&PushRule| rule.category & filter.layers.category != 0;
            let rule = options.rules.iter().find(applies).copied().unwrap_or_default();
            let share = f64::from(rule.share.max(0.0)).min(f32::MAX.into());
            self.ends.push((*handle, shape));
            self.shares.push(share);
            self.layers.push(blocking_layers(filter, options.layers));
            self.left.push(f64::from(rule.max_distance).max(0.0));
        }
        Ok(())
    }

    fn run(&mut self, options: &SeparateOptions<'_>, now: Present<'_>) -> Result<(), OverBudget> {
        let Self { movers, shares, layers, left, crowd, pushed, queries, slides, .. } = self;
        let Self { ends, moved, changed, reported, .. } = self;
        let Budget { max_work, .. } = options.budget;
        let budget = Budget::of_work(max_work);
        crowd.meter.add(movers.work(now));
        let filters = &now.store.filters;
        let threads = &now.settings.threads;
        movers.around(now, false, |others| {
            moved.clear();
            moved.resize(ends.len(), false);
            for round in 0..options.rounds {
                let meet = |a: usize, b: usize| {
                    let [a, b] = [a, b].map(|number| ends[number].0.slot);
                    filters.meet(a, b) && !filters.get(a).sensor && !filters.get(b).sensor
                };
                let changed = (round > 0).then_some(&**pushed);
                let category = |number: u32| filters.get(ends[number as usize].0.slot).layers.category;
                let members = Members { shapes: ends, shares, crowd: options.crowd };
                crowd.find(members, changed, category, meet, threads);
                if let Some(reported) = reported {
                    reported.pairs.extend(crowd.pushed_by());
                }
                pushed.clear();
                queries.clear();
                for (number, push) in crowd.pushes() {
                    let shape = ends[number].1;
                    let motion = limited(push, left[number]);
                    // Less would lead to no other position.
                    let is_felt = motion.as_dvec2().abs().cmpgt(spacing(shape) * 0.25).any();
                    if let Some(moving) = Moving::new(shape, motion).ok().filter(|_| is_felt) {
                        pushed.push(number as u32);
                        queries.push(Query::new(moving).on(layers[number]));
                    }
                }
                budget.check(0, crowd.meter.done())?;
                if queries.is_empty() {
                    break;
                }
                let budget_left = Budget::of_work(crowd.meter.left());
                let slid = others.within(budget_left).slide_columns(queries, &options.slide, slides);
                slid.map_err(|over| of_pushed(over, pushed).of_whole(budget.max_work))?;
                crowd.meter.add(slides.work());
                let before = queries.iter().map(|query| query.what.shape());
                for (number, slide) in pushed.iter().map(|number| *number as usize).zip(slides.iter(before)) {
                    let at = &mut ends[number].1;
                    let distance = SweptShape::between(*at, slide.shape).map_or(0.0, |swept| swept.length());
                    left[number] = (left[number] - distance).max(0.0);
                    *at = slide.shape;
                    moved[number] = true;
                }
            }
            Ok(())
        })?;
        if let Some(reported) = reported {
            reported.finish(movers.handles());
        }
        changed.clear();
        changed.extend(ends.iter().zip(moved).filter(|(_, moved)| **moved).map(|(end, _)| *end));
        Ok(())
    }
}
