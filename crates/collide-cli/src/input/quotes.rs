//! The lines and the quotes of CSV text.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{Read, Result};
use std::rc::Rc;

/// The line on which a record starts, and what is wrong with its quotes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Start {
    pub(crate) line: u64,
    pub(crate) fault: Option<&'static str>,
}

/// The records ahead of the parser, as far as they fit into its buffer.
#[derive(Debug)]
pub(crate) struct Track {
    starts: VecDeque<Start>,
    state: State,
    line: u64,
    after_return: bool,
    opened_on: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    BetweenRecords,
    FieldStart,
    Bare,
    Quoted,
    /// After a quote within quotes: the end of the field, or the first half of a quote in the text.
    Closing,
}

impl Track {
    fn new() -> Self {
        let (starts, state) = (VecDeque::new(), State::BetweenRecords);
        Self { starts, state, line: 1, after_return: false, opened_on: 0 }
    }

    /// The start of the next record. The parser has read that record, so its bytes have passed here.
    pub(crate) fn next(&mut self) -> Start {
        self.starts.pop_front().unwrap_or(Start { line: self.line, fault: None })
    }

    /// At the end of the file, the line of a quote that was never closed.
    pub(crate) fn unclosed(&self) -> Option<u64> {
        (self.state == State::Quoted).then_some(self.opened_on)
    }

    fn observe(&mut self, byte: u8) {
        let line_break = matches!(byte, b'\n' | b'\r');
        if self.state == State::BetweenRecords && !line_break {
            self.starts.push_back(Start { line: self.line, fault: None });
            self.state = State::FieldStart;
        }
        self.state = match (self.state, byte) {
            (State::Quoted, b'"') => State::Closing,
            (State::Quoted, _) => State::Quoted,
            (State::FieldStart, b'"') => {
                self.opened_on = self.line;
                State::Quoted
            }
            (State::Closing, b'"') => State::Quoted,
            (_, b',') => State::FieldStart,
            (_, b'\n' | b'\r') => State::BetweenRecords,
            (State::Closing, _) => self.fault("text after a closing quote"),
            (_, b'"') => self.fault("a quote inside an unquoted cell; quote the cell and double the quote"),
            _ => State::Bare,
        };
        // A return and a newline together end one line.
        if byte == b'\r' || (byte == b'\n' && !self.after_return) {
            self.line += 1;
        }
        self.after_return = byte == b'\r';
    }

    fn fault(&mut self, fault: &'static str) -> State {
        if let Some(start) = self.starts.back_mut() {
            start.fault.get_or_insert(fault);
        }
        State::Bare
    }
}

/// A reader that tracks the quotes and lines of CSV text: the `csv` crate accepts broken quotes, and counts empty lines
/// to the record that follows them.
pub(crate) struct Quotes<R> {
    input: R,
    track: Rc<RefCell<Track>>,
}

impl<R: Read> Quotes<R> {
    pub(crate) fn new(input: R) -> (Self, Rc<RefCell<Track>>) {
        let track = Rc::new(RefCell::new(Track::new()));
        (Self { input, track: Rc::clone(&track) }, track)
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.input.read(buffer)?;
        let mut track = self.track.borrow_mut();
        buffer[..count].iter().for_each(|byte| track.observe(*byte));
        Ok(count)
    }
}
