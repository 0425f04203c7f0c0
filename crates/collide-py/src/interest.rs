//! Who sees whom.

use std::sync::Mutex;

use collide2d::{Handle, InterestError, Observer, ObserverId, ObserverStatus, Viewpoint};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Column, column, list, rows, rows_of, table};
use crate::errors::Refusal;
use crate::hits::Hits;
use crate::options::{Filters, Options};
use crate::world::World;

/// Keeps observers, and says at each tick what has come into view of each and what has left it.
///
/// Who is in view stays as long as it overlaps the outer circle, and who is not comes into view when it overlaps the inner one. `max_visible`
/// is how many entities the outer circles may hold together; more are an `OverBudgetError`.
#[pyclass(frozen, module = "collide2d")]
pub(crate) struct Interest {
    inner: Mutex<collide2d::Interest>,
}

/// Observers as columns.
struct Observers {
    at: At,
    inner: Column<f32>,
    outer: Column<f32>,
    max_visible: Option<Column<u64>>,
    filters: Filters,
    count: usize,
}

enum At {
    Points(Column<[f32; 2]>),
    Entities(Column<u64>),
}

impl Observers {
    /// As many as there are ids, if these are known.
    fn read(
        ids: Option<&[ObserverId]>,
        inner: &Bound<'_, PyAny>,
        outer: &Bound<'_, PyAny>,
        rest: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let options = Options::new(rest)?;
        let at = match (options.take("at")?, options.take("follow")?) {
            (Some(points), None) => At::Points(table(&points, "at")?),
            (None, Some(handles)) => At::Entities(column(&handles, "follow")?),
            _ => return Err(PyTypeError::new_err("exactly one of at and follow must be given")),
        };
        let (inner, outer) = (column::<f32>(inner, "inner")?, column::<f32>(outer, "outer")?);
        let place = match &at {
            At::Points(points) => ("at", points.rows()),
            At::Entities(handles) => ("follow", handles.rows()),
        };
        let count =
            rows_of(&[("observers", ids.map(<[_]>::len)), place, ("inner", inner.rows()), ("outer", outer.rows())])?;
        let max_visible =
            options.take("max_visible")?.map(|max_visible| column::<u64>(&max_visible, "max_visible")).transpose()?;
        max_visible.iter().try_for_each(|max_visible| max_visible.check("max_visible", count))?;
        let filters = Filters::read(&options, count)?;
        options.finish()?;
        Ok(Self { at, inner, outer, max_visible, filters, count })
    }

    /// All of them, or the first refusal.
    fn list(&self) -> PyResult<Vec<Observer>> {
        let observer = |row| {
            let at = match &self.at {
                At::Points(points) => Viewpoint::Point(points.at(row).into()),
                At::Entities(handles) => Viewpoint::Entity(Handle::from_bits(handles.at(row))),
            };
            let max_visible = self
                .max_visible
                .as_ref()
                .map_or(usize::MAX, |max_visible| usize::try_from(max_visible.at(row)).unwrap_or(usize::MAX));
            Observer {
                at,
                inner: self.inner.at(row),
                outer: self.outer.at(row),
                filter: self.filters.at(row),
                max_visible,
            }
        };
        let list: Vec<Observer> = (0..self.count).map(observer).collect();
        // What is refused is refused before any is there.
        let mut trial = collide2d::Interest::new();
        for (row, observer) in list.iter().enumerate() {
            let id = trial.insert(*observer).map_err(|error| error.raise_at(row))?;
            trial.remove(id).map_err(Refusal::raise)?;
        }
        Ok(list)
    }
}

fn ids(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<ObserverId>> {
    Ok(list(numbers, "observers")?.into_iter().map(ObserverId::from_bits).collect())
}

impl Interest {
    fn with<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut collide2d::Interest) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        let broken = |_| PyRuntimeError::new_err("interest: an earlier call broke it off halfway");
        py.detach(|| work(&mut *self.inner.lock().map_err(broken)?))
    }
}

fn check_all(interest: &collide2d::Interest, ids: &[ObserverId]) -> PyResult<()> {
    match ids.iter().enumerate().find(|(_, id)| interest.get(**id).is_none()) {
        Some((row, &id)) => Err(InterestError::Stale { id }.raise_at(row)),
        None => Ok(()),
    }
}

#[pymethods]
impl Interest {
    #[new]
    #[pyo3(signature = (max_candidates = None))]
    fn new(max_candidates: Option<u64>) -> Self {
        Self { inner: Mutex::new(collide2d::Interest::with_max_candidates(max_candidates.unwrap_or(u64::MAX))) }
    }

    /// Adds observers and returns their ids. They stand `at` points, of shape `(n, 2)`, or `follow` entities, by handle.
    ///
    /// By keyword, a column or one value for all: `max_visible`, the limit of visible entities; `category`, `mask`, `group` and `ignore`, whom it
    /// sees, and `solid`, for no sensors.
    #[pyo3(signature = (inner, outer, **observers))]
    fn insert<'py>(
        &self,
        py: Python<'py>,
        inner: &Bound<'py, PyAny>,
        outer: &Bound<'py, PyAny>,
        observers: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let observers = Observers::read(None, inner, outer, observers)?;
        let ids = self.with(py, |interest| {
            let insert = |observer| interest.insert(observer).map(ObserverId::to_bits).map_err(Refusal::raise);
            observers.list()?.into_iter().map(insert).collect()
        })?;
        Ok(PyArray1::from_vec(py, ids))
    }

    /// Puts others in the place of observers, which keep their ids and what they have in view. Says of them what `insert` does.
    #[pyo3(signature = (observers, inner, outer, **changes))]
    fn set(
        &self,
        py: Python<'_>,
        observers: &Bound<'_, PyAny>,
        inner: &Bound<'_, PyAny>,
        outer: &Bound<'_, PyAny>,
        changes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let ids = ids(observers)?;
        let changes = Observers::read(Some(&ids), inner, outer, changes)?;
        self.with(py, |interest| {
            check_all(interest, &ids)?;
            let list = changes.list()?;
            ids.iter().zip(list).try_for_each(|(id, observer)| interest.set(*id, observer).map_err(Refusal::raise))
        })
    }

    /// Removes observers. Removes none if one is stale.
    fn remove(&self, py: Python<'_>, observers: &Bound<'_, PyAny>) -> PyResult<()> {
        let ids = ids(observers)?;
        self.with(py, |interest| {
            check_all(interest, &ids)?;
            // One that is named twice is removed once.
            ids.iter().for_each(|id| _ = interest.remove(*id));
            Ok(())
        })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |interest| Ok(interest.len()))
    }

    /// Finds who is in view now: once per tick, after the step.
    fn update(&self, py: Python<'_>, world: &Bound<'_, World>) -> PyResult<InterestReport> {
        let world = world.get();
        let update = |interest: &mut collide2d::Interest| {
            world.with_locked(|world| Ok(*interest.update(world).map_err(Refusal::raise)?))
        };
        self.with(py, update).map(InterestReport::new)
    }

    /// What every observer sees since the last update, in order of their slots.
    fn views(&self, py: Python<'_>) -> PyResult<Views> {
        let (ids, columns) = self.with(py, |interest| {
            let all: Vec<_> = interest.views().collect();
            let ids: Vec<u64> = all.iter().map(|(id, _)| id.to_bits()).collect();
            let mut columns: [collide2d::Hits; 3] = Default::default();
            for (_, view) in all {
                for (column, list) in columns.iter_mut().zip([view.visible, view.entered, view.left]) {
                    column.push(list.len(), list.iter().copied());
                }
            }
            Ok((ids, columns))
        })?;
        let [visible, entered, left] = columns.map(|lists| Py::new(py, Hits::new(py, &lists)));
        Ok(Views { observers: PyArray1::from_vec(py, ids).unbind(), visible: visible?, entered: entered?, left: left? })
    }

    /// Who sees an entity, in order of their slots.
    fn observers_of<'py>(&self, py: Python<'py>, handle: u64) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let of = |interest: &mut collide2d::Interest| {
            Ok(interest.observers_of(Handle::from_bits(handle)).iter().map(|id| id.to_bits()).collect())
        };
        Ok(PyArray1::from_vec(py, self.with(py, of)?))
    }

    /// Whether observers followed an entity that was gone at the last update.
    fn lost<'py>(&self, py: Python<'py>, observers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let ids = ids(observers)?;
        let lost = self.with(py, |interest| {
            check_all(interest, &ids)?;
            let is_lost = |id: &ObserverId| matches!(interest.status(*id), Some(ObserverStatus::Lost { .. }));
            Ok(ids.iter().map(is_lost).collect())
        })?;
        Ok(PyArray1::from_vec(py, lost))
    }

    /// Where observers looked from at the last update, of shape `(n, 2)`; NaN for who was not there or lost.
    fn viewpoints<'py>(&self, py: Python<'py>, observers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let ids = ids(observers)?;
        let points = self.with(py, |interest| {
            check_all(interest, &ids)?;
            let point = |id: &ObserverId| interest.viewpoint(*id).map_or([f32::NAN; 2], |point| point.to_array());
            Ok(ids.iter().flat_map(point).collect())
        })?;
        rows(py, points, 2)
    }
}

/// What an update found.
#[pyclass(frozen, get_all, module = "collide2d")]
pub(crate) struct InterestReport {
    /// How many observers there are.
    observer_count: usize,
    /// How many of them follow an entity that is gone.
    lost_count: usize,
    /// How many entities overlap the outer circles, those of all observers together.
    candidate_count: usize,
    /// How many are in view.
    visible_count: usize,
    /// How many have come into view.
    entered_count: usize,
    /// How many have left it.
    left_count: usize,
}

impl InterestReport {
    fn new(report: collide2d::InterestReport) -> Self {
        let collide2d::InterestReport {
            observer_count,
            lost_count,
            candidate_count,
            visible_count,
            entered_count,
            left_count,
        } = report;
        Self { observer_count, lost_count, candidate_count, visible_count, entered_count, left_count }
    }
}

/// What observers see: a list of handles for each, as hits are.
#[pyclass(frozen, get_all, module = "collide2d")]
pub(crate) struct Views {
    /// The ids of the observers.
    observers: Py<PyArray1<u64>>,
    /// Who is in view of each.
    visible: Py<Hits>,
    /// Who has come into view of each.
    entered: Py<Hits>,
    /// Who has left the view of each; the handles of those that are gone are stale.
    left: Py<Hits>,
}
