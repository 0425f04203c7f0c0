//! The page of the viewer: built by node, committed, tested in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{build_with_all, built};
use crate::node::{Package, TEST, browser, names};
use crate::wasm::{self, Compiler};

/// The element of the page that names its engine, and that of the page in a folder of plain files.
const ENGINE: [&str; 2] = [r#"<meta name="engine" content="server" />"#, r#"<meta name="engine" content="browser" />"#];

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

/// Writes the page and its engine into a folder of plain files, which needs no server.
pub(crate) fn plain(compiler: &Compiler, folder: &Path) -> Result<(), String> {
    let (page, engine) = (web().0.join("dist"), wasm::engine(compiler)?);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for name in ["app.js", "icon.svg", "style.css", "worker.js"] {
        wasm::copy(&page.join(name), &folder.join(name))?;
    }
    for name in ["engine.js", "engine_bg.wasm"] {
        wasm::copy(&engine.join(name), &folder.join(name))?;
    }
    let index = fs::read_to_string(page.join("index.html")).map_err(|error| format!("index.html: {error}"))?;
    let [server, browser] = ENGINE;
    if !index.contains(server) {
        return Err("index.html does not name its engine".to_owned());
    }
    fs::write(folder.join("index.html"), index.replacen(server, browser, 1))
        .map_err(|error| format!("{}: {error}", folder.display()))
}

/// The folder of plain files for the tests.
pub(crate) fn test_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/page")
}

/// Runs every test of the page, in a browser: with the built program, and those of the folder of plain files.
pub(crate) fn test() -> Result<(), String> {
    page(true)?;
    let browser = browser()?;
    build_with_all(&["--bin", "collide"])?;
    let [program, game] = [built("collide")?, built("examples/game_server")?];
    let with = |tests: &mut Command| {
        web().run(tests.env("COLLIDE", &program).env("GAME_SERVER", &game).env("CHROMIUM", &browser))
    };
    with(&mut web().tests()?)?;
    // Those that prove the transport: each lesson, the arena, the duel, and what is absent.
    let plain = ["lessons", "arena-tools", "duel", "plain"].map(|name| format!("tests/{name}.test.mjs"));
    let mut tests = web().node();
    tests.args(TEST).args(plain);
    with(tests.env("PLAIN", test_folder()))
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
