//! The development tasks that use the library or draw plots. `cargo xtask` runs them.

mod bench_report;
mod example_data;

// One way to run cargo for both packages.
#[expect(dead_code, reason = "`xtask` calls the rest of it")]
#[path = "../../src/cargo.rs"]
mod cargo;

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::Parser;

/// The development tasks that use the library or draw plots.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Chore {
    /// Compare the engine with its peers, and write the first sections and the plots of docs/benchmarks.md, and the
    /// speed in the README
    ///
    /// This takes long and needs an idle machine. The figures are kept in docs/figures, in a file for each model of
    /// processor; a run replaces only those of its own. With COLLIDE_BENCH_HUGE set, scaling goes up to ten million
    /// entities.
    BenchReport(bench_report::Options),
    /// Regenerate examples/data from the npm package vega-datasets
    ExampleData {
        /// The unpacked package, the folder that holds `data/`
        vega_datasets: PathBuf,
    },
}

/// The folder of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the package is in a folder of xtask")
}

fn main() -> Result<(), Box<dyn Error>> {
    match Chore::parse() {
        Chore::BenchReport(options) => bench_report::run(&options),
        Chore::ExampleData { vega_datasets } => example_data::run(&vega_datasets),
    }
}
