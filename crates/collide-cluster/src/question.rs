//! Questions that several workers answer together.

use std::borrow::Cow;

use collide_core::{Aabb, Circle, DVec2, Moving, Rect, Shape, Vec2, cast_ray, cast_segment, distance, sweep};
use collide_world::{
    Answer, Answers, Filter, Handle, Mode, Nearest, Queries, Query, Question, Threads, Turning, World, WorldTools,
};
use serde::{Deserialize, Serialize};

use crate::TileMap;

/// A bound of the relative error of a measure that is rounded to `f32`, in proportion to its inputs: sixteen times
/// 2^-24.
const ROUNDING: f64 = 1.0 / (1 << 20) as f64;

/// The queries of a question for which a worker may have hits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SubQuestion {
    batch: u32,
    time: Option<f64>,
    /// The index of each query in the whole question.
    indices: Vec<u32>,
    question: Question<'static>,
}

/// An entity that a query found, and its shape.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Hit {
    pub(crate) batch: u32,
    query: u32,
    handle: Handle,
    shape: Shape,
}

/// The bound of a shape and its motion, wider by `beyond` and by the error of a measure.
fn reached(shape: &Shape, motion: DVec2, beyond: f64) -> Aabb {
    widened(&shape.aabb(), motion, beyond)
}

fn widened(bound: &Aabb, motion: DVec2, beyond: f64) -> Aabb {
    // The sum of both axes: a measure of oriented rects mixes them, and so does its rounding error.
    let size = (bound.min().abs() + bound.max().abs()).as_dvec2() + motion.abs();
    bound.swept(motion).expanded(beyond + (size.element_sum() + beyond) * ROUNDING)
}

/// A point, as the start of a segment or a ray.
fn point(at: Vec2) -> Shape {
    Circle::new(at, 0.0).expect("points of questions are finite").into()
}

/// A distance far outside of the range of numbers: infinity times a zero direction is NaN.
const FAR: f64 = 1e100;

/// For each query, the area of all entities that its answer depends on, wider by `beyond`.
fn areas(question: &Question<'_>, beyond: f64) -> Vec<Query<Aabb>> {
    fn each<T>(queries: &[Query<T>], area: impl Fn(&T) -> Aabb) -> Vec<Query<Aabb>> {
        queries.iter().map(|Query { what, filter }| Query { what: area(what), filter: *filter }).collect()
    }
    // A negative or NaN distance is none.
    let bounded = |distance: f64| if distance > 0.0 { distance.min(FAR) } else { 0.0 };
    let around = |shape: &Shape, distance: f64| reached(shape, DVec2::ZERO, bounded(distance) + beyond);
    let along = |from: Vec2, motion: DVec2| reached(&point(from), motion, beyond);
    match question {
        Question::Overlap(queries, _) => each(queries, |shape| around(shape, 0.0)),
        Question::Sector(queries, _) => each(queries, |sector| widened(&sector.aabb(), DVec2::ZERO, beyond)),
        Question::Nearest(queries) => each(queries, |nearest| around(&nearest.shape, nearest.within.into())),
        Question::Ray(queries, _) => {
            each(queries, |ray| along(ray.origin(), ray.direction().as_dvec2() * f64::from(ray.max_t()).min(FAR)))
        }
        Question::Segment(queries, _) | Question::Blocked(queries) => {
            each(queries, |segment| along(segment.from(), segment.to().as_dvec2() - segment.from().as_dvec2()))
        }
        Question::Sweep(queries, _) => {
            each(queries, |moving| reached(&moving.shape(), moving.motion().as_dvec2(), beyond))
        }
        Question::Slide(queries, _) => {
            each(queries, |moving| around(&moving.shape(), moving.motion().as_dvec2().length()))
        }
        Question::Free(queries, max_distance) => each(queries, |shape| around(shape, (*max_distance).into())),
        Question::Turn(queries) => each(queries, |turning| {
            // Within the circle about the pivot through the farthest point.
            let (rect, pivot) = (turning.rect().aabb(), turning.pivot().as_dvec2());
            let corner = (rect.min().as_dvec2() - pivot).abs().max((rect.max().as_dvec2() - pivot).abs());
            around(&point(turning.pivot()), corner.length())
        }),
    }
}

/// The entities of an area, sensors apart: as the nearest within no distance, which does not depend on the rule of
/// touching.
fn within(Query { what, filter }: &Query<Aabb>) -> Query<Nearest> {
    let [min, max] = [what.min(), what.max()].map(|corner| corner.clamp(Vec2::MIN, Vec2::MAX));
    let area = Rect::new(min, max).expect("it is finite and not empty");
    let nearest = Nearest { shape: area.into(), count: usize::MAX, within: 0.0 };
    Query { what: nearest, filter: Filter { sensors: false, ..*filter } }
}

/// Splits a question by the workers that may have hits, with the map of its time. `beyond` is the maximum distance of
/// an entity outside of the bound by which its workers are found.
pub(crate) fn split(
    question: &Question<'_>,
    batch: u32,
    time: Option<f64>,
    map: &TileMap,
    beyond: f64,
) -> Vec<(u32, SubQuestion)> {
    let mut indices = vec![Vec::new(); map.workers()];
    for (index, area) in (0..).zip(areas(question, beyond)) {
        map.workers_touched(&area.what).iter().for_each(|worker| indices[worker as usize].push(index));
    }
    let part = |indices: Vec<u32>| SubQuestion { batch, time, question: question.select(&indices), indices };
    (0..).zip(indices).filter(|(_, list)| !list.is_empty()).map(|(to, list)| (to, part(list))).collect()
}

/// Accepts the entities whose bounds touched the tiles of a worker at the earlier of two ticks: that worker has their
/// motion.
#[derive(Clone, Copy)]
pub(crate) struct StartFilter<'a> {
    pub(crate) from: Queries<'a>,
    pub(crate) map: &'a TileMap,
    pub(crate) worker: u32,
}

impl StartFilter<'_> {
    fn accepts(&self, handle: Handle) -> bool {
        let touched = |shape: Shape| self.map.workers_touched(&shape.aabb()).has(self.worker);
        self.from.shape(handle).is_some_and(touched)
    }
}

impl SubQuestion {
    pub(crate) fn time(&self) -> Option<f64> {
        self.time
    }

    /// Appends the hits of this worker to `out`. They include all hits that can be among the first hits of all workers.
    /// With a `filter` all hits are found and filtered.
    pub(crate) fn answer(&self, queries: &Queries<'_>, filter: Option<StartFilter<'_>>, out: &mut Vec<Hit>) {
        let add = |query: usize, handle: Handle| {
            if filter.is_none_or(|filter| filter.accepts(handle))
                && let Some(shape) = queries.shape(handle)
            {
                out.push(Hit { batch: self.batch, query: self.indices[query], handle, shape });
            }
        };
        fn each<H>(answers: &Answers<H>, handle: impl Fn(&H) -> Handle, mut add: impl FnMut(usize, Handle)) {
            for (query, hits) in answers.iter().enumerate() {
                hits.iter().for_each(|hit| add(query, handle(hit)));
            }
        }
        match queries.ask(&self.listing(filter.is_some())).expect("there is no limit") {
            Answer::Overlap(hits) => each(&hits, |handle| *handle, add),
            Answer::Nearest(hits) => each(&hits, |(handle, _)| *handle, add),
            Answer::Ray(hits) => each(&hits, |(handle, _)| *handle, add),
            Answer::Sweep(hits) => each(&hits, |(handle, _)| *handle, add),
            Answer::Blocked(_) | Answer::Slide(_) | Answer::Free(_) | Answer::Turn(_) => {
                unreachable!("their listing is of another kind")
            }
        }
    }

    /// The question in a form that lists hits. Lists `all` hits if a filter may exclude some.
    fn listing(&self, all: bool) -> Question<'_> {
        let mode = |mode: Mode| match mode {
            Mode::First(_) if !all => mode,
            _ => Mode::All,
        };
        match &self.question {
            Question::Overlap(queries, first) => Question::Overlap(Cow::Borrowed(queries), mode(*first)),
            Question::Sector(queries, first) => Question::Sector(Cow::Borrowed(queries), mode(*first)),
            Question::Nearest(queries) if all => {
                let all =
                    |query: &Query<Nearest>| Query { what: Nearest { count: usize::MAX, ..query.what }, ..*query };
                Question::Nearest(queries.iter().map(all).collect())
            }
            Question::Nearest(queries) => Question::Nearest(Cow::Borrowed(queries)),
            Question::Ray(queries, first) => Question::Ray(Cow::Borrowed(queries), mode(*first)),
            Question::Segment(queries, first) => Question::Segment(Cow::Borrowed(queries), mode(*first)),
            Question::Sweep(queries, first) => Question::Sweep(Cow::Borrowed(queries), mode(*first)),
            Question::Blocked(queries) => Question::Segment(Cow::Borrowed(queries), mode(Mode::First(1))),
            Question::Slide(..) | Question::Free(..) | Question::Turn(_) => {
                Question::Nearest(areas(&self.question, 0.0).iter().map(within).collect())
            }
        }
    }
}

/// Merges the hits of all workers in order, without duplicates. Each hit is measured again by the kernel that found it,
/// which gives the same numbers on all workers.
fn merge<H: Copy>(
    hits: &[Hit],
    count: usize,
    (mode, max_count): (Mode, impl Fn(usize) -> usize),
    measure: impl Fn(usize, Handle, Shape) -> Option<(f32, H)>,
) -> Answers<H> {
    let ranked = hits.iter().filter_map(|hit| {
        let (rank, measured) = measure(hit.query as usize, hit.handle, hit.shape)?;
        // Non-negative numbers have the order of their bits; adding zero makes both zeros equal.
        Some(((hit.query, (rank + 0.0).to_bits(), hit.handle), measured))
    });
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_unstable_by_key(|(key, _)| *key);
    ranked.dedup_by_key(|(key, _)| *key);
    let (mut answers, mut rest) = (Answers::default(), ranked.as_slice());
    for query in 0..count {
        let (own, others) = rest.split_at(rest.partition_point(|((of, ..), _)| *of as usize <= query));
        rest = others;
        let max_count = if let Mode::First(first) = mode { first.min(max_count(query)) } else { max_count(query) };
        let own = &own[..own.len().min(max_count)];
        let listed = if mode == Mode::Count { &[] } else { own };
        answers.push(own.len(), listed.iter().map(|(_, hit)| *hit));
    }
    answers
}

/// The answer from the hits of all workers.
pub(crate) fn answer(question: &Question<'_>, mut hits: Vec<Hit>) -> Answer {
    let count = question.len();
    hits.retain(|hit| (hit.query as usize) < count);
    let hits = hits.as_slice();
    let all = |_: usize| usize::MAX;
    match question {
        Question::Overlap(_, mode) | Question::Sector(_, mode) => {
            Answer::Overlap(merge(hits, count, (*mode, all), |_, handle, _| Some((0.0, handle))))
        }
        Question::Nearest(queries) => {
            let max_count = |query: usize| queries[query].what.count;
            Answer::Nearest(merge(hits, count, (Mode::All, max_count), |query, handle, shape| {
                let far = distance(queries[query].what.shape, shape);
                Some((far, (handle, far)))
            }))
        }
        Question::Ray(queries, mode) => Answer::Ray(merge(hits, count, (*mode, all), |query, handle, shape| {
            cast_ray(&queries[query].what, shape).map(|hit| (hit.entry, (handle, hit)))
        })),
        Question::Segment(queries, mode) => Answer::Ray(merge(hits, count, (*mode, all), |query, handle, shape| {
            cast_segment(&queries[query].what, shape).map(|hit| (hit.entry, (handle, hit)))
        })),
        Question::Sweep(queries, mode) => Answer::Sweep(merge(hits, count, (*mode, all), |query, handle, shape| {
            sweep(queries[query].what, shape).map(|hit| (hit.time, (handle, hit)))
        })),
        Question::Blocked(_) => {
            let mut blocked = vec![false; count];
            hits.iter().for_each(|hit| blocked[hit.query as usize] = true);
            Answer::Blocked(blocked)
        }
        Question::Slide(queries, options) => {
            let slide = |near: Queries<'_>, moving: &Moving| near.slide(*moving, options);
            Answer::Slide(Surroundings::new(hits).each(queries, slide))
        }
        Question::Free(queries, options) => {
            let free = |near: Queries<'_>, shape: &Shape| near.free(*shape, *options);
            Answer::Free(Surroundings::new(hits).each(queries, free))
        }
        Question::Turn(queries) => {
            let turn = |near: Queries<'_>, turning: &Turning| near.turn(*turning);
            Answer::Turn(Surroundings::new(hits).each(queries, turn))
        }
    }
}

/// The entities around the shapes of a question about movement, from all workers.
struct Surroundings {
    world: World,
    /// The index of each query and an entity of its area, in order.
    near: Vec<(u32, Handle)>,
}

impl Surroundings {
    fn new(hits: &[Hit]) -> Self {
        let settings = collide_world::Settings { threads: Threads::Serial, ..collide_world::Settings::default() };
        let mut world = World::new(settings);
        for hit in hits {
            if !world.has(hit.handle) {
                // A slot has one entity at a time. Only a damaged answer could name another one.
                _ = world.insert_at(hit.handle, hit.shape);
            }
        }
        let mut near: Vec<_> = hits.iter().map(|hit| (hit.query, hit.handle)).collect();
        near.sort_unstable();
        Self { world, near }
    }

    /// Answers each query among the entities of its area, which the workers have filtered.
    fn each<T, R>(&self, queries: &[Query<T>], answer: impl Fn(Queries<'_>, &T) -> R) -> Vec<R> {
        let run = |(index, query): (u32, &Query<T>)| {
            let is_near = |handle: Handle| self.near.binary_search(&(index, handle)).is_ok();
            answer(self.world.queries().filtered(&is_near), &query.what)
        };
        (0..).zip(queries).map(run).collect()
    }
}
