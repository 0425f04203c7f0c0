//! Batches of queries of all kinds.

use collide2d::{Hits, Mode, Nearest, NearestHits, OverBudget, Queries, Query, RayHits, SweepHits};

use super::args::{ModeName, QueryArgs};
use crate::input::Question;

/// How queries are run.
#[derive(Clone, Copy)]
pub(super) struct QueryMode {
    mode: Mode,
    /// For nearest queries in place of overlap queries: the greatest number of hits, and the greatest distance.
    nearest: Option<(usize, f32)>,
}

/// The answers to a batch of queries, by kind, in the order of the queries.
pub(super) struct Answers {
    pub(super) overlaps: Hits,
    pub(super) nearest: NearestHits,
    pub(super) rays: RayHits,
    pub(super) segments: RayHits,
    pub(super) sweeps: SweepHits,
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
        Self { mode, nearest }
    }

    /// Whether hits are only counted.
    pub(super) fn is_count(self) -> bool {
        self.mode == Mode::Count
    }

    /// Whether shapes are nearest queries, not overlap queries.
    pub(super) fn is_nearest(self) -> bool {
        self.nearest.is_some()
    }

    /// Runs the queries; an error if those of one kind have more than `limit` hits.
    pub(super) fn run(
        self,
        queries: Queries<'_>,
        questions: &[(u32, Question)],
        limit: u64,
    ) -> Result<Answers, OverBudget> {
        let mut answers = Answers {
            overlaps: Hits::with_max_hits(limit),
            nearest: NearestHits::with_max_hits(limit),
            rays: RayHits::with_max_hits(limit),
            segments: RayHits::with_max_hits(limit),
            sweeps: SweepHits::with_max_hits(limit),
        };
        let (mut shapes, mut rays, mut segments, mut sweeps) = (vec![], vec![], vec![], vec![]);
        for (_, question) in questions {
            match *question {
                Question::Shape(shape) => shapes.push(Query::new(shape)),
                Question::Ray(ray) => rays.push(Query::new(ray)),
                Question::Segment(segment) => segments.push(Query::new(segment)),
                Question::Sweep(moving) => sweeps.push(Query::new(moving)),
            }
        }
        match self.nearest {
            Some((count, within)) => {
                let nearest = |query: &Query<_>| Query::new(Nearest { shape: query.what, count, within });
                let nearest: Vec<_> = shapes.iter().map(nearest).collect();
                queries.nearest_batch_into(&nearest, &mut answers.nearest)?;
            }
            None => queries.overlap_batch_into(&shapes, self.mode, &mut answers.overlaps)?,
        }
        queries.ray_batch_into(&rays, self.mode, &mut answers.rays)?;
        // Of a line of sight only the first hit is written.
        let mode = if self.is_count() { Mode::Count } else { Mode::First(1) };
        queries.segment_batch_into(&segments, mode, &mut answers.segments)?;
        queries.sweep_batch_into(&sweeps, self.mode, &mut answers.sweeps)?;
        Ok(answers)
    }
}

impl Answers {
    /// The number of hits of all kinds.
    pub(super) fn total(&self) -> u64 {
        let Self { overlaps, nearest, rays, segments, sweeps } = self;
        (overlaps.total() + nearest.total() + rays.total() + segments.total() + sweeps.total()) as u64
    }
}
