//! Errors of the library as JavaScript errors, with a message and a code.

use std::fmt::Display;

use collide2d::error::{
    BatchError, CellSizeError, Divergence, IndexedError, InterestError, Invalid, OriginError, OverBudget, PastError,
    ShapeError, SnapshotError, TraceError, UnknownKindNumber, UnknownOrder, UnknownStrategy, UnknownTouching,
    WorldError,
};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./error.js")]
extern "C" {
    /// The class that the package exports.
    #[derive(Debug)]
    pub type CollideError;

    /// An error with a code and a message.
    #[wasm_bindgen(constructor)]
    pub fn new(code: &str, message: &str) -> CollideError;
}

pub(crate) type Result<T> = std::result::Result<T, CollideError>;

/// An error of the library with its code in JavaScript.
pub(crate) trait Refusal: Display {
    fn code(&self) -> &'static str;
}

macro_rules! refusals {
    ($($error:ty => $code:literal),* $(,)?) => {$(
        impl Refusal for $error {
            fn code(&self) -> &'static str {
                $code
            }
        }
    )*};
}

refusals! {
    CellSizeError => "SETTING",
    Divergence => "DIVERGED",
    Invalid => "BUG",
    OriginError => "SHAPE",
    OverBudget => "BUDGET",
    PastError => "PAST",
    ShapeError => "SHAPE",
    SnapshotError => "SNAPSHOT",
    TraceError => "TRACE",
    UnknownKindNumber => "KIND",
    UnknownOrder => "SETTING",
    UnknownStrategy => "SETTING",
    UnknownTouching => "SETTING",
}

impl Refusal for BatchError {
    fn code(&self) -> &'static str {
        match self {
            Self::OverBudget(_) => "BUDGET",
            _ => "FULL",
        }
    }
}

impl Refusal for WorldError {
    fn code(&self) -> &'static str {
        match self {
            Self::Stale { .. } => "STALE",
            Self::Full => "FULL",
            Self::OverBudget(_) => "BUDGET",
            _ => "SHAPE",
        }
    }
}

impl Refusal for InterestError {
    fn code(&self) -> &'static str {
        match self {
            Self::Stale { .. } => "STALE",
            Self::Full => "FULL",
            _ => "OBSERVER",
        }
    }
}

pub(crate) fn refused(error: impl Refusal) -> CollideError {
    CollideError::new(error.code(), &error.to_string())
}

/// The error of an item of a batch of changes.
pub(crate) fn refused_item(IndexedError { index, error }: IndexedError<WorldError>) -> CollideError {
    refused_at(index, &error)
}

/// The error of an item of a batch.
pub(crate) fn refused_at(index: usize, error: &impl Refusal) -> CollideError {
    CollideError::new(error.code(), &format!("index {index}: {error}"))
}

/// The error of a column with the wrong length.
pub(crate) fn wrong_length(field: &str, expected: &str, found: usize) -> CollideError {
    CollideError::new("LENGTH", &format!("{field}: must have length {expected}, has {found}"))
}

/// The error of an unknown number.
pub(crate) fn unknown(field: &str, index: usize, max: u8, found: u8) -> CollideError {
    CollideError::new("KIND", &format!("index {index}: {field}: must be from 0 to {max}, is {found}"))
}
