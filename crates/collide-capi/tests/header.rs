//! The committed header is the one generated from the sources, and the methods for queries in the C++ header follow from
//! it. To write both:
//! `COLLIDE_WRITE_HEADER=1 cargo test -p collide-capi --test header`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use cbindgen::{Builder, Config};

/// The files in the order of the header.
const FILES: [&str; 19] = [
    "version", "failure", "shape", "convex", "settings", "world", "centers", "tick", "contact", "ask", "query", "hits",
    "movement", "crowd", "measures", "interest", "batch", "bytes", "record",
];

/// The pointer types of the sources, and the types that replace them for cbindgen, which does not see through them.
const POINTERS: [(&str, &str); 3] =
    [(": In<", ": Option<&"), (": Mut<", ": Option<&mut "), (": Out<", ": Option<&mut ")];

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Made once: it writes files, and the tests run at the same time.
static MADE: LazyLock<String> = LazyLock::new(made);

fn made() -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("header");
    fs::create_dir_all(&folder).unwrap();
    let mut builder = Builder::new().with_config(Config::from_file(here("cbindgen.toml")).unwrap());
    for name in FILES {
        let mut text = fs::read_to_string(here(&format!("src/{name}.rs"))).unwrap();
        for (ours, plain) in POINTERS {
            text = text.replace(ours, plain);
        }
        let file = folder.join(format!("{name}.rs"));
        fs::write(&file, text).unwrap();
        builder = builder.with_src(file);
    }
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    // cbindgen marks only functions that are marked one by one in the sources.
    String::from_utf8(header)
        .unwrap()
        .replace("\nCollideStatus collide_", "\nCOLLIDE_NODISCARD\nCollideStatus collide_")
}

#[test]
fn the_header_is_what_the_sources_give() {
    let kept = here("include/collide.h");
    if std::env::var_os("COLLIDE_WRITE_HEADER").is_some() {
        fs::write(&kept, &*MADE).unwrap();
    }
    let kept = fs::read_to_string(kept).unwrap();
    assert!(kept == *MADE, "include/collide.h is out of date: generate it again as the head of this test describes");
}

/// The methods of the C++ header for queries whose answers are hits.
fn methods(header: &str) -> String {
    let method = |text: &str| {
        let (name, rest) = text.split_once('(')?;
        let (parameters, _) = rest.split_once(')')?;
        // `const struct CollideWorld *world, const struct CollideRay *rays,` and so on.
        let words: Vec<&str> = parameters.split_whitespace().collect();
        let is_of_hits = words.ends_with(&["const", "struct", "CollideAsk", "*ask,", "struct", "CollideHits", "*hits"]);
        let (item, items) = (words.get(6)?, words.get(7)?.trim_matches(['*', ',']));
        is_of_hits.then(|| {
            format!(
                "    void {name}(View<{item}> {items}, Hits &hits, const CollideAsk &ask = {{}}) const \
                 {{ batch(collide_query_{name}, {items}, hits, ask); }}\n"
            )
        })
    };
    header.split("collide_query_").filter_map(method).collect()
}

#[test]
fn the_methods_for_queries_follow_from_the_header() {
    const START: &str = "// Generated from collide.h, with it: the queries whose answers are hits.\n";
    let path = here("include/collide.hpp");
    let read = || fs::read_to_string(&path).unwrap();
    let text = read();
    let (before, rest) = text.split_once(START).unwrap();
    let (_, after) = rest.split_once("    // End of the generated lines.").unwrap();
    let made = [before, START, &methods(&MADE), "    // End of the generated lines.", after].concat();
    if std::env::var_os("COLLIDE_WRITE_HEADER").is_some() {
        fs::write(&path, &made).unwrap();
    }
    assert!(read() == made, "include/collide.hpp is out of date: generate it again as the head of this test describes");
}

/// Each source with exported functions is in the header.
#[test]
fn no_file_is_left_out() {
    let mut names: Vec<_> = fs::read_dir(here("src")).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| {
        let text = fs::read_to_string(path).unwrap();
        text.contains("no_mangle") || text.contains("repr(C)")
    });
    assert_eq!(names.len(), FILES.len(), "{names:?}");
}
