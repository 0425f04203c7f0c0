//! Links of Markdown pages, rewritten for another place: a book, or the page of a package on its registry.

use std::collections::BTreeMap;

/// Where links lead.
pub(crate) struct Links {
    /// The pages of the book by their path from the root of the project, and their names in the book.
    pages: BTreeMap<String, String>,
    /// The images, the tables, and the reference are in the book. `None` for a page of a registry.
    is_book: bool,
    /// The address of the repository, for links to its files. Without it, these links become plain text.
    repository: Option<String>,
}

/// The page of `collide serve`, which the website has as well.
const PAGE: &str = "crates/collide-viewer/web/dist/index.html";

/// The address before the pages of our crates.
const DOCS_RS: &str = "https://docs.rs/";

impl Links {
    /// The links of a book with this summary.
    pub(crate) fn of_book(summary: &str) -> Self {
        let mut pages = BTreeMap::new();
        for link in summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = resolve("docs/SUMMARY.md", link);
            pages.insert(path.clone(), name(&path));
        }
        Self { pages, is_book: true, repository: repository() }
    }

    /// The links of a page that stands alone.
    pub(crate) fn of_registry(repository: Option<String>) -> Self {
        Self { pages: BTreeMap::new(), is_book: false, repository }
    }

    /// The paths and names of all pages.
    pub(crate) fn pages(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pages.iter().map(|(path, name)| (path.as_str(), name.as_str()))
    }

    /// The new target of a link on a page; `None` if there is none.
    fn target(&self, page: &str, link: &str, is_image: bool) -> Option<String> {
        if let Some(rest) = link.strip_prefix(DOCS_RS).filter(|_| self.is_book) {
            let ours = rest.split_once("/latest/").filter(|(name, _)| name.starts_with("collide"));
            return Some(ours.map_or(link.to_owned(), |(_, rest)| format!("api/{rest}")));
        }
        if link.contains("://") || link.starts_with('#') || link.starts_with("mailto:") {
            return Some(link.to_owned());
        }
        let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
        let path = resolve(page, path);
        let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
        if let Some(name) = self.pages.get(&path) {
            // mdBook renames this page, but not the links to it.
            let name = if name == "README.md" { "index.md" } else { name };
            return Some(name.to_owned() + &anchor);
        }
        if path == PAGE && self.is_book {
            return Some(format!("{}/index.html", super::PAGE));
        }
        match path.strip_prefix("docs/") {
            Some(file) if self.is_book && (file.starts_with("img/") || file.ends_with(".csv")) => Some(file.to_owned()),
            _ => {
                let kind = if is_image { "raw" } else { "blob" };
                self.repository.as_ref().map(|address| format!("{address}/{kind}/HEAD/{path}{anchor}"))
            }
        }
    }
}

/// The address of the repository, from `[workspace.metadata]` of the root manifest; `None` while it is empty.
pub(crate) fn repository() -> Option<String> {
    let manifest = include_str!("../../../Cargo.toml");
    let value = manifest.lines().find_map(|line| line.strip_prefix("repository = \""))?.strip_suffix('"')?;
    (!value.is_empty()).then(|| value.trim_end_matches('/').to_owned())
}

/// The name of a page in the book: those of `docs` keep theirs, a README gets that of its folder.
fn name(path: &str) -> String {
    match path.strip_prefix("docs/").unwrap_or(path) {
        "README.md" => "README.md".to_owned(),
        path => match path.strip_suffix("/README.md") {
            Some(folder) => folder.rsplit('/').next().unwrap_or(folder).to_owned() + ".md",
            None => path.to_lowercase(),
        },
    }
}

/// The path from the root of the project of a link on a page.
pub(crate) fn resolve(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The text of a page with its links rewritten. Code is left as it is.
pub(crate) fn rewrite(text: &str, page: &str, links: &Links) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_code = false;
    for line in text.split_inclusive('\n') {
        in_code ^= line.trim_start().starts_with("```");
        match reference(line) {
            _ if in_code => out.push_str(line),
            Some((label, link)) => {
                // A definition without a target would turn its uses into links to nothing: the uses become text.
                if let Some(target) = links.target(page, link, false) {
                    out.push_str(&format!("{label}: {target}\n"));
                }
            }
            None => rewrite_line(line, page, links, &mut out),
        }
    }
    out
}

/// The label and the target of a line that defines a link.
fn reference(line: &str) -> Option<(&str, &str)> {
    let (label, link) = line.trim_end().split_once("]: ")?;
    let is_one = line.starts_with('[') && !link.contains(' ');
    is_one.then(|| (&line[..=label.len()], link))
}

fn rewrite_line(line: &str, page: &str, links: &Links, out: &mut String) {
    let mut rest = line;
    while let Some(start) = rest.find('[') {
        let is_image = rest[..start].ends_with('!');
        let Some((text_end, end)) = link_at(&rest[start..]) else {
            out.push_str(&rest[..=start]);
            rest = &rest[start + 1..];
            continue;
        };
        let before = &rest[..start];
        let (text, link) = (&rest[start + 1..start + text_end], &rest[start + text_end + 2..start + end]);
        // The text of a link may be an image.
        let mut inner = String::new();
        rewrite_line(text, page, links, &mut inner);
        match links.target(page, link, is_image) {
            Some(target) => out.push_str(&format!("{before}[{inner}]({target})")),
            None if is_image => out.push_str(before.strip_suffix('!').unwrap_or(before)),
            None => out.push_str(&format!("{before}{inner}")),
        }
        rest = &rest[start + end + 1..];
    }
    out.push_str(rest);
}

/// For a text that begins with a bracket: the end of the text of the link, and that of its target, if it is one.
fn link_at(text: &str) -> Option<(usize, usize)> {
    let mut depth = 0;
    let close = text.char_indices().find(|(_, letter)| {
        depth += i32::from(*letter == '[') - i32::from(*letter == ']');
        depth == 0
    });
    let (close, _) = close?;
    let target = text[close + 1..].strip_prefix('(')?;
    let end = target.find(')')?;
    (!target[..end].contains([' ', '\n'])).then_some((close, close + 2 + end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Links {
        Links {
            repository: None,
            ..Links::of_book("[R](../README.md)\n- [A](a.md)\n- [C](../crates/collide-capi/README.md)\n")
        }
    }

    #[test]
    fn links_lead_to_pages_of_the_book() {
        let text = "[`c`](../crates/collide-capi/README.md#x), [a](a.md#b), [code](../src/lib.rs), ![i](img/i.png), [t](t.csv)\n\
                    ```rust\n[a](../x)\n```\n[w]: https://docs.rs/collide2d/latest/collide2d/struct.World.html\n";
        let expected = "[`c`](collide-capi.md#x), [a](a.md#b), code, ![i](img/i.png), [t](t.csv)\n\
                        ```rust\n[a](../x)\n```\n[w]: api/collide2d/struct.World.html\n";
        assert_eq!(rewrite(text, "docs/b.md", &book()), expected);
        assert_eq!(rewrite("[start](../README.md#x)", "docs/b.md", &book()), "[start](index.md#x)");
    }

    #[test]
    fn a_registry_has_no_files() {
        let text = "[![badge](https://a/b)](https://c) [![rust](https://a)](docs/names.md#x)\n![arena](docs/img/a.png)\n\
                    a[0] [guide](docs/guide.md), [top](#top)\n";
        let plain = rewrite(text, "README.md", &Links::of_registry(None));
        assert_eq!(plain, "[![badge](https://a/b)](https://c) ![rust](https://a)\n\na[0] guide, [top](#top)\n");
        let linked = rewrite(text, "README.md", &Links::of_registry(Some("https://host/x".to_owned())));
        assert!(linked.contains("![arena](https://host/x/raw/HEAD/docs/img/a.png)"), "{linked}");
        assert!(linked.contains("[guide](https://host/x/blob/HEAD/docs/guide.md)"), "{linked}");
    }

    #[test]
    fn paths_are_those_of_the_project() {
        assert_eq!(resolve("docs/a.md", "../crates/x/README.md"), "crates/x/README.md");
        assert_eq!(resolve("README.md", "./docs/a.md"), "docs/a.md");
        let names = ["docs/faq.md", "CONTRIBUTING.md", "examples/data/README.md", "README.md"].map(name);
        assert_eq!(names, ["faq.md", "contributing.md", "data.md", "README.md"]);
    }
}
