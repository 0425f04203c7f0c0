//! Cuts text into records.

use std::io::Read;
use std::ops::Range;

use memchr::{memchr, memchr2, memchr3};

use super::error::{Fault, InputError};
use crate::shortage::reserve;

/// The maximum length of a record in bytes. It bounds the memory for files that are not text.
const MAX_LENGTH: usize = 1 << 20;

/// The number of bytes to read at a time. A record is searched again from its start after each, at most twice.
const CHUNK: usize = 1 << 20;

/// How text is cut into records.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    /// Each line is a record.
    Lines,
    /// A record ends at a line break outside quotes. A quoted cell begins and ends with a quote; within it, two quotes
    /// stand for one.
    Csv,
}

/// A record without its line break. It is not empty.
pub(super) struct Record<'a> {
    /// The line on which it starts.
    pub(super) line: u64,
    pub(super) text: &'a [u8],
    /// Whether it has quotes. They are valid.
    pub(super) quoted: bool,
}

/// Reads text and cuts it into records. Empty lines are skipped. `\n`, `\r` and `\r\n` are line breaks.
pub(super) struct Records<R> {
    file: String,
    syntax: Syntax,
    input: R,
    buffer: Vec<u8>,
    /// The records that were cut last.
    cuts: Vec<Cut>,
    /// The error after these records.
    error: Option<InputError>,
    /// The index in `buffer` of the text that is not yet cut.
    start: usize,
    /// Whether the input has ended.
    ended: bool,
    /// The line at `start`.
    line: u64,
    /// Whether the byte before `start` is `\r`.
    after_return: bool,
}

/// A record by its place in the buffer.
struct Cut {
    line: u64,
    place: Range<usize>,
    quoted: bool,
}

impl<R: Read> Records<R> {
    /// `file` is the name of the input in errors.
    pub(super) fn new(input: R, syntax: Syntax, file: String) -> Self {
        let (buffer, cuts) = Default::default();
        Self { file, syntax, input, buffer, cuts, error: None, start: 0, ended: false, line: 1, after_return: false }
    }

    /// Cuts the next records, at most `limit`. Returns false at the end of the input.
    ///
    /// Errors: the input cannot be read, a record is longer than [`MAX_LENGTH`], or its quotes are not valid. The
    /// records before are returned first. There are none after an error, because their start is not known.
    pub(super) fn advance(&mut self, limit: usize) -> Result<bool, InputError> {
        self.cuts.clear();
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        while self.cuts.len() < limit {
            match self.cut() {
                Ok(Some(cut)) => self.cuts.push(cut),
                Ok(None) if self.ended || !self.cuts.is_empty() => break,
                Ok(None) => self.refill()?,
                Err(error) if self.cuts.is_empty() => return Err(error),
                Err(error) => {
                    self.error = Some(error);
                    break;
                }
            }
        }
        Ok(!self.cuts.is_empty())
    }

    /// The records that were cut last, in `count` parts or fewer.
    pub(super) fn parts(&self, count: usize) -> impl Iterator<Item = Part<'_>> {
        let length = self.cuts.len().div_ceil(count).max(1);
        self.cuts.chunks(length).map(|cuts| Part { text: &self.buffer, cuts })
    }

    /// Cuts the next record from the buffer. Returns `None` if its end is not in the buffer, or the input has ended.
    fn cut(&mut self) -> Result<Option<Cut>, InputError> {
        self.skip_line_breaks();
        let rest = &self.buffer[self.start..];
        let too_long = rest.len() > MAX_LENGTH;
        match end(rest, self.syntax, self.ended) {
            End::Found { length: 0, .. } => Ok(None),
            End::Found { length, quoted } if length <= MAX_LENGTH => {
                let (line, place) = (self.line, self.start..self.start + length);
                if quoted {
                    self.line += line_breaks(&rest[..length]);
                }
                (self.start, self.after_return) = (place.end, false);
                Ok(Some(Cut { line, place, quoted }))
            }
            End::Unclosed { start } if too_long || self.ended => {
                let limit = if too_long { format!(" within {MAX_LENGTH} bytes") } else { String::new() };
                let line = self.line + line_breaks(&rest[..start]);
                Err(self.error(line, "quote", format!("opened here and never closed{limit}")))
            }
            End::Broken(problem) => Err(self.error(self.line, "quote", problem.to_owned())),
            End::Missing | End::Unclosed { .. } if !too_long => Ok(None),
            _ => Err(self.error(self.line, "row", format!("longer than the limit of {MAX_LENGTH} bytes"))),
        }
    }

    fn skip_line_breaks(&mut self) {
        while let Some(byte @ (b'\n' | b'\r')) = self.buffer.get(self.start) {
            // A return and a newline together end one line.
            self.line += u64::from(*byte == b'\r' || !self.after_return);
            self.after_return = *byte == b'\r';
            self.start += 1;
        }
    }

    /// Reads on. The text that is not yet cut stays.
    fn refill(&mut self) -> Result<(), InputError> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let reserved = reserve(|| self.buffer.try_reserve(CHUNK));
        reserved.map_err(|_| InputError::Memory { file: self.file.clone() })?;
        let read = self.input.by_ref().take(CHUNK as u64).read_to_end(&mut self.buffer);
        let read = read.map_err(|error| InputError::File { file: self.file.clone(), action: "read", error })?;
        self.ended = read < CHUNK;
        Ok(())
    }

    fn error(&self, line: u64, what: &'static str, problem: String) -> InputError {
        InputError::Row { file: self.file.clone(), line, fault: Fault::new(what, problem) }
    }
}

/// Some records.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    text: &'a [u8],
    cuts: &'a [Cut],
}

impl<'a> Part<'a> {
    pub(super) fn records(self) -> impl Iterator<Item = Record<'a>> {
        let text = self.text;
        self.cuts.iter().map(move |cut| Record { line: cut.line, text: &text[cut.place.clone()], quoted: cut.quoted })
    }
}

/// Where the record at the start of a text ends.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Found {
        length: usize,
        quoted: bool,
    },
    /// The text has no end of the record.
    Missing,
    /// The text has no closing quote for the quote at `start`.
    Unclosed {
        start: usize,
    },
    Broken(&'static str),
}

/// `is_last` means that the end of the text is the end of the input.
fn end(text: &[u8], syntax: Syntax, is_last: bool) -> End {
    let at_end = |quoted| if is_last { End::Found { length: text.len(), quoted } } else { End::Missing };
    if syntax == Syntax::Lines {
        return memchr2(b'\n', b'\r', text).map_or(at_end(false), |length| End::Found { length, quoted: false });
    }
    let (mut from, mut quoted) = (0, false);
    loop {
        let Some(found) = memchr3(b'\n', b'\r', b'"', &text[from..]) else { return at_end(quoted) };
        let start = from + found;
        if text[start] != b'"' {
            return End::Found { length: start, quoted };
        }
        if start > 0 && text[start - 1] != b',' {
            return End::Broken("a quote inside an unquoted cell; quote the cell and double the quote");
        }
        let Some(length) = quoted_length(&text[start + 1..]) else { return End::Unclosed { start } };
        (from, quoted) = (start + length + 2, true);
        match text.get(from) {
            // A quote at the end of the text may be the first of two.
            None => return at_end(true),
            Some(b',' | b'\n' | b'\r') => {}
            Some(_) => return End::Broken("text after a closing quote"),
        }
    }
}

/// The length of a quoted text up to its closing quote; `None` if there is none.
fn quoted_length(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let quote = from + memchr(b'"', &text[from..])?;
        if text.get(quote + 1) != Some(&b'"') {
            return Some(quote);
        }
        from = quote + 2;
    }
}

fn line_breaks(text: &[u8]) -> u64 {
    let ends = |(index, byte): (usize, &u8)| *byte == b'\n' || (*byte == b'\r' && text.get(index + 1) != Some(&b'\n'));
    text.iter().enumerate().filter(|indexed| ends(*indexed)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(buffer.len());
            self.0.read(&mut buffer[..count])
        }
    }

    /// All records with their lines, and the error at the end.
    fn cut(text: &[u8], syntax: Syntax) -> (Vec<(u64, String)>, String) {
        let owned = |record: Record<'_>| (record.line, String::from_utf8_lossy(record.text).into_owned());
        let read = |step| {
            let mut records = Records::new(Slow(text, step), syntax, "a".to_owned());
            let mut found = Vec::new();
            loop {
                match records.advance(step) {
                    Ok(true) => found.extend(records.parts(2).flat_map(Part::records).map(owned)),
                    Ok(false) => return (found, String::new()),
                    Err(error) => return (found, error.to_string()),
                }
            }
        };
        let all = read(usize::MAX);
        assert_eq!(read(7), all);
        all
    }

    #[test]
    fn records_end_at_line_breaks_outside_quotes() {
        let text = b"\r\n\na,b\r\n\"c\rd\r\ne\nf\",\"\"\"\"\r\rg\n\n\"h\"";
        let expected =
            [(3, "a,b"), (4, "\"c\rd\r\ne\nf\",\"\"\"\""), (9, "g"), (11, "\"h\"")].map(|(n, t)| (n, t.to_owned()));
        assert_eq!(cut(text, Syntax::Csv), (expected.to_vec(), String::new()));
        let lines = [(1, "\"a"), (2, "b\" \"c")].map(|(line, text)| (line, text.to_owned()));
        assert_eq!(cut(b"\"a\nb\" \"c\r\n", Syntax::Lines), (lines.to_vec(), String::new()));
    }

    #[test]
    fn records_and_quotes_that_are_longer_than_the_limit_are_errors() {
        let long = |byte: u8, count: usize| [b"ab\n".to_vec(), vec![byte; count], b"\nc".to_vec()].concat();
        for syntax in [Syntax::Csv, Syntax::Lines] {
            let (found, error) = cut(&long(b'x', MAX_LENGTH), syntax);
            assert_eq!((found[1].1.len(), found[2].clone(), error.as_str()), (MAX_LENGTH, (3, "c".to_owned()), ""));
            for more in [1, CHUNK, 4 * CHUNK] {
                let (found, error) = cut(&long(0, MAX_LENGTH + more), syntax);
                assert_eq!((found.len(), error.as_str()), (1, "a:2: row: longer than the limit of 1048576 bytes"));
            }
        }
        let open = [b"a\nb,\"\n".to_vec(), vec![b'\n'; 2 * MAX_LENGTH]].concat();
        let message = "a:2: quote: opened here and never closed within 1048576 bytes";
        assert_eq!(cut(&open, Syntax::Csv).1, message);
        assert_eq!(cut(b"a\n\"b\n\",\"\n", Syntax::Csv).1, "a:3: quote: opened here and never closed");
    }

    /// Every text of a few bytes is cut as a state machine over its bytes cuts it.
    #[test]
    fn equals_a_state_machine() {
        const BYTES: [u8; 5] = [b'a', b',', b'"', b'\n', b'\r'];
        for number in 0..5_usize.pow(7) {
            let text: Vec<u8> = (0..7).map(|place| BYTES[number / 5_usize.pow(place) % 5]).collect();
            let (found, error) = cut(&text, Syntax::Csv);
            let (expected, fault) = reference(&text);
            assert_eq!((&found, error.is_empty()), (&expected, fault.is_none()), "{text:?}");
            if let Some((line, fault)) = fault {
                assert_eq!(error, format!("a:{line}: quote: {fault}"), "{text:?}");
            }
        }
    }

    type Reference = (Vec<(u64, String)>, Option<(u64, &'static str)>);

    fn reference(text: &[u8]) -> Reference {
        #[derive(PartialEq)]
        enum State {
            Between,
            CellStart,
            Bare,
            Quoted,
            Closing,
        }
        use State::{Bare, Between, CellStart, Closing, Quoted};
        let (mut state, mut line, mut opened, mut after_return) = (Between, 1, 0, false);
        let mut records: Vec<(u64, String)> = Vec::new();
        for &byte in text {
            let line_break = matches!(byte, b'\n' | b'\r');
            if state == Between && !line_break {
                records.push((line, String::new()));
                state = CellStart;
            }
            let fault = match (&state, byte) {
                (CellStart | Closing | Quoted, b'"') | (Closing, b',' | b'\n' | b'\r') => None,
                (Closing, _) => Some("text after a closing quote"),
                (_, b'"') => Some("a quote inside an unquoted cell; quote the cell and double the quote"),
                _ => None,
            };
            if let Some(fault) = fault {
                let (line, _) = records.pop().unwrap();
                return (records, Some((line, fault)));
            }
            if state == CellStart && byte == b'"' {
                opened = line;
            }
            state = match (state, byte) {
                (Quoted, b'"') => Closing,
                (Quoted, _) | (CellStart | Closing, b'"') => Quoted,
                (_, b',') => CellStart,
                (_, b'\n' | b'\r') => Between,
                _ => Bare,
            };
            if state != Between {
                records.last_mut().unwrap().1.push(byte.into());
            }
            line += u64::from(byte == b'\r' || (byte == b'\n' && !after_return));
            after_return = byte == b'\r';
        }
        if state == Quoted {
            records.pop();
            return (records, Some((opened, "opened here and never closed")));
        }
        (records, None)
    }
}
