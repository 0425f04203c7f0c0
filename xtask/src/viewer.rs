//! The page of the viewer: built by node, committed, tested in a browser.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::cargo;
use crate::node::{Package, browser, names};

/// The sources of the page.
fn web() -> Package {
    Package(Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/collide-viewer/web"))
}

/// Builds the page into the tree. If `check`, builds it in another folder and compares it with the committed page.
pub(crate) fn page(check: bool) -> Result<(), String> {
    let web = web();
    web.install()?;
    web.program("tsc", &[])?;
    let dist = web.0.join("dist");
    let built = if check { web.0.join("node_modules/.built") } else { dist.clone() };
    let out = built.to_str().ok_or("the path of the project is not valid UTF-8")?;
    web.run(web.node().args(["build.mjs", out]))?;
    if check { same_files(&dist, &built) } else { Ok(()) }
}

/// Runs every test of the page, in a browser, with the built program.
pub(crate) fn test() -> Result<(), String> {
    page(true)?;
    let browser = browser()?;
    cargo(&["build", "--workspace", "--bin", "collide", "--example", "game_server", "--locked"])?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let built = |path| target.join(path).canonicalize().map_err(|error| format!("no program {path}: {error}"));
    let (program, game) = (built("debug/collide")?, built("debug/examples/game_server")?);
    let mut tests = web().tests()?;
    web().run(tests.env("COLLIDE", program).env("GAME_SERVER", game).env("CHROMIUM", browser))
}

fn same_files(kept: &Path, built: &Path) -> Result<(), String> {
    let expected = names(built)?;
    let same = names(kept)? == expected
        && expected.iter().all(|name| fs::read(kept.join(name)).ok() == fs::read(built.join(name)).ok());
    if same {
        Ok(())
    } else {
        Err("the committed page does not match its sources: run `cargo xtask viewer-page`".to_owned())
    }
}
