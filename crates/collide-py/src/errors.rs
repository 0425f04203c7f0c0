//! Conversion of errors to Python exceptions. The classes are in `collide2d/_errors.py`; the messages are those of the
//! Rust library.

use std::fmt::Display;

use collide2d::error::{
    BatchError, CellSizeError, Divergence, IndexedError, InterestError, Invalid, OriginError, OverBudget, PastError,
    ShapeError, SnapshotError, ThreadsError, TraceError, UnknownKindNumber, UnknownMobility, UnknownOrder,
    UnknownStrategy, UnknownTouching, WorldError,
};
use pyo3::PyErr;

/// The exception classes.
pub(crate) mod python {
    pyo3::import_exception!(collide2d._errors, CollideError);
    pyo3::import_exception!(collide2d._errors, ColumnError);
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

/// An error that becomes a Python exception.
pub(crate) trait Refusal: Display {
    /// The exception, with this message.
    fn class(&self, message: String) -> PyErr;

    /// The exception.
    fn raise(self) -> PyErr
    where
        Self: Sized,
    {
        self.class(self.to_string())
    }

    /// The exception, with the index of the row in its message.
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

impl Refusal for BatchError {
    fn class(&self, message: String) -> PyErr {
        match self {
            Self::OverBudget(_) => python::OverBudgetError::new_err(message),
            _ => python::CollideError::new_err(message),
        }
    }
}

impl Refusal for WorldError {
    fn class(&self, message: String) -> PyErr {
        match self {
            Self::Stale { .. } => python::StaleError::new_err(message),
            Self::Shape { .. } => python::ShapeError::new_err(message),
            Self::OverBudget(_) => python::OverBudgetError::new_err(message),
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

/// The exception for an invalid item of a batch.
pub(crate) fn raise_item(IndexedError { index, error }: IndexedError<WorldError>) -> PyErr {
    error.raise_at(index)
}
