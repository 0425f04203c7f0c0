//! Movement: what slides, and free places.

use collide2d::{
    Layers, Mode, MoveOptions, Movers, Moves, Moving, PastHit, Places, Query, Shape, Slide, SlideOptions, Vec2,
};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{list, rows, table};
use crate::budget::Budget;
use crate::entities::handles_of;
use crate::errors::{Refusal, raise_item};
use crate::hits::{Hit, Hits, Listed, SweepHits};
use crate::options::{LayerColumns, Options};
use crate::pickle::pickled;
use crate::queries::{Found, Queries, asked, moving};
use crate::settings::crowd_limit;
use crate::shapes::Shapes;
use crate::shared_world::World;

/// Where shapes ended that moved, with a row for each, and what they ran into: `slides[i]` has the handles for shape
/// `i`, in order of time, and `slides.slice(i)` the rows of `time`, `normal` and `point`.
#[pyclass(frozen, get_all, extends = Hits, module = "collide2d")]
pub(crate) struct Slides {
    /// The entities that moved, each once; empty for shapes that are not entities.
    movers: Py<PyArray1<u64>>,
    /// The shapes at their ends.
    ends: Py<Shapes>,
    /// The motion that is left where each shape stopped, of shape `(len, 2)`: zero if it used up its motion.
    left: Py<PyArray2<f32>>,
    /// When each entity was hit: 0 at the start of the motion, 1 at its end.
    time: Py<PyArray1<f32>>,
    /// The unit normal from the moving shape to the entity, of shape `(hits, 2)`.
    normal: Py<PyArray2<f32>>,
    /// A contact point, of shape `(hits, 2)`.
    point: Py<PyArray2<f32>>,
}

impl Slides {
    fn new(py: Python<'_>, movers: Vec<u64>, slides: &[Slide], work: u64) -> PyResult<Py<Self>> {
        let (hits, mut handles) = (|| slides.iter().flat_map(Slide::hits), collide2d::Hits::default());
        slides.iter().for_each(|slide| handles.push(slide.hits().len(), slide.hits().iter().map(|hit| hit.handle)));
        let base: PyClassInitializer<Hits> =
            Hits::of(py, Listed { work, ..Listed::of(&handles) }, |handle| *handle).into();
        let own = Self {
            movers: PyArray1::from_vec(py, movers).unbind(),
            ends: Py::new(py, Shapes { list: slides.iter().map(|slide| slide.shape).collect() })?,
            left: rows(py, slides.iter().flat_map(|slide| slide.left.to_array()).collect(), 2)?.unbind(),
            time: PyArray1::from_iter(py, hits().map(|hit| hit.time)).unbind(),
            normal: rows(py, hits().flat_map(|hit| hit.normal.to_array()).collect(), 2)?.unbind(),
            point: rows(py, hits().flat_map(|hit| hit.point.to_array()).collect(), 2)?.unbind(),
        };
        Py::new(py, base.add_subclass(own))
    }
}

pickled!(Slides: Hits { movers, ends, left, time, normal, point });

impl<'py> Found<'py, Moving> for collide2d::Slides {
    type Shown = Py<Slides>;

    fn show(self, py: Python<'py>, _: &[Query<Moving>], _: Mode) -> PyResult<Self::Shown> {
        Slides::new(py, Vec::new(), &self.iter().collect::<Vec<_>>(), self.work())
    }
}

impl<'py> Found<'py, Shape> for Places {
    type Shown = (Shapes, Bound<'py, PyArray1<bool>>);

    fn show(self, py: Python<'py>, asked: &[Query<Shape>], _: Mode) -> PyResult<Self::Shown> {
        let found = PyArray1::from_iter(py, self.list().iter().map(Option::is_some));
        let list = self.list().iter().zip(asked).map(|(place, query)| place.unwrap_or(query.what)).collect();
        Ok((Shapes { list }, found))
    }
}

/// The keywords of a slide.
fn slide_options(options: &Options<'_>) -> PyResult<SlideOptions<'static>> {
    let SlideOptions { max_bounces, leave_overlapped, .. } = SlideOptions::default();
    Ok(SlideOptions {
        max_bounces: options.value("max_bounces")?.unwrap_or(max_bounces),
        leave_overlapped: options.value("leave_overlapped")?.unwrap_or(leave_overlapped),
        pass: None,
    })
}

/// The keywords that all movements of entities take: those of a slide, the layers that decide what blocks, and the
/// budget.
pub(crate) fn movement_options(
    options: &Options<'_>,
) -> PyResult<(SlideOptions<'static>, Option<Layers>, collide2d::Budget)> {
    let layers = LayerColumns::read(options, 1)?;
    let layers = layers.are_given().then(|| layers.over(0, Layers::ALL));
    Ok((slide_options(options)?, layers, Budget::of(Budget::read(options)?)))
}

#[pymethods]
impl World {
    /// Moves entities, each by its row of `motion`, of shape `(n, 2)`, along what blocks it. All other entities that
    /// meet the layers of a mover block it, at their current places. Sensors neither block nor are they blocked. A shape
    /// that overlaps no blocker at the start overlaps none at the end, exactly, and passes none on its way. If a handle
    /// occurs several times, it moves once, by its last motion.
    ///
    /// Keywords:
    ///
    /// - `in_order`: `True` lets the movers block each other: they move in the order of the handles, each blocked by
    ///   those before it at their new places, and by those after it at their old ones;
    /// - `crowd`, `crowd_first`: with `in_order`, in a place with more than `crowd` movers, 16 by default, the others of the
    ///   place neither block movers, nor do movers block them; those with a category in `crowd_first` come first. The
    ///   places are those of the setting `crowd`, of the movers alone. `crowd=None` is no limit;
    /// - `category`, `mask`, `group`: one value each: the layers that decide what blocks, instead of those of each mover;
    /// - `max_bounces`: how often a shape may change its direction, 4 by default;
    /// - `leave_overlapped`: `False` keeps a shape in its place that overlaps a blocker at the start;
    /// - `budget`: the limits of the call, a `Budget`.
    ///
    /// Raises `StaleError` or `ShapeError` with the index of the first stale handle or invalid motion, and
    /// `OverBudgetError` if the call exceeds its budget; nothing has moved then.
    #[pyo3(
        name = "move",
        signature = (handles, motion, **options),
        text_signature = "($self, handles, motion, *, in_order=False, crowd=16, crowd_first=0, category=None, mask=None, \
            group=None, max_bounces=4, leave_overlapped=True, budget=None)"
    )]
    fn move_entities(
        &self,
        py: Python<'_>,
        handles: &Bound<'_, PyAny>,
        motion: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Slides>> {
        let (handles, motion) = (handles_of(&list(handles, "handles")?), table::<2>(motion, "motion")?);
        motion.check("motion", handles.len())?;
        let options = Options::new(options)?;
        let (slide, layers, budget) = movement_options(&options)?;
        let crowd = crowd_limit(&options, MoveOptions::default().crowd)?;
        let movers = if options.value("in_order")?.unwrap_or(false) { Movers::InOrder } else { Movers::Ignore };
        options.finish()?;
        let moves = self.write(py, |world| {
            let rows = handles.iter().enumerate();
            let moving: Vec<_> = rows.map(|(row, handle)| (*handle, Vec2::from(motion.at(row)))).collect();
            let mut moves = Moves::default();
            let options = MoveOptions { slide, movers, layers, crowd, budget };
            world.move_batch_into(&moving, &options, &mut moves).map_err(raise_item)?;
            Ok(moves)
        })?;
        let movers = moves.handles().iter().map(|handle| handle.to_bits()).collect();
        Slides::new(py, movers, &moves.slides().collect::<Vec<_>>(), moves.work())
    }

    /// Moves entities to new centers, of shape `(n, 2)`. Sizes and rotations stay the same. If a handle occurs several
    /// times, its last center is used. Raises `StaleError` for a stale handle or `ShapeError` for an invalid center; no
    /// entity is changed then.
    fn set_centers(&self, py: Python<'_>, handles: &Bound<'_, PyAny>, centers: &Bound<'_, PyAny>) -> PyResult<()> {
        let (handles, centers) = (handles_of(&list(handles, "handles")?), table::<2>(centers, "centers")?);
        centers.check("centers", handles.len())?;
        self.write(py, |world| {
            let rows = handles.iter().enumerate().map(|(row, handle)| (*handle, Vec2::from(centers.at(row))));
            world.set_batch(&rows.collect::<Vec<_>>()).map_err(raise_item)
        })
    }

    /// Moves each dynamic entity to the center at the index of its slot, of shape `(n, 2)`: the fastest update. Entities
    /// with slots beyond the centers stay unchanged. See `slots`. Raises `ShapeError` with the index of an invalid center;
    /// no entity is changed then.
    fn set_centers_by_slot(&self, py: Python<'_>, centers: &Bound<'_, PyAny>) -> PyResult<()> {
        let centers = table::<2>(centers, "centers")?;
        let slots = 0..centers.rows().unwrap_or(1);
        let centers: Vec<Vec2> = slots.map(|slot| centers.at(slot).into()).collect();
        self.write(py, |world| world.set_by_slot(&centers).map_err(raise_item))
    }

    /// Lag-compensated projectiles: for each of these shapes the first hit as it moves by its row of `motion`, of shape
    /// `(n, 2)`, from tick `start` to tick `end`, among the entities as they moved then; and the tick of each hit. Of the
    /// keywords of queries it takes those of the filter. Raises `PastError` if a tick is not in the history.
    #[pyo3(
        signature = (shapes, motion, start, end, **filter),
        text_signature = "($self, shapes, motion, start, end, *, category=None, mask=None, group=None, \
            ignore=None, solid=False)"
    )]
    fn sweep_through<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, Shapes>,
        motion: &Bound<'py, PyAny>,
        start: f64,
        end: f64,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Py<SweepHits>, Bound<'py, PyArray1<f64>>)> {
        let shapes = &shapes.get().list;
        let moving = moving(shapes, motion)?;
        let asked = asked(Options::new(filter)?, shapes.len(), |row| moving(row, Mode::All))?;
        let hits: Vec<Option<PastHit>> = self.read(py, |world| {
            let hits = asked.iter().map(|query| world.sweep_through(*query, start, end).map_err(Refusal::raise));
            hits.collect()
        })?;
        let mut answers = collide2d::SweepHits::default();
        for hit in &hits {
            answers.push(hit.iter().len(), hit.iter().map(|hit| (hit.handle, hit.impact)));
        }
        let ticks = PyArray1::from_iter(py, hits.iter().flatten().map(|hit| hit.tick));
        Ok((Hit::show(py, Listed::of(&answers))?, ticks))
    }
}

#[pymethods]
impl Queries {
    /// Move and slide: each of these shapes, which need not be entities, moves by its row of `motion`, of shape `(n, 2)`,
    /// along the entities that block it. The shapes do not block each other, and the world does not change. Sensors
    /// never block. Of the keywords of queries it takes those of the filter and `budget`; and `max_bounces` and
    /// `leave_overlapped` of `World.move`.
    #[pyo3(
        signature = (shapes, motion, **options),
        text_signature = "($self, shapes, motion, *, category=None, mask=None, group=None, ignore=None, \
            solid=False, max_bounces=4, leave_overlapped=True, budget=None)"
    )]
    fn slide(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, Shapes>,
        motion: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<Slides>> {
        let (shapes, options) = (&shapes.get().list, Options::new(options)?);
        let slide = slide_options(&options)?;
        self.batch(py, options, shapes.len(), moving(shapes, motion)?, |queries, asked, _, slides| {
            queries.slide_batch_into(asked, &slide, slides)
        })
    }

    /// Free places: for each of these shapes the nearest place at most `max_distance` away where its interior overlaps
    /// that of no entity, and whether there is one; where none was found, the shape itself. The places are searched for one by
    /// one: they may overlap each other. Sensors never count. Of the keywords of queries it takes those of the filter and
    /// `budget`. `max_candidates_each` of the budget limits the number of entities among which a place is searched for.
    #[pyo3(
        signature = (shapes, max_distance, **filter),
        text_signature = "($self, shapes, max_distance, *, category=None, mask=None, group=None, ignore=None, \
            solid=False, budget=None)"
    )]
    fn free<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, Shapes>,
        max_distance: f32,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Shapes, Bound<'py, PyArray1<bool>>)> {
        let shapes = &shapes.get().list;
        self.batch(
            py,
            Options::new(filter)?,
            shapes.len(),
            |row, _| Ok(shapes[row]),
            |queries, asked, _, places| queries.free_batch_into(asked, max_distance, places),
        )
    }
}
