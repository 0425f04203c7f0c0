//! The committed header is the one generated from the sources. To write it:
//! `COLLIDE_WRITE_HEADER=1 cargo test -p collide-capi --test header`.

use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config};

/// The files in the order of the header.
const FILES: [&str; 18] = [
    "version", "failure", "shape", "settings", "world", "centers", "tick", "contact", "ask", "query", "hits",
    "movement", "crowd", "measures", "interest", "batch", "bytes", "record",
];

/// The pointer types of the sources, and the types that replace them for cbindgen, which does not see through them.
const POINTERS: [(&str, &str); 3] =
    [(": In<", ": Option<&"), (": Mut<", ": Option<&mut "), (": Out<", ": Option<&mut ")];

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

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
    String::from_utf8(header).unwrap()
}

#[test]
fn the_header_is_what_the_sources_give() {
    let (kept, made) = (here("include/collide.h"), made());
    if std::env::var_os("COLLIDE_WRITE_HEADER").is_some() {
        fs::write(&kept, &made).unwrap();
    }
    let kept = fs::read_to_string(kept).unwrap();
    assert!(kept == made, "include/collide.h is out of date: generate it again as the head of this test describes");
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
