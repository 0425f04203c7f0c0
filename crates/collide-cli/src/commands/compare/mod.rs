//! `collide compare`: benchmarks the strategies on files.

mod args;
mod case;
mod data;
mod html;
mod machine;
mod measure;
mod report;
mod sizes;
mod text;
mod verdict;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use collide2d::Strategy;

pub(crate) use args::CompareArgs;
use case::{Case, Rules};
use report::{Comparison, FileComparison};

use crate::failure::Failure;
use crate::input::{self, Recording, Ticks};
use crate::messages::{counted, print_message};
use crate::output::write_file;
use crate::progress::Progress;

/// The approximate time to test a pair of bounds, to estimate the time of brute force.
const BRUTE_NANOSECONDS: f64 = 2.0;

/// The rounds that brute force must have time for: one to check the answers, and the minimum number of measured ones.
const BRUTE_ROUNDS: f64 = 4.0;

/// Reads and measures the files, and prints the comparison.
pub(crate) fn run(args: &CompareArgs) -> Result<(), Failure> {
    if args.files.iter().filter(|file| *file == Path::new("-")).count() > 1 {
        return Err(Failure::Usage("FILE: only one of them can be standard input"));
    }
    if let Some(page) = &args.html {
        Failure::check_not_input(page, args.files.iter().map(PathBuf::as_path))?;
    }
    let cases = Case::all(args)?;
    let mut files = Vec::new();
    for path in &args.files {
        let recording = input::read_recording(path, Ticks::All, args.rows)?;
        recording.note.iter().for_each(print_message);
        files.push(compare(&recording, &cases, args)?);
    }
    let engine = env!("CARGO_PKG_VERSION").to_owned();
    let comparison = Comparison { version: 1, engine, machine: machine::describe(), files };
    // If one output fails the other is still written, so that the measurements are not lost.
    let page = args.html.as_deref().map_or(Ok(()), |path| write_page(path, &comparison));
    page.and(print(&comparison, args.json).map_err(Failure::Output))
}

fn write_page(path: &Path, comparison: &Comparison) -> Result<(), Failure> {
    let page = html::page(comparison);
    write_file(path, |file| file.write_all(page.as_bytes())).map_err(Failure::writing(path))
}

fn print(comparison: &Comparison, json: bool) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    if json {
        serde_json::to_writer(&mut out, comparison)?;
        writeln!(out)?;
    } else {
        write!(out, "{}", text::table(comparison))?;
    }
    out.flush()
}

fn compare(recording: &Recording, cases: &[Case], args: &CompareArgs) -> Result<FileComparison, Failure> {
    let _progress = Progress::timed(format!("comparing on {}", recording.file), args.budget);
    let start = Instant::now();
    let cases = without_brute(cases, recording, args.budget);
    let still = recording.static_ids();
    let is_static = if args.make_static { still.clone() } else { Vec::new() };
    let rules = Rules { touching: args.touching, static_pairs: args.static_pairs, is_static };
    let mut contenders = measure::check(cases.clone(), recording, &rules)?;
    let pairs = contenders.first().map(|contender| contender.answer.pairs.as_slice()).unwrap_or_default();
    let Some(data) = data::describe(recording, pairs, &still, args.make_static) else {
        return Err(Failure::NoShapes { file: recording.file.clone() });
    };
    // A sixth of the budget is for the curves over the number of shapes.
    let time = left(args.budget * 5 / 6, start);
    let rounds = measure::measure(&mut contenders, &recording.ticks, time, args.budget)?;
    let mut runs: Vec<_> = contenders.iter().map(|contender| (contender.run(), contender.reason())).collect();
    // Frees the worlds.
    drop(contenders);
    runs.sort_by(|(a, _), (b, _)| a.median_ms.total_cmp(&b.median_ms));
    let (runs, reasons): (Vec<_>, Vec<_>) = runs.into_iter().unzip();
    let verdict = verdict::judge(&data, &runs, &reasons);
    let sizes = sizes::curves(recording, &cases, &runs, &rules, left(args.budget, start))?;
    let (file, ticks) = (recording.file.clone(), recording.ticks.len());
    Ok(FileComparison { file, ticks, rounds, data, runs, verdict, sizes })
}

/// The rest of `time` since `start`.
fn left(time: Duration, start: Instant) -> Duration {
    time.saturating_sub(start.elapsed())
}

/// The cases, without brute force if it would take more than its share of the budget and there are others.
fn without_brute(cases: &[Case], recording: &Recording, budget: Duration) -> Vec<Case> {
    let others: Vec<Case> = cases.iter().filter(|case| case.strategy != Strategy::BruteForce).cloned().collect();
    let pairs: f64 = recording.ticks.iter().map(|frame| (frame.rows.len() as f64).powi(2) / 2.0).sum();
    let (takes, share) = (pairs * BRUTE_ROUNDS * BRUTE_NANOSECONDS * 1e-9, budget.as_secs_f64() / cases.len() as f64);
    if takes <= share || others.is_empty() || others.len() == cases.len() {
        return cases.to_vec();
    }
    let runs = counted((cases.len() - others.len()) as u64, "run");
    print_message(&format!(
        "{}: brute force is left out ({runs}): it would take about {takes:.1} s each, its share of the time is \
         {share:.1} s; a longer --budget includes it",
        recording.file
    ));
    others
}
