//! Recording and replay of a world.
//!
//! A trace is a header and a frame for each tick. Another trace may follow, so a restarted server can append to its
//! file. Numbers in headers and frames are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ctrace` and two zeros |
//! | 4 | version of the format |
//!
//! | bytes | what |
//! |---|---|
//! | 8 | length of the payload |
//! | 8 | XXH3 of the payload, seeded with that of the previous frame, or of the header, whose seed is zero |
//! | length | payload: parts one after the other in the postcard format; the last one ends the tick |
//!
//! A part is a [snapshot](crate::World::save) of the world, the settings that decide answers, the changes since the
//! previous part, queries and calls with the fingerprint of their answers, or the end of the tick with its result.
//!
//! Until the first release the version stays 1 and may change.

mod apply;
mod changes;
mod frame;
mod replay;
mod trace_part;

pub(crate) use apply::apply;
pub(crate) use changes::Known;
pub(crate) use frame::Frames;
pub(crate) use trace_part::{AnsweredQuestion, Call, QuestionAnswer, Rules, Stepped, StoredSeparateOptions, TracePart};

pub use apply::ReplayMismatch;
pub use frame::{Trace, TraceError, TraceTick};
pub use replay::{Divergence, Phase, Replayed};
