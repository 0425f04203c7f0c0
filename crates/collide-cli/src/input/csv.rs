use std::io::Read;
use std::str;

use csv::{ByteRecord, ReaderBuilder};

use super::error::{Fault, InputError};
use super::quotes::{Quotes, Start};
use super::recording::{Id, Recording};
use super::row::{Column, Content, Row};
use super::rows::{Entry, Rows, parse_tick};
use crate::messages::io_error;

/// The indices of the cells that are used.
struct Header {
    width: usize,
    id: usize,
    tick: Option<usize>,
    columns: Vec<(usize, Column)>,
}

/// Reads records one by one. The first names the columns, each further one is a row.
pub(crate) fn read<T: Content>(input: impl Read, mut rows: Rows<T>) -> Result<Recording<T>, InputError> {
    let (input, track) = Quotes::new(input);
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).buffer_capacity(1 << 16).from_reader(input);
    let mut record = ByteRecord::new();
    let mut header = None;
    // The fault of a record is reported after the next one is read: the parser reads all text after an unclosed quote
    // as one cell, and then the quote is the fault to report.
    let mut outcome = Ok(());
    while reader.read_byte_record(&mut record).map_err(|error| rows.unreadable(io_error(error)))? {
        outcome?;
        let start = track.borrow_mut().next();
        outcome = match &header {
            None => {
                read_header::<T>(&record, start).map(|read| header = Some(read)).map_err(|f| rows.error(start.line, f))
            }
            // A broken quote may include the rows that follow, so it cannot be skipped as one row.
            Some(_) if start.fault.is_some() => {
                Err(rows.error(start.line, Fault::new("quote", start.fault.unwrap_or_default())))
            }
            // A blank line is skipped like an empty one.
            Some(header) if header.width > 1 && record.len() == 1 && record[0].trim_ascii().is_empty() => Ok(()),
            Some(header) => rows.push(start.line, read_row(&record, header)),
        };
    }
    if let Some(line) = track.borrow().unclosed() {
        return Err(rows.error(line, Fault::new("quote", "opened here and never closed")));
    }
    outcome?;
    if header.is_none() {
        let problem = "the file is empty; expected a header row such as id,x,y,radius";
        return Err(rows.error(1, Fault::new("header", problem)));
    }
    Ok(rows.finish())
}

fn read_header<T: Content>(record: &ByteRecord, start: Start) -> Result<Header, Fault> {
    let fault = |problem: String| Err(Fault::new("header", problem));
    if let Some(problem) = start.fault {
        return Err(Fault::new("quote", problem));
    }
    let mut header = Header { width: record.len(), id: usize::MAX, tick: None, columns: Vec::new() };
    for (index, name) in record.iter().enumerate() {
        let Ok(name) = str::from_utf8(name) else { return fault("is not UTF-8 text".to_owned()) };
        let name = name.trim();
        let column = T::column(name);
        let twice = match name {
            "id" => header.id != usize::MAX,
            "tick" if T::TIMED => header.tick.is_some(),
            _ => header.columns.iter().any(|c| Some(c.1) == column),
        };
        if twice {
            return fault(format!("column {name:?} occurs twice"));
        }
        match name {
            "id" => header.id = index,
            "tick" if T::TIMED => header.tick = Some(index),
            _ => {}
        }
        header.columns.extend(column.map(|column| (index, column)));
    }
    let has =
        |columns: &[Column]| columns.iter().all(|needed| header.columns.iter().any(|(_, column)| column == needed));
    if header.id == usize::MAX {
        return fault(format!("no column \"id\"; found {}", names(record)));
    }
    if !T::forms().into_iter().any(has) {
        return fault(format!("{}; found {}", T::needs(), names(record)));
    }
    Ok(header)
}

/// The first names of the columns, for a message.
fn names(record: &ByteRecord) -> String {
    let names: Vec<_> = record.iter().take(12).map(|name| String::from_utf8_lossy(name.trim_ascii())).collect();
    names.join(",") + if record.len() > 12 { ",..." } else { "" }
}

fn read_row<'a, T: Content>(record: &'a ByteRecord, header: &Header) -> Result<Entry<'a, T>, Fault> {
    if record.len() != header.width {
        let cells = if record.len() == 1 { "cell" } else { "cells" };
        let problem = format!("has {} {cells} where the header has {}", record.len(), header.width);
        return Err(Fault::new("row", problem));
    }
    let id = text(record, header.id, "id")?;
    let tick = header.tick.map(|index| parse_tick(text(record, index, "tick")?)).transpose()?;
    let mut row = Row::default();
    for &(index, column) in &header.columns {
        row.set(column, text(record, index, column.name())?)?;
    }
    // Cells of other columns must be text, too.
    if let Some(cell) = record.iter().position(|cell| str::from_utf8(cell).is_err()) {
        return Err(Fault::new("row", format!("cell {} is not UTF-8 text", cell + 1)));
    }
    Ok(Entry { tick, id: Id { text: id, numeric: false }, value: T::from_row(&row)? })
}

fn text<'a>(record: &'a ByteRecord, index: usize, column: &'static str) -> Result<&'a str, Fault> {
    str::from_utf8(&record[index]).map_err(|_| Fault::new(column, "is not UTF-8 text"))
}
