//! The measures against exact arithmetic: their errors are within the bounds of `docs/numerics.md`.

use std::cmp::Ordering;

use collide_core::{
    Circle, Moving, OrientedRect, Ray, Relation, Shape, Vec2, cast_ray, closest_points, contact, contains_point,
    contains_point_strictly, distance, overlaps, overlaps_interior, penetration, sweep,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::{for_each_pair, for_each_pair_and_numbers};
use collide_oracle::bodies::{Body, length};
use collide_oracle::shapes::parts;

/// The error bound of measures before they are rounded to `f32`, relative to the sum of all magnitudes that enter.
const ROUNDING: f64 = 1.0 / (1_u64 << 47) as f64;

/// Half a unit in the last place of `f32`, relative to the rounded number; and the smallest step.
const HALF_STEP: f64 = 1.0 / (1 << 24) as f64;
const LEAST_STEP: f64 = 1.0 / (1_u128 << 126) as f64 / (1 << 23) as f64;

/// The sum of a shape's coordinates and sizes.
fn size(shape: &Shape) -> f64 {
    match shape {
        Shape::OrientedRect(rect) => {
            let center = rect.center().abs().as_dvec2();
            center.x + center.y + (half_extents(rect)[0] + half_extents(rect)[1])
        }
        Shape::Capsule(capsule) => size_around(capsule.position(), &capsule.offsets(), capsule.radius()),
        Shape::Polygon(polygon) => size_around(polygon.position(), polygon.offsets(), polygon.radius()),
        Shape::Circle(_) | Shape::Rect(_) => parts(shape).iter().map(|part| f64::from(part.abs())).sum(),
    }
}

/// The same for a hull of points: of its corners, the one farthest from the position.
fn size_around(position: Vec2, offsets: &[Vec2], radius: f32) -> f64 {
    magnitude(position) + offsets.iter().map(|offset| magnitude(*offset)).fold(0.0, f64::max) + f64::from(radius)
}

fn half_extents(rect: &OrientedRect) -> [f64; 2] {
    let length = f64::from(rect.rotor().cos()).hypot(rect.rotor().sin().into());
    [f64::from(rect.half_extents().x) * length, f64::from(rect.half_extents().y) * length]
}

fn magnitude(v: Vec2) -> f64 {
    f64::from(v.x.abs()) + f64::from(v.y.abs())
}

/// The error bound of a number that was rounded to `f32`, from inputs of this total size.
fn error(rounded: f64, size: f64) -> f64 {
    HALF_STEP * rounded + ROUNDING * size + LEAST_STEP
}

/// The error bound of a point on a path of this length because of the rounding of its time, at most one step.
fn step_of_time(way: f64, time: f32) -> f64 {
    way * (2.0 * HALF_STEP * f64::from(time) + LEAST_STEP)
}

/// Whether a value was clipped to the range of `f32`.
fn clipped(value: f64) -> bool {
    value >= f64::from(f32::MAX) * 0.999
}

/// Whether a value agrees with an exact comparison, within an error.
fn is_within(value: f64, error: f64, compare: impl Fn(&num_bigint::BigInt) -> Ordering) -> bool {
    let below = value - error;
    compare(&length(value + error)).is_le() && (below <= 0.0 || compare(&length(below)).is_ge())
}

/// Whether all numbers are finite, and no zero is negative.
fn are_clean(vectors: &[Vec2], numbers: &[f32]) -> bool {
    let all = vectors.iter().flat_map(|vector| vector.to_array()).chain(numbers.iter().copied());
    all.into_iter().all(|number| number.is_finite() && (number != 0.0 || number.is_sign_positive()))
}

fn point(at: Vec2) -> Body {
    Body::point(at, Vec2::ZERO, 0.0)
}

#[test]
fn distances_are_within_their_bound() {
    for_each_pair(1_000, |a, b| {
        prop_assert_eq!(distance(a, b) == 0.0, overlaps(a, b));
        let Some(closest) = closest_points(a, b) else {
            prop_assert!(overlaps(a, b));
            return Ok(());
        };
        prop_assert!(closest.distance > 0.0 && closest.distance == distance(a, b));
        prop_assert!(are_clean(&[closest.on_a, closest.on_b], &[closest.distance]), "{closest:?} of {a:?} and {b:?}");
        let (value, size) = (f64::from(closest.distance), size(a) + size(b));
        if clipped(value) || clipped(magnitude(closest.on_a)) || clipped(magnitude(closest.on_b)) {
            return Ok(());
        }
        let (exact_a, exact_b) = (Body::of(a), Body::of(b));
        let near = |length: &_| exact_a.compare_distance(&exact_b, length);
        prop_assert!(is_within(value, error(value, size), near), "{closest:?} of {a:?} and {b:?}");
        for (at, own, other) in [(closest.on_a, &exact_a, &exact_b), (closest.on_b, &exact_b, &exact_a)] {
            let slack = error(magnitude(at), size);
            prop_assert!(own.compare_distance(&point(at), &length(slack)).is_le(), "{at} of {closest:?}: {a:?}, {b:?}");
            let across = length(value + slack + error(value, size));
            prop_assert!(other.compare_distance(&point(at), &across).is_le(), "{at} of {closest:?}: {a:?}, {b:?}");
        }
        Ok(())
    });
}

#[test]
fn contacts_are_within_their_bound() {
    for_each_pair(1_000, |a, b| {
        let found = contact(a, b);
        prop_assert_eq!(found.is_some(), overlaps(a, b));
        prop_assert_eq!(penetration(a, b) > 0.0, overlaps_interior(a, b));
        let Some(found) = found else { return Ok(()) };
        prop_assert!(found.depth >= 0.0 && found.depth.is_finite() && found.depth == penetration(a, b));
        prop_assert!((found.normal.length() - 1.0).abs() < 1e-6, "{found:?} of {a:?} and {b:?}");
        let (value, size) = (f64::from(found.depth), size(a) + size(b));
        let points = found.points.as_slice();
        prop_assert!(
            (1..=2).contains(&points.len()) && are_clean(points, &[found.depth, found.normal.x, found.normal.y])
        );
        if clipped(value) || points.iter().any(|at| clipped(magnitude(*at))) {
            return Ok(());
        }
        let (exact_a, exact_b) = (Body::of(a), Body::of(b));
        // The candidates are the directions across edges. A later one that is shorter by less than the width of a tie
        // is not used.
        let slack = error(value, size) + 1e-9 * value;
        let deep = |length: &_| exact_a.compare_depth(&exact_b, length);
        prop_assert!(is_within(value, slack, deep), "{found:?} of {a:?} and {b:?}");
        let way_out = (value + 4.0 * slack) as f32;
        if way_out.is_finite() {
            let parted = exact_b.moved(found.normal, way_out.next_up());
            prop_assert!(exact_a.relation(&parted) != Relation::Interior, "{found:?} of {a:?} and {b:?}");
        }
        for at in points {
            let reach = length(value / 2.0 + slack + error(magnitude(*at), size));
            let near = [&exact_a, &exact_b].map(|body| body.compare_distance(&point(*at), &reach));
            prop_assert!(near.iter().all(|near| near.is_le()), "{at} of {found:?}: {a:?} and {b:?}");
        }
        Ok(())
    });
}

#[test]
fn casts_are_within_their_bound() {
    for_each_pair_and_numbers(1_000, |shape, other, more| {
        let origin = if more[4] > 0.0 { Vec2::new(more[0], more[1]) } else { other.aabb().min() };
        for max_t in [more[4].abs(), 1.0, f32::INFINITY] {
            let Ok(ray) = Ray::new(origin, Vec2::new(more[2], more[3]), max_t) else { return Ok(()) };
            check_cast(&ray, shape)?;
        }
        Ok(())
    });
}

fn check_cast(ray: &Ray, shape: &Shape) -> TestCaseResult {
    let exact = Body::of(shape);
    let hits = Body::ray(ray).relation(&exact) != Relation::Apart;
    let Some(hit) = cast_ray(ray, shape) else {
        prop_assert!(!hits, "missed: {ray:?} to {shape:?}");
        return Ok(());
    };
    prop_assert!(hits, "{hit:?} of {ray:?} to {shape:?}");
    prop_assert!(0.0 <= hit.entry && hit.entry <= hit.exit && hit.exit <= ray.max_t());
    prop_assert!(are_clean(&[hit.point, hit.normal.unwrap_or_default()], &[hit.entry, hit.exit]), "{hit:?}");
    prop_assert_eq!(hit.normal.is_none(), contains_point_strictly(shape, ray.origin()));
    let reach = |t: f32| magnitude(ray.direction()) * f64::from(t);
    let step = |t: f32| step_of_time(magnitude(ray.direction()), t);
    let size = size(shape) + magnitude(ray.origin());
    if clipped(hit.entry.into()) || clipped(magnitude(hit.point)) {
        return Ok(());
    }
    let slack = error(magnitude(hit.point), size + reach(hit.entry)) + step(hit.entry);
    prop_assert!(exact.compare_distance(&point(hit.point), &length(slack)).is_le(), "{hit:?}: {ray:?}, {shape:?}");
    // The parts before the entry and after the exit are outside the shape, within the error.
    let before = Body::ray(&Ray::new(ray.origin(), ray.direction(), hit.entry).unwrap());
    let starts_inside = contains_point(shape, ray.origin());
    prop_assert!(!starts_inside || hit.entry == 0.0, "starts inside: {hit:?} of {ray:?} to {shape:?}");
    let not_before = starts_inside || exact.compare_depth(&before, &length(slack)).is_le();
    prop_assert!(not_before, "entry of {hit:?}: {ray:?}, {shape:?}");
    if hit.exit < ray.max_t() && !clipped(hit.exit.into()) {
        let slack = error(0.0, size + reach(hit.exit)) + step(hit.exit);
        let mut after = Body::ray(ray);
        after.corners.truncate(1);
        after.corners.extend(Body::point(ray.origin(), ray.direction(), hit.exit).corners);
        prop_assert!(exact.compare_depth(&after, &length(slack)).is_le(), "exit of {hit:?}: {ray:?}, {shape:?}");
    }
    if let Some(normal) = hit.normal {
        prop_assert!((normal.length() - 1.0).abs() < 1e-6, "{hit:?}");
        let out = (4.0 * slack) as f32;
        if out.is_finite() {
            let away = point(hit.point).moved(normal, out);
            prop_assert!(exact.compare_distance(&away, &length(slack)).is_ge(), "{hit:?}: {ray:?}, {shape:?}");
        }
    }
    Ok(())
}

#[test]
fn sweeps_are_within_their_bound() {
    for_each_pair_and_numbers(1_500, |a, b, more| {
        check_sweep(a, Vec2::new(more[0], more[1]), b, Vec2::new(more[2], more[3]))?;
        check_sweep(a, Vec2::new(more[4], 0.0), b, Vec2::new(0.0, more[5]))
    });
}

/// Points and rays at corners and along edges, from near and far, as precise as `f32` allows.
#[test]
fn casts_at_corners_and_along_edges_are_within_their_bound() {
    for_each_pair_and_numbers(1_000, |_, shape, more| {
        let (center, axes, half) = match shape {
            Shape::Circle(_) => return Ok(()),
            Shape::Capsule(capsule) => {
                let [a, b] = capsule.points();
                (
                    a,
                    [(b - a).normalize_or(Vec2::X), (b - a).perp().normalize_or(Vec2::Y)],
                    Vec2::new(0.0, capsule.radius()),
                )
            }
            Shape::Polygon(polygon) => {
                let a = polygon.points().next().unwrap();
                let along = polygon.points().nth(1).unwrap_or(a) - a;
                (
                    a,
                    [along.normalize_or(Vec2::X), -along.perp().normalize_or(Vec2::Y)],
                    Vec2::new(0.0, polygon.radius()),
                )
            }
            Shape::Rect(rect) => {
                (rect.min() * 0.5 + rect.max() * 0.5, [Vec2::X, Vec2::Y], rect.max() * 0.5 - rect.min() * 0.5)
            }
            Shape::OrientedRect(rect) => {
                let x = Vec2::new(rect.rotor().cos(), rect.rotor().sin());
                (rect.center(), [x, x.perp()], rect.half_extents())
            }
        };
        let corner = center + axes[0] * half.x + axes[1] * half.y;
        let start = Vec2::new(more[0], more[1]);
        if !(corner.is_finite() && (corner - start).is_finite() && axes[0].is_finite()) {
            return Ok(());
        }
        for times in [1.0, 2.0, 64.0] {
            let way = (corner - start) * times;
            let point = Shape::from(Circle::new(start, 0.0).unwrap());
            let almost = Shape::from(Circle::new(start, f32::MIN_POSITIVE).unwrap());
            if way.is_finite() {
                check_sweep(&point, way, shape, Vec2::ZERO)?;
                check_sweep(shape, Vec2::ZERO, &almost, way)?;
                Ray::new(start, way, f32::INFINITY).map_or(Ok(()), |ray| check_cast(&ray, shape))?;
            }
        }
        let along = axes[usize::from(more[2] > 0.0)];
        let (back, nearly) = (along * -more[3].abs(), Vec2::new(along.x, along.y.next_up()));
        for (origin, way) in [corner, center].into_iter().flat_map(|at| [(at + back, along), (at + back, nearly)]) {
            if origin.is_finite() {
                Ray::new(origin, way, f32::INFINITY).map_or(Ok(()), |ray| check_cast(&ray, shape))?;
            }
        }
        Ok(())
    });
}

fn check_sweep(a: &Shape, a_way: Vec2, b: &Shape, b_way: Vec2) -> TestCaseResult {
    let (exact_a, exact_b) = (Body::of(a), Body::of(b));
    let impact = sweep(Moving::new(a, a_way).unwrap(), Moving::new(b, b_way).unwrap());
    if let Some(impact) = impact {
        let clean = are_clean(impact.points.as_slice(), &[impact.time, impact.normal.x, impact.normal.y]);
        prop_assert!(clean, "{impact:?}");
    }
    let said = || format!("{impact:?} of {a:?} by {a_way} and {b:?} by {b_way}");
    match exact_a.relation(&exact_b) {
        Relation::Interior => prop_assert!(impact.is_some_and(|impact| impact.time == 0.0), "{}", said()),
        Relation::Touching => {
            let soon = exact_a.moved_slightly(a_way, 4_000).relation(&exact_b.moved_slightly(b_way, 4_000));
            prop_assert_eq!(impact.is_some(), soon != Relation::Apart, "{}", said());
            prop_assert!(impact.is_none_or(|impact| impact.time == 0.0), "{}", said());
        }
        Relation::Apart => {
            let time = impact.map_or(1.0, |impact| impact.time);
            prop_assert!((0.0..=1.0).contains(&time));
            let motion = magnitude(a_way) + magnitude(b_way);
            let slack = error(0.0, size(a) + size(b) + motion * f64::from(time)) + step_of_time(motion, time);
            let (then_a, then_b) = (exact_a.moved(a_way, time), exact_b.moved(b_way, time));
            // The motions of a relative to b, until then.
            let mut swept = exact_a.clone();
            swept.corners.extend(exact_a.moved(a_way, time).moved(-b_way, time).corners);
            prop_assert!(exact_b.compare_depth(&swept, &length(slack)).is_le(), "too late: {}", said());
            let Some(impact) = impact else { return Ok(()) };
            prop_assert!(then_a.compare_distance(&then_b, &length(slack)).is_le(), "too early: {}", said());
            prop_assert!((impact.normal.length() - 1.0).abs() < 1e-6, "{}", said());
            let out = (4.0 * slack) as f32;
            if out.is_finite() {
                let away = then_b.moved(impact.normal, out);
                prop_assert!(then_a.compare_distance(&away, &length(slack)).is_ge(), "normal: {}", said());
            }
            for at in impact.points.as_slice().iter().filter(|at| !clipped(magnitude(**at))) {
                let reach = length(slack + error(magnitude(*at), 0.0));
                let near = [&then_a, &then_b].map(|body| body.compare_distance(&point(*at), &reach));
                prop_assert!(near.iter().all(|near| near.is_le()), "{at}: {}", said());
            }
        }
    }
    Ok(())
}
