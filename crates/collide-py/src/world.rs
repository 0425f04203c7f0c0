//! The methods of a world.

use collide2d::error::{IndexedError, WorldError};
use collide2d::{CrowdLimit, DVec2, Entity, Handle, Origin, Vec2};
use numpy::{PyArray1, PyArray2};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arrays::{list, point, rows, table};
use crate::budget::Budget;
use crate::entities::{Entities, handles_of, shapes_of};
use crate::errors::{Refusal, raise_item};
use crate::hits::SweptPairs;
use crate::options::EntityOptions;
use crate::queries::Queries;
use crate::report::{Crowd, Events, Report};
use crate::settings::{changed, shown};
use crate::shapes::{Shapes, check_same};
use crate::shared_world::World;

/// Events, and the data of their entities.
type BetweenCategories<'py> = (Events, Bound<'py, PyArray2<u64>>);

/// What a pickled world consists of: settings and a snapshot.
type State<'py> = (Bound<'py, PyDict>, Bound<'py, PyBytes>);

#[pymethods]
impl World {
    #[new]
    #[pyo3(
        signature = (**settings),
        text_signature = "(*, strategy='auto', cell=None, touching='closed', static_pairs=False, sensor_pairs=False, \
            change_ticks=False, threads=None, order='slot', events=False, history=0, teleport_distance=1.0, crowd=None, \
            crowd_first=0)"
    )]
    fn new(settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Ok(Self::of(collide2d::World::new(changed(&collide2d::Settings::default(), settings)?)))
    }

    /// The settings, as a dict of the keyword arguments.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        shown(py, &self.read(py, |world| Ok(world.settings().clone()))?)
    }

    /// Changes the given settings for the following steps. All others stay unchanged.
    #[pyo3(
        signature = (**settings),
        text_signature = "($self, *, strategy=..., cell=..., touching=..., static_pairs=..., sensor_pairs=..., \
            change_ticks=..., threads=..., order=..., events=..., history=..., teleport_distance=..., crowd=..., crowd_first=...)"
    )]
    fn set_settings(&self, py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let settings = changed(&self.read(py, |world| Ok(world.settings().clone()))?, settings)?;
        self.write(py, |world| {
            world.set_settings(settings);
            Ok(())
        })
    }

    /// Inserts an entity for each shape and returns their handles. They take part from the next step on.
    ///
    /// Keywords, each a column or one value for all:
    ///
    /// - `data`: a number of your own;
    /// - `category`, `mask`, `group`: the layers, which decide with which entities it collides;
    /// - `sensor`: whether it is a sensor; two sensors are a pair only with the setting `sensor_pairs`;
    /// - `mobility`: `dynamic`, `static` or `sleeping` for all, or a column of 0, 1 and 2; two static entities are a
    ///   pair only with the setting `static_pairs`.
    #[pyo3(
        signature = (shapes, **options),
        text_signature = "($self, shapes, *, data=0, category=1, mask=18446744073709551615, group=0, \
            sensor=False, mobility='dynamic')"
    )]
    fn insert<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, Shapes>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let shapes = &shapes.get().list;
        let options = EntityOptions::read(options, shapes.len())?;
        let numbers = self.write(py, |world| {
            let entity = |(row, shape)| options.over(row, Entity::new(shape));
            let entities: Vec<Entity> = shapes.iter().enumerate().map(entity).collect();
            let mut handles = Vec::new();
            world.insert_batch(&entities, &mut handles).map_err(raise_item)?;
            Ok(handles.iter().map(|handle| handle.to_bits()).collect())
        })?;
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Sets the shapes of entities. If a handle occurs several times, its last shape is used. Raises `StaleError` if a
    /// handle is stale; no entity is changed then.
    fn set_shapes(&self, py: Python<'_>, handles: &Bound<'_, PyAny>, shapes: &Bound<'_, Shapes>) -> PyResult<()> {
        let (handles, shapes) = (handles_of(&list(handles, "handles")?), &shapes.get().list);
        check_same("shapes", shapes.len(), handles.len())?;
        self.write(py, |world| {
            let updates: Vec<_> = handles.iter().copied().zip(shapes.iter().copied()).collect();
            world.set_batch(&updates).map_err(raise_item)
        })
    }

    /// Changes other properties of entities, with the keywords of `insert`. Properties that are not given stay
    /// unchanged. Raises `StaleError` if a handle is stale; no entity is changed then.
    #[pyo3(
        signature = (handles, **options),
        text_signature = "($self, handles, *, data=..., category=..., mask=..., group=..., sensor=..., \
            mobility=...)"
    )]
    fn set_entities(
        &self,
        py: Python<'_>,
        handles: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let handles = handles_of(&list(handles, "handles")?);
        let options = EntityOptions::read(options, handles.len())?;
        self.write(py, |world| {
            let change = |(index, &handle): (usize, &Handle)| {
                let entity = world.entity(handle).ok_or(IndexedError { index, error: WorldError::Stale { handle } })?;
                Ok((handle, options.over(index, entity)))
            };
            let changes: Result<Vec<_>, _> = handles.iter().enumerate().map(change).collect();
            changes.and_then(|changes| world.set_batch(&changes)).map_err(raise_item)
        })
    }

    /// Removes entities. Duplicate handles are ignored. Raises `StaleError` if a handle is stale; no entity is removed
    /// then.
    fn remove(&self, py: Python<'_>, handles: &Bound<'_, PyAny>) -> PyResult<()> {
        let handles = handles_of(&list(handles, "handles")?);
        self.write(py, |world| world.remove_batch(&handles).map_err(raise_item))
    }

    /// The shapes of entities. Raises `StaleError` with the index of the first stale handle.
    fn shapes(&self, py: Python<'_>, handles: &Bound<'_, PyAny>) -> PyResult<Shapes> {
        let handles = handles_of(&list(handles, "handles")?);
        self.read(py, |world| shapes_of(&handles, |handle| world.shape(handle)))
    }

    /// Whether each of these handles is valid: its entity is in the world.
    fn has<'py>(&self, py: Python<'py>, handles: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let handles = handles_of(&list(handles, "handles")?);
        let there = self.read(py, |world| Ok(handles.iter().map(|handle| world.has(*handle)).collect()))?;
        Ok(PyArray1::from_vec(py, there))
    }

    /// The entities of these handles, with all properties; without an argument all entities, in order of slots. Raises
    /// `StaleError` with the index of the first stale handle.
    #[pyo3(signature = (handles = None))]
    fn entities(&self, py: Python<'_>, handles: Option<&Bound<'_, PyAny>>) -> PyResult<Entities> {
        let handles = handles.map(|handles| PyResult::Ok(handles_of(&list(handles, "handles")?))).transpose()?;
        let rows: Vec<(Handle, Entity)> = self.read(py, |world| match handles {
            Some(handles) => {
                let stale = |index, handle| WorldError::Stale { handle }.raise_at(index);
                let row = |(index, &handle): (usize, &Handle)| {
                    Ok((handle, world.entity(handle).ok_or_else(|| stale(index, handle))?))
                };
                handles.iter().enumerate().map(row).collect()
            }
            None => Ok(world.iter().collect()),
        })?;
        Entities::new(py, &rows)
    }

    /// The handles of the entities whose last change was at `tick` or later, in order of slots; none unless the setting
    /// `change_ticks` is on. Removed entities are in no list. Read `tick` after each list, and pass it the next time: no
    /// change is missed.
    fn changed_since<'py>(&self, py: Python<'py>, tick: u64) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let changed = self.read(py, |world| Ok(world.changed_since(tick).map(Handle::to_bits).collect()))?;
        Ok(PyArray1::from_vec(py, changed))
    }

    /// The number of entities.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, |world| Ok(world.len()))
    }

    /// Whether a handle is valid: `handle in world`.
    fn __contains__(&self, py: Python<'_>, handle: u64) -> PyResult<bool> {
        self.read(py, |world| Ok(world.has(Handle::from_bits(handle))))
    }

    /// Runs a tick: finds all pairs of entities that overlap. Raises `OverBudgetError` if it exceeds
    /// `budget`, a `Budget`; the tick has not happened then.
    #[pyo3(signature = (*, budget = None))]
    fn step(&self, py: Python<'_>, budget: Option<Budget>) -> PyResult<Report> {
        let budget = Budget::of_pairs(budget);
        Report::new(py, &self.write(py, |world| Ok(*world.step_within(budget).map_err(Refusal::raise)?))?)
    }

    /// The number of pairs that a step would find now, without memory for the pairs.
    fn count_pairs(&self, py: Python<'_>) -> PyResult<u64> {
        self.write(py, |world| Ok(world.count_pairs()))
    }

    /// Re-indexes the entities that changed since the last step, so that queries are fast again.
    fn refresh(&self, py: Python<'_>) -> PyResult<()> {
        self.write(py, |world| {
            world.refresh();
            Ok(())
        })
    }

    /// The pairs of the last step as handles, of shape `(n, 2)`, the smaller slot of a pair first.
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let both = |(a, b): (Handle, Handle)| [a.to_bits(), b.to_bits()];
        rows(py, self.read(py, |world| Ok(world.pairs().iter().flat_map(both).collect()))?, 2)
    }

    /// The events of the last step: of all pairs, or only of the pairs of one handle. Empty unless the setting `events`
    /// is on.
    #[pyo3(signature = (handle = None))]
    fn events(&self, py: Python<'_>, handle: Option<u64>) -> PyResult<Events> {
        self.read(py, |world| match handle {
            Some(handle) => Ok(Events::new(world.events_of(Handle::from_bits(handle)))),
            None => Ok(Events::new(world.events().iter())),
        })
    }

    /// The events of the last step between an entity of one of the categories `first` and one of the categories
    /// `second`, each once, the handle of `first` first in a pair; and the data of both entities, of shape `(n, 2)`, a
    /// row for each of `pairs`. A category is a bit of `category`; `2**64 - 1` means every entity. If both entities fit
    /// both ways, the smaller slot is first.
    ///
    /// An entity has its data and category of now. A removed entity has those that it had when it was removed.
    fn events_between<'py>(&self, py: Python<'py>, first: u64, second: u64) -> PyResult<BetweenCategories<'py>> {
        let (events, data) = self.read(py, |world| Ok(Events::between(world.events_between(first, second))))?;
        Ok((events, rows(py, data, 2)?))
    }

    /// The report of the last step; `None` before the first step.
    fn report(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        let report = self.read(py, |world| Ok(world.report().copied()))?;
        report.map(|report| Report::new(py, &report)).transpose()
    }

    /// The places that now have more than `max` dynamic entities, the most crowded first, whatever the setting `crowd`.
    /// `first` is as the setting `crowd_first`.
    #[pyo3(signature = (max, first = 0))]
    fn crowds(&self, py: Python<'_>, max: u32, first: u64) -> PyResult<Vec<Crowd>> {
        let limit = CrowdLimit::new(max).with_first(first);
        self.read(py, |world| Ok(world.crowds(limit).iter().map(Crowd::from).collect()))
    }

    /// A readable explanation of the last step: its strategy, the reason, and the times. Empty before the first step.
    fn explain(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |world| Ok(world.explain().map(|explanation| explanation.to_string()).unwrap_or_default()))
    }

    /// The p50 and p99 times of the last 128 ticks, as a line for a log.
    fn recent(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |world| Ok(world.recent().to_string()))
    }

    /// The number of allocated bytes.
    fn memory(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, |world| Ok(world.memory()))
    }

    /// The number of steps.
    #[getter]
    fn tick(&self, py: Python<'_>) -> PyResult<u64> {
        self.read(py, |world| Ok(world.tick()))
    }

    /// A hash of the tick and the pairs of the last step, the same in every language and on every machine.
    fn fingerprint(&self, py: Python<'_>) -> PyResult<u64> {
        self.read(py, |world| Ok(world.fingerprint()))
    }

    /// Queries on the current positions.
    fn queries(slf: Bound<'_, Self>) -> Queries {
        Queries::new(slf.unbind(), None)
    }

    /// Queries on the positions at an earlier tick, or between two ticks (rewind, lag compensation). Raises `PastError`
    /// if the tick is not in the history; see the setting `history`.
    fn at(slf: Bound<'_, Self>, tick: f64) -> PyResult<Queries> {
        slf.get().read(slf.py(), |world| world.at(tick).map(drop).map_err(Refusal::raise))?;
        Ok(Queries::new(slf.unbind(), Some(tick)))
    }

    /// Continuous collision detection: the pairs that hit each other when these entities move by `motion`, of shape
    /// `(n, 2)`, at the same time, and their times of impact. All other entities rest. Raises `OverBudgetError` for more
    /// work than `budget.max_work`.
    #[pyo3(signature = (handles, motion, *, budget = None))]
    fn swept_pairs(
        &self,
        py: Python<'_>,
        handles: &Bound<'_, PyAny>,
        motion: &Bound<'_, PyAny>,
        budget: Option<Budget>,
    ) -> PyResult<SweptPairs> {
        let (handles, motion) = (handles_of(&list(handles, "handles")?), table::<2>(motion, "motion")?);
        motion.check("motion", handles.len())?;
        let pairs = self.read(py, |world| {
            let moving = |(row, handle): (usize, &Handle)| (*handle, Vec2::from(motion.at(row)));
            let moving: Vec<_> = handles.iter().enumerate().map(moving).collect();
            let mut pairs = collide2d::SweptPairs::default();
            world.swept_pairs_into(&moving, Budget::of(budget), &mut pairs).map_err(raise_item)?;
            Ok(pairs)
        })?;
        SweptPairs::new(py, pairs.list(), pairs.work())
    }

    /// A snapshot of the world as bytes: entities, tick and pairs, without settings, history and recording.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.read(py, |world| Ok(world.save()))?))
    }

    /// Replaces this world by a snapshot (rollback); the settings stay. Raises `SnapshotError` for invalid bytes;
    /// nothing has changed then.
    fn restore(&self, py: Python<'_>, saved: &[u8]) -> PyResult<()> {
        let saved = saved.to_vec();
        self.write(py, |world| world.restore(&saved).map_err(Refusal::raise))
    }

    /// For `pickle`: settings and snapshot, without history and recording.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (), State<'py>)> {
        let (py, world) = (slf.py(), slf.get());
        Ok((slf.getattr(intern!(py, "__class__"))?, (), (world.settings(py)?, world.save(py)?)))
    }

    fn __setstate__(&self, py: Python<'_>, state: (Bound<'_, PyDict>, Vec<u8>)) -> PyResult<()> {
        self.set_settings(py, Some(&state.0))?;
        self.restore(py, &state.1)
    }

    /// An independent copy, with settings and history, that gives the same bytes for the same calls.
    fn fork(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::of(self.read(py, |shared| Ok(shared.clone()))?))
    }

    /// Moves the origin of the world within a larger world, from `old` to `new`, both `(x, y)`. All coordinates change;
    /// the history is cleared. Raises `ShapeError` if a shape would be too far from the new origin; nothing has changed
    /// then.
    fn rebase(&self, py: Python<'_>, old: &Bound<'_, PyAny>, new: &Bound<'_, PyAny>) -> PyResult<()> {
        let origin = |value, field| Origin::new(DVec2::from_array(point(value, field)?)).map_err(Refusal::raise);
        let (from, to) = (origin(old, "old")?, origin(new, "new")?);
        self.write(py, |world| world.rebase(&from, &to).map_err(Refusal::raise))
    }

    /// Checks the internal invariants of the world; takes about as long as a tick. Raises `CollideError` if one does
    /// not hold.
    fn validate(&self, py: Python<'_>) -> PyResult<()> {
        self.read(py, |world| world.validate().map_err(Refusal::raise))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |world| Ok(format!("World({} entities, tick {})", world.len(), world.tick())))
    }
}
