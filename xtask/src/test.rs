//! The tests of the project, in four parts.

use std::thread;

use clap::ValueEnum;

use crate::cargo::{ALL, build_with_all, cargo, refusal};
use crate::node::browser;
use crate::{arm, callgrind, capi, climb, counts, csharp, python, release, viewer, wasm};

/// A part of the tests. Each runs alone.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Part {
    /// The crates that programs embed, and the rules of the repository; needs Rust alone
    Engine,
    /// C, C++, C#, Python, and JavaScript in node and in a browser
    Bindings,
    /// The page of `collide serve`, in a browser
    Page,
    /// Every other crate, what would be published, AArch64, and instructions
    Rest,
}

/// The packages of [`Part::Engine`].
const ENGINE: [&str; 4] = ["collide-core", "collide-broad", "collide-world", "collide2d"];

/// Runs parts, or all of them if none is given. Stops at the first failure.
///
/// For all but the engine, node, npm and Python must be installed. Compilers, Mono, valgrind, an emulator of AArch64, a
/// browser and the targets for WebAssembly and AArch64 are installed if they are missing, and the test dependencies of the
/// Python package into target/python. Cargo provides everything else.
pub(crate) fn run(parts: &[Part]) -> Result<(), String> {
    let parts = if parts.is_empty() { Part::value_variants() } else { parts };
    parts.iter().try_for_each(|part| match part {
        Part::Engine => engine(),
        Part::Bindings => bindings(),
        Part::Page => page(),
        Part::Rest => rest(),
    })
}

fn engine() -> Result<(), String> {
    // The exact kernels must build without a standard library.
    cargo(&["build", "--manifest-path", "tests/no_std/Cargo.toml", "--target-dir", "target", "--locked"])?;
    let packages = ENGINE.iter().flat_map(|name| ["--package", name]);
    cargo(&["test", "--locked"].into_iter().chain(packages).collect::<Vec<_>>())
}

/// The languages as their users have them.
fn bindings() -> Result<(), String> {
    let compiler = thread::scope(|scope| {
        let tools = scope.spawn(|| {
            capi::prepare()?;
            csharp::prepare()?;
            browser()?;
            python::install()?;
            wasm::prepare()
        });
        build_with_all(&["--lib"])?;
        tools.join().expect("it returns its errors")
    })?;
    // Neither the tests nor the compiler for WebAssembly use all processors all the time. No test depends on time.
    thread::scope(|scope| {
        let package = scope.spawn(|| {
            wasm::package(&compiler)?;
            wasm::corpus(&compiler)?;
            wasm::c_interface(&compiler)
        });
        [capi::test, csharp::test, python::test_with_all].into_iter().try_for_each(|test| test())?;
        package.join().expect("it returns its errors")
    })?;
    // The library for C as a WebAssembly module, in Python.
    python::test_wasm()?;
    // The npm package, in node and in a browser.
    wasm::test()
}

fn page() -> Result<(), String> {
    browser()?;
    viewer::plain(&wasm::prepare()?, &viewer::test_folder())?;
    viewer::test()
}

fn rest() -> Result<(), String> {
    arm::prepare()?;
    callgrind::prepare()?;
    // Neither the release build nor most programs use all processors all the time. What is counted does not depend on time.
    thread::scope(|scope| {
        let instructions = scope.spawn(|| {
            counts::run(&counts::Options::default())?;
            climb::climb(&climb::Options::default())
        });
        // Unit, integration and documentation tests.
        test_others(&[])?;
        // Runs each bench once, so that none breaks unnoticed. `--benches` would run the unit tests again.
        test_others(&["--bench", "*"])?;
        packages()?;
        arm::test()?;
        instructions.join().expect("it returns its errors")
    })
}

/// Optional features, the public interface, and what would be published.
fn packages() -> Result<(), String> {
    // With the other crates, so that all have the same features as before, and are not compiled again.
    test_others(&["--features", "collide-cli/parquet", "--test", "parquet"])?;
    release::features()?;
    release::interface(false)?;
    release::package()?;
    plain_command()
}

/// Builds the command as the README does first: without a web server. A command that is left out says how to build it.
fn plain_command() -> Result<(), String> {
    for command in ["serve", "cluster"] {
        let expected = format!("`cargo run --release --features {command} -- {command}` builds and runs it");
        let said = refusal(&["run", "--quiet", "--locked", "--", command])?;
        if !said.contains(&expected) {
            return Err(format!("a build without the feature {command} does not say {expected:?}, but {said:?}"));
        }
    }
    Ok(())
}

/// Runs the tests that compare answers with those of other machines.
pub(crate) fn golden() -> Result<(), String> {
    cargo(&["test", "--locked", "--package", "collide2d", "--test", "facade", "--", "golden", "shared"])
}

/// Runs `cargo test` for all crates but those of the engine. Dependencies have the same features as in [`build_with_all`].
fn test_others(arguments: &[&str]) -> Result<(), String> {
    let engine: Vec<&str> = ENGINE.iter().flat_map(|name| ["--exclude", name]).collect();
    cargo(&[&["test"], ALL.as_slice(), &engine, arguments].concat())
}
