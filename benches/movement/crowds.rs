//! A crowd that moves apart.

use std::time::{Duration, Instant};

use collide_bench::{median, numbers};
use collide2d::{Handle, MoveOptions, Moves, Relation, SeparateOptions, Separation, Shape, Vec2, World, relation};

use crate::scenes::{RADIUS, Scene, circle, world_of};

/// The ticks of a turn: in each the crowd moves, and then it moves apart.
const TICKS: usize = 30;

/// The area for each unit. A unit overlaps two others at the start.
const SPACE: f32 = 1.0;

/// A crowd of as many units as the scene has movers, spread at random over a square.
struct Crowd {
    world: World,
    units: Vec<(Handle, Vec2)>,
}

impl Crowd {
    fn new(scene: &Scene) -> Self {
        let (mut world, mut next) = (world_of(scene), numbers());
        let side = (scene.movers.len() as f32 * SPACE).sqrt();
        let mut unit = |_: &(Vec2, Vec2)| {
            let at = Vec2::new(next(), next()) * side;
            (world.insert(circle(at, RADIUS)).expect("there is room"), at)
        };
        let units = scene.movers.iter().map(&mut unit).collect();
        Self { world, units }
    }

    /// Puts all units at their start.
    fn restart(&mut self) {
        for (unit, at) in &self.units {
            self.world.set(*unit, *at).expect("it exists");
        }
        self.world.step();
    }

    /// The number of pairs of units that overlap.
    fn overlaps(&self) -> usize {
        let mut shapes: Vec<Shape> = self.units.iter().filter_map(|(unit, _)| self.world.shape(*unit)).collect();
        shapes.sort_by(|a, b| a.center().x.total_cmp(&b.center().x));
        let overlapped = |(index, shape): (usize, &Shape)| {
            let after = shapes[index + 1..].iter();
            let near = after.take_while(|other| other.center().x - shape.center().x <= RADIUS * 2.0);
            near.filter(|other| relation(*shape, **other) == Relation::Interior).count()
        };
        shapes.iter().enumerate().map(overlapped).sum()
    }

    /// One turn: the times of all moves, of the first separation and of all.
    fn run(&mut self, steps: &[(Handle, Vec2)]) -> [Duration; 3] {
        self.restart();
        let (mut moves, mut separation) = (Moves::default(), Separation::default());
        let units: Vec<Handle> = self.units.iter().map(|(unit, _)| *unit).collect();
        let [mut moving, mut first, mut all] = [Duration::ZERO; 3];
        for tick in 0..TICKS {
            let start = Instant::now();
            self.world.move_batch_into(steps, &MoveOptions::default(), &mut moves).expect("they exist");
            moving += start.elapsed();
            let start = Instant::now();
            self.world.separate_into(&units, &SeparateOptions::default(), &mut separation).expect("they exist");
            all += start.elapsed();
            if tick == 0 {
                first = all;
            }
        }
        [moving, first, all]
    }
}

/// Prints nanoseconds for a unit and call, beside a move of the same crowd.
pub fn measure(scene: &Scene, turns: usize) {
    let mut crowd = Crowd::new(scene);
    crowd.restart();
    let before = crowd.overlaps();
    let steps: Vec<_> = crowd.units.iter().zip(&scene.movers).map(|((unit, _), (_, step))| (*unit, *step)).collect();
    let runs: Vec<_> = (0..turns).map(|_| crowd.run(&steps)).collect();
    let after = crowd.overlaps();
    println!("crowd of {} units, {before} overlaps before and {after} after {TICKS} ticks", steps.len());
    let mut unit = None;
    for (number, (name, ticks)) in
        [("move_batch_into", TICKS), ("separate_into, first call", 1), ("separate_into, all calls", TICKS)]
            .into_iter()
            .enumerate()
    {
        let time = median(runs.iter().map(|times| times[number]).collect()).as_nanos() as f64;
        let time = time / (steps.len() * ticks) as f64;
        println!("  {name:32} {time:8.1} ns  {:6.2}", time / *unit.get_or_insert(time));
    }
}
