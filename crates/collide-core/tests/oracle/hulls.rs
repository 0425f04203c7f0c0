//! Hulls of moving shapes.

use collide_core::swept::{Rounding, SweptShape, place, spacing};
use collide_core::{DVec2, Rect, Relation, Shape, Vec2};
use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::{Decision, bisect, for_each_pair_and_numbers, replaced, upper};
use collide_oracle::bodies::Body;
use collide_oracle::exact::scaled;
use collide_oracle::shapes::{parts, with_parts};

/// The hull of a swept shape.
fn hull(swept: &SweptShape) -> Body {
    let mut body = Body::of(&swept.from());
    body.corners.extend(Body::of(&swept.to()).corners);
    body
}

fn agrees(swept: &SweptShape, other: &Shape) -> TestCaseResult {
    let truth = hull(swept).relation(&Body::of(other));
    prop_assert_eq!(swept.relation_to(*other), truth, "{:?} past {:?}", swept, other);
    prop_assert_eq!(swept.relation_to(other), truth);
    let found = swept.obstacle(*other);
    prop_assert_eq!(found.is_some(), truth == Relation::Interior);
    if let Some(found) = found {
        prop_assert!((0.0..=1.0).contains(&found.time) && found.point.is_finite());
        prop_assert!((found.normal.length() - 1.0).abs() < 1e-6, "{:?} past {:?}: {:?}", swept, other, found);
    }
    if let (Shape::Circle(from), Shape::Circle(to)) = (swept.from(), swept.to()) {
        let swept = SweptShape::of(from).ending(&to).unwrap();
        prop_assert_eq!(swept.relation_to(*other), truth, "{:?} past {:?}", swept, other);
        prop_assert_eq!(swept.obstacle(*other), found);
    }
    Ok(())
}

/// The shape with its position set to two numbers. A rect takes two more, so that it may change its size.
fn elsewhere(shape: &Shape, more: [f32; 6]) -> Option<SweptShape> {
    let mut numbers = parts(shape);
    numbers[..2].copy_from_slice(&more[..2]);
    if let Shape::Rect(_) = shape {
        let [a, b] = [Vec2::new(more[0], more[1]), Vec2::new(more[2], more[3])];
        return SweptShape::between(shape, Rect::new(a.min(b), a.max(b)).unwrap());
    }
    SweptShape::between(shape, with_parts(shape, &numbers)?)
}

/// The same, but a rect keeps its size.
fn moved(shape: &Shape, more: [f32; 6]) -> Option<SweptShape> {
    SweptShape::between(shape, place(shape, DVec2::new(more[0].into(), more[1].into()), [Rounding::Nearest; 2])?)
}

#[test]
fn hulls_are_related_as_in_exact_arithmetic() {
    for_each_pair_and_numbers(600, |a, b, more| {
        let motions = [more, [more[0], 0.0, more[2], more[3], 0.0, 0.0], [0.0, more[1], more[2], more[3], 0.0, 0.0]];
        for (mover, other) in [(a, b), (b, a)] {
            for motion in motions {
                for swept in [elsewhere(mover, motion), moved(mover, motion)].into_iter().flatten() {
                    agrees(&swept, other)?;
                }
            }
        }
        Ok(())
    });
}

/// The other shape moves away from the hull until the answer changes, then the hull follows by less than the rounding
/// error of the first, then across.
#[test]
fn hulls_are_exact_where_their_relation_changes() {
    type Case = (SweptShape, Shape);
    let decision = Decision {
        holds: |(swept, other): &Case| swept.relation_to(*other) == Relation::Interior,
        check: |(swept, other): &Case| agrees(swept, other),
    };
    for_each_pair_and_numbers(200, |a, b, more| {
        for (mover, other) in [(a, b), (b, a)] {
            let [x, y] = upper(mover);
            let swept = |x_is: f32, y_is: f32| moved(&replaced(&replaced(mover, x, x_is)?, y, y_is)?, more);
            let Some(start) = swept(0.0, 0.0) else { continue };
            let far = if parts(other).iter().chain(&more).all(|v| v.abs() < 1e6) { 1e7 } else { 3e38 };
            for index in [0, 1] {
                let Some(coarse) =
                    bisect([0.0, far], &decision, |value| Some((start, replaced(other, index, value)?)))?
                else {
                    continue;
                };
                let Some(other) = replaced(other, index, coarse) else { continue };
                let range = [0.0, -coarse.abs() * 1e-6];
                let Some(fine) = bisect(range, &decision, |value| Some((swept(value, 0.0)?, other)))? else { continue };
                for sign in [1.0, -1.0] {
                    let range = [0.0, sign * coarse.abs() * 1e-10];
                    bisect(range, &decision, |value| Some((swept(fine, value)?, other)))?;
                }
            }
        }
        Ok(())
    });
}

/// A moved rect never grows, and keeps its size if that is a multiple of the spacing at the new place: so it does on a
/// way back.
#[test]
fn rects_keep_their_size() {
    let width = |rect: &Rect| [0, 1].map(|axis| scaled(rect.max()[axis]) - scaled(rect.min()[axis]));
    for_each_pair_and_numbers(2_000, |a, _, more| {
        let Shape::Rect(rect) = a else { return Ok(()) };
        let by = DVec2::new(more[0].into(), more[1].into());
        for rounding in [Rounding::Nearest, Rounding::Down, Rounding::Up] {
            let Some(Shape::Rect(moved)) = place(*rect, by, [rounding; 2]) else { continue };
            let (before, after) = (width(rect), width(&moved));
            for axis in [0, 1] {
                let step = scaled(spacing(moved)[axis] as f32);
                let whole = &before[axis] % &step == BigInt::ZERO;
                prop_assert!(after[axis] == before[axis] || !whole && after[axis] < before[axis], "{:?}", rect);
                prop_assert!(&before[axis] - &after[axis] < &step * 2, "{:?} becomes {:?}", rect, moved);
            }
            if let Some(Shape::Rect(back)) = place(moved, -by, [rounding; 2]) {
                let nearer = back.min().abs().max(back.max().abs()).cmple(moved.min().abs().max(moved.max().abs()));
                for axis in [0, 1] {
                    let whole = &after[axis] % scaled(spacing(moved)[axis] as f32) == BigInt::ZERO;
                    let keeps = width(&back)[axis] == after[axis];
                    prop_assert!(keeps || !whole || !nearer.test(axis), "{:?} and back {:?}", moved, back);
                }
            }
            if let Ok(translated) = rect.translated(by.as_vec2()) {
                prop_assert!(width(&translated).iter().zip(&before).all(|(after, before)| after <= before));
            }
        }
        Ok(())
    });
}
