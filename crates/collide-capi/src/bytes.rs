//! Snapshots of worlds as bytes, copies of worlds, and text.
#![expect(unsafe_code, reason = "names that a linker finds")]

use std::ffi::c_char;

use crate::border::{In, Mut, Out, freed};
use crate::failure::{CollideStatus, Failure, guarded, last_message, value};
use crate::world::CollideWorld;

/// Bytes or text that a call has written. Its memory is reused: use one buffer for many calls.
#[derive(Debug, Default)]
pub struct CollideBuffer {
    /// The content, followed by a zero byte.
    bytes: Vec<u8>,
}

impl CollideBuffer {
    /// Replaces the content with the bytes that `write` writes.
    pub(crate) fn set<R>(&mut self, write: impl FnOnce(&mut Vec<u8>) -> R) -> R {
        self.bytes.clear();
        let result = write(&mut self.bytes);
        self.bytes.push(0);
        result
    }

    pub(crate) fn set_text(&mut self, text: &str) {
        self.set(|bytes| bytes.extend_from_slice(text.as_bytes()));
    }
}

/// Copies the message of `collide_last_error` to an array with room for `room` bytes, so that it can be kept. It always ends
/// with a zero byte, before which it is cut off if the room is too small. Returns the length of the whole message without the
/// zero byte. If `room` is 0, `text` may be null, and nothing is written.
#[unsafe(no_mangle)]
pub extern "C" fn collide_copy_last_error(text: Out<c_char>, room: usize) -> usize {
    let message = last_message();
    let kept = &message[..message.len().min(room.saturating_sub(1))];
    // Fails for a null pointer: there is no room then.
    let _ = text.put_all(room, kept.iter().chain(&[0]).map(|byte| *byte as c_char), "text");
    message.len()
}

/// Creates an empty buffer. Free it with `collide_buffer_free`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_buffer_new(buffer: Out<*mut CollideBuffer>) -> CollideStatus {
    guarded(|| buffer.put_object(CollideBuffer { bytes: vec![0] }, "buffer"))
}

/// Frees a buffer. Null is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn collide_buffer_free(buffer: Mut<CollideBuffer>) {
    freed(buffer);
}

/// The bytes of a buffer, followed by a zero byte, so that text can be used as a C string. Valid until the next call
/// that takes the buffer without `const`. Null for a null buffer.
#[unsafe(no_mangle)]
pub extern "C" fn collide_buffer_data(buffer: In<CollideBuffer>) -> *const u8 {
    value(std::ptr::null(), || Ok(buffer.get("buffer")?.bytes.as_ptr()))
}

/// The number of bytes in a buffer, without the zero byte after them; 0 for a null buffer.
#[unsafe(no_mangle)]
pub extern "C" fn collide_buffer_len(buffer: In<CollideBuffer>) -> usize {
    value(0, || Ok(buffer.get("buffer")?.bytes.len().saturating_sub(1)))
}

/// A snapshot of everything that decides future results: entities, handles, the tick and its pairs. The settings and
/// the history are not part of it.
///
/// Overwrites `bytes` with it.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_save(world: In<CollideWorld>, bytes: Mut<CollideBuffer>) -> CollideStatus {
    guarded(|| {
        let world = &world.get("world")?.world;
        bytes.get("bytes")?.set(|bytes| world.save_into(bytes));
        Ok(())
    })
}

/// Replaces a world by a snapshot (rollback, migration, persistence). The world keeps its own settings. Until the next
/// step it has no events and no report, and its history is empty.
///
/// `count` is the number of bytes.
///
/// Errors: `COLLIDE_DAMAGED` if the bytes are not a snapshot of a world; the world is then unchanged. The bytes may
/// come from an untrusted source.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_restore(world: Mut<CollideWorld>, bytes: In<u8>, count: usize) -> CollideStatus {
    guarded(|| Ok(world.get("world")?.world.restore(bytes.slice(count, "bytes")?)?))
}

/// An independent copy that evolves identically: after the same calls both worlds have the same pairs, events, answers,
/// handles and fingerprints. The copy is not recorded, even if the world is.
///
/// Writes the copy to `fork`: free it with `collide_world_free`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_fork(world: In<CollideWorld>, fork: Out<*mut CollideWorld>) -> CollideStatus {
    guarded(|| {
        let world = world.get("world")?;
        fork.check(1, "fork")?;
        fork.put_object(CollideWorld::around(world.world.clone(), world.threads()), "fork")
    })
}

/// Overwrites `other` with an independent copy of the world, settings included, which evolves identically. Reuses the
/// memory of `other`, and does not allocate once that has grown.
///
/// Errors: `COLLIDE_INVALID` if both are the same object.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_fork_into(world: In<CollideWorld>, other: Mut<CollideWorld>) -> CollideStatus {
    guarded(|| {
        if world.is(&other) {
            return Err(Failure::Same { what: "other" });
        }
        let (world, other) = (world.get("world")?, other.get("other")?);
        other.world.clone_from(&world.world);
        other.set_threads(world.threads());
        Ok(())
    })
}
