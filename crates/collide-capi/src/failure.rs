//! Errors: a status for the caller, and a message that is stored per thread.
#![expect(unsafe_code, reason = "names that a linker finds")]

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use collide2d::ShapeKind;
use collide2d::error::{
    BatchError, CellSizeError, Divergence, InterestError, Invalid, OriginError, OverBudget, PastError, ShapeError,
    SnapshotError, ThreadsError, TraceError, UnknownKindNumber, WorldError,
};
use thiserror::Error;

/// The result of a call: `COLLIDE_OK`, or the reason of an error; `collide_last_error` has the details. Compilers warn
/// where it is not used.
pub type CollideStatus = u32;

/// Success.
pub const COLLIDE_OK: CollideStatus = 0;
/// The end of a trace. Not an error.
pub const COLLIDE_END: CollideStatus = 1;
/// A parameter is invalid: a null pointer, an invalid shape, a number that is not finite, an unknown constant.
pub const COLLIDE_INVALID: CollideStatus = 2;
/// The entity or observer of a handle was removed.
pub const COLLIDE_STALE: CollideStatus = 3;
/// There is no room for more entities, observers or shapes.
pub const COLLIDE_FULL: CollideStatus = 4;
/// More was found than the limit allows. Nothing is changed.
pub const COLLIDE_OVER_BUDGET: CollideStatus = 5;
/// The output array is too short. Nothing is written but the required length.
pub const COLLIDE_TOO_SMALL: CollideStatus = 6;
/// The requested time is not in the history.
pub const COLLIDE_NOT_REMEMBERED: CollideStatus = 7;
/// The bytes are not a snapshot of a world or not a trace.
pub const COLLIDE_DAMAGED: CollideStatus = 8;
/// A replay differs from the recording.
pub const COLLIDE_DIVERGED: CollideStatus = 9;
/// The system refused to start threads.
pub const COLLIDE_NO_THREADS: CollideStatus = 10;
/// A bug of this library: a panic, stopped before it left the call. Free the objects that were part of the call.
pub const COLLIDE_FAULT: CollideStatus = 11;

/// Why a call is rejected.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("{what}: must not be null")]
    Null { what: &'static str },
    #[error("{what}: must be aligned to {bytes} bytes")]
    Misaligned { what: &'static str, bytes: usize },
    #[error("{what}: {count} do not fit into memory")]
    TooLong { what: &'static str, count: usize },
    #[error("{what}: has room for {room}, needs {count}")]
    TooSmall { what: &'static str, room: usize, count: usize },
    #[error("{what}: must be below {end}, is {value}")]
    Unknown { what: &'static str, end: u8, value: u8 },
    #[error("shape: must be an oriented rect, is of kind {kind}")]
    NotOriented { kind: u8 },
    #[error("kind: must be a capsule or polygon, is a {kind}")]
    NoPosition { kind: ShapeKind },
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
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Origin(#[from] OriginError),
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
    /// Makes the failure one of an item of an array.
    pub(crate) fn at(self, what: &'static str, index: usize) -> Self {
        Self::Item { what, index, error: Box::new(self) }
    }

    fn status(&self) -> CollideStatus {
        match self {
            Self::Item { error, .. } => error.status(),
            Self::TooSmall { .. } => COLLIDE_TOO_SMALL,
            Self::World(WorldError::Stale { .. }) | Self::Interest(InterestError::Stale { .. }) => COLLIDE_STALE,
            Self::World(WorldError::Full) | Self::Interest(InterestError::Full) => COLLIDE_FULL,
            Self::Batch(BatchError::OverBudget(_)) | Self::World(WorldError::OverBudget(_)) => COLLIDE_OVER_BUDGET,
            Self::Batch(_) => COLLIDE_FULL,
            Self::OverBudget(_) => COLLIDE_OVER_BUDGET,
            Self::Past(_) => COLLIDE_NOT_REMEMBERED,
            Self::Snapshot(_) | Self::Trace(_) => COLLIDE_DAMAGED,
            Self::Diverged(_) => COLLIDE_DIVERGED,
            Self::Threads(ThreadsError::Refused { .. }) => COLLIDE_NO_THREADS,
            Self::Fault { .. } | Self::Invalid(_) | Self::Io(_) => COLLIDE_FAULT,
            _ => COLLIDE_INVALID,
        }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// The message of the last rejected call of this thread, with the name and the value of the parameter, such as
/// `shapes[3]: radius: must not be negative, is -1`; empty if no call was rejected. Never null, ends with a zero byte,
/// and is valid until another call of this thread is rejected.
#[unsafe(no_mangle)]
pub extern "C" fn collide_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// The message of the last rejected call of this thread, without the zero byte.
pub(crate) fn last_message() -> Vec<u8> {
    LAST.try_with(|last| last.borrow().as_bytes().to_vec()).unwrap_or_default()
}

/// Stores the message.
fn note(failure: &Failure) -> CollideStatus {
    let mut message = failure.to_string();
    message.retain(|letter| letter != '\0');
    // Fails on a thread that is ending; the message is dropped then.
    let _ = LAST.try_with(|last| *last.borrow_mut() = CString::new(message).unwrap_or_default());
    failure.status()
}

fn fault(payload: &(dyn Any + Send)) -> Failure {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let message = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
    Failure::Fault { message }
}

/// Runs the work of a call, and catches panics.
pub(crate) fn guarded(work: impl FnOnce() -> Result<(), Failure>) -> CollideStatus {
    answer(work, |()| COLLIDE_OK, |status| status)
}

/// Runs the work of a call that returns a value, or `none` if it is rejected.
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

/// Returns `count`, if it is at most `room`.
pub(crate) fn enough(what: &'static str, room: usize, count: usize) -> Result<usize, Failure> {
    if count <= room { Ok(count) } else { Err(Failure::TooSmall { what, room, count }) }
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
