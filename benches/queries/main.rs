//! Queries of a warm world compared with those of trees: `RUSTFLAGS="-C target-cpu=native" cargo bench --bench queries`.
//!
//! 100,000 circles, evenly spread, and 10,000 queries of each kind on one thread: the overlaps of a circle of radius 2,
//! the first hit of a raycast of length 100, the eight nearest neighbours of a point, the overlaps of a sector of 90
//! degrees and radius 10. All contenders have their index ready and take turns; `COLLIDE_BENCH_ROUNDS` sets their number.
//! Answers are compared first.
//!
//! Prints microseconds of processor time for a query, the least of the turns, because other load on the machine only adds
//! to it, and the ratio to ours in a batch: for queries as drawn, and for the same queries sorted in advance along a Morton curve. Ours
//! sorts a batch itself, in its time. Records the median of the turns, as drawn.
//!
//! Where a tree of points suffices, because all circles have the same radius, it stores the centers. The query pipeline
//! of `rapier2d` is the tree of `parry2d` behind more calls.

mod contenders;
mod field;
mod sectors;

use std::hint::black_box;

use collide_bench::{Figure, Timer, is_test, note_portable, numbers, processor, record, rounds};
use collide_scenes::SceneKind;
use collide2d::{Ray, Relation, Vec2, cast_ray, distance, overlaps, sector_shape};

use crate::contenders::{nearest, overlap, rays};
use crate::field::{Field, circle};

const REACH: f32 = 2.0;
const RANGE: f32 = 100.0;
const NEAREST: usize = 8;

/// The hits of all queries: ids, and the end of each query.
#[derive(Clone, Default)]
struct Answers {
    ids: Vec<u32>,
    ends: Vec<usize>,
}

impl Answers {
    fn clear(&mut self) {
        self.ids.clear();
        self.ends.clear();
    }

    /// Adds the hits of one query.
    fn add(&mut self, ids: impl Iterator<Item = u32>) {
        self.ids.extend(ids);
        self.end();
    }

    /// Ends the hits of one query.
    fn end(&mut self) {
        self.ends.push(self.ids.len());
    }

    fn of(&self, question: usize) -> &[u32] {
        let start = question.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ids[start..self.ends[question]]
    }
}

/// Runs all queries. Ours have their own lists of answers, and copy them only for the comparison.
type Contender<'a> = (&'static str, Box<dyn FnMut(&mut Answers, Use) + 'a>);

#[derive(Clone, Copy, PartialEq)]
enum Use {
    Time,
    Compare,
}

/// Compares the answers by `measure`, an id or a distance, up to the rounding of the peers.
fn compare(name: &str, contenders: &mut [Contender<'_>], count: usize, measure: impl Fn(usize, u32) -> f32) {
    let mut answers = vec![Answers::default(); contenders.len()];
    for ((_, ask), answers) in contenders.iter_mut().zip(&mut answers) {
        ask(answers, Use::Compare);
    }
    for ((contender, _), other) in contenders.iter().zip(&answers) {
        for question in 0..count {
            let (own, other) = (answers[0].of(question), other.of(question));
            let sorted = |ids: &[u32]| {
                let mut far: Vec<f32> = ids.iter().map(|id| measure(question, *id)).collect();
                far.sort_by(f32::total_cmp);
                far
            };
            let (own, other) = (sorted(own), sorted(other));
            let same = own.len() == other.len() && own.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-3);
            assert!(same, "{name} {question}, {contender}: {own:?}, {other:?}");
        }
    }
}

/// Prints a row for each contender, whose queries are as drawn and sorted.
fn table(question: &str, mut orders: [Vec<Contender<'_>>; 2], [entities, queries]: [usize; 2], rounds: usize) {
    let mut times = orders.each_ref().map(|contenders| vec![vec![]; contenders.len()]);
    let mut answers = Answers::default();
    for _ in 0..rounds {
        for (contenders, times) in orders.iter_mut().zip(&mut times) {
            for ((_, ask), times) in contenders.iter_mut().zip(times) {
                let timer = Timer::start();
                ask(&mut answers, Use::Time);
                times.push(timer.time().as_secs_f64() * 1e6 / queries as f64);
                black_box(&answers);
            }
        }
    }
    times.iter_mut().flatten().for_each(|times| times.sort_by(f64::total_cmp));
    for (index, (contender, _)) in orders[0].iter().enumerate() {
        let [drawn, sorted] = times.each_ref().map(|times| {
            let least = times[index][0];
            format!("{least:.3} | {:.2}", least / times[0][0])
        });
        println!("| {question} | {contender} | {drawn} | {sorted} |");
        let (question, contender, turns) = (question.to_owned(), (*contender).to_owned(), &times[0][index]);
        let microseconds = turns[turns.len() / 2];
        record(&Figure::Queries { question, entities, queries, contender, microseconds });
    }
}

/// The place of a point on a Morton curve over the unit square.
fn morton(at: Vec2) -> u32 {
    let [x, y] = (at * 1023.0).to_array().map(|value| value as u32);
    (0..10).map(|bit| (x >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1)).sum()
}

fn main() {
    let (entities, count, rounds) = if is_test() { (500, 100, 1) } else { (100_000, 10_000, rounds(15)) };
    let sizes = [entities, count];
    let scene = SceneKind::Uniform.generate(entities, 1);
    let field = Field::new(scene.shapes());
    let (low, high) = (scene.extent().min(), scene.extent().max());
    let mut next = numbers();
    let drawn: Vec<(Vec2, Vec2)> =
        (0..count).map(|_| (low + (high - low) * Vec2::new(next(), next()), Vec2::from_angle(next() * 6.3))).collect();
    let mut sorted = drawn.clone();
    sorted.sort_by_key(|(at, _)| morton((*at - low) / (high - low)));
    let ways = [drawn, sorted];
    let at = ways.each_ref().map(|ways| ways.iter().map(|(at, _)| *at).collect::<Vec<_>>());
    let run = |question, mut orders: [Vec<Contender<'_>>; 2], measure: &dyn Fn(usize, usize, u32) -> f32| {
        for (order, contenders) in orders.iter_mut().enumerate() {
            compare(question, contenders, count, |number, id| measure(order, number, id));
        }
        table(question, orders, sizes, rounds);
    };

    note_portable();
    println!("{}; {rounds} turns\n", processor());
    println!("| question | contender | as drawn, µs | ratio | sorted, µs | ratio |\n|---|---|{}", "---:|".repeat(4));
    run("overlap", at.each_ref().map(|at| overlap(&field, at)), &|order, number, id| {
        // Where rounding decides, peers may be wrong.
        let apart = !overlaps(field.shape(id), circle(at[order][number], REACH));
        id as f32 + if apart { 0.5 } else { 0.0 }
    });
    run("closest ray", ways.each_ref().map(|ways| rays(&field, ways)), &|order, number, id| {
        let (from, way) = ways[order][number];
        cast_ray(&Ray::new(from, way, RANGE).expect("finite"), field.shape(id)).map_or(f32::MAX, |hit| hit.entry)
    });
    run("8 nearest", at.each_ref().map(|at| nearest(&field, at)), &|order, number, id| {
        distance(field.shape(id), circle(at[order][number], 0.0))
    });
    run("sector", ways.each_ref().map(|ways| sectors::sectors(&field, ways)), &|order, number, id| {
        let apart = sector_shape(&sectors::sector(&ways[order][number]), field.shape(id)) == Relation::Apart;
        id as f32 + if apart { 0.5 } else { 0.0 }
    });
}
