//! Tests the library for C and C++ with the compilers of the system and with valgrind.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{built, cargo, cargo_with};
use crate::install;
use crate::node::find;

/// The tools of the tests, and their Debian packages.
const TOOLS: [(&str, &str); 6] = [
    ("gcc", "gcc"),
    ("g++", "g++"),
    ("clang", "clang"),
    ("valgrind", "valgrind"),
    ("cmake", "cmake"),
    ("pkg-config", "pkg-config"),
];

/// Every warning is an error.
const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-pedantic"];

/// The system libraries that a C program needs in addition to `libcollide.a`.
const SYSTEM: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// The sources of the programs, and their arguments.
const PROGRAMS: [(&str, &[&str]); 9] = [
    ("tests/c/golden.c", &["../../tests/golden"]),
    ("tests/c/walk.c", &["../../tests/golden"]),
    ("tests/c/walk.cpp", &["../../tests/golden"]),
    ("tests/c/shapes.c", &[]),
    ("tests/c/entities.c", &[]),
    ("tests/c/questions.c", &[]),
    ("tests/c/threads.c", &[]),
    ("examples/server.c", &["100"]),
    ("examples/server.cpp", &["100"]),
];

/// The compilers and the standards under which the headers must give no warning.
const STANDARDS: [(&str, &str, &str); 8] = [
    ("gcc", "c", "c99"),
    ("gcc", "c", "c17"),
    ("g++", "c++", "c++17"),
    ("g++", "c++", "c++20"),
    ("clang", "c", "c99"),
    ("clang", "c", "c11"),
    ("clang", "c++", "c++17"),
    ("clang", "c++", "c++20"),
];

/// More warnings, for headers alone.
const STRICT: [&str; 4] = ["-Wconversion", "-Wshadow", "-Wsign-conversion", "-Wold-style-cast"];

/// The folder of the crate.
fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/collide-capi")
}

/// Writes all files that the test `header` compares with the sources.
pub(crate) fn write() -> Result<(), String> {
    let arguments = ["test", "--quiet", "--locked", "--package", "collide-capi", "--test", "header"];
    cargo_with(&arguments, &[("COLLIDE_WRITE_ABI", OsStr::new("1"))])
}

/// Runs the tests of the crate, and the C programs with a library of a build of this crate alone.
pub(crate) fn test_alone() -> Result<(), String> {
    cargo(&["test", "--package", "collide-capi", "--locked"])?;
    prepare()?;
    cargo(&["build", "--locked", "--lib", "--package", "collide-capi"])?;
    test()
}

/// Compiles the examples and the tests in C against both libraries, and runs them. Programs with the static library
/// also run under valgrind. The libraries must be built.
pub(crate) fn test() -> Result<(), String> {
    let libraries = built("")?;
    let programs = libraries.join("capi");
    fs::create_dir_all(&programs).map_err(|error| format!("{}: {error}", programs.display()))?;
    // As users have it: installed, without the tree.
    let prefix = programs.join("prefix");
    install::lay_out(&libraries, &prefix)?;
    headers(&prefix, &programs)?;
    let libraries = prefix.join("lib");
    for (source, arguments) in PROGRAMS {
        let shared = compile(source, &programs.join("shared"), &prefix, &["-L", text(&libraries)?, "-lcollide"])?;
        run(Command::new(shared).args(arguments).env("LD_LIBRARY_PATH", &libraries))?;
        let library = libraries.join("libcollide.a");
        let whole = compile(source, &programs.join("static"), &prefix, &[text(&library)?])?;
        run(Command::new(&whole).args(arguments))?;
        // Memory of pool threads looks possibly lost, because these threads outlive the program.
        let checked = ["--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite,indirect"];
        let mut valgrind = Command::new("valgrind");
        valgrind.args(checked).arg("--errors-for-leak-kinds=definite,indirect").arg(whole);
        run(valgrind.args(arguments))?;
    }
    consumers(&prefix)
}

/// Compiles the headers alone, under every standard, with all warnings.
fn headers(prefix: &Path, folder: &Path) -> Result<(), String> {
    for (compiler, language, standard) in STANDARDS {
        let header = if language == "c" { "collide.h" } else { "collide.hpp" };
        let source = folder.join(format!("header.{language}"));
        let code = format!("#include \"{header}\"\nint main(void);\n");
        fs::write(&source, code).map_err(|error| format!("{}: {error}", source.display()))?;
        // C has no other casts.
        let strict = STRICT.iter().filter(|warning| language == "c++" || **warning != "-Wold-style-cast");
        let mut command = Command::new(compiler);
        command.arg(format!("-std={standard}")).args(WARNINGS).args(strict).arg("-fsyntax-only");
        run(command.arg("-I").arg(prefix.join("include")).arg(source))?;
    }
    Ok(())
}

/// Builds programs in a folder outside of the tree, which find the installed library by CMake and by pkg-config.
fn consumers(prefix: &Path) -> Result<(), String> {
    let folder = env::temp_dir().join(format!("collide-consumer-{}", std::process::id()));
    let built = folder.join("built");
    let failed = |error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    for file in ["tests/consumer/CMakeLists.txt", "examples/server.cpp", "examples/server.c"] {
        let name = Path::new(file).file_name().unwrap_or_default();
        fs::copy(home().join(file), folder.join(name)).map_err(failed)?;
    }
    let mut make = Command::new("cmake");
    make.arg("-S").arg(&folder).arg("-B").arg(&built).arg("-DPROGRAM=server.cpp");
    run(make.arg(format!("-DCMAKE_PREFIX_PATH={}", text(prefix)?)))?;
    run(Command::new("cmake").arg("--build").arg(&built))?;
    // CMake notes where the shared library is.
    run(Command::new(built.join("shared")).arg("20"))?;
    run(Command::new(built.join("static")).arg("20"))?;
    let mut ask = Command::new("pkg-config");
    ask.args(["--cflags", "--libs", "collide"]).env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    let flags = ask.output().map_err(|error| format!("cannot run pkg-config: {error}"))?;
    let flags = String::from_utf8(flags.stdout).map_err(|_| "pkg-config: its output is not valid UTF-8")?;
    let program = built.join("packaged");
    fs::write(folder.join("page.c"), program_of_page()?).map_err(failed)?;
    for (source, arguments) in [("server.c", ["20"].as_slice()), ("page.c", &[])] {
        let mut compiler = Command::new("gcc");
        compiler.arg("-std=c11").args(WARNINGS).arg(folder.join(source)).arg("-o").arg(&program);
        run(compiler.args(flags.split_whitespace()).arg("-lm"))?;
        run(Command::new(&program).args(arguments).env("LD_LIBRARY_PATH", prefix.join("lib")))?;
    }
    fs::remove_dir_all(&folder).map_err(failed)
}

/// The C program in README.md.
fn program_of_page() -> Result<String, String> {
    let page = fs::read_to_string(home().join("README.md")).map_err(|error| format!("README.md: {error}"))?;
    let mut blocks = page.split("```c\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.find(|block| block.contains("int main")).map(str::to_owned).ok_or_else(|| "README.md: no program".to_owned())
}

/// Compiles and links a program with the installed headers. Returns its path.
fn compile(source: &str, folder: &Path, prefix: &Path, library: &[&str]) -> Result<PathBuf, String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let program = folder.join(source.replace(['/', '.'], "_"));
    let (compiler, standard) = if source.ends_with(".cpp") { ("g++", "-std=c++17") } else { ("gcc", "-std=c11") };
    let mut command = Command::new(compiler);
    command.arg(standard).args(WARNINGS).args(["-O1", "-g", source, "-I"]).arg(prefix.join("include"));
    command.arg("-o").arg(&program);
    run(command.args(library).args(SYSTEM))?;
    Ok(program)
}

fn text(path: &Path) -> Result<&str, String> {
    path.to_str().ok_or_else(|| "the path of the project is not valid UTF-8".to_owned())
}

/// Finds the tools, or installs the Debian packages if apt-get is available.
pub(crate) fn prepare() -> Result<(), String> {
    let missing = || TOOLS.iter().filter(|(tool, _)| find(tool).is_none());
    if missing().next().is_some() && find("apt-get").is_some() {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        let mut install = Command::new("apt-get");
        install.args(["install", "-y", "-qq", "--no-install-recommends"]).args(missing().map(|(_, package)| package));
        run(install.arg("libc6-dev").env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    match missing().next() {
        Some((tool, _)) => Err(format!("{tool} is needed to test the library for C: install it")),
        None => Ok(()),
    }
}

/// Runs a program in the crate's folder and prints the command.
fn run(command: &mut Command) -> Result<(), String> {
    let words = [command.get_program()].into_iter().chain(command.get_args()).map(|word| word.to_string_lossy());
    let line = words.collect::<Vec<_>>().join(" ");
    eprintln!("> {line}");
    let status = command.current_dir(home()).status().map_err(|error| format!("cannot run {line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{line} failed with {status}")) }
}
