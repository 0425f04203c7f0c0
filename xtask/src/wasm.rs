//! The npm package `collide2d`: two builds of the library for WebAssembly with one TypeScript interface. The engine of the
//! page is built in the same way.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{cargo, cargo_with};
use crate::node::{Package, TEST, apt_install, browser, find, run};

const TARGET: &str = "wasm32-unknown-unknown";

/// The builds by name, and the additional compiler flags of each.
const BUILDS: [(&str, &str); 2] = [("portable", ""), ("simd128", "\"-Ctarget-feature=+simd128\"")];

/// The compiler flags of all builds, for a small module. Functions are inlined if they are a third as large as by default, or
/// are marked as always inlined. Loops are not copied, neither to unroll them for a count that is not known, nor for a
/// condition that does not change; and few paths are copied where a branch is known.
const SMALL: &str = concat!(
    "\"-Cllvm-args=-inline-threshold=60 -inlinehint-threshold=90 -unroll-runtime=false -unroll-allow-partial=false ",
    "-unswitch-threshold=0 -jump-threading-threshold=2\""
);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sources() -> Package {
    Package(root().join("crates/collide-wasm"))
}

/// Installs what the build needs.
pub(crate) fn prepare() -> Result<Compiler, String> {
    sources().install()?;
    Compiler::find()
}

/// Builds the package into its folder `pkg`.
pub(crate) fn package(compiler: &Compiler) -> Result<(), String> {
    let sources = sources();
    let (pkg, built) = (sources.0.join("pkg"), root().join("target/wasm"));
    // Files of an earlier build would be published with this one.
    if pkg.exists() {
        fs::remove_dir_all(&pkg).map_err(|error| format!("{}: {error}", pkg.display()))?;
    }
    fs::create_dir_all(&pkg).map_err(|error| format!("{}: {error}", pkg.display()))?;
    for (name, features) in BUILDS {
        let out = module(compiler, "collide-wasm", features, name, "raw")?;
        copy(&out.join("raw_bg.wasm"), &pkg.join(format!("{name}.wasm")))?;
    }
    // Both builds must have the same bindings, because they share the TypeScript interface.
    let read = |path: PathBuf| fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
    let [one, other] = BUILDS.map(|(name, _)| built.join(name));
    if read(one.join("raw.js"))? != read(other.join("raw.js"))? {
        return Err("the builds for WebAssembly differ in their bindings".to_owned());
    }
    if read(one.join("raw_bg.wasm"))? == read(other.join("raw_bg.wasm"))? {
        return Err("the builds for WebAssembly are the same: is RUSTFLAGS set?".to_owned());
    }
    for file in ["raw.js", "raw.d.ts"] {
        copy(&one.join(file), &pkg.join(file))?;
    }
    for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root().join(file), &sources.0.join(file))?;
    }
    sources.program("tsc", &[])
}

/// The engine of the page, in the build for browsers of 2023 and newer. Returns the folder of its files.
pub(crate) fn engine(compiler: &Compiler) -> Result<PathBuf, String> {
    let [_, (_, features)] = BUILDS;
    module(compiler, "collide-page", features, "page", "engine")
}

/// The questions of `tests/corpus`, in both builds, for the tests in node.
pub(crate) fn corpus(compiler: &Compiler) -> Result<(), String> {
    for (name, features) in BUILDS {
        let out = module(compiler, "collide-corpus", features, &format!("corpus-{name}"), "corpus")?;
        let manifest = out.join("package.json");
        let write = fs::write(&manifest, "{ \"type\": \"module\" }\n");
        write.map_err(|error| format!("{}: {error}", manifest.display()))?;
    }
    Ok(())
}

/// The library for C as a module that needs no JavaScript: `target/wasm/collide.wasm`, in the build with SIMD.
pub(crate) fn c_interface(compiler: &Compiler) -> Result<(), String> {
    let [_, (_, features)] = BUILDS;
    let built = root().join("target/wasm");
    compiler.build("collide-capi", features, &built, &["--features", "host-clock", "--", "-Cstrip=symbols"])?;
    copy(&built.join(TARGET).join("wasm/collide.wasm"), &built.join("collide.wasm"))
}

/// Compiles a crate, and writes it with its JavaScript side into a folder of `target/wasm`, as files of this name.
fn module(compiler: &Compiler, package: &str, features: &str, folder: &str, name: &str) -> Result<PathBuf, String> {
    let built = root().join("target/wasm");
    compiler.build(package, features, &built, &[])?;
    let file = format!("wasm/{}.wasm", package.replace('-', "_"));
    let (module, out) = (built.join(TARGET).join(file), built.join(folder));
    let run_tool = ["run", "--quiet", "--package", "xtask-bindgen", "--locked", "--"];
    let [module, out_text] =
        [&module, &out].map(|path| path.to_str().ok_or("the path of the project is not valid UTF-8"));
    cargo(&[run_tool.as_slice(), &[module?, out_text?, name]].concat())?;
    Ok(out)
}

/// Runs every test of the built package and of the built [`corpus`], on both builds, in node and in a browser, those of
/// the example for Colyseus, and the bench once.
pub(crate) fn test() -> Result<(), String> {
    let (sources, browser) = (sources(), browser()?);
    sources.run(sources.tests()?.env("CHROMIUM", &browser))?;
    let mut again = sources.node();
    let tests = ["budget", "convex", "golden", "sectors", "world"].map(|name| format!("tests/{name}.test.mjs"));
    again.args(["--import", "./tests/portable.mjs", "--test"]).args(tests);
    sources.run(again.env("COLLIDE_SIMD", "portable"))?;
    let colyseus = Package(sources.0.join("examples/colyseus"));
    colyseus.install()?;
    colyseus.run(colyseus.node().args(TEST).arg("arena.test.mjs"))?;
    let bench = Package(sources.0.join("bench"));
    bench.install()?;
    bench.run(bench.node().args(["bench.mjs", "500", "2", "2"]))
}

/// The compiler for the target.
pub(crate) enum Compiler {
    /// The installed toolchain, with the library of the target.
    Own,
    /// Debian's compiler, with the library built from source.
    Debian,
}

impl Compiler {
    /// Adds the target to the toolchain if it is missing. Without rustup, installs Debian's compiler.
    pub(crate) fn find() -> Result<Self, String> {
        let has_target = || {
            let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
            let folder = asked.ok().and_then(|output| String::from_utf8(output.stdout).ok());
            folder.is_some_and(|folder| Path::new(folder.trim()).is_dir())
        };
        if has_target() || run(Command::new("rustup").args(["target", "add", TARGET])).is_ok() && has_target() {
            return Ok(Self::Own);
        }
        if find("wasm-ld-19").is_none() {
            apt_install(&["rustc-web", "rust-web-src", "lld-19"])?;
        }
        match find("wasm-ld-19") {
            Some(_) => Ok(Self::Debian),
            None => Err(format!("{TARGET} is needed for the npm package: `rustup target add {TARGET}`")),
        }
    }

    fn build(&self, package: &str, features: &str, target_dir: &Path, more: &[&str]) -> Result<(), String> {
        let flags = format!("target.{TARGET}.rustflags=[{SMALL}, {features}]");
        let target_dir = target_dir.to_str().ok_or("the path of the project is not valid UTF-8")?;
        let mut arguments = vec!["rustc", "--package", package, "--lib", "--profile", "wasm", "--locked"];
        arguments.extend(["--crate-type", "cdylib"]);
        arguments.extend(["--target", TARGET, "--target-dir", target_dir, "--config", &flags]);
        if matches!(self, Self::Debian) {
            arguments.push("-Zbuild-std=std,panic_abort");
        }
        arguments.extend(more);
        match self {
            Self::Own => cargo(&arguments),
            Self::Debian => {
                let linker = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER";
                let variables = [("RUSTC", "/usr/bin/rustc"), ("RUSTC_BOOTSTRAP", "1"), (linker, "wasm-ld-19")];
                cargo_with(&arguments, &variables.map(|(name, value)| (name, OsStr::new(value))))
            }
        }
    }
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", from.display()))
}
