//! Each feature of a capsule or polygon, approached from outside: corners, sides and round corners, one step either way.

use collide_core::{Relation, Shape, ShapeKind, Vec2, contains_point, overlaps};
use proptest::prelude::*;

use crate::{Decision, agrees, bisect, for_each_pair, replaced};
use collide_oracle::bodies::Body;

/// The corners, and the middles of the sides, each with a direction outward.
fn features(shape: &Shape) -> Vec<(Vec2, Vec2)> {
    let (points, radius): (Vec<Vec2>, f32) = match shape {
        Shape::Capsule(capsule) => (capsule.points().into(), capsule.radius()),
        Shape::Polygon(polygon) => (polygon.points().collect(), polygon.radius()),
        Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) => return Vec::new(),
    };
    let at = |index: usize| points[index % points.len()];
    let outward = |from: Vec2, to: Vec2| -(to - from).perp().normalize_or(Vec2::X);
    let of_point = |index: usize| {
        let (before, here, after) = (at(index + points.len() - 1), at(index), at(index + 1));
        let sides = [outward(before, here), outward(here, after)];
        let corner = (sides[0] + sides[1]).normalize_or((here - before).normalize_or(Vec2::X));
        [(here, corner), (here, sides[0]), (here * 0.5 + after * 0.5, sides[1])]
    };
    let found = (0..points.len()).flat_map(of_point).map(|(at, way)| (at + way * radius * 0.5, way));
    found.filter(|(at, way)| at.is_finite() && way.is_finite()).collect()
}

/// Another shape, or a point, moves away from the feature until the answer changes.
#[test]
fn features_are_exact_where_the_relation_changes() {
    let overlap = Decision { holds: |(a, b): &(Shape, Shape)| overlaps(a, b), check: |(a, b)| agrees(a, b) };
    let holding = Decision {
        holds: |(at, b): &(Vec2, Shape)| contains_point(b, *at),
        check: |(at, b)| {
            let truth = Body::of(b).relation(&Body::point(*at, Vec2::ZERO, 0.0));
            prop_assert_eq!(contains_point(b, *at), truth != Relation::Apart, "{:?} in {:?}", at, b);
            Ok(())
        },
    };
    for_each_pair(600, |a, b| {
        let far = if b.to_numbers().iter().chain(&a.to_numbers()).all(|v| v.abs() < 1e6) { 1e7 } else { 1e38 };
        for (at, way) in features(b) {
            let mover = if a.kind() == ShapeKind::Rect { None } else { Some(a) };
            let moved = |shape: &Shape, t: f32| {
                let at = at + way * t;
                replaced(&replaced(shape, 0, at.x)?, 1, at.y)
            };
            if let Some(mover) = mover {
                bisect([0.0, far], &overlap, |t| Some((moved(mover, t)?, *b)))?;
            }
            bisect([0.0, far], &holding, |t| Some((at + way * t, *b)).filter(|(at, _)| at.is_finite()))?;
        }
        Ok(())
    });
}
