//! Memory of a WebAssembly module for its host, which has no other way to pass arrays. Not in the header: other callers have
//! memory of their own.
#![expect(unsafe_code, reason = "names that a linker finds")]

use crate::border::{allocate, release};

/// Allocates `size` bytes of the module's memory, aligned to 16 bytes, for arguments and results. Their content is
/// undefined. Null if there is no memory.
#[unsafe(no_mangle)]
pub extern "C" fn collide_alloc(size: usize) -> *mut u8 {
    allocate(size)
}

/// Frees memory that `collide_alloc` returned for the same `size`. Null is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn collide_dealloc(memory: *mut u8, size: usize) {
    release(memory, size);
}

#[cfg(test)]
mod tests {
    use super::{collide_alloc, collide_dealloc};

    #[test]
    fn memory_is_aligned_and_bounded() {
        for size in [0, 1, 16, 1000] {
            let memory = collide_alloc(size);
            assert!(!memory.is_null() && memory.addr().is_multiple_of(16));
            collide_dealloc(memory, size);
        }
        assert!(collide_alloc(usize::MAX).is_null());
        collide_dealloc(std::ptr::null_mut(), 1);
    }
}
