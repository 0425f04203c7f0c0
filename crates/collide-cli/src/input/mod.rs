//! Reads files of shapes, queries and recordings.

mod column;
mod csv;
mod ctrace;
mod error;
mod ids;
mod jsonl;
mod number;
#[cfg(feature = "parquet")]
mod parquet;
mod parse;
mod points;
mod query_row;
mod recording;
mod records;
mod row;
mod row_options;
mod rows;
mod source;
mod time;
mod unread;

use std::path::Path;

pub(crate) use column::Column;
pub(crate) use error::InputError;
pub(crate) use ids::Id;
pub(crate) use points::{has_points, to_text, written as written_points};
pub(crate) use query_row::QueryRow;
pub(crate) use recording::{Frame, Recording, Table, Ticks};
use row::Content;
pub(crate) use row::cells;
#[cfg(feature = "fuzzing")]
pub(crate) use row_options::IdSource;
pub(crate) use row_options::RowOptions;
use rows::Rows;
pub(crate) use source::Source;
pub(crate) use time::Time;

/// Reads a file of shapes; `-` is standard input. Traces and Parquet are recognised by their first bytes, JSON lines by
/// the extension or a first brace; anything else is CSV.
pub(crate) fn read_recording(path: &Path, ticks: Ticks, options: RowOptions) -> Result<Recording, InputError> {
    let source = Source::open(path)?;
    if source.start == ctrace::MAGIC {
        let file = source.file.clone();
        return ctrace::read(source, file, ticks, options.skip_invalid);
    }
    read_rows(source, options)
}

/// Opens a trace; `-` is standard input. A file that begins as a trace does may be cut off or damaged.
pub(crate) fn open_trace(path: &Path) -> Result<Source, InputError> {
    let source = Source::open(path)?;
    if ctrace::MAGIC.starts_with(&source.start) { Ok(source) } else { Err(source.not_a_trace()) }
}

/// Whether a file is a trace. Returns false for standard input, which cannot be read again from its start.
#[cfg(feature = "serve")]
pub(crate) fn is_trace(path: &Path) -> Result<bool, InputError> {
    Ok(path != Path::new("-") && Source::open(path)?.start == ctrace::MAGIC)
}

/// Reads a file of queries, in all formats but traces, as a recording of one tick.
pub(crate) fn read_questions(path: &Path, options: RowOptions) -> Result<Recording<QueryRow>, InputError> {
    let source = Source::open(path)?;
    if source.start == ctrace::MAGIC {
        return Err(InputError::Encoding { file: source.file, problem: "is a trace, which has no queries" });
    }
    read_rows(source, options)
}

/// Reads a whole file as it is.
#[cfg(feature = "cluster")]
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, InputError> {
    std::fs::read(path).map_err(InputError::file(path, "read"))
}

/// Reads a whole file as text.
#[cfg(feature = "cluster")]
pub(crate) fn read_text(path: &Path) -> Result<String, InputError> {
    std::fs::read_to_string(path).map_err(InputError::file(path, "read"))
}

fn read_rows<T: Content>(mut source: Source, options: RowOptions) -> Result<Recording<T>, InputError> {
    let file = source.file.clone();
    #[cfg(feature = "parquet")]
    if source.start.starts_with(parquet::MAGIC) {
        return parquet::read(source, file, options);
    }
    source.check_encoding()?;
    let rows = Rows::new(file, options);
    if source.is_json() { jsonl::read(source, rows) } else { csv::read(source, rows) }
}
