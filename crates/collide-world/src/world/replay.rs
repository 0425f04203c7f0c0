use collide_core::Vec2;

use super::World;
use crate::query::of_list;
use crate::record::{AnsweredCall, AnsweredQuestion, Call, Rules, Stepped, TracePart, apply};
use crate::{
    Divergence, Handle, MoveOptions, Moves, PastError, Phase, Question, Replayed, SeparateOptions, Separation,
    TraceTick,
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
    /// use collide_world::{Recorder, Settings, Trace, World};
    /// let mut world = World::new(Settings::default());
    /// let mut recorder = Recorder::new(&world);
    /// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// recorder.step(&mut world);
    /// let mut file = Vec::new();
    /// recorder.write(&mut file)?;
    /// let mut seen = World::new(Settings::default());
    /// for tick in Trace::new(file.as_slice()) {
    ///     tick?.follow(&mut seen)?;
    /// }
    /// assert_eq!(seen.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(&self, world: &mut World) -> Result<(), Divergence> {
        let diverged = |phase| Divergence { tick: self.tick(), phase };
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
            }
            TracePart::RulesOfVersion1(rules) => Rules::from(*rules).apply(&mut self.settings),
            TracePart::Rules(rules) => rules.apply(&mut self.settings),
            TracePart::Crowd(limit) => self.settings.crowd = Some(*limit),
            TracePart::Changed(changes) => apply(changes, &mut self.store)?,
            TracePart::Asked(asked) => self.replay_question(asked, replayed)?,
            TracePart::AskedWithin(asked, max_neighbors) => {
                let mut asked = asked.clone();
                if let Question::Free(_, options) = &mut asked.question {
                    options.max_neighbors = *max_neighbors;
                }
                self.replay_question(&asked, replayed)?;
            }
            TracePart::GaveUp(_) => replayed.skipped += 1,
            TracePart::Called(called) => self.replay_call(called, replayed)?,
            TracePart::Stepped(_) => {}
        }
        Ok(())
    }

    fn replay_question(&self, asked: &AnsweredQuestion<'_>, replayed: &mut Replayed) -> Result<(), Phase> {
        let AnsweredQuestion { time, question, answer: recorded, max_hits } = asked;
        let found = match time.map_or(Ok(self.queries()), |time| self.at(time)) {
            Ok(queries) => Ok(queries.ask(question, *max_hits).ok().map(|answer| answer.fingerprint())),
            Err(error) => Err((time.unwrap_or(f64::NAN), error)),
        };
        self.compare(question.name(), *recorded, found, replayed)
    }

    fn replay_call(&mut self, called: &AnsweredCall<'_>, replayed: &mut Replayed) -> Result<(), Phase> {
        let AnsweredCall { call, answer } = called;
        let found = match call {
            Call::Move { moving, options } => self.replay_moves(moving, options).map(|answer| Ok(Some(answer)))?,
            Call::MoveWithin { moving, options, max_neighbors } => {
                let options = MoveOptions { max_neighbors: *max_neighbors, ..*options };
                self.replay_moves(moving, &options).map(|answer| Ok(Some(answer)))?
            }
            Call::Separate { movers, rounds, max_neighbors, rules, layers, slide } => {
                let (rounds, max_neighbors, slide) = (*rounds, *max_neighbors, *slide);
                let options = SeparateOptions { rounds, max_neighbors, rules, slide, layers: *layers };
                let mut separation = Separation::default();
                self.separate_into(movers, &options, &mut separation)
                    .map_err(|error| Phase::Changes(error.error.into()))?;
                Ok(Some(separation.fingerprint()))
            }
            Call::SweepThrough { query, from, to } => match self.sweep_through(*query, *from, *to) {
                Ok(hit) => Ok(Some(of_list(&[hit]))),
                Err(error) => Err((from.min(*to), error)),
            },
        };
        self.compare(call.name(), Some(*answer), found, replayed)
    }

    fn replay_moves(&mut self, moving: &[(Handle, Vec2)], options: &MoveOptions<'_>) -> Result<u64, Phase> {
        let mut moves = Moves::default();
        self.move_batch_into(moving, options, &mut moves).map_err(|error| Phase::Changes(error.error.into()))?;
        Ok(moves.fingerprint())
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
