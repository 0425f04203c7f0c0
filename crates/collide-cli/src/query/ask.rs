//! Questions of all kinds, many at once.

use collide2d::{Hits, Mode, Nearest, NearestHits, OverBudget, Queries, Query, RayHits, SweepHits};

use super::args::{QueryArgs, Wanted};
use crate::input::Question;

/// How questions are asked.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    mode: Mode,
    /// Whether shapes ask who is near, not who overlaps: how many at most, and how near.
    near: Option<(usize, f32)>,
}

/// The answers to some questions; of each kind in the order in which these were asked.
#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) overlaps: Hits,
    pub(crate) nearest: NearestHits,
    pub(crate) rays: RayHits,
    pub(crate) segments: RayHits,
    pub(crate) sweeps: SweepHits,
}

impl Manner {
    pub(crate) fn new(args: &QueryArgs) -> Self {
        let mode = match args.mode {
            Wanted::All => Mode::All,
            Wanted::First => Mode::First(1),
            Wanted::Count => Mode::Count,
        };
        let count = args.nearest.map_or(usize::MAX, |count| count as usize);
        let count = if mode == Mode::First(1) { 1 } else { count };
        let near =
            (args.nearest.is_some() || args.within.is_some()).then(|| (count, args.within.unwrap_or(f32::INFINITY)));
        Self { mode, near }
    }

    /// Whether answers are only counted.
    pub(crate) fn counts(self) -> bool {
        self.mode == Mode::Count
    }

    /// Whether shapes ask who is near.
    pub(crate) fn asks_near(self) -> bool {
        self.near.is_some()
    }

    /// Asks; gives up where the questions of a kind have more hits than there is room for.
    pub(crate) fn ask(
        self,
        queries: Queries<'_>,
        questions: &[(u32, Question)],
        room: u64,
    ) -> Result<Answers, OverBudget> {
        let mut answers = Answers {
            overlaps: Hits::with_most(room),
            nearest: NearestHits::with_most(room),
            rays: RayHits::with_most(room),
            segments: RayHits::with_most(room),
            sweeps: SweepHits::with_most(room),
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
        match self.near {
            Some((count, within)) => {
                let nearest = |query: &Query<_>| Query::new(Nearest { shape: query.what, count, within });
                let nearest: Vec<_> = shapes.iter().map(nearest).collect();
                queries.nearest_batch_into(&nearest, &mut answers.nearest)?;
            }
            None => queries.overlap_batch_into(&shapes, self.mode, &mut answers.overlaps)?,
        }
        queries.ray_batch_into(&rays, self.mode, &mut answers.rays)?;
        // Who is first is all that a line of sight is asked for.
        let mode = if self.counts() { Mode::Count } else { Mode::First(1) };
        queries.segment_batch_into(&segments, mode, &mut answers.segments)?;
        queries.sweep_batch_into(&sweeps, self.mode, &mut answers.sweeps)?;
        Ok(answers)
    }
}

impl Answers {
    /// How many hits there are in all.
    pub(crate) fn total(&self) -> u64 {
        let Self { overlaps, nearest, rays, segments, sweeps } = self;
        (overlaps.total() + nearest.total() + rays.total() + segments.total() + sweeps.total()) as u64
    }
}
