//! Shapes as a column.

use collide2d::error::ShapeError;
use collide2d::{Circle, OrientedRect, Rect, Rotor, Shape, ShapeKind, Vec2};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;

use crate::arrays::{Column, as_array, column, list, rows, rows_of, table};
use crate::coordinates::{Coordinates, origin, warn_of_rounding};
use crate::errors::Refusal;
use crate::errors::python::ColumnError;

/// An immutable sequence of valid circles, rectangles, oriented rectangles, capsules and convex polygons.
///
/// Make it with `circles`, `points`, `rects`, `oriented_rects`, `capsules`, `polygons` or `concat`, or from two arrays as
/// the properties `kind` and `numbers` return them: for each shape a kind, and a row of 6 numbers, or of 19 if there are
/// capsules or polygons. Zeros fill the rest.
///
/// | kind | numbers |
/// |---|---|
/// | 0, circle | `x, y, radius` |
/// | 1, rectangle | `min x, min y, max x, max y` |
/// | 2, oriented rectangle | `x, y, half width, half height, cos, sin` |
/// | 3, capsule | `x, y, a x, a y, b x, b y, radius`: its position, and both ends as offsets from it |
/// | 4, polygon | `x, y, radius, x0, y0, ... x7, y7`: its position, and the corners as offsets; the last fills the rest |
///
/// Numbers are rounded to `float32` once; all answers are exact for the rounded numbers. `shapes[...]` takes an index,
/// a slice, a list of indices or a mask, as a numpy array does.
///
/// Raises `ShapeError` with the index of an invalid shape.
#[pyclass(frozen, module = "collide2d", sequence)]
pub(crate) struct Shapes {
    pub(crate) list: Vec<Shape>,
}

/// The length of the rows of numbers if there are no capsules and polygons, which do not fit.
const SHORT: usize = 6;

/// Whether the numbers of a shape fit a short row.
fn is_short(kind: ShapeKind) -> bool {
    kind.columns().len() <= SHORT
}

/// The rows of numbers of shapes, as the caller has them.
enum Numbers {
    Short(Column<[f32; SHORT]>),
    Long(Column<[f32; Shape::NUMBERS]>),
}

impl Numbers {
    fn read(numbers: &Bound<'_, PyAny>) -> PyResult<Self> {
        let array = as_array(numbers, "numbers")?;
        let shape: Vec<usize> = array.getattr(intern!(numbers.py(), "shape"))?.extract()?;
        match shape.last() {
            Some(&Shape::NUMBERS) => Ok(Self::Long(table(&array, "numbers")?)),
            Some(&SHORT | &0) => Ok(Self::Short(table(&array, "numbers")?)),
            _ => {
                let message = format!("numbers: must have rows of 6 or 19 numbers, has shape {shape:?}");
                Err(ColumnError::new_err(message))
            }
        }
    }

    fn rows(&self) -> Option<usize> {
        match self {
            Self::Short(numbers) => numbers.rows(),
            Self::Long(numbers) => numbers.rows(),
        }
    }

    fn shape(&self, kind: ShapeKind, index: usize) -> PyResult<Shape> {
        let shape = match self {
            Self::Short(_) if !is_short(kind) => {
                let message = format!("numbers: must have rows of 19 numbers, index {index} is a {kind}");
                return Err(ColumnError::new_err(message));
            }
            Self::Short(numbers) => Shape::from_numbers(kind, numbers.at(index)),
            Self::Long(numbers) => Shape::from_numbers(kind, numbers.at(index)),
        };
        shape.map_err(|error| error.raise_at(index))
    }
}

impl Shapes {
    /// One shape for each row, or the error of the first invalid row.
    pub(crate) fn collect(count: usize, row: impl Fn(usize) -> Result<Shape, ShapeError>) -> PyResult<Self> {
        let shapes = (0..count).map(|index| row(index).map_err(|error| error.raise_at(index)));
        Ok(Self { list: shapes.collect::<PyResult<_>>()? })
    }
}

#[pymethods]
impl Shapes {
    #[new]
    fn new(kind: &Bound<'_, PyAny>, numbers: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (kinds, numbers) = (column::<u8>(kind, "kind")?, Numbers::read(numbers)?);
        let count = rows_of(&[("kind", kinds.rows()), ("numbers", numbers.rows())])?;
        let shape = |index| {
            let kind = ShapeKind::try_from(kinds.at(index)).map_err(|error| error.raise_at(index))?;
            numbers.shape(kind, index)
        };
        Ok(Self { list: (0..count).map(shape).collect::<PyResult<_>>()? })
    }

    /// The kind of each shape: 0 circle, 1 rectangle, 2 oriented rectangle, 3 capsule, 4 polygon.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_iter(py, self.list.iter().map(|shape| shape.kind() as u8))
    }

    /// The numbers of each shape, of shape `(len, 6)`, or `(len, 19)` if there are capsules or polygons.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let width = if self.list.iter().all(|shape| is_short(shape.kind())) { SHORT } else { Shape::NUMBERS };
        let numbers = |shape: &Shape| shape.to_numbers().into_iter().take(width);
        rows(py, self.list.iter().flat_map(numbers).collect(), width)
    }

    /// The bounding box of each shape, `min x, min y, max x, max y`, of shape `(len, 4)`. Never narrower than the
    /// shape; it may be wider by a rounding error.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let bound = |shape: &Shape| [shape.aabb().min(), shape.aabb().max()].map(|corner| corner.to_array());
        rows(py, self.list.iter().flat_map(bound).flatten().collect(), 4)
    }

    /// The center of each shape, of shape `(len, 2)`. That of a capsule or polygon is its position.
    #[getter]
    fn centers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        rows(py, self.list.iter().flat_map(|shape| shape.center().to_array()).collect(), 2)
    }

    /// The shapes, moved by `dx` and `dy`: each a column, or one number for all.
    fn translated(&self, dx: &Bound<'_, PyAny>, dy: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (dx, dy) = (column::<f32>(dx, "dx")?, column::<f32>(dy, "dy")?);
        dx.check("dx", self.list.len())?;
        dy.check("dy", self.list.len())?;
        Self::collect(self.list.len(), |index| self.list[index].translated(Vec2::new(dx.at(index), dy.at(index))))
    }

    fn __len__(&self) -> usize {
        self.list.len()
    }

    fn __getitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = key.py();
        // Numpy handles all kinds of keys, and raises the error for an index out of range.
        let numbers = PyArray1::from_iter(py, 0..self.list.len() as u64);
        let chosen: Vec<u64> = list(&numbers.as_any().get_item(key)?, "key")?;
        Ok(Self { list: chosen.into_iter().map(|index| self.list[index as usize]).collect() })
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.list == other.list
    }

    fn __repr__(&self) -> String {
        let count = |kind| self.list.iter().filter(|shape| shape.kind() == kind).count();
        format!("Shapes({})", ShapeKind::ALL.map(|kind| format!("{} {kind}s", count(kind))).join(", "))
    }

    #[expect(clippy::type_complexity, reason = "the signature that pickle requires")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray2<f32>>))> {
        let (py, shapes) = (slf.py(), slf.get());
        Ok((slf.getattr(intern!(py, "__class__"))?, (shapes.kind(py), shapes.numbers(py)?)))
    }
}

/// Circles around `x, y`: columns, or one number for all.
///
/// `origin`, a point `(x, y)`, is subtracted from the coordinates in 64 bits before they are rounded to 32. Use one near
/// the shapes for large coordinates, such as those of maps, and the same one for all shapes. If rounding may
/// change results, there is a `PrecisionWarning`: if it moves a shape by more than 1/256 of its radius, or all shapes
/// together so far that some pairs are likely to be wrong, and an origin would mend that.
///
/// Arrays of `int`, `uint` and `float` types are numbers. Masked values and whole numbers above 2^53 raise `ColumnError`,
/// all other types `TypeError`.
#[pyfunction]
#[pyo3(signature = (x, y, radius, *, origin = None))]
pub(crate) fn circles(
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    radius: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = origin)] origin: Option<[f64; 2]>,
) -> PyResult<Shapes> {
    let py = x.py();
    let [x, y] = [Coordinates::read(x, "x", (origin, 0))?, Coordinates::read(y, "y", (origin, 1))?];
    let radius = column::<f32>(radius, "radius")?;
    let count = rows_of(&[("x", x.rows()), ("y", y.rows()), ("radius", radius.rows())])?;
    let shapes = Shapes::collect(count, |i| Circle::new(Vec2::new(x.at(i), y.at(i)), radius.at(i)).map(Shape::from))?;
    warn_of_rounding(py, count, &[&x, &y], |i| radius.at(i))?;
    Ok(shapes)
}

/// Points: circles with radius 0. Columns, or one number for all. `origin` and the
/// `PrecisionWarning` are as for `circles`; for it a point has 1/4096 of the extent of all points as its radius, and it is
/// also shown if rounding puts two points at one place.
#[pyfunction]
#[pyo3(signature = (x, y, *, origin = None))]
pub(crate) fn points(
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = origin)] origin: Option<[f64; 2]>,
) -> PyResult<Shapes> {
    let py = x.py();
    let [x, y] = [Coordinates::read(x, "x", (origin, 0))?, Coordinates::read(y, "y", (origin, 1))?];
    let count = rows_of(&[("x", x.rows()), ("y", y.rows())])?;
    let shapes = Shapes::collect(count, |i| Circle::new(Vec2::new(x.at(i), y.at(i)), 0.0).map(Shape::from))?;
    warn_of_rounding(py, count, &[&x, &y], |_| 0.0)?;
    Ok(shapes)
}

/// Axis-aligned rectangles between two corners: columns, or one number for all. `origin` and the
/// `PrecisionWarning` are as for `circles`, with the smaller side as the size.
#[pyfunction]
#[pyo3(signature = (min_x, min_y, max_x, max_y, *, origin = None))]
pub(crate) fn rects(
    min_x: &Bound<'_, PyAny>,
    min_y: &Bound<'_, PyAny>,
    max_x: &Bound<'_, PyAny>,
    max_y: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = origin)] origin: Option<[f64; 2]>,
) -> PyResult<Shapes> {
    let py = min_x.py();
    let names = ["min_x", "min_y", "max_x", "max_y"];
    let [left, low, right, high] = [
        Coordinates::read(min_x, names[0], (origin, 0))?,
        Coordinates::read(min_y, names[1], (origin, 1))?,
        Coordinates::read(max_x, names[2], (origin, 0))?,
        Coordinates::read(max_y, names[3], (origin, 1))?,
    ];
    let counts = [left.rows(), low.rows(), right.rows(), high.rows()];
    let count = rows_of(&std::array::from_fn::<_, 4, _>(|i| (names[i], counts[i])))?;
    let shapes = Shapes::collect(count, |i| {
        Rect::new(Vec2::new(left.at(i), low.at(i)), Vec2::new(right.at(i), high.at(i))).map(Shape::from)
    })?;
    let size = |i| smaller(right.at(i) - left.at(i), high.at(i) - low.at(i));
    warn_of_rounding(py, count, &[&left, &low, &right, &high], size)?;
    Ok(shapes)
}

/// The smaller of two extents that is not zero, if there is one.
pub(crate) fn smaller(width: f32, height: f32) -> f32 {
    if width == 0.0 || height == 0.0 { width.max(height) } else { width.min(height) }
}

/// Oriented rectangles around `x, y`. Give exactly one rotation: `angle` in radians or `degrees`, both
/// counterclockwise, or `rotor`, the cosine and sine, of shape `(n, 2)`, which are used unchanged. Columns, or one
/// number for all. `origin` and the `PrecisionWarning` are as for `rects`.
///
/// The engine computes the cosine and sine of an angle, with the same result on every machine.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "columns are what shapes are made of")]
#[pyo3(signature = (x, y, half_width, half_height, *, angle = None, degrees = None, rotor = None, origin = None))]
pub(crate) fn oriented_rects(
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    half_width: &Bound<'_, PyAny>,
    half_height: &Bound<'_, PyAny>,
    angle: Option<&Bound<'_, PyAny>>,
    degrees: Option<&Bound<'_, PyAny>>,
    rotor: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = origin)] origin: Option<[f64; 2]>,
) -> PyResult<Shapes> {
    let py = x.py();
    let [x, y] = [Coordinates::read(x, "x", (origin, 0))?, Coordinates::read(y, "y", (origin, 1))?];
    let [width, height] = [column::<f32>(half_width, "half_width")?, column(half_height, "half_height")?];
    let turn = Turn::of(angle, degrees, rotor)?;
    let columns = [("x", x.rows()), ("y", y.rows()), ("half_width", width.rows()), ("half_height", height.rows())];
    let count = rows_of(&[columns.as_slice(), &[turn.rows()]].concat())?;
    let shapes = Shapes::collect(count, |i| {
        let (at, half) = (Vec2::new(x.at(i), y.at(i)), Vec2::new(width.at(i), height.at(i)));
        OrientedRect::new(at, half, turn.rotor(i)?).map(Shape::from)
    })?;
    warn_of_rounding(py, count, &[&x, &y], |i| 2.0 * smaller(width.at(i), height.at(i)))?;
    Ok(shapes)
}

/// The rotation of each shape.
pub(crate) enum Turn {
    Radians(Column<f32>),
    Degrees(Column<f32>),
    Rotors(Column<[f32; 2]>),
}

impl Turn {
    pub(crate) fn of(
        angle: Option<&Bound<'_, PyAny>>,
        degrees: Option<&Bound<'_, PyAny>>,
        rotor: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        match (angle, degrees, rotor) {
            (Some(angle), None, None) => Ok(Self::Radians(column(angle, "angle")?)),
            (None, Some(degrees), None) => Ok(Self::Degrees(column(degrees, "degrees")?)),
            (None, None, Some(rotor)) => Ok(Self::Rotors(table(rotor, "rotor")?)),
            _ => Err(PyTypeError::new_err("exactly one of angle, degrees and rotor must be given")),
        }
    }

    pub(crate) fn rows(&self) -> (&'static str, Option<usize>) {
        match self {
            Self::Radians(angle) => ("angle", angle.rows()),
            Self::Degrees(degrees) => ("degrees", degrees.rows()),
            Self::Rotors(rotors) => ("rotor", rotors.rows()),
        }
    }

    pub(crate) fn rotor(&self, index: usize) -> Result<Rotor, ShapeError> {
        match self {
            Self::Radians(angle) => Rotor::from_angle(angle.at(index)),
            Self::Degrees(degrees) => Rotor::from_degrees(degrees.at(index)),
            Self::Rotors(rotors) => {
                let [cos, sin] = rotors.at(index);
                Rotor::from_raw(cos, sin)
            }
        }
    }
}

/// The shapes of several sequences, one after the other.
#[pyfunction]
pub(crate) fn concat(shapes: Vec<PyRef<'_, Shapes>>) -> Shapes {
    Shapes { list: shapes.iter().flat_map(|shapes| shapes.list.iter().copied()).collect() }
}

/// Checks the number of rows of a column of shapes.
pub(crate) fn check_same(field: &str, count: usize, expected: usize) -> PyResult<()> {
    let message = || format!("{field}: must have {expected} rows, has {count}");
    if count == expected { Ok(()) } else { Err(ColumnError::new_err(message())) }
}
