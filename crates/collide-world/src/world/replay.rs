use super::World;
use crate::interest::Update;
use crate::query::of_list;
use crate::record::{AnsweredQuestion, Call, QuestionAnswer, Stepped, TracePart, apply};
use crate::{
    Budget, Divergence, IndexedError, Moves, PastError, Phase, ReplayMismatch, Replayed, Separation, SweptPairs,
    TraceTick, WorldError,
};

impl TraceTick {
    /// Replays the tick in a world: makes the same changes and calls, steps, and compares all answers with the recorded
    /// ones. At the [start](Self::starts) of a trace the world becomes the recorded one; after that, replay each tick in
    /// turn. [Settings](World::settings) that decide answers become the recorded ones; strategy, threads and SIMD level
    /// stay those of the world, and do not matter.
    ///
    /// Costs the time and memory that the recorded world took. Check [`pair_count`](Self::pair_count) before you replay
    /// a trace from an untrusted source: nothing else limits the work that a forged trace asks for. Entities that you insert after a replay may get other handles than in the
    /// recorded world, as a trace does not hold the order in which slots became free.
    ///
    /// # Errors
    /// [`Divergence`] for the first answer that differs. The world is then in the middle of that tick.
    pub fn replay(&self, world: &mut World) -> Result<Replayed, Divergence> {
        let mut replayed = Replayed::default();
        let diverged = |phase| Divergence { tick: self.tick(), phase };
        for part in &self.parts {
            world.replay_part(part, &mut replayed).map_err(diverged)?;
        }
        world.replay_step(&self.stepped).map_err(diverged)?;
        Ok(replayed)
    }

    /// Makes the changes of the tick in a world, without its queries and without a step: for tools that show a
    /// recording and do not verify it. Costs what the changes cost.
    ///
    /// # Errors
    /// [`Divergence`] for changes that do not fit the world. The world is then in the middle of that tick.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, Trace, World};
    /// let mut world = World::new(Settings::default());
    /// world.start_recording();
    /// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// let mut file = Vec::new();
    /// world.write_recorded(&mut file)?;
    /// let mut seen = World::new(Settings::default());
    /// for tick in Trace::new(file.as_slice()) {
    ///     tick?.follow(&mut seen)?;
    /// }
    /// assert_eq!(seen.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(&self, world: &mut World) -> Result<(), Divergence> {
        let diverged = |phase| Divergence { tick: self.tick(), phase };
        // Their updates are not made.
        world.recorder.replayed = None;
        let mut changes = self.parts.iter().filter(|part| !part.is_question());
        changes.try_for_each(|part| world.replay_part(part, &mut Replayed::default()).map_err(diverged))
    }
}

impl World {
    fn replay_part(&mut self, part: &TracePart<'_>, replayed: &mut Replayed) -> Result<(), Phase> {
        match part {
            TracePart::Whole(bytes) => {
                // With all pairs: the recorded settings follow.
                self.restore_unchanged(bytes)?;
                self.recorder.replayed = None;
            }
            TracePart::Rules(rules) => {
                let mut settings = self.settings.clone();
                rules.apply(&mut settings);
                self.set_settings(settings);
            }
            TracePart::Changed(changes) => apply(changes, &mut self.store)?,
            TracePart::Asked(asked) => self.replay_question(asked, replayed)?,
            TracePart::Called(call, answer) => self.replay_call(call, *answer, replayed)?,
            TracePart::Stepped(_) => {}
        }
        Ok(())
    }

    fn replay_question(&self, asked: &AnsweredQuestion<'_>, replayed: &mut Replayed) -> Result<(), Phase> {
        let AnsweredQuestion { time, except, entering, budget, question, answer } = asked;
        let recorded = match answer {
            QuestionAnswer::Found(fingerprint) => Some(*fingerprint),
            QuestionAnswer::TooManyHits => None,
            QuestionAnswer::GaveUp => {
                replayed.skipped += 1;
                return Ok(());
            }
        };
        let found = match time.map_or(Ok(self.queries()), |time| self.at(time)) {
            Ok(queries) => {
                let queries = if except.is_empty() { queries } else { queries.except(except) };
                let queries = if *entering { queries.entering() } else { queries };
                let answer = queries.within(*budget).ask(question);
                Ok(answer.ok().map(|answer| answer.fingerprint()))
            }
            Err(error) => Err((time.unwrap_or(f64::NAN), error)),
        };
        self.compare(question.name(), recorded, found, replayed)
    }

    fn replay_call(&mut self, call: &Call<'_>, answer: u64, replayed: &mut Replayed) -> Result<(), Phase> {
        let refused = |error: IndexedError<WorldError>| Phase::Changes(error.error.into());
        let found = match call {
            Call::Move { moving, options } => {
                let mut moves = Moves::default();
                self.move_batch_into(moving, options, &mut moves).map_err(refused)?;
                moves.fingerprint()
            }
            Call::Separate { movers, options } => {
                let mut separation = Separation::default();
                self.separate_into(movers, &options.get(), &mut separation).map_err(refused)?;
                separation.fingerprint()
            }
            Call::SweepThrough { query, from, to } => match self.sweep_through(*query, *from, *to) {
                Ok(hit) => of_list(&[hit]),
                Err(error) => return self.compare(call.name(), Some(answer), Err((from.min(*to), error)), replayed),
            },
            Call::SweptPairs { moving } => {
                let mut swept = SweptPairs::default();
                self.swept_pairs_into(moving, Budget::UNLIMITED, &mut swept).map_err(refused)?;
                of_list(swept.list())
            }
            Call::Contacts => {
                let mut contacts = Vec::new();
                self.contacts_into(&mut contacts);
                of_list(&contacts)
            }
            Call::CountPairs => self.count_pairs(),
            Call::Update(update) => match self.replay_update(update)? {
                Some(found) => found,
                None => {
                    replayed.skipped += 1;
                    return Ok(());
                }
            },
        };
        self.compare(call.name(), Some(answer), Ok(Some(found)), replayed)
    }

    /// `None` if this replay has not made the updates before.
    fn replay_update(&mut self, update: &Update) -> Result<Option<u64>, Phase> {
        let mut interests = self.recorder.replayed.take().unwrap_or_default();
        let found = interests.before(update).map(|interest| {
            interest.map(|interest| {
                interest.update(self);
                interest.fingerprint()
            })
        });
        self.recorder.replayed = Some(interests);
        Ok(found.map_err(|_| ReplayMismatch::Interest { number: update.number })?)
    }

    /// Compares the fingerprint of an answer, or the time that is not in the history.
    fn compare(
        &self,
        name: &'static str,
        recorded: Option<u64>,
        found: Result<Option<u64>, (f64, PastError)>,
        replayed: &mut Replayed,
    ) -> Result<(), Phase> {
        let number = replayed.answered + replayed.skipped;
        match found {
            Ok(found) if found == recorded => replayed.answered += 1,
            Ok(found) => return Err(Phase::Question { number, name, recorded, found }),
            // The recorded world had a history from before the recording.
            Err((time, _)) if time < self.ticker.since as f64 + 1.0 => replayed.skipped += 1,
            Err((_, error)) => return Err(Phase::Past { number, name, error }),
        }
        Ok(())
    }

    fn replay_step(&mut self, recorded: &Stepped) -> Result<(), Phase> {
        let different = |found_count, found| Phase::Pairs {
            recorded_count: recorded.pair_count,
            found_count,
            recorded: recorded.pairs,
            found,
        };
        self.step_within(recorded.pair_count).map_err(|over| different(over.found, 0))?;
        let found = self.stepped();
        if found.tick != recorded.tick {
            return Err(Phase::Number { found: found.tick });
        }
        if (found.pair_count, found.pairs) != (recorded.pair_count, recorded.pairs) {
            return Err(different(found.pair_count, found.pairs));
        }
        match (recorded.events, found.events) {
            (recorded, found) if recorded == found => Ok(()),
            (recorded, found) => Err(Phase::Events { recorded, found }),
        }
    }
}
