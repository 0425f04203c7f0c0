//! Conversion of columns: from values that numpy can make an array of, and to numpy arrays that own their memory.

use numpy::{Element, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, dtype};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::python::ColumnError;

/// A type of number in a column.
pub(crate) trait Number: Element + Copy + for<'py> FromPyObjectOwned<'py> {
    /// The numpy type kinds that convert to it, and their name in messages.
    const TAKES: (&'static str, &'static str);
}

impl Number for f32 {
    const TAKES: (&'static str, &'static str) = ("fiu", "numbers");
}

impl Number for f64 {
    const TAKES: (&'static str, &'static str) = ("fiu", "numbers");
}

impl Number for u8 {
    const TAKES: (&'static str, &'static str) = ("iub", "whole numbers");
}

impl Number for u64 {
    const TAKES: (&'static str, &'static str) = ("iu", "whole numbers");
}

impl Number for i64 {
    const TAKES: (&'static str, &'static str) = ("iu", "whole numbers");
}

impl Number for bool {
    const TAKES: (&'static str, &'static str) = ("b", "True or False");
}

/// A column, or one value for all rows.
#[derive(Clone, Debug)]
pub(crate) struct Column<T> {
    values: Vec<T>,
    is_one: bool,
}

impl<T: Copy> Column<T> {
    /// One value for all rows.
    pub(crate) fn one(value: T) -> Self {
        Self { values: vec![value], is_one: true }
    }

    /// The number of rows; `None` for one value.
    pub(crate) fn rows(&self) -> Option<usize> {
        (!self.is_one).then_some(self.values.len())
    }

    /// The value of a row. Panics if the row does not exist.
    pub(crate) fn at(&self, row: usize) -> T {
        if self.is_one { self.values[0] } else { self.values[row] }
    }

    /// The column of what a function makes of each value.
    pub(crate) fn map<U>(&self, of: impl Fn(T) -> U) -> Column<U> {
        Column { values: self.values.iter().map(|value| of(*value)).collect(), is_one: self.is_one }
    }

    /// Checks that a column has `rows` rows or is one value.
    pub(crate) fn check(&self, field: &str, rows: usize) -> PyResult<()> {
        match self.rows() {
            Some(found) if found != rows => {
                Err(ColumnError::new_err(format!("{field}: must have {rows} rows or be one value, has {found}")))
            }
            _ => Ok(()),
        }
    }
}

/// The common number of rows of columns. Single values fit any number; if all are single values, it is 1.
pub(crate) fn rows_of(columns: &[(&str, Option<usize>)]) -> PyResult<usize> {
    let mut counts = columns.iter().filter_map(|(field, rows)| rows.map(|rows| (*field, rows)));
    let Some((first, count)) = counts.next() else { return Ok(1) };
    match counts.find(|(_, rows)| *rows != count) {
        None => Ok(count),
        Some((field, rows)) => {
            let message = format!("{field}: must have {count} rows like {first}, has {rows}");
            Err(ColumnError::new_err(message))
        }
    }
}

/// Whether a value is an array of 32-bit floats.
pub(crate) fn is_f32(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = value.py();
    let Some(given) = value.getattr_opt(intern!(py, "dtype"))? else { return Ok(false) };
    given.eq(dtype::<f32>(py))
}

/// The value as a numpy array. Lists that numpy cannot make an array of, such as rows of different lengths, are refused; so
/// are masked values: numpy would drop the mask.
pub(crate) fn as_array<'py>(value: &Bound<'py, PyAny>, field: &str) -> PyResult<Bound<'py, PyAny>> {
    let numpy = value.py().import(intern!(value.py(), "numpy"))?;
    let ragged = |error: PyErr| match error.is_instance_of::<PyValueError>(value.py()) {
        true => ColumnError::new_err(format!("{field}: {}", error.value(value.py()))),
        false => error,
    };
    let array = numpy.call_method1(intern!(value.py(), "asarray"), (value,)).map_err(ragged)?;
    if !array.is(value) && numpy.getattr(intern!(value.py(), "ma"))?.call_method1("is_masked", (value,))?.is_truthy()? {
        return Err(ColumnError::new_err(format!("{field}: must not have masked values; leave out their rows")));
    }
    Ok(array)
}

/// The value as a numpy array with elements of type `T`.
fn array_of<'py, T: Number>(value: &Bound<'py, PyAny>, field: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let array = as_array(value, field)?;
    let given = array.getattr(intern!(py, "dtype"))?;
    let target = dtype::<T>(py);
    if given.eq(&target)? {
        return Ok(array);
    }
    let kind: String = given.getattr(intern!(py, "kind"))?.extract()?;
    let empty = array.getattr(intern!(py, "size"))?.extract::<usize>()? == 0;
    let (kinds, name) = T::TAKES;
    let fits = empty || kinds.contains(kind.as_str());
    // Numpy converts a list of small and large integers to floats.
    if !fits && matches!(target.kind(), b'i' | b'u') && !value.hasattr(intern!(py, "dtype"))? {
        return whole_numbers::<T>(value, field);
    }
    if !fits {
        return Err(PyTypeError::new_err(format!("{field}: must be {name}, is of type {}", given.str()?)));
    }
    check_range(&array, field, &kind, target.itemsize(), target.kind())?;
    array.call_method1(intern!(py, "astype"), (target,))
}

/// The array of a list of integers, converted one by one.
fn whole_numbers<'py, T: Number>(value: &Bound<'py, PyAny>, field: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let objects = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (value, "O"))?;
    let all = objects.call_method1(intern!(py, "reshape"), (-1,))?.call_method0(intern!(py, "tolist"))?;
    let number = |number: Bound<'py, PyAny>| {
        let wrong = |_| PyTypeError::new_err(format!("{field}: must be {}, one value is {number}", T::TAKES.1));
        number.extract::<T>().map_err(wrong)
    };
    let all: Vec<T> = all.try_iter()?.map(|item| number(item?)).collect::<PyResult<_>>()?;
    PyArray1::from_vec(py, all).call_method1(intern!(py, "reshape"), (objects.getattr(intern!(py, "shape"))?,))
}

/// The range in which 64-bit floats have all whole numbers.
const MAX_WHOLE: i64 = 1 << 53;

/// Checks that integers fit the target type, of a size in bytes. A 32-bit float takes all: they are rounded.
fn check_range(array: &Bound<'_, PyAny>, field: &str, given: &str, bytes: usize, target: u8) -> PyResult<()> {
    let max = if bytes == 1 { u64::from(u8::MAX) } else { u64::MAX };
    let out_of_range = |value: Bound<'_, PyAny>| match target {
        b'u' => value.lt(0).unwrap_or(true) || value.gt(max).unwrap_or(true),
        b'i' => value.gt(i64::MAX).unwrap_or(true),
        b'f' if bytes == 8 => value.lt(-MAX_WHOLE).unwrap_or(true) || value.gt(MAX_WHOLE).unwrap_or(true),
        _ => false,
    };
    if !matches!(given, "i" | "u") || array.len().is_ok_and(|len| len == 0) {
        return Ok(());
    }
    for end in ["min", "max"] {
        let value = array.call_method0(end)?.call_method0("item")?;
        if out_of_range(value.clone()) {
            let rule = if target == b'f' { "be at most 2^53 in size" } else { "fit its type" };
            return Err(ColumnError::new_err(format!("{field}: must {rule}, one value is {value}")));
        }
    }
    Ok(())
}

/// A column from an array with one axis, or from one value.
pub(crate) fn column<T: Number>(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Column<T>> {
    let array = array_of::<T>(value, field)?;
    let axes: usize = array.getattr(intern!(value.py(), "ndim"))?.extract()?;
    if axes > 1 {
        return Err(ColumnError::new_err(format!("{field}: must have one axis, has {axes}")));
    }
    let flat = array.call_method1(intern!(value.py(), "reshape"), (-1,))?;
    Ok(Column { values: values(&flat)?, is_one: axes == 0 })
}

/// The values of an array with one axis. A single value gives one row.
pub(crate) fn list<T: Number>(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<T>> {
    Ok(column(value, field)?.values)
}

/// A point or vector.
pub(crate) fn point(value: &Bound<'_, PyAny>, field: &str) -> PyResult<[f64; 2]> {
    let wrong =
        |found: Vec<f64>| ColumnError::new_err(format!("{field}: must be x and y, has {} numbers", found.len()));
    list(value, field)?.try_into().map_err(wrong)
}

/// Rows of `WIDTH` numbers: an array with two axes, or one row for all.
pub(crate) fn table<const WIDTH: usize>(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Column<[f32; WIDTH]>> {
    let array = array_of::<f32>(value, field)?;
    let shape: Vec<usize> = array.getattr(intern!(value.py(), "shape"))?.extract()?;
    // An empty list has no width.
    if !matches!(shape.as_slice(), [0]) && !matches!(shape.as_slice(), [width] | [_, width] if *width == WIDTH) {
        return Err(ColumnError::new_err(format!("{field}: must have rows of {WIDTH} numbers, has shape {shape:?}")));
    }
    let flat: Vec<f32> = values(&array.call_method1(intern!(value.py(), "reshape"), (-1,))?)?;
    Ok(Column { values: flat.as_chunks().0.to_vec(), is_one: shape == [WIDTH] })
}

fn values<T: Number>(flat: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let flat: PyReadonlyArray1<'_, T> = flat.extract()?;
    Ok(flat.as_array().iter().copied().collect())
}

/// An array with two axes, with rows of `width` numbers.
pub(crate) fn rows<T: Element>(py: Python<'_>, flat: Vec<T>, width: usize) -> PyResult<Bound<'_, PyArray2<T>>> {
    let count = flat.len() / width;
    PyArray1::from_vec(py, flat).reshape([count, width])
}

/// A dict of named columns, from which data frames are made.
pub(crate) fn dict<'py>(py: Python<'py>, columns: &[(&str, Bound<'py, PyAny>)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    columns.iter().try_for_each(|(name, column)| dict.set_item(name, column))?;
    Ok(dict)
}
