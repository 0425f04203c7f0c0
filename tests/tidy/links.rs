//! The Markdown pages: the length of their lines, and their links to files, to headings, and to the items of the
//! reference. Without a network.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::{check, root, sources};

const LONGEST_MARKDOWN_LINE: usize = 120;

/// The links of a page with the numbers of their lines, without code.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        let inline = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let definition = line.split_once("]: ").filter(|_| line.starts_with('[')).map(|(_, link)| link);
        found.extend(inline.chain(definition).filter(|link| !link.contains(' ')).map(|link| (number, link)));
    }
    found
}

/// The lines of a page that are no code.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        (!in_code && !is_fence).then_some((number, line))
    })
}

/// The anchors of a page: its headings in small letters, with hyphens for spaces and without punctuation.
fn anchors(text: &str) -> Vec<String> {
    let mut counts = BTreeMap::new();
    let headings = prose(text)
        .filter_map(|(_, line)| line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')));
    let anchor = |heading: &str| {
        let letters = heading.to_lowercase().replace(' ', "-");
        let anchor: String = letters.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect();
        match counts.entry(anchor.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(0);
                anchor
            }
            Entry::Occupied(mut entry) => {
                *entry.get_mut() += 1;
                format!("{anchor}-{}", entry.get())
            }
        }
    };
    headings.map(anchor).collect()
}

/// The path of a link from the root of the project.
fn resolve(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/').filter(|part| !matches!(*part, "." | "")) {
        if part == ".." { _ = parts.pop() } else { parts.push(part) }
    }
    parts.join("/")
}

/// What is wrong with a link to the reference of our crates, such as
/// `https://docs.rs/collide2d/latest/collide2d/struct.World.html#method.step`.
fn fault_of_reference(link: &str, interface: &str) -> Option<String> {
    let (_, item) = link.strip_prefix("https://docs.rs/collide")?.split_once("/latest/")?;
    let (path, anchor) = item.split_once('#').unwrap_or((item, ""));
    let name = path.rsplit('/').next()?.strip_suffix(".html")?.split_once('.')?.1;
    let has = |name: &str| {
        interface.match_indices(&format!("::{name}")).any(|(start, found)| {
            !interface[start + found.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_')
        })
    };
    let member = anchor.split_once('.').map(|(_, member)| format!("{name}::{member}"));
    let missing = [Some(name.to_owned()), member].into_iter().flatten().find(|name| !has(name));
    missing.map(|name| format!("docs/api has no {name}"))
}

#[test]
fn links_lead_somewhere() {
    let pages: BTreeMap<String, String> = sources(&[".md"]).into_iter().collect();
    let interface: String = sources(&[".txt"])
        .into_iter()
        .filter(|(name, _)| name.starts_with("docs/api/"))
        .map(|(_, text)| text.replace("<'_>", ""))
        .collect();
    let mut faults = Vec::new();
    for (page, text) in &pages {
        for (number, link) in links(text) {
            let fault = if link.contains("://") || link.starts_with("mailto:") {
                fault_of_reference(link, &interface)
            } else {
                let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = if path.is_empty() { page.clone() } else { resolve(page, path) };
                match pages.get(&target) {
                    Some(text) if !anchor.is_empty() && !anchors(text).iter().any(|name| name == anchor) => {
                        Some(format!("{target} has no heading #{anchor}"))
                    }
                    None if !root().join(&target).exists() => Some(format!("there is no {target}")),
                    _ => None,
                }
            };
            faults.extend(fault.map(|fault| format!("{page}:{number}: {link}: {fault}")));
        }
    }
    check("links", faults);
}

/// The code of the pages must compile: those with Rust code are documentation tests. docs/registry.md has that of the
/// README.
#[test]
fn pages_with_code_are_tested() {
    let rust: String = sources(&[".rs"])
        .into_iter()
        .filter(|(name, _)| name.ends_with("/lib.rs") || name == "examples/pages.rs")
        .map(|(_, text)| text)
        .collect();
    let pages =
        sources(&[".md"]).into_iter().filter(|(name, text)| name.starts_with("docs/") && text.contains("```rust"));
    let untested = pages.filter(|(name, _)| name != "docs/registry.md" && !rust.contains(name.as_str()));
    check("pages with Rust code that no documentation test includes", untested.map(|(name, _)| name).collect());
}

/// The crates are not published, so links to their reference lead nowhere. docs/registry.md is for the time after that.
#[test]
fn pages_with_links_to_the_reference_say_how_to_build_it() {
    let pages = sources(&[".md"]).into_iter().filter(|(name, _)| name != "docs/registry.md");
    let links_to_it = |text: &str| links(text).iter().any(|(_, link)| link.starts_with("https://docs.rs/collide"));
    let silent = pages.filter(|(_, text)| links_to_it(text) && !text.contains("`cargo doc --open -p collide2d`"));
    check("pages with links to the reference, without how to build it", silent.map(|(name, _)| name).collect());
}

/// The page of a package on a registry has no files beside it: its links are absolute or within the page.
#[test]
fn pages_of_packages_stand_alone() {
    let mut faults = Vec::new();
    for (page, text) in sources(&["README.md", "registry.md"]) {
        let is_packaged = page == "docs/registry.md" || page.starts_with("crates/") && page.matches('/').count() == 2;
        for (number, link) in links(&text).into_iter().filter(|_| is_packaged) {
            if !link.contains("://") && !link.starts_with('#') {
                faults.push(format!("{page}:{number}: {link}"));
            }
        }
    }
    check("relative links of packaged pages", faults);
}

#[test]
fn headings_have_anchors() {
    let page = "# A tick\n```\n# no\n```\n## `World::at`, twice\n## A tick\n";
    assert_eq!(anchors(page), ["a-tick", "worldat-twice", "a-tick-1"]);
    assert_eq!(links("a [b](c.md#d) `x`\n[e]: https://f\n"), [(1, "c.md#d"), (2, "https://f")]);
    let interface = "pub fn collide_world::World::step(&mut self)\n";
    let link = |end: &str| format!("https://docs.rs/collide2d/latest/collide2d/struct.World.html{end}");
    assert_eq!(fault_of_reference(&link("#method.step"), interface), None);
    assert!(fault_of_reference(&link("#method.stop"), interface).is_some());
}

/// A page may name a source by the end of its path: `store/kinds/mod.rs`.
#[test]
fn sources_that_pages_name_exist() {
    let sources = sources(&[".rs"]);
    let exists = |path: &str| sources.iter().any(|(name, _)| name == path || name.ends_with(&format!("/{path}")));
    let mut faults = Vec::new();
    for (page, text) in super::sources(&[".md"]) {
        for (number, line) in prose(&text) {
            let named = line.split('`').skip(1).step_by(2).filter(|code| code.ends_with(".rs") && !code.contains(' '));
            faults.extend(named.filter(|path| !exists(path)).map(|path| format!("{page}:{number}: {path}")));
        }
    }
    check("sources that pages name and that do not exist", faults);
}

/// Table rows and code may be longer, and so may a line with one link that cannot be wrapped.
#[test]
fn markdown_lines_are_short() {
    let mut faults = Vec::new();
    for (name, text) in sources(&[".md"]).into_iter().filter(|(name, _)| !name.starts_with("docs/api/")) {
        let mut in_code = false;
        for (number, line) in text.lines().enumerate() {
            let is_fence = line.trim_start().starts_with("```");
            in_code ^= is_fence;
            let links = line.split_whitespace().filter(|word| word.contains("](") || word.contains("://"));
            let longest_link = links.map(|link| link.chars().count()).max().unwrap_or_default();
            let columns = line.chars().count();
            let is_exempt = in_code || is_fence || line.starts_with('|');
            if !is_exempt && columns - longest_link > LONGEST_MARKDOWN_LINE {
                faults.push(format!("{name}:{}: {columns} columns", number + 1));
            }
        }
    }
    check(&format!("lines of Markdown over {LONGEST_MARKDOWN_LINE} columns"), faults);
}
