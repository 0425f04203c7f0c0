use std::fmt::Display;
use std::io::{self, BufWriter, Write, stderr, stdout};
use std::str::FromStr;

use collide::{Contact, Vec2, contact};
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

/// Pairs to write, and the tables their indices point into.
pub(crate) struct Output<'a> {
    pub(crate) a: &'a Table,
    pub(crate) b: &'a Table,
    pub(crate) pairs: &'a [(u32, u32)],
    pub(crate) contacts: bool,
}

impl Output<'_> {
    pub(crate) fn write(&self, format: Format) -> io::Result<()> {
        let out = BufWriter::with_capacity(1 << 16, stdout().lock());
        match format {
            Format::Csv => self.write_csv(out).map_err(io_error),
            Format::Jsonl => self.write_jsonl(out),
        }
    }

    fn contact(&self, a: u32, b: u32) -> Option<Contact> {
        // Pairs overlap, so each has a contact.
        if self.contacts { contact(self.a.shapes[a as usize], self.b.shapes[b as usize]) } else { None }
    }

    fn write_csv(&self, out: impl Write) -> csv::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        let columns = ["a", "b", "normal_x", "normal_y", "depth", "x1", "y1", "x2", "y2"];
        writer.write_record(&columns[..if self.contacts { 9 } else { 2 }])?;
        for &(a, b) in self.pairs {
            writer.write_field(self.a.id(a).text)?;
            writer.write_field(self.b.id(b).text)?;
            if let Some(contact) = self.contact(a, b) {
                let numbers = [contact.normal.x, contact.normal.y, contact.depth];
                let points = contact.points.as_slice().iter().flat_map(|point| [point.x, point.y]);
                let cells = numbers.into_iter().chain(points).map(|number| plain(number).to_string());
                for cell in cells.chain(std::iter::repeat(String::new())).take(7) {
                    writer.write_field(cell)?;
                }
            }
            writer.write_record(None::<&[u8]>)?;
        }
        Ok(writer.flush()?)
    }

    fn write_jsonl(&self, mut out: impl Write) -> io::Result<()> {
        for &(a, b) in self.pairs {
            let contact = self.contact(a, b).map(ContactLine::from);
            serde_json::to_writer(&mut out, &PairLine { a: self.a.id(a), b: self.b.id(b), contact })?;
            out.write_all(b"\n")?;
        }
        out.flush()
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
fn plain(number: f32) -> f32 {
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
    normal: [f32; 2],
    depth: f32,
    points: Vec<[f32; 2]>,
}

impl From<Contact> for ContactLine {
    fn from(contact: Contact) -> Self {
        let numbers = |v: Vec2| [plain(v.x), plain(v.y)];
        Self {
            normal: numbers(contact.normal),
            depth: plain(contact.depth),
            points: contact.points.as_slice().iter().map(|point| numbers(*point)).collect(),
        }
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
