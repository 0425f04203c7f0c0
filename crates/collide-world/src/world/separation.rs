use collide_core::swept::{SweptShape, spacing};
use collide_core::{Moving, Shape};

use super::World;
use super::movement::blocking_layers;
use super::mover_list::{MoverList, check_len};
use crate::base::{Meter, Reused, work};
use crate::movement::{Crowd, Members, SlideColumns, limited};
#[cfg(feature = "recording")]
use crate::record::{Call, StoredSeparateOptions};
use crate::{
    Budget, Costliest, Handle, IndexedError, Layers, OverBudget, PushRule, Query, SeparateOptions, WorldError,
};

/// The result of [`World::separate_into`], with the buffers of the search. Reuse one for many calls. A
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

/// # Crowds
impl World {
    /// Moves the entities of a crowd apart where they overlap, softly: in a fixed number of rounds, each along what
    /// blocks it. `out` says where each went. Call it after [`move_batch_into`](Self::move_batch_into), so that movers
    /// that ignore each other do not stay on one place.
    ///
    /// In a round each mover is pushed out of the movers that it overlaps at the start of the round and whose
    /// [layers meet](Layers::meet) its own. Two that overlap share the way out in the ratio of their
    /// [shares](PushRule::share). The push is the sum of these ways, at most 1.5 times their mean, and the mover
    /// [slides](crate::Queries::slide) by it. A dense crowd needs several calls until it no longer overlaps.
    /// Movers with the same center go in different directions: that of a slot is at `slot` times the golden angle.
    ///
    /// All other entities that meet the layers of a mover, or those of the options, block it, static or not. Sensors
    /// neither block nor do they move. Duplicate handles are ignored.
    ///
    /// **Guarantee:** that of [`slide`](crate::Queries::slide) for each mover and the entities that block it, in every
    /// round: no mover is pushed into a wall or through one. The result is the same for every number of threads.
    ///
    /// **Cost:** for each mover and round a search for neighbors, some hundreds of nanoseconds, and for each that is
    /// pushed a [slide](crate::Queries::slide_batch_into), in parallel. The [crowd limit](SeparateOptions::crowd) bounds the
    /// search with most movers on one point: at most `max` movers push one of the surplus. Any other mover is pushed apart
    /// from at most `9 * max` movers of its size and `max` larger ones, or `2 * max` if some categories come first, out of
    /// `9 * max` that are compared for each larger size, in powers of two. Movers that overlap deeply are pushed far, so their slides cost more. Does not
    /// allocate once `out` has grown, except for slides with more than two hits.
    ///
    /// # Errors
    /// [`WorldError::Stale`] with the index of the first stale handle; [`WorldError::OverBudget`] if the call exceeds its
    /// [budget](SeparateOptions::budget), with the index of a mover among many. Nothing has moved then.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Vec2};
    /// use collide_world::{Entity, Handle, SeparateOptions, Separation, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let [a, b] = [0.5, 1.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 0.5).unwrap()).unwrap());
    /// world.insert(Entity::fixed(Rect::new(Vec2::new(-1.0, -9.0), Vec2::new(0.0, 9.0))?))?;
    /// let mut separation = Separation::default();
    /// world.separate_into(&[a, b], &SeparateOptions::default(), &mut separation)?;
    /// // The wall holds the first, so the second goes all the way, half of what is left in each round.
    /// assert_eq!(world.shape(a), Some(Circle::new(Vec2::new(0.5, 0.0), 0.5)?.into()));
    /// assert_eq!(world.shape(b), Some(Circle::new(Vec2::new(1.46875, 0.0), 0.5)?.into()));
    /// assert_eq!(separation.ends()[1], (b, world.shape(b).unwrap()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn separate_into(
        &mut self,
        movers: &[Handle],
        options: &SeparateOptions<'_>,
        out: &mut Separation,
    ) -> Result<(), IndexedError<WorldError>> {
        #[cfg(feature = "recording")]
        self.record_changes();
        out.take(movers, options, self)?;
        let ran = out.run(options, self);
        out.work = out.crowd.meter.done();
        if let Err(over) = ran {
            let shape = |number: usize| out.ends[number].1;
            let error = out.movers.over_budget(over, movers.iter().copied(), shape);
            out.clear();
            return Err(error);
        }
        self.set_batch(&out.changed)?;
        #[cfg(feature = "recording")]
        if options.slide.pass.is_none() {
            let call = || Call::Separate { movers: movers.into(), options: StoredSeparateOptions::of(options) };
            self.record_call(call, || out.fingerprint());
            self.recorder.moved(self, out.ends().iter().map(|(handle, _)| *handle));
        }
        Ok(())
    }
}

/// The error of the slides of a round, with the number of the mover.
fn of_pushed(over: OverBudget, pushed: &[u32]) -> OverBudget {
    let mover = |costliest: Costliest| Costliest { index: pushed[costliest.index as usize], ..costliest };
    over.by(over.costliest.map(mover))
}

impl Separation {
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
        world: &World,
    ) -> Result<(), IndexedError<WorldError>> {
        self.clear();
        let Budget { max_work, .. } = options.budget;
        self.work = 0;
        self.crowd.meter = Meter::new(max_work);
        check_len(movers.len(), |index| movers[index], (&world.store, work::ITEM, max_work))?;
        world.store.check_handles(movers.iter().copied())?;
        self.movers.begin(&world.store);
        for handle in movers {
            let Some(shape) = world.shape(*handle).filter(|_| self.movers.add(*handle).is_none()) else { continue };
            let filter = world.store.filters.get(handle.slot);
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

    fn run(&mut self, options: &SeparateOptions<'_>, world: &World) -> Result<(), OverBudget> {
        let Self { movers, shares, layers, left, crowd, pushed, queries, slides, .. } = self;
        let Self { ends, moved, changed, reported, .. } = self;
        let Budget { max_work, .. } = options.budget;
        let budget = Budget::of_work(max_work);
        crowd.meter.add(movers.work(world));
        let filters = &world.store.filters;
        let threads = &world.settings().threads;
        movers.around(world, |others| {
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
