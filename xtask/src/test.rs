use crate::cargo::cargo;
use crate::{capi, python, release, viewer, wasm};

/// Every test of the project, in the order in which a fault is cheapest to find. Stops at the first that fails.
///
/// All that they need comes with cargo, except for node, npm and Python, which must be there; compilers, valgrind, a browser and the
/// library for WebAssembly are installed if need be, and what the Python package is tested with into target/python.
pub(crate) fn run() -> Result<(), String> {
    // Unit, integration and documentation tests of every crate.
    cargo(&["test", "--workspace", "--locked"])?;
    // Each bench once over, so that none rots.
    cargo(&["test", "--workspace", "--locked", "--benches"])?;
    // What not everyone wants to build.
    cargo(&["test", "--package", "collide-cli", "--locked", "--features", "parquet", "--test", "parquet"])?;
    // The exact kernels must be of use where there is no standard library.
    let no_std = ["--manifest-path", "tests/no_std/Cargo.toml", "--target-dir", "target/no_std", "--locked"];
    cargo(&[&["build"], no_std.as_slice()].concat())?;
    // Whatever combination of features a server asks for, and what is offered to it.
    release::features()?;
    release::interface(false)?;
    release::package(false)?;
    // Whoever serves nothing does not build a server.
    cargo(&["check", "--package", "collide-cli", "--no-default-features", "--locked"])?;
    // The library for C and C++, by their compilers.
    capi::test_with_all()?;
    // The Python package, as Python sees it.
    python::test()?;
    // The page in a browser.
    viewer::test()?;
    // The npm package, in node and in a browser.
    wasm::test()
}
