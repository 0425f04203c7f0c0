//! Names the shared library by its ABI version, so that a program finds only libraries that it fits.

use std::{env, fs};

fn main() {
    let source = "src/version.rs";
    println!("cargo::rerun-if-changed={source}");
    let text = fs::read_to_string(source).expect("the source of the version is part of the package");
    let version = text.split_once("COLLIDE_ABI_VERSION: u32 = ").and_then(|(_, rest)| rest.split_once(';'));
    let (version, _) = version.expect("the source has the ABI version");
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libcollide.so.{version}");
    }
}
