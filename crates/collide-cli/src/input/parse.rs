//! Parses records on several threads.

use std::io::Read;
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

use super::error::{Fault, InputError};
use super::records::{Part, Records};
use super::rows::{Entry, Rows};
use super::unread::Unread;
use crate::options::processor_count;
use crate::shortage::reserve;

/// The maximum number of threads that parse: collecting the rows of more of them takes longer than parsing.
const MAX_PARSERS: usize = 4;

/// The number of rows whose ids are looked up together.
const BLOCK: usize = 32;

/// The rows of some records, in order.
pub(super) struct Parsed<T> {
    /// The texts of all ids, one after the other.
    ids: String,
    rows: Vec<(u64, Result<ParsedRow<T>, Fault>)>,
    /// The names of columns that are not read.
    pub(super) unread: Unread,
    /// Whether there was not enough memory for all rows.
    is_cut: bool,
}

struct ParsedRow<T> {
    tick: Option<u64>,
    /// The place of the id in `ids`.
    id: Option<Range<usize>>,
    numeric: bool,
    filled: bool,
    value: T,
}

impl<T> Default for Parsed<T> {
    fn default() -> Self {
        Self { ids: String::new(), rows: Vec::new(), unread: Unread::default(), is_cut: false }
    }
}

impl<T> Parsed<T> {
    /// Adds the row on a line, or what is wrong with it.
    pub(super) fn push(&mut self, line: u64, row: Result<Entry<'_, T>, Fault>) {
        let id_length = row.as_ref().map_or(0, |entry| entry.id.as_ref().map_or(0, |id| id.len()));
        let reserved = reserve(|| self.rows.try_reserve(1).and_then(|()| self.ids.try_reserve(id_length)));
        self.is_cut |= reserved.is_err();
        if self.is_cut {
            return;
        }
        let row = row.map(|Entry { tick, id, numeric, filled, value }| {
            let id = id.map(|id| {
                let start = self.ids.len();
                self.ids.push_str(&id);
                start..self.ids.len()
            });
            ParsedRow { tick, id, numeric, filled, value }
        });
        self.rows.push((line, row));
    }

    fn collect_into(self, rows: &mut Rows<T>) -> Result<(), InputError> {
        rows.unread.extend(self.unread);
        let mut parsed = self.rows.into_iter();
        while !parsed.as_slice().is_empty() {
            let block = parsed.as_slice().iter().take(BLOCK).filter_map(|(_, row)| row.as_ref().ok());
            rows.expect(block.filter_map(|row| Some(&self.ids[row.id.clone()?])));
            for (line, row) in parsed.by_ref().take(BLOCK) {
                let entry = row.map(|ParsedRow { tick, id, numeric, filled, value }| Entry {
                    tick,
                    id: id.map(|id| (&self.ids[id]).into()),
                    numeric,
                    filled,
                    value,
                });
                rows.push(line, entry)?;
            }
        }
        if self.is_cut { Err(rows.too_large()) } else { Ok(()) }
    }
}

/// Reads all records, parses them on other threads, and collects their rows on this thread, in order.
pub(super) fn read_all<T: Send>(
    records: &mut Records<impl Read>,
    rows: &mut Rows<T>,
    parse: impl Fn(Part<'_>) -> Parsed<T> + Sync,
) -> Result<(), InputError> {
    let parser_count = (processor_count() - 1).clamp(1, MAX_PARSERS);
    let mut before: Vec<Parsed<T>> = Vec::new();
    loop {
        let more = records.advance(usize::MAX);
        // The rows of the last records are collected while the next ones are parsed.
        let collect = || before.into_iter().try_for_each(|parsed| parsed.collect_into(rows));
        let (collected, parsed) = while_parsing(records.parts(parser_count), &parse, collect);
        collected?;
        before = parsed;
        if !more? {
            return Ok(());
        }
    }
}

/// Parses each part on a thread, and runs `work` on this one. Parts are parsed here if the system starts no threads.
fn while_parsing<'a, T: Send, W>(
    parts: impl Iterator<Item = Part<'a>>,
    parse: &(impl Fn(Part<'a>) -> Parsed<T> + Sync),
    work: impl FnOnce() -> W,
) -> (W, Vec<Parsed<T>>) {
    thread::scope(|scope| {
        let start = |part: Part<'a>| thread::Builder::new().spawn_scoped(scope, move || parse(part)).map_err(|_| part);
        let started: Vec<_> = parts.map(start).collect();
        let done = work();
        let finish = |parser: Result<thread::ScopedJoinHandle<'_, _>, _>| match parser {
            Ok(parser) => parser.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(part) => parse(part),
        };
        (done, started.into_iter().map(finish).collect())
    })
}
