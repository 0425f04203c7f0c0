//! The website: the pages of `docs` as a book, the reference of the crates, and the page of `collide serve` with its
//! engine, in `target/site`.

mod check;
mod links;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{cargo, tool};
use crate::viewer;
use crate::wasm::Compiler;

pub(crate) use links::repository;
use links::{Links, rewrite};

/// The version of mdbook for which `book.toml` is written.
const MDBOOK: &str = "mdbook@0.5.4";

/// The crates of the reference: those that programs import.
const REFERENCE: [&str; 8] = [
    "collide2d",
    "collide-core",
    "collide-broad",
    "collide-world",
    "collide-bevy",
    "collide-cluster",
    "collide-scenes",
    "collide-viewer",
];

/// The first page of the reference.
const REFERENCE_INDEX: &str = "<!DOCTYPE html><title>collide</title>\
    <meta http-equiv=\"refresh\" content=\"0; url=collide2d/index.html\"><a href=\"collide2d/index.html\">collide2d</a>\n";

/// The folder of the page in the website.
const PAGE: &str = "play";

/// The sources of the book, and the website, as in `book.toml`.
const BOOK: &str = "target/book";
const SITE: &str = "target/site";

/// Builds the website and checks every link of it.
pub(crate) fn run() -> Result<(), String> {
    let pages = stage()?;
    let mdbook = tool("mdbook", &[MDBOOK, "--no-default-features", "--features", "search"])?;
    let status = Command::new(&mdbook).arg("build").status();
    let status = status.map_err(|error| format!("{}: {error}", mdbook.display()))?;
    if !status.success() {
        return Err(format!("mdbook failed with {status}"));
    }
    let packages = REFERENCE.iter().flat_map(|name| ["--package", name]);
    cargo(
        &["doc", "--quiet", "--locked", "--no-deps", "--all-features"].into_iter().chain(packages).collect::<Vec<_>>(),
    )?;
    let reference = Path::new(SITE).join("api");
    tree::copy(&target().join("doc"), &reference)?;
    // rustdoc makes no page for all crates together, but links to it.
    fs::write(reference.join("index.html"), REFERENCE_INDEX).map_err(|error| format!("{SITE}/api: {error}"))?;
    viewer::plain(&Compiler::find()?, &Path::new(SITE).join(PAGE))?;
    let links = check::run(Path::new(SITE))?;
    eprintln!("{SITE}/index.html: {} pages, {links} links checked", pages.len());
    Ok(())
}

/// Writes the page of the package `collide2d` on its registry into a checkout. Git ignores it.
pub(crate) fn write_registry_page(checkout: &Path) -> Result<(), String> {
    let [readme, page] = ["README.md", REGISTRY_PAGE].map(|name| checkout.join(name));
    let text = fs::read_to_string(&readme).map_err(|error| format!("{}: {error}", readme.display()))?;
    fs::write(&page, registry_page(&text)).map_err(|error| format!("{}: {error}", page.display()))
}

/// The page of the package, as named in Cargo.toml.
const REGISTRY_PAGE: &str = "docs/registry.md";

/// The sections of the README that need a checkout.
const OF_CHECKOUT: [&str; 2] = ["## Try it", "## The tutorials it grew from"];

/// The README without links to files that the registry does not have.
fn registry_page(readme: &str) -> String {
    rewrite(&for_registry(readme), "README.md", &Links::of_registry(repository()))
}

/// The README without the parts that need a checkout: some sections, and pictures with their captions.
fn for_registry(readme: &str) -> String {
    let mut in_checkout = false;
    let mut parts: Vec<&str> = Vec::new();
    for part in readme.split("\n\n") {
        if part.starts_with("## ") {
            in_checkout = OF_CHECKOUT.iter().any(|title| part.starts_with(title));
        }
        let is_picture = part.starts_with("![") || part.starts_with('*') && !part.starts_with("**");
        if !in_checkout && !is_picture {
            parts.push(part.trim_matches('\n'));
        }
    }
    parts.join("\n\n") + "\n"
}

/// The folder of cargo's output.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

/// Copies the pages of `docs/SUMMARY.md` into one folder, with links that fit there. Returns the names of the pages.
fn stage() -> Result<Vec<String>, String> {
    let _ = fs::remove_dir_all(BOOK);
    let _ = fs::remove_dir_all(SITE);
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let summary = read("docs/SUMMARY.md")?;
    let links = Links::of_book(&summary);
    let mut staged = Vec::new();
    let summary = rewrite(&summary, "docs/SUMMARY.md", &links);
    write("SUMMARY.md", summary.as_bytes())?;
    for (page, name) in links.pages() {
        write(name, rewrite(&read(page)?, page, &links).as_bytes())?;
        staged.push(name.to_owned());
    }
    tree::copy(Path::new("docs/img"), &Path::new(BOOK).join("img"))?;
    for table in
        tree::files(Path::new("docs"))?.iter().filter(|file| file.extension().is_some_and(|kind| kind == "csv"))
    {
        let name = table.strip_prefix("docs").map_err(|error| error.to_string())?.display().to_string();
        write(&name, &fs::read(table).map_err(|error| format!("{name}: {error}"))?)?;
    }
    Ok(staged)
}

fn write(name: &str, text: &[u8]) -> Result<(), String> {
    let path = Path::new(BOOK).join(name);
    let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{Links, OF_CHECKOUT, for_registry, registry_page, rewrite};

    #[test]
    fn the_registry_has_no_checkout() {
        let readme = "# a\n\n![b](c.png)\n\n*caption*\n\n## Try it\n\nhere\n\n## Why\n\n**d**\n";
        assert_eq!(for_registry(readme), "# a\n\n## Why\n\n**d**\n");
    }

    /// The page of a package on a registry has no files beside it: its links are absolute or within the page.
    #[test]
    fn the_page_of_the_registry_stands_alone() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let readme = fs::read_to_string(root.join("README.md")).unwrap();
        assert!(OF_CHECKOUT.iter().all(|title| readme.contains(&format!("\n{title}\n"))));
        let page = registry_page(&readme);
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(link.contains("://") || link.starts_with('#'), "{link}");
        }
        assert!(page.contains("```rust") && !page.contains("examples/"), "{page}");
    }

    /// The pages of the book exist, all pages of `docs` are in it, and their links lead to pages of the book.
    #[test]
    fn all_pages_are_in_the_book() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let summary = fs::read_to_string(root.join("docs/SUMMARY.md")).unwrap();
        let links = Links::of_book(&summary);
        let names: Vec<&str> = links.pages().map(|(_, name)| name).collect();
        for (page, _) in links.pages() {
            let text = fs::read_to_string(root.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
            let staged = rewrite(&text, page, &links);
            assert!(!staged.contains("](../"), "{page}");
        }
        for entry in fs::read_dir(root.join("docs")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let is_page = name.ends_with(".md") && name != "SUMMARY.md" && name != "registry.md";
            assert!(!is_page || names.contains(&name.as_str()), "docs/{name} is not in docs/SUMMARY.md");
        }
    }
}
