//! The imports between the files of a crate.
//!
//! A file imports another one if it names an item that the other one defines, by a path inside the crate. A name is
//! followed through imports and re-exports to its definition. A name without a visible definition counts as defined by
//! the module that the path ends in: a macro writes it there. Calls of methods are not imports.
//!
//! A re-export is no import if it lifts a name out of a module below: a `mod.rs` that only declares and re-exports its
//! children imports nothing.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemUse, Macro, UseTree, Visibility};

/// The files of a crate: their paths below `src/`, and their texts.
pub type Files<'a> = BTreeMap<&'a str, &'a str>;

/// The files of each crate in `crates/`, without those for tests (`tests.rs` and below `tests/`).
pub fn crates(sources: &[(String, String)]) -> BTreeMap<&str, Files<'_>> {
    let mut crates: BTreeMap<&str, Files<'_>> = BTreeMap::new();
    for (name, text) in sources {
        if let Some((package, file)) = name.strip_prefix("crates/").and_then(|name| name.split_once("/src/"))
            && !format!("/{file}").ends_with("/tests.rs")
            && !format!("/{file}").contains("/tests/")
        {
            crates.entry(package).or_default().insert(file, text);
        }
    }
    crates
}

/// One name that a file uses from another file of its crate.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    pub from: String,
    pub to: String,
    pub name: String,
    /// Whether only tests use it.
    pub in_test: bool,
}

/// The imports between the files of a crate.
pub fn imports(files: &Files<'_>) -> BTreeSet<Import> {
    let parsed: Vec<_> = files.iter().map(|(file, text)| (*file, syn::parse_file(text).unwrap())).collect();
    let mut modules = Modules::default();
    for (file, content) in &parsed {
        Names { module: module_path(file), file, modules: &mut modules }.visit_file(content);
    }
    let mut found = BTreeSet::new();
    for (file, content) in &parsed {
        let module = module_path(file);
        Uses { module, file, in_test: false, modules: &modules, found: &mut found }.visit_file(content);
    }
    found
}

/// The module of a file. The root is the empty path.
pub fn module_path(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    if path == "lib" { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// What the names in a module refer to.
#[derive(Default)]
struct Module {
    file: String,
    items: BTreeSet<String>,
    /// The names that are imported or re-exported, and their paths.
    uses: Vec<(String, Vec<String>)>,
    globs: Vec<Vec<String>>,
}

#[derive(Default)]
struct Modules(BTreeMap<Vec<String>, Module>);

/// Where a path leads to.
enum Found<'a> {
    /// An item, and the module that defines it.
    Item(&'a Module, String),
    /// A module.
    Module,
    /// A name in a module where no definition of it is visible.
    Hidden(&'a Module, String),
    /// Another crate, a local variable, or a name of the language.
    Outside,
}

impl Modules {
    /// Follows a path in a module. `steps` limits imports that refer to themselves.
    fn find(&self, module: &[String], path: &[String], steps: usize) -> Found<'_> {
        match (path.first().map(String::as_str), steps) {
            (None, _) => Found::Module,
            (_, 0) => Found::Outside,
            (Some("crate"), _) => self.below(&[], &path[1..], steps),
            (Some("self" | "super"), _) => self.below(module, path, steps),
            // A first name that is not in scope is another crate or a local variable.
            (Some(first), _) => match self.below(module, path, steps) {
                Found::Hidden(here, name) if name == *first && std::ptr::eq(here, &self.0[module]) => Found::Outside,
                found => found,
            },
        }
    }

    /// Follows a path from inside a module.
    fn below(&self, module: &[String], path: &[String], steps: usize) -> Found<'_> {
        let Some((name, rest)) = path.split_first() else { return Found::Module };
        match name.as_str() {
            "self" => return self.below(module, rest, steps),
            "super" => return self.below(&module[..module.len() - 1], rest, steps),
            _ => {}
        }
        let Some(here) = self.0.get(module) else { return Found::Outside };
        let child = [module, std::slice::from_ref(name)].concat();
        if here.items.contains(name) && (rest.is_empty() || !self.0.contains_key(&child)) {
            return Found::Item(here, name.clone());
        }
        if self.0.contains_key(&child) {
            return self.below(&child, rest, steps);
        }
        if let Some((_, path)) = here.uses.iter().find(|(used, _)| used == name) {
            return self.find(module, &[path, rest].concat(), steps - 1);
        }
        for glob in &here.globs {
            if let found @ Found::Item(..) = self.find(module, &[glob, path].concat(), steps - 1) {
                return found;
            }
        }
        Found::Hidden(here, name.clone())
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    let condition = |attribute: &Attribute| attribute.meta.require_list().ok().map(|list| list.tokens.to_string());
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).filter_map(condition);
    conditions
        .into_iter()
        .any(|condition| condition.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "test"))
}

/// The name that an item defines in its module, other than a module.
fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Collects the names that modules define and import.
struct Names<'a> {
    module: Vec<String>,
    file: &'a str,
    modules: &'a mut Modules,
}

impl Names<'_> {
    fn here(&mut self) -> &mut Module {
        let module = self.modules.0.entry(self.module.clone()).or_default();
        module.file = self.file.to_owned();
        module
    }
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_file(&mut self, file: &'ast syn::File) {
        self.here();
        visit::visit_file(self, file);
    }

    fn visit_item(&mut self, item: &'ast Item) {
        if let Some(name) = name_of(item) {
            self.here().items.insert(name);
        }
        match item {
            Item::Mod(inline) if inline.content.is_some() => {
                self.module.push(inline.ident.to_string());
                self.here();
                visit::visit_item(self, item);
                self.module.pop();
            }
            Item::Macro(exported)
                if exported.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")) =>
            {
                let name = name_of(item).expect("a macro that is exported has a name");
                let path = [&["crate".to_owned()], &self.module[..], std::slice::from_ref(&name)].concat();
                self.modules.0.entry(Vec::new()).or_default().uses.push((name, path));
            }
            Item::Use(item) => branches(&item.tree, &[], &mut |name, path| match name {
                Some(name) => self.here().uses.push((name, path)),
                None => self.here().globs.push(path),
            }),
            _ => visit::visit_item(self, item),
        }
    }
}

/// The names that a `use` declares, each with its path. A glob has no name.
fn branches(tree: &UseTree, before: &[String], found: &mut impl FnMut(Option<String>, Vec<String>)) {
    let with = |name: &syn::Ident| match name.to_string() {
        name if name == "self" && !before.is_empty() => before.to_vec(),
        name => [before, &[name]].concat(),
    };
    match tree {
        UseTree::Path(path) => branches(&path.tree, &with(&path.ident), found),
        UseTree::Name(name) => {
            let path = with(&name.ident);
            found(path.last().cloned(), path);
        }
        UseTree::Rename(rename) => found(Some(rename.rename.to_string()), with(&rename.ident)),
        UseTree::Glob(_) => found(None, before.to_vec()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| branches(tree, before, found)),
    }
}

/// Collects the imports of a file.
struct Uses<'a> {
    module: Vec<String>,
    file: &'a str,
    in_test: bool,
    modules: &'a Modules,
    found: &'a mut BTreeSet<Import>,
}

impl Uses<'_> {
    fn add(&mut self, path: &[String]) {
        if let Found::Item(module, name) | Found::Hidden(module, name) = self.modules.find(&self.module, path, 8)
            && module.file != self.file
        {
            let (from, to) = (self.file.to_owned(), module.file.clone());
            self.found.insert(Import { from, to, name, in_test: self.in_test });
        }
    }

    /// Whether a path leads from this module to one below it.
    fn lifts(&self, path: &[String]) -> bool {
        match path.first().map(String::as_str) {
            Some("crate") => path[1..].starts_with(&self.module),
            Some("super") => false,
            _ => true,
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, inline) = match item {
            Item::Fn(item) => (&item.attrs, None),
            Item::Impl(item) => (&item.attrs, None),
            Item::Mod(item) => (&item.attrs, item.content.is_some().then(|| item.ident.to_string())),
            Item::Use(item) => (&item.attrs, None),
            _ => return visit::visit_item(self, item),
        };
        let (in_test, depth) = (self.in_test, self.module.len());
        self.in_test |= is_for_tests(attributes);
        self.module.extend(inline);
        visit::visit_item(self, item);
        self.module.truncate(depth);
        self.in_test = in_test;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_private = matches!(item.vis, Visibility::Inherited);
        branches(&item.tree, &[], &mut |name, path| {
            if name.is_some() && (is_private || !self.lifts(&path)) {
                self.add(&path);
            }
        });
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&names);
        visit::visit_path(self, path);
    }

    /// Looks for paths in the text of the arguments, outside of strings.
    fn visit_macro(&mut self, call: &'ast Macro) {
        let text = call.tokens.to_string().replace(" :: ", "::").replace("$ crate", "crate").replace("\\\"", "");
        let is_outside = |letter: char| !letter.is_alphanumeric() && letter != '_' && letter != ':';
        for path in text.split('"').step_by(2).flat_map(|code| code.split(is_outside)) {
            let names: Vec<String> = path.split("::").map(str::to_owned).collect();
            if names.len() > 1 {
                self.add(&names);
            }
        }
        visit::visit_macro(self, call);
    }
}

#[test]
fn names_are_followed_to_the_files_that_define_them() {
    let files = Files::from([
        ("lib.rs", "mod a; mod b; pub use a::{A, Lifted};"),
        ("a/mod.rs", "mod child; pub use child::Lifted; pub struct A(crate::b::B); use glam::Vec2;"),
        ("a/child.rs", "use super::{A, Vec2}; use crate::b::{self, made_by_macro}; pub struct Lifted(b::B);"),
        (
            "b.rs",
            "use crate::Lifted as L; macro_rules! m { () => { $crate::A } } pub struct B;\n\
            #[cfg(all(test, unix))] mod tests { use super::*; fn f(_: B) { crate::a::A; } }",
        ),
    ]);
    let shown =
        |Import { from, to, name, in_test }| format!("{from} {to} {name}{}", if in_test { " in tests" } else { "" });
    let found: Vec<String> = imports(&files).into_iter().map(shown).collect();
    let expected = [
        "a/child.rs a/mod.rs A",
        "a/child.rs b.rs B",
        "a/child.rs b.rs made_by_macro",
        "a/mod.rs b.rs B",
        "b.rs a/child.rs Lifted",
        "b.rs a/mod.rs A",
        "b.rs a/mod.rs A in tests",
    ];
    assert_eq!(found, expected);
}
