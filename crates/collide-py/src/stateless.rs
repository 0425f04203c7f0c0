//! Functions on columns of shapes, without a world.

use collide2d::report::Report;
use collide2d::{Batch, Shape, Touching};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::rows;
use crate::budget::Budget;
use crate::errors::{Refusal, raise_item};
use crate::options::Options;
use crate::queries::Queries;
use crate::settings::searched;
use crate::shapes::{Shapes, check_same};
use crate::shared_world::World;

type Found = Result<Report, collide2d::error::BatchError>;

/// Runs a batch with the interpreter lock (GIL) released, and returns the pairs as one flat list of indices.
fn found(
    py: Python<'_>,
    settings: Option<&Bound<'_, PyDict>>,
    find: impl FnOnce(&mut Batch, &mut Vec<(u32, u32)>) -> Found + Send,
) -> PyResult<(Report, Vec<u32>)> {
    let options = Options::new(settings)?;
    let budget = Budget::of_pairs(Budget::read(&options)?);
    let settings = searched(options)?;
    py.detach(|| {
        let (mut pairs, mut batch) = (Vec::new(), Batch::new(settings));
        let report = find(batch.within(budget), &mut pairs).map_err(Refusal::raise)?;
        Ok((report, pairs.into_iter().flat_map(|(a, b)| [a, b]).collect()))
    })
}

/// All pairs of shapes that overlap: an array of indices of shape `(n, 2)`, sorted, the smaller index of a pair first.
///
/// Keywords: `strategy`, `cell`, `touching` and `threads`, the settings of a `World`; and `budget`, a
/// `Budget`: a call that exceeds it raises `OverBudgetError`.
#[pyfunction]
#[pyo3(
    signature = (shapes, **settings),
    text_signature = "(shapes, *, strategy='auto', cell=None, touching='closed', threads=None, budget=None)"
)]
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    shapes: &Bound<'py, Shapes>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let shapes = &shapes.get().list;
    rows(py, found(py, settings, |batch, out| batch.pairs_into(shapes, out))?.1, 2)
}

/// All pairs of a shape in `a` and a shape in `b` that overlap: a sorted array of indices of shape `(n, 2)`. The
/// keywords are those of `pairs`.
#[pyfunction]
#[pyo3(
    signature = (a, b, **settings),
    text_signature = "(a, b, *, strategy='auto', cell=None, touching='closed', threads=None, budget=None)"
)]
pub(crate) fn pairs_between<'py>(
    py: Python<'py>,
    a: &Bound<'py, Shapes>,
    b: &Bound<'py, Shapes>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let (a, b) = (&a.get().list, &b.get().list);
    rows(py, found(py, settings, |batch, out| batch.pairs_between_into(a, b, out))?.1, 2)
}

/// The number of pairs of shapes that overlap. Faster than `pairs`, and uses no memory for the pairs. The keywords
/// are those of `pairs`.
#[pyfunction]
#[pyo3(
    signature = (shapes, **settings),
    text_signature = "(shapes, *, strategy='auto', cell=None, touching='closed', threads=None, budget=None)"
)]
pub(crate) fn count_pairs(
    py: Python<'_>,
    shapes: &Bound<'_, Shapes>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<u64> {
    let shapes = &shapes.get().list;
    Ok(found(py, settings, |batch, _| batch.count_pairs(shapes))?.0.pair_count)
}

/// The number of pairs of a shape in `a` and a shape in `b` that overlap. The keywords are those of `pairs`.
#[pyfunction]
#[pyo3(
    signature = (a, b, **settings),
    text_signature = "(a, b, *, strategy='auto', cell=None, touching='closed', threads=None, budget=None)"
)]
pub(crate) fn count_pairs_between(
    py: Python<'_>,
    a: &Bound<'_, Shapes>,
    b: &Bound<'_, Shapes>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<u64> {
    let (a, b) = (&a.get().list, &b.get().list);
    Ok(found(py, settings, |batch, _| batch.count_pairs_between(a, b))?.0.pair_count)
}

/// Queries on shapes that do not change. Indexes the shapes once; the handles in the answers are indices into `shapes`.
/// Keywords: `strategy`, `cell`, `touching` and `threads`, the settings of a `World`.
///
/// ```
/// near = collide2d.query(shops).nearest(collide2d.points(x, y), count=3)
/// ```
#[pyfunction]
#[pyo3(
    signature = (shapes, **settings),
    text_signature = "(shapes, *, strategy='auto', cell=None, touching='closed', threads=None)"
)]
pub(crate) fn query(
    py: Python<'_>,
    shapes: &Bound<'_, Shapes>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Queries> {
    let settings = searched(Options::new(settings)?)?;
    let shapes = &shapes.get().list;
    let world = py.detach(|| {
        let mut world = collide2d::World::new(settings);
        let entities: Vec<_> = shapes.iter().map(collide2d::Entity::new).collect();
        // The first entities of a world have the slots 0, 1, 2, ... and generation 0.
        world.insert_batch(&entities, &mut Vec::new()).map_err(raise_item)?;
        world.refresh();
        PyResult::Ok(world)
    })?;
    Ok(Queries::new(Py::new(py, World::of(world))?, None))
}

/// Calls `look` for each row of two columns, with the interpreter lock (GIL) released.
pub(crate) fn each<T: Send>(
    a: &Bound<'_, Shapes>,
    b: &Bound<'_, Shapes>,
    look: impl Fn(&Shape, &Shape) -> T + Sync,
) -> PyResult<Vec<T>> {
    let py = a.py();
    let (a, b) = (&a.get().list, &b.get().list);
    check_same("b", b.len(), a.len())?;
    Ok(py.detach(|| a.iter().zip(b).map(|(a, b)| look(a, b)).collect()))
}

/// Whether each shape in `a` overlaps the shape in the same row of `b`. The test is exact. With `touching="open"`,
/// shapes that share only their borders do not overlap.
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

/// Whether each shape in `a` contains the shape in the same row of `b`. The test is exact; the shapes may share
/// borders.
#[pyfunction]
pub(crate) fn contains<'py>(
    py: Python<'py>,
    a: &Bound<'py, Shapes>,
    b: &Bound<'py, Shapes>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    Ok(PyArray1::from_vec(py, each(a, b, |a, b| collide2d::contains(a, b))?))
}

/// The distance of each shape in `a` from the shape in the same row of `b`. Zero exactly if they overlap or touch.
#[pyfunction]
pub(crate) fn distance<'py>(
    py: Python<'py>,
    a: &Bound<'py, Shapes>,
    b: &Bound<'py, Shapes>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    Ok(PyArray1::from_vec(py, each(a, b, |a, b| collide2d::distance(a, b))?))
}
