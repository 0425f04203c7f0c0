//! The batch tests give the same bits as the single decisions, at every SIMD level, on numbers that are hard to decide.

use std::sync::atomic::{AtomicUsize, Ordering};

use collide_core::columns::{Circles, Columns, LaneTest, OrientedRects, Rects, Round, RoundPairs, Row, Simd, overlaps};
use collide_core::{Circle, OrientedRect, Rect, Relation, Rotor, Shape, ShapeKind, Touching, Vec2, distance, relation};
use collide_oracle::shapes;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};

/// Rows as columns.
struct Table<const COLUMNS: usize>([Vec<f32>; COLUMNS]);

impl<const COLUMNS: usize> Table<COLUMNS> {
    fn of<S: Row<COLUMNS>>(shapes: &[S]) -> Self {
        Self(std::array::from_fn(|column| shapes.iter().map(|shape| shape.to_row()[column]).collect()))
    }

    fn columns<S: Row<COLUMNS>>(&self) -> Columns<'_, S, COLUMNS> {
        Columns::new(self.0.each_ref().map(Vec::as_slice)).unwrap()
    }
}

fn levels() -> impl Iterator<Item = Simd> {
    Simd::ALL.into_iter().filter(|simd| simd.is_available())
}

/// Compares batches with single decisions: each shape of `a` with the one of `b` in the same row, and the first shape of
/// each side with all of the other.
fn check<S, O, const A: usize, const B: usize>(a: &[S], b: &[O]) -> TestCaseResult
where
    S: LaneTest<O, A, B> + std::fmt::Debug,
    O: LaneTest<S, B, A> + std::fmt::Debug,
{
    check_one(a[0], b)?;
    check_one(b[0], a)?;
    a.iter().zip(b).try_for_each(|(one, other)| check_one(*one, &[*other]))
}

fn check_one<S, O, const A: usize, const B: usize>(one: S, others: &[O]) -> TestCaseResult
where
    S: LaneTest<O, A, B> + std::fmt::Debug,
    O: Row<B> + std::fmt::Debug,
{
    let table = Table::of(others);
    for simd in levels() {
        for touching in [Touching::Closed, Touching::Open] {
            let mut hits = vec![u64::MAX; others.len().div_ceil(64)];
            overlaps(simd, one, table.columns(), touching, &mut hits).unwrap();
            for i in 0..hits.len() * 64 {
                let expected = others.get(i).is_some_and(|other| touching.accepts(relation(one, *other)));
                let found = hits[i / 64] >> (i % 64) & 1 == 1;
                prop_assert_eq!(found, expected, "{} of {:?} {:?}, {:?}, {:?}", i, simd, touching, one, others);
            }
        }
    }
    Ok(())
}

fn circles(shapes: &[Shape]) -> Vec<Circle> {
    shapes.iter().filter_map(|shape| if let Shape::Circle(circle) = shape { Some(*circle) } else { None }).collect()
}

fn rects(shapes: &[Shape]) -> Vec<Rect> {
    shapes.iter().filter_map(|shape| if let Shape::Rect(rect) = shape { Some(*rect) } else { None }).collect()
}

/// The oriented rects, with unit rotors if `only_unit`, which the fast test needs.
fn oriented_rects(shapes: &[Shape], only_unit: bool) -> Vec<OrientedRect> {
    let rects =
        shapes.iter().filter_map(|shape| if let Shape::OrientedRect(rect) = shape { Some(*rect) } else { None });
    rects.filter(|rect| !only_unit || Row::is_quick(*rect)).collect()
}

fn run(kinds: (ShapeKind, ShapeKind), check: impl Fn(&[Shape], &[Shape]) -> TestCaseResult) {
    let config = ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() };
    // The same numbers for all rows, so that the first row of each side is near all rows of the other.
    let rows = proptest::sample::select(shapes::NUMBERS.to_vec()).prop_flat_map(move |numbers| {
        (vec(shapes::shape(kinds.0, numbers), 1..150), vec(shapes::shape(kinds.1, numbers), 150))
    });
    let done = TestRunner::new(config).run(&rows, |(a, b)| check(&a, &b[..a.len()]));
    done.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn circles_and_circles() {
    run((ShapeKind::Circle, ShapeKind::Circle), |a, b| check(&circles(a), &circles(b)));
}

#[test]
fn circles_and_rects() {
    run((ShapeKind::Circle, ShapeKind::Rect), |a, b| check(&circles(a), &rects(b)));
}

#[test]
fn rects_and_rects() {
    run((ShapeKind::Rect, ShapeKind::Rect), |a, b| check(&rects(a), &rects(b)));
}

#[test]
fn circles_and_oriented_rects() {
    for only_unit in [true, false] {
        run((ShapeKind::Circle, ShapeKind::OrientedRect), |a, b| {
            let rects = oriented_rects(b, only_unit);
            let circles = &circles(a)[..rects.len().min(a.len())];
            if circles.is_empty() { Ok(()) } else { check(circles, &rects[..circles.len()]) }
        });
    }
}

/// Radii a few steps to either side of the distance, where the filter must leave every lane undecided.
fn around_touching<S: Into<Shape> + Copy>(other: S, at: Vec2) -> Vec<Circle> {
    let point = Circle::new(at, 0.0).unwrap();
    let bits = distance(point, other).to_bits().max(40);
    let radii = (bits - 40..bits + 40).map(f32::from_bits).filter(|radius| radius.is_finite());
    radii.map(|radius| Circle::new(at, radius).unwrap()).collect()
}

#[test]
fn steps_beside_touching() {
    let place = |range: f32| (-range..range, -range..range).prop_map(Vec2::from);
    let strategy = (place(100.0), place(100.0), (0_f32..50.0, 0_f32..50.0), -180_f32..180.0, -85_i32..60);
    let config = ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() };
    let done = TestRunner::new(config).run(&strategy, |(at, center, half, angle, power)| {
        let scale = 2_f32.powi(power);
        let (at, center, half) = (at * scale, center * scale, Vec2::from(half) * scale);
        let oriented = OrientedRect::new(center, half, Rotor::from_degrees(angle).unwrap()).unwrap();
        let rect = Rect::new(center - half, center + half).unwrap();
        let circle = Circle::new(center, half.x).unwrap();
        let (around_oriented, around_rect) = (around_touching(oriented, at), around_touching(rect, at));
        check_one(oriented, &around_oriented)?;
        check_one(rect, &around_rect)?;
        check_one(circle, &around_touching(circle, at))
    });
    done.unwrap_or_else(|failure| panic!("{failure}"));
}

/// The same at the ends of the range.
#[test]
fn one_step_beside_touching() {
    for scale in [1.0, 0.1, 1e-20, 1e18, 1e-38, 1e38] {
        let base = Circle::new(Vec2::ZERO, 2.0 * scale).unwrap();
        let steps = (0..200).map(|i| f32::from_bits((3.0 * scale).to_bits() - 100 + i));
        let around: Vec<Circle> = steps.map(|x| Circle::new(Vec2::new(x, 0.0), scale).unwrap()).collect();
        check_one(base, &around).unwrap();
    }
}

#[test]
fn bad_batches_are_refused() {
    let circles = Circles::new([&[0.0, 1.0]; 3]).unwrap();
    let one = Circle::new(Vec2::ZERO, 1.0).unwrap();
    let error = overlaps(Simd::best(), one, circles, Touching::Closed, &mut []).unwrap_err();
    assert_eq!(error.to_string(), "hits: needs 1 words of 64 bits, has 0");
    let error = Rects::new([&[0.0], &[0.0], &[f32::NAN], &[1.0]]).unwrap_err();
    assert_eq!(error.to_string(), "row 0: max.x: must be a finite number, is NaN");
    let error = OrientedRects::new([&[0.0], &[0.0], &[1.0], &[1.0], &[0.0], &[0.0]]).unwrap_err();
    assert_eq!(error.to_string(), "row 0: rotor: cos and sin must not both be zero");
}

fn round(shape: &Shape) -> Option<Round> {
    match shape {
        Shape::Circle(circle) => Some(circle.into()),
        Shape::Capsule(capsule) => Some(capsule.into()),
        Shape::Polygon(polygon) => Some(polygon.into()),
        Shape::Rect(_) | Shape::OrientedRect(_) => None,
    }
}

/// What eight pairs decide at once is what the single decisions say, and the same at every level.
#[test]
fn round_pairs() {
    let round_kinds = [ShapeKind::Circle, ShapeKind::Capsule, ShapeKind::Polygon];
    for (first, second) in round_kinds.into_iter().flat_map(|a| round_kinds.map(|b| (a, b))) {
        let (decided, all) = (AtomicUsize::new(0), AtomicUsize::new(0));
        run((first, second), |a, b| {
            // The same memory for all batches: what is left in it by a larger one decides nothing.
            let mut pairs = RoundPairs::default();
            for (a, b) in a.chunks(RoundPairs::CAPACITY).zip(b.chunks(RoundPairs::CAPACITY)) {
                let hits = levels().map(|simd| {
                    a.iter().zip(b).for_each(|(a, b)| pairs.push(&round(a).unwrap(), &round(b).unwrap()));
                    let hits = pairs.decide(simd);
                    assert!(pairs.is_empty());
                    hits
                });
                let hits: Vec<_> = hits.collect();
                prop_assert!(hits.windows(2).all(|two| two[0] == two[1]), "{:?}", hits);
                let count = a.len().min(b.len());
                for (index, (a, b)) in a.iter().zip(b).enumerate() {
                    let [interior, apart] = [hits[0].interior, hits[0].apart].map(|bits| bits >> index & 1 == 1);
                    let truth = relation(a, b);
                    prop_assert!(!interior || truth == Relation::Interior, "{:?} and {:?}", a, b);
                    prop_assert!(!apart || truth == Relation::Apart, "{:?} and {:?}", a, b);
                }
                let bits = u32::from(hits[0].interior) | u32::from(hits[0].apart);
                prop_assert!(bits >> count == 0);
                decided.fetch_add(bits.count_ones() as usize, Ordering::Relaxed);
                all.fetch_add(count, Ordering::Relaxed);
            }
            Ok(())
        });
        let (decided, all) = (decided.into_inner(), all.into_inner());
        assert!(decided > all / 3, "{first} and {second}: {decided} of {all}");
    }
}
