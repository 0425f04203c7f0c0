//! The answers to batches of queries, as columns.

use collide2d::{Answers, ContactPoints, Handle, Impact, RayHit, SweptPair};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyType};

use crate::arrays::{dict, rows};
use crate::errors::python::ColumnError;
use crate::pickle::{Reduced, pickled, reduced};

/// The hits of a batch of queries. The hits of query `i` are `hits[i]`, which is `handles[starts[i]:starts[i + 1]]`.
#[pyclass(frozen, subclass, module = "collide2d", sequence)]
pub(crate) struct Hits {
    starts: Vec<usize>,
    /// The handles of all hits, query by query. Empty if hits are only counted.
    #[pyo3(get)]
    handles: Py<PyArray1<u64>>,
    /// The indices of the queries that exceeded `Budget.max_candidates_each`, in ascending order: they have no hits.
    /// Empty without that limit.
    #[pyo3(get)]
    stopped: Py<PyArray1<u32>>,
    /// The work of the call, in the units of `Budget.max_work`: with this limit, the same call succeeds.
    #[pyo3(get)]
    work: u64,
}

/// What is shown of answers.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a, H> {
    pub(crate) starts: &'a [usize],
    pub(crate) hits: &'a [H],
    pub(crate) stopped: &'a [u32],
    pub(crate) work: u64,
}

impl<'a, H> Listed<'a, H> {
    pub(crate) fn of(answers: &'a Answers<H>) -> Self {
        Self { starts: answers.starts(), hits: answers.hits(), stopped: answers.stopped(), work: answers.work() }
    }
}

/// A hit of a kind of query, and the class of a batch of them.
pub(crate) trait Hit: Sized + Send {
    type Hits;

    fn show(py: Python<'_>, listed: Listed<'_, Self>) -> PyResult<Py<Self::Hits>>;
}

impl Hit for Handle {
    type Hits = Hits;

    fn show(py: Python<'_>, listed: Listed<'_, Self>) -> PyResult<Py<Hits>> {
        Py::new(py, Hits::of(py, listed, |handle| *handle))
    }
}

impl Hits {
    pub(crate) fn of<H>(py: Python<'_>, listed: Listed<'_, H>, handle: impl Fn(&H) -> Handle) -> Self {
        let handles = PyArray1::from_iter(py, listed.hits.iter().map(|hit| handle(hit).to_bits())).unbind();
        let stopped = PyArray1::from_slice(py, listed.stopped).unbind();
        Self { starts: listed.starts.to_vec(), handles, stopped, work: listed.work }
    }

    /// The base of a subclass with measures, and the measures of the hits.
    fn split<T: Copy>(py: Python<'_>, listed: Listed<'_, (Handle, T)>) -> (PyClassInitializer<Self>, Vec<T>) {
        let measures = listed.hits.iter().map(|(_, measure)| *measure).collect();
        (Self::of(py, listed, |(handle, _)| *handle).into(), measures)
    }

    /// The hits with these columns. Pickled bytes may have any values: columns that are no hits are an error.
    pub(crate) fn restored(
        py: Python<'_>,
        starts: Bound<'_, PyArray1<i64>>,
        handles: Py<PyArray1<u64>>,
        stopped: Py<PyArray1<u32>>,
        work: u64,
    ) -> PyResult<Self> {
        let starts: Vec<usize> = starts.extract()?;
        let count = handles.bind(py).len()?;
        // Hits that are only counted have no handles.
        let ends_well = starts.last().is_some_and(|end| *end == count || count == 0);
        if starts.first() != Some(&0) || !starts.is_sorted() || !ends_well {
            return Err(ColumnError::new_err("starts: must be sorted, from 0 to the number of handles"));
        }
        let numbers: Vec<u32> = stopped.extract(py)?;
        let is_query = |number: &u32| (*number as usize) < starts.len() - 1;
        if !numbers.is_sorted() || !numbers.iter().all(is_query) {
            return Err(ColumnError::new_err("stopped: must be ascending indices of queries"));
        }
        Ok(Self { starts, handles, stopped, work })
    }

    fn range(&self, question: isize) -> PyResult<[usize; 2]> {
        let count = self.starts.len() - 1;
        let index = if question < 0 { question.checked_add_unsigned(count) } else { Some(question) };
        let index = index.and_then(|index| usize::try_from(index).ok()).filter(|index| *index < count);
        let message = || PyIndexError::new_err(format!("question: must be below {count}, is {question}"));
        index.map(|index| [self.starts[index], self.starts[index + 1]]).ok_or_else(message)
    }
}

#[pymethods]
impl Hits {
    /// The index of the first hit of each query, and last the number of all hits: `len + 1` values.
    #[getter]
    fn starts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.starts.iter().map(|start| *start as i64))
    }

    /// The number of hits of each query.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.starts.windows(2).map(|ends| (ends[1] - ends[0]) as i64))
    }

    /// The index of the query of each hit, in the order of `handles`.
    #[getter]
    fn questions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let of = |(question, ends): (i64, &[usize])| std::iter::repeat_n(question, ends[1] - ends[0]);
        let all = (0..).zip(self.starts.windows(2)).flat_map(of).take(self.handles.bind(py).len()?);
        Ok(PyArray1::from_vec(py, all.collect()))
    }

    /// The rows of a query in `handles` and the other columns, as a slice. `IndexError` if there is no such query.
    fn slice<'py>(&self, py: Python<'py>, question: isize) -> PyResult<Bound<'py, PySlice>> {
        let [start, end] = self.range(question)?;
        Ok(PySlice::new(py, start as isize, end as isize, 1))
    }

    fn __getitem__<'py>(&self, py: Python<'py>, question: isize) -> PyResult<Bound<'py, PyAny>> {
        self.handles.bind(py).get_item(self.slice(py, question)?)
    }

    /// The number of queries.
    fn __len__(&self) -> usize {
        self.starts.len() - 1
    }

    fn __repr__(&self) -> String {
        format!("Hits({} questions, {} hits)", self.__len__(), self.starts[self.__len__()])
    }

    /// The columns for a data frame, with a row for each hit: the index of its query, its handle and its measures.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, &[("question", self.questions(py)?.into_any()), ("handle", self.handles.bind(py).clone().into_any())])
    }

    /// For `pickle`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        reduced(slf.as_any(), &["starts", "handles", "stopped", "work"])
    }

    #[classmethod]
    fn _restore(
        class: &Bound<'_, PyType>,
        starts: Bound<'_, PyArray1<i64>>,
        handles: Py<PyArray1<u64>>,
        stopped: Py<PyArray1<u32>>,
        work: u64,
    ) -> PyResult<Self> {
        Self::restored(class.py(), starts, handles, stopped, work)
    }
}

/// The hits of rays or segments, by entry. `entry` and `exit` are multiples of a ray's direction, or fractions of a
/// segment from 0 to 1.
#[pyclass(frozen, get_all, extends = Hits, module = "collide2d")]
pub(crate) struct RayHits {
    /// Where the ray enters the shape.
    entry: Py<PyArray1<f32>>,
    /// Where the ray leaves the shape.
    exit: Py<PyArray1<f32>>,
    /// The point of entry, of shape `(len, 2)`.
    point: Py<PyArray2<f32>>,
    /// The outward unit normal of the shape at that point, of shape `(len, 2)`; NaN if the ray starts inside the shape.
    normal: Py<PyArray2<f32>>,
}

impl Hit for (Handle, RayHit) {
    type Hits = RayHits;

    fn show(py: Python<'_>, listed: Listed<'_, Self>) -> PyResult<Py<RayHits>> {
        let (base, hits) = Hits::split(py, listed);
        let normal = |hit: &RayHit| hit.normal.map_or([f32::NAN; 2], |normal| normal.to_array());
        let own = RayHits {
            entry: PyArray1::from_iter(py, hits.iter().map(|hit| hit.entry)).unbind(),
            exit: PyArray1::from_iter(py, hits.iter().map(|hit| hit.exit)).unbind(),
            point: rows(py, hits.iter().flat_map(|hit| hit.point.to_array()).collect(), 2)?.unbind(),
            normal: rows(py, hits.iter().flat_map(normal).collect(), 2)?.unbind(),
        };
        Py::new(py, base.add_subclass(own))
    }
}

#[pymethods]
impl RayHits {
    /// The columns for a data frame, with a row for each hit.
    fn columns<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = slf.as_super().columns(py)?;
        columns.set_item("entry", &slf.entry)?;
        columns.set_item("exit", &slf.exit)?;
        split_points(&columns, "point", slf.point.bind(py))?;
        split_points(&columns, "normal", slf.normal.bind(py))?;
        Ok(columns)
    }
}

/// The hits of moving shapes (shapecasts), by time of impact.
#[pyclass(frozen, get_all, extends = Hits, module = "collide2d")]
pub(crate) struct SweepHits {
    /// The time of impact: 0 at the start of the motion, 1 at its end.
    time: Py<PyArray1<f32>>,
    /// The unit normal at the impact, from the moving shape to the entity, of shape `(len, 2)`.
    normal: Py<PyArray2<f32>>,
    /// The contact points, of shape `(len, 2, 2)`: two points, or one and NaN.
    points: Py<PyArray3<f32>>,
}

/// The columns of impacts.
struct Impacts {
    time: Py<PyArray1<f32>>,
    normal: Py<PyArray2<f32>>,
    points: Py<PyArray3<f32>>,
}

impl Impacts {
    fn new(py: Python<'_>, impacts: &[Impact]) -> PyResult<Self> {
        let flat = PyArray1::from_iter(py, impacts.iter().flat_map(|impact| four(impact.points)).collect::<Vec<_>>());
        Ok(Self {
            time: PyArray1::from_iter(py, impacts.iter().map(|impact| impact.time)).unbind(),
            normal: rows(py, impacts.iter().flat_map(|impact| impact.normal.to_array()).collect(), 2)?.unbind(),
            points: flat.reshape([impacts.len(), 2, 2])?.unbind(),
        })
    }
}

/// The first of the points of each impact, as a view.
fn first<'py>(py: Python<'py>, points: &Py<PyArray3<f32>>) -> PyResult<Bound<'py, PyArray2<f32>>> {
    Ok(points.bind(py).get_item((PySlice::full(py), 0))?.cast_into()?)
}

/// Two points, or one and NaN.
pub(crate) fn four(points: ContactPoints) -> [f32; 4] {
    match *points.as_slice() {
        [first, second, ..] => [first.x, first.y, second.x, second.y],
        [first] => [first.x, first.y, f32::NAN, f32::NAN],
        [] => [f32::NAN; 4],
    }
}

impl Hit for (Handle, Impact) {
    type Hits = SweepHits;

    fn show(py: Python<'_>, listed: Listed<'_, Self>) -> PyResult<Py<SweepHits>> {
        let (base, impacts) = Hits::split(py, listed);
        let Impacts { time, normal, points } = Impacts::new(py, &impacts)?;
        Py::new(py, base.add_subclass(SweepHits { time, normal, points }))
    }
}

#[pymethods]
impl SweepHits {
    /// The first contact point of each impact, of shape `(len, 2)`.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        first(py, &self.points)
    }

    /// The columns for a data frame, with a row for each hit. Of the contact points it has only the first.
    fn columns<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = slf.as_super().columns(py)?;
        columns.set_item("time", &slf.time)?;
        split_points(&columns, "normal", slf.normal.bind(py))?;
        split_points(&columns, "point", &slf.point(py)?)?;
        Ok(columns)
    }
}

/// The nearest entities of each query, by distance and then by slot.
#[pyclass(frozen, get_all, extends = Hits, module = "collide2d")]
pub(crate) struct NearestHits {
    /// The distance in world units; zero if the shapes overlap or touch.
    distance: Py<PyArray1<f32>>,
}

impl Hit for (Handle, f32) {
    type Hits = NearestHits;

    fn show(py: Python<'_>, listed: Listed<'_, Self>) -> PyResult<Py<NearestHits>> {
        let (base, distance) = Hits::split(py, listed);
        Py::new(py, base.add_subclass(NearestHits { distance: PyArray1::from_vec(py, distance).unbind() }))
    }
}

#[pymethods]
impl NearestHits {
    /// The columns for a data frame, with a row for each hit.
    fn columns<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = slf.as_super().columns(py)?;
        columns.set_item("distance", &slf.distance)?;
        Ok(columns)
    }
}

/// Pairs of entities that hit each other as they move, and their times of impact.
#[pyclass(frozen, get_all, module = "collide2d", sequence)]
pub(crate) struct SweptPairs {
    /// The handles of each pair, in order of slots, of shape `(len, 2)`.
    pairs: Py<PyArray2<u64>>,
    /// The time of impact: 0 at the start of the motion, 1 at its end.
    time: Py<PyArray1<f32>>,
    /// The unit normal at the impact, from the first entity to the second, of shape `(len, 2)`.
    normal: Py<PyArray2<f32>>,
    /// The contact points, of shape `(len, 2, 2)`: two points, or one and NaN.
    points: Py<PyArray3<f32>>,
    /// The work of the call, in the units of `Budget.max_work`: with this limit, the same call succeeds.
    work: u64,
}

impl SweptPairs {
    pub(crate) fn new(py: Python<'_>, list: &[SweptPair], work: u64) -> PyResult<Self> {
        let impacts: Vec<Impact> = list.iter().map(|pair| pair.impact).collect();
        let pairs = list.iter().flat_map(|pair| [pair.a.to_bits(), pair.b.to_bits()]).collect();
        let Impacts { time, normal, points } = Impacts::new(py, &impacts)?;
        Ok(Self { pairs: rows(py, pairs, 2)?.unbind(), time, normal, points, work })
    }
}

#[pymethods]
impl SweptPairs {
    /// The first contact point of each impact, of shape `(len, 2)`.
    #[getter]
    fn point<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        first(py, &self.points)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.time.bind(py).len()
    }
}

pickled!(RayHits: Hits { entry, exit, point, normal });
pickled!(SweepHits: Hits { time, normal, points });
pickled!(NearestHits: Hits { distance });
pickled!(SweptPairs { pairs, time, normal, points, work });

/// Adds the first two columns of a table as separate columns.
fn split_points(columns: &Bound<'_, PyDict>, name: &str, points: &Bound<'_, PyArray2<f32>>) -> PyResult<()> {
    let transposed = points.call_method0("transpose")?;
    columns.set_item(format!("{name}_x"), transposed.get_item(0)?)?;
    columns.set_item(format!("{name}_y"), transposed.get_item(1)?)
}
