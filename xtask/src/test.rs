use std::thread;

use crate::cargo::{ALL, build_with_all, cargo, refusal};
use crate::node::browser;
use crate::wasm::Compiler;
use crate::{arm, capi, csharp, python, release, viewer, wasm};

/// Runs every test of the project, cheap ones first. Stops at the first failure.
///
/// node, npm and Python must be installed. Compilers, Mono, valgrind, an emulator of AArch64, a browser and the targets
/// for WebAssembly and AArch64 are installed if they are missing, and the test dependencies of the Python package into
/// target/python. Cargo provides everything
/// else.
pub(crate) fn run() -> Result<(), String> {
    let compiler = thread::scope(|scope| {
        let tools = scope.spawn(prepare);
        // The exact kernels must build without a standard library.
        let no_std = ["--manifest-path", "tests/no_std/Cargo.toml", "--target-dir", "target", "--locked"];
        cargo(&[&["build"], no_std.as_slice()].concat())?;
        test_all(&["--no-run"])?;
        tools.join().expect("it returns its errors")
    })?;
    // Neither the tests nor the compiler for WebAssembly use all processors all the time. No test depends on time.
    thread::scope(|scope| {
        let package = scope.spawn(|| {
            wasm::package(&compiler)?;
            wasm::corpus(&compiler)?;
            wasm::c_interface(&compiler)?;
            viewer::plain(&compiler, &viewer::test_folder())
        });
        native()?;
        package.join().expect("it returns its errors")
    })?;
    arm::test()?;
    // The library for C as a WebAssembly module, in Python.
    python::test_wasm()?;
    // The page in a browser.
    viewer::test()?;
    // The npm package, in node and in a browser.
    wasm::test()
}

/// Installs what the tests need beside cargo.
fn prepare() -> Result<Compiler, String> {
    let compiler = wasm::prepare()?;
    arm::prepare()?;
    capi::prepare()?;
    csharp::prepare()?;
    browser()?;
    python::install()?;
    Ok(compiler)
}

/// The tests that need neither a browser nor node.
fn native() -> Result<(), String> {
    // Unit, integration and documentation tests of every crate.
    test_all(&[])?;
    // Runs each bench once, so that none breaks unnoticed. `--benches` would run the unit tests again.
    test_all(&["--bench", "*"])?;
    // The library for C and C++, with C and C++ compilers, the layer for C#, in Mono, and the Python package, in Python.
    // Their programs wait for each other, so cargo works beside them.
    build_with_all(&["--lib"])?;
    thread::scope(|scope| {
        let bindings = [capi::test, csharp::test, python::test_with_all].map(|test| scope.spawn(test));
        packages()?;
        bindings.into_iter().try_for_each(|test| test.join().expect("it returns its errors"))
    })
}

/// Optional features, the public interface, and what would be published.
fn packages() -> Result<(), String> {
    // With the whole workspace, so that all other crates have the same features as before, and are not compiled again.
    test_all(&["--features", "collide-cli/parquet", "--test", "parquet"])?;
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
    // With the whole workspace, so that dependencies have the same features as in the other tests.
    test_all(&["--test", "facade", "--", "golden", "shared"])
}

/// Runs `cargo test` for all crates.
fn test_all(arguments: &[&str]) -> Result<(), String> {
    cargo(&[&["test"], ALL.as_slice(), arguments].concat())
}
