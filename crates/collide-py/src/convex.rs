//! Capsules and polygons as columns, at positions and turned.

use std::iter;
use std::ops::Range;

use collide2d::error::ShapeError;
use collide2d::{Capsule, Polygon, Shape, Vec2};
use numpy::{PyArray1, PyArray2};
use pyo3::intern;
use pyo3::prelude::*;

use crate::arrays::{Column, as_array, column, list, rows, rows_of};
use crate::coordinates::{Coordinates, origin, warn_of_rounding};
use crate::errors::Refusal;
use crate::errors::python::{ColumnError, ShapeError as WrongKind};
use crate::shapes::{Shapes, Turn, smaller};

/// Positions, and the start of the coordinates of points: zero if there are positions.
struct Positions {
    columns: Option<[Coordinates; 2]>,
    origin: Option<[f64; 2]>,
}

impl Positions {
    /// Reads positions. Without them, the origin is subtracted from the points.
    fn read(position: Option<&Bound<'_, PyAny>>, origin: Option<[f64; 2]>) -> PyResult<Self> {
        match position {
            Some(position) => Ok(Self { columns: Some(pairs(position, "position", origin)?), origin: None }),
            None => Ok(Self { columns: None, origin }),
        }
    }

    fn rows(&self) -> (&'static str, Option<usize>) {
        ("position", self.columns.as_ref().and_then(|[x, _]| x.rows()))
    }

    fn at(&self, row: usize) -> Vec2 {
        self.columns.as_ref().map_or(Vec2::ZERO, |[x, y]| Vec2::new(x.at(row), y.at(row)))
    }

    /// Warns of the rounding of the positions.
    fn warn(&self, py: Python<'_>, shapes: &[Shape]) -> PyResult<()> {
        let Some([x, y]) = &self.columns else { return Ok(()) };
        warn_of_rounding(py, shapes.len(), &[x, y], |row| extent(&shapes[row]))
    }
}

/// Points as rows of x and y, and the first row of each shape.
type FlatPoints<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<i64>>);

/// The columns of x and y of an array whose last axis has both.
fn pairs(value: &Bound<'_, PyAny>, field: &str, origin: Option<[f64; 2]>) -> PyResult<[Coordinates; 2]> {
    let (py, array) = (value.py(), as_array(value, field)?);
    let shape: Vec<usize> = array.getattr(intern!(py, "shape"))?.extract()?;
    if shape == [0] {
        return Ok([Coordinates::read(&array, field, (origin, 0))?, Coordinates::read(&array, field, (origin, 1))?]);
    }
    if !matches!(shape.as_slice(), [2] | [_, 2]) {
        return Err(ColumnError::new_err(format!("{field}: must have rows of 2 numbers, has shape {shape:?}")));
    }
    let axis = |axis: usize| {
        let column = array.get_item((py.Ellipsis(), axis))?;
        Coordinates::read(&column, field, (origin, axis))
    };
    Ok([axis(0)?, axis(1)?])
}

/// The smaller extent of a shape, for the warning about rounding.
fn extent(shape: &Shape) -> f32 {
    let size = shape.aabb().max() - shape.aabb().min();
    smaller(size.x, size.y)
}

/// Capsules: all points at most `radius` away from the segment between two points. Columns, or one number for all. With
/// radius 0 they are segments.
///
/// With `position`, rows of x and y or one for all, the points are offsets from it: the same body at many places, which
/// moves without rounding of its size. Without it, the position is `0, 0`. `origin` is as for `circles`: it is subtracted
/// from the positions, or else from the points. The `PrecisionWarning` is as for `circles`, with the smaller
/// extent as the size.
#[pyfunction]
#[pyo3(signature = (a_x, a_y, b_x, b_y, radius, *, position = None, origin = None))]
pub(crate) fn capsules(
    a_x: &Bound<'_, PyAny>,
    a_y: &Bound<'_, PyAny>,
    b_x: &Bound<'_, PyAny>,
    b_y: &Bound<'_, PyAny>,
    radius: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = origin)] origin: Option<[f64; 2]>,
) -> PyResult<Shapes> {
    let py = a_x.py();
    let positions = Positions::read(position, origin)?;
    let origin = positions.origin;
    let a = [Coordinates::read(a_x, "a_x", (origin, 0))?, Coordinates::read(a_y, "a_y", (origin, 1))?];
    let b = [Coordinates::read(b_x, "b_x", (origin, 0))?, Coordinates::read(b_y, "b_y", (origin, 1))?];
    let radius = column::<f32>(radius, "radius")?;
    let names = [("a_x", a[0].rows()), ("a_y", a[1].rows()), ("b_x", b[0].rows()), ("b_y", b[1].rows())];
    let count = rows_of(&[names.as_slice(), &[("radius", radius.rows()), positions.rows()]].concat())?;
    let shapes = Shapes::collect(count, |i| {
        let [a, b] = [&a, &b].map(|[x, y]| Vec2::new(x.at(i), y.at(i)));
        Capsule::new(a, b, radius.at(i))?.at(positions.at(i)).map(Shape::from)
    })?;
    warn_of_rounding(py, count, &[&a[0], &a[1], &b[0], &b[1]], |i| extent(&shapes.list[i]))?;
    positions.warn(py, &shapes.list)?;
    Ok(shapes)
}

/// Convex polygons of at most eight corners: for each the convex hull of some points, grown by `radius`, a column or one
/// number for all.
///
/// `points` has rows of x and y. The points of polygon `i` are the rows from `starts[i]` up to, but not including,
/// `starts[i + 1]`, in any order; `starts` has one more entry than there are polygons. Without `starts`, `points` of
/// shape `(k, 2)` is one polygon, and `(n, k, 2)` are `n` polygons of `k` points. Points inside the hull are left out, by
/// exact decisions, so the dents of a concave outline are filled: split it into convex parts.
///
/// `position`, `origin` and the `PrecisionWarning` are as for `capsules`.
#[pyfunction]
#[pyo3(signature = (points, starts = None, radius = None, *, position = None, origin = None))]
pub(crate) fn polygons(
    points: &Bound<'_, PyAny>,
    starts: Option<&Bound<'_, PyAny>>,
    radius: Option<&Bound<'_, PyAny>>,
    position: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = origin)] origin: Option<[f64; 2]>,
) -> PyResult<Shapes> {
    let py = points.py();
    let positions = Positions::read(position, origin)?;
    let points = Points::read(points, starts, positions.origin)?;
    let radius = radius.map_or(Ok(Column::one(0.0)), |radius| column::<f32>(radius, "radius"))?;
    let count = rows_of(&[("points", points.rows()), ("radius", radius.rows()), positions.rows()])?;
    let shapes = Shapes::collect(count, |i| {
        let corners: Vec<Vec2> = points.range(i).map(|point| points.at(point)).collect();
        Polygon::new(&corners, radius.at(i))?.at(positions.at(i)).map(Shape::from)
    })?;
    let mut extents = vec![0.0; points.x.rows().unwrap_or_default()];
    for (i, shape) in shapes.list.iter().enumerate() {
        extents[points.range(i)].fill(extent(shape));
    }
    warn_of_rounding(py, extents.len(), &[&points.x, &points.y], |point| extents[point])?;
    positions.warn(py, &shapes.list)?;
    Ok(shapes)
}

/// Regular polygons of 3 to 8 corners around their positions, with a corner at `(circumradius, 0)` from there. Columns, or
/// one number for all. The corners are the same on every machine. `position`, `origin` and the `PrecisionWarning` are as
/// for `capsules`.
#[pyfunction]
#[pyo3(signature = (corners, circumradius, *, position = None, origin = None))]
pub(crate) fn regular_polygons(
    corners: &Bound<'_, PyAny>,
    circumradius: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = origin)] origin: Option<[f64; 2]>,
) -> PyResult<Shapes> {
    let positions = Positions::read(position, origin)?;
    let (counts, radius) = (column::<u64>(corners, "corners")?, column::<f32>(circumradius, "circumradius")?);
    let count = rows_of(&[("corners", counts.rows()), ("circumradius", radius.rows()), positions.rows()])?;
    let shapes = Shapes::collect(count, |i| {
        Polygon::regular(counts.at(i) as usize, radius.at(i))?.at(positions.at(i)).map(Shape::from)
    })?;
    positions.warn(corners.py(), &shapes.list)?;
    Ok(shapes)
}

/// The points of polygons: rows of x and y, and the rows of each polygon.
struct Points {
    x: Coordinates,
    y: Coordinates,
    ranges: Vec<Range<usize>>,
    is_one: bool,
}

impl Points {
    fn read(points: &Bound<'_, PyAny>, starts: Option<&Bound<'_, PyAny>>, origin: Option<[f64; 2]>) -> PyResult<Self> {
        let array = as_array(points, "points")?;
        let shape: Vec<usize> = array.getattr(intern!(points.py(), "shape"))?.extract()?;
        let (flat, counts) = match (shape.as_slice(), starts) {
            (&[count, corners, 2], None) => {
                (array.call_method1("reshape", (count * corners, 2))?, Some((count, corners)))
            }
            _ => (array, None),
        };
        let [x, y] = pairs(&flat, "points", origin)?;
        let Some(count) = x.rows() else {
            return Err(ColumnError::new_err(format!("points: must have rows of 2 numbers, has shape {shape:?}")));
        };
        let ranges = match (counts, starts) {
            (_, Some(starts)) => ranges(&list(starts, "starts")?, count)?,
            (Some((count, corners)), None) => (0..count).map(|row| row * corners..(row + 1) * corners).collect(),
            (None, None) => iter::once(0..count).collect(),
        };
        Ok(Self { x, y, ranges, is_one: counts.is_none() && starts.is_none() })
    }

    fn rows(&self) -> Option<usize> {
        (!self.is_one).then_some(self.ranges.len())
    }

    /// The rows of a polygon.
    fn range(&self, polygon: usize) -> Range<usize> {
        self.ranges[if self.is_one { 0 } else { polygon }].clone()
    }

    fn at(&self, row: usize) -> Vec2 {
        Vec2::new(self.x.at(row), self.y.at(row))
    }
}

/// The ranges between the starts, which must rise and end at `count` or below.
fn ranges(starts: &[u64], count: usize) -> PyResult<Vec<Range<usize>>> {
    let range = |(index, pair): (usize, &[u64])| {
        let (start, end) = (pair[0], pair[1]);
        if start <= end && end <= count as u64 {
            return Ok(start as usize..end as usize);
        }
        let message = format!("starts[{}]: must be {start} to {count}, is {end}", index + 1);
        Err(ColumnError::new_err(message))
    };
    starts.windows(2).enumerate().map(range).collect()
}

#[pymethods]
impl Shapes {
    /// The capsules and polygons at other positions, `x` and `y`: each a column, or one number for all. One shape may be
    /// put at many positions. `origin` and the `PrecisionWarning` are as for `capsules`.
    ///
    /// Raises `ShapeError` with the index of a shape of another kind.
    #[pyo3(signature = (x, y, *, origin = None))]
    fn at(
        &self,
        x: &Bound<'_, PyAny>,
        y: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = origin)] origin: Option<[f64; 2]>,
    ) -> PyResult<Self> {
        let py = x.py();
        let [x, y] = [Coordinates::read(x, "x", (origin, 0))?, Coordinates::read(y, "y", (origin, 1))?];
        let position = |i| Vec2::new(x.at(i), y.at(i));
        let shapes = self.changed(&[("x", x.rows()), ("y", y.rows())], |i, shape| match shape {
            Convex::Capsule(shape) => shape.at(position(i)).map(Shape::from),
            Convex::Polygon(shape) => shape.at(position(i)).map(Shape::from),
        })?;
        warn_of_rounding(py, shapes.list.len(), &[&x, &y], |i| extent(&shapes.list[i]))?;
        Ok(shapes)
    }

    /// The capsules and polygons with their offsets rotated about their positions. Give exactly one rotation, as for
    /// `oriented_rects`: `angle`, `degrees` or `rotor`. One shape may be turned by many angles. To turn a body step by
    /// step, always turn the same unturned shape by the whole angle: if you turn the result again, the rounding adds up.
    ///
    /// Raises `ShapeError` with the index of a shape of another kind.
    #[pyo3(signature = (*, angle = None, degrees = None, rotor = None))]
    fn turned(
        &self,
        angle: Option<&Bound<'_, PyAny>>,
        degrees: Option<&Bound<'_, PyAny>>,
        rotor: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let turn = Turn::of(angle, degrees, rotor)?;
        self.changed(&[turn.rows()], |i, shape| match shape {
            Convex::Capsule(shape) => shape.turned(turn.rotor(i)?).map(Shape::from),
            Convex::Polygon(shape) => shape.turned(turn.rotor(i)?).map(Shape::from),
        })
    }

    /// The points of all shapes, rounded to `float32`, as rows of x and y, and the first row of each shape with the number
    /// of rows at the end: a shape is the convex hull of its points, grown by its radius. A circle has one point, a
    /// capsule two, a rectangle and an oriented rectangle four, a polygon its corners.
    fn points<'py>(&self, py: Python<'py>) -> PyResult<FlatPoints<'py>> {
        let (mut points, mut starts): (Vec<[f32; 2]>, Vec<i64>) = (Vec::new(), vec![0]);
        for shape in &self.list {
            match shape {
                Shape::Circle(circle) => points.push(circle.center().to_array()),
                Shape::Rect(rect) => points.extend(rect.corners().map(|corner| corner.to_array())),
                Shape::OrientedRect(rect) => points.extend(rect.corners().map(|corner| corner.to_array())),
                Shape::Capsule(capsule) => points.extend(capsule.points().map(|end| end.to_array())),
                Shape::Polygon(polygon) => points.extend(polygon.points().map(|corner| corner.to_array())),
            }
            starts.push(points.len() as i64);
        }
        Ok((rows(py, points.into_flattened(), 2)?, PyArray1::from_vec(py, starts)))
    }

    /// The radius by which the hull of the points of each shape is grown; 0 for rectangles and oriented rectangles.
    #[getter]
    fn radii<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_iter(
            py,
            self.list.iter().map(|shape| match shape {
                Shape::Circle(circle) => circle.radius(),
                Shape::Rect(_) | Shape::OrientedRect(_) => 0.0,
                Shape::Capsule(capsule) => capsule.radius(),
                Shape::Polygon(polygon) => polygon.radius(),
            }),
        )
    }
}

/// A shape with a position and offsets.
enum Convex<'a> {
    Capsule(&'a Capsule),
    Polygon(&'a Polygon),
}

impl Shapes {
    /// The capsules and polygons changed row by row: as many as the columns have rows, if there is one shape.
    fn changed(
        &self,
        columns: &[(&'static str, Option<usize>)],
        change: impl Fn(usize, Convex<'_>) -> Result<Shape, ShapeError>,
    ) -> PyResult<Self> {
        let shapes = (self.list.len() != 1).then_some(self.list.len());
        let count = rows_of(&[&[("shapes", shapes)], columns].concat())?;
        let changed = |index: usize| {
            let changed = match &self.list[if shapes.is_none() { 0 } else { index }] {
                Shape::Capsule(shape) => change(index, Convex::Capsule(shape)),
                Shape::Polygon(shape) => change(index, Convex::Polygon(shape)),
                shape @ (Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_)) => {
                    let message = format!("index {index}: kind: must be a capsule or polygon, is a {}", shape.kind());
                    return Err(WrongKind::new_err(message));
                }
            };
            changed.map_err(|error| error.raise_at(index))
        };
        Ok(Self { list: (0..count).map(changed).collect::<PyResult<_>>()? })
    }
}
