//! Worlds as bytes, and copies of them.
#![expect(unsafe_code, reason = "names that a linker finds")]

use crate::border::{In, Mut, Out};
use crate::failure::{CollideStatus, Failure, guarded, value};
use crate::world::CollideWorld;

/// Bytes, or text, that a call has written. Keeps its memory; use one for many calls.
#[derive(Debug, Default)]
pub struct CollideBuffer {
    /// A zero follows what was written.
    bytes: Vec<u8>,
}

impl CollideBuffer {
    /// Takes what is written over what it held.
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

/// A new buffer that holds nothing, to be freed by `collide_buffer_free`.
#[unsafe(no_mangle)]
pub extern "C" fn collide_buffer_new(buffer: Out<*mut CollideBuffer>) -> CollideStatus {
    guarded(|| buffer.put_object(CollideBuffer { bytes: vec![0] }, "buffer"))
}

/// Frees a buffer. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn collide_buffer_free(buffer: Mut<CollideBuffer>) {
    value((), || {
        buffer.free();
        Ok(())
    });
}

/// The bytes of a buffer, and a zero after them so that text may be read as such. They stay until the next call that the buffer is given to
/// without `const`. Null for a null buffer.
#[unsafe(no_mangle)]
pub extern "C" fn collide_buffer_data(buffer: In<CollideBuffer>) -> *const u8 {
    value(std::ptr::null(), || Ok(buffer.get("buffer")?.bytes.as_ptr()))
}

/// How many bytes a buffer holds, the zero after them not counted; 0 for a null buffer.
#[unsafe(no_mangle)]
pub extern "C" fn collide_buffer_len(buffer: In<CollideBuffer>) -> usize {
    value(0, || Ok(buffer.get("buffer")?.bytes.len().saturating_sub(1)))
}

/// Writes all that decides future answers over what `bytes` held: entities, handles, the tick and its pairs. Not the settings, nor the
/// past.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_save(world: In<CollideWorld>, bytes: Mut<CollideBuffer>) -> CollideStatus {
    guarded(|| {
        let world = &world.get("world")?.world;
        bytes.get("bytes")?.set(|bytes| world.save_into(bytes));
        Ok(())
    })
}

/// Makes a world the one that was saved in `count` bytes, with the settings it has itself. Until the next step it has no events and no
/// report, and remembers nothing of the past.
///
/// `COLLIDE_DAMAGED` for bytes that are not those of a world; it is then as it was. They may come from anyone.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_restore(world: Mut<CollideWorld>, bytes: In<u8>, count: usize) -> CollideStatus {
    guarded(|| Ok(world.get("world")?.world.restore(bytes.slice(count, "bytes")?)?))
}

/// A copy that goes on alike, to be freed by `collide_world_free`: after the same calls both have the same pairs, events, answers,
/// handles and fingerprints. It is not recorded, even if `world` is.
#[unsafe(no_mangle)]
pub extern "C" fn collide_world_fork(world: In<CollideWorld>, fork: Out<*mut CollideWorld>) -> CollideStatus {
    guarded(|| {
        let world = world.get("world")?;
        fork.check(1, "fork")?;
        fork.put_object(CollideWorld::around(world.world.clone(), world.threads()), "fork")
    })
}

/// Makes `other`, whatever it was, a copy of `world` that goes on alike, settings included. Warm, it allocates nothing.
///
/// `COLLIDE_INVALID` where both are the same.
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
