//! The exact kernels against an oracle in big integers. `COLLIDE_ORACLE=50 cargo test --release --test oracle` runs
//! 50 times the number of cases.

mod batch;
mod entering;
mod features;
mod hulls;
mod kinds;
mod measures;
mod sectors;

use collide_core::{
    Moving, Ray, Region, Relation, Segment, Shape, ShapeKind, Vec2, cast_segment, containment, contains,
    contains_point, overlaps, overlaps_interior, region_of, relation, sweep,
};
use collide_core::{ray_shape, segment_shape};
use collide_oracle::bodies::Body;
use collide_oracle::exact;
use collide_oracle::shapes::{pair_and_numbers, parts, with_parts};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestCaseResult, TestRunner};

/// Runs a check on `cases` cases of each pair of kinds, multiplied by `COLLIDE_ORACLE`. A sixth of them with capsules and
/// polygons, for which the oracle takes longer.
fn for_each_pair(cases: u32, check: impl Fn(&Shape, &Shape) -> TestCaseResult) {
    for_each_pair_and_numbers(cases, |a, b, _| check(a, b));
}

/// Like [`for_each_pair`], with more numbers of the same distribution.
fn for_each_pair_and_numbers(cases: u32, check: impl Fn(&Shape, &Shape, [f32; 6]) -> TestCaseResult) {
    let times: u32 =
        std::env::var("COLLIDE_ORACLE").map_or(1, |times| times.parse().expect("COLLIDE_ORACLE is a number"));
    let pairs = ShapeKind::ALL.into_iter().flat_map(|a| ShapeKind::ALL.map(|b| (a, b)));
    let failure_of = |kinds: (ShapeKind, ShapeKind)| {
        let cases = if kinds.1 <= ShapeKind::OrientedRect { cases } else { cases.div_ceil(6) } * times;
        let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
        let done = TestRunner::new(config).run(&pair_and_numbers(kinds), |(a, b, more)| check(&a, &b, more));
        done.err().map(|failure| format!("{kinds:?}: {failure}"))
    };
    let failures: Vec<String> = pairs.filter(|(a, b)| a <= b).filter_map(failure_of).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Segments and rays through points related to the shapes: their bounds, and the given numbers.
fn lines_agree(a: &Shape, b: &Shape, more: [f32; 6]) -> TestCaseResult {
    let corners = [a.aabb().min(), b.aabb().max(), Vec2::new(more[0], more[1]), Vec2::new(more[2], more[3])];
    for (from, to) in [(0, 1), (1, 0), (0, 2), (2, 3), (3, 1)].map(|(from, to)| (corners[from], corners[to])) {
        let segment = Segment::new(from, to).unwrap();
        let rays = [more[4].abs(), 1.0, f32::INFINITY].map(|max_t| Ray::new(from, to, max_t).ok());
        for shape in [a, b] {
            let truth = exact::segment_relation(&segment, shape);
            prop_assert_eq!(segment_shape(&segment, shape), truth, "{:?} to {:?}", segment, shape);
            prop_assert_eq!(cast_segment(&segment, shape).is_some(), truth != Relation::Apart);
            for ray in rays.iter().flatten() {
                let truth = Body::ray(ray).relation(&Body::of(shape));
                prop_assert_eq!(ray_shape(ray, shape), truth, "{:?} to {:?}", ray, shape);
            }
        }
    }
    Ok(())
}

#[test]
fn lines_meet_as_in_exact_arithmetic() {
    for_each_pair_and_numbers(1_000, lines_agree);
}

fn agrees(a: &Shape, b: &Shape) -> TestCaseResult {
    let truth = exact::relation(a, b);
    prop_assert_eq!(relation(a, b), truth, "{:?} to {:?}", a, b);
    prop_assert_eq!(relation(b, a), truth, "swapped, {:?} to {:?}", a, b);
    prop_assert_eq!(overlaps(a, b), truth != Relation::Apart);
    prop_assert_eq!(overlaps_interior(a, b), truth == Relation::Interior);
    for (outer, inner) in [(a, b), (b, a)] {
        let truth = exact::containment(outer, inner);
        prop_assert_eq!(containment(outer, inner), truth, "{:?} in {:?}", inner, outer);
    }
    for shape in [a, b] {
        let (from, to) = (a.aabb().min(), b.aabb().max());
        for segment in [Segment::new(from, to), Segment::new(to, from), Segment::new(from, from)] {
            let segment = segment.unwrap();
            let truth = exact::segment_relation(&segment, shape);
            prop_assert_eq!(segment_shape(&segment, shape), truth, "{:?} to {:?}", segment, shape);
        }
    }
    Ok(())
}

#[test]
fn relations_are_those_of_exact_arithmetic() {
    for_each_pair(4_000, agrees);
}

/// The regions of the center and corners of the other shape. Not for a rectangle with an extent of zero, which has no
/// edge to measure along.
#[test]
fn regions_are_those_of_exact_arithmetic() {
    for_each_pair(1_000, |a, b| {
        let flat = match b {
            Shape::Rect(rect) => rect.min().cmpeq(rect.max()).any(),
            Shape::OrientedRect(rect) => rect.half_extents().cmpeq(Vec2::ZERO).any(),
            Shape::Circle(_) | Shape::Capsule(_) | Shape::Polygon(_) => true,
        };
        if flat {
            return Ok(());
        }
        let bound = a.aabb();
        for point in [bound.min(), bound.max(), Vec2::new(bound.min().x, bound.max().y), b.aabb().max()] {
            let found = region_of(b, point);
            prop_assert_eq!(found.map(Region::sides), Some(exact::region(b, point)), "{:?} around {:?}", point, b);
            prop_assert_eq!(found == Some(Region::Inside), contains_point(b, point));
        }
        Ok(())
    });
}

/// Every input one step up and down.
#[test]
fn relations_are_exact_one_step_beside() {
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

/// The indices of the numbers of a shape that set its upper right side.
fn upper(shape: &Shape) -> [usize; 2] {
    if let Shape::Rect(_) = shape { [2, 3] } else { [0, 1] }
}

/// The shape with one number replaced. If its lower corner moves, a rectangle keeps its size, up to rounding.
fn replaced(shape: &Shape, index: usize, value: f32) -> Option<Shape> {
    let mut numbers = parts(shape);
    if let (Shape::Rect(_), 0 | 1) = (shape, index) {
        numbers[index + 2] += value - numbers[index];
    }
    numbers[index] = value;
    with_parts(shape, &numbers)
}

/// A decision and its check against the oracle.
struct Decision<T> {
    holds: fn(&T) -> bool,
    check: fn(&T) -> TestCaseResult,
}

/// Finds adjacent numbers between `near` and `far` on which the decision differs, and compares the answers around them
/// with the oracle. Returns the number for which the decision holds, or `None` if it does not change.
fn bisect<T>(
    [mut near, mut far]: [f32; 2],
    decision: &Decision<T>,
    at: impl Fn(f32) -> Option<T>,
) -> Result<Option<f32>, TestCaseError> {
    let holds = |value: f32| at(value).map(|case| (decision.holds)(&case));
    if holds(near) != Some(true) || holds(far) != Some(false) {
        return Ok(None);
    }
    for _ in 0..300 {
        let middle = near * 0.5 + far * 0.5;
        let Some(holds) = holds(middle).filter(|_| middle != near && middle != far) else { break };
        *(if holds { &mut near } else { &mut far }) = middle;
    }
    for value in [near.next_down(), near, near.next_up(), far.next_down(), far, far.next_up()] {
        if let Some(case) = at(value) {
            (decision.check)(&case)?;
        }
    }
    Ok(Some(near))
}

/// Moves the shapes apart until the answer changes: coarsely along x by a number of the second shape, then by a number
/// of the first that starts at zero and so resolves the rounding of the other, then across. This is as close to
/// touching as 72 bits allow, where plain `f64` cannot decide.
fn bisect_pair(a: &Shape, b: &Shape, decision: &Decision<(Shape, Shape)>) -> TestCaseResult {
    let [x, y] = upper(a);
    let Some(a) = replaced(a, x, 0.0).and_then(|a| replaced(&a, y, 0.0)) else { return Ok(()) };
    let far = if parts(b).iter().all(|v| v.abs() < 1e6) { 1e7 } else { 3e38 };
    let Some(coarse) = bisect([0.0, far], decision, |value| Some((a, replaced(b, 0, value)?)))? else { return Ok(()) };
    let Some(b) = replaced(b, 0, coarse) else { return Ok(()) };
    let range = [0.0, -coarse.abs() * 1e-6];
    let Some(fine) = bisect(range, decision, |value| Some((replaced(&a, x, value)?, b)))? else { return Ok(()) };
    let Some(a) = replaced(&a, x, fine) else { return Ok(()) };
    for sign in [1.0, -1.0] {
        bisect([0.0, sign * coarse.abs() * 1e-10], decision, |value| Some((replaced(&a, y, value)?, b)))?;
    }
    Ok(())
}

#[test]
fn relations_are_exact_where_they_change() {
    let overlap = Decision { holds: |(a, b)| overlaps(a, b), check: |(a, b)| agrees(a, b) };
    let holding = Decision { holds: |(a, b)| contains(a, b), check: |(a, b)| agrees(a, b) };
    for_each_pair(600, |a, b| {
        bisect_pair(a, b, &overlap)?;
        bisect_pair(a, b, &holding)?;
        bisect_pair(b, a, &holding)
    });
}

/// The same for lines: the shape moves away, then the line follows by the rounding error of the shape.
#[test]
fn lines_are_exact_where_their_relation_changes() {
    type Case = (Ray, Segment, Shape);
    let make = |from: Vec2, to: Vec2, shape: Option<Shape>| -> Option<Case> {
        Some((Ray::new(from, to, 1.5).ok()?, Segment::new(from, to).ok()?, shape?))
    };
    let check = |(ray, segment, shape): &Case| {
        prop_assert_eq!(ray_shape(ray, shape), Body::ray(ray).relation(&Body::of(shape)), "{:?}, {:?}", ray, shape);
        prop_assert_eq!(segment_shape(segment, shape), exact::segment_relation(segment, shape));
        Ok(())
    };
    let by_ray = Decision { holds: |(ray, _, shape): &Case| ray_shape(ray, shape) != Relation::Apart, check };
    let by_segment =
        Decision { holds: |(_, segment, shape): &Case| segment_shape(segment, shape) != Relation::Apart, check };
    for_each_pair_and_numbers(600, |shape, _, more| {
        let (from, to) = (Vec2::new(0.0, more[0]), Vec2::new(more[1], more[2]));
        for decision in [&by_ray, &by_segment] {
            for index in [0, 1] {
                let far = if parts(shape).iter().chain(&more).all(|v| v.abs() < 1e6) { 1e7 } else { 3e38 };
                let Some(coarse) = bisect([0.0, far], decision, |value| make(from, to, replaced(shape, index, value)))?
                else {
                    continue;
                };
                let moved = replaced(shape, index, coarse);
                bisect([0.0, -coarse.abs() * 1e-6], decision, |value| make(Vec2::new(value, from.y), to, moved))?;
            }
        }
        Ok(())
    });
}

/// Every decision about a pair and the line between two points.
fn decisions(a: &Shape, b: &Shape, [from, to]: [Vec2; 2]) -> impl PartialEq + Copy + std::fmt::Debug + use<> {
    let ray = |shape| Ray::new(from, to, 2.0).ok().map(|ray| ray_shape(&ray, shape));
    let segment = Segment::new(from, to).unwrap();
    let moved = Moving::new(b, to).unwrap();
    let touching_sweep = if relation(a, b) == Relation::Apart { None } else { Some(sweep(a, moved).is_some()) };
    (
        (relation(a, b), containment(a, b), containment(b, a), touching_sweep),
        (ray(a), ray(b), segment_shape(&segment, a), segment_shape(&segment, b)),
    )
}

/// Scaling by a power of two and mirroring change nothing if they are exact.
#[test]
fn scale_and_mirror_change_nothing() {
    for_each_pair_and_numbers(1_000, |a, b, more| {
        let line = [Vec2::new(more[0], more[1]), Vec2::new(more[2], more[3])];
        let expected = decisions(a, b, line);
        for power in [-20, 3, 40] {
            let factor = 2_f32.powi(power);
            let scaled = |shape: &Shape| {
                let count = if let Shape::OrientedRect(_) = shape { 4 } else { parts(shape).len() };
                let numbers: Vec<f32> =
                    parts(shape).iter().enumerate().map(|(i, v)| if i < count { v * factor } else { *v }).collect();
                let exact = parts(shape).iter().zip(&numbers).take(count).all(|(v, scaled)| scaled / factor == *v);
                if exact { with_parts(shape, &numbers) } else { None }
            };
            let scaled_line = line.map(|at| at * factor);
            if let (Some(a), Some(b), true) = (scaled(a), scaled(b), scaled_line.map(|at| at / factor) == line) {
                prop_assert_eq!(decisions(&a, &b, scaled_line), expected, "by 2^{}: {:?} to {:?}", power, a, b);
            }
        }
        let mirrored = |shape: &Shape| {
            let p = parts(shape);
            let numbers = match shape {
                Shape::Circle(_) => vec![-p[0], p[1], p[2]],
                Shape::Rect(_) => vec![-p[2], p[1], -p[0], p[3]],
                Shape::OrientedRect(_) => vec![-p[0], p[1], p[2], p[3], p[4], -p[5]],
                Shape::Capsule(_) => vec![-p[0], p[1], -p[2], p[3], -p[4], p[5], p[6]],
                Shape::Polygon(_) => {
                    let is_x = |i: usize| i == 0 || (i > 2 && i % 2 == 1);
                    p.iter().enumerate().map(|(i, v)| if is_x(i) { -v } else { *v }).collect()
                }
            };
            with_parts(shape, &numbers).unwrap()
        };
        let mirrored_line = line.map(|at| Vec2::new(-at.x, at.y));
        prop_assert_eq!(decisions(&mirrored(a), &mirrored(b), mirrored_line), expected, "mirrored: {:?}, {:?}", a, b);
        Ok(())
    });
}

/// Bounds contain the shape, clipped to the finite range, are at most slightly wider, and intersect if the shapes do.
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
