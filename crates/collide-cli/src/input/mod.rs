//! Files of shapes.

mod csv;
mod ctrace;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
mod quotes;
mod recording;
mod row;
mod rows;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use collide::{Divergence, TraceError};
use thiserror::Error;

use crate::progress::Progress;
pub(crate) use recording::{Frame, Id, Recording, Table};
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
    #[cfg(feature = "parquet")]
    #[error("{file}: {error}")]
    Parquet { file: String, error: ::parquet::errors::ParquetError },
    #[error("{file}: has {ticks}; say which one with --tick N")]
    ManyTicks { file: String, ticks: String },
    #[error("{file}: has no tick {tick}; it has {ticks}")]
    NoTick { file: String, tick: u64, ticks: String },
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

/// Reads a whole file of shapes, all its ticks: a trace by how it starts, JSON lines by its ending, else CSV; `-` is standard input.
pub(crate) fn read_recording(path: &Path, skip_invalid: bool) -> Result<Recording, InputError> {
    let file = path.display().to_string();
    let (input, size) = open(path).map_err(|error| InputError::File { file: file.clone(), action: "open", error })?;
    let progress = Progress::start(format!("reading {file}"), size);
    let mut input = progress.reading(input);
    let mut start = Vec::new();
    let read = input.by_ref().take(START as u64).read_to_end(&mut start);
    read.map_err(|error| InputError::File { file: file.clone(), action: "read", error })?;
    if start == ctrace::MAGIC {
        return ctrace::read(io::Cursor::new(start).chain(input), file, skip_invalid);
    }
    #[cfg(feature = "parquet")]
    if start.starts_with(parquet::MAGIC) {
        return parquet::read(io::Cursor::new(start).chain(input), file, skip_invalid);
    }
    let input = io::Cursor::new(without_mark(start, &file)?).chain(input);
    let rows = Rows::new(file, skip_invalid);
    let ends_in = |ending: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
    let json = ends_in("jsonl") || ends_in("ndjson");
    if json { jsonl::read(input, rows) } else { csv::read(input, rows) }
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

/// Leaves out the mark that some editors put before UTF-8 text.
fn without_mark(mut start: Vec<u8>, file: &str) -> Result<Vec<u8>, InputError> {
    if start.starts_with(&[0xFF, 0xFE]) || start.starts_with(&[0xFE, 0xFF]) {
        let problem = "is UTF-16 text; save it as UTF-8";
        return Err(InputError::Encoding { file: file.to_owned(), problem });
    }
    if start.starts_with(&[0xEF, 0xBB, 0xBF]) {
        start.drain(..3);
    }
    Ok(start)
}
