//! A world that writes down what happens to it, and worlds that go through the same again.
//!
//! A trace is a header and a frame for each tick, and may be followed by another trace: so a server that starts again appends to
//! the file it has. Numbers in headers and frames are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ctrace` and two zeros |
//! | 4 | version of the format |
//!
//! | bytes | what |
//! |---|---|
//! | 8 | length of the payload |
//! | 8 | XXH3 of the payload, seeded with that of the frame before, or of the header with zero |
//! | length | payload: parts one after the other, as postcard writes them; the last one ends the tick |
//!
//! A part is a whole world as [saved](crate::World::save), the rules of the world, what has changed since the part before, questions
//! and the fingerprint of their answers, or the end of the tick with what it found.
//!
//! Each version stays readable: `tests/fixtures` of the project has files of all.

mod apply;
mod changes;
mod frame;
mod journal;
mod replay;
mod trace_part;

pub(crate) use apply::apply;
pub(crate) use journal::Journal;
pub(crate) use trace_part::{AnsweredQuestion, Stepped, TracePart};

pub use apply::ReplayMismatch;
pub use frame::{Trace, TraceError, TraceTick};
pub use replay::{Divergence, Phase, Replayed};
