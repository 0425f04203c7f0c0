//! The order of modules inside crates with layers: a module imports only from layers below it.
//!
//! A layer is a module at the root of a crate. An import through a name that the root re-exports counts as an import of
//! the layer that defines the name. Test modules count like all others, but files named `tests.rs` may use all layers.

use std::collections::BTreeMap;

use syn::visit::{self, Visit};
use syn::{Item, ItemMod, ItemUse, UseTree, Visibility};

use super::{check, sources};

/// The layers of a crate from the top down, each with the layers that it may use.
struct Layers {
    folder: &'static str,
    /// The root file of the crate.
    root: &'static str,
    may_use: &'static [(&'static str, &'static [&'static str])],
}

const LAYERS: &[Layers] = &[
    Layers {
        folder: "crates/collide-core/src/",
        root: "lib.rs",
        may_use: &[
            ("columns", &["decide", "shape", "named"]),
            ("int", &["decide", "shape", "into_arg", "named"]),
            ("swept", &["measure", "decide", "convex", "shape", "exact", "into_arg"]),
            ("measure", &["decide", "shape", "exact", "into_arg"]),
            ("decide", &["convex", "shape", "exact", "into_arg", "named"]),
            ("convex", &["shape", "exact"]),
            ("shape", &["rounding", "exact", "into_arg", "named"]),
            ("rounding", &["exact"]),
            ("exact", &[]),
            ("into_arg", &[]),
            ("named", &[]),
        ],
    },
    Layers {
        folder: "crates/collide-world/src/",
        root: "lib.rs",
        may_use: &[
            (
                "world",
                &["record", "snapshot", "interest", "movement", "query", "tick", "history", "pairs", "store", "base"],
            ),
            ("record", &["snapshot", "query", "store", "base"]),
            ("snapshot", &["store", "base"]),
            ("interest", &["query", "store", "base"]),
            ("movement", &["query", "store", "base"]),
            ("query", &["history", "pairs", "store", "base"]),
            ("tick", &["history", "pairs", "store", "base"]),
            ("history", &["store", "base"]),
            ("pairs", &["store", "base"]),
            ("store", &["base"]),
            ("base", &[]),
        ],
    },
    Layers {
        folder: "crates/collide-cli/src/",
        root: "lib.rs",
        may_use: &[
            ("main", &[]),
            ("fuzzing", &["input"]),
            (
                "commands",
                &["failure", "output", "player", "input", "options", "messages", "extent", "statistics", "progress"],
            ),
            ("failure", &["output", "player", "input", "options", "messages"]),
            ("output", &["player", "input", "options", "messages", "extent", "statistics", "progress"]),
            ("player", &["input", "options", "messages", "extent", "statistics", "progress"]),
            ("input", &["options", "messages", "extent", "statistics", "progress"]),
            ("options", &["messages", "extent", "statistics", "progress"]),
            ("messages", &["extent", "statistics", "progress"]),
            ("extent", &["statistics", "progress"]),
            ("statistics", &["progress"]),
            ("progress", &[]),
        ],
    },
];

#[test]
fn layers_use_only_those_below() {
    let sources = sources(&[".rs"]);
    let mut faults = Vec::new();
    for layers in LAYERS {
        let files = sources.iter().filter_map(|(name, text)| Some((name.strip_prefix(layers.folder)?, text)));
        let files: BTreeMap<&str, &String> = files.collect();
        let root = syn::parse_file(files[layers.root]).unwrap();
        let mut defined = names_by_layer(&root.items);
        for (file, text) in &files {
            let parsed = syn::parse_file(text).unwrap();
            defined.extend(exported_macros(&parsed.items).map(|name| (name, module_path(file)[0].clone())));
        }
        let is_checked = |file: &str| file != layers.root && !file.ends_with("/tests.rs");
        for (file, text) in files.iter().filter(|(file, _)| is_checked(file)) {
            let module = module_path(file);
            let layer = module[0].as_str();
            let Some((_, allowed)) = layers.may_use.iter().find(|(name, _)| *name == layer) else {
                faults.push(format!("{}{file}: the layer {layer} is not listed", layers.folder));
                continue;
            };
            let mut imports = Imports { module: module.clone(), found: Vec::new() };
            imports.visit_file(&syn::parse_file(text).unwrap());
            for name in imports.found {
                let used = defined.get(&name).unwrap_or(&name).as_str();
                let is_layer = layers.may_use.iter().any(|(name, _)| *name == used);
                if used != layer && is_layer && !allowed.contains(&used) {
                    faults.push(format!("{}{file}: {layer} must not use {used} (`{name}`)", layers.folder));
                } else if !is_layer && !defined.contains_key(&name) {
                    faults.push(format!(
                        "{}{file}: `crate::{name}` is neither a layer nor defined in one",
                        layers.folder
                    ));
                }
            }
        }
    }
    check("imports that break the order of layers", faults);
}

/// The module path of a file, from the layer down.
fn module_path(file: &str) -> Vec<String> {
    let mut path: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if path.len() > 1 && path.last().is_some_and(|last| last == "mod") {
        path.pop();
    }
    path
}

/// The layer of each name that the root of a crate re-exports.
fn names_by_layer(items: &[Item]) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for item in items {
        if let Item::Use(ItemUse { tree: UseTree::Path(path), vis, .. }) = item
            && !matches!(vis, Visibility::Inherited)
        {
            let layer = path.ident.to_string();
            leaves(&path.tree, &mut |name| _ = names.insert(name, layer.clone()));
        }
    }
    names
}

/// The names of the macros that are exported at the root of the crate.
fn exported_macros(items: &[Item]) -> impl Iterator<Item = String> {
    items.iter().filter_map(|item| match item {
        Item::Macro(item) if item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")) => {
            item.ident.as_ref().map(ToString::to_string)
        }
        _ => None,
    })
}

/// The names at the ends of an import.
fn leaves(tree: &UseTree, found: &mut impl FnMut(String)) {
    match tree {
        UseTree::Path(path) => leaves(&path.tree, found),
        UseTree::Name(name) => found(name.ident.to_string()),
        UseTree::Rename(rename) => found(rename.rename.to_string()),
        UseTree::Glob(_) => {}
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, found)),
    }
}

/// Collects the first name after the crate root of all paths through the crate root.
struct Imports {
    module: Vec<String>,
    found: Vec<String>,
}

impl Imports {
    /// Adds the name at the crate root that the start of a path refers to, if there is one.
    fn follow(&mut self, start: &[String]) {
        let supers = start.iter().take_while(|name| *name == "super").count();
        let rest = match start.first().map(String::as_str) {
            Some("crate") => &start[1..],
            Some("super") if supers >= self.module.len() => &start[supers..],
            _ => return,
        };
        self.found.extend(rest.first().cloned());
    }

    fn follow_tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.follow_tree(&path.tree, &with(&path.ident)),
            UseTree::Name(name) => self.follow(&with(&name.ident)),
            UseTree::Rename(rename) => self.follow(&with(&rename.ident)),
            UseTree::Glob(_) => self.follow(before),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.follow_tree(tree, before)),
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.follow_tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let start: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.follow(&start);
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }
}
