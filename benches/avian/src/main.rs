//! collide-bevy compared with avian2d without physics, in one process, in turns.
//!
//!     cargo run --release --ignore-rust-version --manifest-path benches/avian/Cargo.toml
//!     cargo run --release --ignore-rust-version --manifest-path benches/avian/Cargo.toml -- slide
//!
//! Both engines move the same circles in the same way and find the same pairs, each with its own components and its
//! default threads. Prints medians and their ratios. The second command compares move and slide instead.

mod avian;
mod ours;
mod slide;

use std::cell::RefCell;
use std::time::Duration;

use bevy::prelude::*;

const ROUNDS: usize = 15;
const QUESTIONS: usize = 10_000;

/// The starts of all circles, and their steps in a tick.
pub struct Scene {
    pub places: Vec<Vec2>,
    pub steps: Vec<Vec2>,
    pub half: f32,
}

/// Circles of radius a half, about one pair for each.
fn scene(count: usize) -> Scene {
    let half = (count as f32 * std::f32::consts::PI / 2.0).sqrt() / 2.0;
    let share = |index: usize, step: f64| ((index as f64 * step).fract() * 2.0 - 1.0) as f32;
    let mut places = Vec::new();
    for index in 0..count {
        // A displacement, so that the circles are not on a lattice.
        let shake = Vec2::new((index as f32 * 12.9).sin(), (index as f32 * 78.2).sin());
        places.push(Vec2::new(share(index, 0.754_877_666), share(index, 0.569_840_291)) * half + shake);
    }
    let steps = (0..count).map(|index| Vec2::from_angle(index as f32 * 2.4) * 0.05).collect();
    Scene { places, steps, half }
}

/// The index of an entity, from zero. Systems decide by it which entities move.
#[derive(Component)]
pub struct Number(pub usize);

/// In a tick one of this number of entities moves.
#[derive(Resource)]
pub struct Every(pub usize);

#[derive(Resource, Default)]
pub struct Tick(pub usize);

/// The step at a tick. Steps go back and forth, so the distribution stays the same.
pub fn way(step: Vec2, tick: usize) -> Vec2 {
    if tick / 8 % 2 == 0 { step } else { -step }
}

/// A kind of query: raycasts, overlaps with circles, nearest neighbours of points.
#[derive(Clone, Copy)]
pub enum Question {
    Rays,
    Overlaps,
    Nearest,
}

/// The points of the queries.
pub fn places(half: f32) -> impl Iterator<Item = Vec2> {
    let share = |index: usize, step: f64| ((index as f64 * step).fract() * 2.0 - 1.0) as f32;
    (0..QUESTIONS).map(move |index| Vec2::new(share(index, 0.381_966), share(index, 0.723_607)) * half)
}

pub fn direction(index: usize) -> Vec2 {
    Vec2::from_angle(index as f32)
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// A contender: returns its time and the number of its results.
type Go<'a> = &'a mut dyn FnMut() -> (Duration, usize);

/// Measures the contenders in turns. Prints the time of each, and the time of the last one over it.
fn compare(what: &str, each: &mut [(&str, Go<'_>)]) {
    let mut times = vec![Vec::new(); each.len()];
    let mut found = vec![0; each.len()];
    for round in 0..=ROUNDS {
        for (number, (_, go)) in each.iter_mut().enumerate() {
            let (time, count) = go();
            found[number] = count;
            // The first round is a warm-up.
            if round > 0 {
                times[number].push(time);
            }
        }
    }
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times)).collect();
    print!("{what}");
    for (number, (name, _)) in each.iter().enumerate() {
        let ratio = medians[each.len() - 1] / medians[number];
        print!(" | {name} {:.2} ms, {} found, {ratio:.1}", medians[number], found[number]);
    }
    println!();
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("slide") {
        return slide::run();
    }
    for count in [10_000, 100_000] {
        let scene = scene(count);
        let (mut ours, mut avian) = (ours::app(&scene), avian::app(&scene));
        (0..3).for_each(|_| _ = (ours::tick(&mut ours), avian::tick(&mut avian)));
        println!("{count} circles");
        for (what, every) in
            [("a tick, all move", 1), ("a tick, one in a hundred moves", 100), ("a tick, nothing moves", usize::MAX)]
        {
            ours.world_mut().resource_mut::<Every>().0 = every;
            avian.world_mut().resource_mut::<Every>().0 = every;
            let (mut a, mut b) = (|| ours::tick(&mut ours), || avian::tick(&mut avian));
            compare(what, &mut [("ours", &mut a), ("avian", &mut b)]);
        }
        for (what, question) in [
            ("10,000 rays", Question::Rays),
            ("10,000 overlaps", Question::Overlaps),
            ("10,000 nearest", Question::Nearest),
        ] {
            let world = RefCell::new(ours.world_mut());
            let mut batch = || ours::ask(&mut world.borrow_mut(), question, scene.half, true);
            let mut single = || ours::ask(&mut world.borrow_mut(), question, scene.half, false);
            let mut avians = || avian::ask(avian.world_mut(), question, scene.half);
            compare(what, &mut [("in a batch", &mut batch), ("one by one", &mut single), ("avian", &mut avians)]);
        }
    }
}
