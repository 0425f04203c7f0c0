//! The project's own chores: `cargo xtask --help`.

mod example_data;
mod test;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's own chores.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run every test of the project.
    Test,
    /// Write examples/data anew.
    ExampleData {
        /// The npm package vega-datasets, unpacked
        vega: PathBuf,
    },
}

fn main() -> ExitCode {
    let done = match Args::parse().chore {
        Chore::Test => test::run(),
        Chore::ExampleData { vega } => example_data::run(&vega),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
