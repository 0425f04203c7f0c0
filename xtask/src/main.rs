//! The development tasks of the project: `cargo xtask --help`.

mod arm;
mod callgrind;
mod capi;
mod cargo;
mod climb;
mod counts;
mod csharp;
mod fuzz;
mod install;
mod node;
mod python;
mod release;
mod site;
mod test;
mod viewer;
mod wasm;

use std::error::Error;
use std::process;

use clap::{Args, Parser};

/// The development tasks of the project.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Chore {
    /// Run every test of the project, or some parts of them
    Test {
        /// The parts; all without them
        parts: Vec<test::Part>,
    },
    /// Compare the engine with its peers, and write the first sections and the plots of docs/benchmarks.md, and the
    /// speed in the README
    ///
    /// This takes long and needs an idle machine; `--help` lists the options.
    #[command(disable_help_flag = true)]
    BenchReport(Forwarded),
    /// Build the page of `collide serve` into crates/collide-viewer/web/dist, from its sources beside it
    ViewerPage {
        /// Only check that the committed page matches its sources
        #[arg(long)]
        check: bool,
    },
    /// Test the page of `collide serve` in Chromium: a part of `test`
    ViewerTest,
    /// Compare the public interface of the embedded crates with docs/api
    PublicApi {
        /// Write the present interface to docs/api
        #[arg(long)]
        write: bool,
    },
    /// Do all that publishing would do but the uploads, from a clean clone: crates, npm package, wheel, library for C, website
    Release,
    /// Upload packages, after `release`
    Publish {
        /// What to upload
        what: release::Upload,
    },
    /// Count the instructions of fixed programs with callgrind, and compare them with docs/figures/counts.csv
    Counts(counts::Options),
    /// Search for the call that takes the most units of work for an item, and the most instructions for a unit; needs callgrind
    Climb(climb::Options),
    /// Compare the answers on this machine with those of every other: the golden tests
    Golden,
    /// Check that every package builds with the Rust version that it declares; needs rustup and these versions
    Msrv,
    /// Build the website in target/site: the book from docs, the reference and the page, with every link checked
    Site,
    /// Test the lanes and the golden matches on AArch64, in an emulator elsewhere: a part of `test`
    ArmTest,
    /// Compile the examples and tests of the library for C and C++, and run them: a part of `test`
    CapiTest,
    /// Write what is generated from the sources of the library for C: its header, its interface as data, and the
    /// declarations for C#
    Abi,
    /// Compile the layer for C# and its tests with Mono, and run them: a part of `test`
    CsharpTest,
    /// Build the library for C as a WebAssembly module that needs no JavaScript: target/wasm/collide.wasm
    CapiWasm,
    /// Test this module in wasmtime, from Python: a part of `test`
    CapiWasmTest,
    /// Install the library for C, C++ and C#, for CMake and pkg-config
    CInstall(install::Options),
    /// Build the Python package and test it: a part of `test`
    PythonTest,
    /// Build the npm package `collide2d` into crates/collide-wasm/pkg
    Wasm,
    /// Test the npm package in node and in Chromium: a part of `test`
    WasmTest,
    /// Run the fuzz targets, each for a given time, with cargo-fuzz and the nightly toolchain
    Fuzz(fuzz::Options),
    /// Regenerate examples/data from the npm package vega-datasets
    #[command(disable_help_flag = true)]
    ExampleData(Forwarded),
}

/// The arguments of a task of `xtask-reports`.
#[derive(Args)]
struct Forwarded {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Runs a task of `xtask-reports`, which is compiled only for these.
fn report(task: &str, forwarded: &Forwarded) -> Result<(), String> {
    let run = ["run", "--quiet", "--locked", "--package", "xtask-reports", "--", task];
    let arguments = forwarded.arguments.iter().map(String::as_str);
    cargo::cargo(&run.into_iter().chain(arguments).collect::<Vec<_>>())
}

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(code) = release::rustdoc() {
        process::exit(code);
    }
    match Chore::parse() {
        Chore::Test { parts } => Ok(test::run(&parts)?),
        Chore::BenchReport(forwarded) => Ok(report("bench-report", &forwarded)?),
        Chore::ViewerPage { check } => Ok(viewer::page(check)?),
        Chore::ViewerTest => {
            viewer::plain(&wasm::Compiler::find()?, &viewer::test_folder())?;
            Ok(viewer::test()?)
        }
        Chore::PublicApi { write } => Ok(release::interface(write)?),
        Chore::Release => Ok(release::run()?),
        Chore::Publish { what } => Ok(release::publish(what)?),
        Chore::Counts(options) => Ok(counts::run(&options)?),
        Chore::Climb(options) => Ok(climb::climb(&options)?),
        Chore::Golden => Ok(test::golden()?),
        Chore::Msrv => Ok(release::msrv()?),
        Chore::Site => Ok(site::run()?),
        Chore::ArmTest => {
            arm::prepare()?;
            Ok(arm::test()?)
        }
        Chore::CapiTest => Ok(capi::test_alone()?),
        Chore::Abi => Ok(capi::write()?),
        Chore::CsharpTest => Ok(csharp::test_alone()?),
        Chore::CapiWasm => Ok(wasm::c_interface(&wasm::Compiler::find()?)?),
        Chore::CapiWasmTest => {
            wasm::c_interface(&wasm::Compiler::find()?)?;
            Ok(python::test_wasm()?)
        }
        Chore::CInstall(options) => Ok(install::run(&options)?),
        Chore::PythonTest => Ok(python::test()?),
        Chore::Wasm => Ok(wasm::package(&wasm::prepare()?)?),
        Chore::WasmTest => {
            let compiler = wasm::prepare()?;
            wasm::package(&compiler)?;
            wasm::corpus(&compiler)?;
            Ok(wasm::test()?)
        }
        Chore::Fuzz(options) => Ok(fuzz::run(&options)?),
        Chore::ExampleData(forwarded) => Ok(report("example-data", &forwarded)?),
    }
}
