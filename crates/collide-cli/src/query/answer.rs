//! How an answer is written.

use collide2d::{Impact, RayHit, Vec2};
use serde::Serialize;

use crate::input::Id;
use crate::output::{Cells, Line, Point, plain};

pub(crate) const COLUMNS: [&str; 13] =
    ["query", "kind", "entity", "distance", "entry", "exit", "time", "normal_x", "normal_y", "x1", "y1", "x2", "y2"];
pub(crate) const COUNT_COLUMNS: [&str; 3] = ["query", "kind", "count"];

/// What kind of answer it is.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Overlap,
    Nearest,
    Hit,
    Blocked,
    Clear,
    Impact,
}

impl Kind {
    fn name(self) -> &'static str {
        ["overlap", "nearest", "hit", "blocked", "clear", "impact"][self as usize]
    }
}

/// A hit.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    query: Id<'a>,
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    entity: Option<Id<'a>>,
    #[serde(flatten)]
    measures: Measures,
}

/// What is known of a hit; absent where it says nothing.
#[derive(Default, Serialize)]
pub(crate) struct Measures {
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normal: Option<Point>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<Point>,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(query: Id<'a>, kind: Kind, entity: Option<Id<'a>>, measures: Measures) -> Self {
        Self { query, kind, entity, measures }
    }
}

impl Measures {
    pub(crate) fn distance(distance: f32) -> Self {
        Self { distance: Some(plain(distance)), ..Self::default() }
    }

    pub(crate) fn ray(hit: &RayHit) -> Self {
        let (entry, exit) = (Some(plain(hit.entry)), Some(plain(hit.exit)));
        Self { entry, exit, normal: hit.normal.map(Point), points: points(&[hit.point]), ..Self::default() }
    }

    pub(crate) fn impact(impact: &Impact) -> Self {
        let (time, normal) = (Some(plain(impact.time)), Some(Point(impact.normal)));
        Self { time, normal, points: points(impact.points.as_slice()), ..Self::default() }
    }
}

fn points(points: &[Vec2]) -> Vec<Point> {
    points.iter().copied().map(Point).collect()
}

impl Line for Answer<'_> {
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()> {
        let Measures { distance, entry, exit, time, normal, points } = &self.measures;
        cells.text(self.query.text)?;
        cells.text(self.kind.name())?;
        cells.text(self.entity.map_or("", |entity| entity.text))?;
        [distance, entry, exit, time].into_iter().try_for_each(|measure| cells.number(*measure))?;
        cells.points(normal.as_slice(), 1)?;
        cells.points(points, 2)
    }
}

/// How many hits a query has.
#[derive(Serialize)]
pub(crate) struct Count<'a> {
    pub(crate) query: Id<'a>,
    pub(crate) kind: Kind,
    pub(crate) count: usize,
}

impl Line for Count<'_> {
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()> {
        cells.text(self.query.text)?;
        cells.text(self.kind.name())?;
        cells.number(Some(self.count))
    }
}
