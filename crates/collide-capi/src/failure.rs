//! What goes wrong: a number for the caller, and a message that is kept for the thread.
#![expect(unsafe_code, reason = "names that a linker finds")]

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use collide2d::{
    BatchError, CellSizeError, Divergence, InterestError, OverBudget, PastError, ShapeError, SnapshotError,
    ThreadsError, TraceError, UnknownKindNumber, WorldError,
};
use thiserror::Error;

/// How a call went: `COLLIDE_OK`, or why it was refused; `collide_last_error` says more.
pub type CollideStatus = u32;

/// All went well.
pub const COLLIDE_OK: CollideStatus = 0;
/// There is nothing more, at the end of a trace. Not an error.
pub const COLLIDE_END: CollideStatus = 1;
/// A parameter is not what it must be: a null pointer, a shape that is none, a number that is not finite, an unknown constant.
pub const COLLIDE_INVALID: CollideStatus = 2;
/// The entity or observer of a handle was removed.
pub const COLLIDE_STALE: CollideStatus = 3;
/// There is no room for more entities, observers or shapes.
pub const COLLIDE_FULL: CollideStatus = 4;
/// More was found than the budget allows. Nothing has happened.
pub const COLLIDE_OVER_BUDGET: CollideStatus = 5;
/// The array to be written is too short. Nothing was written but how long it must be.
pub const COLLIDE_TOO_SMALL: CollideStatus = 6;
/// The time asked about is not remembered.
pub const COLLIDE_NOT_REMEMBERED: CollideStatus = 7;
/// Bytes are not those of a world or of a trace.
pub const COLLIDE_DAMAGED: CollideStatus = 8;
/// A replay went another way than the recording.
pub const COLLIDE_DIVERGED: CollideStatus = 9;
/// The system refused to start threads.
pub const COLLIDE_NO_THREADS: CollideStatus = 10;
/// A fault of this library, stopped at the border. Free what was part of the call.
pub const COLLIDE_FAULT: CollideStatus = 11;

/// Why a call was refused.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("{what}: must not be null")]
    Null { what: &'static str },
    #[error("{what}: must be aligned to {bytes} bytes")]
    Misaligned { what: &'static str, bytes: usize },
    #[error("{what}: are more than memory can hold, {count}")]
    TooLong { what: &'static str, count: usize },
    #[error("{what}: has room for {room}, needs {count}")]
    TooSmall { what: &'static str, room: usize, count: usize },
    #[error("{what}: must be below {end}, is {value}")]
    Unknown { what: &'static str, end: u8, value: u8 },
    #[error("{what}: must not be the same object")]
    Same { what: &'static str },
    #[error("{what}[{index}]: {error}")]
    Item { what: &'static str, index: usize, error: Box<Failure> },
    #[error("trace: no tick was read that could be replayed")]
    NoTick,
    #[error("a fault of the library: {message}")]
    Fault { message: String },
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Batch(#[from] BatchError),
    #[error(transparent)]
    Cell(#[from] CellSizeError),
    #[error(transparent)]
    Diverged(#[from] Divergence),
    #[error(transparent)]
    Interest(#[from] InterestError),
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    #[error(transparent)]
    Past(#[from] PastError),
    #[error(transparent)]
    Shape(#[from] ShapeError),
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    #[error(transparent)]
    Trace(#[from] TraceError),
    #[error(transparent)]
    Kind(#[from] UnknownKindNumber),
    #[error(transparent)]
    World(#[from] WorldError),
}

impl Failure {
    /// The same about an item of an array.
    pub(crate) fn at(self, what: &'static str, index: usize) -> Self {
        Self::Item { what, index, error: Box::new(self) }
    }

    fn status(&self) -> CollideStatus {
        match self {
            Self::Item { error, .. } => error.status(),
            Self::TooSmall { .. } => COLLIDE_TOO_SMALL,
            Self::World(WorldError::Stale { .. }) | Self::Interest(InterestError::Stale { .. }) => COLLIDE_STALE,
            Self::World(WorldError::Full) | Self::Interest(InterestError::Full) | Self::Batch(_) => COLLIDE_FULL,
            Self::OverBudget(_) => COLLIDE_OVER_BUDGET,
            Self::Past(_) => COLLIDE_NOT_REMEMBERED,
            Self::Snapshot(_) | Self::Trace(_) => COLLIDE_DAMAGED,
            Self::Diverged(_) => COLLIDE_DIVERGED,
            Self::Threads(ThreadsError::Refused { .. }) => COLLIDE_NO_THREADS,
            Self::Fault { .. } | Self::Io(_) => COLLIDE_FAULT,
            _ => COLLIDE_INVALID,
        }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Why the last call of this thread that was refused was refused, with the name and the value of what was wrong, as in
/// `shapes[3]: radius: must not be negative, is -1`; empty if none was. Never null, ends with a zero, and stays as it is until another call
/// of this thread is refused.
#[unsafe(no_mangle)]
pub extern "C" fn collide_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// Keeps the message.
fn note(failure: &Failure) -> CollideStatus {
    let mut message = failure.to_string();
    message.retain(|letter| letter != '\0');
    // A thread that ends has no place for it any more.
    let _ = LAST.try_with(|last| *last.borrow_mut() = CString::new(message).unwrap_or_default());
    failure.status()
}

fn fault(payload: &(dyn Any + Send)) -> Failure {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let message = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
    Failure::Fault { message }
}

/// Does the work of a call. Nothing unwinds out of it.
pub(crate) fn guarded(work: impl FnOnce() -> Result<(), Failure>) -> CollideStatus {
    answer(work, |()| COLLIDE_OK, |status| status)
}

/// The same for a call that answers a number, or `none` when it is refused.
pub(crate) fn value<T>(none: T, work: impl FnOnce() -> Result<T, Failure>) -> T {
    answer(work, |value| value, |_| none)
}

pub(crate) fn answer<T, R>(
    work: impl FnOnce() -> Result<T, Failure>,
    fine: impl FnOnce(T) -> R,
    refused: impl FnOnce(CollideStatus) -> R,
) -> R {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(value)) => fine(value),
        Ok(Err(failure)) => refused(note(&failure)),
        Err(payload) => refused(note(&fault(payload.as_ref()))),
    }
}

#[cfg(test)]
mod tests {
    use super::{COLLIDE_FAULT, LAST, guarded, value};

    #[test]
    fn a_panic_stops_at_the_border() {
        assert_eq!(guarded(|| panic!("as {}", "meant")), COLLIDE_FAULT);
        assert_eq!(message(), "a fault of the library: as meant");
        assert_eq!(value(7, || panic!("again")), 7);
        assert_eq!(message(), "a fault of the library: again");
    }

    fn message() -> String {
        LAST.with_borrow(|last| last.to_string_lossy().into_owned())
    }
}
