//! Queries of a warm world compared with those of trees: `cargo bench --bench queries`.
//!
//! 100,000 circles, evenly spread, and 10,000 queries of each kind on one thread: the overlaps of a circle of radius 2,
//! the first hit of a raycast of length 100, the eight nearest neighbours of a point. All contenders have their index
//! ready and take turns; `COLLIDE_BENCH_ROUNDS` sets their number. Answers are compared first. Prints and records
//! microseconds for a query, the median of the turns, and the ratio to ours in a batch. The query pipeline of
//! `rapier2d` is the tree of `parry2d` behind more calls.

use std::hint::black_box;
use std::time::Instant;

use collide_bench::{Figure, is_test, numbers, record, rounds};
use collide_scenes::SceneKind;
use collide2d::{
    Circle, Handle, Hits, Mode, Nearest, NearestHits, Query, Ray, RayHits, Settings, Shape, Threads, Vec2, World,
    cast_ray, distance, overlaps,
};
use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{NeighborsOptions, RTree as GeoTree, RTreeBuilder, RTreeIndex};
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use rstar::{AABB, PointDistance, RTree, RTreeObject};

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

/// A circle in a tree.
#[derive(Clone, Copy)]
struct Disc {
    center: [f32; 2],
    radius: f32,
    id: u32,
}

impl Disc {
    fn low(&self) -> [f32; 2] {
        self.center.map(|value| value - self.radius)
    }

    fn high(&self) -> [f32; 2] {
        self.center.map(|value| value + self.radius)
    }

    fn gap_to(&self, x: f32, y: f32) -> f32 {
        ((self.center[0] - x).hypot(self.center[1] - y) - self.radius).max(0.0)
    }

    fn overlaps(&self, x: f32, y: f32) -> bool {
        let (x, y, reach) = (self.center[0] - x, self.center[1] - y, self.radius + REACH);
        x * x + y * y <= reach * reach
    }

    /// The entry of a ray. `way` is a unit vector.
    fn entry(&self, from: Vec2, way: Vec2) -> Option<f32> {
        let to = Vec2::from(self.center) - from;
        let (ahead, aside) = (to.dot(way), to.perp_dot(way));
        let half = self.radius * self.radius - aside * aside;
        if half < 0.0 {
            return None;
        }
        let half = half.sqrt();
        (ahead + half >= 0.0).then(|| (ahead - half).max(0.0))
    }
}

impl RTreeObject for Disc {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_corners(self.low(), self.high())
    }
}

impl PointDistance for Disc {
    fn distance_2(&self, point: &[f32; 2]) -> f32 {
        let gap = self.gap_to(point[0], point[1]);
        gap * gap
    }
}

/// The world and the trees.
struct Field {
    discs: Vec<Disc>,
    world: World,
    rstar: RTree<Disc>,
    parry: Bvh,
    geo: GeoTree<f32>,
}

impl Field {
    fn new(shapes: &[Shape]) -> Self {
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        let mut discs = Vec::new();
        for (id, shape) in (0..).zip(shapes) {
            let Shape::Circle(circle) = shape else { panic!("{id} is not a circle") };
            discs.push(Disc { center: circle.center().into(), radius: circle.radius(), id });
            assert_eq!(world.insert(shape).expect("finite").slot(), id);
        }
        world.step();
        let bound = |disc: &Disc| parry2d::bounding_volume::Aabb::new(vector(disc.low()), vector(disc.high()));
        let leaves = discs.iter().map(|disc| (disc.id as usize, bound(disc)));
        let mut builder = RTreeBuilder::new(discs.len() as u32);
        for disc in &discs {
            builder.add(disc.low()[0], disc.low()[1], disc.high()[0], disc.high()[1]);
        }
        Self {
            rstar: RTree::bulk_load(discs.clone()),
            parry: Bvh::from_iter(BvhBuildStrategy::Binned, leaves),
            geo: builder.finish::<HilbertSort>(),
            discs,
            world,
        }
    }

    fn shape(&self, id: u32) -> Circle {
        let disc = self.discs[id as usize];
        Circle::new(disc.center, disc.radius).expect("it was one")
    }
}

fn vector([x, y]: [f32; 2]) -> Vector {
    Vector::new(x, y)
}

fn circle(at: Vec2, radius: f32) -> Circle {
    Circle::new(at, radius).expect("finite")
}

fn each<T>(answers: &mut Answers, questions: &[T], mut ask: impl FnMut(&T, &mut Answers)) {
    answers.clear();
    questions.iter().for_each(|question| ask(question, answers));
}

fn slots(handles: &[Handle]) -> impl Iterator<Item = u32> {
    handles.iter().map(|handle| handle.slot())
}

fn overlap<'a>(field: &'a Field, at: &'a [Vec2]) -> Vec<Contender<'a>> {
    let queries: Vec<Query<Shape>> = at.iter().map(|at| circle(*at, REACH).into()).collect();
    let asked = queries.clone();
    let (mut hits, mut single) = (Hits::default(), Hits::default());
    vec![
        (
            "ours, batched",
            Box::new(move |answers, purpose| {
                field.world.queries().overlap_batch_into(&queries, Mode::All, &mut hits).expect("no budget");
                if purpose == Use::Compare {
                    answers.clear();
                    hits.iter().for_each(|found| answers.add(slots(found)));
                }
            }),
        ),
        (
            "ours, one by one",
            Box::new(move |answers, _| {
                let queries = field.world.queries();
                each(answers, &asked, |query, own| {
                    queries.overlap_batch_into(&[*query], Mode::All, &mut single).expect("no budget");
                    own.add(slots(single.of(0)));
                });
            }),
        ),
        (
            "parry2d",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let (low, high) = (*at - Vec2::splat(REACH), *at + Vec2::splat(REACH));
                    let bound = parry2d::bounding_volume::Aabb::new(vector(low.into()), vector(high.into()));
                    let near = field.parry.intersect_aabb(&bound);
                    own.add(near.filter(|id| field.discs[*id as usize].overlaps(at.x, at.y)));
                });
            }),
        ),
        (
            "rstar",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let (low, high) = (*at - Vec2::splat(REACH), *at + Vec2::splat(REACH));
                    let near = field.rstar.locate_in_envelope_intersecting(AABB::from_corners(low.into(), high.into()));
                    own.add(near.filter(|disc| disc.overlaps(at.x, at.y)).map(|disc| disc.id));
                });
            }),
        ),
        (
            "geo-index",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let near = field.geo.search(at.x - REACH, at.y - REACH, at.x + REACH, at.y + REACH);
                    own.add(near.into_iter().filter(|id| field.discs[*id as usize].overlaps(at.x, at.y)));
                });
            }),
        ),
    ]
}

fn rays<'a>(field: &'a Field, rays: &'a [(Vec2, Vec2)]) -> Vec<Contender<'a>> {
    let ray = |(from, way): &(Vec2, Vec2)| Query::new(Ray::new(*from, *way, RANGE).expect("finite"));
    let queries: Vec<Query<Ray>> = rays.iter().map(ray).collect();
    let asked = queries.clone();
    let mut hits = RayHits::default();
    vec![
        (
            "ours, batched",
            Box::new(move |answers, purpose| {
                field.world.queries().ray_batch_into(&queries, Mode::First(1), &mut hits).expect("no budget");
                if purpose == Use::Compare {
                    answers.clear();
                    hits.iter().for_each(|found| answers.add(found.iter().map(|(handle, _)| handle.slot())));
                }
            }),
        ),
        (
            "ours, one by one",
            Box::new(move |answers, _| {
                let queries = field.world.queries();
                each(answers, &asked, |ray, own| {
                    own.add(queries.ray(*ray).map(|(handle, _)| handle.slot()).into_iter())
                });
            }),
        ),
        (
            "parry2d",
            Box::new(move |answers, _| {
                each(answers, rays, |(from, way), own| {
                    let ray = parry2d::query::Ray::new(vector((*from).into()), vector((*way).into()));
                    let entry =
                        |id: u32, best: f32| field.discs[id as usize].entry(*from, *way).filter(|entry| *entry <= best);
                    own.add(field.parry.cast_ray(&ray, RANGE, entry).map(|(id, _)| id).into_iter());
                });
            }),
        ),
    ]
}

fn nearest<'a>(field: &'a Field, at: &'a [Vec2]) -> Vec<Contender<'a>> {
    let near = |at: &Vec2| Query::new(Nearest { count: NEAREST, ..Nearest::to(circle(*at, 0.0)) });
    let queries: Vec<Query<Nearest>> = at.iter().map(near).collect();
    let asked = queries.clone();
    let (mut hits, mut single) = (NearestHits::default(), NearestHits::default());
    vec![
        (
            "ours, batched",
            Box::new(move |answers, purpose| {
                field.world.queries().nearest_batch_into(&queries, &mut hits).expect("no budget");
                if purpose == Use::Compare {
                    answers.clear();
                    hits.iter().for_each(|found| answers.add(found.iter().map(|(handle, _)| handle.slot())));
                }
            }),
        ),
        (
            "ours, one by one",
            Box::new(move |answers, _| {
                let queries = field.world.queries();
                each(answers, &asked, |query, own| {
                    queries.nearest_batch_into(&[*query], &mut single).expect("no budget");
                    own.add(single.of(0).iter().map(|(handle, _)| handle.slot()));
                });
            }),
        ),
        (
            "rstar",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    own.add(field.rstar.nearest_neighbor_iter((*at).into()).take(NEAREST).map(|disc| disc.id));
                });
            }),
        ),
        (
            "geo-index",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let options =
                        NeighborsOptions { k: Some(NEAREST), max_distance: None, include_tie_breakers: false };
                    let gap = |low: f32, high: f32, value: f32| (low - value).max(value - high).max(0.0);
                    let near = field.geo.neighbors_with_callbacks(
                        options,
                        |[left, bottom, right, top]| gap(left, right, at.x).hypot(gap(bottom, top, at.y)),
                        |id, _| Some(field.discs[id as usize].gap_to(at.x, at.y)),
                    );
                    own.add(near.into_iter().map(|(id, _)| id));
                });
            }),
        ),
    ]
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
}
