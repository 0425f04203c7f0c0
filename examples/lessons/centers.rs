//! Lesson 1: circle against rectangle by the distances between their centers, in integers.
//!
//!     cargo run --release --bin centers
//!
//! The mistake: half of an odd width, `w / 2`, is rounded down. The rectangle loses its far side.

use collide2d::int::{Circle, Rect, overlaps};

/// The classic code: distances between centers, halves, and the corner at the end.
fn classic([x, y, radius]: [i32; 3], [left, bottom, width, height]: [i32; 4]) -> bool {
    let (half_width, half_height) = (width / 2, height / 2);
    let dx = (x - (left + half_width)).abs();
    let dy = (y - (bottom + half_height)).abs();
    if dx > half_width + radius || dy > half_height + radius {
        return false; // too far on one axis
    }
    if dx <= half_width || dy <= half_height {
        return true; // beside an edge, or inside
    }
    (dx - half_width).pow(2) + (dy - half_height).pow(2) <= radius * radius // beyond a corner
}

fn main() {
    let wall = Rect::with_size(0, 0, 3, 3);
    println!("a wall from 0 to 3, a circle of radius 1 that moves away from it:");
    for x in 2..=6 {
        // `int::overlaps` counts in halves, so that none is lost.
        let (classic, exact) = (classic([x, 1, 1], [0, 0, 3, 3]), overlaps(Circle::new(x, 1, 1), wall));
        let note = if classic == exact { "" } else { " <- missed: w / 2 of 3 is 1" };
        println!("x = {x}: classic {classic:5} exact {exact:5}{note}");
    }
}

#[test]
fn only_the_far_side_is_missed() {
    let wall = Rect::with_size(0, 0, 3, 3);
    let differ = |x: &i32| classic([*x, 1, 1], [0, 0, 3, 3]) != overlaps(Circle::new(*x, 1, 1), wall);
    assert_eq!((-5..9).filter(differ).collect::<Vec<_>>(), [4]);
    // An even width has whole halves.
    let wall = Rect::with_size(0, 0, 4, 4);
    let same = |x: i32| classic([x, 1, 1], [0, 0, 4, 4]) == overlaps(Circle::new(x, 1, 1), wall);
    assert!((-5..9).all(same));
}
