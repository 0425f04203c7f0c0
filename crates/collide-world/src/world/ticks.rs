use collide_broad::TreeBox;

use super::World;
use crate::base::unlimited;
use crate::{Event, Explanation, Handle, OverBudget, Pairs, Recent, Report, fingerprint};

impl World {
    /// Finds the pairs of this tick; [`pairs`](Self::pairs) holds them afterwards.
    ///
    /// However many there are: a hundred thousand entities on one point make five billion. Where users decide who stands where,
    /// use [`step_within`](Self::step_within).
    pub fn step(&mut self) -> &Report {
        unlimited(self.step_within(u64::MAX))
    }

    /// A [`step`](Self::step) that gives up where there are more pairs than so many, before their memory or time hurts.
    ///
    /// # Errors
    /// [`OverBudget`] when there are more; nothing has happened then, and another step may be tried.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// for _ in 0..1_000 {
    ///     world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// }
    /// let error = world.step_within(10_000).unwrap_err();
    /// assert!(error.to_string().starts_with("pairs: more than the budget of 10000, at least "));
    /// assert_eq!(world.step_within(1_000_000)?.pair_count, 499_500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_within(&mut self, max_pairs: u64) -> Result<&Report, OverBudget> {
        self.ticker.step(&mut self.store, &self.settings, max_pairs)?;
        #[cfg(feature = "recording")]
        self.record_step();
        Ok(self.ticker.report().expect("there was a step"))
    }

    /// How many pairs a [`step`](Self::step) would find now, without memory for them, and without making it.
    pub fn count_pairs(&mut self) -> u64 {
        self.ticker.count(&mut self.store, &self.settings)
    }

    /// What has become of each pair since the tick before, in order of slots, if the [settings](crate::Settings::events) ask for it.
    ///
    /// Both ends are the entities of their tick: one that was removed, whoever has its slot now, ends its pairs under its own handle;
    /// those of the newcomer begin. At the first step with events all pairs begin, except those listed by a step before it.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Event, EventKind, Settings, World};
    /// let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// let mut world = World::new(Settings { events: true, ..Settings::default() });
    /// let (a, b) = (world.insert(circle(0.0)?)?, world.insert(circle(1.0)?)?);
    /// world.step();
    /// assert_eq!(world.events(), [Event { kind: EventKind::Began, a, b }]);
    /// world.step();
    /// assert_eq!(world.events(), [Event { kind: EventKind::Stayed, a, b }]);
    /// world.update(b, circle(9.0)?)?;
    /// world.step();
    /// assert_eq!(world.events(), [Event { kind: EventKind::Ended, a, b }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.ticker.events.list()
    }

    /// The events of one entity, in the same order. The first call after a step costs a pass over all events.
    pub fn events_of(&self, handle: Handle) -> impl Iterator<Item = &Event> {
        self.ticker.events.of(handle)
    }

    /// The pairs the last [`step`](Self::step) found: each once, the smaller slot first, ordered by first and then by
    /// second slot unless the settings say [otherwise](crate::PairOrder).
    #[must_use]
    pub fn pairs(&self) -> Pairs<'_> {
        Pairs { slots: &self.ticker.pairs, generations: self.store.generations_at_tick() }
    }

    /// How many steps were made.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.ticker.tick()
    }

    /// What the last step did, or `None` before the first.
    #[must_use]
    pub fn report(&self) -> Option<&Report> {
        self.ticker.report()
    }

    /// What the last ticks took, for those who watch a server: see [`Recent`].
    ///
    /// ```
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// for _ in 0..200 {
    ///     world.step();
    /// }
    /// assert_eq!(world.recent().ticks, 128);
    /// println!("{}", world.recent()); // 128 ticks, p50 1.2µs, p99 3.4µs, index ...
    /// ```
    #[must_use]
    pub fn recent(&self) -> Recent {
        self.ticker.recent.summary()
    }

    /// How many bytes the world has allocated, for entities, pairs, events and the past, the room that buffers keep for growth
    /// included. Left out is what the sweep and the R-tree work with, where they run.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// assert!(world.memory() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory(&self) -> usize {
        self.store.memory() + self.ticker.memory()
    }

    /// How the last step was done and why, or `None` before the first.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, Strategy, World};
    /// let mut world = World::new(Settings::default());
    /// for index in 0..1_000_u16 {
    ///     world.insert(Circle::new(Vec2::new(f32::from(index), 0.0), 1.0)?)?;
    /// }
    /// world.step();
    /// let explanation = world.explain().unwrap();
    /// assert_eq!(explanation.strategy, Strategy::HierarchicalGrid);
    /// println!("{explanation}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain(&self) -> Option<Explanation> {
        let report = self.report()?;
        let tables = self.store.tables();
        Some(Explanation::new(report, tables.filter(|_| report.strategy.has_cell_lists())))
    }

    /// The boxes of the R-tree that the last step searched, to be looked at: the outermost first, and at most so many. None where
    /// it searched none, nor in a clone or a restored world before its first step.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, Strategy, World};
    /// let mut world = World::new(Settings { strategy: Strategy::RTree, ..Settings::default() });
    /// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// assert_eq!(world.tree_boxes(100)[0].max, Vec2::ONE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tree_boxes(&self, max_count: usize) -> Vec<TreeBox> {
        self.ticker.tree().map(|tree| tree.boxes(max_count)).unwrap_or_default()
    }

    /// Hash of the last step's output: the tick and its pairs. Equal worlds have equal fingerprints, whatever their
    /// settings for strategy and threads, if pairs are listed [by slot](crate::PairOrder::BySlot).
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let tick = [self.tick() as u32, (self.tick() >> 32) as u32];
        let pairs = self.pairs();
        let numbers = pairs.iter().flat_map(|(a, b)| [a.slot, a.generation, b.slot, b.generation]);
        fingerprint(tick.into_iter().chain(numbers))
    }
}
