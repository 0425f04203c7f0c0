//! The table docs/bindings.csv: its names exist in the interfaces of the languages, and the interfaces are in it.
//! docs/bindings.md has the reasons for its holes.

use std::collections::BTreeSet;
use std::fs;

use super::{check, root};

/// The names of an interface: functions as `name`, members as `Type::name`, and types.
type Names = BTreeSet<String>;

/// The types whose members must all be in the table.
const TYPES: [&str; 6] = ["World", "Queries", "Interest", "Batch", "Spatial", "Collisions"];

/// Members that are no capability of their own: conversions, formatting, what every object has, and how a call gets its
/// budget.
const IMPLIED: [&str; 11] = [
    "from",
    "into_iter",
    "fmt",
    "extend",
    "from_iter",
    "constructor",
    "get",
    "columns",
    "world",
    "within",
    "update_within",
];

/// Functions that help to use others.
const HELPERS: &str =
    "both same check written if_found column part optional slot generation point concat slotOf slotsOf rotors convert";

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The identifier at the start of a text.
fn word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default()
}

/// Rust: the lists of docs/api.
fn rust() -> Names {
    let text = ["core", "world"].map(|name| read(&format!("docs/api/collide-{name}.txt"))).concat();
    let mut names = Names::new();
    let mut of_tools = false;
    for line in text.lines() {
        if line.starts_with("impl") || line.starts_with("pub trait") {
            of_tools = line.contains("WorldTools for ");
        }
        // The methods of the trait are listed as such.
        let is_listed = of_tools && line.contains("::World::");
        let Some(path) = line
            .split_once("pub fn ")
            .filter(|_| !is_listed)
            .or(line.split_once("pub struct "))
            .or(line.split_once("pub enum "))
        else {
            continue;
        };
        let path =
            ["<'_>", "<'a>", "<H>", "<R>", "<T>"].iter().fold(path.1.to_owned(), |path, kind| path.replace(kind, ""));
        let path = path.split(['(', '<']).next().unwrap_or_default();
        let parts: Vec<&str> = path.split("::").skip(1).map(word).collect();
        // Modules are part of the name, except those inside of the crate that the item is exported from.
        let start = parts.iter().position(|part| part.starts_with(char::is_uppercase)).unwrap_or(0);
        names.insert(parts[start..].join("::"));
    }
    names
}

/// C: the functions and the types of the header.
fn c() -> Names {
    let text = read("crates/collide-capi/include/collide.h");
    let is_name = |name: &&str| name.starts_with("collide_") || name.starts_with("Collide");
    let code = text.lines().filter(|line| !line.trim_start().starts_with(['*', '/']));
    let functions = code.clone().filter_map(|line| line.split('(').next()?.split([' ', '*']).next_back());
    let types = code.flat_map(|line| line.split([' ', ';', '*', '(', ')']));
    functions.chain(types.filter(|name| name.starts_with("Collide"))).filter(is_name).map(str::to_owned).collect()
}

/// C++: what `collide.hpp` defines, by lines: a class, and below it the members.
fn cpp() -> Names {
    let files = ["collide_base.hpp", "collide_calls.hpp", "collide.hpp"];
    let text = files.map(|name| read(&format!("crates/collide-capi/include/{name}")));
    // The methods of a base class with calls are those of the class.
    let text = text.concat().replace("Calls", "");
    let mut names = Names::new();
    let mut class = None;
    let mut is_private = false;
    for line in text.lines() {
        if let Some(name) = line.rsplit_once("class ").filter(|_| is_class(line)).map(|(_, rest)| word(rest)) {
            class = Some(name.to_owned());
            is_private = false;
            names.insert(name.to_owned());
        } else if line == "};" {
            class = None;
        } else if line.trim() == "private:" || line.trim() == "protected:" {
            is_private = true;
        }
        let indent = line.len() - line.trim_start().len();
        let head = line.split('(').next().unwrap_or_default();
        let name = head.rsplit([' ', '*', '&']).next().unwrap_or_default();
        let is_definition =
            line.contains('(') && !head.contains("//") && head.contains(' ') && word(name) == name && !name.is_empty();
        match &class {
            Some(class) if is_definition && indent == 4 && !is_private => _ = names.insert(format!("{class}::{name}")),
            None if is_definition && indent == 0 => _ = names.insert(name.to_owned()),
            _ => {}
        }
    }
    names.retain(|name| !name.contains("operator"));
    names.extend(c());
    names
}

fn is_class(line: &str) -> bool {
    line.ends_with('{') && !line.contains('(') && !line.starts_with(' ')
}

/// C#: the public types of the sources, and their public members.
fn csharp() -> Names {
    let mut names = Names::new();
    for entry in fs::read_dir(root().join("crates/collide-capi/csharp")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut class = "";
        for line in text.lines().filter(|line| !line.contains(" override ") && !line.contains(" operator ")) {
            let indent = line.len() - line.trim_start().len();
            let Some(rest) = line.trim_start().strip_prefix("public ") else { continue };
            // A tuple as the type.
            let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
            let head = rest.split(['(', '{', ';', '=', ':']).next().unwrap_or_default().trim();
            let name = head.rsplit(' ').next().unwrap_or_default();
            if indent == 4 {
                class = name;
                names.insert(name.to_owned());
            } else if indent == 8 {
                names.insert(format!("{class}::{name}"));
            }
        }
    }
    names
}

/// JavaScript: the exports of the TypeScript sources, without those that are internal.
fn javascript() -> Names {
    let api = read("crates/collide-wasm/js/api.ts");
    let mut names = Names::new();
    let exports: BTreeSet<&str> = api
        .split([' ', ',', '{', '}'])
        .filter(|name| word(name) == *name && !matches!(*name, "from" | "type"))
        .collect();
    for entry in fs::read_dir(root().join("crates/collide-wasm/js")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut class = "";
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("export ") {
                let name = word(rest.split_once(' ').map_or("", |(_, rest)| rest));
                class = if rest.starts_with("class ") || rest.starts_with("abstract class ") { name } else { "" };
                if exports.contains(name) {
                    names.insert(name.to_owned());
                }
            }
            let member =
                line.strip_prefix("  ").filter(|rest| rest.contains('(') && !rest.starts_with([' ', '*', '/']));
            let member = member.map(|rest| rest.trim_start_matches("get ").trim_start_matches("static "));
            let Some(name) = member.map(word).filter(|_| exports.contains(class)) else { continue };
            let is_method = member.is_some_and(|member| member[name.len()..].starts_with(['(', '<']));
            if is_method && !name.is_empty() {
                names.insert(format!("{class}::{name}"));
            }
        }
    }
    names.insert("version".to_owned());
    names
}

/// Python: the stubs of the module, and the exceptions.
fn python() -> Names {
    let text = ["_native.pyi", "_errors.py"].map(|name| read(&format!("crates/collide-py/python/collide2d/{name}")));
    let mut names = Names::new();
    let mut class = "";
    for line in text.iter().flat_map(|text| text.lines()) {
        if let Some(rest) = line.strip_prefix("class ") {
            class = word(rest);
            names.insert(class.to_owned());
        } else if let Some(rest) = line.strip_prefix("def ") {
            names.insert(word(rest).to_owned());
        } else if let Some(rest) = line.strip_prefix("    def ").filter(|rest| !rest.starts_with('_')) {
            names.insert(format!("{class}::{}", word(rest)));
        }
    }
    names
}

/// Bevy: the public items of the crate.
fn bevy() -> Names {
    let mut names = Names::new();
    for entry in fs::read_dir(root().join("crates/collide-bevy/src")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for item in syn::parse_file(&text).unwrap().items {
            match item {
                syn::Item::Struct(item) if is_public(&item.vis) => _ = names.insert(item.ident.to_string()),
                syn::Item::Enum(item) if is_public(&item.vis) => _ = names.insert(item.ident.to_string()),
                syn::Item::Fn(item) if is_public(&item.vis) => _ = names.insert(item.sig.ident.to_string()),
                syn::Item::Impl(block) if block.trait_.is_none() => {
                    let syn::Type::Path(path) = &*block.self_ty else { continue };
                    let Some(class) = path.path.segments.last().map(|segment| segment.ident.to_string()) else {
                        continue;
                    };
                    let methods = block.items.iter().filter_map(|item| match item {
                        syn::ImplItem::Fn(item) if is_public(&item.vis) => Some(format!("{class}::{}", item.sig.ident)),
                        _ => None,
                    });
                    names.extend(methods);
                }
                _ => {}
            }
        }
    }
    names
}

fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

/// The columns before the languages: an area, and a capability.
const FIRST_LANGUAGE: usize = 2;

/// The rows of the table: an area, a capability, and a cell for each language. No cell has a comma.
fn table(text: &str) -> Vec<Vec<&str>> {
    text.lines().skip(1).map(|line| line.split(',').collect()).collect()
}

/// The names in a cell, with `::` for a dot.
fn named(cell: &str) -> Vec<String> {
    cell.split_whitespace().map(|name| name.replace('.', "::")).collect()
}

#[test]
fn the_table_of_bindings_is_true() {
    let (page, text) = (read("docs/bindings.md"), read("docs/bindings.csv"));
    let rows = table(&text);
    assert!(rows.len() > 130, "{} rows", rows.len());
    let rust = rust();
    let of_bevy = bevy();
    let languages = [
        ("Rust", rust.clone()),
        ("C", c()),
        ("C++", cpp()),
        ("C#", csharp()),
        ("JavaScript", javascript()),
        ("Python", python()),
    ];
    // In Bevy the engine is available, too.
    let allowed_in_bevy: Names = of_bevy.union(&rust).cloned().collect();
    let mut faults = Vec::new();
    for (column, (language, names)) in languages.iter().chain([&("Bevy", allowed_in_bevy)]).enumerate() {
        let mut listed = Names::new();
        for row in &rows {
            let capability = row[1];
            if row.len() != FIRST_LANGUAGE + languages.len() + 1 {
                faults.push(format!("{capability}: {} cells", row.len()));
                continue;
            }
            let cell = row[FIRST_LANGUAGE + column];
            match cell.strip_prefix("no: ") {
                Some(reason) if page.contains(&format!("\n- [{reason}] ")) => {}
                Some(reason) => faults.push(format!("{language}: {capability}: no reason [{reason}]")),
                None if cell.is_empty() => faults.push(format!("{language}: {capability}: empty")),
                // A row is one call of the library, so that holes of other languages show.
                None if *language == "Rust" && named(cell).len() > 1 => {
                    faults.push(format!("{capability}: more than one call: {cell}"));
                }
                None => listed.extend(named(cell)),
            }
        }
        faults.extend(listed.difference(names).map(|name| format!("{language}: has no `{name}`")));
        let own = if *language == "Bevy" { &of_bevy } else { names };
        let missing = own.difference(&listed).filter(|name| must_be_listed(language, name));
        faults.extend(missing.map(|name| format!("{language}: `{name}` is not in the table")));
    }
    check("cells of docs/bindings.csv", faults);
}

/// Whether a name of an interface is a capability.
fn must_be_listed(language: &str, name: &str) -> bool {
    if HELPERS.split(' ').any(|helper| helper == name) || IMPLIED.contains(&name) {
        return false;
    }
    match name.split_once("::") {
        Some((class, member)) => {
            TYPES.contains(&class) && member != class && !IMPLIED.contains(&member) && !member.starts_with("with_")
        }
        // In C all functions, in other languages those that do not make a type.
        None => name.starts_with(char::is_lowercase) && (language != "C++" || !name.starts_with("collide_")),
    }
}
