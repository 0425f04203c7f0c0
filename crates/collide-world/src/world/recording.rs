use collide_core::{IntoArg, Moving, Vec2};

use super::World;
use crate::base::{Pool, WORTH_SPREADING_SORTED, unlimited};
use crate::pairs::{Pairs, in_order};
use crate::query::{Log, Measure, Words, of_list};
use crate::record::{AnsweredCall, Call, Recorded, SlideRules, Stepped};
use crate::{
    Budget, Event, Handle, IndexedError, MoveOptions, Moves, OverBudget, PairOrder, PastError, PastHit, Queries, Query,
    Recorder, Report, SeparateOptions, Separation, SlideOptions, WorldError, fingerprint,
};

impl Recorder {
    /// A recording that starts with a snapshot of the world.
    #[must_use]
    pub fn new(world: &World) -> Self {
        let mut recorder = Self::default();
        recorder.start(world);
        recorder
    }

    /// Starts a recording with a snapshot of the world. Ticks of an earlier recording that were not
    /// [written](Self::write) are lost.
    pub fn start(&mut self, world: &World) {
        self.restart();
        self.see(world);
    }

    /// [`World::step`], recorded.
    pub fn step<'a>(&mut self, world: &'a mut World) -> &'a Report {
        unlimited(self.step_within(world, Budget::UNLIMITED))
    }

    /// [`World::step_within`], recorded.
    ///
    /// # Errors
    /// Those of the world. The tick then goes on.
    pub fn step_within<'a>(
        &mut self,
        world: &'a mut World,
        budget: impl Into<Budget>,
    ) -> Result<&'a Report, OverBudget> {
        self.see(world);
        world.step_within(budget)?;
        if self.is_recording() {
            self.stepped(world.stepped());
        }
        Ok(world.report().expect("there was a step"))
    }

    /// [`World::queries`], recorded. Many threads may query at once: their queries are recorded one after the other.
    #[must_use]
    pub fn queries<'a>(&'a self, world: &'a World) -> Queries<'a> {
        self.see(world);
        self.log(world.queries(), None)
    }

    /// [`World::at`], recorded.
    ///
    /// # Errors
    /// Those of the world.
    pub fn at<'a>(&'a self, world: &'a World, tick: f64) -> Result<Queries<'a>, PastError> {
        self.see(world);
        Ok(self.log(world.at(tick)?, Some(tick)))
    }

    /// [`World::move_batch_into`], recorded unless the options have a closure.
    ///
    /// # Errors
    /// Those of the world. The call is then not recorded.
    pub fn move_batch_into(
        &mut self,
        world: &mut World,
        moving: &[(Handle, Vec2)],
        options: &MoveOptions<'_>,
        out: &mut Moves,
    ) -> Result<(), IndexedError<WorldError>> {
        self.see(world);
        world.move_batch_into(moving, options, out)?;
        let MoveOptions { slide, movers, layers } = *options;
        if let Some(slide) = self.rules_of(&slide) {
            self.called(AnsweredCall {
                call: Call::Move { moving: moving.into(), movers, layers, slide },
                answer: out.fingerprint(),
            });
        }
        Ok(())
    }

    /// [`World::separate_into`], recorded unless the options have a closure.
    ///
    /// # Errors
    /// Those of the world. The call is then not recorded.
    pub fn separate_into(
        &mut self,
        world: &mut World,
        movers: &[Handle],
        options: &SeparateOptions<'_>,
        out: &mut Separation,
    ) -> Result<(), IndexedError<WorldError>> {
        self.see(world);
        world.separate_into(movers, options, out)?;
        let SeparateOptions { rounds, max_neighbors, rules, slide, layers } = *options;
        if let Some(slide) = self.rules_of(&slide) {
            let (movers, rules) = (movers.into(), rules.into());
            let call = Call::Separate { movers, rounds, max_neighbors, rules, layers, slide };
            self.called(AnsweredCall { call, answer: out.fingerprint() });
        }
        Ok(())
    }

    /// [`World::sweep_through`], recorded.
    ///
    /// # Errors
    /// Those of the world. The call is then not recorded.
    pub fn sweep_through(
        &self,
        world: &World,
        query: impl IntoArg<Query<Moving>>,
        from: f64,
        to: f64,
    ) -> Result<Option<PastHit>, PastError> {
        self.see(world);
        let query = query.into();
        let hit = world.sweep_through(query, from, to)?;
        self.called(AnsweredCall { call: Call::SweepThrough { query, from, to }, answer: of_list(&[hit]) });
        Ok(hit)
    }

    fn log<'a>(&'a self, queries: Queries<'a>, time: Option<f64>) -> Queries<'a> {
        if self.is_recording() { queries.logged(Log { log: self, time }) } else { queries }
    }

    /// The rules by which to record a slide; `None` if it cannot be recorded.
    fn rules_of(&self, options: &SlideOptions<'_>) -> Option<SlideRules> {
        SlideRules::of(options).filter(|_| self.is_recording())
    }

    /// Records what has changed since the last call.
    fn see(&self, world: &World) {
        let World { content, store, settings, .. } = world;
        let save = || world.save();
        self.catch_up(&Recorded { content: *content, tick: world.tick(), store, settings, save: &save });
    }
}

impl Moves {
    pub(super) fn fingerprint(&self) -> u64 {
        fingerprint(self.handles().iter().flat_map(Words::words).chain(self.slides().iter().flat_map(Words::words)))
    }
}

impl Separation {
    pub(super) fn fingerprint(&self) -> u64 {
        fingerprint(self.ends().iter().flat_map(|(handle, shape)| handle.words().chain(shape.words())))
    }
}

impl Words for PastHit {
    fn words(&self) -> impl Iterator<Item = u32> {
        let Self { handle, tick, impact } = self;
        let bits = tick.to_bits();
        handle.words().chain([bits as u32, (bits >> 32) as u32]).chain(impact.numbers().map(f32::to_bits))
    }
}

impl World {
    /// The result of the last step.
    pub(super) fn stepped(&self) -> Stepped {
        let by_slot = self.settings.order == PairOrder::BySlot || self.settings.events;
        Stepped {
            tick: self.tick(),
            pair_count: self.pairs().len() as u64,
            pairs: if by_slot { self.fingerprint() } else { of_pairs(self) },
            events: self.settings.events.then(|| of_events(self.events())),
        }
    }
}

/// The fingerprint of a world whose pairs are not listed by slot, as if they were.
fn of_pairs(world: &World) -> u64 {
    let pairs = world.pairs();
    let slots = world.settings.threads.run(pairs.len(), WORTH_SPREADING_SORTED, |threads| {
        in_order(pairs.slots(), pairs.generations.len(), &Pool { threads })
    });
    Pairs { slots: &slots, ..pairs }.fingerprint(world.tick())
}

fn of_events(events: &[Event]) -> u64 {
    fingerprint(
        events.iter().flat_map(|Event { kind, a, b }| std::iter::once(*kind as u32).chain(a.words()).chain(b.words())),
    )
}
