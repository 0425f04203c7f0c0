//! What too little memory, or a thread that cannot start, does to the program. Either ends it, but for the exceptions here.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static MAY_FAIL: Cell<bool> = const { Cell::new(false) };
}

static IS_SERVER: AtomicBool = AtomicBool::new(false);

/// Makes a reservation such as `Vec::try_reserve`, which returns an error if there is not enough memory.
pub(crate) fn reserve<T, E>(reservation: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let before = MAY_FAIL.replace(true);
    let reserved = reservation();
    MAY_FAIL.set(before);
    reserved
}

/// Whether too little memory, or a thread that cannot start, is left to the code that finds it: this thread makes a
/// reservation, or the program is a server. For the allocator and the panic hook of the program.
#[doc(hidden)]
#[must_use]
pub fn may_fail() -> bool {
    MAY_FAIL.get() || IS_SERVER.load(Ordering::Relaxed)
}

/// Runs a server. It goes on if a part of its work fails: a client for which no thread can start, or a saved part that is
/// too large to read.
#[cfg(any(feature = "cluster", feature = "serve"))]
pub(crate) fn as_server<T>(serve: impl FnOnce() -> T) -> T {
    IS_SERVER.store(true, Ordering::Relaxed);
    serve()
}
