//! Walks and lines of sight among walls, beside entities that their layers exclude.

use std::hint::black_box;
use std::time::{Duration, Instant};

use collide_bench::{is_test, median};
use collide2d::{
    Circle, Entity, Layers, Moving, Query, Rect, Segment, Settings, Slide, SlideOptions, Slides, Threads, Vec2, World,
};

use crate::scenes::RADIUS;

const WALLS: u64 = 1;
const REST: u64 = 2;
/// Half of the side of the map.
const HALF: f32 = 335.0;

/// What is beside the walls.
#[derive(Clone, Copy)]
enum Beside {
    Nothing,
    /// Circles that move: other lists than those of the walls.
    Bodies(usize),
    /// Static rects, as the walls are.
    Rects(usize),
}

struct Map {
    name: String,
    world: World,
    slides: Slides,
    times: [Vec<Duration>; 2],
}

fn place(next: &mut dyn FnMut() -> f32) -> Vec2 {
    (Vec2::new(next(), next()) - 0.5) * (2.0 * HALF)
}

fn rect(scale: f32, next: &mut dyn FnMut() -> f32) -> Rect {
    let (center, half) = (place(next), Vec2::new(0.5 + next() * 6.0, 0.5 + next()) * scale);
    Rect::new(center - half, center + half).expect("finite")
}

impl Map {
    fn new(walls: usize, beside: Beside, next: &mut dyn FnMut() -> f32) -> Self {
        let of = |category| Layers { category, ..Layers::ALL };
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        let mut insert = |entity: Entity| _ = world.insert(entity).expect("there is room");
        (0..walls).for_each(|_| insert(Entity::fixed(rect(1.0, next)).with_layers(of(WALLS))));
        let name = match beside {
            Beside::Nothing => "alone".to_owned(),
            Beside::Bodies(count) => {
                let body = |next: &mut dyn FnMut() -> f32| Circle::new(place(next), 0.5).expect("finite");
                (0..count).for_each(|_| insert(Entity::new(body(next)).with_layers(of(REST))));
                format!("beside {count} bodies")
            }
            Beside::Rects(count) => {
                (0..count).for_each(|_| insert(Entity::fixed(rect(0.5, next)).with_layers(of(REST))));
                format!("beside {count} static rects")
            }
        };
        world.step();
        Self { name, world, slides: Slides::default(), times: [vec![], vec![]] }
    }

    fn run(&mut self, walks: &[Query<Moving>], sights: &[Query<Segment>]) -> (Vec<Slide>, usize) {
        let queries = self.world.queries();
        let start = Instant::now();
        queries.slide_batch_into(walks, &SlideOptions::default(), &mut self.slides).expect("there is no limit");
        self.times[0].push(start.elapsed());
        let start = Instant::now();
        let hits = sights.iter().filter(|sight| black_box(queries.segment(**sight)).is_some()).count();
        self.times[1].push(start.elapsed());
        (self.slides.iter().collect(), hits)
    }
}

/// Prints nanoseconds for a walk in a batch and for a single line of sight, and the ratio to the walls alone.
pub fn measure(turns: usize, next: &mut dyn FnMut() -> f32) {
    let (walls, queries, rest) = if is_test() { (40, 50, [80, 320]) } else { (400, 10_000, [8_000, 32_000]) };
    let beside = [Beside::Nothing].into_iter().chain(rest.map(Beside::Bodies)).chain(rest.map(Beside::Rects));
    let seed: Vec<f32> = (0..walls * 4).map(|_| next()).collect();
    let mut maps: Vec<Map> = beside
        .map(|beside| {
            // The same walls in all maps.
            let mut numbers = seed.iter().copied();
            Map::new(walls, beside, &mut || numbers.next().unwrap_or_else(&mut *next))
        })
        .collect();
    let layers = Layers { mask: WALLS, ..Layers::ALL };
    let walk = |next: &mut dyn FnMut() -> f32| {
        let circle = Circle::new(place(next), RADIUS).expect("finite");
        Query::new(Moving::new(circle, Vec2::from_angle(next() * 7.0) * 0.1).expect("finite")).on(layers)
    };
    let sight = |next: &mut dyn FnMut() -> f32| {
        let from = place(next);
        let to = from + Vec2::from_angle(next() * 7.0) * (5.0 + 40.0 * next());
        Query::new(Segment::new(from, to).expect("finite")).on(layers)
    };
    let walks: Vec<_> = (0..queries).map(|_| walk(next)).collect();
    let sights: Vec<_> = (0..queries).map(|_| sight(next)).collect();
    println!("excluded: {queries} walks and lines of sight among {walls} walls");
    for _ in 0..turns * 5 {
        let mut answers = maps.iter_mut().map(|map| map.run(&walks, &sights));
        let first = answers.next().expect("a map");
        assert!(answers.all(|answer| answer == first), "the excluded change no answer");
    }
    let time = |times: &[Duration]| median(times.to_vec()).as_nanos() as f64 / queries as f64;
    let alone = maps[0].times.each_ref().map(|times| time(times));
    for Map { name, times, .. } in &maps {
        let [walk, sight] = times.each_ref().map(|times| time(times));
        println!(
            "  {name:28} walk {walk:5.0} ns {:5.2}   sight {sight:5.0} ns {:5.2}",
            walk / alone[0],
            sight / alone[1]
        );
    }
}
