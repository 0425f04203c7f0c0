//! Fingerprints of answers: hashes of the handles and of all bits of the measures.
//!
//! Traces store them, so the hashed numbers and their order are part of the trace format.

use collide_core::{Contact, Impact, RayHit, Shape, Vec2};

use super::Answers;
use crate::{Handle, fingerprint};

/// A result as the words that are hashed.
pub(crate) trait Words {
    fn words(&self) -> impl Iterator<Item = u32>;
}

impl Words for f32 {
    fn words(&self) -> impl Iterator<Item = u32> {
        std::iter::once(self.to_bits())
    }
}

impl Words for Vec2 {
    fn words(&self) -> impl Iterator<Item = u32> {
        self.to_array().into_iter().map(f32::to_bits)
    }
}

impl Words for RayHit {
    fn words(&self) -> impl Iterator<Item = u32> {
        let Self { entry, exit, point, normal } = *self;
        // No normal is zero, so zero can stand for `None`.
        let numbers = [Vec2::new(entry, exit), point, normal.unwrap_or_default()].map(|pair| pair.to_array());
        numbers.into_iter().flatten().map(f32::to_bits)
    }
}

impl Words for Impact {
    fn words(&self) -> impl Iterator<Item = u32> {
        let points = self.points.as_slice();
        let numbers = [self.time, points.len() as f32, self.normal.x, self.normal.y].map(f32::to_bits);
        numbers.into_iter().chain(points.iter().flat_map(Words::words))
    }
}

impl Words for Contact {
    fn words(&self) -> impl Iterator<Item = u32> {
        let points = self.points.as_slice();
        let numbers = [self.depth, points.len() as f32, self.normal.x, self.normal.y].map(f32::to_bits);
        numbers.into_iter().chain(points.iter().flat_map(Words::words))
    }
}

impl Words for Handle {
    fn words(&self) -> impl Iterator<Item = u32> {
        [self.slot, self.generation].into_iter()
    }
}

impl<T: Words> Words for (Handle, T) {
    fn words(&self) -> impl Iterator<Item = u32> {
        let (handle, measure) = self;
        handle.words().chain(measure.words())
    }
}

impl Words for bool {
    fn words(&self) -> impl Iterator<Item = u32> {
        std::iter::once(u32::from(*self))
    }
}

/// Kind and numbers: six, or as many as a kind with more has.
impl Words for Shape {
    fn words(&self) -> impl Iterator<Item = u32> {
        let count = self.kind().columns().len().max(6);
        std::iter::once(self.kind() as u32).chain(self.to_numbers().into_iter().take(count).map(f32::to_bits))
    }
}

impl<T: Words> Words for Option<T> {
    fn words(&self) -> impl Iterator<Item = u32> {
        std::iter::once(u32::from(self.is_some())).chain(self.iter().flat_map(Words::words))
    }
}

/// The fingerprint of the hits of a batch: for each query the number of hits and the listed hits, and then the queries
/// that exceeded their limit of candidates.
pub(crate) fn of_answers<H: Words>(answers: &Answers<H>) -> u64 {
    let hits = (0..answers.len()).flat_map(|query| of_query(answers.count(query), answers.of(query)));
    fingerprint(hits.chain(answers.stopped().iter().copied()))
}

/// The fingerprint of the hits of one query.
pub(super) fn of_hits<H: Words>(hits: &[H]) -> u64 {
    fingerprint(of_query(hits.len(), hits))
}

fn of_query<H: Words>(count: usize, hits: &[H]) -> impl Iterator<Item = u32> {
    std::iter::once(count as u32).chain(words(hits))
}

/// The fingerprint of one result for each query.
pub(crate) fn of_list<T: Words>(results: &[T]) -> u64 {
    fingerprint(words(results))
}

fn words<T: Words>(list: &[T]) -> impl Iterator<Item = u32> {
    list.iter().flat_map(Words::words)
}
