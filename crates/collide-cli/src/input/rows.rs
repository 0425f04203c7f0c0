//! Collects rows into a recording.

use std::borrow::Cow;
use std::collections::TryReserveError;

use super::error::{Fault, InputError};
use super::ids::{Id, OutOfMemory};
use super::recording::{Frame, Recording};
use super::row_options::{IdSource, RowOptions};
use super::unread::Unread;
use crate::messages::{Cut, counted};
use crate::shortage::reserve;

/// The number of faults that are shown when invalid rows are left out.
const SHOWN: usize = 3;

/// The content of a row.
pub(crate) struct Entry<'a, T> {
    /// `None` where rows have no tick.
    pub(crate) tick: Option<u64>,
    /// `None` where rows have no id.
    pub(crate) id: Option<Cow<'a, str>>,
    /// Whether the file has the id as a number, not as a text.
    pub(crate) numeric: bool,
    /// Whether the shape is [filled](super::row::Row::is_filled).
    pub(crate) filled: bool,
    pub(crate) value: T,
}

/// The maximum length of an id in bytes: each pair is printed with two ids.
const MAX_ID: usize = 1 << 12;

/// Why a row is not added.
enum Refusal {
    Fault(Fault),
    Memory,
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<OutOfMemory> for Refusal {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}

impl From<TryReserveError> for Refusal {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

/// Collects rows one by one. An invalid row is an error, or is left out with `skip_invalid`.
pub(crate) struct Rows<T> {
    file: String,
    options: RowOptions,
    recording: Recording<T>,
    /// By id: the index of the last tick with a row of it, and the line of that row.
    last: Vec<(usize, u64)>,
    /// Whether rows have a tick; the first row decides.
    has_ticks: Option<bool>,
    /// Whether rows have an id; the first row decides.
    has_ids: Option<bool>,
    row_count: usize,
    /// The number of rows before the present tick.
    rows_before: usize,
    fault_count: usize,
    /// The first [`SHOWN`] faults.
    faults: Vec<InputError>,
    /// The number of filled shapes, and the line of the first.
    filled: (usize, u64),
    /// The names of columns that are not read.
    pub(super) unread: Unread,
}

impl<T> Rows<T> {
    pub(crate) fn new(file: String, options: RowOptions) -> Self {
        let recording = Recording { file: file.clone(), ..Recording::default() };
        let (last, faults, has_ticks, has_ids) = Default::default();
        let (row_count, rows_before, fault_count, filled, unread) = Default::default();
        Self {
            file,
            options,
            recording,
            last,
            has_ticks,
            has_ids,
            row_count,
            rows_before,
            fault_count,
            faults,
            filled,
            unread,
        }
    }

    /// Adds the row on a line, or what is wrong with it.
    pub(crate) fn push(&mut self, line: u64, row: Result<Entry<'_, T>, Fault>) -> Result<(), InputError> {
        self.row_count += 1;
        match row.map_err(Refusal::from).and_then(|entry| self.add(line, entry)) {
            Ok(()) => Ok(()),
            Err(Refusal::Memory) => Err(self.too_large()),
            Err(Refusal::Fault(fault)) if self.options.skip_invalid => {
                self.fault_count += 1;
                if self.faults.len() < SHOWN {
                    self.faults.push(self.error(line, fault));
                }
                Ok(())
            }
            Err(Refusal::Fault(fault)) => Err(self.error(line, fault)),
        }
    }

    fn add(&mut self, line: u64, Entry { tick, id, numeric, filled, value }: Entry<'_, T>) -> Result<(), Refusal> {
        let id = self.given_id(id)?;
        let begins = self.begins(tick)?;
        let now = self.recording.ticks.len() - usize::from(!begins);
        if begins {
            self.rows_before = self.row_count - 1;
        }
        let (id, numeric) = match id {
            Some(id) => (id, numeric),
            None => (Cow::Owned((self.row_count - 1 - self.rows_before).to_string()), true),
        };
        let number = self.recording.ids.number(Id { text: &id, numeric })?;
        reserve(|| self.last.try_reserve(1))?;
        match self.last.get_mut(number as usize) {
            None => self.last.push((now, line)),
            Some((tick, first)) if *tick == now => {
                let within =
                    self.has_ticks.unwrap_or_default().then(|| format!(" in tick {}", self.recording.ticks[now].tick));
                let within = within.unwrap_or_default();
                let problem = format!("duplicate {:?}{within}, first on line {first}; --ids row ignores ids", Cut(&id));
                return Err(Fault::new("id", problem).into());
            }
            Some(last) => *last = (now, line),
        }
        if begins {
            reserve(|| self.recording.ticks.try_reserve(1))?;
            self.recording.ticks.push(Frame { tick: tick.unwrap_or_default(), rows: Vec::new() });
        }
        let rows = &mut self.recording.ticks[now].rows;
        reserve(|| rows.try_reserve(1))?;
        rows.push((number, value));
        if filled {
            self.filled = (self.filled.0 + 1, if self.filled.0 == 0 { line } else { self.filled.1 });
        }
        Ok(())
    }

    /// The id to use for a row; `None` for its number.
    fn given_id<'a>(&mut self, id: Option<Cow<'a, str>>) -> Result<Option<Cow<'a, str>>, Fault> {
        if self.options.ids == IdSource::Row {
            return Ok(None);
        }
        let fault = |problem: String| Err(Fault::new("id", problem));
        match (*self.has_ids.get_or_insert(id.is_some()), id) {
            (true, None) => fault("missing".to_owned()),
            (true, Some(id)) if id.is_empty() => fault("missing".to_owned()),
            (true, Some(id)) if id.len() > MAX_ID => fault(format!("must be at most {MAX_ID} bytes, is {}", Cut(&id))),
            (false, Some(_)) => fault("must be absent: the rows before it have none; --ids row ignores ids".to_owned()),
            (_, id) => Ok(id),
        }
    }

    /// Whether a row with this tick is the first of it.
    fn begins(&mut self, tick: Option<u64>) -> Result<bool, Fault> {
        let fault = |problem: String| Err(Fault::new("tick", problem));
        match (*self.has_ticks.get_or_insert(tick.is_some()), tick) {
            (true, None) => fault("missing: the rows before it have one".to_owned()),
            (false, Some(_)) => fault("must be absent: the rows before it have none".to_owned()),
            _ => match (self.recording.ticks.last(), tick.unwrap_or_default()) {
                (Some(last), tick) if tick < last.tick => {
                    fault(format!("must not be below that of the row before, {}, is {tick}", last.tick))
                }
                (last, tick) => Ok(last.is_none_or(|last| last.tick < tick)),
            },
        }
    }

    /// Prepares for rows with these ids, which makes adding them faster.
    pub(crate) fn expect<'a>(&self, ids: impl Iterator<Item = &'a str>) {
        self.recording.ids.touch(ids);
    }

    /// The name of the file.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// The error for rows that do not fit into memory.
    pub(crate) fn too_large(&self) -> InputError {
        InputError::Memory { file: self.file.clone() }
    }

    /// The error for a fault on a line.
    pub(crate) fn error(&self, line: u64, fault: Fault) -> InputError {
        InputError::Row { file: self.file.clone(), line, fault }
    }

    /// The error for a file that cannot be read further.
    #[cfg(feature = "parquet")]
    pub(crate) fn unreadable(&self, error: std::io::Error) -> InputError {
        InputError::File { file: self.file.clone(), action: "read", error }
    }

    /// The recording of all rows.
    pub(crate) fn finish(mut self) -> Recording<T> {
        if self.recording.ticks.is_empty() {
            self.recording.ticks.push(Frame { tick: 0, rows: Vec::new() });
        }
        let mut notes = self.unread.notes(&self.file);
        if let (count @ 1.., line) = self.filled {
            let (verb, first) = if count == 1 { ("is", "") } else { ("are", "the first ") };
            notes.push(format!(
                "{}: {} {verb} not convex, {first}on line {line}: the convex hull is used, which fills dents; \
                 split such an outline into convex parts",
                self.file,
                counted(count as u64, "outline"),
            ));
        }
        if self.fault_count > 0 {
            let mut message = format!("{}: left out {} of {} rows:", self.file, self.fault_count, self.row_count);
            for fault in &self.faults {
                message += &format!("\n  {fault}");
            }
            if self.fault_count > SHOWN {
                message += "\n  ...";
            }
            notes.push(message);
        }
        self.recording.note = (!notes.is_empty()).then(|| notes.join("\n"));
        self.recording
    }
}

/// Parses the number of a tick.
pub(crate) fn parse_tick(text: &str) -> Result<u64, Fault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Fault::new("tick", "missing"));
    }
    // The parser would accept a plus.
    let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| Fault::new("tick", format!("must be a whole number from 0 to {}, is {}", u64::MAX, Cut(text))))
}
