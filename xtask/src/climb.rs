//! The search for the call that takes the most instructions for each unit of work that it counts: `benches/climb`. What a
/// call does not count cannot be found by its units.
use std::ffi::OsStr;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;

use crate::callgrind::{build, of_calls, prepare};
use crate::cargo::released;
use crate::node::run;

/// The function of `benches/climb` whose calls are counted.
const COUNTED: &str = "climb::counted";

/// The instructions of a unit, in times those on an ordinary scene.
const MAX_TIMES: f64 = 3.0;

/// The scenes of each run, and how many of them are tried at once.
const SCENES: u64 = 200;
const AT_ONCE: usize = 20;

/// The options of `cargo xtask climb`.
#[derive(Args, Default)]
pub(crate) struct Options {
    /// Search for this number of minutes, and change the worst scenes; without it, 200 fixed scenes
    #[arg(long)]
    minutes: Option<u64>,
}

/// A scene: its seed, and that of each change.
type Line = Vec<u64>;

/// The worst scene of a call.
struct Worst {
    name: String,
    /// The instructions of a unit.
    each: f64,
    line: Line,
}

/// Fails if a unit of a call is more than [`MAX_TIMES`] the instructions that it is on an ordinary scene, in the mean of all
/// calls, or if an item takes too many units.
pub(crate) fn climb(options: &Options) -> Result<(), String> {
    prepare()?;
    build()?;
    run(Command::new(released("climb")?).arg("units"))?;
    let ordinary = count("climb", &[])?;
    for Each { name, instructions } in &ordinary {
        println!("{name}: {instructions:.2} instructions a unit on an ordinary scene");
    }
    // A unit of one call stands for as much as that of another.
    let mean = ordinary.iter().map(|each| each.instructions).sum::<f64>() / ordinary.len() as f64;
    let mut calls: Vec<Worst> =
        ordinary.into_iter().map(|each| Worst { name: each.name, each: 0.0, line: Line::new() }).collect();
    let start: Vec<Line> = (0..SCENES).map(|seed| vec![seed]).collect();
    start.chunks(AT_ONCE).try_for_each(|lines| try_all(lines, &mut calls))?;
    let (begun, time) = (Instant::now(), Duration::from_secs(options.minutes.unwrap_or(0) * 60));
    let mut seed = SCENES;
    while begun.elapsed() < time {
        let mut lines = Vec::new();
        for _ in 0..AT_ONCE {
            seed += 1;
            let worst = &calls[seed as usize % calls.len()].line;
            // Now and then, it starts somewhere else.
            let changed = if seed.is_multiple_of(8) { &[][..] } else { worst };
            lines.push([changed, &[seed]].concat());
        }
        try_all(&lines, &mut calls)?;
    }
    verdict(mean, &calls)
}

fn verdict(mean: f64, calls: &[Worst]) -> Result<(), String> {
    println!("{mean:.2} instructions a unit on an ordinary scene");
    for Worst { name, each, line } in calls {
        println!("{name}: at most {:.2} times as many: {line:?}", each / mean);
    }
    let over: Vec<&str> =
        calls.iter().filter(|call| call.each > mean * MAX_TIMES).map(|call| call.name.as_str()).collect();
    if over.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "more than {MAX_TIMES} times the instructions of an ordinary scene for a unit: {}",
            over.join(", ")
        ))
    }
}

/// The instructions of a unit of a call.
#[derive(Clone)]
struct Each {
    name: String,
    instructions: f64,
}

/// Tries some scenes with all calls, half of them in a process of its own.
fn try_all(lines: &[Line], calls: &mut [Worst]) -> Result<(), String> {
    let (some, others) = lines.split_at(lines.len() / 2);
    let counted = thread::scope(|scope| {
        let some = scope.spawn(|| count("climb-2", some));
        let others = count("climb", others)?;
        Ok::<_, String>([some.join().expect("it returns its errors")?, others].concat())
    })?;
    for (all, line) in counted.chunks(calls.len()).zip(lines) {
        for (each, worst) in all.iter().zip(&mut *calls) {
            if each.instructions > worst.each {
                (worst.each, worst.line) = (each.instructions, line.clone());
            }
        }
    }
    Ok(())
}

/// Counts all calls on each of these scenes; on an ordinary one if there are none. Files are in a folder of this name.
fn count(folder: &str, lines: &[Line]) -> Result<Vec<Each>, String> {
    let text = |line: &Line| line.iter().map(u64::to_string).collect::<Vec<_>>().join(" ") + "\n";
    let input: String = lines.iter().map(text).collect();
    let (printed, instructions) =
        of_calls(folder, COUNTED, &released("climb")?, [OsStr::new("instructions")].into_iter(), &input)?;
    let each = |(line, instructions): (&str, u64)| {
        let (units, name) = line.split_once('\t')?;
        let units: u64 = units.parse().ok()?;
        Some(Each { name: name.to_owned(), instructions: instructions as f64 / units as f64 })
    };
    let all: Option<Vec<Each>> = printed.lines().zip(instructions).map(each).collect();
    let all = all.filter(|all| all.len() == printed.lines().count());
    all.ok_or_else(|| format!("not each call was counted that `climb` printed: {printed:?}"))
}
