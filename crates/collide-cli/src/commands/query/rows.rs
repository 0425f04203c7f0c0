//! The rows of the output: hits and counts.

use collide2d::{Impact, RayHit, Slide, SlideHit, Turn, Vec2};
use serde::Serialize;

use crate::input::Id;
use crate::output::{Cells, Point, Row, plain};

pub(super) const COLUMNS: [&str; 13] =
    ["query", "kind", "entity", "distance", "entry", "exit", "time", "normal_x", "normal_y", "x1", "y1", "x2", "y2"];
pub(super) const SLIDE_COLUMNS: [&str; 15] = [
    "query", "kind", "entity", "distance", "entry", "exit", "time", "normal_x", "normal_y", "x1", "y1", "x2", "y2",
    "left_x", "left_y",
];
pub(super) const COUNT_COLUMNS: [&str; 3] = ["query", "kind", "count"];

// The kinds of answers.
pub(super) const OVERLAP: &str = "overlap";
pub(super) const NEAREST: &str = "nearest";
pub(super) const HIT: &str = "hit";
pub(super) const BLOCKED: &str = "blocked";
pub(super) const CLEAR: &str = "clear";
pub(super) const IMPACT: &str = "impact";
pub(super) const SLIDE: &str = "slide";
pub(super) const END: &str = "end";
pub(super) const PLACE: &str = "place";
pub(super) const TURN: &str = "turn";

/// A hit of a query, a line of sight without one, or the end of a slide.
#[derive(Serialize)]
pub(super) struct HitRow<'a> {
    query: Id<'a>,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    entity: Option<Id<'a>>,
    #[serde(flatten)]
    measures: Measures,
    /// Whether there are columns for the motion left.
    #[serde(skip)]
    with_left: bool,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Point>,
}

impl<'a> HitRow<'a> {
    pub(super) fn new(query: Id<'a>, kind: &'static str, entity: Option<Id<'a>>, measures: Measures) -> Self {
        Self { query, kind, entity, measures, with_left: false }
    }

    /// The same row with columns for the motion left, if `with_left` is true.
    pub(super) fn with_left(self, with_left: bool) -> Self {
        Self { with_left, ..self }
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

    pub(super) fn slide(hit: &SlideHit) -> Self {
        let (time, normal) = (Some(plain(hit.time)), Some(Point(hit.normal)));
        Self { time, normal, points: points(&[hit.point]), ..Self::default() }
    }

    pub(super) fn end(slide: &Slide) -> Self {
        Self { left: Some(Point(slide.left)), ..Self::center(slide.shape.center()) }
    }

    /// A place of a shape.
    pub(super) fn center(center: Vec2) -> Self {
        Self { points: points(&[center]), ..Self::default() }
    }

    /// The end of a turn by `angle`.
    pub(super) fn turn(turn: &Turn, angle: f32) -> Self {
        let done = if turn.left == 0.0 { 1.0 } else { 1.0 - turn.left / angle };
        Self { time: Some(plain(done)), ..Self::center(turn.rect.center()) }
    }
}

fn points(points: &[Vec2]) -> Vec<Point> {
    points.iter().copied().map(Point).collect()
}

impl Row for HitRow<'_> {
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()> {
        let Measures { distance, entry, exit, time, normal, points, left } = &self.measures;
        cells.text(self.query.text)?;
        cells.text(self.kind)?;
        cells.text(self.entity.map_or("", |entity| entity.text))?;
        [distance, entry, exit, time].into_iter().try_for_each(|measure| cells.number(*measure))?;
        cells.points(normal.as_slice(), 1)?;
        cells.points(points, 2)?;
        if self.with_left { cells.points(left.as_slice(), 1) } else { Ok(()) }
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
