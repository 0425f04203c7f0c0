//! The files of a crate import from each other in one direction, so that each can be read without those above it.
//!
//! A file may import what its parents define, and that import forms no circle: a `mod.rs` defines the type that its
//! children implement parts of, as Rust gives children access to the private fields of their parents. All other imports
//! count: from a sibling, from another folder, and from a parent to a child whose items it uses. Tests may import from
//! everywhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::imports::{Import, crates, imports, module_path};
use crate::{check, sources};

#[test]
fn files_import_in_one_direction() {
    let sources = sources(&[".rs"]);
    let mut faults = Vec::new();
    for (package, files) in crates(&sources) {
        let is_from_parent = |import: &Import| module_path(&import.from).starts_with(&module_path(&import.to));
        let mut imports = imports(&files);
        imports.retain(|import| !import.in_test && !is_from_parent(import));
        let mut used: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for Import { from, to, .. } in &imports {
            used.entry(from).or_default().insert(to);
        }
        let in_circle = imports.iter().filter(|import| is_used(&used, &import.to, &import.from));
        faults.extend(in_circle.map(|Import { from, to, name, .. }| format!("{package}: {from} uses {to} (`{name}`)")));
    }
    check("imports that form circles", faults);
}

/// Whether a file uses another one, directly or through others.
fn is_used(used: &BTreeMap<&str, BTreeSet<&str>>, by: &str, file: &str) -> bool {
    let mut reached = vec![by];
    let mut next = 0;
    while let Some(user) = reached.get(next).copied() {
        if user == file {
            return true;
        }
        next += 1;
        for used in used.get(user).into_iter().flatten() {
            if !reached.contains(used) {
                reached.push(used);
            }
        }
    }
    false
}
