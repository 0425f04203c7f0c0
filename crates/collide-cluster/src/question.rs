//! Questions that many workers answer together.

use collide_core::{Impact, Moving, Ray, RayHit, Rect, Segment, Shape, Vec2, cast_ray, cast_segment, distance, sweep};
use collide_world::{Handle, Hits, Mode, Nearest, NearestHits, Queries, Query, Ranked, RayHits, SweepHits};
use serde::{Deserialize, Serialize};

use crate::{TileMap, Workers};

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// When, in ticks, whole or between two, as [`World::at`](collide_world::World::at) has it; after the coming tick if `None`.
    pub time: Option<f64>,
    /// What.
    pub what: What,
}

impl Question {
    /// Asked about how things stand after the coming tick.
    #[must_use]
    pub fn now(what: What) -> Self {
        Self { time: None, what }
    }

    /// Asked about the past.
    #[must_use]
    pub fn at(time: f64, what: What) -> Self {
        Self { time: Some(time), what }
    }
}

/// A batch of queries of one kind, as [`Queries`] has them.
// Stored by serde: a variant's number is its place here. New variants go to the end; none is removed or moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum What {
    /// [Who overlaps](Queries::overlap_batch_into) each of these.
    Overlap(Vec<Query<Shape>>, Mode),
    /// [Who is nearest](Queries::nearest_batch_into) to each of these.
    Nearest(Vec<Query<Nearest>>),
    /// [Whom each of these rays hits](Queries::ray_batch_into).
    Ray(Vec<Query<Ray>>, Mode),
    /// [Whom each of these segments hits](Queries::segment_batch_into).
    Segment(Vec<Query<Segment>>, Mode),
    /// [Whom each of these meets on its way](Queries::sweep_batch_into).
    Sweep(Vec<Query<Moving>>, Mode),
    /// [Whether anyone overlaps](Queries::blocked_batch_into) each of these.
    Blocked(Vec<Query<Segment>>),
}

/// The answers to a [`Question`].
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Who overlaps, in order of slots.
    Overlap(Found<()>),
    /// Who is nearest, and how far.
    Nearest(Found<f32>),
    /// Whom rays or segments hit, and where.
    Hit(Found<RayHit>),
    /// Whom moving shapes meet, and when.
    Sweep(Found<Impact>),
    /// Whether anyone is in the way.
    Blocked(Vec<bool>),
}

/// For each query who was found and how, in the order of [`Hits`] or [`Ranked`].
#[derive(Clone, Debug, PartialEq)]
pub struct Found<T> {
    starts: Vec<usize>,
    hits: Vec<(Handle, T)>,
}

impl<T> Found<T> {
    /// How many queries are answered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no answers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Who is hit by a query; nobody where hits are only [counted](Mode::Count).
    ///
    /// # Panics
    /// When there was no such query.
    #[must_use]
    pub fn of(&self, query: usize) -> &[(Handle, T)] {
        self.hits.get(self.starts[query]..self.starts[query + 1]).unwrap_or_default()
    }

    /// How many a query hits; of the [first](Mode::First) only these.
    ///
    /// # Panics
    /// When there was no such query.
    #[must_use]
    pub fn count(&self, query: usize) -> usize {
        self.starts[query + 1] - self.starts[query]
    }
}

/// For each query how many are found, and who: none where they are only counted.
impl<T> FromIterator<(usize, Vec<(Handle, T)>)> for Found<T> {
    fn from_iter<I: IntoIterator<Item = (usize, Vec<(Handle, T)>)>>(queries: I) -> Self {
        let mut found = Self { starts: vec![0], hits: vec![] };
        let mut total = 0;
        for (count, hits) in queries {
            total += count;
            found.starts.push(total);
            found.hits.extend(hits);
        }
        found
    }
}

/// A part of a question, for a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Asked {
    batch: u32,
    time: Option<f64>,
    /// Where each query stands in the question.
    numbers: Vec<u32>,
    what: What,
}

/// Someone found, and as what.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Hit {
    pub(crate) batch: u32,
    query: u32,
    handle: Handle,
    shape: Shape,
}

/// A box around numbers, a little wider than need be: where measures are rounded they may find what is a hair outside.
fn around([left, bottom]: [f64; 2], [right, top]: [f64; 2], beyond: f64) -> Shape {
    let number = |value: f64, out: f64| {
        let moved = value + out * beyond;
        let wide = moved + out * (moved.abs() * 1e-5 + f64::from(f32::MIN_POSITIVE));
        (wide as f32).clamp(-f32::MAX, f32::MAX)
    };
    let corners = [(left, bottom, -1.0), (right, top, 1.0)];
    let [min, max] = corners.map(|(x, y, out)| Vec2::new(number(x, out), number(y, out)));
    Rect::new(min, max).expect("two corners that are wider apart than others").into()
}

/// A box around a shape and its way.
fn along(shape: &Shape, motion: [f64; 2], beyond: f64) -> Shape {
    let bound = shape.aabb();
    let (min, max) = (bound.min().as_dvec2().to_array(), bound.max().as_dvec2().to_array());
    // A motion of zero times infinity is none.
    let way = motion.map(|way| if way.is_nan() { 0.0 } else { way });
    let size = way.iter().map(|way| way.abs()).sum::<f64>();
    // Turned boxes mix both axes, and so does the rounding of a measure.
    let room = beyond + size.min(f64::from(f32::MAX)) * 1e-6;
    around([0, 1].map(|axis| min[axis] + way[axis].min(0.0)), [0, 1].map(|axis| max[axis] + way[axis].max(0.0)), room)
}

/// A segment or a ray as a point and its way.
fn from_point(point: Vec2, motion: [f64; 2], beyond: f64) -> Shape {
    let at = point.as_dvec2().to_array();
    along(&around(at, at, 0.0), motion, beyond)
}

/// Who may know of an answer, for each query.
fn targets(what: &What, map: &TileMap, beyond: f64) -> Vec<Workers> {
    let touched = |shape: Shape| map.workers_touched(&shape.aabb());
    let segment = |segment: &Segment| {
        let motion = segment.to().as_dvec2() - segment.from().as_dvec2();
        touched(from_point(segment.from(), motion.to_array(), beyond))
    };
    match what {
        What::Overlap(queries, _) => {
            queries.iter().map(|query| touched(along(&query.what, [0.0; 2], beyond))).collect()
        }
        What::Nearest(queries) => queries
            .iter()
            .map(|query| match f64::from(query.what.within) {
                within if within.is_infinite() => Workers::first(map.workers()),
                within => touched(along(&query.what.shape, [0.0; 2], beyond + within.max(0.0) * 1.00001)),
            })
            .collect(),
        What::Ray(queries, _) => queries
            .iter()
            .map(|Query { what, .. }| {
                let way = what.direction().as_dvec2() * f64::from(what.max_t());
                touched(from_point(what.origin(), way.to_array(), beyond))
            })
            .collect(),
        What::Segment(queries, _) | What::Blocked(queries) => {
            queries.iter().map(|query| segment(&query.what)).collect()
        }
        What::Sweep(queries, _) => queries
            .iter()
            .map(|Query { what, .. }| touched(along(&what.shape(), what.motion().as_dvec2().to_array(), beyond)))
            .collect(),
    }
}

impl What {
    fn len(&self) -> usize {
        match self {
            Self::Overlap(queries, _) => queries.len(),
            Self::Nearest(queries) => queries.len(),
            Self::Ray(queries, _) => queries.len(),
            Self::Segment(queries, _) => queries.len(),
            Self::Sweep(queries, _) => queries.len(),
            Self::Blocked(queries) => queries.len(),
        }
    }

    fn pick(&self, numbers: &[u32]) -> Self {
        fn of<T: Copy>(queries: &[T], numbers: &[u32]) -> Vec<T> {
            numbers.iter().map(|number| queries[*number as usize]).collect()
        }
        match self {
            Self::Overlap(queries, mode) => Self::Overlap(of(queries, numbers), *mode),
            Self::Nearest(queries) => Self::Nearest(of(queries, numbers)),
            Self::Ray(queries, mode) => Self::Ray(of(queries, numbers), *mode),
            Self::Segment(queries, mode) => Self::Segment(of(queries, numbers), *mode),
            Self::Sweep(queries, mode) => Self::Sweep(of(queries, numbers), *mode),
            Self::Blocked(queries) => Self::Blocked(of(queries, numbers)),
        }
    }

    /// Cuts a question for those who may know of answers, as the map of its time has them; `beyond` is how far anyone may be
    /// outside of the bound that they know it by.
    pub(crate) fn cut(&self, batch: u32, time: Option<f64>, map: &TileMap, beyond: f64) -> Vec<(u32, Asked)> {
        let mut numbers = vec![Vec::new(); map.workers()];
        for (number, workers) in (0..).zip(targets(self, map, beyond)) {
            workers.iter().for_each(|worker| numbers[worker as usize].push(number));
        }
        let asked = |numbers: Vec<u32>| Asked { batch, time, what: self.pick(&numbers), numbers };
        (0..).zip(numbers).filter(|(_, numbers)| !numbers.is_empty()).map(|(to, list)| (to, asked(list))).collect()
    }
}

/// Those of whom a worker knows the way from one tick to the next: whose bounds at the first touched its tiles.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) from: Queries<'a>,
    pub(crate) map: &'a TileMap,
    pub(crate) worker: u32,
}

impl Known<'_> {
    fn counts(&self, handle: Handle) -> bool {
        let touched = |shape: Shape| self.map.workers_touched(&shape.aabb()).has(self.worker);
        self.from.get(handle).is_some_and(touched)
    }
}

impl Asked {
    pub(crate) fn time(&self) -> Option<f64> {
        self.time
    }

    /// Answers: of those who are here, who are found, among them all that could be of the first if there are others elsewhere. Where
    /// only `some` count, all are looked for.
    pub(crate) fn answer(&self, queries: &Queries<'_>, some: Option<Known<'_>>, out: &mut Vec<Hit>) {
        let mode = |mode: Mode| match mode {
            Mode::First(_) if some.is_none() => mode,
            _ => Mode::All,
        };
        let mut add = |number: usize, handle: Handle| {
            if some.is_none_or(|known| known.counts(handle))
                && let Some(shape) = queries.get(handle)
            {
                out.push(Hit { batch: self.batch, query: self.numbers[number], handle, shape });
            }
        };
        fn each<T>(hits: &Ranked<T>, mut add: impl FnMut(usize, Handle)) {
            hits.iter().enumerate().for_each(|(query, list)| list.iter().for_each(|(handle, _)| add(query, *handle)));
        }
        let (mut rays, mut sweeps, mut near) = (RayHits::default(), SweepHits::default(), NearestHits::default());
        // None has a budget.
        match &self.what {
            What::Overlap(asked, first) => {
                let mut hits = Hits::default();
                _ = queries.overlap_batch_into(asked, mode(*first), &mut hits);
                hits.iter().enumerate().for_each(|(query, list)| list.iter().for_each(|handle| add(query, *handle)));
            }
            What::Nearest(asked) => {
                let all =
                    |query: &Query<Nearest>| Query { what: Nearest { count: usize::MAX, ..query.what }, ..*query };
                let all: Vec<_> = asked.iter().map(|query| if some.is_some() { all(query) } else { *query }).collect();
                _ = queries.nearest_batch_into(&all, &mut near);
                each(&near, add);
            }
            What::Ray(asked, first) => {
                _ = queries.ray_batch_into(asked, mode(*first), &mut rays);
                each(&rays, add);
            }
            What::Segment(asked, first) => {
                _ = queries.segment_batch_into(asked, mode(*first), &mut rays);
                each(&rays, add);
            }
            What::Blocked(asked) => {
                _ = queries.segment_batch_into(asked, mode(Mode::First(1)), &mut rays);
                each(&rays, add);
            }
            What::Sweep(asked, first) => {
                _ = queries.sweep_batch_into(asked, mode(*first), &mut sweeps);
                each(&sweeps, add);
            }
        }
    }
}

/// Puts what several have found in order, each once. What is found is measured anew, by the kernels that found it, which give the
/// same numbers everywhere.
fn merge<T: Copy>(
    hits: &[Hit],
    count: usize,
    (mode, most): (Mode, impl Fn(usize) -> usize),
    measure: impl Fn(usize, Shape) -> Option<(f32, T)>,
) -> Found<T> {
    let ranked = hits.iter().filter_map(|hit| {
        let (rank, how) = measure(hit.query as usize, hit.shape)?;
        // The bits of what is not negative are in its order; zeros are equal.
        Some(((hit.query, (rank + 0.0).to_bits(), hit.handle), how))
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_unstable_by_key(|(key, _)| *key);
    ranked.dedup_by_key(|(key, _)| *key);
    let mut found = Found { starts: vec![0], hits: vec![] };
    let (mut rest, mut total) = (ranked.as_slice(), 0);
    for query in 0..count {
        let (own, others) = rest.split_at(rest.partition_point(|((of, ..), _)| *of as usize <= query));
        rest = others;
        let most = if let Mode::First(first) = mode { first.min(most(query)) } else { most(query) };
        let own = &own[..own.len().min(most)];
        total += own.len();
        found.starts.push(total);
        if mode != Mode::Count {
            found.hits.extend(own.iter().map(|((.., handle), how)| (*handle, *how)));
        }
    }
    found
}

impl What {
    /// The answer that all hits together make.
    pub(crate) fn answer(&self, mut hits: Vec<Hit>) -> Answer {
        hits.retain(|hit| (hit.query as usize) < self.len());
        let hits = hits.as_slice();
        let all = |_: usize| usize::MAX;
        match self {
            Self::Overlap(asked, mode) => {
                Answer::Overlap(merge(hits, asked.len(), (*mode, all), |_, _| Some((0.0, ()))))
            }
            Self::Nearest(asked) => {
                let count = |query: usize| asked[query].what.count;
                Answer::Nearest(merge(hits, asked.len(), (Mode::All, count), |query, shape| {
                    let far = distance(asked[query].what.shape, shape);
                    Some((far, far))
                }))
            }
            Self::Ray(asked, mode) => Answer::Hit(merge(hits, asked.len(), (*mode, all), |query, shape| {
                cast_ray(&asked[query].what, shape).map(|hit| (hit.entry, hit))
            })),
            Self::Segment(asked, mode) => Answer::Hit(merge(hits, asked.len(), (*mode, all), |query, shape| {
                cast_segment(&asked[query].what, shape).map(|hit| (hit.entry, hit))
            })),
            Self::Sweep(asked, mode) => Answer::Sweep(merge(hits, asked.len(), (*mode, all), |query, shape| {
                sweep(asked[query].what, shape).map(|hit| (hit.time, hit))
            })),
            Self::Blocked(asked) => {
                let mut blocked = vec![false; asked.len()];
                hits.iter().for_each(|hit| blocked[hit.query as usize] = true);
                Answer::Blocked(blocked)
            }
        }
    }
}
