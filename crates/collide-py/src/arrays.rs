//! Columns of numbers: in from whatever numpy makes an array of, out as arrays that own what they hold.

use numpy::{Element, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, dtype};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a column may be made from.
pub(crate) trait Number: Element + Copy + for<'py> FromPyObjectOwned<'py> {
    /// The kinds of numpy's types that are taken for it, and their name in messages.
    const TAKES: (&'static str, &'static str);
}

impl Number for f32 {
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
    /// The value of all rows.
    pub(crate) fn one(value: T) -> Self {
        Self { values: vec![value], is_one: true }
    }

    /// How many rows there are, if it says so.
    pub(crate) fn rows(&self) -> Option<usize> {
        (!self.is_one).then_some(self.values.len())
    }

    /// The value of a row that is there.
    pub(crate) fn at(&self, row: usize) -> T {
        if self.is_one { self.values[0] } else { self.values[row] }
    }

    /// Refuses a column of another length.
    pub(crate) fn check(&self, field: &str, rows: usize) -> PyResult<()> {
        match self.rows() {
            Some(found) if found != rows => {
                Err(PyValueError::new_err(format!("{field}: must have {rows} rows or be one value, has {found}")))
            }
            _ => Ok(()),
        }
    }
}

/// How many rows some columns have together: as many as those of one that is not a single value.
pub(crate) fn rows_of(columns: &[(&str, Option<usize>)]) -> PyResult<usize> {
    let mut said = columns.iter().filter_map(|(field, rows)| rows.map(|rows| (*field, rows)));
    let Some((first, count)) = said.next() else { return Ok(1) };
    match said.find(|(_, rows)| *rows != count) {
        None => Ok(count),
        Some((field, rows)) => {
            let message = format!("{field}: must have as many rows as {first}, {count}, has {rows}");
            Err(PyValueError::new_err(message))
        }
    }
}

/// What numpy makes of a value, as an array of these numbers.
fn array_of<'py, T: Number>(value: &Bound<'py, PyAny>, field: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let array = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (value,))?;
    let given = array.getattr(intern!(py, "dtype"))?;
    let wanted = dtype::<T>(py);
    if given.eq(&wanted)? {
        return Ok(array);
    }
    let kind: String = given.getattr(intern!(py, "kind"))?.extract()?;
    let empty = array.getattr(intern!(py, "size"))?.extract::<usize>()? == 0;
    let (kinds, name) = T::TAKES;
    let fits = empty || kinds.contains(kind.as_str());
    // Of a list of small and of large whole numbers numpy makes fractions.
    if !fits && matches!(wanted.kind(), b'i' | b'u') && !value.hasattr(intern!(py, "dtype"))? {
        return whole_numbers::<T>(value, field);
    }
    if !fits {
        return Err(PyTypeError::new_err(format!("{field}: must be {name}, are of type {}", given.str()?)));
    }
    check_range(&array, field, &kind, wanted.itemsize() == 1, wanted.kind())?;
    array.call_method1(intern!(py, "astype"), (wanted,))
}

/// An array of a list of numbers that are whole by themselves.
fn whole_numbers<'py, T: Number>(value: &Bound<'py, PyAny>, field: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let objects = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (value, "O"))?;
    let all = objects.call_method1(intern!(py, "reshape"), (-1,))?.call_method0(intern!(py, "tolist"))?;
    let number = |number: Bound<'py, PyAny>| {
        let wrong = |_| PyTypeError::new_err(format!("{field}: must be {}, one is {number}", T::TAKES.1));
        number.extract::<T>().map_err(wrong)
    };
    let all: Vec<T> = all.try_iter()?.map(|item| number(item?)).collect::<PyResult<_>>()?;
    PyArray1::from_vec(py, all).call_method1(intern!(py, "reshape"), (objects.getattr(intern!(py, "shape"))?,))
}

/// Refuses whole numbers that another type would make something else of.
fn check_range(array: &Bound<'_, PyAny>, field: &str, given: &str, is_byte: bool, wanted: u8) -> PyResult<()> {
    let most = if is_byte { u64::from(u8::MAX) } else { u64::MAX };
    let out_of_range = |value: Bound<'_, PyAny>| match wanted {
        b'u' => value.lt(0).unwrap_or(true) || value.gt(most).unwrap_or(true),
        b'i' => value.gt(i64::MAX).unwrap_or(true),
        _ => false,
    };
    if !matches!(given, "i" | "u") || !matches!(wanted, b'u' | b'i') || array.len().is_ok_and(|len| len == 0) {
        return Ok(());
    }
    for end in ["min", "max"] {
        let value = array.call_method0(end)?.call_method0("item")?;
        if out_of_range(value.clone()) {
            return Err(PyValueError::new_err(format!("{field}: must fit its type, one is {value}")));
        }
    }
    Ok(())
}

/// A column of one axis, or one value.
pub(crate) fn column<T: Number>(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Column<T>> {
    let array = array_of::<T>(value, field)?;
    let axes: usize = array.getattr(intern!(value.py(), "ndim"))?.extract()?;
    if axes > 1 {
        return Err(PyValueError::new_err(format!("{field}: must have one axis, has {axes}")));
    }
    let flat = array.call_method1(intern!(value.py(), "reshape"), (-1,))?;
    Ok(Column { values: values(&flat)?, is_one: axes == 0 })
}

/// A column of one axis; of a single value a column with one row.
pub(crate) fn list<T: Number>(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Vec<T>> {
    Ok(column(value, field)?.values)
}

/// Rows of so many numbers each: two axes, or one for the same row over and over.
pub(crate) fn table<const WIDTH: usize>(value: &Bound<'_, PyAny>, field: &str) -> PyResult<Column<[f32; WIDTH]>> {
    let array = array_of::<f32>(value, field)?;
    let shape: Vec<usize> = array.getattr(intern!(value.py(), "shape"))?.extract()?;
    // An empty list has no width.
    if !matches!(shape.as_slice(), [0]) && !matches!(shape.as_slice(), [width] | [_, width] if *width == WIDTH) {
        return Err(PyValueError::new_err(format!("{field}: must have rows of {WIDTH} numbers, has shape {shape:?}")));
    }
    let flat: Vec<f32> = values(&array.call_method1(intern!(value.py(), "reshape"), (-1,))?)?;
    Ok(Column { values: flat.as_chunks().0.to_vec(), is_one: shape == [WIDTH] })
}

fn values<T: Number>(flat: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let flat: PyReadonlyArray1<'_, T> = flat.extract()?;
    Ok(flat.as_array().iter().copied().collect())
}

/// An array with two axes, of rows of so many numbers each.
pub(crate) fn rows<T: Element>(py: Python<'_>, flat: Vec<T>, width: usize) -> PyResult<Bound<'_, PyArray2<T>>> {
    let count = flat.len() / width;
    PyArray1::from_vec(py, flat).reshape([count, width])
}

/// Named columns, as what makes a data frame.
pub(crate) fn dict<'py>(py: Python<'py>, columns: &[(&str, Bound<'py, PyAny>)]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    columns.iter().try_for_each(|(name, column)| dict.set_item(name, column))?;
    Ok(dict)
}
