//! Pickling of results: the class is called with the values of its properties.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// What `__reduce__` returns: a class method, and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Reduces a result to the values of these properties.
pub(crate) fn reduced<'py>(result: &Bound<'py, PyAny>, names: &[&str]) -> PyResult<Reduced<'py>> {
    let values = names.iter().map(|name| result.getattr(*name)).collect::<PyResult<Vec<_>>>()?;
    Ok((result.get_type().getattr("_restore")?, PyTuple::new(result.py(), values)?))
}

/// Lets a class of results be pickled, from its fields, which must be properties of the same names. A subclass of `Hits`
/// has those of `Hits` before.
macro_rules! pickled {
    ($class:ident { $($field:ident),* $(,)? }) => {
        #[pyo3::pymethods]
        impl $class {
            /// For `pickle`.
            fn __reduce__<'py>(
                slf: &pyo3::Bound<'py, Self>,
            ) -> pyo3::PyResult<$crate::pickle::Reduced<'py>> {
                $crate::pickle::reduced(slf.as_any(), &[$(stringify!($field)),*])
            }

            #[classmethod]
            #[pyo3(signature = (*fields))]
            fn _restore(
                _class: &pyo3::Bound<'_, pyo3::types::PyType>,
                fields: &pyo3::Bound<'_, pyo3::types::PyTuple>,
            ) -> pyo3::PyResult<Self> {
                let ($($field,)*) = pyo3::types::PyAnyMethods::extract(fields.as_any())?;
                Ok(Self { $($field),* })
            }
        }
    };
    ($class:ident: $hits:ident { $($field:ident),* $(,)? }) => {
        #[pyo3::pymethods]
        impl $class {
            /// For `pickle`.
            fn __reduce__<'py>(
                slf: &pyo3::Bound<'py, Self>,
            ) -> pyo3::PyResult<$crate::pickle::Reduced<'py>> {
                $crate::pickle::reduced(slf.as_any(), &["starts", "handles", "stopped", "work", $(stringify!($field)),*])
            }

            #[classmethod]
            #[pyo3(signature = (*fields))]
            fn _restore(
                class: &pyo3::Bound<'_, pyo3::types::PyType>,
                fields: &pyo3::Bound<'_, pyo3::types::PyTuple>,
            ) -> pyo3::PyResult<pyo3::Py<Self>> {
                let (starts, handles, stopped, work, $($field,)*) = pyo3::types::PyAnyMethods::extract(fields.as_any())?;
                let base = pyo3::PyClassInitializer::from($hits::restored(class.py(), starts, handles, stopped, work)?);
                pyo3::Py::new(class.py(), base.add_subclass(Self { $($field),* }))
            }
        }
    };
}

pub(crate) use pickled;
