//! Questions about a world, in batches.

use collide2d::{Answers, Mode, Moving, Nearest, OverBudget, Query, Ray, Segment, ShapeError, Vec2};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Column, column, list, rows_of, table};
use crate::errors::Refusal;
use crate::hits::{Hits, NearestHits, RayHits, SweepHits};
use crate::options::{Asking, Filters, Options};
use crate::shapes::Shapes;
use crate::world::{World, handles_of, shapes_of};

/// Questions about the entities of a world, now or as they were. Each batch is asked while Python goes on, on the world's threads; any
/// number of threads may ask at once.
///
/// All batches of shapes, rays, segments and ways take these keywords, the first four a column with a row for each question or one
/// value for all:
///
/// - `category`, `mask`, `group`: only those who meet these layers;
/// - `ignore`: not the entity of this handle;
/// - `solid`: no sensors;
/// - `first`: at most so many of each, the nearest, or for overlaps those with the smallest slots;
/// - `count_only`: how many, without handles;
/// - `max_hits`: an `OverBudgetError` if all together have more hits.
#[pyclass(frozen, module = "collide2d")]
pub(crate) struct Queries {
    world: Py<World>,
    /// The tick they ask about, if not now.
    #[pyo3(get)]
    tick: Option<f64>,
}

impl Queries {
    pub(crate) fn new(world: Py<World>, tick: Option<f64>) -> Self {
        Self { world, tick }
    }

    fn with<R: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(collide2d::Queries<'_>) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        self.world.get().read(py, |world| match self.tick {
            None => ask(world.queries()),
            Some(tick) => ask(world.at(tick).map_err(Refusal::raise)?),
        })
    }

    /// Asks a batch while Python goes on.
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

/// One question for each row, or the first refusal.
fn each<T>(count: usize, filters: &Filters, row: impl Fn(usize) -> Result<T, ShapeError>) -> PyResult<Vec<Query<T>>> {
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
    /// Who overlaps each of these shapes, in order of slots: a point is a circle without radius, what is within a distance of a point
    /// overlaps the circle of that radius. Touching counts if the world's setting says so.
    #[pyo3(signature = (shapes, **asking))]
    fn overlap(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, Shapes>,
        asking: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Hits> {
        let shapes = &shapes.get().list;
        let Asking { filters, mode, max_hits } = Asking::read(asking, shapes.len())?;
        let asked = each(shapes.len(), &filters, |i| Ok(shapes[i]))?;
        let hits = self.answers(py, max_hits, |queries, hits| queries.overlap_batch_into(&asked, mode, hits))?;
        Ok(Hits::new(py, &hits))
    }

    /// Who is nearest to each of these shapes: at most `count`, at most `within` away, by distance and then by slot.
    #[pyo3(signature = (shapes, *, count = None, within = None, **asking))]
    fn nearest(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, Shapes>,
        count: Option<usize>,
        within: Option<&Bound<'_, PyAny>>,
        asking: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<NearestHits>> {
        let shapes = &shapes.get().list;
        let Asking { filters, mode, max_hits } = Asking::read(asking, shapes.len())?;
        let within = within.map_or(Ok(Column::one(f32::INFINITY)), |within| column(within, "within"))?;
        within.check("within", shapes.len())?;
        let wanted = match (mode, count) {
            (Mode::First(first), None) => first,
            (Mode::First(first), Some(count)) => first.min(count),
            (_, count) => count.unwrap_or(1),
        };
        let nearest = |i: usize| Nearest { shape: shapes[i], count: wanted, within: within.at(i) };
        let asked = each(shapes.len(), &filters, |i| Ok(nearest(i)))?;
        let hits = self.answers(py, max_hits, |queries, hits| queries.nearest_batch_into(&asked, hits))?;
        if mode != Mode::Count {
            return NearestHits::new(py, &hits);
        }
        let mut counts = Answers::default();
        (0..hits.len()).for_each(|query| counts.push(hits.count(query), []));
        NearestHits::new(py, &counts)
    }

    /// Whom rays hit, by where they enter: from `origins` along `directions`, both of shape `(n, 2)`, `max_t` directions far.
    #[pyo3(signature = (origins, directions, max_t = None, **asking))]
    fn rays(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        directions: &Bound<'_, PyAny>,
        max_t: Option<&Bound<'_, PyAny>>,
        asking: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<RayHits>> {
        let (origins, directions) = (table::<2>(origins, "origins")?, table::<2>(directions, "directions")?);
        let far = max_t.map_or(Ok(Column::one(f32::INFINITY)), |max_t| column(max_t, "max_t"))?;
        let said = [("origins", origins.rows()), ("directions", directions.rows()), ("max_t", far.rows())];
        let count = rows_of(&said)?;
        let Asking { filters, mode, max_hits } = Asking::read(asking, count)?;
        let rays = each(count, &filters, |i| Ray::new(origins.at(i), directions.at(i), far.at(i)))?;
        RayHits::new(py, &self.answers(py, max_hits, |queries, hits| queries.ray_batch_into(&rays, mode, hits))?)
    }

    /// Whom segments hit, by where they enter: from `starts` to `ends`, both of shape `(n, 2)`.
    #[pyo3(signature = (starts, ends, **asking))]
    fn segments(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        asking: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<RayHits>> {
        let ends = Ends::read(starts, ends)?;
        let Asking { filters, mode, max_hits } = Asking::read(asking, ends.count)?;
        let asked = ends.queries(&filters)?;
        RayHits::new(py, &self.answers(py, max_hits, |queries, hits| queries.segment_batch_into(&asked, mode, hits))?)
    }

    /// Whether anyone overlaps each segment: lines of sight. Takes only the keywords that say whom to look for.
    #[pyo3(signature = (starts, ends, **whom))]
    fn blocked<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        whom: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let ends = Ends::read(starts, ends)?;
        let options = Options::new(whom)?;
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

    /// Whom shapes meet that move by `motion`, of shape `(n, 2)`, while all others stand still: by time and then by slot.
    #[pyo3(signature = (shapes, motion, **asking))]
    fn sweep(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, Shapes>,
        motion: &Bound<'_, PyAny>,
        asking: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<SweepHits>> {
        let (shapes, motion) = (&shapes.get().list, table::<2>(motion, "motion")?);
        motion.check("motion", shapes.len())?;
        let Asking { filters, mode, max_hits } = Asking::read(asking, shapes.len())?;
        let moving = each(shapes.len(), &filters, |i| Moving::new(shapes[i], Vec2::from(motion.at(i))))?;
        SweepHits::new(py, &self.answers(py, max_hits, |queries, hits| queries.sweep_batch_into(&moving, mode, hits))?)
    }

    /// The shapes of entities, at that time. A `StaleError` names the first whose entity is not there.
    fn shapes(&self, py: Python<'_>, handles: &Bound<'_, PyAny>) -> PyResult<Shapes> {
        let handles = handles_of(&list(handles, "handles")?);
        self.with(py, |queries| shapes_of(&handles, |handle| queries.shape(handle)))
    }

    fn __repr__(&self) -> String {
        self.tick.map_or_else(|| "Queries(now)".to_owned(), |tick| format!("Queries(at tick {tick})"))
    }
}
