//! Batches of queries of all kinds.

use collide2d::error::OverBudget;
use collide2d::{Answer, Mode, Nearest, Queries, Query, Question, SlideOptions};

use super::args::{ModeName, QueryArgs};
use crate::input::QueryRow;

/// How queries are run.
#[derive(Clone, Copy)]
pub(super) struct QueryMode {
    mode: Mode,
    /// For nearest queries in place of overlap queries: the limits of the number of hits and of the distance.
    nearest: Option<(usize, f32)>,
    /// For free places in place of overlap queries: the limit of the distance.
    free: Option<f32>,
    /// Whether moving shapes slide.
    slide: bool,
}

/// The number of kinds of rows: shapes, rays, segments, moving shapes, doors, sectors.
pub(super) const KIND_COUNT: usize = 6;

/// The answers to a batch of queries by kind of row, in the order of the queries.
pub(super) type Answers = [Answer; KIND_COUNT];

impl QueryMode {
    pub(super) fn new(args: &QueryArgs) -> Self {
        let mode = match args.mode {
            ModeName::All => Mode::All,
            ModeName::First => Mode::First(1),
            ModeName::Count => Mode::Count,
        };
        let count = args.nearest.map_or(usize::MAX, |count| count as usize);
        let count = if mode == Mode::First(1) { 1 } else { count };
        let nearest =
            (args.nearest.is_some() || args.within.is_some()).then(|| (count, args.within.unwrap_or(f32::INFINITY)));
        Self { mode, nearest, free: args.free, slide: args.slide }
    }

    /// Whether moving shapes slide.
    pub(super) fn slides(self) -> bool {
        self.slide
    }

    /// Whether hits are only counted.
    pub(super) fn is_count(self) -> bool {
        self.mode == Mode::Count
    }

    /// The number of hits of a slide that are written.
    pub(super) fn max_slide_hits(self) -> usize {
        if self.mode == Mode::All { usize::MAX } else { 1 }
    }

    /// Runs the queries. Errors: [`OverBudget`] if the queries of one kind have more than `limit` hits.
    pub(super) fn run(self, queries: Queries<'_>, rows: &[(u32, QueryRow)], limit: u64) -> Result<Answers, OverBudget> {
        let (mut shapes, mut rays, mut segments) = (vec![], vec![], vec![]);
        let (mut moving, mut doors, mut sectors) = (vec![], vec![], vec![]);
        for (_, row) in rows {
            match *row {
                QueryRow::Shape(shape) => shapes.push(Query::new(shape)),
                QueryRow::Ray(ray) => rays.push(Query::new(ray)),
                QueryRow::Segment(segment) => segments.push(Query::new(segment)),
                QueryRow::Sweep(sweep) => moving.push(Query::new(sweep)),
                QueryRow::Turn(turning) => doors.push(Query::new(turning)),
                QueryRow::Sector(sector) => sectors.push(Query::new(sector)),
            }
        }
        let shapes = match (self.free, self.nearest) {
            (Some(max_distance), _) => Question::Free(shapes.into(), max_distance.into()),
            (None, Some((count, within))) => {
                let nearest = |query: &Query<_>| Query::new(Nearest { shape: query.what, count, within });
                Question::Nearest(shapes.iter().map(nearest).collect())
            }
            (None, None) => Question::Overlap(shapes.into(), self.mode),
        };
        // For a line of sight only the first hit is written.
        let sight = if self.is_count() { Mode::Count } else { Mode::First(1) };
        let moving = if self.slide {
            Question::Slide(moving.into(), SlideOptions::default())
        } else {
            Question::Sweep(moving.into(), self.mode)
        };
        let ask = |question| queries.ask(&question, limit);
        Ok([
            ask(shapes)?,
            ask(Question::Ray(rays.into(), self.mode))?,
            ask(Question::Segment(segments.into(), sight))?,
            ask(moving)?,
            ask(Question::Turn(doors.into()))?,
            ask(Question::Sector(sectors.into(), self.mode))?,
        ])
    }
}
