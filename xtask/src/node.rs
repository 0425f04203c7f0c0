//! Packages of node in this tree, and the browser they are tried in.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a browser is called where it is installed.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// A folder with a `package.json`, its lock file, and tests.
pub(crate) struct Package(pub(crate) PathBuf);

impl Package {
    /// Installs the packages that it is built and tested with, as its lock file has them.
    pub(crate) fn install(&self) -> Result<(), String> {
        for tool in ["node", "npm"] {
            if find(tool).is_none() {
                let name = self.0.display();
                return Err(format!("{tool} is needed for {name}: install node 20 or newer, with npm"));
            }
        }
        let (lock, installed) = (self.0.join("package-lock.json"), self.0.join("node_modules/.locked"));
        if fs::read(&installed).is_ok_and(|installed| fs::read(&lock).is_ok_and(|lock| lock == installed)) {
            return Ok(());
        }
        self.run(Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
        fs::copy(&lock, &installed).map(drop).map_err(|error| format!("{}: {error}", installed.display()))
    }

    /// Runs a program that was installed with it.
    pub(crate) fn program(&self, name: &str, arguments: &[&str]) -> Result<(), String> {
        self.run(Command::new(self.0.join("node_modules/.bin").join(name)).args(arguments))
    }

    /// Node, to be told more.
    pub(crate) fn node(&self) -> Command {
        Command::new("node")
    }

    /// Node with all of its tests, to be told more.
    ///
    /// One file after the other: each may drive a browser, and the machine has better to do than to wait for itself.
    pub(crate) fn tests(&self) -> Result<Command, String> {
        let mut tests = self.node();
        tests.args(["--test", "--test-concurrency=1", "--test-timeout=400000"]).args(self.test_files()?);
        Ok(tests)
    }

    /// The files of tests. Which of a folder's files are tests, node's versions disagree on.
    fn test_files(&self) -> Result<Vec<PathBuf>, String> {
        let names = names(&self.0.join("tests"))?;
        let files = names.into_iter().filter(|name| name.to_string_lossy().ends_with(".test.mjs"));
        Ok(files.map(|name| Path::new("tests").join(name)).collect())
    }

    /// Runs a program in its folder, saying so.
    pub(crate) fn run(&self, command: &mut Command) -> Result<(), String> {
        run(command.current_dir(&self.0))
    }
}

/// Runs a program, saying so.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let words = [command.get_program()].into_iter().chain(command.get_args()).map(|word| word.to_string_lossy());
    let line = words.collect::<Vec<_>>().join(" ");
    eprintln!("> {line}");
    let status = command.status().map_err(|error| format!("cannot run {line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{line} failed with {status}")) }
}

/// The names in a folder, in order.
pub(crate) fn names(folder: &Path) -> Result<Vec<OsString>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
    names.sort();
    Ok(names)
}

/// Finds a browser, or installs Debian's where that is to be had.
pub(crate) fn browser() -> Result<PathBuf, String> {
    if let Some(given) = env::var_os("CHROMIUM") {
        return Ok(given.into());
    }
    if let Some(found) = BROWSERS.iter().find_map(|name| find(name)) {
        return Ok(found);
    }
    apt_install(&["chromium", "fonts-dejavu-core"])?;
    let found = BROWSERS.iter().find_map(|name| find(name));
    found.ok_or_else(|| "pages are tried in chromium: install it, or name it in CHROMIUM".to_owned())
}

/// Installs packages where Debian's are to be had; does nothing elsewhere.
pub(crate) fn apt_install(packages: &[&str]) -> Result<(), String> {
    if find("apt-get").is_none() {
        return Ok(());
    }
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages);
    run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Where a program is.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}
