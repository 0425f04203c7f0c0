//! Measures, and writes the generated sections of `docs/benchmarks.md`.

mod page;
mod plots;
mod results;
mod strategies;

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cargo::cargo_with;
use results::Results;
use strategies::Strategies;

#[derive(Args)]
pub(crate) struct Options {
    /// Write the report from the figures of an earlier run, without measuring
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The number of runs; the report has the medians
    #[arg(long, default_value = "3", conflicts_with = "from")]
    runs: NonZeroUsize,
    /// The number of turns of each contender in a run
    #[arg(long, default_value = "15", conflicts_with = "from")]
    rounds: NonZeroUsize,
    /// Compare the strategies instead, with `--bench broad`, and write their table
    #[arg(long, conflicts_with_all = ["from", "runs", "rounds"])]
    strategies: bool,
}

/// Measures, or reads the figures of `from`, then writes the page and its plots.
pub(crate) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the project");
    if options.strategies {
        return compare_strategies(root);
    }
    let figures = match &options.from {
        Some(figures) => figures.clone(),
        None => measure(root, options)?,
    };
    let with_name = |error: &dyn std::fmt::Display| format!("{}: {error}", figures.display());
    let lines = fs::read_to_string(&figures).map_err(|error| with_name(&error))?;
    let results = Results::parse(&lines).map_err(|error| with_name(&error))?;

    let images = root.join("docs/img");
    fs::create_dir_all(&images)?;
    fs::write(images.join(page::COST_PLOT), plots::cost(&results)?)?;
    fs::write(images.join(page::RATIO_PLOT), plots::ratios(&results)?)?;
    let page = root.join("docs/benchmarks.md");
    let text = page::between_marks(&fs::read_to_string(&page)?, page::REPORT, &page::sections(&results))?;
    fs::write(&page, text)?;
    println!("wrote {} and its plots from {}", page.display(), figures.display());
    Ok(())
}

/// Runs the bench of strategies and writes their table.
fn compare_strategies(root: &Path) -> Result<(), Box<dyn Error>> {
    cargo_with(&["bench", "--package", "collide-bench", "--locked", "--bench", "broad"], &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let table = Strategies::read(&target.join("criterion"))?.table();
    let page = root.join("docs/benchmarks.md");
    fs::write(&page, page::between_marks(&fs::read_to_string(&page)?, page::STRATEGIES, &table)?)?;
    println!("wrote the table of strategies in {}", page.display());
    Ok(())
}

/// Runs the benches and returns the file of their figures.
fn measure(root: &Path, options: &Options) -> Result<PathBuf, Box<dyn Error>> {
    let figures = root.join("target/bench-report.jsonl");
    fs::create_dir_all(root.join("target"))?;
    // The benches append to it.
    fs::remove_file(&figures).or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })?;
    let rounds = options.rounds.to_string();
    let variables: [(&str, &OsStr); 4] = [
        ("COLLIDE_BENCH_JSON", figures.as_os_str()),
        ("COLLIDE_BENCH_ROUNDS", rounds.as_ref()),
        ("COLLIDE_PEERS_ROUNDS", rounds.as_ref()),
        ("COLLIDE_PEERS_TABLE", "all".as_ref()),
    ];
    for run in 1..=options.runs.get() {
        eprintln!("run {run} of {}", options.runs);
        for bench in ["peers", "scaling", "memory"] {
            cargo_with(&["bench", "--package", "collide-bench", "--locked", "--bench", bench], &variables)?;
        }
    }
    Ok(figures)
}
