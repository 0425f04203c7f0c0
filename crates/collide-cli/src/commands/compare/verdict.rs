//! Which run is the fastest, whether that is certain, and why.

use std::fmt::Write as _;

use super::case;
use super::report::{AutoChoice, Data, Run, Verdict};
use crate::extent::describe_crowding;
use crate::messages::{counted, digits};
use crate::statistics::spread;

/// The share of the rounds that must agree on which run is faster.
const AGREE: f64 = 0.9;

/// Another strategy is advised if `auto` takes at least this many times as long.
const WORTH_A_CHANGE: f64 = 1.1;

/// The number of rounds for a certain verdict. Fewer are enough if one run takes twice as long as the other.
const ROUNDS: usize = 5;
const ROUNDS_IF_TWICE: usize = 3;

/// The verdict on `runs`, which are sorted, the fastest first. `reasons` has the reason for the strategy of each run.
///
/// `auto` is one of the other strategies, so it is not compared with them: the verdict has its regret instead.
pub(crate) fn judge(data: &Data, all_runs: &[Run], reasons: &[String]) -> Verdict {
    let is_choice = |run: &&Run| run.strategy == "auto";
    let racing: Vec<&Run> = all_runs.iter().filter(|run| !is_choice(run)).collect();
    let runs = if racing.is_empty() { all_runs.iter().collect() } else { racing };
    let Some(&winner) = runs.first() else {
        return Verdict { winner: 0, ahead: 1.0, certain: false, noise: None, words: String::new(), auto: None };
    };
    let second = runs.iter().copied().find(|run| !is_same(run, winner));
    let (ahead, noise) = second.map_or((1.0, spread(&winner.round_ms)), |second| compare(winner, second));
    let certain = second.is_some_and(|second| is_certain(winner, second));
    let auto = auto(all_runs, reasons);
    let mut words = advice(winner, certain, all_runs).unwrap_or_default();
    words += &(headline(winner, second) + &describe_other_threads(winner, &runs));
    if let Some(rival) = runs.iter().copied().find(|run| run.ran != winner.ran && is_certain(winner, run)) {
        words += &explain(winner, rival, second.is_some_and(|second| std::ptr::eq(second, rival)));
    }
    words += &describe_data(data);
    if let Some(AutoChoice { chose, regret, .. }) = &auto {
        let percent = percent(regret - 1.0);
        let _ = write!(words, " Auto chose {chose}: {percent} slower than the best on the same number of threads.");
    }
    let winner = all_runs.iter().position(|run| std::ptr::eq(run, winner)).unwrap_or_default();
    Verdict { winner, ahead, certain, noise, words, auto }
}

/// What to do, as a sentence with a space after it. `None` if there is nothing to choose from.
fn advice(winner: &Run, certain: bool, runs: &[Run]) -> Option<String> {
    if runs.len() < 2 {
        return None;
    }
    let use_winner = || format!("Use {}", case::name(&winner.strategy, winner.threads, winner.cell));
    let auto = runs.iter().find(|run| run.strategy == "auto");
    Some(match auto.map(|auto| (auto, times(auto.median_ms, winner.median_ms))) {
        Some((auto, ratio)) if ratio >= WORTH_A_CHANGE && is_certain(winner, auto) => {
            format!("{}: {} takes {ratio:.2} times as long. ", use_winner(), name(auto))
        }
        Some(_) => "Keep auto. ".to_owned(),
        None if certain => use_winner() + ". ",
        None => "Keep auto: no strategy is certainly the fastest. ".to_owned(),
    })
}

/// Whether two runs differ at most in their threads.
fn is_same(a: &Run, b: &Run) -> bool {
    (&a.strategy, a.cell) == (&b.strategy, b.cell)
}

/// The ratio of the medians, and the larger spread of the rounds of the two.
fn compare(winner: &Run, other: &Run) -> (f64, Option<f64>) {
    let spreads = spread(&winner.round_ms).zip(spread(&other.round_ms));
    (times(other.median_ms, winner.median_ms), spreads.map(|(winner, other)| winner.max(other)))
}

fn times(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 1.0 }
}

/// Whether the rounds agree that `winner` is faster, by more than the rounds of one run differ.
fn is_certain(winner: &Run, other: &Run) -> bool {
    let (ahead, noise) = compare(winner, other);
    // Slow cases have fewer rounds.
    let count = winner.round_ms.len().min(other.round_ms.len());
    let agree = winner.round_ms.iter().zip(&other.round_ms).filter(|(winner, other)| winner < other).count() as f64;
    let enough = count >= ROUNDS || (count >= ROUNDS_IF_TWICE && ahead >= 2.0);
    enough && agree >= AGREE * count as f64 && noise.is_some_and(|noise| ahead - 1.0 > noise)
}

/// The choice of `auto` in its best run, compared with the other strategies on the same number of threads.
fn auto(runs: &[Run], reasons: &[String]) -> Option<AutoChoice> {
    let index = runs.iter().position(|run| run.strategy == "auto")?;
    let run = &runs[index];
    let best = runs.iter().find(|best| best.threads == run.threads && best.strategy != "auto")?;
    Some(AutoChoice {
        chose: run.ran.clone(),
        reason: reasons.get(index).cloned().unwrap_or_default(),
        regret: times(run.median_ms, best.median_ms).max(1.0),
    })
}

fn name(run: &Run) -> String {
    let name = case::name(&run.strategy, run.threads, run.cell);
    if run.ran == run.strategy { name } else { format!("{name}, which chose {},", run.ran) }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

fn headline(winner: &Run, second: Option<&Run>) -> String {
    let (first, time) = (name(winner), digits(winner.median_ms));
    let Some(second) = second else {
        return format!("{first} takes {time} ms a tick; there is nothing else to compare it with.");
    };
    let (ahead, noise) = compare(winner, second);
    let second_name = name(second);
    if is_certain(winner, second) {
        return format!(
            "{first} is the fastest: {time} ms a tick, where {second_name} takes {ahead:.2} times as long."
        );
    }
    let rounds = winner.round_ms.len().min(second.round_ms.len());
    let Some(noise) = noise.filter(|noise| rounds >= ROUNDS || (rounds > 1 && ahead - 1.0 <= *noise)) else {
        return format!(
            "{first} takes {time} ms a tick, {second_name} {ahead:.2} times as long. {} of each run cannot tell whether \
             that is noise, it takes {ROUNDS}: a longer --budget has more.",
            counted(rounds as u64, "round")
        );
    };
    let (differ, noise) = (percent(ahead - 1.0), percent(noise));
    format!(
        "{first} at {time} ms a tick and {second_name} do not differ significantly: \
         medians differ by {differ}, rounds of one run by {noise}."
    )
}

/// The times of the winner on other numbers of threads.
fn describe_other_threads(winner: &Run, runs: &[&Run]) -> String {
    let same_case =
        |run: &&&Run| run.strategy == winner.strategy && run.cell == winner.cell && run.threads != winner.threads;
    let mut words = String::new();
    for run in runs.iter().filter(same_case) {
        let threads = counted(run.threads as u64, "thread");
        let _ = if is_certain(winner, run) {
            let (ahead, _) = compare(winner, run);
            write!(words, " On {threads} {} takes {ahead:.2} times as long.", run.strategy)
        } else {
            write!(words, " On {threads} {} does not differ significantly from that.", run.strategy)
        };
    }
    words
}

/// The reasons why another strategy is slower: its candidates, and the phase that takes the time.
fn explain(winner: &Run, rival: &Run, is_second: bool) -> String {
    let mut words = String::new();
    if !is_second {
        let ahead = times(rival.median_ms, winner.median_ms);
        let _ = write!(words, " Significantly slower is {}: {ahead:.2} times as long.", name(rival));
    }
    let each = |run: &Run| run.candidates as f64 / run.pairs.max(1) as f64;
    if winner.pairs > 0 && times(each(rival), each(winner)) >= 1.5 {
        let (rivals, winners) = (each(rival), each(winner));
        let _ =
            write!(words, " {} checks {rivals:.1} candidates per pair, {} checks {winners:.1}.", rival.ran, winner.ran);
    }
    let phases = rival.phases_ms.keys().chain(winner.phases_ms.keys());
    let time = |run: &Run, phase: &str| run.phases_ms.get(phase).copied().unwrap_or_default();
    let gain = |phase: &&String| time(rival, phase) - time(winner, phase);
    if let Some(phase) = phases.max_by(|a, b| gain(a).total_cmp(&gain(b))).filter(|phase| gain(phase) > 0.0) {
        let (winners, rivals) = (digits(time(winner, phase)), digits(time(rival, phase)));
        let _ = write!(words, " Most of the difference is in the phase {phase}: {rivals} ms against {winners} ms.");
    }
    words
}

fn describe_data(data: &Data) -> String {
    let count = data.entities.median;
    let unequal = times(data.size.most, data.size.median);
    let sizes = match unequal {
        ratio if ratio < 2.0 => "of about one size".to_owned(),
        ratio if ratio < 10.0 => format!("of unequal sizes, the largest {ratio:.1} times the median"),
        ratio => format!("of very unequal sizes, the largest {ratio:.0} times the median"),
    };
    let pairs = data.pairs.median / count.max(1) as f64;
    let movers =
        if data.movers > 0.0 { format!("; {} of them change in a tick", percent(data.movers)) } else { String::new() };
    let shapes = counted(count as u64, "shape");
    // A single box has no crowding.
    let crowding =
        if data.heat.counts.len() > 1 { format!(", {}", describe_crowding(data.crowding)) } else { String::new() };
    format!(" The data: {shapes} {sizes}{crowding}, {pairs:.2} pairs for each{movers}.")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::commands::compare::report::{Heat, Spread};

    fn run(strategy: &str, threads: usize, rounds: &[f64]) -> Run {
        let median_ms = crate::statistics::median(rounds.iter().copied());
        Run {
            strategy: strategy.to_owned(),
            threads,
            cell: None,
            ran: strategy.to_owned(),
            tick_ms: vec![median_ms],
            median_ms,
            p99_ms: median_ms,
            round_ms: rounds.to_vec(),
            phases_ms: BTreeMap::from([("index".to_owned(), 0.1), ("pairs".to_owned(), median_ms - 0.1)]),
            pairs: 10,
            candidates: if strategy == "sweep" { 50 } else { 12 },
            memory_bytes: 1,
            fingerprint: String::new(),
        }
    }

    #[test]
    fn what_exceeds_the_noise_is_certain() {
        let levels = run("levels", 1, &[1.0, 1.01, 0.99, 1.0, 1.02]);
        let slower = run("sweep", 1, &[1.2, 1.21, 1.19, 1.2, 1.22]);
        assert!(is_certain(&levels, &slower));
        // A tie has no winner, few rounds need a large difference, and nine of ten rounds must agree.
        assert!(!is_certain(&levels, &levels));
        assert!(!is_certain(&run("levels", 1, &[1.0; 3]), &run("sweep", 1, &[1.5; 3])));
        assert!(is_certain(&run("levels", 1, &[1.0; 9]), &run("sweep", 1, &[2.5; 3])));
        assert!(!is_certain(&run("levels", 1, &[1.0; 2]), &run("sweep", 1, &[9.0; 2])));
        assert!(!is_certain(&levels, &run("sweep", 1, &[1.2, 1.0, 1.2, 0.9, 1.2])));
        // Noise on either side hides a small difference.
        assert!(!is_certain(&levels, &run("sweep", 1, &[1.01, 1.5, 1.02, 1.4, 1.1])));
    }

    fn data() -> Data {
        let none = |value| Spread { least: value, median: value, most: value };
        Data {
            entities: Spread { least: 10, median: 10, most: 10 },
            kinds: BTreeMap::new(),
            extent: [0.0; 4],
            size: none(1.0),
            movers: 0.0,
            still: 0,
            still_is_static: false,
            crowding: 1.0,
            pairs: none(10.0),
            heat: Heat { width: 1, height: 1, counts: vec![10] },
        }
    }

    #[test]
    fn clear_cases_have_a_certain_verdict() {
        let took = |strategy: &str, ran: &str, rounds: &[f64]| Run { ran: ran.to_owned(), ..run(strategy, 1, rounds) };
        let rounds = [1.0, 1.01, 0.99, 1.0, 1.02];
        let slow = rounds.map(|time| time * 100.0);
        let runs =
            [took("levels", "levels", &rounds), took("brute", "brute", &slow), took("auto", "brute", &[130.0; 5])];
        let reasons = ["asked", "asked", "few shapes"].map(str::to_owned);
        let verdict = judge(&data(), &runs, &reasons);
        assert!(verdict.certain && verdict.winner == 0);
        assert_eq!((verdict.ahead, verdict.noise), (100.0, spread(&rounds)));
        let start = "Use levels on 1 thread: auto on 1 thread, which chose brute, takes 130.00 times as long. levels on 1 \
                     thread is the fastest: 1.00 ms a tick, where brute on 1 thread takes 100.00 times as long.";
        assert!(verdict.words.starts_with(start), "{}", verdict.words);
        assert!(verdict.words.contains(" The data: 10 shapes of about one size, 1.00 pairs for each."));
        let auto = verdict.auto.unwrap();
        assert_eq!((auto.chose.as_str(), auto.reason.as_str(), auto.regret), ("brute", "few shapes", 130.0));

        // The same rounds in another order, a single run and no runs give no certain verdict.
        let runs = [took("levels", "levels", &rounds), took("grid", "grid", &[0.99, 1.0, 1.02, 1.01, 1.0])];
        let verdict = judge(&data(), &runs, &reasons);
        assert!(!verdict.certain && verdict.auto.is_none(), "{}", verdict.words);
        let start = "Keep auto: no strategy is certainly the fastest. levels on 1 thread at ";
        assert!(verdict.words.starts_with(start), "{}", verdict.words);
        assert!(verdict.words.contains("do not differ significantly"), "{}", verdict.words);
        let runs = [took("levels", "levels", &rounds), took("brute", "brute", &slow)];
        assert!(judge(&data(), &runs, &reasons).words.starts_with("Use levels on 1 thread. levels on 1 thread is"));
        assert!(!judge(&data(), &runs[..1], &reasons).certain && !judge(&data(), &[], &[]).certain);
    }

    #[test]
    fn auto_is_not_in_the_race() {
        let took = |strategy: &str, ran: &str, time: f64| Run { ran: ran.to_owned(), ..run(strategy, 1, &[time; 5]) };
        let runs = [took("auto", "levels", 0.5), took("levels", "levels", 1.0), took("sweep", "sweep", 3.0)];
        let verdict = judge(&data(), &runs, &["few shapes".to_owned()]);
        assert_eq!((verdict.winner, verdict.ahead, verdict.certain), (1, 3.0, true));
        assert!(verdict.words.starts_with("Keep auto. levels on 1 thread is the fastest"), "{}", verdict.words);
        assert_eq!(verdict.auto.unwrap().regret, 1.0);
        let alone = judge(&data(), &runs[..1], &[]);
        assert!(alone.winner == 0 && alone.words.starts_with("auto on 1 thread, which chose levels, takes"));
    }

    #[test]
    fn one_round_is_no_verdict() {
        assert_eq!(judge(&data(), &[run("levels", 1, &[1.0]), run("sweep", 1, &[1.5])], &[]).noise, None);
        let words = headline(&run("levels", 1, &[1.0]), Some(&run("sweep", 1, &[1.5])));
        assert!(words.ends_with(
            "1 round of each run cannot tell whether that is noise, it takes 5: a longer --budget has more."
        ));
    }

    #[test]
    fn words_say_who_by_how_much_and_why() {
        let levels = run("levels", 1, &[1.0; 5]);
        let sweep = run("sweep", 2, &[2.5; 5]);
        assert_eq!(
            headline(&levels, Some(&sweep)),
            "levels on 1 thread is the fastest: 1.00 ms a tick, where sweep on 2 threads takes 2.50 times as long."
        );
        let grid = run("grid", 1, &[1.0; 5]);
        assert!(headline(&levels, Some(&grid)).contains("grid on 1 thread do not differ significantly"));
        assert!(headline(&levels, None).ends_with("there is nothing else to compare it with."));
        assert_eq!(
            explain(&levels, &sweep, true),
            " sweep checks 5.0 candidates per pair, levels checks 1.2. \
             Most of the difference is in the phase pairs: 2.40 ms against 0.900 ms."
        );
        assert!(
            explain(&levels, &sweep, false)
                .starts_with(" Significantly slower is sweep on 2 threads: 2.50 times as long.")
        );
        let others = [run("levels", 1, &[1.0; 5]), run("levels", 2, &[1.0; 5]), run("levels", 4, &[2.0; 5])];
        assert_eq!(
            describe_other_threads(&levels, &others.each_ref()),
            " On 2 threads levels does not differ significantly from that. On 4 threads levels takes 2.00 times as long."
        );
    }
}
