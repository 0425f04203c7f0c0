//! Batches of queries on a world.

use collide2d::error::{OverBudget, ShapeError};
use collide2d::{Answers, Mode, Moving, Nearest, Query, Ray, Segment, Vec2};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Column, column, list, rows_of, table};
use crate::entities::{handles_of, shapes_of};
use crate::errors::Refusal;
use crate::hits::{Hits, NearestHits, RayHits, SweepHits};
use crate::options::{Filters, Options, QueryOptions};
use crate::shapes::Shapes;
use crate::shared_world::World;

/// Queries on the entities of a world, now or at an earlier tick. A batch runs on the world's threads with the
/// interpreter lock (GIL) released. Several threads may query at the same time.
///
/// Every batch takes these keywords; `blocked` takes only the first five. The first four are a column with one value
/// for each query, or one value for all:
///
/// - `category`, `mask`, `group`: find only entities that an entity with these layers would collide with;
/// - `ignore`: the handle of an entity to exclude;
/// - `solid`: `True` excludes sensors;
/// - `first`: the maximum number of hits of each query: the nearest, or for overlaps those with the smallest slots;
/// - `count_only`: `True` counts hits without their handles;
/// - `max_hits`: the maximum number of hits of the whole batch; more raise `OverBudgetError`.
///
/// Raises `ShapeError` with the index of an invalid query, and `PastError` if the tick is no longer in the history.
#[pyclass(frozen, module = "collide2d")]
pub(crate) struct Queries {
    world: Py<World>,
    /// The tick that is queried; `None` for the current positions.
    #[pyo3(get)]
    tick: Option<f64>,
}

impl Queries {
    pub(crate) fn new(world: Py<World>, tick: Option<f64>) -> Self {
        Self { world, tick }
    }

    pub(crate) fn with<R: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(collide2d::Queries<'_>) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        self.world.get().read(py, |world| match self.tick {
            None => ask(world.recorder.queries(world)),
            Some(tick) => ask(world.recorder.at(world, tick).map_err(Refusal::raise)?),
        })
    }

    /// Runs a batch with the interpreter lock (GIL) released.
    fn answers<H: Send>(
        &self,
        py: Python<'_>,
        max_hits: u64,
        ask: impl FnOnce(collide2d::Queries<'_>, &mut Answers<H>) -> Result<(), OverBudget> + Send,
    ) -> PyResult<Answers<H>> {
        self.with(py, |queries| {
            let mut answers = Answers::with_max_hits(max_hits);
            ask(queries, &mut answers).map_err(Refusal::raise)?;
            Ok(answers)
        })
    }
}

/// One query for each row, or the error of the first invalid row.
pub(crate) fn each<T>(
    count: usize,
    filters: &Filters,
    row: impl Fn(usize) -> Result<T, ShapeError>,
) -> PyResult<Vec<Query<T>>> {
    let query = |index| {
        let what = row(index).map_err(|error| error.raise_at(index))?;
        Ok(Query { what, filter: filters.at(index) })
    };
    (0..count).map(query).collect()
}

/// Segments between two columns of points.
struct Ends {
    from: Column<[f32; 2]>,
    to: Column<[f32; 2]>,
    count: usize,
}

impl Ends {
    fn read(starts: &Bound<'_, PyAny>, ends: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (from, to) = (table(starts, "starts")?, table(ends, "ends")?);
        let count = rows_of(&[("starts", from.rows()), ("ends", to.rows())])?;
        Ok(Self { from, to, count })
    }

    fn queries(&self, filters: &Filters) -> PyResult<Vec<Query<Segment>>> {
        each(self.count, filters, |i| Segment::new(self.from.at(i), self.to.at(i)))
    }
}

#[pymethods]
impl Queries {
    /// Overlap: the entities that overlap each of these shapes, in order of slots. Use `points` for a point query, and
    /// `circles` for a radius query. The world's setting `touching` decides whether shapes that only touch overlap.
    #[pyo3(signature = (shapes, **options))]
    fn overlap(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, Shapes>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Hits> {
        let shapes = &shapes.get().list;
        let QueryOptions { filters, mode, max_hits } = QueryOptions::read(options, shapes.len())?;
        let asked = each(shapes.len(), &filters, |i| Ok(shapes[i]))?;
        let hits = self.answers(py, max_hits, |queries, hits| queries.overlap_batch_into(&asked, mode, hits))?;
        Ok(Hits::new(py, &hits))
    }

    /// Nearest neighbours: for each of these shapes at most `count` entities (1 by default) within the distance
    /// `within` (no limit by default), by distance and then by slot.
    #[pyo3(signature = (shapes, *, count = None, within = None, **options))]
    fn nearest(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, Shapes>,
        count: Option<usize>,
        within: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<NearestHits>> {
        let shapes = &shapes.get().list;
        let QueryOptions { filters, mode, max_hits } = QueryOptions::read(options, shapes.len())?;
        let within = within.map_or(Ok(Column::one(f32::INFINITY)), |within| column(within, "within"))?;
        within.check("within", shapes.len())?;
        let limit = match (mode, count) {
            (Mode::First(first), None) => first,
            (Mode::First(first), Some(count)) => first.min(count),
            (_, count) => count.unwrap_or(1),
        };
        let nearest = |i: usize| Nearest { shape: shapes[i], count: limit, within: within.at(i) };
        let asked = each(shapes.len(), &filters, |i| Ok(nearest(i)))?;
        let hits = self.answers(py, max_hits, |queries, hits| queries.nearest_batch_into(&asked, hits))?;
        if mode != Mode::Count {
            return NearestHits::new(py, &hits);
        }
        let mut counts = Answers::default();
        (0..hits.len()).for_each(|query| counts.push(hits.count(query), []));
        NearestHits::new(py, &counts)
    }

    /// Raycast: the entities that each ray hits, by entry. `origins` and `directions` have shape `(n, 2)`. `max_t` is
    /// the maximum distance as a multiple of the direction (no limit by default). A ray that only touches a shape hits
    /// it, whatever the setting `touching`.
    #[pyo3(signature = (origins, directions, max_t = None, **options))]
    fn rays(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        directions: &Bound<'_, PyAny>,
        max_t: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<RayHits>> {
        let (origins, directions) = (table::<2>(origins, "origins")?, table::<2>(directions, "directions")?);
        let far = max_t.map_or(Ok(Column::one(f32::INFINITY)), |max_t| column(max_t, "max_t"))?;
        let columns = [("origins", origins.rows()), ("directions", directions.rows()), ("max_t", far.rows())];
        let count = rows_of(&columns)?;
        let QueryOptions { filters, mode, max_hits } = QueryOptions::read(options, count)?;
        let rays = each(count, &filters, |i| Ray::new(origins.at(i), directions.at(i), far.at(i)))?;
        RayHits::new(py, &self.answers(py, max_hits, |queries, hits| queries.ray_batch_into(&rays, mode, hits))?)
    }

    /// Raycast along segments: the entities that each segment overlaps, by entry. `starts` and `ends` have shape
    /// `(n, 2)`.
    #[pyo3(signature = (starts, ends, **options))]
    fn segments(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<RayHits>> {
        let ends = Ends::read(starts, ends)?;
        let QueryOptions { filters, mode, max_hits } = QueryOptions::read(options, ends.count)?;
        let asked = ends.queries(&filters)?;
        RayHits::new(py, &self.answers(py, max_hits, |queries, hits| queries.segment_batch_into(&asked, mode, hits))?)
    }

    /// Line of sight: whether any entity overlaps each segment. Of the keywords it takes only those of the filter.
    #[pyo3(signature = (starts, ends, **filter))]
    fn blocked<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let ends = Ends::read(starts, ends)?;
        let options = Options::new(filter)?;
        let filters = Filters::read(&options, ends.count)?;
        options.finish()?;
        let asked = ends.queries(&filters)?;
        let blocked = self.with(py, |queries| {
            let mut blocked = Vec::new();
            queries.blocked_batch_into(&asked, &mut blocked);
            Ok(blocked)
        })?;
        Ok(PyArray1::from_vec(py, blocked))
    }

    /// Shapecast: the entities that each shape hits as it moves by `motion`, of shape `(n, 2)`, by time of impact and
    /// then by slot. The entities rest.
    #[pyo3(signature = (shapes, motion, **options))]
    fn sweep(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, Shapes>,
        motion: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<SweepHits>> {
        let (shapes, motion) = (&shapes.get().list, table::<2>(motion, "motion")?);
        motion.check("motion", shapes.len())?;
        let QueryOptions { filters, mode, max_hits } = QueryOptions::read(options, shapes.len())?;
        let moving = each(shapes.len(), &filters, |i| Moving::new(shapes[i], Vec2::from(motion.at(i))))?;
        SweepHits::new(py, &self.answers(py, max_hits, |queries, hits| queries.sweep_batch_into(&moving, mode, hits))?)
    }

    /// The shapes of entities at the time of the queries. Raises `StaleError` with the index of the first entity that
    /// did not exist then.
    fn shapes(&self, py: Python<'_>, handles: &Bound<'_, PyAny>) -> PyResult<Shapes> {
        let handles = handles_of(&list(handles, "handles")?);
        self.with(py, |queries| shapes_of(&handles, |handle| queries.shape(handle)))
    }

    fn __repr__(&self) -> String {
        self.tick.map_or_else(|| "Queries(now)".to_owned(), |tick| format!("Queries(at tick {tick})"))
    }
}
