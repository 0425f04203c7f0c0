//! The development tasks of the project: `cargo xtask --help`.

mod bench_report;
mod capi;
mod cargo;
mod example_data;
mod fuzz;
mod node;
mod python;
mod release;
mod test;
mod viewer;
mod wasm;

use std::error::Error;
use std::path::PathBuf;

use clap::Parser;

/// The development tasks of the project.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Chore {
    /// Run every test of the project
    Test,
    /// Compare the engine with its peers, and write the first sections and the plots of docs/benchmarks.md, and the
    /// speed in the README
    ///
    /// This takes long and needs an idle machine. The figures are kept in docs/figures, in a file for each model of
    /// processor; a run replaces only those of its own. With COLLIDE_BENCH_HUGE set, scaling goes up to ten million
    /// entities.
    BenchReport(bench_report::Options),
    /// Build the page of `collide serve` into crates/collide-viewer/web/dist, from its sources beside it
    ViewerPage {
        /// Only check that the committed page matches its sources
        #[arg(long)]
        check: bool,
    },
    /// Test the page of `collide serve` in Chromium: the last part of `test`
    ViewerTest,
    /// Compare the public interface of the embedded crates with docs/api
    PublicApi {
        /// Write the present interface to docs/api
        #[arg(long)]
        write: bool,
    },
    /// Check that everything is ready to publish: features, public interface, packages, licences
    Release,
    /// Compile the examples and tests of the library for C and C++, and run them: a part of `test`
    CapiTest,
    /// Build the Python package and test it: a part of `test`
    PythonTest,
    /// Build the npm package `collide2d` into crates/collide-wasm/pkg
    Wasm,
    /// Test the npm package in node and in Chromium: a part of `test`
    WasmTest,
    /// Run the fuzz targets, each for a given time, with cargo-fuzz and the nightly toolchain
    Fuzz(fuzz::Options),
    /// Regenerate examples/data from the npm package vega-datasets
    ExampleData {
        /// The unpacked package, the folder that holds `data/`
        vega_datasets: PathBuf,
    },
}

fn main() -> Result<(), Box<dyn Error>> {
    match Chore::parse() {
        Chore::Test => Ok(test::run()?),
        Chore::BenchReport(options) => bench_report::run(&options),
        Chore::ViewerPage { check } => Ok(viewer::page(check)?),
        Chore::ViewerTest => Ok(viewer::test()?),
        Chore::PublicApi { write } => Ok(release::interface(write)?),
        Chore::Release => Ok(release::run()?),
        Chore::CapiTest => Ok(capi::test_alone()?),
        Chore::PythonTest => Ok(python::test()?),
        Chore::Wasm => Ok(wasm::package()?),
        Chore::WasmTest => Ok(wasm::test()?),
        Chore::Fuzz(options) => Ok(fuzz::run(&options)?),
        Chore::ExampleData { vega_datasets } => example_data::run(&vega_datasets),
    }
}
