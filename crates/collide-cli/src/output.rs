use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, StdoutLock, Write, stderr, stdout};
use std::str::FromStr;
use std::time::Duration;

use collide2d::{Contact, Touching, Vec2, contact};
use serde::{Serialize, Serializer};
use serde_json::Number;

use crate::args::Format;
use crate::input::{Id, Table};

/// Writes a line for people. Where nobody listens, nothing is lost.
pub(crate) fn say(message: &impl Display) {
    let _ = writeln!(stderr(), "{message}");
}

/// So many of something, in words.
pub(crate) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// In milliseconds.
pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The rule in words.
pub(crate) fn rule(touching: Touching) -> &'static str {
    match touching {
        Touching::Closed => "closed, touching counts",
        Touching::Open => "open, touching does not count",
    }
}

/// Something that is a row of CSV or a JSON object.
pub(crate) trait Line: Serialize {
    /// Its cells, in the order of the columns.
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()>;
}

/// Where the cells of a row go.
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

    /// Both coordinates of each point, and empty cells for those that are missing.
    pub(crate) fn points(&mut self, points: &[Point], count: usize) -> csv::Result<()> {
        let numbers = points.iter().flat_map(|Point(point)| [point.x, point.y].map(plain)).map(Some);
        numbers.chain(std::iter::repeat(None)).take(2 * count).try_for_each(|number| self.number(number))
    }
}

/// Rows to standard output, as they come.
pub(crate) enum Lines {
    Csv(Box<csv::Writer<StdoutLock<'static>>>, String),
    Jsonl(BufWriter<StdoutLock<'static>>),
}

/// How much is written at once.
const BUFFER: usize = 1 << 16;

impl Lines {
    pub(crate) fn new(format: Format, columns: &[&str]) -> io::Result<Self> {
        match format {
            Format::Csv => {
                let mut writer = csv::WriterBuilder::new().buffer_capacity(BUFFER).from_writer(stdout().lock());
                writer.write_record(columns).map_err(io_error)?;
                Ok(Self::Csv(Box::new(writer), String::new()))
            }
            Format::Jsonl => Ok(Self::Jsonl(BufWriter::with_capacity(BUFFER, stdout().lock()))),
        }
    }

    pub(crate) fn write(&mut self, line: &impl Line) -> io::Result<()> {
        match self {
            Self::Csv(csv, text) => {
                line.cells(&mut Cells { csv, text }).map_err(io_error)?;
                csv.write_record(None::<&[u8]>).map_err(io_error)
            }
            Self::Jsonl(out) => {
                serde_json::to_writer(&mut *out, line)?;
                out.write_all(b"\n")
            }
        }
    }

    /// What is not flushed may be lost without a word.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Csv(csv, _) => csv.flush(),
            Self::Jsonl(out) => out.flush(),
        }
    }
}

/// Pairs to write, and the tables their indices point into.
pub(crate) struct Output<'a> {
    pub(crate) a: &'a Table,
    pub(crate) b: &'a Table,
    pub(crate) pairs: &'a [(u32, u32)],
    pub(crate) contacts: bool,
}

impl Output<'_> {
    pub(crate) fn write(&self, format: Format) -> io::Result<()> {
        let columns = ["a", "b", "normal_x", "normal_y", "depth", "x1", "y1", "x2", "y2"];
        let mut lines = Lines::new(format, &columns[..if self.contacts { 9 } else { 2 }])?;
        for &(a, b) in self.pairs {
            let contact = self.contact(a, b).map(ContactLine::from);
            lines.write(&PairLine { a: self.a.id(a), b: self.b.id(b), contact })?;
        }
        lines.flush()
    }

    fn contact(&self, a: u32, b: u32) -> Option<Contact> {
        // Pairs overlap, so each has a contact.
        if self.contacts { contact(self.a.shapes[a as usize], self.b.shapes[b as usize]) } else { None }
    }
}

/// The system's own error, so that a closed pipe can be told from a full disk.
pub(crate) fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Without the sign of a zero, which says nothing to a reader.
pub(crate) fn plain(number: f32) -> f32 {
    number + 0.0
}

#[derive(Serialize)]
struct PairLine<'a> {
    a: Id<'a>,
    b: Id<'a>,
    #[serde(flatten)]
    contact: Option<ContactLine>,
}

#[derive(Serialize)]
struct ContactLine {
    normal: Point,
    depth: f32,
    points: Vec<Point>,
}

impl From<Contact> for ContactLine {
    fn from(contact: Contact) -> Self {
        let points = contact.points.as_slice().iter().copied().map(Point).collect();
        Self { normal: Point(contact.normal), depth: plain(contact.depth), points }
    }
}

impl Line for PairLine<'_> {
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()> {
        cells.text(self.a.text)?;
        cells.text(self.b.text)?;
        let Some(contact) = &self.contact else { return Ok(()) };
        cells.points(&[contact.normal], 1)?;
        cells.number(Some(contact.depth))?;
        cells.points(&contact.points, 2)
    }
}

/// A point or a direction, written as a list of two numbers.
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
