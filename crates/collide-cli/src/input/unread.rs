//! Columns that are not read.

use std::iter::once;

use super::error::Fault;
use super::row::Content;
use crate::messages::Cut;

/// The names of a file that are not read.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// Names that seem to mean a column that is read, one for each such column.
    meant: Vec<(String, &'static str)>,
    /// The first [`SHOWN`] other names.
    others: Vec<String>,
    /// Whether there are more than these.
    is_cut: bool,
}

/// The number of names that a message lists. It bounds the time for a file with a new name in each row.
const SHOWN: usize = 12;

impl Unread {
    /// Those of a header or a row. A column that it `has` under its own name is not meant by another one.
    pub(super) fn of<'a, T: Content>(names: impl Iterator<Item = &'a str>, has: impl Fn(&str) -> bool) -> Self {
        let mut unread = Self::default();
        for name in names.filter(|name| read::<T>().all(|column| column != *name)) {
            unread.add(name, meant::<T>(name).filter(|column| !has(column)));
        }
        unread
    }

    fn add(&mut self, name: &str, column: Option<&'static str>) {
        let is_known = self.meant.iter().map(|(known, _)| known).chain(&self.others).any(|known| known == name);
        match column.filter(|column| self.meant.iter().all(|(_, meant)| meant != column)) {
            _ if is_known => {}
            Some(column) => self.meant.push((name.to_owned(), column)),
            None if self.others.len() < SHOWN => self.others.push(name.to_owned()),
            None => self.is_cut = true,
        }
    }

    pub(super) fn extend(&mut self, other: Self) {
        other.meant.iter().for_each(|(name, column)| self.add(name, Some(column)));
        other.others.iter().for_each(|name| self.add(name, None));
        self.is_cut |= other.is_cut;
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
        let names: Vec<_> = self.meant.iter().map(|(name, column)| format!("{column:?} instead of {name:?}")).collect();
        if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(", ")) }
    }

    /// Messages about the names. A single letter may mean anything in a file that is valid without it.
    pub(super) fn notes(&self, file: &str) -> Vec<String> {
        let (words, letters): (Vec<_>, Vec<_>) = self.meant.iter().partition(|(name, _)| name.len() > 1);
        let hint = |(name, column): &(String, &str)| {
            format!("{file}: column {:?} is ignored; did you mean {column:?}?", Cut(name))
        };
        let mut notes: Vec<String> = words.into_iter().map(hint).collect();
        let letters = letters.iter().map(|(name, _)| name);
        let mut names: Vec<String> = letters.chain(&self.others).map(|name| format!("{:?}", Cut(name))).collect();
        let noun = if names.len() == 1 && !self.is_cut { "column" } else { "columns" };
        names.extend(self.is_cut.then(|| "...".to_owned()));
        if !names.is_empty() {
            notes.push(format!("{file}: ignored {noun}: {}", names.join(", ")));
        }
        notes
    }
}

/// Names of other files for columns.
const WORDS: [(&str, &str); 21] = [
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
    ("minx", "min_x"),
    ("miny", "min_y"),
    ("maxx", "max_x"),
    ("maxy", "max_y"),
    ("xmin", "min_x"),
    ("ymin", "min_y"),
    ("xmax", "max_x"),
    ("ymax", "max_y"),
    ("left", "min_x"),
    ("right", "max_x"),
];

/// The column that is read and that a name seems to mean, which is not its own.
fn meant<T: Content>(name: &str) -> Option<&'static str> {
    let word = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(name)).map_or(name, |(_, column)| column);
    read::<T>().find(|column| column.eq_ignore_ascii_case(word) && *column != name)
}

/// The names that are read.
fn read<T: Content>() -> impl Iterator<Item = &'static str> {
    let columns = T::COLUMNS.iter().map(|column| column.name());
    once("id").chain(T::TIMED.then_some("tick")).chain(columns)
}
