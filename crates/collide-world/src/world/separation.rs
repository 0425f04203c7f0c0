use collide_core::swept::{SweptShape, spacing};
use collide_core::{Moving, Shape};

use super::World;
use super::movement::blocking_layers;
use super::mover_list::{MoverList, check_len};
use crate::base::{Meter, work};
use crate::movement::{Crowd, Member, limited};
use crate::{
    Budget, Costliest, Handle, IndexedError, Layers, OverBudget, PushRule, Query, SeparateOptions, Slides, WorldError,
};

/// The result of [`World::separate_into`], with the buffers of the search. Reuse one for many calls.
#[derive(Debug)]
pub struct Separation {
    max_work: u64,
    movers: MoverList,
    members: Vec<Member>,
    layers: Vec<Layers>,
    /// How far each mover may still go.
    left: Vec<f64>,
    crowd: Crowd,
    /// The numbers of the movers that are pushed in a round, and their motions.
    pushed: Vec<u32>,
    queries: Vec<Query<Moving>>,
    slides: Slides,
    ends: Vec<(Handle, Shape)>,
    /// Whether each mover was pushed.
    moved: Vec<bool>,
    /// The ends of those that were.
    changed: Vec<(Handle, Shape)>,
}

impl Default for Separation {
    fn default() -> Self {
        Self {
            max_work: u64::MAX,
            movers: MoverList::default(),
            members: Vec::new(),
            layers: Vec::new(),
            left: Vec::new(),
            crowd: Crowd::default(),
            pushed: Vec::new(),
            queries: Vec::new(),
            slides: Slides::default(),
            ends: Vec::new(),
            moved: Vec::new(),
            changed: Vec::new(),
        }
    }
}

impl Separation {
    /// Limits the work of the calls that follow: a call fails with [`WorldError::OverBudget`] soon after it has done more,
    /// in the units of [`Budget::max_work`](crate::Budget::max_work), of which a million stand for about a millisecond.
    /// Nothing has moved then. The default is no limit.
    ///
    /// Whether a call exceeds the limit does not depend on the number of threads.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{SeparateOptions, Separation, World, WorldError};
    /// let mut world = World::default();
    /// let crowd: Vec<_> = (0..500).map(|_| world.insert(Circle::new(Vec2::ZERO, 1.0).unwrap()).unwrap()).collect();
    /// world.step();
    /// let mut separation = Separation::default();
    /// separation.set_max_work(10_000);
    /// let error = world.separate_into(&crowd, &SeparateOptions::default(), &mut separation).unwrap_err();
    /// assert!(matches!(error.error, WorldError::OverBudget(over) if over.limit == 10_000));
    /// assert_eq!(world.shape(crowd[0]).unwrap().center(), Vec2::ZERO);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_max_work(&mut self, max_work: u64) {
        self.max_work = max_work;
    }

    /// The limit of [`set_max_work`](Self::set_max_work); `u64::MAX` for none.
    #[must_use]
    pub fn max_work(&self) -> u64 {
        self.max_work
    }

    /// The movers, each once and in the order of the slice, with their shapes afterwards.
    #[must_use]
    pub fn ends(&self) -> &[(Handle, Shape)] {
        &self.ends
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
    /// pushed a [slide](crate::Queries::slide_batch_into), in parallel. With most movers on one point it is the same: a
    /// search compares at most `8 * max_neighbors` bounds in a line of cells, in three lines for each power of two among
    /// the sizes of larger movers, and a mover with more neighbors than `max_neighbors` is pushed out of an eighth of that
    /// number. Movers that overlap deeply are pushed far, so their slides cost more. Does not
    /// allocate once `out` has grown, except for slides with more than two hits.
    ///
    /// # Errors
    /// [`WorldError::Stale`] with the index of the first stale handle; [`WorldError::OverBudget`] if the call exceeds the
    /// [limit](Separation::set_max_work) of `out`, with the index of a mover among many. Nothing has moved then.
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
        out.take(movers, options, self)?;
        if let Err(over) = out.run(options, self) {
            let shape = |number: usize| out.members[number].shape;
            return Err(out.movers.over_budget(over, movers.iter().copied(), shape));
        }
        self.set_batch(&out.changed)
    }
}

/// The error of the slides of a round, with the number of the mover.
fn of_pushed(over: OverBudget, pushed: &[u32]) -> OverBudget {
    let mover = |costliest: Costliest| Costliest { index: pushed[costliest.index as usize], ..costliest };
    over.by(over.costliest.map(mover))
}

impl Separation {
    /// Copies the movers.
    fn take(
        &mut self,
        movers: &[Handle],
        options: &SeparateOptions<'_>,
        world: &World,
    ) -> Result<(), IndexedError<WorldError>> {
        self.ends.clear();
        self.members.clear();
        self.layers.clear();
        self.left.clear();
        self.crowd.meter = Meter::new(self.max_work);
        check_len(movers.len(), |index| movers[index], (&world.store, work::ITEM, self.max_work))?;
        world.store.check_handles(movers.iter().copied())?;
        self.movers.begin(&world.store);
        for handle in movers {
            let Some(shape) = world.shape(*handle).filter(|_| self.movers.add(*handle).is_none()) else { continue };
            let filter = world.store.filters.get(handle.slot);
            let applies = |rule: &&PushRule| rule.category & filter.layers.category != 0;
            let rule = options.rules.iter().find(applies).copied().unwrap_or_default();
            let share = f64::from(rule.share.max(0.0)).min(f32::MAX.into());
            self.members.push(Member { shape, share, slot: handle.slot });
            self.layers.push(blocking_layers(filter, options.layers));
            self.left.push(f64::from(rule.max_distance).max(0.0));
        }
        Ok(())
    }

    fn run(&mut self, options: &SeparateOptions<'_>, world: &World) -> Result<(), OverBudget> {
        let Self { max_work, movers, members, layers, left, crowd, pushed, queries, slides, ends, moved, changed } =
            self;
        let budget = Budget { max_work: *max_work, ..Budget::UNLIMITED };
        crowd.meter.add(movers.work(world));
        let filters = &world.store.filters;
        let threads = &world.settings().threads;
        movers.around(world, |others| {
            moved.clear();
            moved.resize(members.len(), false);
            for round in 0..options.rounds {
                let meet = |a: usize, b: usize| {
                    let [a, b] = [a, b].map(|number| members[number].slot);
                    filters.meet(a, b) && !filters.get(a).sensor && !filters.get(b).sensor
                };
                let changed = (round > 0).then_some(&**pushed);
                crowd.find(members, changed, options.max_neighbors, meet, threads);
                pushed.clear();
                queries.clear();
                for (number, push) in crowd.pushes() {
                    let shape = members[number].shape;
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
                slides.set_max_work(crowd.meter.left());
                let slid = others.slide_batch_into(queries, &options.slide, slides);
                slid.map_err(|over| of_pushed(over, pushed).of_whole(budget.max_work))?;
                crowd.meter.add(slides.work());
                for (number, slide) in pushed.iter().map(|number| *number as usize).zip(slides.list()) {
                    let way = SweptShape::between(members[number].shape, slide.shape).map_or(0.0, |leg| leg.length());
                    left[number] = (left[number] - way).max(0.0);
                    members[number].shape = slide.shape;
                    moved[number] = true;
                }
            }
            Ok(())
        })?;
        ends.extend(movers.handles().iter().zip(members).map(|(handle, member)| (*handle, member.shape)));
        changed.clear();
        changed.extend(ends.iter().zip(moved).filter(|(_, moved)| **moved).map(|(end, _)| *end));
        Ok(())
    }
}
