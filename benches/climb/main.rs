//! A search for the worst case of each public call: scenes, sizes, motions and options are changed step by step, and a
//! change that raises the cost is kept. A scene is a line of numbers: its seed, and that of each change.
//!
//! - `climb units [TIMES]`: the cost is the work for each entity, query and result, which has a limit. `TIMES` is the length
//!   of the search.
//! - `climb instructions`: `cargo xtask climb` runs it under callgrind. It counts each call with a limit of work on
//!   the scenes of the lines of its input, or on an ordinary one if there are none, and prints the limit and the name of the
//!   call.
mod calls;
mod genes;

use std::error::Error;
use std::hint::black_box;
use std::io::stdin;

use calls::{Asked, CALLS, Call, Scene, Size, Tried};
use genes::{of_line, ordinary};

/// The size of a trial for units, and the number of changes of the shortest search for each call.
const SMALL: Size = Size { entities: 400, queries: 100, counts: true };
const CHANGES: u64 = 20;

/// The size of a trial for instructions.
const LARGE: Size = Size { entities: 1_000, queries: 300, counts: false };

/// The units for each item in the worst of some trials, and its line.
fn climb(call: Call, changes: u64, seed: u64) -> (u64, Vec<u64>) {
    let (mut worst, mut worst_line) = (0, Vec::new());
    let (mut here, mut line) = (0, Vec::new());
    for change in 0..changes {
        let mut changed = line.clone();
        // Now and then, it starts somewhere else.
        if change % 40 == 0 {
            (here, changed) = (0, vec![seed]);
        }
        changed.push(change);
        let mut asked = call(Scene::new(&of_line(&changed), SMALL));
        let each = asked.units() / asked.items.max(1);
        if each >= here {
            (here, line) = (each, changed);
        }
        if here > worst {
            (worst, worst_line) = (here, line.clone());
        }
    }
    (worst, worst_line)
}

fn units(times: u64) -> Result<(), String> {
    let mut over = Vec::new();
    for (seed, Tried { name, max_each, call, .. }) in (0..).zip(CALLS) {
        let (each, line) = climb(call, CHANGES * times, seed);
        let found = format!("{name}: {each} units for each item, at most {max_each}: {line:?}");
        println!("{found}");
        if each > max_each {
            over.push(found);
        }
    }
    if over.is_empty() { Ok(()) } else { Err(over.join("\n")) }
}

/// `cargo xtask climb` finds this function by its name: callgrind counts from its start to its end.
#[inline(never)]
fn counted(asked: &mut Asked, limit: u64) {
    black_box((asked.ask)(limit));
}

/// Counts a call once it has built what its first use builds.
fn count(name: &str, limit: u64, asked: &mut Asked) {
    (asked.ask)(limit);
    println!("{limit}\t{name}");
    counted(asked, limit);
}

fn instructions() -> Result<(), Box<dyn Error>> {
    let lines = stdin().lines().collect::<Result<Vec<_>, _>>()?;
    if lines.is_empty() {
        let scene = Scene::new(&ordinary(), LARGE);
        for Tried { name, call, .. } in CALLS {
            let mut asked = call(scene.clone());
            count(name, asked.units(), &mut asked);
        }
    }
    for line in lines {
        let line: Vec<u64> = line.split(' ').map(str::parse).collect::<Result<_, _>>()?;
        let scene = Scene::new(&of_line(&line), LARGE);
        CALLS.iter().for_each(|tried| count(tried.name, tried.limit, &mut (tried.call)(scene.clone())));
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["units"] => Ok(units(1)?),
        ["units", times] => Ok(units(times.parse()?)?),
        ["instructions"] => instructions(),
        _ => Err("`climb units [TIMES]`, or `cargo xtask climb`".into()),
    }
}
