//! Sweeps of shapes that touch at the start: whether the motions lead one shape into the other.

use std::cell::Cell;

use collide_core::{Moving, Relation, Shape, Vec2, relation, sweep, sweep_entering};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::for_each_pair_and_numbers;
use collide_oracle::bodies::Body;

/// Motions at random, and along the sides of the shapes.
fn motions(shapes: [&Shape; 2], more: [f32; 6]) -> Vec<Vec2> {
    let mut motions = vec![Vec2::new(more[0], more[1]), Vec2::new(more[2], 0.0), Vec2::new(0.0, more[3]), Vec2::ZERO];
    for shape in shapes {
        let along = match shape {
            Shape::Circle(_) | Shape::Rect(_) => continue,
            Shape::OrientedRect(rect) => Vec2::new(rect.rotor().cos(), rect.rotor().sin()),
            Shape::Capsule(capsule) => capsule.offsets()[1] - capsule.offsets()[0],
            Shape::Polygon(polygon) => polygon.offsets()[polygon.offsets().len() / 2] - polygon.offsets()[0],
        };
        if along.is_finite() {
            motions.extend([along, -along, along.perp(), -along.perp()]);
        }
    }
    motions
}

/// A shape enters another that it touches if the interior of the area that it covers, as seen from the other, overlaps
/// that of the other. `Body` has no rounding: the end of the motion need not be an `f32` position.
#[test]
fn a_touching_start_enters_if_the_area_of_the_motion_does() {
    let (enters_count, passes_count) = (Cell::new(0), Cell::new(0));
    let check = |a: &Shape, b: &Shape, [m, n]: [Vec2; 2]| -> TestCaseResult {
        let mut hull = Body::of(a);
        hull.corners.extend(hull.moved(m, 1.0).moved(-n, 1.0).corners);
        let enters = hull.relation(&Body::of(b)) == Relation::Interior;
        let (first, second) = (Moving::new(a, m).unwrap(), Moving::new(b, n).unwrap());
        let found = sweep_entering(first, second);
        prop_assert_eq!(found.is_some(), enters, "{:?}, {:?}", first, second);
        if enters {
            prop_assert_eq!(found, sweep(first, second));
        }
        let count = if enters { &enters_count } else { &passes_count };
        count.set(count.get() + 1);
        Ok(())
    };
    for_each_pair_and_numbers(2_000, |a, b, more| {
        for (a, b) in [(a, b), (b, a)].into_iter().filter(|_| relation(a, b) == Relation::Touching) {
            for motion in motions([a, b], more) {
                check(a, b, [motion, Vec2::ZERO])?;
                check(a, b, [Vec2::new(more[4], more[5]), motion])?;
            }
        }
        Ok(())
    });
    assert!(enters_count.get() > 1_000 && passes_count.get() > 1_000, "{enters_count:?} and {passes_count:?}");
}

/// Shapes that do not touch at the start collide as in a sweep.
#[test]
fn other_starts_are_those_of_a_sweep() {
    for_each_pair_and_numbers(500, |a, b, more| {
        let (first, second) = (Moving::new(a, [more[0], more[1]]).unwrap(), Moving::new(b, [more[2], 0.0]).unwrap());
        if relation(a, b) != Relation::Touching {
            prop_assert_eq!(sweep_entering(first, second), sweep(first, second));
        }
        Ok(())
    });
}
