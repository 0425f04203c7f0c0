//! An open file, and its first bytes.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::InputError;
use crate::progress::{Counted, Progress};

/// The number of bytes that identify the format of a file.
pub(super) const START_LENGTH: usize = 8;

/// What is wrong with GeoJSON.
pub(super) const GEOJSON: &str = "is GeoJSON, which is not read; write each polygon as a row such as \
    {\"id\":1,\"points\":[[0,0],[4,0],[0,3]]}, with coordinates in a plane";

/// A file whose first bytes are known. Reading starts with these.
pub(crate) struct Source {
    pub(super) file: String,
    /// The extension in small letters; empty without one.
    extension: String,
    pub(super) start: Vec<u8>,
    /// The number of bytes of `start` that have been read.
    start_read: usize,
    input: Counted<Box<dyn Read>>,
    _progress: Progress,
}

impl Source {
    /// Opens a file of any format; `-` is standard input.
    pub(super) fn open(path: &Path) -> Result<Self, InputError> {
        let file = path.display().to_string();
        let (input, size) = open(path).map_err(InputError::file(path, "open"))?;
        let progress = Progress::start(format!("reading {file}"), size);
        let mut input = progress.reading(input);
        let mut start = Vec::new();
        let read = input.by_ref().take(START_LENGTH as u64).read_to_end(&mut start);
        read.map_err(InputError::file(path, "read"))?;
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        Ok(Self { file, extension, start, start_read: 0, input, _progress: progress })
    }

    /// Skips the byte order mark of UTF-8, and checks that the first bytes may be those of rows.
    pub(super) fn check_encoding(&mut self) -> Result<(), InputError> {
        if self.start.starts_with(&[0xEF, 0xBB, 0xBF]) {
            self.start.drain(..3);
        }
        let is_utf16 = self.start.starts_with(&[0xFF, 0xFE]) || self.start.starts_with(&[0xFE, 0xFF]);
        let problem = match self.first() {
            _ if is_utf16 => "is UTF-16 text; save it as UTF-8",
            _ if self.extension == "ctrace" => return Err(self.not_a_trace()),
            _ if self.extension == "geojson" => GEOJSON,
            Some(b'[') => "is a JSON array; write one object on each line (JSON lines)",
            Some(0x1E) => "is a JSON text sequence; write one object on each line, without separators (JSON lines)",
            _ => return Ok(()),
        };
        Err(InputError::Encoding { file: self.file.clone(), problem })
    }

    pub(super) fn not_a_trace(&self) -> InputError {
        InputError::Encoding { file: self.file.clone(), problem: "is not a trace; `collide convert` writes one" }
    }

    /// Whether the rows are JSON lines: by the extension, or because they begin with an object.
    pub(super) fn is_json(&self) -> bool {
        matches!(self.extension.as_str(), "jsonl" | "ndjson") || self.first() == Some(b'{')
    }

    /// The first byte that is not white space.
    fn first(&self) -> Option<u8> {
        self.start.trim_ascii_start().first().copied()
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
