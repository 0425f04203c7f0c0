//! The tests of the lanes and the golden matches on AArch64, on any other machine in an emulator.

use std::ffi::OsStr;
use std::process::Command;

use crate::cargo::{cargo, cargo_with};
use crate::node::{apt_install, find, run};

const TARGET: &str = "aarch64-unknown-linux-gnu";

/// The linker, the emulator, and Debian's packages with them and with the C library.
const TOOLS: [&str; 2] = ["aarch64-linux-gnu-gcc", "qemu-aarch64"];
const PACKAGES: [&str; 3] = ["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"];

/// What is compiled and run: the lanes, the joins on them, and answers, matches and walks that are the same everywhere.
/// The other golden tests take minutes in an emulator: `cargo xtask golden` runs them on a machine.
const TESTS: [&[&str]; 3] = [
    &["--package", "collide-core", "--lib", "--", "columns"],
    &["--package", "collide-core", "--test", "core", "--", "join"],
    &["--package", "collide2d", "--test", "facade", "--", "shared", "every_machine"],
];

/// Installs what the tests need.
pub(crate) fn prepare() -> Result<(), String> {
    if is_native() {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", TARGET])).map_err(|error| {
        format!("{TARGET} is needed for the tests on AArch64: `rustup target add {TARGET}` ({error})")
    })?;
    let missing = || TOOLS.into_iter().find(|tool| find(tool).is_none());
    if missing().is_some() {
        apt_install(&PACKAGES)?;
    }
    match missing() {
        Some(tool) => Err(format!("{tool} is needed for the tests on AArch64: install it")),
        None => Ok(()),
    }
}

/// On AArch64 the tests of all crates include these.
fn is_native() -> bool {
    cfg!(all(target_arch = "aarch64", target_os = "linux"))
}

/// Runs the tests.
pub(crate) fn test() -> Result<(), String> {
    for test in TESTS {
        if is_native() {
            cargo(&[&["test", "--locked"], test].concat())?;
            continue;
        }
        let variables = [
            ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", OsStr::new(TOOLS[0])),
            ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", OsStr::new("qemu-aarch64 -L /usr/aarch64-linux-gnu")),
        ];
        cargo_with(&[&["test", "--locked", "--target", TARGET], test].concat(), &variables)?;
    }
    Ok(())
}
