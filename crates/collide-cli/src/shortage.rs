//! What too little memory does to the program. It ends it, except in a reservation.

use std::cell::Cell;

thread_local! {
    static MAY_FAIL: Cell<bool> = const { Cell::new(false) };
}

/// Makes a reservation such as `Vec::try_reserve`, which returns an error if there is not enough memory.
pub(crate) fn reserve<T, E>(reservation: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let before = MAY_FAIL.replace(true);
    let reserved = reservation();
    MAY_FAIL.set(before);
    reserved
}

/// Whether this thread makes a reservation: then too little memory is left to the code that finds it. For the allocator and
/// the panic hook of the program.
#[doc(hidden)]
#[must_use]
pub fn may_fail() -> bool {
    MAY_FAIL.get()
}
