use bevy_ecs::prelude::Entity;
use collide2d::{Handle, Hits, Impact, Moving, Nearest, OverBudget, Query, Ranked, Ray, RayHit, Segment, Shape};

use crate::Ask;
use crate::roster::Roster;

/// Who overlaps the shapes of a batch, in order of slots.
pub type OverlapHits = Found<Shape, Hits>;
/// Whom the rays of a batch hit, and where, the nearest first.
pub type RayHits = Found<Ray, Ranked<RayHit>>;
/// Who is in the way of the segments of a batch, and where, the nearest first.
pub type SegmentHits = Found<Segment, Ranked<RayHit>>;
/// What the moving shapes of a batch run into, and when, the earliest first.
pub type SweepHits = Found<Moving, Ranked<Impact>>;
/// Who is near to the shapes of a batch, and how far away, the nearest first.
pub type NearestHits = Found<Nearest, Ranked<f32>>;

/// The answers to a batch of questions. Keeps its memory: use one for many batches, in a `Local` or a resource.
///
/// Named by [`OverlapHits`], [`RayHits`], [`SegmentHits`], [`SweepHits`] and [`NearestHits`].
#[derive(Debug)]
pub struct Found<Q, H: sealed::Raw> {
    asked: Vec<Query<Q>>,
    raw: H,
    /// Where the answers to each question start, and the end of the last.
    starts: Vec<usize>,
    answers: Vec<H::Answer>,
}

impl<Q, H: sealed::Raw> Default for Found<Q, H> {
    fn default() -> Self {
        Self::with_max_hits(u64::MAX)
    }
}

impl<Q, H: sealed::Raw> Found<Q, H> {
    /// Room for at most so many answers to all questions of a batch together; there is no limit unless one is set.
    #[must_use]
    pub fn with_max_hits(max_hits: u64) -> Self {
        Self { asked: vec![], raw: H::with_max_hits(max_hits), starts: vec![0], answers: vec![] }
    }

    /// How many questions are answered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether no question is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The answers to a question; none where they are only [counted](collide2d::Mode::Count), or where there was no such question.
    #[must_use]
    pub fn of(&self, question: usize) -> &[H::Answer] {
        match self.starts.get(question..).and_then(|starts| starts.first_chunk()) {
            Some([start, end]) => &self.answers[*start..*end],
            None => &[],
        }
    }

    /// How many answers a question has, of the [first](collide2d::Mode::First) only these; none where there was no such question.
    #[must_use]
    pub fn count(&self, question: usize) -> usize {
        if question < self.len() { self.raw.count(question) } else { 0 }
    }

    /// How many answers there are to all questions together.
    #[must_use]
    pub fn total(&self) -> usize {
        self.raw.total()
    }

    /// The answers, question by question.
    pub fn iter(&self) -> impl Iterator<Item = &[H::Answer]> {
        (0..self.len()).map(|question| self.of(question))
    }

    /// Asks a batch, and says who was found.
    pub(crate) fn fill(
        &mut self,
        questions: &[Ask<Q>],
        roster: &Roster,
        ask: impl FnOnce(&[Query<Q>], &mut H) -> Result<(), OverBudget>,
    ) -> Result<(), OverBudget>
    where
        Q: Copy,
    {
        self.resolve(questions, roster);
        ask(&self.asked, &mut self.raw)?;
        for question in 0..questions.len() {
            let hits = self.raw.of(question).iter();
            self.answers.extend(hits.map(|hit| H::name(*hit, |handle| named(roster, handle))));
            self.starts.push(self.answers.len());
        }
        Ok(())
    }

    /// The questions with handles; there are no answers now.
    pub(crate) fn resolve(&mut self, questions: &[Ask<Q>], roster: &Roster) -> &[Query<Q>]
    where
        Q: Copy,
    {
        self.starts.truncate(1);
        self.answers.clear();
        self.asked.clear();
        self.asked.extend(questions.iter().map(|question| question.resolve(roster)));
        &self.asked
    }
}

/// Whose handle this is. The roster has all that the engine may name; should it ever not, nobody's is better than another's.
pub(crate) fn named(roster: &Roster, handle: Handle) -> Entity {
    roster.entity(handle).unwrap_or(Entity::PLACEHOLDER)
}

mod sealed {
    use super::{Entity, Handle, Hits, Ranked};

    /// Answers as the engine gives them.
    pub trait Raw {
        /// By handle.
        type Hit: Copy;
        /// By entity.
        type Answer;
        fn with_max_hits(max_hits: u64) -> Self;
        fn of(&self, question: usize) -> &[Self::Hit];
        fn count(&self, question: usize) -> usize;
        fn total(&self) -> usize;
        fn name(hit: Self::Hit, name: impl Fn(Handle) -> Entity) -> Self::Answer;
    }

    impl Raw for Hits {
        type Hit = Handle;
        type Answer = Entity;

        fn with_max_hits(max_hits: u64) -> Self {
            Self::with_max_hits(max_hits)
        }

        fn of(&self, question: usize) -> &[Handle] {
            self.of(question)
        }

        fn count(&self, question: usize) -> usize {
            self.count(question)
        }

        fn total(&self) -> usize {
            self.total()
        }

        fn name(hit: Handle, name: impl Fn(Handle) -> Entity) -> Entity {
            name(hit)
        }
    }

    impl<T: Copy> Raw for Ranked<T> {
        type Hit = (Handle, T);
        type Answer = (Entity, T);

        fn with_max_hits(max_hits: u64) -> Self {
            Self::with_max_hits(max_hits)
        }

        fn of(&self, question: usize) -> &[(Handle, T)] {
            self.of(question)
        }

        fn count(&self, question: usize) -> usize {
            self.count(question)
        }

        fn total(&self) -> usize {
            self.total()
        }

        fn name((handle, how): Self::Hit, name: impl Fn(Handle) -> Entity) -> Self::Answer {
            (name(handle), how)
        }
    }
}
