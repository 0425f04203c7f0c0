//! Rows on standard output, as CSV or JSON lines.

use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, StdoutLock, Write, stdout};
use std::str::FromStr;

use collide2d::Vec2;
use serde::{Serialize, Serializer};
use serde_json::Number;

use crate::input::Id;
use crate::messages::io_error;
use crate::options::Format;

/// A row of CSV and a JSON object.
pub(crate) trait Row: Serialize {
    /// Writes the cells in the order of the columns.
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()>;
}

/// Writes the cells of a row.
pub(crate) struct Cells<'a> {
    csv: &'a mut csv::Writer<StdoutLock<'static>>,
    text: &'a mut String,
}

impl Cells<'_> {
    pub(crate) fn text(&mut self, text: &str) -> csv::Result<()> {
        self.csv.write_field(text)
    }

    /// A number, or an empty cell.
    pub(crate) fn number(&mut self, number: Option<impl Display>) -> csv::Result<()> {
        self.text.clear();
        if let Some(number) = number {
            // Writing to a string never fails.
            let _ = write!(self.text, "{number}");
        }
        self.csv.write_field(&*self.text)
    }

    /// Both coordinates of `count` points, with empty cells for missing ones.
    pub(crate) fn points(&mut self, points: &[Point], count: usize) -> csv::Result<()> {
        let numbers = points.iter().flat_map(|Point(point)| [point.x, point.y].map(plain)).map(Some);
        numbers.chain(std::iter::repeat(None)).take(2 * count).try_for_each(|number| self.number(number))
    }
}

/// Writes rows to standard output, one by one.
pub(crate) enum RowWriter {
    Csv(Box<csv::Writer<StdoutLock<'static>>>, String),
    Jsonl(BufWriter<StdoutLock<'static>>),
}

/// Bytes.
const BUFFER_SIZE: usize = 1 << 16;

impl RowWriter {
    pub(crate) fn new(format: Format, columns: &[&str]) -> io::Result<Self> {
        match format {
            Format::Csv => {
                let mut writer = csv::WriterBuilder::new().buffer_capacity(BUFFER_SIZE).from_writer(stdout().lock());
                writer.write_record(columns).map_err(io_error)?;
                Ok(Self::Csv(Box::new(writer), String::new()))
            }
            Format::Jsonl => Ok(Self::Jsonl(BufWriter::with_capacity(BUFFER_SIZE, stdout().lock()))),
        }
    }

    pub(crate) fn write(&mut self, row: &impl Row) -> io::Result<()> {
        match self {
            Self::Csv(csv, text) => {
                row.cells(&mut Cells { csv, text }).map_err(io_error)?;
                csv.write_record(None::<&[u8]>).map_err(io_error)
            }
            Self::Jsonl(out) => {
                serde_json::to_writer(&mut *out, row)?;
                out.write_all(b"\n")
            }
        }
    }

    /// Must be called at the end: when a writer is dropped, an error of its last write is lost.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Csv(csv, _) => csv.flush(),
            Self::Jsonl(out) => out.flush(),
        }
    }
}

/// A number without the sign of a negative zero.
pub(crate) fn plain(number: f32) -> f32 {
    number + 0.0
}

/// A point or a direction, serialised as a list of two numbers.
#[derive(Clone, Copy)]
pub(crate) struct Point(pub(crate) Vec2);

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_array().map(plain).serialize(serializer)
    }
}

impl Serialize for Id<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match Number::from_str(self.text) {
            Ok(number) if self.numeric => number.serialize(serializer),
            _ => serializer.serialize_str(self.text),
        }
    }
}
