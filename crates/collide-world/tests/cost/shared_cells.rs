//! Entities far from each other in cells that share an index. Anybody can compute such places.

use collide2d::tools::{Visits, WorldTools};
use collide2d::{Budget, Circle, Handle, Interest, Observer, Settings, Shape, Strategy, Threads, Vec2, World};

use super::spread;

/// The entities of a town, and those that are far away.
const NEAR: usize = 1_000;
const FAR: usize = 4_000;

/// Entities on one point of the town.
const CROWD: usize = 200;

/// A row is tested with at most this many rows of cells that share an index with one of the five cells around it.
const FOREIGN: u64 = 5 * 32;

/// A circle in a cell by column and line, relative to the middle of the town.
fn circle(column: i64, line: i64, side: f64, shift: Vec2) -> Shape {
    let at = Vec2::new((column as f64 * side) as f32, (line as f64 * side) as f32) + 30.0 + shift;
    Circle::new(at, 0.5).unwrap().into()
}

/// Moves the far entities so that they share an index with each other and with a cell of the town; or near such places.
fn place(world: &mut World, far: &[Handle], is_aimed: bool) {
    let cells = *world.explain().unwrap().cell_lists.iter().max_by_key(|list| list.count).unwrap();
    let len = cells.cells as i64;
    let stride = (len as f64).sqrt() as i64 * 2 - 3;
    for (number, handle) in (0..).zip(far) {
        let (line, turn) = (number / 4 + 2, number % 4 - 2);
        let column = (-line * stride).rem_euclid(len) + turn * len;
        let shift = if is_aimed { Vec2::ZERO } else { spread(number as usize) * 40.0 };
        world.set(*handle, circle(column, line, cells.side, shift)).unwrap();
    }
}

/// A town with a crowd, and the entities that are far away.
fn town(strategy: Strategy) -> (World, Vec<Handle>) {
    let mut world = World::new(Settings { strategy, threads: Threads::Serial, ..Settings::default() });
    (0..NEAR).for_each(|index| _ = world.insert(Circle::new(spread(index) * 60.0, 0.5).unwrap()).unwrap());
    (0..CROWD).for_each(|_| _ = world.insert(Circle::new([31.0, 31.0], 0.5).unwrap()).unwrap());
    let shape = |index: usize| Circle::new(spread(index) * 1e5, 0.5).unwrap();
    let far = (0..FAR).map(|index| world.insert(shape(index)).unwrap()).collect();
    world.step();
    (world, far)
}

/// The rows and runs that a step visits for each entity, after some ticks in which the far ones follow the size of cells.
fn visits(strategy: Strategy, is_aimed: bool) -> u64 {
    let (mut world, far) = town(strategy);
    let mut most = 0;
    for _ in 0..6 {
        place(&mut world, &far, is_aimed);
        world.step();
        let Visits { rows, runs, far_runs } = world.visits().expect("a strategy with cells");
        most = most.max(rows + runs + far_runs);
    }
    most / (NEAR + FAR) as u64
}

#[test]
fn cells_that_share_an_index_cost_nothing() {
    for strategy in [Strategy::Auto, Strategy::UniformGrid, Strategy::HierarchicalGrid] {
        let (usual, aimed) = (visits(strategy, false), visits(strategy, true));
        assert!(aimed <= usual + FOREIGN, "{strategy}: {aimed} rows for each entity, usually {usual}");
    }
}

/// To look up which rows of an index are near is work, of a step and of views.
#[test]
fn looking_up_cells_is_counted() {
    let (mut world, far) = town(Strategy::HierarchicalGrid);
    for _ in 0..6 {
        place(&mut world, &far, false);
        world.step();
    }
    let work = world.report().unwrap().work;
    assert!(work > 200 * FAR as u64, "{work} units of {FAR} entities that share cells");
    let mut interest = Interest::new();
    for handle in &far {
        interest.insert(Observer::new(*handle, 18.0, 20.0).with_max_visible(64)).unwrap();
    }
    assert!(interest.update_within(&world, Budget::of_work(1_000 * FAR as u64)).is_err());
}
