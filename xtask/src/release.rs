//! A dry run of publishing: features in every combination, the intended public interface, licences, and every package
//! as it would be published, from a clean clone.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use clap::ValueEnum;

use crate::cargo::{built, cargo, cargo_with, tool};
use crate::{python, site, wasm};

/// The features of the embedded crates. Each combination must build.
const FEATURES: [(&str, &[&str]); 4] = [
    ("collide-core", &["serde"]),
    ("collide-world", &["serde", "recording", "tracing"]),
    ("collide2d", &["serde", "recording", "tracing"]),
    ("collide-bevy", &["serde", "transform"]),
];

/// The crates whose public interface is in `docs/api`. The others are not embedded, or only re-export these.
const INTERFACES: [&str; 3] = ["collide-core", "collide-broad", "collide-world"];

/// The crates that are not published.
const PRIVATE: [&str; 9] = [
    "collide-bench",
    "collide-corpus",
    "collide-examples",
    "collide-oracle",
    "collide-py",
    "collide-wasm",
    "xtask",
    "xtask-bindgen",
    "xtask-reports",
];

/// The version of cargo-deny for which `deny.toml` is written.
const DENY: &str = "cargo-deny@0.20.2";

/// Does all that publishing would do, but the uploads. Builds everything from a clean clone, which takes long.
pub(crate) fn run() -> Result<(), String> {
    if site::repository().is_none() {
        eprintln!("no address of the repository in Cargo.toml: the pages of packages have no links to its files");
    }
    features()?;
    interface(false)?;
    deny()?;
    // What git does not have is missing in a clone, as it would be for others.
    let clone = Path::new(CLONE);
    if clone.exists() {
        fs::remove_dir_all(clone).map_err(|error| format!("{CLONE}: {error}"))?;
    }
    command("git", &["clone", "--quiet", "--no-hardlinks", ".", CLONE], Path::new("."))?;
    // Crates, in the order of their dependencies. Cargo builds each from its package. The registry's page is not in git.
    site::write_registry_page(clone)?;
    command("cargo", &publish_crates(&["--dry-run", "--allow-dirty"]), clone)?;
    // The npm package, the wheel, and the library for C.
    command("cargo", &["xtask", "wasm"], clone)?;
    command("npm", &["publish", "--dry-run"], &clone.join("crates/collide-wasm"))?;
    python::wheel(&clone.join("crates/collide-py"))?;
    command("cargo", &["build", "--release", "--locked", "--package", "collide-capi"], clone)?;
    site::run()
}

/// What is uploaded.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Upload {
    /// All crates, to crates.io
    Crates,
    /// The npm package
    Npm,
}

/// Uploads packages. The programs take the credentials from the environment or from their own files.
pub(crate) fn publish(what: Upload) -> Result<(), String> {
    match what {
        Upload::Crates => {
            site::write_registry_page(Path::new("."))?;
            command("cargo", &publish_crates(&["--allow-dirty"]), Path::new("."))
        }
        Upload::Npm => {
            wasm::package(&wasm::prepare()?)?;
            command("npm", &["publish", "--access", "public"], Path::new("crates/collide-wasm"))
        }
    }
}

/// The arguments of cargo that publish all crates, in the order of their dependencies.
fn publish_crates<'a>(options: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["publish", "--workspace", "--locked"];
    PRIVATE.iter().for_each(|name| arguments.extend(["--exclude", name]));
    arguments.extend(options);
    arguments
}

/// The folder of the clone.
const CLONE: &str = "target/release-clone";

/// Runs a program in a folder, with cargo's output in that folder.
fn command(program: &str, arguments: &[&str], folder: &Path) -> Result<(), String> {
    let line = format!("{program} {}", arguments.join(" "));
    eprintln!("> {line}");
    let status = Command::new(program).args(arguments).current_dir(folder).env_remove("CARGO_TARGET_DIR").status();
    let status = status.map_err(|error| format!("cannot run {line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{line} failed with {status}")) }
}

/// Builds every combination of features.
pub(crate) fn features() -> Result<(), String> {
    for (package, features) in FEATURES {
        for chosen in 0..1_usize << features.len() {
            let names = features.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
            let names = names.map(|(_, name)| *name).collect::<Vec<_>>().join(",");
            cargo(&[
                "check",
                "--quiet",
                "--locked",
                "--package",
                package,
                "--no-default-features",
                "--features",
                &names,
            ])?;
        }
    }
    Ok(())
}

/// The oldest Rust version of the packages, and that of the package for Bevy: see docs/names.md.
const RUST: [&str; 2] = ["1.90", "1.95"];

/// Builds the packages with the oldest Rust version that they declare.
pub(crate) fn msrv() -> Result<(), String> {
    let [oldest, of_bevy] = RUST;
    RUST.into_iter().try_for_each(installed)?;
    let check = |rust| ["run", rust, "cargo", "check", "--locked", "--all-features"].to_vec();
    let mut all = check(oldest);
    all.push("--workspace");
    // These are not for users, or need the version of Bevy.
    ["collide-bench", "xtask", "xtask-bindgen", "xtask-reports", "collide-bevy"]
        .iter()
        .for_each(|name| all.extend(["--exclude", name]));
    command("rustup", &all, Path::new("."))?;
    command("rustup", &[check(of_bevy), vec!["--package", "collide-bevy"]].concat(), Path::new("."))
}

/// Checks that rustup has a toolchain.
fn installed(version: &str) -> Result<(), String> {
    let asked = Command::new("rustup").args(["run", version, "rustc", "--version"]).output();
    let asked = asked.map_err(|error| format!("cannot run rustup, which selects the version of Rust: {error}"))?;
    if asked.status.success() {
        return Ok(());
    }
    Err(format!("Rust {version} is not installed: run `rustup toolchain install {version} --profile minimal`"))
}

/// Compares the public interface of each crate with the list in `docs/api`, or writes that list.
pub(crate) fn interface(write: bool) -> Result<(), String> {
    let mut changed = Vec::new();
    for package in INTERFACES {
        let (now, path) = (listed(package)?, Path::new("docs/api").join(format!("{package}.txt")));
        if write {
            fs::write(&path, now).map_err(|error| format!("{}: {error}", path.display()))?;
        } else {
            let kept = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            changed.extend(differences(&kept, &now).map(|line| format!("{package} {line}")));
        }
    }
    if changed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "the public interface has changed:\n{}\nif this is intended, note it in CHANGELOG.md and run `cargo xtask public-api --write`",
        changed.join("\n")
    ))
}

/// The public items of a crate, one in each line.
fn listed(package: &str) -> Result<String, String> {
    // The list comes from the JSON format of rustdoc, which is unstable. Only rustdoc may know that unstable features are
    // used: cargo would build all dependencies again. So cargo calls this program in place of rustdoc.
    let program = env::current_exe().map_err(|error| format!("the path of xtask: {error}"))?;
    let trial = [("RUSTDOC", program.as_os_str()), (AS_RUSTDOC, "1".as_ref())];
    let arguments = ["rustdoc", "--quiet", "--locked", "--lib", "--all-features", "--package", package];
    let form = ["--", "-Zunstable-options", "--output-format", "json"];
    cargo_with(&[arguments.as_slice(), &form].concat(), &trial)?;
    let path = built("")?.with_file_name("doc").join(format!("{}.json", package.replace('-', "_")));
    let builder = public_api::Builder::from_rustdoc_json(&path);
    let interface = builder.omit_blanket_impls(true).omit_auto_trait_impls(true).omit_auto_derived_impls(true).build();
    interface.map(|interface| format!("{interface}")).map_err(|error| format!("{}: {error}", path.display()))
}

/// Set if this program is called in place of rustdoc.
const AS_RUSTDOC: &str = "COLLIDE_AS_RUSTDOC";

/// Runs rustdoc with unstable features, if this program was called in its place. Returns its exit code.
pub(crate) fn rustdoc() -> Option<i32> {
    env::var_os(AS_RUSTDOC)?;
    let status = Command::new("rustdoc").args(env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").status();
    Some(status.ok().and_then(|status| status.code()).unwrap_or(1))
}

/// The lines that are in only one of two lists.
fn differences<'a>(kept: &'a str, now: &'a str) -> impl Iterator<Item = String> + 'a {
    let missing = |line: &&str, of: &str| !of.lines().any(|other| other == *line);
    let gone = kept.lines().filter(move |line| missing(line, now)).map(|line| format!("- {line}"));
    gone.chain(now.lines().filter(move |line| missing(line, kept)).map(|line| format!("+ {line}")))
}

/// Creates the packages as they would be published, without building them.
pub(crate) fn package() -> Result<(), String> {
    site::write_registry_page(Path::new("."))?;
    // Uncommitted changes are not published, but can be tested.
    let mut arguments = vec!["package", "--workspace", "--locked", "--no-verify", "--allow-dirty"];
    PRIVATE.iter().for_each(|name| arguments.extend(["--exclude", name]));
    cargo(&arguments)
}

/// Checks the licences, the sources and the advisories of all dependencies.
fn deny() -> Result<(), String> {
    let program = tool("cargo-deny", &[DENY])?;
    let tools = program.parent().map(Path::to_owned).unwrap_or_default();
    let paths = env::var_os("PATH").unwrap_or_default();
    let paths = env::join_paths([tools].into_iter().chain(env::split_paths(&paths)));
    let paths = paths.map_err(|error| format!("PATH: {error}"))?;
    cargo_with(&["deny", "--all-features", "check", "licenses", "bans", "sources"], &[("PATH", paths.as_os_str())])
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn differences_are_additions_and_removals() {
        let printed: Vec<String> = differences("a\nb\nc", "a\nc\nd").collect();
        assert_eq!(printed, ["- b", "+ d"]);
        assert_eq!(differences("a\nb", "b\na").count(), 0);
    }
}
