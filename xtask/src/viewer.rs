//! The page of the viewer: built by node, kept in the tree, tried in a browser.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::cargo;

/// Where the page's sources are.
fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/collide-viewer/web")
}

/// What a browser is called where it is installed.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Builds the page into the tree; or, to check, beside it, and says whether the tree has what the sources give.
pub(crate) fn page(check: bool) -> Result<(), String> {
    install()?;
    node_program("tsc", &[])?;
    let dist = web().join("dist");
    let built = if check { web().join("node_modules/.built") } else { dist.clone() };
    let out = built.to_str().ok_or("the path of the project is no text")?;
    run(Command::new("node").args(["build.mjs", out]))?;
    if check { same_files(&dist, &built) } else { Ok(()) }
}

/// Every test of the page, in a real browser, with the program that was built.
pub(crate) fn test() -> Result<(), String> {
    page(true)?;
    let browser = browser()?;
    cargo(&["build", "--workspace", "--bin", "collide", "--example", "game_server", "--locked"])?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let built = |path| target.join(path).canonicalize().map_err(|error| format!("no program {path}: {error}"));
    let (program, game) = (built("debug/collide")?, built("debug/examples/game_server")?);
    let mut tests = Command::new("node");
    // One file after the other: each drives a browser, and the machine has better to do than to wait for itself.
    tests.args(["--test", "--test-concurrency=1", "--test-timeout=400000"]).args(test_files()?);
    run(tests.env("COLLIDE", program).env("GAME_SERVER", game).env("CHROMIUM", browser))
}

/// The files of tests, relative to the page's sources. Which of a folder's files are tests, node's versions disagree on.
fn test_files() -> Result<Vec<PathBuf>, String> {
    let names = names(&web().join("tests"))?;
    let files = names.into_iter().filter(|name| name.to_string_lossy().ends_with(".test.mjs"));
    Ok(files.map(|name| Path::new("tests").join(name)).collect())
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Result<Vec<OsString>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
    names.sort();
    Ok(names)
}

/// The packages that the page is built and tested with, as the lock file has them.
fn install() -> Result<(), String> {
    for tool in ["node", "npm"] {
        if find(tool).is_none() {
            return Err(format!(
                "{tool} is needed to build the page and to try it: install node 20 or newer, with npm"
            ));
        }
    }
    let (lock, installed) = (web().join("package-lock.json"), web().join("node_modules/.locked"));
    if fs::read(&installed).is_ok_and(|installed| fs::read(&lock).is_ok_and(|lock| lock == installed)) {
        return Ok(());
    }
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    fs::copy(&lock, &installed).map(drop).map_err(|error| format!("{}: {error}", installed.display()))
}

/// Finds a browser, or installs Debian's where that is to be had.
fn browser() -> Result<PathBuf, String> {
    if let Some(given) = env::var_os("CHROMIUM") {
        return Ok(given.into());
    }
    if let Some(found) = BROWSERS.iter().find_map(|name| find(name)) {
        return Ok(found);
    }
    if find("apt-get").is_some() {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        let mut install = Command::new("apt-get");
        install.args(["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"]);
        run(install.env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    let found = BROWSERS.iter().find_map(|name| find(name));
    found.ok_or_else(|| "the page is tried in chromium: install it, or name it in CHROMIUM".to_owned())
}

/// Finds a program as a shell would.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}

fn node_program(name: &str, arguments: &[&str]) -> Result<(), String> {
    run(Command::new(web().join("node_modules/.bin").join(name)).args(arguments))
}

/// Runs a program among the page's sources, saying so.
fn run(command: &mut Command) -> Result<(), String> {
    let words = [command.get_program()].into_iter().chain(command.get_args()).map(|word| word.to_string_lossy());
    let line = words.collect::<Vec<_>>().join(" ");
    eprintln!("> {line}");
    let status = command.current_dir(web()).status().map_err(|error| format!("cannot run {line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{line} failed with {status}")) }
}

fn same_files(kept: &Path, built: &Path) -> Result<(), String> {
    let wanted = names(built)?;
    let same = names(kept)? == wanted
        && wanted.iter().all(|name| fs::read(kept.join(name)).ok() == fs::read(built.join(name)).ok());
    if same {
        Ok(())
    } else {
        Err("the page in the tree is not what its sources give: run `cargo xtask viewer-page`".to_owned())
    }
}
