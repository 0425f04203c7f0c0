//! Movement of crowds and doors: entities that move apart, and rectangles that turn about a pivot.

use collide2d::{Mode, OrientedRect, PushRule, Query, SeparateOptions, Separation, Shape, Turning, Turns};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{column, list, table};
use crate::entities::handles_of;
use crate::errors::python::ShapeError;
use crate::errors::raise_item;
use crate::hits::{Hit, Hits, Listed};
use crate::movement::movement_options;
use crate::options::Options;
use crate::queries::{Found, Queries};
use crate::settings::crowd_limit;
use crate::shapes::Shapes;
use crate::shared_world::World;

#[pymethods]
impl World {
    /// Moves the entities of a crowd apart where they overlap, softly: in a fixed number of rounds, each along what
    /// blocks it. A dense crowd needs several calls until it no longer overlaps. All other entities that meet the layers
    /// of one of these block it; it is pushed into no blocker and through none, exactly. Sensors neither block nor do
    /// they move. Duplicate handles are ignored. Returns the entities, each once, and their shapes afterwards.
    ///
    /// Keywords:
    ///
    /// - `rounds`: the maximum number of rounds, 4 by default;
    /// - `crowd`, `crowd_first`: in a place with more than `crowd` entities, 8 by default, the others of the place push no
    ///   entity, and those that take part push them; as in `move`;
    /// - `rules`: a list of `(category, share, max_distance)`, of which the first with a category of an entity applies to
    ///   it: two entities that overlap move in the ratio of their shares, 1 by default, and none of them farther than
    ///   `max_distance` in a call;
    /// - `category`, `mask`, `group`, `max_bounces`, `leave_overlapped`, `budget`: as in `move`.
    ///
    /// Raises `StaleError` with the index of the first stale handle, and `OverBudgetError` if the call exceeds its budget;
    /// nothing has moved then.
    #[pyo3(
        signature = (handles, **options),
        text_signature = "($self, handles, *, rounds=4, crowd=8, crowd_first=0, rules=(), category=None, mask=None, \
            group=None, max_bounces=4, leave_overlapped=True, budget=None)"
    )]
    fn separate<'py>(
        &self,
        py: Python<'py>,
        handles: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Bound<'py, PyArray1<u64>>, Shapes)> {
        let handles = handles_of(&list(handles, "handles")?);
        let options = Options::new(options)?;
        let (slide, layers, budget) = movement_options(&options)?;
        let usual = SeparateOptions::default();
        let rounds = options.value("rounds")?.unwrap_or(usual.rounds);
        let crowd = crowd_limit(&options, usual.crowd)?;
        let rules: Vec<(u64, f32, f32)> = options.value("rules")?.unwrap_or_default();
        options.finish()?;
        let rules: Vec<PushRule> = rules
            .into_iter()
            .map(|(category, share, max_distance)| PushRule { category, share, max_distance })
            .collect();
        let ends = self.write(py, |world| {
            let mut separation = Separation::default();
            let options = SeparateOptions { rounds, crowd, rules: &rules, slide, layers, budget };
            world.separate_into(&handles, &options, &mut separation).map_err(raise_item)?;
            Ok(separation.ends().to_vec())
        })?;
        let handles = PyArray1::from_iter(py, ends.iter().map(|(handle, _)| handle.to_bits()));
        Ok((handles, Shapes { list: ends.into_iter().map(|(_, shape)| shape).collect() }))
    }
}

#[pymethods]
impl Queries {
    /// Turns each of these oriented rects about its row of `pivot`, of shape `(n, 2)`, by its angle in radians, until an
    /// entity blocks it: doors, barriers and turrets. It passes no blocker on the way. Returns the shapes at their ends,
    /// the part of each angle that was blocked, and what blocks each. Sensors never block, and the world does not
    /// change. Of the keywords of queries it takes those of the filter and `budget`.
    #[pyo3(
        signature = (shapes, pivot, angle, **filter),
        text_signature = "($self, shapes, pivot, angle, *, category=None, mask=None, group=None, ignore=None, \
            solid=False, budget=None)"
    )]
    fn turn<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, Shapes>,
        pivot: &Bound<'py, PyAny>,
        angle: &Bound<'py, PyAny>,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Shapes, Bound<'py, PyArray1<f32>>, Py<Hits>)> {
        let (shapes, pivot) = (&shapes.get().list, table::<2>(pivot, "pivot")?);
        let angle = column::<f32>(angle, "angle")?;
        pivot.check("pivot", shapes.len())?;
        angle.check("angle", shapes.len())?;
        let rects = shapes.iter().enumerate().map(|(index, shape)| match shape {
            Shape::OrientedRect(rect) => Ok(*rect),
            _ => Err(ShapeError::new_err(format!("shapes[{index}]: must be an oriented rect"))),
        });
        let rects: Vec<OrientedRect> = rects.collect::<PyResult<_>>()?;
        let turning = |row: usize, _| Turning::new(rects[row], pivot.at(row), angle.at(row));
        self.batch(py, Options::new(filter)?, rects.len(), turning, |queries, asked, _, turns| {
            queries.turn_batch_into(asked, turns)
        })
    }
}

impl<'py> Found<'py, Turning> for Turns {
    type Shown = (Shapes, Bound<'py, PyArray1<f32>>, Py<Hits>);

    fn show(self, py: Python<'py>, _: &[Query<Turning>], _: Mode) -> PyResult<Self::Shown> {
        let (turns, mut blockers) = (self.list(), collide2d::Hits::default());
        turns.iter().for_each(|turn| blockers.push(turn.hit.iter().len(), turn.hit));
        let left = PyArray1::from_iter(py, turns.iter().map(|turn| turn.left));
        Ok((
            Shapes { list: turns.iter().map(|turn| turn.rect.into()).collect() },
            left,
            Hit::show(py, Listed::of(&blockers))?,
        ))
    }
}
