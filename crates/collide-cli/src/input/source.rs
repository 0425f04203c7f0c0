//! An open file, and its first bytes.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::InputError;
use crate::progress::{Counted, Progress};

/// The number of bytes that identify the format of a file.
pub(super) const START_LENGTH: usize = 8;

/// A file whose first bytes are known. Reading starts with these.
pub(crate) struct Source {
    pub(super) file: String,
    /// Whether the extension is one of JSON lines.
    pub(super) is_json: bool,
    pub(super) start: Vec<u8>,
    /// The number of bytes of `start` that have been read.
    start_read: usize,
    input: Counted<Box<dyn Read>>,
    _progress: Progress,
}

impl Source {
    /// Opens a file of any format; `-` is standard input.
    pub(crate) fn open(path: &Path) -> Result<Self, InputError> {
        let file = path.display().to_string();
        let (input, size) = open(path).map_err(InputError::file(path, "open"))?;
        let progress = Progress::start(format!("reading {file}"), size);
        let mut input = progress.reading(input);
        let mut start = Vec::new();
        let read = input.by_ref().take(START_LENGTH as u64).read_to_end(&mut start);
        read.map_err(InputError::file(path, "read"))?;
        let has_extension = |name: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(name));
        let is_json = has_extension("jsonl") || has_extension("ndjson");
        Ok(Self { file, is_json, start, start_read: 0, input, _progress: progress })
    }

    /// Skips the byte order mark of UTF-8; that of UTF-16 is an error.
    pub(super) fn skip_byte_order_mark(&mut self) -> Result<(), InputError> {
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
        let start = &self.start[self.start_read..];
        if start.is_empty() {
            return self.input.read(buffer);
        }
        let count = start.len().min(buffer.len());
        buffer[..count].copy_from_slice(&start[..count]);
        self.start_read += count;
        Ok(count)
    }
}

fn open(path: &Path) -> io::Result<(Box<dyn Read>, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    // Some systems open a folder and fail only when it is read.
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok((Box::new(file), metadata.is_file().then_some(metadata.len())))
}
