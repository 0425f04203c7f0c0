//! The node packages of the project, and the browser for their tests.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The names of browser programs. The first has no window, and takes half of the processor time of the others.
const BROWSERS: [&str; 5] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The arguments of node that run the tests in files, which follow.
pub(crate) const TEST: [&str; 3] = ["--test", "--test-concurrency=2", "--test-timeout=400000"];

/// A folder with a `package.json`, its lock file, and tests.
pub(crate) struct Package(pub(crate) PathBuf);

impl Package {
    /// Installs its dependencies from its lock file.
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

    /// Runs a program of its dependencies.
    pub(crate) fn program(&self, name: &str, arguments: &[&str]) -> Result<(), String> {
        self.run(Command::new(self.0.join("node_modules/.bin").join(name)).args(arguments))
    }

    /// A node command; the caller adds the arguments.
    pub(crate) fn node(&self) -> Command {
        Command::new("node")
    }

    /// A node command with all of its tests; the caller adds more arguments.
    ///
    /// Two files run at a time: a browser that waits for a page leaves processors idle.
    pub(crate) fn tests(&self) -> Result<Command, String> {
        let mut tests = self.node();
        tests.args(TEST).args(self.test_files()?);
        Ok(tests)
    }

    /// The test files, by name, because node versions differ in which files of a folder they treat as tests.
    fn test_files(&self) -> Result<Vec<PathBuf>, String> {
        let names = names(&self.0.join("tests"))?;
        let files = names.into_iter().filter(|name| name.to_string_lossy().ends_with(".test.mjs"));
        Ok(files.map(|name| Path::new("tests").join(name)).collect())
    }

    /// Runs a program in its folder and prints the command.
    pub(crate) fn run(&self, command: &mut Command) -> Result<(), String> {
        run(command.current_dir(&self.0))
    }
}

/// Runs a program and prints the command.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let words = [command.get_program()].into_iter().chain(command.get_args()).map(|word| word.to_string_lossy());
    let line = words.collect::<Vec<_>>().join(" ");
    eprintln!("> {line}");
    let status = command.status().map_err(|error| format!("cannot run {line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{line} failed with {status}")) }
}

/// The file names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Result<Vec<OsString>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
    names.sort();
    Ok(names)
}

/// Finds a browser, or installs the Debian package if apt-get is available.
pub(crate) fn browser() -> Result<PathBuf, String> {
    if let Some(given) = env::var_os("CHROMIUM") {
        return Ok(given.into());
    }
    if let Some(found) = BROWSERS.iter().find_map(|name| find(name)) {
        return Ok(found);
    }
    let install = |name| apt_install(&[name, "fonts-dejavu-core"]);
    // Ubuntu has no package of the first.
    install(BROWSERS[0]).or_else(|_| install(BROWSERS[1]))?;
    let found = BROWSERS.iter().find_map(|name| find(name));
    found.ok_or_else(|| "chromium is needed to test the pages: install it, or set CHROMIUM to its path".to_owned())
}

/// Installs Debian packages if apt-get is available; otherwise does nothing.
pub(crate) fn apt_install(packages: &[&str]) -> Result<(), String> {
    if find("apt-get").is_none() {
        return Ok(());
    }
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages);
    run(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// The path of a program.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
}
