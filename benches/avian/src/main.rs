//! collide-bevy beside avian2d with its physics switched off, in one process, by turns.
//!
//!     cargo run --release --ignore-rust-version --manifest-path benches/avian/Cargo.toml
//!
//! The same circles, moved in the same way, each engine with its own components and threads as by default; both find the same pairs.
//! Printed are medians, and ratios of them.

mod avian;
mod ours;

use std::cell::RefCell;
use std::time::Duration;

use bevy::prelude::*;

const ROUNDS: usize = 15;
const QUESTIONS: usize = 10_000;

/// Where everybody starts, and the way they go in a tick.
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
        // Shaken, or it would be a lattice.
        let shake = Vec2::new((index as f32 * 12.9).sin(), (index as f32 * 78.2).sin());
        places.push(Vec2::new(share(index, 0.754_877_666), share(index, 0.569_840_291)) * half + shake);
    }
    let steps = (0..count).map(|index| Vec2::from_angle(index as f32 * 2.4) * 0.05).collect();
    Scene { places, steps, half }
}

/// Counted from zero, in a component of its own, so that systems know whose turn it is.
#[derive(Component)]
pub struct Number(pub usize);

/// Who moves in a tick: every so manieth.
#[derive(Resource)]
pub struct Every(pub usize);

#[derive(Resource, Default)]
pub struct Tick(pub usize);

/// Back and forth, so that the crowd stays what it is.
pub fn way(step: Vec2, tick: usize) -> Vec2 {
    if tick / 8 % 2 == 0 { step } else { -step }
}

/// What is asked: rays, circles that may overlap, points that may have a neighbour.
#[derive(Clone, Copy)]
pub enum Question {
    Rays,
    Overlaps,
    Nearest,
}

/// Where a question is asked from.
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

/// What took how long, and how much it found.
type Go<'a> = &'a mut dyn FnMut() -> (Duration, usize);

/// Lets each do the same, by turns; prints what each took, and the last one's time as a multiple of each other's.
fn compare(what: &str, each: &mut [(&str, Go<'_>)]) {
    let mut times = vec![Vec::new(); each.len()];
    let mut found = vec![0; each.len()];
    for round in 0..=ROUNDS {
        for (number, (_, go)) in each.iter_mut().enumerate() {
            let (time, count) = go();
            found[number] = count;
            // The first is to get warm.
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
    for count in [10_000, 100_000] {
        let scene = scene(count);
        let (mut ours, mut avian) = (ours::app(&scene), avian::app(&scene));
        (0..3).for_each(|_| _ = (ours::tick(&mut ours), avian::tick(&mut avian)));
        println!("{count} circles");
        for (what, every) in
            [("a tick, all move", 1), ("a tick, one in a hundred moves", 100), ("a tick, nobody moves", usize::MAX)]
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
