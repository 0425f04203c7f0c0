//! Batches of every kind of query, and fingerprints of the answers over all bits of the measures.

use collide2d::{
    Answers, Event, Filter, Handle, Hits, Mode, Moving, Nearest, NearestHits, Queries, Query, Ray, RayHits, Segment,
    Shape, Sights, SweepHits, Vec2, fingerprint,
};

use crate::bits::Bits;

/// The kinds of query, in the order of the results of [`Questions::ask`].
pub const KINDS: [&str; 6] = ["overlap", "ray", "segment", "blocked", "sweep", "nearest"];

/// The mark of an answer that exceeded its limit.
const OVER_LIMIT: u32 = u32::MAX;

/// Directions and motions.
const WAYS: [Vec2; 5] =
    [Vec2::new(1.0, 0.5), Vec2::new(-2.0, 0.0), Vec2::new(0.25, -3.0), Vec2::new(-1.5, -1.5), Vec2::new(0.0, 2.0)];

/// A batch of queries of each kind.
pub struct Questions {
    overlaps: Vec<Query<Shape>>,
    rays: Vec<Query<Ray>>,
    segments: Vec<Query<Segment>>,
    sweeps: Vec<Query<Moving>>,
    nearest: Vec<Query<Nearest>>,
}

impl Questions {
    /// One query of each kind for each of `shapes`, with the filter that `filter` gives for its index.
    pub fn around(shapes: &[Shape], filter: impl Fn(usize) -> Filter) -> Self {
        let mut all = Self { overlaps: vec![], rays: vec![], segments: vec![], sweeps: vec![], nearest: vec![] };
        for (index, &shape) in shapes.iter().enumerate() {
            let (center, way, filter) = (shape.center(), WAYS[index % WAYS.len()], filter(index));
            let max_t = [2.0, 20.0, f32::INFINITY][index % 3];
            let (count, within) = ([1, 3, usize::MAX][index % 3], [f32::INFINITY, 6.0, 1.5][index % 3]);
            all.overlaps.push(Query { what: shape, filter });
            all.rays.push(Query { what: Ray::new(center, way, max_t).unwrap(), filter });
            all.segments.push(Query { what: Segment::new(center, center + way * 2.0).unwrap(), filter });
            all.sweeps.push(Query { what: Moving::new(shape, way).unwrap(), filter });
            all.nearest.push(Query { what: Nearest { shape, count, within }, filter });
        }
        all
    }

    /// Runs each batch in every mode, and the first and the last query of each kind alone. Returns the fingerprint of
    /// the answers of each kind. A batch with more than `limit` hits gives `OVER_LIMIT`.
    pub fn ask(&self, queries: &Queries<'_>, limit: u64) -> [u64; 6] {
        let mut numbers: [Vec<u32>; 6] = Default::default();
        let [overlap, ray, segment, blocked, sweep, nearest] = &mut numbers;
        let queries = queries.within(limit);
        let (mut hits, mut ray_hits) = (Hits::default(), RayHits::default());
        let (mut sweep_hits, mut nearest_hits) = (SweepHits::default(), NearestHits::default());
        for mode in [Mode::All, Mode::First(2), Mode::Count] {
            match queries.overlap_batch_into(&self.overlaps, mode, &mut hits) {
                Ok(()) => push_hits(overlap, &hits),
                Err(_) => overlap.push(OVER_LIMIT),
            }
            let outcome = queries.ray_batch_into(&self.rays, mode, &mut ray_hits);
            push_ranked(ray, outcome.is_ok().then_some(&ray_hits));
            let outcome = queries.segment_batch_into(&self.segments, mode, &mut ray_hits);
            push_ranked(segment, outcome.is_ok().then_some(&ray_hits));
            let outcome = queries.sweep_batch_into(&self.sweeps, mode, &mut sweep_hits);
            push_ranked(sweep, outcome.is_ok().then_some(&sweep_hits));
        }
        let outcome = queries.nearest_batch_into(&self.nearest, &mut nearest_hits);
        push_ranked(nearest, outcome.is_ok().then_some(&nearest_hits));
        let mut is_blocked = Sights::default();
        queries.blocked_batch_into(&self.segments, &mut is_blocked).unwrap();
        blocked.extend(is_blocked.list().iter().map(|blocked| u32::from(*blocked)));

        for index in [0, self.overlaps.len() - 1] {
            let found = queries.overlap(self.overlaps[index]);
            overlap.extend(found.iter().flat_map(|handle| name(*handle)));
            push_first(ray, queries.ray(self.rays[index]));
            push_first(segment, queries.segment(self.segments[index]));
            push_first(sweep, queries.sweep(self.sweeps[index]));
            push_first(nearest, queries.nearest(self.nearest[index]));
            blocked.push(queries.blocked(self.segments[index]).into());
        }
        numbers.map(fingerprint)
    }
}

/// A handle as numbers.
pub fn name(handle: Handle) -> [u32; 2] {
    [handle.slot(), handle.generation()]
}

/// The fingerprint of events, in their order.
pub fn of_events(events: &[Event]) -> u64 {
    let numbers = |event: &Event| std::iter::once(event.kind as u32).chain(name(event.a)).chain(name(event.b));
    fingerprint(events.iter().flat_map(numbers))
}

fn push_hits(numbers: &mut Vec<u32>, hits: &Hits) {
    for query in 0..hits.len() {
        numbers.push(hits.count(query) as u32);
        numbers.extend(hits.of(query).iter().flat_map(|handle| name(*handle)));
    }
}

fn push_ranked<T: Bits>(numbers: &mut Vec<u32>, hits: Option<&Answers<(Handle, T)>>) {
    let Some(hits) = hits else { return numbers.push(OVER_LIMIT) };
    for query in 0..hits.len() {
        numbers.push(hits.count(query) as u32);
        for (handle, measured) in hits.of(query) {
            numbers.extend(name(*handle));
            measured.push_bits(numbers);
        }
    }
}

fn push_first<T: Bits>(numbers: &mut Vec<u32>, hit: Option<(Handle, T)>) {
    numbers.push(hit.is_some().into());
    if let Some((handle, measured)) = hit {
        numbers.extend(name(handle));
        measured.push_bits(numbers);
    }
}
