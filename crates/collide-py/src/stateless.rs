//! Answers about columns of shapes, without a world to keep them.

use collide2d::{Batch, Report, Settings, Shape, Touching};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::rows;
use crate::errors::{Refusal, raise_item};
use crate::queries::Queries;
use crate::settings::changed;
use crate::shapes::{Shapes, check_same};
use crate::world::World;

type Found = Result<Report, collide2d::BatchError>;

/// Asks a batch while Python goes on; the numbers of the pairs one after the other.
fn found(
    py: Python<'_>,
    settings: Option<&Bound<'_, PyDict>>,
    find: impl FnOnce(&mut Batch, &mut Vec<(u32, u32)>) -> Found + Send,
) -> PyResult<(Report, Vec<u32>)> {
    let settings = changed(&Settings::default(), settings)?;
    py.detach(|| {
        let mut pairs = Vec::new();
        let report = find(&mut Batch::new(settings), &mut pairs).map_err(Refusal::raise)?;
        Ok((report, pairs.into_iter().flat_map(|(a, b)| [a, b]).collect()))
    })
}

/// All pairs of shapes that overlap, as an array of shape `(n, 2)`: their numbers, the smaller first, in order.
///
/// Keywords are those of a `World`; `strategy`, `touching`, `threads` and `cell` matter here.
#[pyfunction]
#[pyo3(signature = (shapes, **settings))]
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    shapes: &Bound<'py, Shapes>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let shapes = &shapes.get().list;
    rows(py, found(py, settings, |batch, out| batch.pairs_into(shapes, out))?.1, 2)
}

/// All pairs of a shape of `a` and one of `b` that overlap, as an array of shape `(n, 2)` of their numbers, in order.
#[pyfunction]
#[pyo3(signature = (a, b, **settings))]
pub(crate) fn pairs_between<'py>(
    py: Python<'py>,
    a: &Bound<'py, Shapes>,
    b: &Bound<'py, Shapes>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let (a, b) = (&a.get().list, &b.get().list);
    rows(py, found(py, settings, |batch, out| batch.pairs_between_into(a, b, out))?.1, 2)
}

/// How many pairs of shapes overlap: faster than listing them, and needs no memory for them.
#[pyfunction]
#[pyo3(signature = (shapes, **settings))]
pub(crate) fn count_pairs(
    py: Python<'_>,
    shapes: &Bound<'_, Shapes>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<u64> {
    let shapes = &shapes.get().list;
    Ok(found(py, settings, |batch, _| batch.count_pairs(shapes))?.0.pair_count)
}

/// How many pairs of a shape of `a` and one of `b` overlap.
#[pyfunction]
#[pyo3(signature = (a, b, **settings))]
pub(crate) fn count_pairs_between(
    py: Python<'_>,
    a: &Bound<'_, Shapes>,
    b: &Bound<'_, Shapes>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<u64> {
    let (a, b) = (&a.get().list, &b.get().list);
    Ok(found(py, settings, |batch, _| batch.count_pairs_between(a, b))?.0.pair_count)
}

/// Questions about shapes that stay as they are: sorts them once and answers with their numbers as handles.
///
/// ```
/// near = collide2d.query(shops).nearest(collide2d.points(x, y), count=3)
/// ```
#[pyfunction]
#[pyo3(signature = (shapes, **settings))]
pub(crate) fn query(
    py: Python<'_>,
    shapes: &Bound<'_, Shapes>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Queries> {
    let settings = changed(&Settings::default(), settings)?;
    let shapes = &shapes.get().list;
    let world = py.detach(|| {
        let mut world = collide2d::World::new(settings);
        let entities: Vec<_> = shapes.iter().map(collide2d::Entity::new).collect();
        // The first entities of a world have the slots from zero on, and no generation.
        world.insert_batch(&entities, &mut Vec::new()).map_err(raise_item)?;
        world.refresh();
        PyResult::Ok(world)
    })?;
    Ok(Queries::new(Py::new(py, World::of(world))?, None))
}

/// Looks at two columns row by row while Python goes on.
fn each<T: numpy::Element>(
    a: &Bound<'_, Shapes>,
    b: &Bound<'_, Shapes>,
    look: impl Fn(&Shape, &Shape) -> T + Sync,
) -> PyResult<Vec<T>> {
    let py = a.py();
    let (a, b) = (&a.get().list, &b.get().list);
    check_same("b", b.len(), a.len())?;
    Ok(py.detach(|| a.iter().zip(b).map(|(a, b)| look(a, b)).collect()))
}

/// Whether each shape of `a` overlaps the one of `b` in the same row, exactly; with `touching="open"` only where they share more than
/// their borders.
#[pyfunction]
#[pyo3(signature = (a, b, *, touching = "closed"))]
pub(crate) fn overlaps<'py>(
    py: Python<'py>,
    a: &Bound<'py, Shapes>,
    b: &Bound<'py, Shapes>,
    touching: &str,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let rule: Touching = touching.parse().map_err(Refusal::raise)?;
    Ok(PyArray1::from_vec(py, each(a, b, |a, b| rule.accepts(collide2d::relation(a, b)))?))
}

/// Whether each shape of `a` holds the one of `b` in the same row wholly, exactly; they may share borders.
#[pyfunction]
pub(crate) fn contains<'py>(
    py: Python<'py>,
    a: &Bound<'py, Shapes>,
    b: &Bound<'py, Shapes>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    Ok(PyArray1::from_vec(py, each(a, b, |a, b| collide2d::contains(a, b))?))
}

/// How far each shape of `a` is from the one of `b` in the same row: zero exactly where they overlap or touch.
#[pyfunction]
pub(crate) fn distance<'py>(
    py: Python<'py>,
    a: &Bound<'py, Shapes>,
    b: &Bound<'py, Shapes>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    Ok(PyArray1::from_vec(py, each(a, b, |a, b| collide2d::distance(a, b))?))
}
