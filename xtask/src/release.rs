//! The checks before publishing: features in every combination, the intended public interface, packages that build on
//! their own, licences and advisories.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{cargo, cargo_with};

/// The features of the embedded crates. Each combination must build.
const FEATURES: [(&str, &[&str]); 4] = [
    ("collide-core", &["serde"]),
    ("collide-world", &["serde", "recording", "tracing"]),
    ("collide2d", &["serde", "recording", "tracing"]),
    ("collide-bevy", &["recording", "transform"]),
];

/// The crates whose public interface is in `docs/api`. The others are not embedded, or only re-export these.
const INTERFACES: [&str; 3] = ["collide-core", "collide-broad", "collide-world"];

/// The crates that are not published.
const PRIVATE: [&str; 6] = ["collide-bench", "collide-py", "collide-wasm", "xtask", "xtask-bindgen", "xtask-reports"];

/// The version of cargo-deny for which `deny.toml` is written.
const DENY: &str = "cargo-deny@0.20.2";

/// Runs all checks. Builds the packages as they would be published, which takes minutes.
pub(crate) fn run() -> Result<(), String> {
    features()?;
    interface(false)?;
    package(true)?;
    deny()
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
    // The list comes from the JSON format of rustdoc, which is unstable.
    let trial = [("RUSTC_BOOTSTRAP", "1".as_ref()), ("CARGO_TARGET_DIR", "target/interface".as_ref())];
    let arguments = ["rustdoc", "--quiet", "--locked", "--lib", "--all-features", "--package", package];
    let form = ["--", "-Zunstable-options", "--output-format", "json"];
    cargo_with(&[arguments.as_slice(), &form].concat(), &trial)?;
    let path = PathBuf::from("target/interface/doc").join(format!("{}.json", package.replace('-', "_")));
    let builder = public_api::Builder::from_rustdoc_json(&path);
    let interface = builder.omit_blanket_impls(true).omit_auto_trait_impls(true).omit_auto_derived_impls(true).build();
    interface.map(|interface| format!("{interface}")).map_err(|error| format!("{}: {error}", path.display()))
}

/// The lines that are in only one of two lists.
fn differences<'a>(kept: &'a str, now: &'a str) -> impl Iterator<Item = String> + 'a {
    let missing = |line: &&str, of: &str| !of.lines().any(|other| other == *line);
    let gone = kept.lines().filter(move |line| missing(line, now)).map(|line| format!("- {line}"));
    gone.chain(now.lines().filter(move |line| missing(line, kept)).map(|line| format!("+ {line}")))
}

/// Creates the packages as they would be published, in the order of their dependencies. If `build`, also builds them.
pub(crate) fn package(build: bool) -> Result<(), String> {
    let mut arguments = vec!["package", "--workspace", "--locked"];
    PRIVATE.iter().for_each(|name| arguments.extend(["--exclude", name]));
    if !build {
        // Uncommitted changes are not published, but can be tested.
        arguments.extend(["--no-verify", "--allow-dirty"]);
        return cargo(&arguments);
    }
    // A new folder each time, because cargo reuses the build of a package with the same version.
    let folder = PathBuf::from(format!("target/packages-{}", std::process::id()));
    let done = cargo_with(&arguments, &[("CARGO_TARGET_DIR", folder.as_os_str())]);
    let removed = fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()));
    done.and(removed)
}

/// Checks the licences, the sources and the advisories of all dependencies.
fn deny() -> Result<(), String> {
    cargo(&["install", "--quiet", "--locked", "--root", "target/tools", DENY])?;
    let tools = fs::canonicalize("target/tools/bin").map_err(|error| format!("target/tools/bin: {error}"))?;
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::join_paths([tools].into_iter().chain(std::env::split_paths(&paths)));
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
