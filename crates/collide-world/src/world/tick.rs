use super::World;
use crate::base::unlimited;
#[cfg(feature = "recording")]
use crate::record::Call;
use crate::{Budget, Event, EventBetween, Handle, OverBudget, Pairs, Report};

/// # Tick: pairs and events
impl World {
    /// Runs a tick: finds all pairs of entities that overlap, and the [events](Self::events) if the settings ask for
    /// them. [`pairs`](Self::pairs) holds the result.
    ///
    /// Cost: about linear in entities and pairs. The number of pairs is not limited: 100,000 entities on one point make
    /// five billion pairs. Where players decide the positions, limit the entities of one place in pairs with
    /// [`Settings::crowd`](crate::Settings::crowd), and a step always ends. Or use
    /// [`step_within`](Self::step_within), which refuses a tick that costs too much.
    pub fn step(&mut self) -> &Report {
        unlimited(self.step_within(Budget::UNLIMITED))
    }

    /// A [`step`](Self::step) that fails if it exceeds a [`Budget`] of pairs and candidates, before it costs too much
    /// time and memory. A number is a budget of pairs.
    ///
    /// # Errors
    /// [`OverBudget`] if there are more. The tick, the [`pairs`](Self::pairs) and the report are then those of the last
    /// successful step, and there are no [`events`](Self::events): a loop that ignores the error does not act on old
    /// ones again. Another step may be tried: its events compare with the pairs of the last successful step. A failed
    /// step is not recorded.
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
    pub fn step_within(&mut self, budget: impl Into<Budget>) -> Result<&Report, OverBudget> {
        #[cfg(feature = "recording")]
        self.record_changes();
        self.ticker.step(&mut self.store, &self.settings, budget.into())?;
        #[cfg(feature = "recording")]
        self.recorder.step(self);
        Ok(self.ticker.report.as_ref().expect("there was a step"))
    }

    /// The number of pairs that a [`step`](Self::step) would find now, without running a tick and without memory for
    /// the pairs.
    pub fn count_pairs(&mut self) -> u64 {
        #[cfg(feature = "recording")]
        self.record_changes();
        let count = self.ticker.count(&mut self.store, &self.settings);
        #[cfg(feature = "recording")]
        self.record_call(|| Call::CountPairs, || count);
        count
    }

    /// The pairs that the last [`step`](Self::step) found, each once: the entity with the smaller slot first, in order
    /// of the first and then the second slot, unless [`Settings::order`](crate::Settings::order) says otherwise. Two
    /// static entities are a pair only if [`Settings::static_pairs`](crate::Settings::static_pairs) is on, two sensors
    /// only if [`Settings::sensor_pairs`](crate::Settings::sensor_pairs) is on.
    #[must_use]
    pub fn pairs(&self) -> Pairs<'_> {
        Pairs { slots: &self.ticker.pairs, generations: self.store.generations_at_tick() }
    }

    /// Which pairs began, stayed and ended in the last step, in order of slots. Empty unless
    /// [`Settings::events`](crate::Settings::events) is on. Empty after a step that [failed](Self::step_within).
    ///
    /// `Ended` has the handles of the previous tick, the other kinds those of this tick. If an entity was removed and
    /// another one got its slot, the pairs of the old handle end and those of the new handle begin. If events are
    /// switched on later, the first step compares with the pairs of the step before, as usual.
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
    /// world.set(b, circle(9.0)?)?;
    /// world.step();
    /// assert_eq!(world.events(), [Event { kind: EventKind::Ended, a, b }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.ticker.events.list
    }

    /// The events of one entity, in the same order. The first call after a step builds an index over all events.
    pub fn events_of(&self, handle: Handle) -> impl Iterator<Item = &Event> {
        self.ticker.events.of(handle)
    }

    /// The events between an entity of one of the categories `first` and one of the categories `second`, in the order
    /// of [`events`](Self::events), with the data of both entities. `a` is the entity of `first`. If both entities fit
    /// both ways, `a` has the smaller slot, and the event is returned once. A category is a bit of
    /// [`Layers::category`](crate::Layers::category); `u64::MAX` means every entity.
    ///
    /// An entity has its data and category of now, also if they changed after the step. A removed entity has those that
    /// it had when it was removed, before or after the step, also if another entity has its slot now. A world restored
    /// or cloned between a removal and the step gives the same answers. So does a replay, unless data or category
    /// changed in the same tick before the removal: a recording does not have these.
    ///
    /// Cost: two lookups by handle for each event, as [`entity`](Self::entity), and a sort of the entities removed since
    /// the step before the last one. These take 24 bytes each, also without a call.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, EventKind, Layers, Settings, World};
    /// const PLAYER: u64 = 1 << 0;
    /// const COIN: u64 = 1 << 1;
    /// let entity = |category, data| {
    ///     let layers = Layers { category, ..Layers::ALL };
    ///     Circle::new(Vec2::ZERO, 1.0).map(|shape| Entity::new(shape).with_layers(layers).with_data(data))
    /// };
    /// let mut world = World::new(Settings { events: true, ..Settings::default() });
    /// let coin = world.insert(entity(COIN, 50)?)?;
    /// let player = world.insert(entity(PLAYER, 7)?)?;
    /// world.step();
    /// let taken: Vec<_> = world.events_between(PLAYER, COIN).collect();
    /// assert_eq!((taken[0].a, taken[0].b), (player, coin));
    /// assert_eq!((taken[0].kind, taken[0].a_data, taken[0].b_data), (EventKind::Began, 7, 50));
    /// world.remove(coin)?;
    /// world.step();
    /// let ended: Vec<_> = world.events_between(COIN, u64::MAX).collect();
    /// assert_eq!((ended[0].kind, ended[0].a, ended[0].a_data), (EventKind::Ended, coin, 50));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events_between(&self, first: u64, second: u64) -> impl Iterator<Item = EventBetween> {
        let tags = self.events().first().map(|_| self.store.tags());
        self.events().iter().filter_map(move |event| event.between([first, second], tags.as_ref()?))
    }

    /// The number of steps so far.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.ticker.tick
    }

    /// A hash of the last step's output: the tick number and its pairs. Equal worlds have equal fingerprints on every
    /// machine, for every strategy and number of threads, if pairs are listed [by slot](crate::PairOrder::BySlot).
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.pairs().fingerprint(self.tick())
    }
}
