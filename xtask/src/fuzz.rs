//! The fuzz targets, run with cargo-fuzz.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// An input that takes longer is a failure, in seconds. The slowest inputs take a tenth of this on a busy machine.
const TIMEOUT: u32 = 60;

/// A larger single allocation is a failure, in MiB. No input is larger than some KiB.
const MAX_ALLOCATION: u32 = 256;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The time for each target, in seconds
    #[arg(long, default_value_t = 600)]
    seconds: u32,
    /// The targets to run, by the names of their files in fuzz/fuzz_targets; all if none is named
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
}

/// Runs the targets one after the other, all of them even if one fails.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let known = targets(&folder)?;
    if let Some(unknown) = options.targets.iter().find(|target| !known.contains(target)) {
        return Err(format!("{unknown}: not a fuzz target; the targets are {}", known.join(", ")));
    }
    let chosen = if options.targets.is_empty() { &known } else { &options.targets };
    check_installed()?;
    let mut failed = Vec::new();
    for target in chosen {
        if !run_target(&folder, target, options.seconds)? {
            failed.push(target.as_str());
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failed: {}; the inputs are in fuzz/artifacts", failed.join(", ")))
    }
}

/// The names of all targets, in order.
fn targets(folder: &Path) -> Result<Vec<String>, String> {
    let files = fs::read_dir(folder.join("fuzz_targets")).map_err(|error| format!("fuzz/fuzz_targets: {error}"))?;
    let name = |file: fs::DirEntry| Some(file.path().file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = files.filter_map(|file| name(file.ok()?)).collect();
    names.sort_unstable();
    Ok(names)
}

/// cargo on the nightly toolchain, which the sanitizers of cargo-fuzz need.
fn cargo_fuzz() -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo", "fuzz"]);
    command
}

fn check_installed() -> Result<(), String> {
    let status = cargo_fuzz().arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if status.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err("cargo-fuzz or the nightly toolchain is missing. To install both: `rustup toolchain install nightly` and \
         `cargo install --locked cargo-fuzz`. A C++ compiler is needed too."
        .to_owned())
}

/// Runs a target, from its seeds and the inputs of earlier runs. Returns whether it found no failure.
fn run_target(folder: &Path, target: &str, seconds: u32) -> Result<bool, String> {
    let (corpus, seeds) = (folder.join("corpus").join(target), folder.join("seeds").join(target));
    fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    let mut command = cargo_fuzz();
    command.args(["run", "--fuzz-dir"]).arg(folder).arg(target).arg(corpus);
    if seeds.is_dir() {
        command.arg(seeds);
    }
    command.arg("--");
    command.args([format!("-max_total_time={seconds}"), format!("-timeout={TIMEOUT}")]);
    command.arg(format!("-malloc_limit_mb={MAX_ALLOCATION}"));
    // Long inputs from the start: short ones are only a few calls or changes.
    command.args(["-len_control=0", "-max_len=4096", "-print_final_stats=1"]);
    eprintln!("> {target}, {seconds} s");
    let status = command.status().map_err(|error| format!("cannot run cargo fuzz: {error}"))?;
    Ok(status.success())
}
