//! What moves where. `benches/avian` uses this file too.

use std::f32::consts::{FRAC_PI_2, TAU};
use std::time::Duration;

use collide2d::{Circle, Entity, Rect, Relation, Settings, Shape, Threads, Vec2, World, relation};

/// The radius of a mover.
pub const RADIUS: f32 = 0.4;

/// The way of a mover in a tick.
const STEP: f32 = 0.1;

/// The static shapes and the movers: where they start, and their step in each tick.
pub struct Scene {
    pub name: &'static str,
    pub walls: Vec<Shape>,
    pub movers: Vec<(Vec2, Vec2)>,
}

/// Something that moves all movers for some ticks.
pub trait Contender {
    fn name(&self) -> &'static str;

    /// Moves them from the start. Returns the time and the ends.
    fn run(&mut self, movers: &[(Vec2, Vec2)], ticks: usize) -> (Duration, Vec<Vec2>);
}

pub fn circle(at: Vec2, radius: f32) -> Circle {
    Circle::new(at, radius).expect("finite")
}

/// The three scenes with this number of static shapes and movers.
pub fn all(walls: usize, movers: usize, next: &mut dyn FnMut() -> f32) -> [Scene; 3] {
    [crowd(walls, movers, next), corridors(walls, movers, next), open(walls, movers, next)]
}

/// Circles with a radius of up to 0.5 in the middle of the cells of a grid of 1.5, shifted by up to 0.2.
fn crowd(walls: usize, movers: usize, next: &mut dyn FnMut() -> f32) -> Scene {
    let cell = grid(walls, 1.5);
    let shift = |next: &mut dyn FnMut() -> f32| Vec2::new(next() - 0.5, next() - 0.5) * 0.4;
    let static_circle = |index| circle(cell(index) + shift(next), 0.3 + next() * 0.2).into();
    let shapes = (0..walls).map(static_circle).collect();
    let movers = (0..movers).map(|_| (corner(walls, &cell, next), any_step(next))).collect();
    Scene { name: "crowd", walls: shapes, movers }
}

/// The same with a grid of 12: nothing is in the way.
fn open(walls: usize, movers: usize, next: &mut dyn FnMut() -> f32) -> Scene {
    let cell = grid(walls, 12.0);
    let shapes = (0..walls).map(|index| circle(cell(index), 0.3 + next() * 0.2).into()).collect();
    let movers = (0..movers).map(|_| (corner(walls, &cell, next), any_step(next))).collect();
    Scene { name: "open", walls: shapes, movers }
}

/// Rows of tiles of one by one, two apart. The movers press against the walls.
fn corridors(walls: usize, movers: usize, next: &mut dyn FnMut() -> f32) -> Scene {
    let columns = side(walls);
    let low = |index: usize| Vec2::new((index % columns) as f32, (index / columns) as f32 * 3.0);
    let tile = |index: usize| Rect::new(low(index), low(index) + Vec2::ONE).expect("finite").into();
    let start = |index: usize| {
        let at = low((index * 7_919 + 3) % (walls - columns)) + Vec2::new(0.0, 1.5 + next());
        (at, Vec2::from_angle((next() - 0.5) * FRAC_PI_2) * STEP)
    };
    let movers = (0..movers).map(start).collect();
    Scene { name: "corridors", walls: (0..walls).map(tile).collect(), movers }
}

/// The middle of each cell of a square grid.
pub fn grid(cells: usize, size: f32) -> impl Fn(usize) -> Vec2 {
    let side = side(cells);
    move |index| Vec2::new((index % side) as f32, (index / side) as f32) * size
}

/// The number of cells in a row of the grid.
fn side(cells: usize) -> usize {
    (cells as f32).sqrt() as usize
}

/// The corner between four cells.
pub fn corner(cells: usize, cell: impl Fn(usize) -> Vec2, next: &mut dyn FnMut() -> f32) -> Vec2 {
    let index = (next() * (cells - 2 * side(cells)) as f32) as usize;
    cell(index) + (cell(side(cells) + 1) - cell(0)) / 2.0
}

pub fn any_step(next: &mut dyn FnMut() -> f32) -> Vec2 {
    Vec2::from_angle(next() * TAU) * STEP
}

/// A world of the static shapes alone.
pub fn world_of(scene: &Scene) -> World {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    for wall in &scene.walls {
        world.insert(Entity::fixed(*wall)).expect("there is room");
    }
    world.step();
    world
}

/// The number of movers that end inside of a static shape, and did not start so.
pub fn inside(world: &World, movers: &[(Vec2, Vec2)], ends: &[Vec2]) -> usize {
    let queries = world.queries();
    let enters = |at: Vec2| {
        let shape = Shape::from(circle(at, RADIUS));
        let near = queries.overlap(shape).into_iter().filter_map(|handle| queries.shape(handle));
        near.into_iter().any(|wall| relation(shape, wall) == Relation::Interior)
    };
    movers.iter().zip(ends).filter(|((start, _), end)| enters(**end) && !enters(*start)).count()
}
