//! The rows of the output: hits and counts.

use collide2d::{Impact, RayHit, Vec2};
use serde::Serialize;

use crate::input::Id;
use crate::output::{Cells, Point, Row, plain};

pub(super) const COLUMNS: [&str; 13] =
    ["query", "kind", "entity", "distance", "entry", "exit", "time", "normal_x", "normal_y", "x1", "y1", "x2", "y2"];
pub(super) const COUNT_COLUMNS: [&str; 3] = ["query", "kind", "count"];

// The kinds of answers.
pub(super) const OVERLAP: &str = "overlap";
pub(super) const NEAREST: &str = "nearest";
pub(super) const HIT: &str = "hit";
pub(super) const BLOCKED: &str = "blocked";
pub(super) const CLEAR: &str = "clear";
pub(super) const IMPACT: &str = "impact";

/// A hit of a query, or a line of sight without one.
#[derive(Serialize)]
pub(super) struct HitRow<'a> {
    query: Id<'a>,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    entity: Option<Id<'a>>,
    #[serde(flatten)]
    measures: Measures,
}

/// The measures of a hit; those that its kind does not have are absent.
#[derive(Default, Serialize)]
pub(super) struct Measures {
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

impl<'a> HitRow<'a> {
    pub(super) fn new(query: Id<'a>, kind: &'static str, entity: Option<Id<'a>>, measures: Measures) -> Self {
        Self { query, kind, entity, measures }
    }
}

impl Measures {
    pub(super) fn distance(distance: f32) -> Self {
        Self { distance: Some(plain(distance)), ..Self::default() }
    }

    pub(super) fn ray(hit: &RayHit) -> Self {
        let (entry, exit) = (Some(plain(hit.entry)), Some(plain(hit.exit)));
        Self { entry, exit, normal: hit.normal.map(Point), points: points(&[hit.point]), ..Self::default() }
    }

    pub(super) fn impact(impact: &Impact) -> Self {
        let (time, normal) = (Some(plain(impact.time)), Some(Point(impact.normal)));
        Self { time, normal, points: points(impact.points.as_slice()), ..Self::default() }
    }
}

fn points(points: &[Vec2]) -> Vec<Point> {
    points.iter().copied().map(Point).collect()
}

impl Row for HitRow<'_> {
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()> {
        let Measures { distance, entry, exit, time, normal, points } = &self.measures;
        cells.text(self.query.text)?;
        cells.text(self.kind)?;
        cells.text(self.entity.map_or("", |entity| entity.text))?;
        [distance, entry, exit, time].into_iter().try_for_each(|measure| cells.number(*measure))?;
        cells.points(normal.as_slice(), 1)?;
        cells.points(points, 2)
    }
}

/// The number of hits of a query.
#[derive(Serialize)]
pub(super) struct CountRow<'a> {
    pub(super) query: Id<'a>,
    pub(super) kind: &'static str,
    pub(super) count: usize,
}

impl Row for CountRow<'_> {
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()> {
        cells.text(self.query.text)?;
        cells.text(self.kind)?;
        cells.number(Some(self.count))
    }
}
