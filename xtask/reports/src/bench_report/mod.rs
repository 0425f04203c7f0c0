//! Measures, and writes the generated section of `docs/benchmarks.md` and the summary in the README.
//!
//! The figures of each processor are kept in `docs/figures`, of all runs as JSON lines, and summed up as a table in CSV. A
//! run replaces those of its own processor, and the section is written from all of them.

mod page;
mod plots;
mod results;
mod strategies;
mod summary;
mod table;

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cargo::cargo_with;
use crate::root;
use results::Results;
use strategies::Strategies;

#[derive(Args)]
pub(crate) struct Options {
    /// Take the figures of an earlier run, without measuring
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

/// Measures, or reads the figures of `from`, keeps them, then writes the report from the figures of all processors.
pub(crate) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let root = root();
    if options.strategies {
        return compare_strategies(root);
    }
    let figures = match &options.from {
        Some(figures) => figures.clone(),
        None => measure(root, options)?,
    };
    let (lines, results) = read(&figures)?;
    let kept = root.join("docs/figures");
    fs::create_dir_all(&kept)?;
    fs::write(kept.join(page::file_stem(&results.setup.processor)).with_extension("jsonl"), lines)?;
    write_report(root, &kept)?;
    println!("wrote the report on {} from {}", results.setup.processor, figures.display());
    Ok(())
}

/// The lines of a file of figures, and their meaning.
fn read(figures: &Path) -> Result<(String, Results), String> {
    let with_name = |error: &dyn std::fmt::Display| format!("{}: {error}", figures.display());
    let lines = fs::read_to_string(figures).map_err(|error| with_name(&error))?;
    let results = Results::parse(&lines).map_err(|error| with_name(&error))?;
    Ok((lines, results))
}

/// Writes the page, its plots and the summary from the figures of all processors.
fn write_report(root: &Path, kept: &Path) -> Result<(), Box<dyn Error>> {
    let mut files: Vec<PathBuf> = fs::read_dir(kept)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort_unstable();
    let all = files.iter().map(|file| Ok(read(file)?.1)).collect::<Result<Vec<Results>, String>>()?;
    let images = root.join("docs/img");
    for results in &all {
        let [cost, ratios] = page::plot_names(&results.setup.processor);
        fs::write(images.join(cost), plots::cost(results)?)?;
        fs::write(images.join(ratios), plots::ratios(results)?)?;
        fs::write(kept.join(page::table_name(&results.setup.processor)), table::of(results)?)?;
    }
    write_between(&root.join("docs/benchmarks.md"), page::REPORT, &page::section(&all))?;
    write_between(&root.join("README.md"), page::SUMMARY, &summary::readme(&all))
}

/// Replaces the text between the marks called `name`.
fn write_between(page: &Path, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(page, page::between_marks(&fs::read_to_string(page)?, name, text)?)?)
}

/// Runs the bench of strategies and writes their table.
fn compare_strategies(root: &Path) -> Result<(), Box<dyn Error>> {
    cargo_with(&["bench", "--package", "collide-bench", "--locked", "--bench", "broad"], &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let table = Strategies::read(&target.join("criterion"))?.table(&collide_bench::processor());
    fs::write(root.join("docs/figures/strategies.csv"), table)?;
    println!("wrote the table of strategies");
    Ok(())
}

/// Runs the benches and returns the file of their figures.
fn measure(root: &Path, options: &Options) -> Result<PathBuf, Box<dyn Error>> {
    let figures = root.join("target/bench-report.jsonl");
    fs::create_dir_all(root.join("target"))?;
    // The benches append to it.
    fs::remove_file(&figures).or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })?;
    let rounds = options.rounds.to_string();
    let variables: [(&str, &OsStr); 3] = [
        ("COLLIDE_BENCH_JSON", figures.as_os_str()),
        ("COLLIDE_BENCH_ROUNDS", rounds.as_ref()),
        ("COLLIDE_PEERS_TABLE", "all".as_ref()),
    ];
    for run in 1..=options.runs.get() {
        eprintln!("run {run} of {}", options.runs);
        for bench in ["peers", "queries", "scaling", "memory"] {
            cargo_with(&["bench", "--package", "collide-bench", "--locked", "--bench", bench], &variables)?;
        }
    }
    Ok(figures)
}
