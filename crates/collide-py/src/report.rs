//! What steps tell.

use collide2d::EventKind;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arrays::rows;

/// What a step did, and how long it took.
#[pyclass(frozen, get_all, module = "collide2d")]
pub(crate) struct Report {
    /// How many shapes there were.
    shape_count: usize,
    /// How many pairs had to be looked at.
    candidate_count: u64,
    /// How many pairs there are.
    pair_count: u64,
    /// The strategy that found them.
    strategy: &'static str,
    /// Why that one.
    reason: String,
    /// How many seconds that was expected to take, if it was estimated.
    expected: Option<f64>,
    /// How many seconds it took.
    seconds: f64,
    /// Of these, how many each phase took.
    times: Py<PyDict>,
}

impl Report {
    pub(crate) fn new(py: Python<'_>, report: &collide2d::Report) -> PyResult<Self> {
        let times = PyDict::new(py);
        report.times.phases().iter().try_for_each(|(name, time)| times.set_item(name, time.as_secs_f64()))?;
        Ok(Self {
            shape_count: report.shape_count,
            candidate_count: report.candidate_count,
            pair_count: report.pair_count,
            strategy: report.strategy.name(),
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

/// What has become of pairs since the tick before: handles, the one with the smaller slot first, in rows of two.
#[pyclass(frozen, module = "collide2d", sequence)]
pub(crate) struct Events {
    list: Vec<(EventKind, [u64; 2])>,
}

impl Events {
    pub(crate) fn new<'a>(events: impl Iterator<Item = &'a collide2d::Event>) -> Self {
        Self { list: events.map(|event| (event.kind, [event.a.to_bits(), event.b.to_bits()])).collect() }
    }

    fn of<'py>(&self, py: Python<'py>, wanted: Option<EventKind>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let some = self.list.iter().filter(|(kind, _)| wanted.is_none_or(|wanted| wanted == *kind));
        rows(py, some.flat_map(|(_, pair)| *pair).collect(), 2)
    }
}

#[pymethods]
impl Events {
    /// The names of the kinds of event, by their numbers in `kind`.
    #[classattr]
    #[pyo3(name = "KINDS")]
    fn kinds(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, EventKind::ALL.map(EventKind::name))
    }

    /// Pairs that overlap now, and did not at the tick before.
    #[getter]
    fn began<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.of(py, Some(EventKind::Began))
    }

    /// Pairs that overlap as they did at the tick before.
    #[getter]
    fn stayed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.of(py, Some(EventKind::Stayed))
    }

    /// Pairs that overlapped at the tick before and do no longer.
    #[getter]
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.of(py, Some(EventKind::Ended))
    }

    /// The pairs of all events, in order.
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        self.of(py, None)
    }

    /// What has become of each of the `pairs`, as a number: its name is in `KINDS`.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_vec(py, self.list.iter().map(|(kind, _)| *kind as u8).collect())
    }

    fn __len__(&self) -> usize {
        self.list.len()
    }

    fn __repr__(&self) -> String {
        let count = |wanted| self.list.iter().filter(|(kind, _)| *kind == wanted).count();
        let [began, stayed, ended] = [EventKind::Began, EventKind::Stayed, EventKind::Ended].map(count);
        format!("Events({began} began, {stayed} stayed, {ended} ended)")
    }
}
