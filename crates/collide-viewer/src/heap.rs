//! Memory that was freed goes back to the system.

/// Returns all freed memory to the system. The allocator of glibc keeps it for the threads that freed it: a block that
/// is still in use, or in the cache of another thread, keeps all memory below it.
///
/// Takes milliseconds after gigabytes were freed, and other threads may wait for it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the allocator has no safe interface for this")]
pub(crate) fn release() {
    // SAFETY: glibc has this function, with this signature. Any thread may call it at any time: it returns only pages
    // that no allocated block uses.
    unsafe extern "C" {
        safe fn malloc_trim(pad: usize) -> std::ffi::c_int;
    }
    // The result is whether there was such memory.
    _ = malloc_trim(0);
}

/// Other allocators return memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn release() {}
