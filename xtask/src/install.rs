//! Installs the library for C, C++ and C# below a folder, as CMake and pkg-config expect it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::cargo::cargo;
use crate::node::{find, names, run as run_command};

/// Where to install the library.
#[derive(Args)]
pub(crate) struct Options {
    /// The folder for include, lib and share, such as /usr/local
    #[arg(long)]
    prefix: PathBuf,
}

/// The folder of the crate.
fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/collide-capi")
}

/// Builds the library and installs it.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    cargo(&["build", "--release", "--locked", "--lib", "--package", "collide-capi"])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    lay_out(&target.join("release"), &options.prefix)
}

/// Installs the headers, the sources for C#, and the libraries in the folder `built`.
pub(crate) fn lay_out(built: &Path, prefix: &Path) -> Result<(), String> {
    let (version, abi) = (env!("CARGO_PKG_VERSION"), abi_version()?);
    for header in ["collide.h", "collide.hpp", "collide_base.hpp", "collide_calls.hpp"] {
        copy(&home().join("include").join(header), &prefix.join("include").join(header))?;
    }
    let (libraries, shared) = (prefix.join("lib"), format!("libcollide.so.{version}"));
    copy(&built.join("libcollide.so"), &libraries.join(&shared))?;
    link(&shared, &libraries.join(format!("libcollide.so.{abi}")))?;
    link(&format!("libcollide.so.{abi}"), &libraries.join("libcollide.so"))?;
    copy(&built.join("libcollide.a"), &libraries.join("libcollide.a"))?;
    strip(&[&libraries.join(&shared), &libraries.join("libcollide.a")])?;
    let shared_files = prefix.join("share/collide");
    copy(&home().join("abi.json"), &shared_files.join("abi.json"))?;
    for file in names(&home().join("csharp"))? {
        copy(&home().join("csharp").join(&file), &shared_files.join("csharp").join(&file))?;
    }
    for (name, folder) in [
        ("collideConfig.cmake", "lib/cmake/collide"),
        ("collideConfigVersion.cmake", "lib/cmake/collide"),
        ("collide.pc", "lib/pkgconfig"),
    ] {
        let template = home().join("install").join(format!("{name}.in"));
        let text = fs::read_to_string(&template).map_err(|error| format!("{}: {error}", template.display()))?;
        let text = text.replace("@VERSION@", version).replace("@ABI@", &abi);
        let file = prefix.join(folder).join(name);
        parent(&file)?;
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    eprintln!("{}: collide {version}, ABI {abi}", prefix.display());
    Ok(())
}

/// The ABI version in the header.
fn abi_version() -> Result<String, String> {
    let path = home().join("include/collide.h");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let version = text.lines().find_map(|line| line.strip_prefix("#define COLLIDE_ABI_VERSION "));
    version.map(str::to_owned).ok_or_else(|| format!("{}: has no COLLIDE_ABI_VERSION", path.display()))
}

/// Removes debug data, which makes up most of a static library.
fn strip(files: &[&Path]) -> Result<(), String> {
    match find("strip") {
        Some(strip) => run_command(Command::new(strip).arg("--strip-debug").args(files)),
        None => {
            eprintln!("the program strip is missing: the libraries keep their debug data");
            Ok(())
        }
    }
}

fn parent(file: &Path) -> Result<(), String> {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    parent(to)?;
    fs::copy(from, to).map(drop).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

/// Creates a symbolic link `file` to a file in the same folder.
#[cfg(unix)]
fn link(to: &str, file: &Path) -> Result<(), String> {
    if file.is_symlink() {
        fs::remove_file(file).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    std::os::unix::fs::symlink(to, file).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(not(unix))]
fn link(_to: &str, file: &Path) -> Result<(), String> {
    Err(format!("{}: the library for C is installed on Linux only", file.display()))
}
