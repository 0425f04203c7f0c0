//! The rules of the repository: the direction of dependencies, the length of files and lines, leftovers, plain words.

mod circles;
mod coverage;
mod imports;
mod kinds;
mod layers;
mod limits;
mod links;
mod parity;
mod programs;
mod search;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::semver::Version;
use cargo_metadata::{CargoOpt, DependencyKind, MetadataCommand};

/// The crates of this workspace that each crate may use, except in its tests. Data flows one way, from the core up.
const MAY_USE: &[(&str, &[&str])] = &[
    ("collide-core", &[]),
    ("collide-broad", &["collide-core"]),
    ("collide-world", &["collide-core", "collide-broad"]),
    ("collide2d", &["collide-core", "collide-broad", "collide-world"]),
    ("collide-py", &["collide2d"]),
    ("collide-scenes", &["collide-core"]),
    ("collide-cluster", &["collide-core", "collide-world"]),
    ("collide-bench", &["collide2d", "collide-rules", "collide-scenes"]),
    ("collide-capi", &["collide2d"]),
    ("collide-cli", &["collide2d", "collide-cluster", "collide-scenes", "collide-viewer"]),
    ("collide-bevy", &["collide2d"]),
    ("collide-examples", &[]),
    ("collide-lessons", &["collide2d"]),
    ("collide-corpus", &["collide2d", "collide-scenes"]),
    ("collide-oracle", &["collide-core"]),
    ("collide-page", &["collide2d", "collide-rules", "collide-scenes"]),
    ("collide-viewer", &["collide2d", "collide-page"]),
    ("collide-wasm", &["collide2d"]),
    ("xtask", &[]),
    ("xtask-bindgen", &[]),
    ("collide-rules", &["collide2d"]),
    ("xtask-reports", &["collide-bench", "collide-core", "collide-scenes"]),
];

/// The external dependencies of the crates that a server embeds.
const EMBEDDED: &[(&str, &[&str])] = &[
    ("collide-core", &["cpufeatures", "glam", "libm", "serde", "thiserror"]),
    ("collide-broad", &["rstar", "smallvec"]),
    (
        "collide-world",
        &["libm", "postcard", "rayon", "serde", "smallvec", "thiserror", "tracing", "web-time", "xxhash-rust"],
    ),
    ("collide2d", &[]),
    ("collide-bevy", &["bevy_app", "bevy_ecs", "bevy_reflect", "bevy_transform", "serde", "thiserror"]),
];

/// The crates that only the benchmarks may use, for comparisons.
const PEERS: &[&str] = &[
    "boxdd-sys",
    "broccoli",
    "bvh",
    "geo-index",
    "kiddo",
    "packed_spatial_index",
    "parry2d",
    "rapier2d",
    "static_aabb2d_index",
];

/// The files that may hold `unsafe`.
const UNSAFE_FILES: &[&str] = &[
    "benches/peers/box2d_tree.rs",
    "crates/collide-capi/benches/border.rs",
    "crates/collide-capi/src/border.rs",
    "crates/collide-cli/src/allocator.rs",
    "crates/collide-core/src/columns/neon.rs",
    "crates/collide-core/src/columns/x86.rs",
    "crates/collide-viewer/src/heap.rs",
    "crates/collide-world/src/base/host_clock.rs",
    "fuzz/src/c.rs",
    "tests/mxcsr/mod.rs",
];

const LONGEST_FILE: usize = 400;

/// The files that may be longer, because they are written by a test: the ends of their paths.
const GENERATED: [&str; 4] = ["capi/csharp/Calls.cs", "csharp/Native.cs", "collide_calls.hpp", "collide2d/_native.pyi"];

/// The minimum `rust-version` of every package: that of `rstar`, which nearly all packages use.
static OLDEST_RUST: Version = Version::new(1, 90, 0);

/// The files that may be binary, by the start and the end of their paths.
const BINARY_FILES: &[(&str, &str)] = &[
    ("crates/collide-viewer/web/tests/shots/", ".png"),
    ("docs/img/", ".png"),
    ("crates/collide-cluster/tests/fixtures/", ""),
    ("fuzz/seeds/", ""),
    ("tests/fixtures/", ""),
    ("tests/golden/match.ctrace", ""),
    ("tests/golden/kinds_match.ctrace", ""),
];

/// Words and phrases that need decoding. Use the plain term instead.
const UNCLEAR_WORDS: &[&str] =
    &["alike", "anew", "gone through", "lest", "mended", "nobody", "so many", "told", "wanted", "whoever", "whom"];

/// The text files that may contain them, by the start and the end of their paths: data, lists and licences.
const NOT_PROSE: &[(&str, &str)] = &[
    ("", ".csv"),
    ("", ".json"),
    ("", ".jsonl"),
    ("", ".lock"),
    ("", "LICENSE-APACHE"),
    ("", "LICENSE-MIT"),
    ("docs/api/", ""),
    ("tests/tidy/main.rs", ""),
];

/// Folders of generated files, by name anywhere or by path.
const BUILT_FOLDERS: &[&str] = &[
    "__pycache__",
    "crates/collide-py/dist",
    "fuzz/artifacts",
    "fuzz/corpus",
    "fuzz/coverage",
    "node_modules",
    "pkg",
    "target",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of the project: its path from the root, and its bytes. Without generated files that git ignores.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let inside = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                let hidden = name.starts_with('.') && !matches!(name.as_str(), ".cargo" | ".ci" | ".github");
                if !hidden && !BUILT_FOLDERS.iter().any(|built| *built == name || *built == inside) {
                    folders.push(path);
                }
            } else if !(inside.starts_with("crates/collide-py/python/") && name.ends_with(".so")) {
                found.push((inside, fs::read(&path).unwrap()));
            }
        }
    }
    assert!(found.len() > 100, "the project has more than {} files", found.len());
    found
}

/// The path and the text of every file of the project with one of these endings.
fn sources(endings: &[&str]) -> Vec<(String, String)> {
    let named = files().into_iter().filter(|(name, _)| endings.iter().any(|ending| name.ends_with(ending)));
    named.map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap())).collect()
}

fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().take(8000).any(|byte| *byte == 0) || std::str::from_utf8(bytes).is_err()
}

/// Whether a list of starts and ends of paths has this path.
fn is_listed(list: &[(&str, &str)], name: &str) -> bool {
    list.iter().any(|(start, end)| name.starts_with(start) && name.ends_with(end))
}

fn check(what: &str, faults: Vec<String>) {
    assert!(faults.is_empty(), "{what}:\n  {}", faults.join("\n  "));
}

#[test]
fn dependencies_point_one_way() {
    let manifest = root().join("Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(manifest).no_deps().exec().unwrap();
    let may_use: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let embedded: BTreeMap<&str, &[&str]> = EMBEDDED.iter().copied().collect();
    let names: Vec<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let mut faults = Vec::new();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let Some(allowed) = may_use.get(name) else {
            faults.push(format!("{name} has no entry in the list of what crates may use"));
            continue;
        };
        let used = package.dependencies.iter().filter(|used| used.kind != DependencyKind::Development);
        for used in used.map(|used| used.name.as_str()) {
            let inside = names.contains(&used);
            let fine = if inside {
                allowed.contains(&used)
            } else {
                embedded.get(name).is_none_or(|allowed| allowed.contains(&used))
            };
            if !fine {
                faults.push(format!("{name} must not depend on {used}"));
            }
        }
    }
    for package in metadata.packages.iter().filter(|package| package.name != "collide-bench") {
        for peer in package.dependencies.iter().filter(|used| PEERS.contains(&used.name.as_str())) {
            faults.push(format!("{} must not depend on {}, not even in its tests", package.name, peer.name));
        }
    }
    check("dependencies", faults);
}

/// A package declares the highest `rust-version` of its dependencies, with all features: an older one does not build, a
/// newer one excludes users without need. clippy's `incompatible_msrv` checks the code of the package itself.
#[test]
fn packages_declare_the_rust_that_they_need() {
    let mut command = MetadataCommand::new();
    command.manifest_path(root().join("Cargo.toml")).features(CargoOpt::AllFeatures);
    let metadata = command.other_options(["--locked".to_owned()]).exec().unwrap();
    let rust: BTreeMap<_, _> = metadata.packages.iter().map(|package| (&package.id, &package.rust_version)).collect();
    let nodes = &metadata.resolve.as_ref().unwrap().nodes;
    let nodes: BTreeMap<_, _> = nodes.iter().map(|node| (&node.id, node)).collect();
    let mut faults = Vec::new();
    for package in metadata.workspace_packages() {
        let mut tree = vec![&package.id];
        let mut next = 0;
        while let Some(id) = tree.get(next) {
            next += 1;
            for used in &nodes[id].deps {
                let built = used.dep_kinds.iter().any(|used| used.kind != DependencyKind::Development);
                if built && !tree.contains(&&used.pkg) {
                    tree.push(&used.pkg);
                }
            }
        }
        let needed = tree[1..].iter().filter_map(|id| rust[id].as_ref()).max();
        let needed = needed.map_or(&OLDEST_RUST, |needed| needed.max(&OLDEST_RUST));
        if package.rust_version.as_ref() != Some(needed) {
            let declared = package.rust_version.as_ref().map_or("none".to_owned(), Version::to_string);
            faults.push(format!("{} declares {declared}, and its dependencies need {needed}", package.name));
        }
    }
    check("rust-version", faults);
}

/// The address of the repository is in one place, `[workspace.metadata.collide]`. Every published package has it, once
/// there is one, so that registries link to it.
#[test]
fn packages_name_the_repository() {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec().unwrap();
    let address = metadata.workspace_metadata["collide"]["repository"].as_str().unwrap();
    let expected = (!address.is_empty()).then(|| address.to_owned());
    let published = metadata.packages.iter().filter(|package| package.publish.is_none());
    let faults = published.filter(|package| package.repository != expected);
    check("packages with another repository", faults.map(|package| package.name.to_string()).collect());
}

/// Binary files cannot be reviewed, so each must be listed.
/// Each package includes the licences, as files or as links to them.
#[test]
fn packages_have_the_licences() {
    let read = |folder: &Path, name: &str| fs::read(folder.join(name)).ok();
    let packages = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let faults = packages.flat_map(|package| {
        let differing = |name: &&str| read(&package, name) != read(root(), name);
        let names = ["LICENSE-APACHE", "LICENSE-MIT"].into_iter().filter(differing);
        names.map(|name| package.join(name).display().to_string()).collect::<Vec<_>>()
    });
    check("packages without the text of a licence", faults.collect());
}

#[test]
fn binary_files_are_listed() {
    let faults = files().into_iter().filter(|(name, bytes)| is_binary(bytes) && !is_listed(BINARY_FILES, name));
    check("binary files that are not listed", faults.map(|(name, _)| name).collect());
}

#[test]
fn files_are_short() {
    let code = sources(&[".rs", ".ts", ".c", ".cpp", ".hpp", ".cs", ".py", ".pyi"]);
    let long = code.into_iter().filter_map(|(name, text)| {
        let (lines, is_generated) = (text.lines().count(), GENERATED.iter().any(|end| name.ends_with(end)));
        (lines > LONGEST_FILE && !is_generated).then(|| format!("{name}: {lines} lines"))
    });
    check(&format!("files over {LONGEST_FILE} lines"), long.collect());
}

#[test]
fn nothing_is_left_behind() {
    // In two parts, so that this file does not contain them.
    let words =
        ["TO".to_owned() + "DO", "FIX".to_owned() + "ME", "to".to_owned() + "do!(", "unimple".to_owned() + "mented!("];
    let mut faults = Vec::new();
    for (name, text) in sources(&[".rs", ".ts", ".c", ".cpp", ".hpp", ".cs", ".py", ".pyi", ".toml", ".md", "run"]) {
        for (number, line) in text.lines().enumerate() {
            if words.iter().any(|word| line.contains(word.as_str())) {
                faults.push(format!("{name}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    check("left behind", faults);
}

#[test]
fn words_are_plain() {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let has = |line: &str, word: &str| {
        line.match_indices(word).any(|(start, _)| {
            let (before, after) = (&line[..start], &line[start + word.len()..]);
            !before.ends_with(is_part) && !after.starts_with(is_part)
        })
    };
    let mut faults = Vec::new();
    for (name, bytes) in files() {
        if is_binary(&bytes) || is_listed(NOT_PROSE, &name) {
            continue;
        }
        let text = String::from_utf8(bytes).unwrap().to_lowercase();
        for (number, line) in text.lines().enumerate() {
            let found = UNCLEAR_WORDS.iter().filter(|word| has(line, word));
            faults.extend(found.map(|word| format!("{name}:{}: {word}", number + 1)));
        }
    }
    check("words that need decoding", faults);
}

#[test]
fn unsafe_is_where_it_may_be_and_says_why() {
    let forms = ["{", "fn", "impl", "trait", "extern"].map(|form| format!("un{} {form}", "safe"));
    let mut faults = Vec::new();
    for (name, text) in sources(&[".rs"]) {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (number, line) in lines.iter().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if !forms.iter().any(|form| code.contains(form.as_str())) {
                continue;
            }
            let (reasons, before) = (["SAFETY:", "/// # Safety"], &lines[number.saturating_sub(6)..number]);
            let reasoned = before.iter().any(|line| reasons.iter().any(|reason| line.contains(reason)));
            if !UNSAFE_FILES.contains(&name.as_str()) {
                faults.push(format!("{name}:{}: not one of the files that may hold it", number + 1));
            } else if !reasoned {
                faults.push(format!("{name}:{}: no safety argument above it", number + 1));
            }
        }
    }
    check("unsafe code", faults);
}

/// The documentation of the core is a reference: each public item has an example.
#[test]
fn public_items_of_the_core_have_an_example() {
    let kinds = ["fn", "const fn", "struct", "enum", "trait", "type", "const"].map(|kind| format!("pub {kind} "));
    let mut faults = Vec::new();
    for (name, text) in sources(&[".rs"]) {
        // Lanes and sealed items cannot be named outside.
        if !name.starts_with("crates/collide-core/src/")
            || ["lanes.rs", "filter.rs"].iter().any(|file| name.ends_with(&format!("columns/{file}")))
        {
            continue;
        }
        let text =
            text.split("mod sealed").next().unwrap_or_default().split("pub mod plain").next().unwrap_or_default();
        let mut has_example = false;
        for (number, line) in text.lines().map(str::trim).enumerate() {
            if line.starts_with("///") {
                has_example |= line.contains("```");
            } else if !line.starts_with("#[") && !line.starts_with("//") {
                if kinds.iter().any(|kind| line.starts_with(kind.as_str())) && !has_example {
                    faults.push(format!("{name}:{}: {line}", number + 1));
                }
                has_example = false;
            }
        }
    }
    check("public items without an example", faults);
}
