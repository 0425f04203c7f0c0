//! Recording of worlds, and replay.
#![expect(unsafe_code, reason = "names that a linker finds")]

use std::io::Cursor;

use collide2d::{Replayed, Trace, TraceTick};

use crate::border::{In, Mut, Out, freed};
use crate::bytes::CollideBuffer;
use crate::failure::{COLLIDE_END, COLLIDE_OK, CollideStatus, Failure, answer, guarded, value};
use crate::world::CollideWorld;

/// A recording of a world, read tick by tick.
#[derive(Debug)]
pub struct CollideTrace {
    trace: Trace<Cursor<Vec<u8>>>,
    /// The tick that was read last.
    tick: Option<TraceTick>,
}

/// The description of a recorded tick.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideTraceTick {
    /// The number of the tick.
    pub tick: u64,
    /// The number of pairs. Check it before you replay a trace from an untrusted source.
    pub pair_count: u64,
    /// The fingerprint of the pairs, in order of slots.
    pub fingerprint: u64,
    /// The number of batches of queries before the step.
    pub question_count: usize,
    /// 1 if the tick starts with a snapshot of the whole world, else 0.
    pub starts: u8,
}

/// The result of a replayed tick.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideReplayed {
    /// The number of batches of queries with the same answers as recorded.
    pub answered: usize,
    /// The number of batches about ticks before the recording, which cannot be replayed.
    pub skipped: usize,
}

/// Starts a recording with a snapshot of the world. Recorded are all changes, all calls that ask or move with the
/// fingerprints of their answers, and the result of each step. Changes after the last step are not recorded.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_start_recording(world: Mut<CollideWorld>) -> CollideStatus {
    guarded(|| {
        world.get("world")?.world.start_recording();
        Ok(())
    })
}

/// Stops the recording. Ticks that were not taken with `collide_world_take_recorded` are lost.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_stop_recording(world: Mut<CollideWorld>) -> CollideStatus {
    guarded(|| {
        world.get("world")?.world.stop_recording();
        Ok(())
    })
}

/// Whether the world is recorded.
///
/// 1 if it is; 0 if not, or for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_is_recording(world: In<CollideWorld>) -> u8 {
    value(0, || Ok(world.get("world")?.world.is_recording().into()))
}

/// The ticks that were recorded since the last call. Append them to a file. Until this call they are kept in memory.
///
/// Overwrites `bytes` with them.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_take_recorded(world: Mut<CollideWorld>, bytes: Mut<CollideBuffer>) -> CollideStatus {
    guarded(|| {
        let (world, bytes) = (world.get("world")?, bytes.get("bytes")?);
        bytes.set(|bytes| world.world.write_recorded(bytes))?;
        Ok(())
    })
}

/// A trace from a copy of bytes, before its first tick.
///
/// Writes a trace of `count` bytes to `trace`: free it with `collide_trace_free`. The first `collide_trace_next` reads
/// the first tick.
#[unsafe(no_mangle)]
pub extern "C" fn collide_trace_new(bytes: In<u8>, count: usize, trace: Out<*mut CollideTrace>) -> CollideStatus {
    guarded(|| {
        let bytes = bytes.slice(count, "bytes")?.to_vec();
        trace.put_object(CollideTrace { trace: Trace::new(Cursor::new(bytes)), tick: None }, "trace")
    })
}

/// Frees a trace. Null is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn collide_trace_free(trace: Mut<CollideTrace>) {
    freed(trace);
}

/// Reads the next tick, and writes its description to `tick`, which may be null.
///
/// Returns `COLLIDE_END` after the last tick. Errors: `COLLIDE_DAMAGED` if the bytes are not a trace or are cut off,
/// after the last complete tick.
#[unsafe(no_mangle)]
pub extern "C" fn collide_trace_next(trace: Mut<CollideTrace>, tick: Out<CollideTraceTick>) -> CollideStatus {
    let next = || {
        let trace = trace.get("trace")?;
        trace.tick = trace.trace.next().transpose()?;
        let Some(read) = &trace.tick else { return Ok(COLLIDE_END) };
        let about = CollideTraceTick {
            tick: read.tick(),
            pair_count: read.pair_count(),
            fingerprint: read.fingerprint(),
            question_count: read.question_count(),
            starts: read.starts().into(),
        };
        tick.put_optional(about, "tick")?;
        Ok(COLLIDE_OK)
    };
    answer(next, |status| status, |status| status)
}

fn read(trace: &CollideTrace) -> Result<&TraceTick, Failure> {
    trace.tick.as_ref().ok_or(Failure::NoTick)
}

/// Replays the tick that was read last: makes the same changes and queries, steps, and compares all answers with the
/// recorded ones. At the start of a trace the world becomes the recorded one.
///
/// `replayed` may be null.
///
/// Errors: `COLLIDE_DIVERGED` at the first answer that differs, with the tick and the answer; the world is then in the
/// middle of that tick.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_replay(
    world: Mut<CollideWorld>,
    trace: In<CollideTrace>,
    replayed: Out<CollideReplayed>,
) -> CollideStatus {
    guarded(|| {
        let Replayed { answered, skipped, .. } = read(trace.get("trace")?)?.replay(&mut world.get("world")?.world)?;
        replayed.put_optional(CollideReplayed { answered, skipped }, "replayed")
    })
}

/// Applies the changes of the tick that was read last, without its queries and without a step: to show a recording
/// without verifying it.
///
/// Errors: `COLLIDE_DIVERGED` if the changes do not fit the world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_follow(world: Mut<CollideWorld>, trace: In<CollideTrace>) -> CollideStatus {
    guarded(|| Ok(read(trace.get("trace")?)?.follow(&mut world.get("world")?.world)?))
}
