//! The report and the events of a step.

use collide2d::{EventBetween, EventKind};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::arrays::rows;
use crate::errors::python::ColumnError;
use crate::pickle::{Reduced, pickled, reduced};

/// What a step did, and how long it took.
#[pyclass(frozen, get_all, module = "collide2d")]
pub(crate) struct Report {
    /// The number of shapes.
    shape_count: usize,
    /// The number of candidate pairs that the broad phase passed to the exact test.
    candidate_count: u64,
    /// The number of pairs.
    pair_count: u64,
    /// The work in units, of which a million stand for about a millisecond.
    work: u64,
    /// The number of places with more dynamic entities than the setting `crowd`: see `World.crowds`.
    crowd_count: usize,
    /// The number of entities of those places that took no part in the pairs.
    surplus_count: usize,
    /// The place with the most entities; `None` if `crowd_count` is 0.
    crowd: Option<Crowd>,
    /// The strategy that ran.
    strategy: String,
    /// The reason for this strategy.
    reason: String,
    /// The expected time in seconds; `None` if it was not estimated.
    expected: Option<f64>,
    /// The time in seconds.
    seconds: f64,
    /// The time of each phase, in seconds.
    times: Py<PyDict>,
}

impl Report {
    pub(crate) fn new(py: Python<'_>, report: &collide2d::report::Report) -> PyResult<Self> {
        let times = PyDict::new(py);
        report.times.phases().iter().try_for_each(|(name, time)| times.set_item(name, time.as_secs_f64()))?;
        Ok(Self {
            shape_count: report.shape_count,
            candidate_count: report.candidate_count,
            pair_count: report.pair_count,
            work: report.work,
            crowd_count: report.crowd_count,
            surplus_count: report.surplus_count,
            crowd: report.crowd.as_ref().map(Crowd::from),
            strategy: report.strategy.name().to_owned(),
            reason: report.reason.to_string(),
            expected: report.expected.map(|time| time.as_secs_f64()),
            seconds: report.times.total().as_secs_f64(),
            times: times.unbind(),
        })
    }
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        let Self { shape_count, pair_count, strategy, seconds, .. } = self;
        format!("Report(shape_count={shape_count}, pair_count={pair_count}, strategy={strategy:?}, seconds={seconds})")
    }
}

pickled!(Report {
    shape_count,
    candidate_count,
    pair_count,
    work,
    crowd_count,
    surplus_count,
    crowd,
    strategy,
    reason,
    expected,
    seconds,
    times
});

/// A place with more dynamic entities than a limit.
#[pyclass(frozen, get_all, from_py_object, module = "collide2d")]
#[derive(Clone)]
pub(crate) struct Crowd {
    /// The bound of all its dynamic entities: `(min_x, min_y, max_x, max_y)`.
    area: (f32, f32, f32, f32),
    /// The number of its dynamic entities.
    count: usize,
    /// The number of those that are the surplus.
    surplus_count: usize,
    /// The handle of the first of the surplus.
    entity: u64,
}

impl From<&collide2d::Crowd> for Crowd {
    fn from(crowd: &collide2d::Crowd) -> Self {
        let (min, max) = (crowd.area.min(), crowd.area.max());
        Self {
            area: (min.x, min.y, max.x, max.y),
            count: crowd.count,
            surplus_count: crowd.surplus_count,
            entity: crowd.entity.to_bits(),
        }
    }
}

#[pymethods]
impl Crowd {
    fn __repr__(&self) -> String {
        let Self { area, count, surplus_count, entity } = self;
        format!("Crowd(area={area:?}, count={count}, surplus_count={surplus_count}, entity={entity})")
    }
}

pickled!(Crowd { area, count, surplus_count, entity });

/// The events of a step: the pairs that began, stayed or ended since the previous tick. A pair is a row of two handles,
/// the smaller slot first, or as `World.events_between` says.
#[pyclass(frozen, module = "collide2d", sequence)]
pub(crate) struct Events {
    list: Vec<(EventKind, [u64; 2])>,
}

impl Events {
    pub(crate) fn new<'a>(events: impl Iterator<Item = &'a collide2d::Event>) -> Self {
        Self { list: events.map(|event| (event.kind, [event.a.to_bits(), event.b.to_bits()])).collect() }
    }

    /// The events between categories, and the data of their entities.
    pub(crate) fn between(events: impl Iterator<Item = EventBetween>) -> (Self, Vec<u64>) {
        let row =
            |event: EventBetween| ((event.kind, [event.a.to_bits(), event.b.to_bits()]), [event.a_data, event.b_data]);
        let (list, data): (_, Vec<_>) = events.map(row).unzip();
        (Self { list }, data.into_flattened())
    }

    fn of<'py>(&self, py: Python<'py>, only: Option<EventKind>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let events = self.list.iter().filter(|(kind, _)| only.is_none_or(|only| only == *kind));
        rows(py, events.flat_map(|(_, pair)| *pair).collect(), 2)
    }
}

#[pymethods]
impl Events {
    /// The names of the kinds of events. The values of `kind` are indices into it.
    #[classattr]
    #[pyo3(name = "KINDS")]
    fn kinds(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, EventKind::ALL.map(EventKind::name))
    }

    /// The pairs that overlap now, and did not at the previous tick.
    #[getter]
    fn began<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.of(py, Some(EventKind::Began))
    }

    /// The pairs that overlap now, and did at the previous tick.
    #[getter]
    fn stayed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.of(py, Some(EventKind::Stayed))
    }

    /// The pairs that overlapped at the previous tick, and do not now.
    #[getter]
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.of(py, Some(EventKind::Ended))
    }

    /// The pairs of all events, in order.
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.of(py, None)
    }

    /// The kind of each event, in the order of `pairs`: an index into `KINDS`.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_vec(py, self.list.iter().map(|(kind, _)| *kind as u8).collect())
    }

    /// For `pickle`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf.as_any(), &["kind", "pairs"])
    }

    #[classmethod]
    fn _restore(
        _class: &Bound<'_, PyType>,
        kind: &Bound<'_, PyArray1<u8>>,
        pairs: &Bound<'_, PyArray2<u64>>,
    ) -> PyResult<Self> {
        let (kinds, pairs) = (kind.to_vec()?, pairs.to_vec()?);
        let event = |(kind, pair): (&u8, &[u64; 2])| Some((*EventKind::ALL.get(usize::from(*kind))?, *pair));
        let list = kinds.iter().zip(pairs.as_chunks().0).map(event).collect::<Option<_>>();
        let wrong = || ColumnError::new_err("kind: must be indices into KINDS");
        Ok(Self { list: list.ok_or_else(wrong)? })
    }

    fn __len__(&self) -> usize {
        self.list.len()
    }

    fn __repr__(&self) -> String {
        let count = |kind| self.list.iter().filter(|(other, _)| *other == kind).count();
        let [began, stayed, ended] = [EventKind::Began, EventKind::Stayed, EventKind::Ended].map(count);
        format!("Events({began} began, {stayed} stayed, {ended} ended)")
    }
}
