//! Measures the cases in rounds.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use collide2d::report::Reason;
use collide2d::{CellSize, Strategy, fingerprint};

use super::case::{Case, Rules};
use super::report::Run;
use crate::failure::Failure;
use crate::input::{Frame, Recording};
use crate::messages::ms;
use crate::options::MAX_PAIRS;
use crate::player::Player;
use crate::statistics::{median, quantile, sorted};

/// The minimum number of rounds. One round is enough if it takes longer than the budget.
pub(crate) const MIN_ROUNDS: usize = 3;

/// A case that is slower than the fastest by this factor is measured in at most [`MIN_ROUNDS`] rounds: it cannot be the
/// fastest.
const SLOW: f64 = 3.0;

const MAX_ROUNDS: usize = 100;

/// The number of steps in a round of a recording with a single tick.
const REPEATS: usize = 16;

/// A case, the world it is measured in, and its results.
pub(crate) struct Contender {
    pub(crate) case: Case,
    player: Player,
    pub(crate) answer: Answer,
    rounds: Vec<Round>,
    /// How long its last round took.
    took: Duration,
}

/// The answers of a case, tick by tick.
#[derive(Default)]
pub(crate) struct Answer {
    fingerprints: Vec<u64>,
    pub(crate) pairs: Vec<u64>,
    candidates: u64,
    /// The strategy of the last tick, and the reason for it.
    last: Option<(Strategy, Reason)>,
    time: Duration,
}

/// The times of a round in milliseconds: of each step, and for each phase the median over the steps.
#[derive(Default)]
struct Round {
    steps: Vec<f64>,
    phases: Vec<(&'static str, f64)>,
}

/// Plays a recording once for each case, and checks that all give the same answers.
pub(crate) fn check(cases: Vec<Case>, recording: &Recording, rules: &Rules) -> Result<Vec<Contender>, Failure> {
    let mut contenders: Vec<Contender> = Vec::new();
    for case in cases {
        let mut player = case.player(rules);
        let answer = answer(&mut player, recording)?;
        if let Some(first) = contenders.first() {
            let named = [(first.case.to_string(), &first.answer), (case.to_string(), &answer)];
            check_equal(
                recording,
                named.each_ref().map(|(name, answer)| (name.as_str(), answer.fingerprints.as_slice())),
            )?;
        }
        contenders.push(Contender { case, player, answer, rounds: Vec::new(), took: Duration::ZERO });
    }
    Ok(contenders)
}

fn answer(player: &mut Player, recording: &Recording) -> Result<Answer, Failure> {
    let mut answer = Answer::default();
    for frame in &recording.ticks {
        player.show(frame)?;
        let start = Instant::now();
        let report = player.world.step_within(MAX_PAIRS);
        let (file, tick) = (&recording.file, frame.tick);
        let report = report.map_err(|over| Failure::TooManyPairs { file: file.clone(), tick, over })?;
        answer.time += start.elapsed();
        answer.candidates += report.candidate_count;
        answer.pairs.push(report.pair_count);
        answer.last = Some((report.strategy, report.reason));
        answer.fingerprints.push(player.world.fingerprint());
    }
    Ok(answer)
}

/// Checks that two cases have the same fingerprint at every tick.
fn check_equal(recording: &Recording, [(a, first), (b, second)]: [(&str, &[u64]); 2]) -> Result<(), Failure> {
    let differs = first.iter().zip(second).zip(&recording.ticks).find(|((first, second), _)| first != second);
    differs.map_or(Ok(()), |((first, second), frame)| {
        Err(Failure::Unequal {
            file: recording.file.clone(),
            tick: frame.tick,
            strategies: format!("{a} and {b}"),
            fingerprints: format!("{first:016x} and {second:016x}"),
        })
    })
}

/// Plays the recording in rounds until `time`, the rest of the budget, is used up. A round has one run of each case
/// except the slow ones. Returns the number of rounds.
pub(crate) fn measure(
    contenders: &mut [Contender],
    frames: &[Frame],
    time: Duration,
    budget: Duration,
) -> Result<usize, Failure> {
    let start = Instant::now();
    let all = contenders.iter().map(|contender| contender.answer.time).sum::<Duration>();
    let min_rounds = if all > budget { 1 } else { MIN_ROUNDS };
    for round in 0..MAX_ROUNDS {
        let best = contenders.iter().map(Contender::median).fold(f64::MAX, f64::min);
        let plays = |contender: &Contender| round < MIN_ROUNDS || contender.median() <= best * SLOW;
        let next: Duration =
            contenders.iter().filter(|contender| plays(contender)).map(|contender| contender.took).sum();
        if round >= min_rounds && start.elapsed() + next > time {
            return Ok(round);
        }
        // Each round begins with another case, so that no case always follows the same one.
        for index in 0..contenders.len() {
            let contender = &mut contenders[(index + round) % contenders.len()];
            if plays(contender) {
                contender.play(frames)?;
            }
        }
    }
    Ok(MAX_ROUNDS)
}

impl Contender {
    fn play(&mut self, frames: &[Frame]) -> Result<(), Failure> {
        let start = Instant::now();
        let repeats = if frames.len() == 1 { REPEATS } else { 1 };
        let mut steps = Vec::with_capacity(frames.len() * repeats);
        let mut phases = BTreeMap::<_, Vec<f64>>::new();
        for frame in std::iter::repeat_n(frames, repeats).flatten() {
            self.player.show(frame)?;
            let step = self.player.step();
            steps.push(ms(step.total));
            let rest = step.total.saturating_sub(step.report.times.total());
            for (phase, time) in step.report.times.phases().into_iter().chain([("other", rest)]) {
                phases.entry(phase).or_default().push(ms(time));
            }
        }
        let phases = phases.into_iter().map(|(phase, times)| (phase, median(times))).collect();
        self.rounds.push(Round { steps, phases });
        self.took = start.elapsed();
        Ok(())
    }

    /// The median of all steps so far.
    fn median(&self) -> f64 {
        median(self.rounds.iter().flat_map(|round| &round.steps).copied())
    }

    /// The reason for the strategy that ran.
    pub(crate) fn reason(&self) -> String {
        self.answer.last.map(|(_, reason)| reason.to_string()).unwrap_or_default()
    }

    /// The results for the report.
    pub(crate) fn run(&self) -> Run {
        let Case { strategy, threads, cell, .. } = &self.case;
        let Answer { fingerprints, pairs, candidates, last, .. } = &self.answer;
        let steps = sorted(self.rounds.iter().flat_map(|round| &round.steps).copied());
        let tick_count = fingerprints.len();
        // If there is only one tick, all steps are of it.
        let of_tick =
            |tick| self.rounds.iter().flat_map(move |round| round.steps.iter().skip(tick).step_by(tick_count));
        let halves = fingerprints.iter().flat_map(|hash| [*hash as u32, (*hash >> 32) as u32]);
        Run {
            strategy: strategy.name().to_owned(),
            threads: *threads,
            cell: cell.map(CellSize::get),
            ran: last.map_or(*strategy, |(strategy, _)| strategy).name().to_owned(),
            tick_ms: (0..tick_count).map(|tick| median(of_tick(tick).copied())).collect(),
            median_ms: quantile(&steps, 0.5).unwrap_or_default(),
            p99_ms: quantile(&steps, 0.99).unwrap_or_default(),
            round_ms: self.rounds.iter().map(|round| median(round.steps.iter().copied())).collect(),
            phases_ms: self.phases(),
            pairs: pairs.iter().sum(),
            candidates: *candidates,
            memory_bytes: self.player.world.memory(),
            fingerprint: format!("{:016x}", fingerprint(halves)),
        }
    }

    fn phases(&self) -> BTreeMap<String, f64> {
        let mut phases = BTreeMap::<_, Vec<f64>>::new();
        for (name, time) in self.rounds.iter().flat_map(|round| &round.phases) {
            phases.entry((*name).to_owned()).or_default().push(*time);
        }
        let medians = phases.into_iter().map(|(name, times)| (name, median(times)));
        // A phase without work still takes the time to read the clock.
        let least = self.median() * 1e-3;
        medians.filter(|(_, time)| *time > least).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::check_equal;
    use crate::input::{Frame, Recording};

    #[test]
    fn answers_that_differ_are_named() {
        let ticks = [3, 5].map(|tick| Frame { tick, rows: Vec::new() }).into();
        let recording = Recording { file: "a.csv".to_owned(), ticks, ..Recording::default() };
        assert!(check_equal(&recording, [("grid", &[1, 2]), ("sweep", &[1, 2])]).is_ok());
        let error = check_equal(&recording, [("grid", &[1, 2]), ("sweep", &[1, 0xff])]).unwrap_err();
        let expected = "a.csv: tick 5: grid and sweep, fingerprints 0000000000000002 and 00000000000000ff: \
                        answers differ, a fault of this program";
        assert_eq!(error.to_string(), expected);
    }
}
