//! Queries of a warm world compared with those of trees: `cargo bench --bench queries`.
//!
//! 100,000 circles, evenly spread, and 10,000 queries of each kind on one thread: the overlaps of a circle of radius 2,
//! the first hit of a raycast of length 100, the eight nearest neighbours of a point, the overlaps of a sector of 90
//! degrees and radius 10. All contenders have their index
//! ready and take turns; `COLLIDE_BENCH_ROUNDS` sets their number. Answers are compared first. Prints and records
//! microseconds for a query, the median of the turns, and the ratio to ours in a batch. The query pipeline of
//! `rapier2d` is the tree of `parry2d` behind more calls. `kiddo` is a tree of points: it finds centers, which is enough
//! because all circles have the same radius.

mod contenders;
mod field;
mod sectors;

use std::hint::black_box;
use std::time::Instant;

use collide_bench::{Figure, is_test, numbers, record, rounds};
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

fn table(question: &str, mut contenders: Vec<Contender<'_>>, [entities, queries]: [usize; 2], rounds: usize) {
    let mut times = vec![vec![]; contenders.len()];
    let mut answers = Answers::default();
    for _ in 0..rounds {
        for ((_, ask), times) in contenders.iter_mut().zip(&mut times) {
            let start = Instant::now();
            ask(&mut answers, Use::Time);
            times.push(start.elapsed().as_secs_f64() * 1e6 / queries as f64);
            black_box(&answers);
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let medians: Vec<f64> = times.iter_mut().map(median).collect();
    for ((contender, _), time) in contenders.iter().zip(&medians) {
        println!("| {question} | {contender} | {time:.3} | {:.1} |", time / medians[0]);
        let (question, contender, microseconds) = (question.to_owned(), (*contender).to_owned(), *time);
        record(&Figure::Queries { question, entities, queries, contender, microseconds });
    }
}

fn main() {
    let (entities, count, rounds) = if is_test() { (500, 100, 1) } else { (100_000, 10_000, rounds(15)) };
    let sizes = [entities, count];
    let scene = SceneKind::Uniform.generate(entities, 1);
    let field = Field::new(scene.shapes());
    let (low, high) = (scene.extent().min(), scene.extent().max());
    let mut next = numbers();
    let at: Vec<Vec2> = (0..count).map(|_| low + (high - low) * Vec2::new(next(), next())).collect();
    let ways: Vec<(Vec2, Vec2)> = at.iter().map(|at| (*at, Vec2::from_angle(next() * 6.3))).collect();

    println!("| question | contender | microseconds | ratio |");
    println!("|---|---|---:|---:|");
    let mut contenders = overlap(&field, &at);
    compare("overlap", &mut contenders, count, |question, id| {
        // Where rounding decides, peers may be wrong.
        let apart = !overlaps(field.shape(id), circle(at[question], REACH));
        id as f32 + if apart { 0.5 } else { 0.0 }
    });
    table("overlap", contenders, sizes, rounds);
    let mut contenders = rays(&field, &ways);
    compare("ray", &mut contenders, count, |question, id| {
        let (from, way) = ways[question];
        cast_ray(&Ray::new(from, way, RANGE).expect("finite"), field.shape(id)).map_or(f32::MAX, |hit| hit.entry)
    });
    table("closest ray", contenders, sizes, rounds);
    let mut contenders = nearest(&field, &at);
    compare("nearest", &mut contenders, count, |question, id| distance(field.shape(id), circle(at[question], 0.0)));
    table("8 nearest", contenders, sizes, rounds);
    let mut contenders = sectors::sectors(&field, &ways);
    compare("sector", &mut contenders, count, |question, id| {
        let apart = sector_shape(&sectors::sector(&ways[question]), field.shape(id)) == Relation::Apart;
        id as f32 + if apart { 0.5 } else { 0.0 }
    });
    table("sector", contenders, sizes, rounds);
}
