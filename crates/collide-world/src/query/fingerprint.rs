//! Fingerprints of answers: hashes of the handles and of all bits of the measures.
//!
//! Traces store them, so the hashed numbers and their order are part of the trace format.

use collide_core::{Impact, RayHit, Vec2};

use super::{Answer, Answers};
use crate::{Handle, fingerprint};

/// A hit as the words that are hashed.
pub(crate) trait Words {
    fn words(&self) -> impl Iterator<Item = u32>;
}

/// The measures of a hit, such as distance or time.
pub(crate) trait Measure {
    fn numbers(&self) -> impl Iterator<Item = f32>;
}

impl Measure for f32 {
    fn numbers(&self) -> impl Iterator<Item = f32> {
        [*self].into_iter()
    }
}

impl Measure for RayHit {
    fn numbers(&self) -> impl Iterator<Item = f32> {
        let Self { entry, exit, point, normal } = *self;
        // No normal is zero, so zero can stand for `None`.
        [Vec2::new(entry, exit), point, normal.unwrap_or_default()].into_iter().flat_map(|pair| pair.to_array())
    }
}

impl Measure for Impact {
    fn numbers(&self) -> impl Iterator<Item = f32> {
        let points = self.points.as_slice();
        let number = points.len() as f32;
        [self.time, number, self.normal.x, self.normal.y]
            .into_iter()
            .chain(points.iter().flat_map(|point| point.to_array()))
    }
}

impl Words for Handle {
    fn words(&self) -> impl Iterator<Item = u32> {
        [self.slot, self.generation].into_iter()
    }
}

impl<T: Measure> Words for (Handle, T) {
    fn words(&self) -> impl Iterator<Item = u32> {
        let (handle, measure) = self;
        handle.words().chain(measure.numbers().map(f32::to_bits))
    }
}

/// The fingerprint of answers: the number of hits and the hits of each query.
pub(crate) fn of_answers<H: Words>(answers: &Answers<H>) -> u64 {
    fingerprint((0..answers.len()).flat_map(|query| {
        let count = answers.count(query) as u32;
        std::iter::once(count).chain(answers.of(query).iter().flat_map(Words::words))
    }))
}

/// The fingerprint of the answer to one query for the first hit: the same as that of a batch with this one query.
pub(crate) fn of_first<H: Words>(hit: Option<&H>) -> u64 {
    fingerprint(std::iter::once(u32::from(hit.is_some())).chain(hit.into_iter().flat_map(Words::words)))
}

pub(crate) fn of_blocked(blocked: &[bool]) -> u64 {
    fingerprint(blocked.iter().map(|blocked| u32::from(*blocked)))
}

impl Answer {
    pub(crate) fn fingerprint(&self) -> u64 {
        match self {
            Self::Overlap(hits) => of_answers(hits),
            Self::Ray(hits) => of_answers(hits),
            Self::Blocked(blocked) => of_blocked(blocked),
            Self::Sweep(hits) => of_answers(hits),
            Self::Nearest(hits) => of_answers(hits),
        }
    }
}
