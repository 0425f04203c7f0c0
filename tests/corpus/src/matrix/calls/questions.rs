//! Questions to [`Queries`]. A new kind of query is a batch in [`Questions::new`] and a line in [`ask_alone`]; another
//! way to ask is a line in [`OTHERS`].

use collide2d::error::OverBudget;
use collide2d::{
    Answer, Answers, Budget, Handle, Hits, Mode, Moving, Nearest, OrientedRect, Places, Queries, Query, Question, Ray,
    RayHits, Rotor, Sector, Segment, Shape, SlideOptions, Turning, Vec2,
};

use crate::bits::Bits;
use crate::matrix::cells::Asked;
use crate::matrix::notes::{Noted, Notes, Shown};
use crate::matrix::scenes::filter;
use crate::matrix::script::Room;

/// The number of queries of small batches.
const FEW: usize = 20;

/// The number of queries of a batch that are asked one by one as well.
const ALONE: usize = 8;

/// Passes through every fifth entity.
const PASS: &(dyn Fn(Handle, Vec2) -> bool + Sync) = &|handle, _| handle.slot().is_multiple_of(5);

/// Questions about a scene.
pub(in crate::matrix) struct Questions {
    batches: Vec<Question<'static>>,
    overlaps: Vec<Query<Shape>>,
    sweeps: Vec<Query<Moving>>,
    rays: Vec<Query<Ray>>,
    handles: Vec<Handle>,
}

/// A name, and what asks and notes the answers.
type Way = (&'static str, fn(&Questions, &Queries<'_>, &mut Noted));

/// Other ways to ask.
const OTHERS: [Way; 6] = [
    ("sweep entering", Questions::entering),
    ("except", Questions::except),
    ("filtered", Questions::filtered),
    ("shape", Questions::shapes),
    ("over budget", Questions::over_budget),
    ("stopped", Questions::stopped),
];

impl Questions {
    /// Questions around the shapes of a room. They depend on the scene alone.
    pub(in crate::matrix) fn new(room: &Room<'_>) -> Self {
        let many = room.scene.query_count;
        let shapes: Vec<Shape> = room.bodies.shapes()[..many].into();
        let ways: Vec<Vec2> =
            (0..many).map(|index| Vec2::from_angle(index as f32 * 0.7) * (1 + index % 4) as f32).collect();
        let overlaps = of(room, |index| shapes[index]);
        let sweeps = of(room, |index| Moving::new(shapes[index], ways[index]).unwrap());
        let max_t = |index: usize| [2.0, 20.0, f32::INFINITY][index % 3];
        let rays = of(room, |index| Ray::new(shapes[index].center(), ways[index], max_t(index)).unwrap());
        let end = |index: usize| shapes[index].center() + ways[index] * 2.0;
        let segments = of(room, |index| Segment::new(shapes[index].center(), end(index)).unwrap());
        let sectors = of(room, |index| {
            let sector = Sector::facing(shapes[index].center(), ways[index], 10.0 + index as f32, 3.0).unwrap();
            sector.with_inner((index % 3) as f32).unwrap()
        });
        let nearest = of(room, |index| {
            let (count, within) = ([1, 3, 9, usize::MAX][index % 4], [f32::INFINITY, 6.0, 30.0, 1.5][index % 4]);
            Nearest { shape: shapes[index], count, within }
        });
        let turns = of(room, |index| {
            let (center, rotor) = (shapes[index].center(), Rotor::from_degrees(index as f32 * 15.0).unwrap());
            let door = OrientedRect::new(center, [1.5, 0.125], rotor).unwrap();
            Turning::new(door, center - 1.0, [1.5, -0.75][index % 2]).unwrap()
        });
        let passing = SlideOptions { max_bounces: 1, leave_overlapped: true, pass: Some(PASS) };
        let mut batches = Vec::new();
        for (mode, count) in [(Mode::All, many), (Mode::First(2), FEW), (Mode::Count, FEW)] {
            batches.push(Question::Overlap(overlaps[..count].to_vec().into(), mode));
            batches.push(Question::Sector(sectors[..count].to_vec().into(), mode));
            batches.push(Question::Ray(rays[..count].to_vec().into(), mode));
            batches.push(Question::Segment(segments[..count].to_vec().into(), mode));
            batches.push(Question::Sweep(sweeps[..count].to_vec().into(), mode));
        }
        batches.push(Question::Nearest(nearest.into()));
        batches.push(Question::Blocked(segments.into()));
        batches.push(Question::Slide(sweeps[..FEW].to_vec().into(), passing));
        batches.push(Question::Slide(sweeps.clone().into(), SlideOptions::default()));
        batches.push(Question::Free(overlaps[..ALONE].to_vec().into(), 3.0));
        batches.push(Question::Turn(turns.into()));
        Self { batches, overlaps, sweeps, rays, handles: room.handles.clone() }
    }

    /// Asks all questions, in batches and one by one.
    pub(in crate::matrix) fn ask(&self, queries: &Queries<'_>, notes: &mut Notes, asked: Asked) {
        for question in &self.batches {
            let noted = notes.of(question.name(), asked);
            ask_together(question, queries, noted);
            ask_alone(question, queries, noted);
        }
        for (name, ask) in OTHERS {
            ask(self, queries, notes.of(name, asked));
        }
    }

    fn entering(&self, queries: &Queries<'_>, noted: &mut Noted) {
        let queries = queries.entering();
        self.sweeps[..FEW].iter().for_each(|query| noted.answer(*query, queries.sweep(*query)));
    }

    fn except(&self, queries: &Queries<'_>, noted: &mut Noted) {
        let queries = queries.except(&self.handles[..FEW]);
        self.overlaps[..FEW].iter().for_each(|query| noted.answer(*query, queries.overlap(*query)));
    }

    fn filtered(&self, queries: &Queries<'_>, noted: &mut Noted) {
        let is_odd = |handle: Handle| handle.slot() % 2 == 1;
        let queries = queries.filtered(&is_odd);
        self.rays[..FEW].iter().for_each(|query| noted.answer(*query, queries.ray(*query)));
    }

    fn shapes(&self, queries: &Queries<'_>, noted: &mut Noted) {
        self.handles.iter().for_each(|handle| noted.answer(*handle, queries.shape(*handle)));
    }

    /// Limits that refuse a batch. Whether a limit of hits does depends on the hits alone, a limit of work on the strategy.
    fn over_budget(&self, queries: &Queries<'_>, noted: &mut Noted) {
        let (few, mut hits) = (queries.within(60), Hits::default());
        for count in (0..self.overlaps.len()).step_by(20) {
            let outcome = few.overlap_batch_into(&self.overlaps[..count], Mode::All, &mut hits);
            noted.answer((count, "within 60 hits"), outcome.is_ok());
        }
        let (limited, mut hits) = (queries.within(Budget::of_work(30_000)), RayHits::default());
        for count in (0..self.overlaps.len()).step_by(20) {
            noted.work(limited.ray_batch_into(&self.rays[..count], Mode::All, &mut hits).is_ok().into());
        }
    }

    /// A limit that stops single queries of a batch.
    fn stopped(&self, queries: &Queries<'_>, noted: &mut Noted) {
        let nearest = of_same(&self.overlaps, |shape| Nearest { count: 5, ..Nearest::to(shape) });
        for max in [2, 20, 200] {
            let queries = queries.within(Budget { max_candidates_each: max, ..Budget::UNLIMITED });
            let overlaps = |hits: &mut _| queries.overlap_batch_into(&self.overlaps, Mode::All, hits);
            noted.answer((max, "overlaps"), stopped(overlaps));
            noted.answer((max, "nearest"), stopped(|hits| queries.nearest_batch_into(&nearest, hits)));
            let mut places = Places::default();
            queries.free_batch_into(&self.overlaps, 8.0, &mut places).unwrap();
            noted.answer((max, "free"), places.list().to_vec());
            for mode in [Mode::All, Mode::First(1), Mode::First(4), Mode::Count] {
                noted.answer((max, mode, "rays"), stopped(|hits| queries.ray_batch_into(&self.rays, mode, hits)));
                let sweeps = |hits: &mut _| queries.sweep_batch_into(&self.sweeps, mode, hits);
                noted.answer((max, mode, "sweeps"), stopped(sweeps));
            }
        }
    }
}

/// The queries that a limit of candidates stops, and the number of hits of the others.
fn stopped<H>(ask: impl FnOnce(&mut Answers<H>) -> Result<(), OverBudget>) -> (Vec<u32>, Vec<u64>) {
    let mut hits = Answers::default();
    ask(&mut hits).unwrap();
    (hits.stopped().to_vec(), hits.starts().iter().map(|start| *start as u64).collect())
}

/// Queries with the same filters.
fn of_same<Q>(queries: &[Query<Shape>], what: impl Fn(Shape) -> Q) -> Vec<Query<Q>> {
    queries.iter().map(|query| Query { what: what(query.what), filter: query.filter }).collect()
}

/// A query for each of the first shapes of a room, with a filter.
fn of<Q>(room: &Room<'_>, what: impl Fn(usize) -> Q) -> Vec<Query<Q>> {
    (0..room.scene.query_count).map(|index| Query { what: what(index), filter: filter(index, &room.handles) }).collect()
}

/// Some filtered queries, in each tick.
pub(super) fn glance(room: &mut Room<'_>, noted: &mut Noted) {
    let shapes = room.bodies.shapes().iter().enumerate().skip(20).step_by(room.bodies.len() / 20);
    for (index, shape) in shapes {
        let query = Query { what: *shape, filter: filter(index, &room.handles) };
        noted.answer(query, room.world.queries().overlap(query));
        let nearest = Query { what: Nearest { count: 2, ..Nearest::to(*shape) }, filter: query.filter };
        noted.answer(nearest, room.world.queries().nearest(nearest));
    }
}

/// Asks a batch.
fn ask_together(question: &Question<'static>, queries: &Queries<'_>, noted: &mut Noted) {
    let answer = queries.ask(question).unwrap();
    match (question, answer) {
        (Question::Overlap(asked, mode), Answer::Overlap(hits)) => note_hits(asked, *mode, &hits, noted),
        (Question::Sector(asked, mode), Answer::Overlap(hits)) => note_hits(asked, *mode, &hits, noted),
        (Question::Ray(asked, mode), Answer::Ray(hits)) => note_hits(asked, *mode, &hits, noted),
        (Question::Segment(asked, mode), Answer::Ray(hits)) => note_hits(asked, *mode, &hits, noted),
        (Question::Sweep(asked, mode), Answer::Sweep(hits)) => note_hits(asked, *mode, &hits, noted),
        (Question::Nearest(asked), Answer::Nearest(hits)) => note_hits(asked, Mode::All, &hits, noted),
        (Question::Blocked(asked), Answer::Blocked(list)) => note_list(asked, list, noted),
        (Question::Slide(asked, _), Answer::Slide(list)) => note_list(asked, list, noted),
        (Question::Free(asked, _), Answer::Free(list)) => note_list(asked, list, noted),
        (Question::Turn(asked), Answer::Turn(list)) => {
            note_list(asked, list.into_iter().map(|turn| (turn.rect, turn)).collect(), noted);
        }
        (question, answer) => panic!("{}: {answer:?}", question.name()),
    }
}

/// Asks the first queries of a batch one by one.
fn ask_alone(question: &Question<'static>, queries: &Queries<'_>, noted: &mut Noted) {
    match question {
        Question::Overlap(asked, _) => each(asked, |query| queries.overlap(query), noted),
        Question::Sector(asked, _) => each(asked, |query| queries.sector(query), noted),
        Question::Ray(asked, _) => each(asked, |query| queries.ray(query), noted),
        Question::Segment(asked, _) => each(asked, |query| queries.segment(query), noted),
        Question::Sweep(asked, _) => each(asked, |query| queries.sweep(query), noted),
        Question::Nearest(asked) => each(asked, |query| queries.nearest(query), noted),
        Question::Blocked(asked) => each(asked, |query| queries.blocked(query), noted),
        Question::Slide(asked, options) => each(asked, |query| queries.slide(query, options), noted),
        Question::Free(asked, options) => each(asked, |query| queries.free(query, *options), noted),
        Question::Turn(asked) => each(asked, |query| (queries.turn(query).rect, queries.turn(query)), noted),
    }
}

fn note_hits<Q: Copy + Shown, H: Bits + Clone + Shown>(
    asked: &[Query<Q>],
    mode: Mode,
    hits: &Answers<H>,
    noted: &mut Noted,
) {
    for (index, query) in asked.iter().enumerate() {
        noted.answer((*query, mode), (hits.count(index) as u64, hits.of(index).to_vec()));
    }
}

fn note_list<Q: Copy + Shown, A: Bits + Shown>(asked: &[Query<Q>], list: Vec<A>, noted: &mut Noted) {
    asked.iter().zip(list).for_each(|(query, answer)| noted.answer(*query, answer));
}

fn each<Q: Copy + Shown, A: Bits + Shown>(asked: &[Query<Q>], ask: impl Fn(Query<Q>) -> A, noted: &mut Noted) {
    asked.iter().take(ALONE).for_each(|query| noted.answer((*query, "alone"), ask(*query)));
}
