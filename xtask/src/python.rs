//! Builds the Python package with maturin into a virtual environment, and tests it with pytest and its stubs with mypy.

use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::built;
use crate::node::find;

/// Fails on a Python version older than the minimum.
const OLDEST: &str = "import sys; sys.exit(sys.version_info < (3, 10))";

/// The folder of the package.
fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/collide-py")
}

/// The virtual environment, below `target`.
fn environment() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/python")
}

/// Builds the package and runs its tests.
pub(crate) fn test() -> Result<(), String> {
    install()?;
    // It does not link Python, so it works with every version from the minimum on.
    run("maturin", &["develop", "--locked", "--quiet"], &[])?;
    run_tests(&[])
}

/// Runs the tests with the library that was built with all crates. It has their features, so the engine is not built
/// again. Maturin only writes the metadata of the package, from `pyproject.toml`.
pub(crate) fn test_with_all() -> Result<(), String> {
    install()?;
    let (sources, metadata) = (package().join("python"), environment().join("metadata"));
    let library = built(&format!("{DLL_PREFIX}collide_py{DLL_SUFFIX}"))?;
    let module = sources.join("collide2d").join(if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" });
    fs::copy(&library, &module).map_err(|error| format!("{}: {error}", module.display()))?;
    fs::create_dir_all(&metadata).map_err(|error| format!("{}: {error}", metadata.display()))?;
    let folder = metadata.to_str().ok_or("the path of the project is not valid UTF-8")?;
    run("maturin", &["pep517", "write-dist-info", "--metadata-directory", folder], &[])?;
    let paths = env::join_paths([&sources, &metadata]).map_err(|error| format!("{}: {error}", sources.display()))?;
    run_tests(&[("PYTHONPATH", &paths), ("MYPYPATH", sources.as_os_str())])
}

/// Plays the golden matches in the C interface as a WebAssembly module, which must be built.
pub(crate) fn test_wasm() -> Result<(), String> {
    install()?;
    run("python", &["../collide-capi/tests/wasm/golden.py"], &[])
}

fn run_tests(variables: &[(&str, &OsStr)]) -> Result<(), String> {
    run("python", &["-m", "pytest"], variables)?;
    // The stubs must match the module, and the package and its tests must match the stubs.
    run("python", &["-m", "mypy.stubtest", "collide2d._native"], variables)?;
    run("python", &["-m", "mypy", "python", "tests"], variables)
}

/// Creates the environment with the packages of `requirements.txt`, if it is not up to date.
pub(crate) fn install() -> Result<(), String> {
    let (required, installed) = (package().join("requirements.txt"), environment().join(".installed"));
    if fs::read(&installed).is_ok_and(|installed| fs::read(&required).is_ok_and(|required| required == installed)) {
        return Ok(());
    }
    make_environment()?;
    run("python", &["-m", "pip", "install", "--quiet", "--requirement", "requirements.txt"], &[])?;
    fs::copy(&required, &installed).map(drop).map_err(|error| format!("{}: {error}", installed.display()))
}

/// Creates a new environment. On Debian the module venv is a separate package.
fn make_environment() -> Result<(), String> {
    let usable = |python: &PathBuf| Command::new(python).args(["-c", OLDEST]).status().is_ok_and(|it| it.success());
    let python = find("python3").filter(usable);
    let python = python.ok_or("python3 is needed to build and test the Python package: install 3.10 or newer")?;
    let make = || {
        let mut make = Command::new(&python);
        spawn(make.args(["-m", "venv", "--clear"]).arg(environment()))
    };
    if make().is_ok() {
        return Ok(());
    }
    if find("apt-get").is_some() {
        spawn(Command::new("apt-get").args(["update", "-qq"]))?;
        spawn(Command::new("apt-get").args(["install", "-y", "-qq", "--no-install-recommends", "python3-venv"]))?;
    }
    make().map_err(|error| format!("{error}; python's module venv is needed to test the Python package"))
}

/// Runs a program of the environment, with more environment variables.
fn run(program: &str, arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<(), String> {
    let (environment, programs) = (environment(), environment().join("bin"));
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = [programs.clone()].into_iter().chain(env::split_paths(&path));
    let path = env::join_paths(paths).map_err(|error| format!("{}: {error}", programs.display()))?;
    let mut command = Command::new(programs.join(program));
    command.env_remove("PYTHONPATH").envs(variables.iter().copied());
    spawn(command.args(arguments).env("VIRTUAL_ENV", environment).env("PATH", path))
}

/// Runs a command in the package's folder and prints it.
fn spawn(command: &mut Command) -> Result<(), String> {
    let words = [command.get_program()].into_iter().chain(command.get_args()).map(|word| word.to_string_lossy());
    let line = words.collect::<Vec<_>>().join(" ");
    eprintln!("> {line}");
    let status = command.current_dir(package()).status().map_err(|error| format!("cannot run {line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{line} failed with {status}")) }
}

/// Builds the wheel of a package in another folder, as it would be published.
pub(crate) fn wheel(package: &Path) -> Result<(), String> {
    install()?;
    let manifest =
        package.join("Cargo.toml").canonicalize().map_err(|error| format!("{}: {error}", package.display()))?;
    let manifest = manifest.to_str().ok_or("the path of the project is not valid UTF-8")?;
    run("maturin", &["build", "--release", "--locked", "--manifest-path", manifest, "--out", "dist"], &[])
}
