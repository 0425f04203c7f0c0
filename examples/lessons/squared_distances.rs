//! Lesson 4: circle against circle by squared distances, and the server that this overloads.
//!
//!     cargo run --release --bin squared_distances
//!
//! The mistake: every entity against every other. The tests grow with the square of the entities; those of a broad phase
//! grow with what is near.

use collide2d::broad::{BroadPhase, UniformGrid};
use collide2d::{Circle, Settings, World};

/// The classic code: all against all. Returns the tests and the pairs.
fn classic(circles: &[Circle]) -> (u64, u64) {
    let (mut tests, mut pairs) = (0, 0);
    for (index, a) in circles.iter().enumerate() {
        for b in &circles[index + 1..] {
            tests += 1;
            let reach = a.radius() + b.radius();
            pairs += u64::from(a.center().distance_squared(b.center()) <= reach * reach);
        }
    }
    (tests, pairs)
}

/// The tests of a grid: only of circles in neighbouring cells.
fn tests_in_a_grid(circles: &[Circle]) -> u64 {
    let bounds: Vec<_> = circles.iter().map(Circle::aabb).collect();
    let mut grid = UniformGrid::default();
    grid.build(&bounds);
    grid.for_each_pair(0..grid.unit_count(), |_, _| {})
}

/// Circles on whole coordinates, where the classic code does not round, as dense for every number of them.
fn circles(count: usize) -> Vec<Circle> {
    let side = (count as f64 * 16.0).sqrt() as u64;
    let mut state = 1_u64;
    let mut number = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % side) as f32
    };
    (0..count).map(|_| Circle::new([number(), number()], 1.0).expect("finite")).collect()
}

fn main() {
    println!("{:>8} {:>13} {:>10} {:>8}", "circles", "all with all", "in a grid", "pairs");
    for count in [100, 1_000, 10_000, 100_000] {
        let circles = circles(count);
        let mut world = World::new(Settings::default());
        world.extend(circles.iter().copied());
        world.step();
        let tests = if count <= 10_000 { classic(&circles).0 } else { (count * (count - 1) / 2) as u64 };
        println!("{count:>8} {tests:>13} {:>10} {:>8}", tests_in_a_grid(&circles), world.pairs().len());
    }
}

#[test]
fn both_find_the_same_pairs() {
    let circles = circles(1_000);
    let mut world = World::new(Settings::default());
    world.extend(circles.iter().copied());
    world.step();
    let (tests, pairs) = classic(&circles);
    assert_eq!(pairs, world.pairs().len() as u64);
    assert_eq!(tests, 499_500);
    let in_a_grid = tests_in_a_grid(&circles);
    assert!(in_a_grid < tests / 10, "{in_a_grid}");
}
