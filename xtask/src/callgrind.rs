//! Runs programs in callgrind, which counts their instructions.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo::cargo;
use crate::node::{apt_install, find};

/// Installs callgrind.
pub(crate) fn prepare() -> Result<(), String> {
    if find("valgrind").is_none() {
        apt_install(&["valgrind"])?;
    }
    find("valgrind").map(drop).ok_or_else(|| "valgrind is needed to count instructions: install it".to_owned())
}

/// Builds all programs whose instructions are counted. At once, so that the engine has the same features in all, and is
/// compiled once.
pub(crate) fn build() -> Result<(), String> {
    let packages = ["--package", "collide-bench", "--package", "collide-cli"];
    let programs = ["--bin", "counts", "--bin", "climb", "--bin", "collide"];
    cargo(&[&["build", "--release", "--locked"], packages.as_slice(), &programs].concat())
}

/// Counts each call of a function of a program, which writes to a folder of this name. Returns what the program printed, and the
/// instructions of the calls.
pub(crate) fn of_calls<'a>(
    name: &str,
    function: &str,
    program: &Path,
    arguments: impl Iterator<Item = &'a OsStr>,
    input: &str,
) -> Result<(String, Vec<u64>), String> {
    let folder = empty_folder(name)?;
    let only = [format!("--zero-before={function}"), format!("--dump-after={function}")];
    let printed = callgrind(&folder, &only, program, arguments, input)?;
    let files = (1..).map(|number| folder.join(format!("out.{number}"))).take_while(|file| file.exists());
    let instructions = files.map(|file| total(&file)).collect::<Result<_, _>>()?;
    Ok((printed, instructions))
}

/// Runs a program with an input in callgrind, which writes files that begin with `out` into a folder. Returns what the program
/// printed.
pub(crate) fn callgrind<'a>(
    folder: &Path,
    options: &[String],
    program: &Path,
    arguments: impl Iterator<Item = &'a OsStr>,
    input: &str,
) -> Result<String, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind"]).args(options);
    valgrind.arg(format!("--callgrind-out-file={}", folder.join("out").display())).arg(program).args(arguments);
    eprintln!("> valgrind --tool=callgrind {}", program.display());
    valgrind.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let failed = |error: std::io::Error| format!("cannot run valgrind: {error}");
    let mut run = valgrind.spawn().map_err(failed)?;
    // It is so short that the program need not read it at once.
    run.stdin.take().expect("it is piped").write_all(input.as_bytes()).map_err(failed)?;
    let run = run.wait_with_output().map_err(failed)?;
    if run.status.success() {
        Ok(String::from_utf8_lossy(&run.stdout).into_owned())
    } else {
        Err(format!("valgrind failed with {}", run.status))
    }
}

/// The instructions in a file of callgrind.
pub(crate) fn total(file: &Path) -> Result<u64, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    let missing = || format!("{} has no line \"totals: \"", file.display());
    total.and_then(|total| total.trim().parse().ok()).ok_or_else(missing)
}

/// A folder in `target`, without the files of an earlier run.
pub(crate) fn empty_folder(name: &str) -> Result<PathBuf, String> {
    let folder = Path::new("target").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}
