//! The project's own chores: `cargo xtask --help`.

mod example_data;
mod test;

use std::error::Error;
use std::path::PathBuf;

use clap::Parser;

/// The project's own chores.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Chore {
    /// Run every test of the project
    Test,
    /// Write examples/data anew from the npm package vega-datasets
    ExampleData {
        /// The unpacked package, the folder that holds `data/`
        vega_datasets: PathBuf,
    },
}

fn main() -> Result<(), Box<dyn Error>> {
    match Chore::parse() {
        Chore::Test => Ok(test::run()?),
        Chore::ExampleData { vega_datasets } => example_data::run(&vega_datasets),
    }
}
