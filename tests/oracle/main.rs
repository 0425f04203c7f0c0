//! The exact kernels against an oracle in big integers. `COLLIDE_ORACLE=50 cargo test --release --test oracle` takes
//! fifty times as many cases.

mod exact;
mod shapes;

use collide::{Relation, Shape, contact, overlaps, overlaps_interior, relation};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};
use shapes::{pair, parts, with_parts};

const KINDS: [(u8, u8); 6] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];

/// Runs a check on so many cases of each pair of shapes, or a multiple of that.
fn for_each_pair(cases: u32, check: impl Fn(&Shape, &Shape) -> TestCaseResult) {
    let times: u32 =
        std::env::var("COLLIDE_ORACLE").map_or(1, |times| times.parse().expect("COLLIDE_ORACLE is a number"));
    for kinds in KINDS {
        let config = ProptestConfig { cases: cases * times, failure_persistence: None, ..ProptestConfig::default() };
        let done = TestRunner::new(config).run(&pair(kinds), |(a, b)| check(&a, &b));
        done.unwrap_or_else(|failure| panic!("{failure}"));
    }
}

fn agrees(a: &Shape, b: &Shape) -> TestCaseResult {
    let truth = exact::relation(a, b);
    prop_assert_eq!(relation(a, b), truth, "{:?} to {:?}", a, b);
    prop_assert_eq!(relation(b, a), truth, "swapped, {:?} to {:?}", a, b);
    prop_assert_eq!(overlaps(a, b), truth != Relation::Apart);
    prop_assert_eq!(overlaps_interior(a, b), truth == Relation::Interior);
    Ok(())
}

#[test]
fn relations_are_those_of_exact_arithmetic() {
    for_each_pair(4_000, agrees);
}

/// Every input one step up and down.
#[test]
fn so_are_they_one_step_beside() {
    for_each_pair(200, |a, b| {
        for (index, value) in parts(b).into_iter().enumerate() {
            for moved in [value.next_up(), value.next_down()] {
                let mut changed = parts(b);
                changed[index] = moved;
                if let Some(changed) = with_parts(b, &changed) {
                    agrees(a, &changed)?;
                }
            }
        }
        Ok(())
    });
}

/// Moves the second shape along x to where the answer changes, and looks at both sides of the change.
#[test]
fn so_are_they_where_the_answer_changes() {
    for_each_pair(200, |a, b| {
        let at = |x: f32| {
            let mut moved = parts(b);
            let width = if let Shape::Rect(_) = b { moved[2] - moved[0] } else { 0.0 };
            moved[0] = x;
            if let Shape::Rect(_) = b {
                moved[2] = x + width;
            }
            with_parts(b, &moved)
        };
        let closed = |x: f32| at(x).map(|moved| relation(a, &moved) != Relation::Apart);
        let (mut near, mut far) = (parts(a)[0], 3e38_f32);
        if closed(near) != Some(true) || closed(far) != Some(false) {
            return Ok(());
        }
        for _ in 0..200 {
            let middle = (near * 0.5 + far * 0.5).clamp(near.next_up().min(far), far);
            if middle >= far {
                break;
            }
            match closed(middle) {
                Some(true) => near = middle,
                Some(false) => far = middle,
                None => return Ok(()),
            }
        }
        for x in [near.next_down(), near, far, far.next_up()] {
            if let Some(moved) = at(x) {
                agrees(a, &moved)?;
            }
        }
        Ok(())
    });
}

/// Scaling by a power of two and mirroring change nothing, where they are exact.
#[test]
fn scale_and_mirror_change_nothing() {
    for_each_pair(1_000, |a, b| {
        let expected = relation(a, b);
        for power in [-20, 3, 40] {
            let factor = 2_f32.powi(power);
            let scaled = |shape: &Shape| {
                let count = if let Shape::OrientedRect(_) = shape { 4 } else { parts(shape).len() };
                let numbers: Vec<f32> =
                    parts(shape).iter().enumerate().map(|(i, v)| if i < count { v * factor } else { *v }).collect();
                let exact = parts(shape).iter().zip(&numbers).take(count).all(|(v, scaled)| scaled / factor == *v);
                if exact { with_parts(shape, &numbers) } else { None }
            };
            if let (Some(a), Some(b)) = (scaled(a), scaled(b)) {
                prop_assert_eq!(relation(a, b), expected, "by 2^{}: {:?} to {:?}", power, a, b);
            }
        }
        let mirrored = |shape: &Shape| {
            let p = parts(shape);
            let numbers = match shape {
                Shape::Circle(_) => vec![-p[0], p[1], p[2]],
                Shape::Rect(_) => vec![-p[2], p[1], -p[0], p[3]],
                Shape::OrientedRect(_) => vec![-p[0], p[1], p[2], p[3], p[4], -p[5]],
            };
            with_parts(shape, &numbers).unwrap()
        };
        prop_assert_eq!(relation(mirrored(a), mirrored(b)), expected, "mirrored: {:?} to {:?}", a, b);
        Ok(())
    });
}

/// Bounds hold the shape, clipped to the finite range, are hardly wider, and meet where the shapes do.
#[test]
fn bounds_are_outward_and_tight() {
    for_each_pair(2_000, |a, b| {
        let bound = a.aabb();
        let (low, high) = exact::extent(a);
        let steps = if let Shape::OrientedRect(_) = a { 1 } else { 0 };
        let sides = [
            (bound.min().x, -low.x, -1.0_f32),
            (bound.min().y, -low.y, -1.0),
            (bound.max().x, high.x, 1.0),
            (bound.max().y, high.y, 1.0),
        ];
        for (given, truth, sign) in sides {
            let outward = given * sign;
            let clipped = truth.clone().min(exact::scaled(f32::MAX));
            prop_assert!(exact::scaled(outward) >= clipped, "{:?} is narrower than {:?}", bound, a);
            let inner = (0..=steps).fold(outward, |value, _| value.next_down());
            prop_assert!(!inner.is_finite() || exact::scaled(inner) < truth, "{:?} is wider than {:?}", bound, a);
        }
        prop_assert!(relation(a, b) == Relation::Apart || bound.intersects(&b.aabb()), "{:?} and {:?}", a, b);
        Ok(())
    });
}

/// A contact is there exactly when the shapes overlap, and its numbers make sense for whatever shapes.
#[test]
fn contacts_agree_with_the_decision() {
    for_each_pair(4_000, |a, b| {
        let found = contact(a, b);
        prop_assert_eq!(found.is_some(), overlaps(a, b));
        if let Some(contact) = found {
            prop_assert!((contact.normal.length() - 1.0).abs() < 1e-5, "{:?} of {:?} and {:?}", contact, a, b);
            prop_assert!(contact.depth >= 0.0 && contact.depth.is_finite(), "{:?} of {:?} and {:?}", contact, a, b);
            let points = contact.points.as_slice();
            prop_assert!((1..=2).contains(&points.len()) && points.iter().all(|point| point.is_finite()));
        }
        Ok(())
    });
}
