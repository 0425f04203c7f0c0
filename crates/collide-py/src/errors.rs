//! What the library refuses, as Python's exceptions: the classes are in `collide2d/_errors.py`, the messages are the library's.

use std::fmt::Display;

use collide2d::{
    BatchError, CellSizeError, Divergence, IndexedError, InterestError, Invalid, OriginError, OverBudget, PastError,
    ShapeError, SnapshotError, ThreadsError, TraceError, UnknownKindNumber, UnknownMobility, UnknownOrder,
    UnknownStrategy, UnknownTouching, WorldError,
};
use pyo3::PyErr;

/// The classes.
pub(crate) mod python {
    pyo3::import_exception!(collide2d._errors, CollideError);
    pyo3::import_exception!(collide2d._errors, DivergenceError);
    pyo3::import_exception!(collide2d._errors, InterestError);
    pyo3::import_exception!(collide2d._errors, OverBudgetError);
    pyo3::import_exception!(collide2d._errors, PastError);
    pyo3::import_exception!(collide2d._errors, SettingsError);
    pyo3::import_exception!(collide2d._errors, ShapeError);
    pyo3::import_exception!(collide2d._errors, SnapshotError);
    pyo3::import_exception!(collide2d._errors, StaleError);
    pyo3::import_exception!(collide2d._errors, TraceError);
}

/// A refusal that Python is to hear of.
pub(crate) trait Refusal: Display {
    /// It as an exception with this message.
    fn class(&self, message: String) -> PyErr;

    /// It as an exception.
    fn raise(self) -> PyErr
    where
        Self: Sized,
    {
        self.class(self.to_string())
    }

    /// It as an exception that names the row it is about.
    fn raise_at(self, index: usize) -> PyErr
    where
        Self: Sized,
    {
        self.class(format!("index {index}: {self}"))
    }
}

macro_rules! refusals {
    ($($error:ty => $class:ident),* $(,)?) => {$(
        impl Refusal for $error {
            fn class(&self, message: String) -> PyErr {
                python::$class::new_err(message)
            }
        }
    )*};
}

refusals!(
    BatchError => CollideError,
    CellSizeError => SettingsError,
    Divergence => DivergenceError,
    Invalid => CollideError,
    OriginError => ShapeError,
    OverBudget => OverBudgetError,
    PastError => PastError,
    ShapeError => ShapeError,
    SnapshotError => SnapshotError,
    ThreadsError => SettingsError,
    TraceError => TraceError,
    UnknownKindNumber => ShapeError,
    UnknownMobility => SettingsError,
    UnknownOrder => SettingsError,
    UnknownStrategy => SettingsError,
    UnknownTouching => SettingsError,
);

impl Refusal for WorldError {
    fn class(&self, message: String) -> PyErr {
        match self {
            Self::Stale { .. } => python::StaleError::new_err(message),
            Self::Shape { .. } => python::ShapeError::new_err(message),
            _ => python::CollideError::new_err(message),
        }
    }
}

impl Refusal for InterestError {
    fn class(&self, message: String) -> PyErr {
        match self {
            Self::Stale { .. } => python::StaleError::new_err(message),
            _ => python::InterestError::new_err(message),
        }
    }
}

/// An item of a batch was refused.
pub(crate) fn raise_item(IndexedError { index, error }: IndexedError<WorldError>) -> PyErr {
    error.raise_at(index)
}
