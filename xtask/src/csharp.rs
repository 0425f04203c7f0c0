//! Tests the layer for C# with Mono.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{built, cargo};
use crate::install;
use crate::node::{apt_install, find, names, run};

/// The tools of the tests, and their Debian packages.
const TOOLS: [(&str, &str); 2] = [("mcs", "mono-mcs"), ("mono", "mono-runtime")];

/// The programs: their name, what they are compiled from, and their arguments.
const PROGRAMS: [(&str, &str, &[&str]); 2] =
    [("golden", "tests/csharp", &["../../tests/golden"]), ("server", "examples/csharp", &["100"])];

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/collide-capi")
}

/// Runs the tests with a library of a build of this crate alone.
pub(crate) fn test_alone() -> Result<(), String> {
    prepare()?;
    cargo(&["build", "--locked", "--lib", "--package", "collide-capi"])?;
    test()
}

/// Finds the tools, or installs the Debian packages if apt-get is available.
pub(crate) fn prepare() -> Result<(), String> {
    if TOOLS.iter().any(|(tool, _)| find(tool).is_none()) {
        apt_install(&TOOLS.map(|(_, package)| package))?;
    }
    match TOOLS.iter().find(|(tool, _)| find(tool).is_none()) {
        Some((tool, package)) => Err(format!("{tool} is needed to test the layer for C#: install {package}")),
        None => Ok(()),
    }
}

/// Compiles the tests, the example and the program of README.md with the installed sources, and runs them. The library
/// must be built.
pub(crate) fn test() -> Result<(), String> {
    let libraries = built("")?;
    let folder = libraries.join("csharp");
    let prefix = folder.join("prefix");
    install::lay_out(&libraries, &prefix)?;
    for (name, sources, arguments) in PROGRAMS {
        let sources = home().join(sources);
        let files = names(&sources)?.into_iter().map(|file| sources.join(file)).collect::<Vec<_>>();
        compile_and_run(&folder.join(format!("{name}.exe")), &files, &prefix, arguments)?;
    }
    let page = folder.join("Page.cs");
    fs::write(&page, program_of_page()?).map_err(|error| format!("{}: {error}", page.display()))?;
    compile_and_run(&folder.join("page.exe"), &[page], &prefix, &[])
}

/// Compiles a program without warnings, and runs it in the crate's folder.
fn compile_and_run(program: &Path, files: &[PathBuf], prefix: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut compiler = Command::new("mcs");
    compiler.args(["-unsafe", "-warn:4", "-warnaserror"]).arg(format!("-out:{}", program.display()));
    run(compiler.args(files).arg(prefix.join("share/collide/csharp/*.cs")))?;
    let mut mono = Command::new("mono");
    mono.arg("--debug").arg(program).args(arguments).current_dir(home());
    run(mono.env("LD_LIBRARY_PATH", prefix.join("lib")))
}

/// The C# program in the README for C#.
fn program_of_page() -> Result<String, String> {
    let path = home().join("csharp/README.md");
    let page = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut blocks = page.split("```csharp\n").skip(1).filter_map(|rest| rest.split("```").next());
    let program = blocks.find(|block| block.contains("static void Main"));
    program.map(str::to_owned).ok_or_else(|| format!("{}: no program", path.display()))
}
