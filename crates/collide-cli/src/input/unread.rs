//! Columns under other names than those that are read.

use std::iter::once;

use super::error::Fault;
use super::row::Content;

/// Names of a file that are not read, each with the column that it seems to mean.
#[derive(Debug, Default)]
pub(super) struct Unread(Vec<(String, &'static str)>);

impl Unread {
    /// Those of a header or a row. A column that it `has` under its own name is not meant by another one.
    pub(super) fn of<'a, T: Content>(names: impl Iterator<Item = &'a str>, has: impl Fn(&str) -> bool) -> Self {
        let mut unread = Self::default();
        for name in names {
            if let Some(column) = meant::<T>(name).filter(|column| !has(column)) {
                unread.add(name.to_owned(), column);
            }
        }
        unread
    }

    fn add(&mut self, name: String, column: &'static str) {
        if self.0.iter().all(|(_, known)| *known != column) {
            self.0.push((name, column));
        }
    }

    pub(super) fn extend(&mut self, other: Self) {
        other.0.into_iter().for_each(|(name, column)| self.add(name, column));
    }

    /// The same fault; if something is missing, with the names that may mean it.
    pub(super) fn explain(&self, fault: Fault) -> Fault {
        if fault.problem.starts_with("missing") {
            Fault { problem: fault.problem + &self.hint(), ..fault }
        } else {
            fault
        }
    }

    /// The end of a message about something that is missing.
    pub(super) fn hint(&self) -> String {
        let names: Vec<_> = self.0.iter().map(|(name, column)| format!("{column:?} by {name:?}")).collect();
        if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(", ")) }
    }

    /// Messages about the names. A single letter may mean anything in a file that is valid without it.
    pub(super) fn notes(&self, file: &str) -> Vec<String> {
        let words = self.0.iter().filter(|(name, _)| name.len() > 1);
        words.map(|(name, column)| format!("{file}: column {name:?} is ignored; did you mean {column:?}?")).collect()
    }
}

/// Names of other files for columns.
const WORDS: [(&str, &str); 11] = [
    ("vertices", "points"),
    ("verts", "points"),
    ("corners", "points"),
    ("r", "radius"),
    ("w", "width"),
    ("h", "height"),
    ("rotation", "angle"),
    ("direction", "angle"),
    ("facing", "angle"),
    ("fov", "opening"),
    ("inner_radius", "inner"),
];

/// The column that is read and that a name seems to mean, which is not its own.
fn meant<T: Content>(name: &str) -> Option<&'static str> {
    let word = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(name)).map_or(name, |(_, column)| column);
    let columns = T::COLUMNS.iter().map(|column| column.name());
    let mut read = once("id").chain(T::TIMED.then_some("tick")).chain(columns);
    read.find(|column| column.eq_ignore_ascii_case(word) && *column != name)
}
