//! Batches of queries on a world.

use collide2d::error::{OverBudget, ShapeError};
use collide2d::{Answers, Mode, Moving, Nearest, Query, Ray, Sector, Segment, Shape, Sights, Vec2};
use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Column, column, list, rows_of, table};
use crate::budget::Budget;
use crate::entities::{handles_of, shapes_of};
use crate::errors::Refusal;
use crate::hits::{Hit, Hits, Listed, NearestHits, RayHits, SweepHits};
use crate::options::{Filters, Options, mode};
use crate::shapes::Shapes;
use crate::shared_world::World;

/// Queries on the entities of a world, now or at an earlier tick. A batch runs on the world's threads with the
/// interpreter lock (GIL) released. Several threads may query at the same time.
///
/// Every batch takes these keywords; `blocked` takes only the first five and `budget`. The first four are a column
/// with one value for each query, or one value for all:
///
/// - `category`, `mask`, `group`: find only entities that an entity with these layers would collide with;
/// - `ignore`: the handle of an entity to exclude;
/// - `solid`: `True` excludes sensors;
/// - `first`: the maximum number of hits of each query: the nearest, or for overlaps and sectors those with the
///   smallest slots;
/// - `count_only`: `True` counts hits without their handles;
/// - `budget`: the limits of the batch, a `Budget`; a batch that exceeds it raises `OverBudgetError`.
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
            None => ask(world.queries()),
            Some(tick) => ask(world.at(tick).map_err(Refusal::raise)?),
        })
    }

    /// The way of every batch: reads the filters and, for queries with hits, how many to return; reads the queries, and
    /// runs them with the interpreter lock (GIL) released. Keywords of its own a method takes from the options before.
    pub(crate) fn batch<'py, T: Send + Sync, F: Found<'py, T>>(
        &self,
        py: Python<'py>,
        options: Options<'py>,
        count: usize,
        read: impl Fn(usize, Mode) -> Result<T, ShapeError>,
        run: impl FnOnce(collide2d::Queries<'_>, &[Query<T>], Mode, &mut F) -> Result<(), OverBudget> + Send,
    ) -> PyResult<F::Shown> {
        let (mut found, mode) = (F::default(), F::mode(&options)?);
        let budget = Budget::of(Budget::read(&options)?);
        let asked = asked(options, count, |row| read(row, mode))?;
        self.with(py, |queries| run(queries.within(budget), &asked, mode, &mut found).map_err(Refusal::raise))?;
        found.show(py, &asked, mode)
    }
}

/// Answers of the engine, and the arrays of Python.
pub(crate) trait Found<'py, T>: Default + Send {
    type Shown;

    /// The keywords about hits; answers without hits have none.
    fn mode(_options: &Options<'py>) -> PyResult<Mode> {
        Ok(Mode::All)
    }

    fn show(self, py: Python<'py>, asked: &[Query<T>], mode: Mode) -> PyResult<Self::Shown>;
}

impl<'py, T, H: Hit> Found<'py, T> for Answers<H> {
    type Shown = Py<H::Hits>;

    fn mode(options: &Options<'py>) -> PyResult<Mode> {
        mode(options)
    }

    fn show(self, py: Python<'py>, _: &[Query<T>], mode: Mode) -> PyResult<Self::Shown> {
        // Not every kind of query counts without a list.
        H::show(py, if mode == Mode::Count { Listed { hits: &[], ..Listed::of(&self) } } else { Listed::of(&self) })
    }
}

impl<'py> Found<'py, Segment> for Sights {
    type Shown = Bound<'py, PyArray1<bool>>;

    fn show(self, py: Python<'py>, _: &[Query<Segment>], _: Mode) -> PyResult<Self::Shown> {
        Ok(PyArray1::from_slice(py, self.list()))
    }
}

/// One query for each row with its filter, which uses up the options; or the error of the first invalid row.
pub(crate) fn asked<T>(
    options: Options<'_>,
    count: usize,
    row: impl Fn(usize) -> Result<T, ShapeError>,
) -> PyResult<Vec<Query<T>>> {
    let filters = Filters::read(&options, count)?;
    options.finish()?;
    let query = |index| {
        let what = row(index).map_err(|error| error.raise_at(index))?;
        Ok(Query { what, filter: filters.at(index) })
    };
    (0..count).map(query).collect()
}

/// The number of rows of columns, and how one is read.
type Rows<R> = (usize, R);

/// Segments between two columns of points.
fn segments(
    starts: &Bound<'_, PyAny>,
    ends: &Bound<'_, PyAny>,
) -> PyResult<Rows<impl Fn(usize, Mode) -> Result<Segment, ShapeError>>> {
    let (from, to) = (table::<2>(starts, "starts")?, table::<2>(ends, "ends")?);
    let count = rows_of(&[("starts", from.rows()), ("ends", to.rows())])?;
    Ok((count, move |row, _| Segment::new(from.at(row), to.at(row))))
}

/// The borders of each sector.
enum Borders {
    Openings { directions: Column<[f32; 2]>, openings: Column<f32> },
    Directions { starts: Column<[f32; 2]>, ends: Column<[f32; 2]> },
}

impl Borders {
    fn of(
        (directions, openings): (Option<&Bound<'_, PyAny>>, Option<&Bound<'_, PyAny>>),
        (starts, ends): (Option<&Bound<'_, PyAny>>, Option<&Bound<'_, PyAny>>),
    ) -> PyResult<Self> {
        match (directions, openings, starts, ends) {
            (Some(directions), Some(openings), None, None) => Ok(Self::Openings {
                directions: table(directions, "directions")?,
                openings: column(openings, "openings")?,
            }),
            (None, None, Some(starts), Some(ends)) => {
                Ok(Self::Directions { starts: table(starts, "starts")?, ends: table(ends, "ends")? })
            }
            _ => Err(PyTypeError::new_err("either directions and openings, or starts and ends must be given")),
        }
    }

    fn rows(&self) -> [(&'static str, Option<usize>); 2] {
        match self {
            Self::Openings { directions, openings } => {
                [("directions", directions.rows()), ("openings", openings.rows())]
            }
            Self::Directions { starts, ends } => [("starts", starts.rows()), ("ends", ends.rows())],
        }
    }

    fn sector(&self, row: usize, apex: [f32; 2], outer: f32) -> Result<Sector, ShapeError> {
        match self {
            Self::Openings { directions, openings } => {
                Sector::facing(apex, directions.at(row), openings.at(row), outer)
            }
            Self::Directions { starts, ends } => Sector::new(apex, starts.at(row), ends.at(row), outer),
        }
    }
}

/// Shapes that move by a column of motions.
pub(crate) fn moving(
    shapes: &[Shape],
    motion: &Bound<'_, PyAny>,
) -> PyResult<impl Fn(usize, Mode) -> Result<Moving, ShapeError>> {
    let motion = table::<2>(motion, "motion")?;
    motion.check("motion", shapes.len())?;
    Ok(move |row, _| Moving::new(shapes[row], Vec2::from(motion.at(row))))
}

#[pymethods]
impl Queries {
    /// Overlap: the entities that overlap each of these shapes, in order of slots. Use `points` for a point query, and
    /// `circles` for a radius query. The world's setting `touching` decides whether shapes that only touch overlap.
    #[pyo3(
        signature = (shapes, **options),
        text_signature = "($self, shapes, *, category=None, mask=None, group=None, ignore=None, solid=False, \
            first=None, count_only=False, budget=None)"
    )]
    fn overlap(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, Shapes>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Hits>> {
        let shapes = &shapes.get().list;
        self.batch(
            py,
            Options::new(options)?,
            shapes.len(),
            |row, _| Ok(shapes[row]),
            |queries, asked, mode, hits| queries.overlap_batch_into(asked, mode, hits),
        )
    }

    /// Sector query: the entities that overlap each sector of a disc, in order of slots: for the arc of a sword, or a
    /// cone of sight. `apexes` has shape `(n, 2)`; `outer` and `inner` are the radii (`inner` is 0 by default).
    ///
    /// Give either `directions`, of shape `(n, 2)`, of which only the angle matters, and `openings` in degrees, above 0
    /// and below 360; or the directions of the borders, `starts` and `ends`, which are used unchanged. A sector leads
    /// counter-clockwise, with y up, from its start to its end. Walls do not hide what is behind them: for sight, ask
    /// `blocked` for the lines to the hits.
    #[expect(clippy::too_many_arguments, reason = "columns are what sectors are made of")]
    #[pyo3(
        signature = (
            apexes, outer, inner = None, *, directions = None, openings = None, starts = None, ends = None, **options
        ),
        text_signature = "($self, apexes, outer, inner=None, *, directions=None, openings=None, starts=None, \
            ends=None, category=None, mask=None, group=None, ignore=None, solid=False, first=None, \
            count_only=False, budget=None)"
    )]
    fn sectors(
        &self,
        py: Python<'_>,
        apexes: &Bound<'_, PyAny>,
        outer: &Bound<'_, PyAny>,
        inner: Option<&Bound<'_, PyAny>>,
        directions: Option<&Bound<'_, PyAny>>,
        openings: Option<&Bound<'_, PyAny>>,
        starts: Option<&Bound<'_, PyAny>>,
        ends: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Hits>> {
        let borders = Borders::of((directions, openings), (starts, ends))?;
        let (apexes, outer) = (table::<2>(apexes, "apexes")?, column::<f32>(outer, "outer")?);
        let inner = inner.map_or(Ok(Column::one(0.0)), |inner| column::<f32>(inner, "inner"))?;
        let columns = [("apexes", apexes.rows()), ("outer", outer.rows()), ("inner", inner.rows())];
        let count = rows_of(&[columns.as_slice(), &borders.rows()].concat())?;
        let sector = |row: usize, _| borders.sector(row, apexes.at(row), outer.at(row))?.with_inner(inner.at(row));
        self.batch(py, Options::new(options)?, count, sector, |queries, asked, mode, hits| {
            queries.sector_batch_into(asked, mode, hits)
        })
    }

    /// Nearest neighbours: for each of these shapes at most `count` entities (1 by default) within the distance
    /// `within` (no limit by default), by distance and then by slot.
    #[pyo3(
        signature = (shapes, *, count = None, within = None, **options),
        text_signature = "($self, shapes, *, count=None, within=None, category=None, mask=None, group=None, \
            ignore=None, solid=False, first=None, count_only=False, budget=None)"
    )]
    fn nearest(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, Shapes>,
        count: Option<usize>,
        within: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<NearestHits>> {
        let shapes = &shapes.get().list;
        let within = within.map_or(Ok(Column::one(f32::INFINITY)), |within| column(within, "within"))?;
        within.check("within", shapes.len())?;
        let nearest = |row: usize, mode| {
            let limit = match (mode, count) {
                (Mode::First(first), None) => first,
                (Mode::First(first), Some(count)) => first.min(count),
                (Mode::All | Mode::Count, count) => count.unwrap_or(1),
            };
            Ok(Nearest { shape: shapes[row], count: limit, within: within.at(row) })
        };
        self.batch(py, Options::new(options)?, shapes.len(), nearest, |queries, asked, _, hits| {
            queries.nearest_batch_into(asked, hits)
        })
    }

    /// Raycast: the entities that each ray hits, by entry. `origins` and `directions` have shape `(n, 2)`. `max_t` is
    /// the maximum distance as a multiple of the direction (no limit by default). A ray that only touches a shape hits
    /// it, whatever the setting `touching`.
    #[pyo3(
        signature = (origins, directions, max_t = None, **options),
        text_signature = "($self, origins, directions, max_t=None, *, category=None, mask=None, group=None, \
            ignore=None, solid=False, first=None, count_only=False, budget=None)"
    )]
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
        let ray = |row: usize, _| Ray::new(origins.at(row), directions.at(row), far.at(row));
        self.batch(py, Options::new(options)?, rows_of(&columns)?, ray, |queries, asked, mode, hits| {
            queries.ray_batch_into(asked, mode, hits)
        })
    }

    /// Raycast along segments: the entities that each segment overlaps, by entry. `starts` and `ends` have shape
    /// `(n, 2)`.
    #[pyo3(
        signature = (starts, ends, **options),
        text_signature = "($self, starts, ends, *, category=None, mask=None, group=None, ignore=None, \
            solid=False, first=None, count_only=False, budget=None)"
    )]
    fn segments(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<RayHits>> {
        let (count, segment) = segments(starts, ends)?;
        self.batch(py, Options::new(options)?, count, segment, |queries, asked, mode, hits| {
            queries.segment_batch_into(asked, mode, hits)
        })
    }

    /// Line of sight: whether any entity overlaps each segment. Of the keywords it takes only those of the
    /// filter and `budget`.
    #[pyo3(
        signature = (starts, ends, **filter),
        text_signature = "($self, starts, ends, *, category=None, mask=None, group=None, ignore=None, \
            solid=False, budget=None)"
    )]
    fn blocked<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        ends: &Bound<'py, PyAny>,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (count, segment) = segments(starts, ends)?;
        self.batch(py, Options::new(filter)?, count, segment, |queries, asked, _, blocked| {
            queries.blocked_batch_into(asked, blocked)
        })
    }

    /// Shapecast: the entities that each shape hits as it moves by `motion`, of shape `(n, 2)`, by time of impact and
    /// then by slot. The entities rest.
    #[pyo3(
        signature = (shapes, motion, **options),
        text_signature = "($self, shapes, motion, *, category=None, mask=None, group=None, ignore=None, \
            solid=False, first=None, count_only=False, budget=None)"
    )]
    fn sweep(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, Shapes>,
        motion: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<SweepHits>> {
        let shapes = &shapes.get().list;
        self.batch(py, Options::new(options)?, shapes.len(), moving(shapes, motion)?, |queries, asked, mode, hits| {
            queries.sweep_batch_into(asked, mode, hits)
        })
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
