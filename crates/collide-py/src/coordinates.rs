//! Columns of coordinates: 64-bit numbers relative to an origin, rounded to 32 bits, and the warning about what that
//! moves.

use std::ffi::CStr;

use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::arrays::{Column, column, is_f32, point};

pyo3::import_exception!(collide2d._errors, PrecisionWarning);

/// Rounding may move a shape by this part of its size without a warning.
const PART: f64 = 1.0 / 256.0;

/// The sum of these parts for all shapes is about the number of wrong results. This many are allowed.
const WRONG: f64 = 0.25;

/// An origin near the shapes helps if it makes the rounding this many times smaller.
const HELPS: f64 = 8.0;

/// Half of the distance of `f32` numbers, relative to the numbers.
const ROUNDING: f64 = 1.0 / (1 << 24) as f64;

/// The size of a shape without an extent, as a part of the extent of all coordinates.
const POINT: f64 = 1.0 / 4096.0;

const WARNING: &CStr =
    c"coordinates are rounded to 32 bits, which moves some shapes far enough to change results: pass origin=(x, y), a \
point near the shapes";

/// Coordinates along one axis.
pub(crate) struct Coordinates {
    rounded: Column<f32>,
    /// The exact numbers, relative to the origin; `None` if they are 32-bit numbers already.
    exact: Option<Column<f64>>,
}

/// The coordinate of an origin on an axis, 0 for x and 1 for y.
pub(crate) type OnAxis = (Option<[f64; 2]>, usize);

/// Reads the keyword `origin`.
pub(crate) fn origin(value: &Bound<'_, PyAny>) -> PyResult<Option<[f64; 2]>> {
    if value.is_none() { Ok(None) } else { point(value, "origin").map(Some) }
}

impl Coordinates {
    pub(crate) fn read(value: &Bound<'_, PyAny>, field: &str, (origin, axis): OnAxis) -> PyResult<Self> {
        if origin.is_none() && is_f32(value)? {
            return Ok(Self { rounded: column(value, field)?, exact: None });
        }
        let start = origin.map_or(0.0, |origin| origin[axis]);
        let exact = column::<f64>(value, field)?.map(|number| number - start);
        Ok(Self { rounded: exact.map(|number| number as f32), exact: Some(exact) })
    }

    pub(crate) fn rows(&self) -> Option<usize> {
        self.rounded.rows()
    }

    pub(crate) fn at(&self, row: usize) -> f32 {
        self.rounded.at(row)
    }

    /// A coordinate before the rounding.
    fn exact(&self, row: usize) -> f64 {
        self.exact.as_ref().map_or_else(|| self.at(row).into(), |exact| exact.at(row))
    }

    /// How far rounding moves a coordinate.
    fn moved(&self, row: usize) -> f64 {
        (self.exact(row) - f64::from(self.at(row))).abs()
    }
}

/// Warns if rounding moves one of `count` shapes by more than [`PART`] of its size, or puts two points at one place; or if
/// an origin near the shapes helps, and without it some results are likely to be wrong. `size` is the smallest extent of a
/// shape. The axes are x and y in turn.
pub(crate) fn warn_of_rounding(
    py: Python<'_>,
    count: usize,
    axes: &[&Coordinates],
    size: impl Fn(usize) -> f32,
) -> PyResult<()> {
    let moved = |row| axes.iter().map(|axis| axis.moved(row)).fold(0.0, f64::max);
    if (0..count).all(|row| moved(row) == 0.0) {
        return Ok(());
    }
    let extent = [0, 1].map(|axis| extent(count, axes.iter().skip(axis).step_by(2))).into_iter().fold(0.0, f64::max);
    let part = |row: usize| {
        let size = match size(row) {
            0.0 => extent * POINT,
            size => f64::from(size),
        };
        if size > 0.0 { moved(row) / size } else { 0.0 }
    };
    let (largest, sum) =
        (0..count).map(part).fold((0.0_f64, 0.0), |(largest, sum), part| (largest.max(part), sum + part));
    let near_origin = extent * 0.5 * ROUNDING;
    let helps = (0..count).map(moved).fold(0.0, f64::max) > near_origin * HELPS;
    if largest > PART || helps && sum > WRONG || collapse(count, axes, |row| size(row) == 0.0) {
        let category = py.get_type::<PrecisionWarning>();
        PyErr::warn(py, category.cast::<PyType>()?, WARNING, 1)?;
    }
    Ok(())
}

/// The difference between the largest and the smallest coordinate of some axes, before the rounding.
fn extent<'a>(count: usize, axes: impl Iterator<Item = &'a &'a Coordinates> + Clone) -> f64 {
    let all = || axes.clone().flat_map(|axis| (0..count).map(|row| axis.exact(row)));
    all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
}

/// Whether rounding puts two points at one place, so that they touch.
fn collapse(count: usize, axes: &[&Coordinates], is_point: impl Fn(usize) -> bool) -> bool {
    // Adding zero makes the zeros equal.
    let place = |row: usize| [axes[0], axes[1]].map(|axis| (axis.at(row) + 0.0).to_bits());
    let mut points: Vec<([u32; 2], usize)> =
        (0..count).filter(|row| is_point(*row)).map(|row| (place(row), row)).collect();
    points.sort_unstable();
    let differ = |a: usize, b: usize| axes.iter().any(|axis| axis.exact(a) != axis.exact(b));
    points.windows(2).any(|two| two[0].0 == two[1].0 && differ(two[0].1, two[1].1))
}
