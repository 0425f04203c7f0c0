//! Queries between changes, without a step or a refresh: `cargo bench --bench changes`.
//!
//! Circles, evenly spread, about as dense as players in a game, on one thread. Prints microseconds, the median of some
//! repetitions.

use std::hint::black_box;
use std::time::Instant;

use collide_bench::{is_test, numbers};
use collide_scenes::{Scene, SceneKind};
use collide2d::{Circle, Handle, Moving, Nearest, Query, Ray, Settings, Shape, Threads, Vec2, World};

/// The repetitions of which the median is printed.
const AGAIN: usize = 7;
/// The queries of one kind that are timed together.
const QUERIES: usize = 200;
/// The way of a player in a tick.
const STEP: f32 = 0.5;

struct Field {
    world: World,
    players: Vec<(Handle, Circle)>,
    /// A direction and a point for each player.
    ways: Vec<Vec2>,
    points: Vec<Vec2>,
}

impl Field {
    fn new(scene: &Scene) -> Self {
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        let circle = |shape: &Shape| if let Shape::Circle(circle) = shape { *circle } else { panic!("a circle") };
        let players: Vec<_> =
            scene.shapes().iter().map(|shape| (world.insert(shape).expect("finite"), circle(shape))).collect();
        let (low, high, mut next) = (scene.extent().min(), scene.extent().max(), numbers());
        let ways = players.iter().map(|_| Vec2::from_angle(next() * 6.3)).collect();
        let points = players.iter().map(|_| low + (high - low) * Vec2::new(next(), next())).collect();
        // Twice, so that cells are fitted as they are in a server that runs.
        (0..3).for_each(|_| _ = world.step());
        Self { world, players, ways, points }
    }

    fn move_player(&mut self, number: usize, by: f32) {
        let (handle, circle) = &mut self.players[number];
        *circle = Circle::new(circle.center() + self.ways[number] * by, circle.radius()).expect("finite");
        self.world.set(*handle, *circle).expect("a player");
    }

    fn sweep(&self, number: usize) {
        let (handle, circle) = self.players[number];
        let way = Moving::new(circle, self.ways[number] * STEP).expect("finite");
        black_box(self.world.queries().sweep(Query::from(way).except(handle)));
    }

    /// Each player asks whether its way is free, and moves.
    fn play(&mut self) {
        for number in 0..self.players.len() {
            self.sweep(number);
            self.move_player(number, STEP);
        }
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

fn microseconds(count: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e6 / count as f64
}

/// For each player a sweep and an update.
fn loops(field: &mut Field) {
    let count = field.players.len();
    let mut time = |name: &str, work: &dyn Fn(&mut Field)| {
        let times = (0..AGAIN).map(|_| {
            field.world.step();
            microseconds(count, || work(field))
        });
        println!("| {count} | {name} | {:.2} |", median(times.collect()));
    };
    time("sweep", &|field| (0..count).for_each(|number| field.sweep(number)));
    time("update", &|field| (0..count).for_each(|number| field.move_player(number, STEP)));
    time("sweep, update", &Field::play);
    time("sweep, update of the same entity", &|field| {
        for number in 0..count {
            field.sweep(number);
            field.move_player(7, 0.0);
        }
    });
}

/// A kind of query.
type Ask = fn(&Field, usize);

const KINDS: [(&str, Ask); 4] = [
    ("sweep", Field::sweep),
    ("overlap", |field, number| {
        black_box(field.world.queries().overlap(Circle::new(field.points[number], 2.0).expect("finite")));
    }),
    ("ray of 100", |field, number| {
        black_box(
            field.world.queries().ray(Ray::new(field.points[number], field.ways[number], 100.0).expect("finite")),
        );
    }),
    ("nearest", |field, number| {
        let point = Circle::new(field.points[number], 0.0).expect("finite");
        black_box(field.world.queries().nearest(Nearest::to(point)));
    }),
];

/// Queries after changes of `k` entities: the first one, and the mean of all.
fn after(field: &mut Field) {
    let count = field.players.len();
    let all = [0, 1, 10, 100, 1_000, 10_000, 100_000];
    for k in all.into_iter().filter(|k| *k < count).chain([count]) {
        for (name, ask) in KINDS {
            let (mut first, mut all) = (vec![], vec![]);
            for _ in 0..AGAIN {
                field.world.step();
                // The first query after a step looks at all cells.
                ask(field, 0);
                (0..k).for_each(|index| field.move_player(index * (count / k), STEP));
                let mut time = 0.0;
                for number in 0..QUERIES.min(count) {
                    let one = microseconds(1, || ask(field, number * (count / QUERIES).max(1)));
                    if number == 0 {
                        first.push(one);
                    }
                    time += one;
                }
                all.push(time / QUERIES.min(count) as f64);
            }
            println!("| {count} | {k} | {name} | {:.2} | {:.2} |", median(first), median(all));
        }
    }
}

fn main() {
    let counts: &[usize] = if is_test() { &[300] } else { &[5_000, 100_000] };
    let mut fields: Vec<_> = counts.iter().map(|count| Field::new(&SceneKind::Uniform.generate(*count, 1))).collect();
    println!("| entities | for each entity | microseconds |");
    println!("|---:|---|---:|");
    fields.iter_mut().for_each(loops);
    println!("| entities | changed | query | the first, microseconds | mean of {QUERIES} |");
    println!("|---:|---:|---|---:|---:|");
    fields.iter_mut().for_each(after);
}
