//! Worlds that write down what happens to them, and worlds that go through it again.
#![expect(unsafe_code, reason = "names that a linker finds")]

use std::io::Cursor;

use collide2d::{Replayed, Trace, TraceTick};

use crate::border::{In, Mut, Out};
use crate::bytes::CollideBuffer;
use crate::failure::{COLLIDE_END, COLLIDE_OK, CollideStatus, Failure, answer, guarded, value};
use crate::world::CollideWorld;

/// What a world has written down, to be gone through tick by tick.
#[derive(Debug)]
pub struct CollideTrace {
    trace: Trace<Cursor<Vec<u8>>>,
    /// What was read last.
    tick: Option<TraceTick>,
}

/// What a recorded tick is.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideTraceTick {
    /// Its number.
    pub tick: u64,
    /// How many pairs it had. Of a trace from strangers look at this before it is replayed.
    pub pair_count: u64,
    /// The fingerprint of its pairs by slot.
    pub fingerprint: u64,
    /// How many batches of questions were asked before its step.
    pub question_count: usize,
    /// 1 if it begins with the whole world.
    pub starts: u8,
}

/// What of a replayed tick was the same as recorded.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideReplayed {
    /// Batches of questions that got the same answers.
    pub answered: usize,
    /// Those about ticks before the recording, which cannot be asked again.
    pub skipped: usize,
}

/// From now on the world writes down all that happens to it, beginning with how it is: changes, questions with the fingerprints of their answers,
/// and what each step found. What happens after the last step is lost.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_start_recording(world: Mut<CollideWorld>) -> CollideStatus {
    guarded(|| {
        world.get("world")?.world.start_recording();
        Ok(())
    })
}

/// Writes down no more. What has not been taken is lost.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_stop_recording(world: Mut<CollideWorld>) -> CollideStatus {
    guarded(|| {
        world.get("world")?.world.stop_recording();
        Ok(())
    })
}

/// 1 if what happens is written down; 0 if not, or for a null world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_is_recording(world: In<CollideWorld>) -> u8 {
    value(0, || Ok(world.get("world")?.world.is_recording().into()))
}

/// Hands over, in place of what `bytes` held, the ticks that were recorded since this was called last: to be appended to a file. Until
/// then they are kept in memory.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_take_recorded(world: Mut<CollideWorld>, bytes: Mut<CollideBuffer>) -> CollideStatus {
    guarded(|| {
        let (world, bytes) = (world.get("world")?, bytes.get("bytes")?);
        bytes.set(|bytes| world.world.write_recorded(bytes))?;
        Ok(())
    })
}

/// A trace of a copy of `count` bytes, to be freed by `collide_trace_free`. Nothing is read until the first tick is asked for.
#[unsafe(no_mangle)]
pub extern "C" fn collide_trace_new(bytes: In<u8>, count: usize, trace: Out<*mut CollideTrace>) -> CollideStatus {
    guarded(|| {
        let bytes = bytes.slice(count, "bytes")?.to_vec();
        trace.put_object(CollideTrace { trace: Trace::new(Cursor::new(bytes)), tick: None }, "trace")
    })
}

/// Frees a trace. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn collide_trace_free(trace: Mut<CollideTrace>) {
    value((), || {
        trace.free();
        Ok(())
    });
}

/// Reads the next tick, and writes what it is to `tick`, which may be null.
///
/// `COLLIDE_END` after the last one; `COLLIDE_DAMAGED` for bytes that are none of a trace, or were cut off, after the last whole tick.
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
        tick.put_if_wanted(about, "tick")?;
        Ok(COLLIDE_OK)
    };
    answer(next, |status| status, |status| status)
}

fn read(trace: &CollideTrace) -> Result<&TraceTick, Failure> {
    trace.tick.as_ref().ok_or(Failure::NoTick)
}

/// Goes through the tick that was read last again: makes the same changes, asks the same questions, steps, and looks whether all
/// answers are the recorded ones. The world becomes the recorded one at the start of a trace. `replayed` may be null.
///
/// `COLLIDE_DIVERGED` for the first answer that is another, with the tick and what of it; the world is then in the middle of that tick.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_replay(
    world: Mut<CollideWorld>,
    trace: In<CollideTrace>,
    replayed: Out<CollideReplayed>,
) -> CollideStatus {
    guarded(|| {
        let Replayed { answered, skipped, .. } = world.get("world")?.world.replay(read(trace.get("trace")?)?)?;
        replayed.put_if_wanted(CollideReplayed { answered, skipped }, "replayed")
    })
}

/// Makes the changes of the tick that was read last, and no more: to see what was recorded, and not whether it is so again.
///
/// `COLLIDE_DIVERGED` for changes that do not fit the world.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_follow(world: Mut<CollideWorld>, trace: In<CollideTrace>) -> CollideStatus {
    guarded(|| Ok(world.get("world")?.world.follow(read(trace.get("trace")?)?)?))
}
