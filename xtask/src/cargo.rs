use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs cargo and prints the command.
pub(crate) fn cargo(arguments: &[&str]) -> Result<(), String> {
    cargo_with(arguments, &[])
}

/// Runs cargo with environment variables.
pub(crate) fn cargo_with(arguments: &[&str], variables: &[(&str, &OsStr)]) -> Result<(), String> {
    let (mut command, line) = prepare(arguments);
    let status = command.envs(variables.iter().copied()).status();
    let status = status.map_err(|error| format!("cannot run {line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{line} failed with {status}")) }
}

/// Runs cargo, which must fail, and returns what it prints on standard error.
pub(crate) fn refusal(arguments: &[&str]) -> Result<String, String> {
    let (mut command, line) = prepare(arguments);
    let output = command.output().map_err(|error| format!("cannot run {line}: {error}"))?;
    if output.status.success() {
        return Err(format!("{line} must fail"));
    }
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A command of cargo, and its line, which is printed.
fn prepare(arguments: &[&str]) -> (Command, String) {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    let line = format!("cargo {}", arguments.join(" "));
    eprintln!("> {line}");
    (command, line)
}

/// The arguments that select all crates with tests. `xtask-bindgen` has none, and is compiled when it is needed.
pub(crate) const ALL: [&str; 4] = ["--locked", "--workspace", "--exclude", "xtask-bindgen"];

/// Builds targets with all crates and an example. So dependencies have the same features as in the tests of all crates,
/// and nothing is built twice.
pub(crate) fn build_with_all(targets: &[&str]) -> Result<(), String> {
    cargo(&[&["build"], ALL.as_slice(), &["--example", "game_server"], targets].concat())
}

/// The path of a file that cargo has built, with the profile for development.
pub(crate) fn built(name: &str) -> Result<PathBuf, String> {
    output("debug", name)
}

/// The path of a file that cargo has built, with the profile for release.
pub(crate) fn released(name: &str) -> Result<PathBuf, String> {
    output("release", name)
}

fn output(profile: &str, name: &str) -> Result<PathBuf, String> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let path = target.join(profile).join(name);
    path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
}

/// Installs a tool from crates.io into `target/tools`, unless it is there. Returns its program. `arguments` are those of
/// `cargo install`, the package first.
pub(crate) fn tool(name: &str, arguments: &[&str]) -> Result<PathBuf, String> {
    let install = ["install", "--quiet", "--locked", "--root", "target/tools"];
    cargo(&[install.as_slice(), arguments].concat())?;
    let program = Path::new("target/tools/bin").join(name).with_extension(env::consts::EXE_EXTENSION);
    program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))
}
