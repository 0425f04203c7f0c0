//! Fingerprints of answers: of whom they name and of all bits of what was measured.
//!
//! Traces store them: which numbers are hashed, and in which order, is part of the format.

use collide_core::{Impact, RayHit, Vec2};

use super::{Hits, Ranked};
use crate::{Handle, fingerprint};

/// What is measured of a hit.
pub(crate) trait Measured {
    fn numbers(&self) -> impl Iterator<Item = f32>;
}

impl Measured for f32 {
    fn numbers(&self) -> impl Iterator<Item = f32> {
        [*self].into_iter()
    }
}

impl Measured for RayHit {
    fn numbers(&self) -> impl Iterator<Item = f32> {
        let Self { entry, exit, point, normal } = *self;
        // No normal has a length of zero.
        [Vec2::new(entry, exit), point, normal.unwrap_or_default()].into_iter().flat_map(|pair| pair.to_array())
    }
}

impl Measured for Impact {
    fn numbers(&self) -> impl Iterator<Item = f32> {
        let points = self.points.as_slice();
        let number = points.len() as f32;
        [self.time, number, self.normal.x, self.normal.y]
            .into_iter()
            .chain(points.iter().flat_map(|point| point.to_array()))
    }
}

fn names(handle: &Handle) -> [u32; 2] {
    [handle.slot, handle.generation]
}

/// Each answer is its length and its handles, as far as these were asked for.
pub(crate) fn of_hits(hits: &Hits) -> u64 {
    fingerprint((0..hits.len()).flat_map(|query| {
        let count = hits.count(query) as u32;
        std::iter::once(count).chain(hits.of(query).iter().flat_map(names))
    }))
}

/// The same with what was measured of each hit.
pub(crate) fn of_ranked<T: Measured>(hits: &Ranked<T>) -> u64 {
    fingerprint((0..hits.len()).flat_map(|query| {
        let count = hits.count(query) as u32;
        std::iter::once(count).chain(hits.of(query).iter().flat_map(of_hit))
    }))
}

fn of_hit<T: Measured>((handle, hit): &(Handle, T)) -> impl Iterator<Item = u32> {
    names(handle).into_iter().chain(hit.numbers().map(f32::to_bits))
}

/// The only answer to a question.
pub(crate) fn of_first<T: Measured>(hit: Option<&(Handle, T)>) -> u64 {
    fingerprint(std::iter::once(u32::from(hit.is_some())).chain(hit.into_iter().flat_map(of_hit)))
}

pub(crate) fn of_blocked(blocked: &[bool]) -> u64 {
    fingerprint(blocked.iter().map(|blocked| u32::from(*blocked)))
}
