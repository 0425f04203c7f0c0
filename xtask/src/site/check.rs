//! Checks the links of a website, without a network.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::links::resolve;
use super::tree;

/// The folder of rustdoc's pages. A script makes some of their anchors, scripts for traits may be absent, and comments of
/// other crates are copied with links that do not fit: only their links to pages are checked.
const REFERENCE: &str = "api/";

/// The start of an anchor that names a view of the page: its script shows it.
const VIEW: char = '/';

/// Checks that every link to a file of the site leads to one, and every anchor that a page of the book links to exists.
/// Returns the number of links.
pub(super) fn run(site: &Path) -> Result<usize, String> {
    let files: Vec<PathBuf> = tree::files(site)?;
    let inside = |file: &Path| file.strip_prefix(site).map(|path| path.display().to_string().replace('\\', "/"));
    let names: BTreeSet<String> = files.iter().filter_map(|file| inside(file).ok()).collect();
    let mut anchors: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut count, mut faults) = (0, Vec::new());
    let read = |name: &str| fs::read_to_string(site.join(name)).map_err(|error| format!("{name}: {error}"));
    for page in names.iter().filter(|name| name.ends_with(".html")) {
        for link in attributes(&read(page)?, &["href=\"", "src=\""]) {
            if link.contains(':') || link.starts_with("//") || link.is_empty() {
                continue;
            }
            count += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let path = path.split('?').next().unwrap_or_default();
            let target = match path {
                "" => page.clone(),
                path if path.starts_with('/') => resolve("", path),
                path => resolve(page, path),
            };
            if page.starts_with(REFERENCE) && !target.ends_with(".html") {
                continue;
            }
            let target = if names.contains(&target) { target } else { format!("{target}/index.html") };
            let target = target.trim_start_matches('/').to_owned();
            if !names.contains(&target) {
                faults.push(format!("{page}: {link}: no such file"));
            } else if !anchor.is_empty() && !anchor.starts_with(VIEW) && !page.starts_with(REFERENCE) {
                if !anchors.contains_key(&target) {
                    anchors.insert(target.clone(), attributes(&read(&target)?, &["id=\""]).into_iter().collect());
                }
                if !anchors[&target].contains(anchor) {
                    faults.push(format!("{page}: {link}: no such anchor"));
                }
            }
        }
    }
    faults.sort();
    faults.dedup();
    faults.iter().for_each(|fault| eprintln!("{fault}"));
    if faults.is_empty() { Ok(count) } else { Err(format!("{} links of the website lead nowhere", faults.len())) }
}

/// The values of some attributes in a page, without those in code.
fn attributes(html: &str, starts: &[&str]) -> Vec<String> {
    let mut values = Vec::new();
    for start in starts {
        let found = html.match_indices(start).map(|(place, _)| place);
        // In a page, a quote in code is escaped, so that an attribute always belongs to a tag.
        for place in found.filter(|place| html[..*place].ends_with(' ')) {
            let value = html[place + start.len()..].split('"').next().unwrap_or_default();
            values.push(value.replace("&amp;", "&").replace("%20", " "));
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{attributes, run};

    #[test]
    fn links_without_a_target_are_found() {
        let site = std::env::temp_dir().join(format!("collide-site-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let path = site.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("index.html", "<a href=\"a.html#x\">a</a> <a href=\"https://no.where/\">b</a> <img src=\"img/i.png\">");
        write(
            "a.html",
            "<h1 id=\"x\">x</h1> <a href=\"/index.html\">top</a> <a href=\"api/\">api</a> <a href=\"#/v\">v</a>",
        );
        write("img/i.png", "");
        write("api/index.html", "<a href=\"../a.html#12-20\">source</a> <a href=\"other\">crate</a>");
        assert_eq!(run(&site), Ok(7));
        write("a.html", "<h1 id=\"y\">y</h1> <a href=\"b.html\">none</a>");
        let error = run(&site).unwrap_err();
        assert_eq!(error, "2 links of the website lead nowhere");
        fs::remove_dir_all(site).unwrap();
    }

    #[test]
    fn attributes_belong_to_tags() {
        let html = "<a class=\"c\" href=\"a?b&amp;c\">data-href=&quot;x&quot;</a><b id=\"i\">";
        assert_eq!(attributes(html, &["href=\"", "id=\""]), ["a?b&c", "i"]);
    }
}
