//! The frames of a trace: writing them, and reading ticks from them.

use std::io::{self, ErrorKind, Read, Write};

use thiserror::Error;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::trace_part::{Stepped, TracePart};

const MAGIC: [u8; 8] = *b"ctrace\0\0";

/// The version of the format.
const VERSION: u32 = 1;

/// The maximum length of a frame. A larger number means that the trace is damaged.
const LONGEST: u64 = 1 << 40;

/// The number of bytes before each payload.
const HEAD: usize = 16;

/// Frames that are not written yet.
#[derive(Debug)]
pub(crate) struct Frames {
    bytes: Vec<u8>,
    checksum: u64,
}

/// The header.
impl Default for Frames {
    fn default() -> Self {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        let checksum = xxh3_64(&bytes);
        Self { bytes, checksum }
    }
}

impl Frames {
    /// Adds a frame.
    pub(crate) fn close(&mut self, payload: &[u8]) {
        self.checksum = xxh3_64_with_seed(payload, self.checksum);
        self.bytes.extend((payload.len() as u64).to_le_bytes());
        self.bytes.extend(self.checksum.to_le_bytes());
        self.bytes.extend(payload);
    }

    pub(crate) fn write(&mut self, to: &mut impl Write) -> io::Result<usize> {
        let (mut written, mut outcome) = (0, Ok(()));
        // No write without bytes: on a socket it could send an empty packet.
        while outcome.is_ok() && written < self.bytes.len() {
            match to.write(&self.bytes[written..]) {
                Ok(0) => outcome = Err(ErrorKind::WriteZero.into()),
                Ok(count) => written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => outcome = Err(error),
            }
        }
        self.bytes.drain(..written);
        outcome.map(|()| written)
    }
}

/// Iterator over the ticks of a trace: see [`World::start_recording`](crate::World::start_recording).
///
/// It ends after the last tick or at the first error. A trace that was cut off, for example by a crash of the server,
/// yields its complete ticks and then [`TraceError::CutOff`]. Bytes from untrusted sources are safe: stated lengths are
/// not trusted for allocation, and checksums detect damage.
///
/// A clone continues from the position of the trace at that time: it is a bookmark. This works if the reader, when
/// cloned, has its own position, as a slice or a [`Cursor`](std::io::Cursor) has.
///
/// ```
/// use collide_world::{Settings, Trace, TraceError, World};
/// let mut world = World::new(Settings::default());
/// world.start_recording();
/// world.step();
/// world.step();
/// let mut bytes = Vec::new();
/// world.write_recorded(&mut bytes)?;
///
/// let mut trace = Trace::new(&bytes[..bytes.len() - 1]);
/// assert_eq!(trace.next().unwrap()?.tick(), 1);
/// assert!(matches!(trace.next(), Some(Err(TraceError::CutOff { .. }))));
/// assert!(trace.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trace<R> {
    source: R,
    /// The position in the source after the last complete tick or header.
    offset: u64,
    checksum: u64,
    /// The last complete tick.
    last: Option<u64>,
    state: State,
}

#[derive(Clone, Debug, PartialEq)]
enum State {
    /// Before the first header.
    New,
    /// Before the first tick after a header.
    First,
    Further,
    Over,
}

impl<R: Read> Trace<R> {
    /// A trace from a reader. Reads nothing until the first tick is requested. It reads small pieces, so
    /// [buffer](std::io::BufReader) a file.
    #[must_use]
    pub fn new(source: R) -> Self {
        Self { source, offset: 0, checksum: 0, last: None, state: State::New }
    }

    /// The number of bytes up to the end of the last complete tick. Another trace can be appended there.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read_tick(&mut self) -> Result<Option<TraceTick>, TraceError> {
        // Several headers may follow each other, if nothing was recorded in between.
        let head = loop {
            match self.bytes()? {
                Bytes::None if self.state == State::New => return Err(self.cut_off()),
                Bytes::None => return Ok(None),
                Bytes::Some => return Err(self.cut_off()),
                Bytes::All(head) if self.state == State::New || head == MAGIC => self.read_header(head)?,
                Bytes::All(head) => break head,
            }
        };
        let Bytes::All(checksum) = self.bytes::<8>()? else { return Err(self.cut_off()) };
        let (length, noted) = (u64::from_le_bytes(head), u64::from_le_bytes(checksum));
        let offset = self.offset;
        if length > LONGEST {
            return Err(TraceError::Damaged { offset, last: self.last, what: "length of a frame" });
        }
        let mut payload = Vec::new();
        self.source.by_ref().take(length).read_to_end(&mut payload)?;
        if (payload.len() as u64) < length {
            return Err(self.cut_off());
        }
        self.checksum = xxh3_64_with_seed(&payload, self.checksum);
        if self.checksum != noted {
            return Err(TraceError::Damaged { offset, last: self.last, what: "checksum" });
        }
        let first = std::mem::replace(&mut self.state, State::Further) == State::First;
        let damaged = TraceError::Damaged { offset, last: self.last, what: "parts of a frame" };
        let tick = TraceTick::read(&payload).filter(|tick| tick.starts() || !first).ok_or(damaged)?;
        self.offset += HEAD as u64 + length;
        self.last = Some(tick.tick());
        Ok(Some(tick))
    }

    fn read_header(&mut self, magic: [u8; 8]) -> Result<(), TraceError> {
        if magic != MAGIC {
            return Err(TraceError::Magic { found: magic });
        }
        let Bytes::All(version) = self.bytes()? else { return Err(self.cut_off()) };
        if u32::from_le_bytes(version) != VERSION {
            return Err(TraceError::Version { found: u32::from_le_bytes(version) });
        }
        let mut header = MAGIC.to_vec();
        header.extend(version);
        self.offset += header.len() as u64;
        self.checksum = xxh3_64(&header);
        self.state = State::First;
        Ok(())
    }

    /// The next `COUNT` bytes.
    fn bytes<const COUNT: usize>(&mut self) -> Result<Bytes<COUNT>, TraceError> {
        let mut bytes = Vec::with_capacity(COUNT);
        self.source.by_ref().take(COUNT as u64).read_to_end(&mut bytes)?;
        Ok(match bytes.first_chunk() {
            Some(all) => Bytes::All(*all),
            None if bytes.is_empty() => Bytes::None,
            None => Bytes::Some,
        })
    }

    fn cut_off(&self) -> TraceError {
        TraceError::CutOff { offset: self.offset, last: self.last }
    }
}

enum Bytes<const COUNT: usize> {
    All([u8; COUNT]),
    Some,
    None,
}

impl<R: Read> Iterator for Trace<R> {
    type Item = Result<TraceTick, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Over {
            return None;
        }
        let tick = self.read_tick().transpose();
        if !matches!(tick, Some(Ok(_))) {
            self.state = State::Over;
        }
        tick
    }
}

/// A tick of a [`Trace`].
#[derive(Clone, Debug)]
pub struct TraceTick {
    pub(crate) parts: Vec<TracePart<'static>>,
    pub(crate) stepped: Stepped,
}

impl TraceTick {
    fn read(mut payload: &[u8]) -> Option<Self> {
        let mut parts = Vec::new();
        loop {
            let (part, rest) = postcard::take_from_bytes(payload).ok()?;
            match part {
                TracePart::Stepped(stepped) => return rest.is_empty().then_some(Self { parts, stepped }),
                part => parts.push(part),
            }
            payload = rest;
        }
    }

    /// Whether the tick starts with a snapshot of the whole world. True for the first tick of a trace, and for a tick
    /// before whose first query or change the world was [restored](crate::World::restore), or overwritten by `clone_from`.
    #[must_use]
    pub fn starts(&self) -> bool {
        matches!(self.parts.first(), Some(TracePart::Whole(_)))
    }

    /// The number of the tick, as [`World::tick`](crate::World::tick) counts.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.stepped.tick
    }

    /// The number of pairs of the tick.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.stepped.pair_count
    }

    /// The [fingerprint](crate::World::fingerprint) of the pairs of the tick, in order of slots.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.stepped.pairs
    }

    /// The number of query batches and calls before the step of the tick.
    #[must_use]
    pub fn question_count(&self) -> usize {
        self.parts.iter().filter(|part| part.is_question()).count()
    }
}

/// The error that ends a trace.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The source cannot be read.
    #[error("trace: cannot read: {0}")]
    Source(#[from] io::Error),
    /// The source does not start with the magic number of a trace.
    #[error("trace: must begin with {}, begins with {}", MAGIC.escape_ascii(), found.escape_ascii())]
    Magic {
        /// The first bytes.
        found: [u8; 8],
    },
    /// The trace has an unknown version of the format.
    #[error("trace: version must be {VERSION}, is {found}")]
    Version {
        /// The version of the trace.
        found: u32,
    },
    /// The trace ends within a tick or before the first tick.
    #[error("trace: cut off after {}, byte {offset}", after(*.last))]
    CutOff {
        /// The number of bytes up to the end of the last complete tick.
        offset: u64,
        /// The last complete tick, if there is one.
        last: Option<u64>,
    },
    /// The bytes have changed since they were written.
    #[error("trace: damaged after {}, byte {offset}: invalid {what}", after(*.last))]
    Damaged {
        /// The number of bytes up to the end of the last complete tick.
        offset: u64,
        /// The last complete tick, if there is one.
        last: Option<u64>,
        /// The part that is wrong, such as `checksum`.
        what: &'static str,
    },
}

fn after(last: Option<u64>) -> String {
    last.map_or_else(|| "the start".to_owned(), |tick| format!("tick {tick}"))
}
