//! Area of interest: the entities that each observer sees.

use std::sync::Mutex;

use collide2d::error::InterestError;
use collide2d::{Handle, Observer, ObserverId, ObserverStatus, Viewpoint};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Column, column, list, rows, rows_of, table};
use crate::budget::Budget;
use crate::errors::Refusal;
use crate::hits::{Hit, Hits, Listed};
use crate::options::{Filters, Options};
use crate::pickle::pickled;
use crate::shared_world::World;

/// Interest management (area of interest): the entities that each observer sees, and those that entered or left its
/// view in a tick.
///
/// An entity enters the view when it overlaps the observer's inner circle. It stays visible as long as it overlaps the
/// outer circle (hysteresis).
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
    first: Option<Column<u64>>,
    filters: Filters,
    count: usize,
}

enum At {
    Points(Column<[f32; 2]>),
    Entities(Column<u64>),
}

impl Observers {
    /// Reads the arguments. If `ids` are given, there is one observer for each.
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
        let first = options.take("first")?.map(|first| column::<u64>(&first, "first")).transpose()?;
        first.iter().try_for_each(|first| first.check("first", count))?;
        let filters = Filters::read(&options, count)?;
        options.finish()?;
        Ok(Self { at, inner, outer, max_visible, first, filters, count })
    }

    /// All observers, or the error of the first invalid one.
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
                first: self.first.as_ref().map_or(0, |first| first.at(row)),
            }
        };
        let list: Vec<Observer> = (0..self.count).map(observer).collect();
        // All are checked before the first is inserted.
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
        let broken = |_| PyRuntimeError::new_err("interest: unusable, because an earlier call panicked");
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
    fn new() -> Self {
        Self { inner: Mutex::default() }
    }

    /// Adds observers and returns their ids. `inner` and `outer` are the radii. Observers are `at` points, of shape
    /// `(n, 2)`, or `follow` entities, by handle: give exactly one of the two.
    ///
    /// Further keywords, each a column or one value for all: `max_visible` is the maximum number of visible entities;
    /// where there are more, those with a category in `first` come before the others, and then the nearest;
    /// `category`, `mask`, `group` and `ignore` are the filter. `solid=True` excludes sensors, for all.
    ///
    /// Raises `InterestError` with the index of an invalid observer; no observer is added then.
    #[pyo3(
        signature = (inner, outer, **observers),
        text_signature = "($self, inner, outer, *, at=None, follow=None, max_visible=None, first=0, \
            category=None, mask=None, group=None, ignore=None, solid=False)"
    )]
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

    /// Replaces observers. They keep their ids and their views. The arguments are those of `insert`.
    ///
    /// Raises `StaleError` or `InterestError` with an index; no observer is changed then.
    #[pyo3(
        signature = (observers, inner, outer, **changes),
        text_signature = "($self, observers, inner, outer, *, at=None, follow=None, max_visible=None, first=0, \
            category=None, mask=None, group=None, ignore=None, solid=False)"
    )]
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

    /// Removes observers. Raises `StaleError` if an id is stale; no observer is removed then.
    fn remove(&self, py: Python<'_>, observers: &Bound<'_, PyAny>) -> PyResult<()> {
        let ids = ids(observers)?;
        self.with(py, |interest| {
            check_all(interest, &ids)?;
            // Duplicate ids are ignored.
            ids.iter().for_each(|id| _ = interest.remove(*id));
            Ok(())
        })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |interest| Ok(interest.len()))
    }

    /// Finds the entities in view now, and compares with the previous update. Call it once in each tick, after the
    /// step. Raises `OverBudgetError` for more work than `budget.max_work`: the views stay then, and no entity entered or
    /// left.
    #[pyo3(signature = (world, *, budget = None))]
    fn update(&self, py: Python<'_>, world: &Bound<'_, World>, budget: Option<Budget>) -> PyResult<InterestReport> {
        let (world, budget) = (world.get(), Budget::of(budget));
        let update = |interest: &mut collide2d::Interest| {
            world.with_locked(|world| Ok(*interest.update_within(world, budget).map_err(Refusal::raise)?))
        };
        self.with(py, update).map(InterestReport::new)
    }

    /// The views of all observers at the last update, in order of the observers' slots.
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
        let [visible, entered, left] = columns.map(|lists| Hit::show(py, Listed::of(&lists)));
        Ok(Views { observers: PyArray1::from_vec(py, ids).unbind(), visible: visible?, entered: entered?, left: left? })
    }

    /// The ids of the observers that see an entity, in order of their slots.
    fn observers_of<'py>(&self, py: Python<'py>, handle: u64) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let of = |interest: &mut collide2d::Interest| {
            Ok(interest.observers_of(Handle::from_bits(handle)).iter().map(|id| id.to_bits()).collect())
        };
        Ok(PyArray1::from_vec(py, self.with(py, of)?))
    }

    /// Whether each of these observers was lost at the last update: the entity that it follows was removed.
    fn lost<'py>(&self, py: Python<'py>, observers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let ids = ids(observers)?;
        let lost = self.with(py, |interest| {
            check_all(interest, &ids)?;
            let is_lost = |id: &ObserverId| matches!(interest.status(*id), Some(ObserverStatus::Lost { .. }));
            Ok(ids.iter().map(is_lost).collect())
        })?;
        Ok(PyArray1::from_vec(py, lost))
    }

    /// The positions of these observers at the last update, of shape `(n, 2)`. NaN for an observer that was lost or was
    /// inserted after the update.
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

/// The counts of an update.
#[pyclass(frozen, get_all, module = "collide2d")]
pub(crate) struct InterestReport {
    /// The number of observers.
    observer_count: usize,
    /// The number of observers that follow a removed entity.
    lost_count: usize,
    /// The number of entities that overlap an outer circle, summed over all observers.
    candidate_count: usize,
    /// The number of entities in view, summed over all observers.
    visible_count: usize,
    /// The number of entities that entered a view, summed over all observers.
    entered_count: usize,
    /// The number of entities that left a view, summed over all observers.
    left_count: usize,
    /// The work of the update, in units of which a million stand for about a millisecond.
    work: u64,
}

impl InterestReport {
    fn new(report: collide2d::report::InterestReport) -> Self {
        let collide2d::report::InterestReport {
            observer_count,
            lost_count,
            candidate_count,
            visible_count,
            entered_count,
            left_count,
            work,
        } = report;
        Self { observer_count, lost_count, candidate_count, visible_count, entered_count, left_count, work }
    }
}

pickled!(InterestReport {
    observer_count,
    lost_count,
    candidate_count,
    visible_count,
    entered_count,
    left_count,
    work
});

/// The views of observers: lists of handles, with one list for each observer.
#[pyclass(frozen, get_all, module = "collide2d")]
pub(crate) struct Views {
    /// The ids of the observers.
    observers: Py<PyArray1<u64>>,
    /// The visible entities of each observer.
    visible: Py<Hits>,
    /// The entities that entered the view of each observer.
    entered: Py<Hits>,
    /// The entities that left the view of each observer. The handles of removed entities are stale.
    left: Py<Hits>,
}

pickled!(Views { observers, visible, entered, left });
