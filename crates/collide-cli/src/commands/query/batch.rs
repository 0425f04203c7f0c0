//! Batches of queries of all kinds.

use collide2d::error::OverBudget;
use collide2d::{Answer, Mode, Nearest, Queries, Query, Question, SlideOptions};

use super::args::{ModeName, QueryArgs};
use super::rows::{BLOCKED, HIT, IMPACT, NEAREST, OVERLAP, PLACE, SLIDE, TURN};
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

/// The answers to a batch of queries.
pub(super) struct Answers {
    /// One for each kind of row.
    of_kinds: Vec<Answer>,
    /// For each row its kind, and its number among the rows of that kind.
    places: Vec<(usize, usize)>,
}

impl Answers {
    /// The number of hits of all queries.
    pub(super) fn total(&self) -> u64 {
        self.iter().map(|(answer, index)| answer.count(index) as u64).sum()
    }

    /// For each row the answer to its kind, and the index of its query there.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Answer, usize)> {
        self.places.iter().map(|(kind, index)| (&self.of_kinds[*kind], *index))
    }
}

/// Adds a query of a kind. Returns its place.
fn add<T>(queries: &mut Vec<Query<T>>, what: T, kind: usize) -> (usize, usize) {
    queries.push(Query::new(what));
    (kind, queries.len() - 1)
}

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
        let place = |(_, row): &(u32, QueryRow)| match *row {
            QueryRow::Shape(shape) => add(&mut shapes, shape, 0),
            QueryRow::Ray(ray) => add(&mut rays, ray, 1),
            QueryRow::Segment(segment) => add(&mut segments, segment, 2),
            QueryRow::Sweep(sweep) => add(&mut moving, sweep, 3),
            QueryRow::Turn(turning) => add(&mut doors, turning, 4),
            QueryRow::Sector(sector) => add(&mut sectors, sector, 5),
        };
        let places = rows.iter().map(place).collect();
        let shapes = match (self.free, self.nearest) {
            (Some(max_distance), _) => Question::Free(shapes.into(), max_distance),
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
        // In the order of their numbers above.
        let questions = [
            shapes,
            Question::Ray(rays.into(), self.mode),
            Question::Segment(segments.into(), sight),
            moving,
            Question::Turn(doors.into()),
            Question::Sector(sectors.into(), self.mode),
        ];
        let limited = queries.within(limit);
        let of_kinds = questions.iter().map(|question| limited.ask(question)).collect::<Result<_, _>>()?;
        Ok(Answers { of_kinds, places })
    }
}

/// The kind of the hits of a row.
pub(super) fn kind_of(row: &QueryRow, answer: &Answer) -> &'static str {
    match (row, answer) {
        (QueryRow::Shape(_), Answer::Nearest(_)) => NEAREST,
        (QueryRow::Shape(_), Answer::Free(_)) => PLACE,
        (QueryRow::Shape(_) | QueryRow::Sector(_), _) => OVERLAP,
        (QueryRow::Ray(_), _) => HIT,
        (QueryRow::Segment(_), _) => BLOCKED,
        (QueryRow::Sweep(_), Answer::Slide(_)) => SLIDE,
        (QueryRow::Sweep(_), _) => IMPACT,
        (QueryRow::Turn(_), _) => TURN,
    }
}
