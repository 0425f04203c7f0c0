use super::World;
use crate::record::{AnsweredQuestion, Rules, Stepped, TracePart, apply};
use crate::{Divergence, Phase, Replayed, TraceTick};

/// # Replay
impl World {
    /// Replays a recorded tick: makes the same changes and queries, steps, and compares all answers with the recorded
    /// ones. At the [start](TraceTick::starts) of a trace the world becomes the recorded one; after that, replay each
    /// tick in turn. [Settings](Self::settings) that decide answers become the recorded ones; strategy, threads and
    /// SIMD level stay those of this world, and do not matter.
    ///
    /// Costs the time and memory that the recorded world took. Check [`TraceTick::pair_count`] before you replay a
    /// trace from an untrusted source. Entities that you insert after a replay may get other handles than in the
    /// recorded world, as a trace does not hold the order in which slots became free.
    ///
    /// # Errors
    /// [`Divergence`] for the first answer that differs. The world is then in the middle of that tick.
    pub fn replay(&mut self, tick: &TraceTick) -> Result<Replayed, Divergence> {
        let mut replayed = Replayed::default();
        let diverged = |phase| Divergence { tick: tick.tick(), phase };
        for part in &tick.parts {
            self.replay_part(part, &mut replayed).map_err(diverged)?;
        }
        self.replay_step(&tick.stepped).map_err(diverged)?;
        Ok(replayed)
    }

    /// Applies the changes of a recorded tick without its queries and without a step: for tools that show a recording
    /// and do not verify it. Costs what the changes cost.
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
    ///     seen.follow(&tick?)?;
    /// }
    /// assert_eq!(seen.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(&mut self, tick: &TraceTick) -> Result<(), Divergence> {
        let diverged = |phase| Divergence { tick: tick.tick(), phase };
        let changes = tick.parts.iter().filter(|part| !matches!(part, TracePart::Asked(_) | TracePart::GaveUp(_)));
        changes.into_iter().try_for_each(|part| self.replay_part(part, &mut Replayed::default()).map_err(diverged))
    }

    fn replay_part(&mut self, part: &TracePart<'_>, replayed: &mut Replayed) -> Result<(), Phase> {
        match part {
            TracePart::Whole(bytes) => {
                // With all pairs: the recorded settings follow.
                self.restore_unchanged(bytes)?;
                self.record_whole();
            }
            TracePart::RulesOfVersion1(rules) => Rules::from(*rules).apply(&mut self.settings),
            TracePart::Rules(rules) => rules.apply(&mut self.settings),
            TracePart::Changed(changes) => apply(changes, &mut self.store)?,
            TracePart::Asked(asked) => self.replay_question(asked, replayed)?,
            TracePart::GaveUp(_) => replayed.skipped += 1,
            TracePart::Stepped(_) => {}
        }
        Ok(())
    }

    fn replay_question(&self, asked: &AnsweredQuestion<'_>, replayed: &mut Replayed) -> Result<(), Phase> {
        let AnsweredQuestion { time, question, answer: recorded, max_hits } = asked;
        let (number, name) = (replayed.answered + replayed.skipped, question.name());
        let queries = match time.map_or(Ok(self.queries()), |time| self.at(time)) {
            Ok(queries) => queries,
            // The recorded world had a history from before the recording.
            Err(_) if time.is_some_and(|time| time < self.ticker.since as f64 + 1.0) => {
                replayed.skipped += 1;
                return Ok(());
            }
            Err(error) => return Err(Phase::Past { number, name, error }),
        };
        let found = queries.ask(question, *max_hits).ok().map(|answer| answer.fingerprint());
        if found != *recorded {
            return Err(Phase::Question { number, name, recorded: *recorded, found });
        }
        replayed.answered += 1;
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
