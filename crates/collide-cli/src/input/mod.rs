//! Files of shapes.

mod csv;
mod ctrace;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
mod question;
mod quotes;
mod recording;
mod row;
mod rows;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use collide2d::{Divergence, TraceError};
use thiserror::Error;

use crate::progress::{Counted, Progress};
use crate::query::Time;
pub(crate) use question::Question;
pub(crate) use recording::{Frame, Id, Recording, Table, Wanted};
use row::Content;
use rows::Rows;

/// Why a file was refused.
#[derive(Debug, Error)]
pub(crate) enum InputError {
    #[error("{file}:{line}: {fault}")]
    Row { file: String, line: u64, fault: Fault },
    #[error("{file}: cannot {action}: {error}")]
    File { file: String, action: &'static str, error: io::Error },
    #[error("{file}: {problem}")]
    Encoding { file: String, problem: &'static str },
    #[error("{file}: {error}")]
    Trace { file: String, error: TraceError },
    #[error("{file}: {error}; the ticks before it are whole: --skip-invalid takes those")]
    TraceEnd { file: String, error: TraceError },
    #[error("{file}: {error}")]
    Changes { file: String, error: Divergence },
    #[error("{file}: has a tick after the last there can be, {}", u64::MAX)]
    LastTick { file: String },
    #[error(
        "{file}: has more rows up to tick {tick} than fit into memory; info, pairs and query look at one tick, replay at one after the other"
    )]
    TooMany { file: String, tick: u64 },
    #[cfg(feature = "parquet")]
    #[error("{file}: {error}")]
    Parquet { file: String, error: ::parquet::errors::ParquetError },
    #[error("{file}: has {ticks}; say which one with {option}")]
    ManyTicks { file: String, ticks: String, option: &'static str },
    #[error("{file}: has no tick {tick}; it has {ticks}")]
    NoTick { file: String, tick: u64, ticks: String },
    #[error("{file}: nothing is known of tick {time}; it has {ticks}")]
    NoTime { file: String, time: Time, ticks: String },
}

/// What is wrong with a row, and in which column.
#[derive(Debug, Error)]
#[error("{column}: {problem}")]
pub(crate) struct Fault {
    pub(crate) column: &'static str,
    pub(crate) problem: String,
}

impl Fault {
    pub(crate) fn new(column: &'static str, problem: impl Into<String>) -> Self {
        Self { column, problem: problem.into() }
    }
}

/// How many bytes tell the kind of a file.
const START: usize = 8;

/// Reads a file of shapes: a trace by how it starts, JSON lines by its ending, else CSV; `-` is standard input.
pub(crate) fn read_recording(path: &Path, wanted: Wanted, skip_invalid: bool) -> Result<Recording, InputError> {
    let source = Source::open(path)?;
    if source.start == ctrace::MAGIC {
        let file = source.file.clone();
        return ctrace::read(source, file, wanted, skip_invalid);
    }
    source.rows(skip_invalid)
}

/// Whether a file starts as a trace does; standard input, which cannot be gone back in, is never taken for one.
#[cfg(feature = "serve")]
pub(crate) fn is_trace(path: &Path) -> Result<bool, InputError> {
    Ok(path != Path::new("-") && Source::open(path)?.start == ctrace::MAGIC)
}

/// Reads a file of questions, in the same formats but for traces: a recording of one tick.
pub(crate) fn read_questions(path: &Path, skip_invalid: bool) -> Result<Recording<Question>, InputError> {
    let source = Source::open(path)?;
    if source.start == ctrace::MAGIC {
        return Err(InputError::Encoding {
            file: source.file,
            problem: "is a trace, which has no rows with questions",
        });
    }
    source.rows(skip_invalid)
}

/// A file whose first bytes have been looked at.
pub(crate) struct Source {
    file: String,
    json: bool,
    start: Vec<u8>,
    /// How much of the start was read again.
    again: usize,
    input: Counted<Box<dyn Read>>,
    _progress: Progress,
}

impl Source {
    /// Opens a file, whatever it holds; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, InputError> {
        let file = path.display().to_string();
        let (input, size) =
            open(path).map_err(|error| InputError::File { file: file.clone(), action: "open", error })?;
        let progress = Progress::start(format!("reading {file}"), size);
        let mut input = progress.reading(input);
        let mut start = Vec::new();
        let read = input.by_ref().take(START as u64).read_to_end(&mut start);
        read.map_err(|error| InputError::File { file: file.clone(), action: "read", error })?;
        let ends_in = |ending: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
        let json = ends_in("jsonl") || ends_in("ndjson");
        Ok(Self { file, json, start, again: 0, input, _progress: progress })
    }

    fn rows<T: Content>(mut self, skip_invalid: bool) -> Result<Recording<T>, InputError> {
        let (file, json) = (self.file.clone(), self.json);
        #[cfg(feature = "parquet")]
        if self.start.starts_with(parquet::MAGIC) {
            return parquet::read(self, file, skip_invalid);
        }
        self.leave_out_mark()?;
        let rows = Rows::new(file, skip_invalid);
        if json { jsonl::read(self, rows) } else { csv::read(self, rows) }
    }

    /// Leaves out the mark that some editors put before UTF-8 text.
    fn leave_out_mark(&mut self) -> Result<(), InputError> {
        if self.start.starts_with(&[0xFF, 0xFE]) || self.start.starts_with(&[0xFE, 0xFF]) {
            let problem = "is UTF-16 text; save it as UTF-8";
            return Err(InputError::Encoding { file: self.file.clone(), problem });
        }
        if self.start.starts_with(&[0xEF, 0xBB, 0xBF]) {
            self.start.drain(..3);
        }
        Ok(())
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let start = &self.start[self.again..];
        if start.is_empty() {
            return self.input.read(buffer);
        }
        let count = start.len().min(buffer.len());
        buffer[..count].copy_from_slice(&start[..count]);
        self.again += count;
        Ok(count)
    }
}

fn open(path: &Path) -> io::Result<(Box<dyn Read>, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    // Some systems open a folder and refuse only to read it.
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok((Box::new(file), metadata.is_file().then_some(metadata.len())))
}
