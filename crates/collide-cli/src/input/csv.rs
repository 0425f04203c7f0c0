use std::borrow::Cow;
use std::io::Read;
use std::{mem, str};

use memchr::memchr_iter;

use super::column::Column;
use super::error::{Fault, InputError};
use super::parse::{Parsed, read_all};
use super::recording::Recording;
use super::records::{Part, Record, Records, Syntax};
use super::row::{Content, Row};
use super::rows::{Entry, Rows, parse_tick};
use super::unread::Unread;
use crate::messages::Cut;

/// The indices of the cells that are used.
struct Header {
    width: usize,
    id: Option<usize>,
    tick: Option<usize>,
    columns: Vec<(usize, Column)>,
    unread: Unread,
}

/// Reads all records. The first names the columns, each further one is a row.
pub(super) fn read<T: Content>(input: impl Read, mut rows: Rows<T>) -> Result<Recording<T>, InputError> {
    let mut records = Records::new(input, Syntax::Csv, rows.file().to_owned());
    records.advance(1)?;
    skip_separator(&mut records, &rows)?;
    let Some(first) = records.parts(1).flat_map(Part::records).next() else {
        let problem = "the file is empty; expected a header row such as id,x,y,radius";
        return Err(rows.error(1, Fault::new("header", problem)));
    };
    let mut commas = Vec::new();
    let header = Cells::of(&first, &mut commas).map_err(|_| Fault::new("header", "is not UTF-8 text"));
    let mut header =
        header.and_then(|cells| read_header::<T>(&cells)).map_err(|fault| rows.error(first.line, fault))?;
    rows.unread = mem::take(&mut header.unread);
    read_all(&mut records, &mut rows, |part| parse(part, &header))?;
    Ok(rows.finish())
}

/// Skips the line `sep=,` that some spreadsheets write before the header.
fn skip_separator<T>(records: &mut Records<impl Read>, rows: &Rows<T>) -> Result<(), InputError> {
    let first = records.parts(1).flat_map(Part::records).next();
    match first.and_then(|first| Some((first.line, separator(first.text)?))) {
        None => Ok(()),
        Some((_, ',')) => records.advance(1).map(drop),
        Some((line, other)) => {
            let problem = format!("the columns are separated by {other:?}; use commas, and points in numbers");
            Err(rows.error(line, Fault::new("sep", problem)))
        }
    }
}

/// The separator that a line `sep=,` names.
fn separator(line: &[u8]) -> Option<char> {
    let (name, separator) = str::from_utf8(line).ok()?.split_once('=')?;
    let mut letters = separator.chars();
    letters.next().filter(|_| name.eq_ignore_ascii_case("sep") && letters.next().is_none())
}

fn parse<T: Content>(part: Part<'_>, header: &Header) -> Parsed<T> {
    let (mut parsed, mut commas) = (Parsed::default(), Vec::new());
    for record in part.records() {
        let row = match Cells::of(&record, &mut commas) {
            // A blank line is skipped like an empty one, and so is the row of commas that a spreadsheet writes for one.
            Ok(cells) if header.width > 1 && cells.are_blank() => continue,
            Ok(cells) => read_row(&cells, header),
            Err(index) => Err(header.not_utf8(index)),
        };
        parsed.push(record.line, row);
    }
    parsed
}

/// The cells of a record.
struct Cells<'a, 'b> {
    text: &'a str,
    /// The indices of the commas between cells.
    commas: &'b [usize],
}

impl<'a, 'b> Cells<'a, 'b> {
    /// Finds the cells of a record, with memory for the commas. Errors: the index of a cell that is not UTF-8 text.
    fn of(record: &Record<'a>, commas: &'b mut Vec<usize>) -> Result<Self, usize> {
        commas.clear();
        if record.quoted {
            // A comma separates cells if there is an even number of quotes before it.
            let mut within = false;
            commas.extend(record.text.iter().enumerate().filter_map(|(index, byte)| {
                within ^= *byte == b'"';
                (*byte == b',' && !within).then_some(index)
            }));
        } else {
            commas.extend(memchr_iter(b',', record.text));
        }
        match str::from_utf8(record.text) {
            Ok(text) => Ok(Self { text, commas }),
            Err(error) => Err(commas.partition_point(|comma| *comma < error.valid_up_to())),
        }
    }

    fn count(&self) -> usize {
        self.commas.len() + 1
    }

    fn are_blank(&self) -> bool {
        self.text.bytes().all(|byte| byte == b',' || byte.is_ascii_whitespace())
    }

    /// The text of a cell, with its quotes.
    fn raw(&self, index: usize) -> &'a str {
        let start = if index == 0 { 0 } else { self.commas[index - 1] + 1 };
        let end = self.commas.get(index).copied().unwrap_or(self.text.len());
        &self.text[start..end]
    }

    /// The text of a cell, without its quotes.
    fn get(&self, index: usize) -> Cow<'a, str> {
        unquoted(self.raw(index))
    }
}

fn unquoted(cell: &str) -> Cow<'_, str> {
    match cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')) {
        Some(quoted) if quoted.contains('"') => Cow::Owned(quoted.replace("\"\"", "\"")),
        Some(quoted) => Cow::Borrowed(quoted),
        None => Cow::Borrowed(cell),
    }
}

impl Header {
    fn not_utf8(&self, index: usize) -> Fault {
        let column = match self.columns.iter().find(|(used, _)| *used == index) {
            _ if Some(index) == self.id => "id",
            _ if Some(index) == self.tick => "tick",
            Some((_, column)) => column.name(),
            None => return Fault::new("row", format!("cell {} is not UTF-8 text", index + 1)),
        };
        Fault::new(column, "is not UTF-8 text")
    }
}

fn read_header<T: Content>(cells: &Cells<'_, '_>) -> Result<Header, Fault> {
    let fault = |problem: String| Err(Fault::new("header", problem));
    let width = cells.count();
    let all: Vec<String> = (0..width).map(|index| cells.get(index).trim().to_ascii_lowercase()).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let unread = Unread::of::<T>(all.iter().copied(), |column| all.contains(&column));
    let mut header = Header { width, id: None, tick: None, columns: Vec::new(), unread };
    for (index, name) in all.into_iter().enumerate() {
        let column = T::column(name);
        let twice = match name {
            "id" => header.id.is_some(),
            "tick" if T::TIMED => header.tick.is_some(),
            _ => header.columns.iter().any(|c| Some(c.1) == column),
        };
        if twice {
            return fault(format!("column {name:?} occurs twice"));
        }
        match name {
            "id" => header.id = Some(index),
            "tick" if T::TIMED => header.tick = Some(index),
            _ => {}
        }
        header.columns.extend(column.map(|column| (index, column)));
    }
    let has =
        |columns: &[Column]| columns.iter().all(|needed| header.columns.iter().any(|(_, column)| column == needed));
    if !T::forms().into_iter().any(has) {
        let hints = header.unread.hint() + separator_hint(cells);
        return fault(format!("{}; found {}{hints}", T::needs(), names(cells)));
    }
    Ok(header)
}

/// A hint for a header whose names are not separated by commas.
fn separator_hint(cells: &Cells<'_, '_>) -> &'static str {
    match cells.get(0) {
        _ if cells.count() > 1 => "",
        names if names.contains(';') => "; are the columns separated by semicolons? use commas, and points in numbers",
        names if names.contains('\t') => "; are the columns separated by tabs? use commas, and points in numbers",
        _ => "",
    }
}

/// The first names of the columns, for a message.
fn names(cells: &Cells<'_, '_>) -> String {
    let names: Vec<_> = (0..cells.count().min(12)).map(|index| Cut(cells.get(index).trim()).to_string()).collect();
    names.join(",") + if cells.count() > 12 { ",..." } else { "" }
}

fn read_row<'a, T: Content>(cells: &Cells<'a, '_>, header: &Header) -> Result<Entry<'a, T>, Fault> {
    if cells.count() != header.width {
        let noun = if cells.count() == 1 { "cell" } else { "cells" };
        let problem = format!("has {} {noun} where the header has {}", cells.count(), header.width);
        return Err(Fault::new("row", problem));
    }
    let tick = header.tick.map(|index| parse_tick(&cells.get(index))).transpose()?;
    let mut row = Row::default();
    for &(index, column) in &header.columns {
        let cell = cells.raw(index);
        // Most cells of a file with several kinds of shapes are empty.
        if !cell.is_empty() {
            row.set(column, &unquoted(cell))?;
        }
    }
    let id = header.id.map(|index| cells.get(index));
    Ok(Entry { tick, id, numeric: false, filled: row.is_filled(), value: T::from_row(&row)? })
}
