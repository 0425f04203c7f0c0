//! Writes files of shapes, tick by tick.

mod columns;
mod entry;
#[cfg(feature = "parquet")]
mod parquet;
mod text;
mod trace;

use std::io::{self, Write};

use crate::input::{Recording, has_points};
use crate::options::FileFormat;
pub(crate) use columns::Columns;
pub(crate) use entry::Entry;

/// Writes shapes in one of the formats.
pub(crate) enum ShapeWriter<W: Write + Send> {
    Csv(Box<text::Csv<W>>),
    Jsonl(text::Jsonl<W>),
    Trace(Box<trace::Trace<W>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Parquet<W>>),
}

impl<W: Write + Send> ShapeWriter<W> {
    /// Without `has_points`, no shape may be a capsule or a polygon.
    pub(crate) fn new(format: FileFormat, out: W, columns: Columns) -> io::Result<Self> {
        Ok(match format {
            FileFormat::Csv => Self::Csv(Box::new(text::Csv::new(out, columns)?)),
            FileFormat::Jsonl => Self::Jsonl(text::Jsonl::new(out, columns.has_ticks)),
            FileFormat::Ctrace => Self::Trace(Box::new(trace::Trace::new(out))),
            #[cfg(feature = "parquet")]
            FileFormat::Parquet => Self::Parquet(Box::new(parquet::Parquet::new(out, columns)?)),
        })
    }

    /// Writes all shapes of a tick. No two of them may have the same id.
    pub(crate) fn write_tick<'a>(&mut self, tick: u64, entries: impl Iterator<Item = Entry<'a>>) -> io::Result<()> {
        match self {
            Self::Csv(csv) => csv.write_tick(tick, entries),
            Self::Jsonl(jsonl) => jsonl.write_tick(tick, entries),
            Self::Trace(trace) => trace.write_tick(entries),
            #[cfg(feature = "parquet")]
            Self::Parquet(parquet) => parquet.write_tick(tick, entries),
        }
    }

    /// Writes what is still buffered, and the end of the file.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Csv(csv) => csv.finish(),
            Self::Jsonl(jsonl) => jsonl.finish(),
            Self::Trace(trace) => trace.finish(),
            #[cfg(feature = "parquet")]
            Self::Parquet(parquet) => parquet.finish(),
        }
    }
}

/// Writes all ticks of a recording. Rows have a tick if there are several, or one with a number other than 0; and
/// points if one of the shapes has them.
pub(crate) fn write_recording(recording: &Recording, format: FileFormat, out: impl Write + Send) -> io::Result<()> {
    let has_ticks = recording.ticks.len() > 1 || recording.ticks.iter().any(|frame| frame.tick > 0);
    let has_points = recording.ticks.iter().flat_map(|frame| &frame.rows).any(|(_, shape)| has_points(shape));
    let mut writer = ShapeWriter::new(format, out, Columns { has_ticks, has_points })?;
    for frame in &recording.ticks {
        let rows = frame.rows.iter();
        let entries = rows.map(|&(number, shape)| Entry { number, id: recording.ids.get(number), shape });
        writer.write_tick(frame.tick, entries)?;
    }
    writer.finish()
}
