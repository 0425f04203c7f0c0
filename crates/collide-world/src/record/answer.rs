//! Fingerprints of answers: of whom they name and of all bits of what was measured.

use collide_core::{Impact, RayHit, Vec2};

use crate::query::Ranked;
use crate::{Event, Handle, Hits, World, fingerprint};

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
pub(super) fn of_hits(hits: &Hits) -> u64 {
    fingerprint((0..hits.len()).flat_map(|query| {
        let count = hits.count(query) as u32;
        std::iter::once(count).chain(hits.of(query).iter().flat_map(names))
    }))
}

/// The same with what was measured of each hit.
pub(super) fn of_ranked<T: Measured>(hits: &Ranked<T>) -> u64 {
    fingerprint((0..hits.len()).flat_map(|query| {
        let count = hits.count(query) as u32;
        std::iter::once(count).chain(hits.of(query).iter().flat_map(of_hit))
    }))
}

fn of_hit<T: Measured>((handle, hit): &(Handle, T)) -> impl Iterator<Item = u32> {
    names(handle).into_iter().chain(hit.numbers().map(f32::to_bits))
}

/// The only answer to a question.
pub(super) fn of_first<T: Measured>(hit: Option<&(Handle, T)>) -> u64 {
    fingerprint(std::iter::once(u32::from(hit.is_some())).chain(hit.into_iter().flat_map(of_hit)))
}

pub(super) fn of_blocked(blocked: &[bool]) -> u64 {
    fingerprint(blocked.iter().map(|blocked| u32::from(*blocked)))
}

/// The fingerprint of a world whose pairs are not listed by slot, as if they were.
pub(super) fn of_pairs(world: &World) -> u64 {
    let mut pairs: Vec<_> = world.pairs().iter().collect();
    pairs.sort_unstable_by_key(|(a, b)| (a.slot, b.slot));
    let tick = [world.tick() as u32, (world.tick() >> 32) as u32];
    fingerprint(tick.into_iter().chain(pairs.iter().flat_map(|(a, b)| names(a).into_iter().chain(names(b)))))
}

pub(super) fn of_events(events: &[Event]) -> u64 {
    fingerprint(
        events
            .iter()
            .flat_map(|Event { kind, a, b }| std::iter::once(*kind as u32).chain(names(a).into_iter().chain(names(b)))),
    )
}
