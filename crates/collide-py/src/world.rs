//! A world of entities.

use std::sync::RwLock;

use collide2d::{DVec2, Entity, Handle, IndexedError, Origin, Shape, Vec2, WorldError};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arrays::{list, rows, table};
use crate::entities::Entities;
use crate::errors::{Refusal, raise_item};
use crate::hits::SweptPairs;
use crate::options::EntityOptions;
use crate::queries::Queries;
use crate::report::{Events, Report};
use crate::settings::{changed, shown};
use crate::shapes::{Shapes, check_same};
use crate::trace::TraceTick;

/// Entities with shapes, and the pairs of them that overlap at each tick.
///
/// Entities are named by handles, numbers of 64 bits, wherever one is wanted by a list or an array of them: the slot in the lower half,
/// the generation in the upper. Threads may share a world: who asks waits for who changes it, and Python goes on meanwhile.
///
/// Settings, all by keyword:
///
/// - `strategy`: `auto`, `brute`, `grid`, `levels`, `sweep` or `rtree`; `cell` is the side of the cells of `grid`. The answers are the same;
/// - `touching`: whether shapes that only touch are a pair, which they are;
/// - `threads`: how many work, 1 for the calling one; `None` for one for each core, shared by all worlds;
/// - `order`: of pairs by `slot`, or as `found`, which is faster;
/// - `events`: whether to tell which pairs began and ended;
/// - `history`: how many ticks to remember; `teleport_distance` is how far an entity moves in one at most that has not been put elsewhere.
#[pyclass(frozen, module = "collide2d")]
pub(crate) struct World {
    inner: RwLock<collide2d::World>,
}

/// Handles of their numbers.
pub(crate) fn handles_of(numbers: &[u64]) -> Vec<Handle> {
    numbers.iter().map(|bits| Handle::from_bits(*bits)).collect()
}

/// The shapes of entities, or the first whose entity is gone.
pub(crate) fn shapes_of(handles: &[Handle], get: impl Fn(Handle) -> Option<Shape>) -> PyResult<Shapes> {
    let stale = |index, handle| WorldError::Stale { handle }.raise_at(index);
    let shapes = handles.iter().enumerate().map(|(index, &handle)| get(handle).ok_or_else(|| stale(index, handle)));
    Ok(Shapes { list: shapes.collect::<PyResult<_>>()? })
}

impl World {
    pub(crate) fn of(world: collide2d::World) -> Self {
        Self { inner: RwLock::new(world) }
    }

    /// Looks at the world while Python goes on.
    pub(crate) fn read<R: Send>(
        &self,
        py: Python<'_>,
        look: impl FnOnce(&collide2d::World) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        py.detach(|| self.with_locked(look))
    }

    /// The same where Python goes on already.
    pub(crate) fn with_locked<R>(&self, look: impl FnOnce(&collide2d::World) -> PyResult<R>) -> PyResult<R> {
        look(&*self.inner.read().map_err(|_| broken())?)
    }

    fn write<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut collide2d::World) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        py.detach(|| change(&mut *self.inner.write().map_err(|_| broken())?))
    }
}

fn broken() -> PyErr {
    PyRuntimeError::new_err("world: an earlier call broke it off halfway")
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (**settings))]
    fn new(settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Ok(Self::of(collide2d::World::new(changed(&collide2d::Settings::default(), settings)?)))
    }

    /// The settings, as they would be given.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        shown(py, &self.read(py, |world| Ok(world.settings().clone()))?)
    }

    /// Changes those settings that are given, for the steps that follow.
    #[pyo3(signature = (**settings))]
    fn set_settings(&self, py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let settings = changed(&self.read(py, |world| Ok(world.settings().clone()))?, settings)?;
        self.write(py, |world| {
            world.set_settings(settings);
            Ok(())
        })
    }

    /// Adds an entity for each shape and returns their handles. They take part from the next step on.
    ///
    /// By keyword, a column or one value for all: `data`, a number of the caller's own; `category`, `mask` and `group`, whom they
    /// meet; `sensor`, whether they only sense; `mobility`, one of `dynamic`, `static` and `sleeping` for all, or a column of 0, 1 and 2.
    #[pyo3(signature = (shapes, **options))]
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

    /// Gives entities new shapes; of several for one the last counts. Changes none if one is stale.
    fn set_shapes(&self, py: Python<'_>, handles: &Bound<'_, PyAny>, shapes: &Bound<'_, Shapes>) -> PyResult<()> {
        let (handles, shapes) = (handles_of(&list(handles, "handles")?), &shapes.get().list);
        check_same("shapes", shapes.len(), handles.len())?;
        self.write(py, |world| {
            let updates: Vec<_> = handles.iter().copied().zip(shapes.iter().copied()).collect();
            world.set_shape_batch(&updates).map_err(raise_item)
        })
    }

    /// Changes what entities are besides their shapes: the keywords of `insert`, of which those not given stay as they are. Changes none
    /// if one is stale.
    #[pyo3(signature = (handles, **options))]
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
            changes.and_then(|changes| world.set_entity_batch(&changes)).map_err(raise_item)
        })
    }

    /// Removes entities. Removes none if one is stale; one that is named twice is removed once.
    fn remove(&self, py: Python<'_>, handles: &Bound<'_, PyAny>) -> PyResult<()> {
        let handles = handles_of(&list(handles, "handles")?);
        self.write(py, |world| world.remove_batch(&handles).map_err(raise_item))
    }

    /// The shapes of entities. A `StaleError` names the first that is gone.
    fn shapes(&self, py: Python<'_>, handles: &Bound<'_, PyAny>) -> PyResult<Shapes> {
        let handles = handles_of(&list(handles, "handles")?);
        self.read(py, |world| shapes_of(&handles, |handle| world.shape(handle)))
    }

    /// Whether the entities of these handles are there.
    fn has<'py>(&self, py: Python<'py>, handles: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let handles = handles_of(&list(handles, "handles")?);
        let there = self.read(py, |world| Ok(handles.iter().map(|handle| world.has(*handle)).collect()))?;
        Ok(PyArray1::from_vec(py, there))
    }

    /// Everything about entities: about those of these handles, or about all, in order of slots.
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

    /// Number of entities.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, |world| Ok(world.len()))
    }

    /// Finds the pairs of this tick. More than `max_pairs` are an `OverBudgetError`, and the tick has not happened.
    #[pyo3(signature = (max_pairs = None))]
    fn step(&self, py: Python<'_>, max_pairs: Option<u64>) -> PyResult<Report> {
        let max_pairs = max_pairs.unwrap_or(u64::MAX);
        Report::new(py, &self.write(py, |world| Ok(*world.step_within(max_pairs).map_err(Refusal::raise)?))?)
    }

    /// How many pairs there would be, without a step.
    fn count_pairs(&self, py: Python<'_>) -> PyResult<u64> {
        self.write(py, |world| Ok(world.count_pairs()))
    }

    /// Sorts what has changed since the last step, so that questions need not.
    fn refresh(&self, py: Python<'_>) -> PyResult<()> {
        self.write(py, |world| {
            world.refresh();
            Ok(())
        })
    }

    /// The pairs of the last step: handles, the one with the smaller slot first, of shape `(n, 2)`.
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let both = |(a, b): (Handle, Handle)| [a.to_bits(), b.to_bits()];
        rows(py, self.read(py, |world| Ok(world.pairs().iter().flat_map(both).collect()))?, 2)
    }

    /// What became of pairs with the last step, of all or of those of one handle. None unless the setting `events` is on.
    #[pyo3(signature = (handle = None))]
    fn events(&self, py: Python<'_>, handle: Option<u64>) -> PyResult<Events> {
        self.read(py, |world| match handle {
            Some(handle) => Ok(Events::new(world.events_of(Handle::from_bits(handle)))),
            None => Ok(Events::new(world.events().iter())),
        })
    }

    /// What the last step did, if there was one.
    fn report(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        let report = self.read(py, |world| Ok(world.report().copied()))?;
        report.map(|report| Report::new(py, &report)).transpose()
    }

    /// How the last step was done and why, in words; empty before the first.
    fn explain(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |world| Ok(world.explain().map(|explanation| explanation.to_string()).unwrap_or_default()))
    }

    /// What the last ticks took, in words: a line for a log.
    fn recent(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |world| Ok(world.recent().to_string()))
    }

    /// Bytes allocated.
    fn memory(&self, py: Python<'_>) -> PyResult<usize> {
        self.read(py, |world| Ok(world.memory()))
    }

    /// How many steps there were.
    #[getter]
    fn tick(&self, py: Python<'_>) -> PyResult<u64> {
        self.read(py, |world| Ok(world.tick()))
    }

    /// A number that tells apart what the last step found: the same in every language, on every machine.
    fn fingerprint(&self, py: Python<'_>) -> PyResult<u64> {
        self.read(py, |world| Ok(world.fingerprint()))
    }

    /// Questions about the entities as they are.
    fn queries(slf: Bound<'_, Self>) -> Queries {
        Queries::new(slf.unbind(), None)
    }

    /// Questions about the entities as they were at a tick, or between two, as far as the setting `history` has them remembered.
    fn at(slf: Bound<'_, Self>, tick: f64) -> PyResult<Queries> {
        slf.get().read(slf.py(), |world| world.at(tick).map(drop).map_err(Refusal::raise))?;
        Ok(Queries::new(slf.unbind(), Some(tick)))
    }

    /// Which of these entities meet others, moving by `motion`, of shape `(n, 2)`, all at once, and when. All others stand still.
    fn swept_pairs(
        &self,
        py: Python<'_>,
        handles: &Bound<'_, PyAny>,
        motion: &Bound<'_, PyAny>,
    ) -> PyResult<SweptPairs> {
        let (handles, motion) = (handles_of(&list(handles, "handles")?), table::<2>(motion, "motion")?);
        motion.check("motion", handles.len())?;
        let pairs = self.read(py, |world| {
            let moving = |(row, handle): (usize, &Handle)| (*handle, Vec2::from(motion.at(row)));
            let moving: Vec<_> = handles.iter().enumerate().map(moving).collect();
            let mut pairs = collide2d::SweptPairs::default();
            world.swept_pairs_into(&moving, &mut pairs).map_err(raise_item)?;
            Ok(pairs)
        })?;
        SweptPairs::new(py, pairs.list())
    }

    /// The world as bytes: entities, tick and pairs; not its settings, its past and what is recorded.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.read(py, |world| Ok(world.save()))?))
    }

    /// Becomes the world that was saved, with its own settings. A `SnapshotError` says what is wrong with the bytes.
    fn restore(&self, py: Python<'_>, saved: &[u8]) -> PyResult<()> {
        let saved = saved.to_vec();
        self.write(py, |world| world.restore(&saved).map_err(Refusal::raise))
    }

    /// A copy that goes on alike, to the byte, settings and past included.
    fn fork(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::of(self.read(py, |world| Ok(world.clone()))?))
    }

    /// Moves the zero of the world from one place of a larger one to another; both are `(x, y)`. The past is forgotten.
    fn rebase(&self, py: Python<'_>, old: [f64; 2], new: [f64; 2]) -> PyResult<()> {
        let origin = |at: [f64; 2]| Origin::new(DVec2::from_array(at)).map_err(Refusal::raise);
        let (from, to) = (origin(old)?, origin(new)?);
        self.write(py, |world| world.rebase(&from, &to).map_err(Refusal::raise))
    }

    /// Writes down from now on what happens: all changes, questions and steps. To be fetched by `recorded`.
    fn start_recording(&self, py: Python<'_>) -> PyResult<()> {
        self.write(py, |world| {
            world.start_recording();
            Ok(())
        })
    }

    /// Writes down no more. What was not fetched is lost.
    fn stop_recording(&self, py: Python<'_>) -> PyResult<()> {
        self.write(py, |world| {
            world.stop_recording();
            Ok(())
        })
    }

    /// Whether what happens is written down.
    #[getter]
    fn is_recording(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |world| Ok(world.is_recording()))
    }

    /// The steps recorded since this was called last: to be appended to a file.
    fn recorded<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.write(py, |world| {
            let mut bytes = Vec::new();
            world.write_recorded(&mut bytes)?;
            Ok(bytes)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Goes through a tick of a trace: makes the same changes, asks the same questions and steps. A `DivergenceError` names the first
    /// answer that is another one. Returns how many questions were answered, and how many could not be.
    fn replay(&self, py: Python<'_>, tick: &Bound<'_, TraceTick>) -> PyResult<(usize, usize)> {
        let tick = tick.get();
        self.write(py, |world| {
            let replayed = world.replay(&tick.inner).map_err(Refusal::raise)?;
            Ok((replayed.answered, replayed.skipped))
        })
    }

    /// Makes the changes of a tick of a trace, without asking or stepping.
    fn follow(&self, py: Python<'_>, tick: &Bound<'_, TraceTick>) -> PyResult<()> {
        let tick = tick.get();
        self.write(py, |world| world.follow(&tick.inner).map_err(Refusal::raise))
    }

    /// Looks whether all of it is as it must be: an error says what is not.
    fn validate(&self, py: Python<'_>) -> PyResult<()> {
        self.read(py, |world| world.validate().map_err(Refusal::raise))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |world| Ok(format!("World({} entities, tick {})", world.len(), world.tick())))
    }
}
