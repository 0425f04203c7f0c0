//! Every method of the types that users start with stands in a table of the reference, or in a guide. Those of
//! `WorldTools` have a page of their own.

use std::fs;
use std::path::PathBuf;

use super::{check, root};

const TYPES: [&str; 3] = ["World", "Queries", "Interest"];

/// The sources with tables of methods.
const TABLES: [&str; 4] = [
    "src/lib.rs",
    "crates/collide-world/src/world/mod.rs",
    "crates/collide-world/src/query/mod.rs",
    "crates/collide-world/src/interest/mod.rs",
];

/// Methods of traits that a type implements.
const IMPLIED: [&str; 5] = ["clone", "default", "fmt", "from_iter", "into_iter"];

/// Pages that list everything.
const LISTS: [&str; 3] = ["benchmarks.md", "bindings.md", "registry.md"];

/// Whether a text names a method: as `name`, `Type::name` or `value.name(..)`.
fn names(text: &str, method: &str) -> bool {
    text.match_indices(method).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + method.len()..]);
        before.ends_with(['`', '.', ':']) && !after.starts_with(|next: char| next.is_alphanumeric() || next == '_')
    })
}

#[test]
fn methods_stand_in_a_table_or_a_guide() {
    let folder = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let guides = folder.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.ends_with(".md") && !LISTS.contains(&name.as_str())
    });
    let read = |path: PathBuf| fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text: String = guides.chain([root().join("README.md")]).map(read).collect();
    // Only the tables: a method must not count because its own documentation names it.
    for source in TABLES {
        let page = read(root().join(source));
        text.extend(page.lines().filter(|line| line.contains("/// | ") || line.contains("//! | ")));
    }
    let api = read(root().join("docs/api/collide-world.txt")).replace("<'_>", "");
    let mut faults = Vec::new();
    for kind in TYPES {
        let methods = api.lines().filter_map(|line| line.split_once(&format!("fn collide_world::{kind}::")));
        for (_, rest) in methods {
            let method = rest.split(['(', '<']).next().unwrap_or_default();
            let is_tool = api.contains(&format!("WorldTools::{method}("));
            if !is_tool && !IMPLIED.contains(&method) && !names(&text, method) {
                faults.push(format!("{kind}::{method}"));
            }
        }
    }
    faults.sort_unstable();
    faults.dedup();
    check("methods that stand in no table and no guide", faults);
}
