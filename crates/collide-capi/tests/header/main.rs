//! The committed header is the one generated from the sources. So are the interface as data, `abi.json`, the methods of
//! C++, and the declarations and methods of C#. To write all of them: `cargo xtask abi`.

mod abi;
mod calls;
mod cpp;
mod csharp;
mod docs;
mod lines;
mod roles;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use cbindgen::{Builder, Config};

/// The files in the order of the header.
const FILES: [&str; 21] = [
    "version", "failure", "shape", "convex", "settings", "world", "centers", "budget", "tick", "contact", "ask",
    "query", "hits", "movement", "past", "crowd", "measures", "interest", "batch", "bytes", "record",
];

/// The file with what only the WebAssembly module has.
const WASM: &str = "memory";

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

/// Compares a committed file with what is generated, or writes it.
fn compare(path: &str, made: &str) {
    if std::env::var_os("COLLIDE_WRITE_ABI").is_some() {
        fs::write(here(path), made).unwrap();
    }
    let kept = fs::read_to_string(here(path)).unwrap_or_default();
    assert!(kept == made, "{path} is out of date: run `cargo xtask abi`");
}

#[test]
fn the_header_is_what_the_sources_give() {
    compare("include/collide.h", &MADE);
}

#[test]
fn the_data_and_the_declarations_are_what_the_sources_give() {
    let read = |name: &str| fs::read_to_string(here(&format!("src/{name}.rs"))).unwrap();
    let abi = abi::read(&FILES.map(read), &read(WASM));
    // All are made before one is written.
    let files = [
        ("abi.json", serde_json::to_string_pretty(&abi).unwrap() + "\n"),
        ("include/collide_calls.hpp", cpp::file(&abi)),
        ("csharp/Native.cs", csharp::declarations(&abi)),
        ("csharp/Calls.cs", csharp::methods::file(&abi)),
    ];
    files.iter().for_each(|(path, made)| compare(path, made));
    // Nothing of the header is missing.
    let functions = MADE.split_once("extern \"C\"").unwrap().1;
    let names = functions.lines().filter(|line| !line.starts_with([' ', '/', '*'])).filter_map(|line| {
        let head = line.split_once('(')?.0;
        Some(head.rsplit([' ', '*']).next().unwrap().to_owned())
    });
    assert_eq!(names.collect::<Vec<_>>(), abi.functions.iter().map(|it| it.name.clone()).collect::<Vec<_>>());
    assert_eq!(MADE.matches("typedef struct").count(), abi.objects.len() + abi.structs.len());
    // Beside the constants these are the include guard and the three forms of one macro.
    assert_eq!(MADE.matches("\n#define COLLIDE_").count(), 4 + count(&abi));
}

/// The number of constants.
fn count(abi: &abi::Abi) -> usize {
    abi.constants.len() + abi.enums.iter().map(|group| group.constants.len()).sum::<usize>()
}

/// Each source with exported functions is in the header, but [`WASM`].
#[test]
fn no_file_is_left_out() {
    let mut names: Vec<_> = fs::read_dir(here("src")).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| {
        let text = fs::read_to_string(path).unwrap();
        text.contains("no_mangle") || text.contains("repr(C)")
    });
    assert_eq!(names.len(), FILES.len() + 1, "{names:?}");
}
