//! Capsules and polygons as they are built, stored and moved: to the bit.

use std::cmp::Ordering;

use collide_core::swept::{Rounding, SweptShape, place};
use collide_core::{Capsule, Circle, DVec2, Polygon, Relation, Segment, Shape, ShapeError, ShapeKind, Vec2, relation};
use collide_oracle::bodies::{Body, hull};
use collide_oracle::exact::{self, Point, scaled};
use collide_oracle::shapes::{NUMBERS, number, points, shape};
use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;

fn run<S: Strategy>(cases: u32, strategy: S, check: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config).run(&strategy, check).unwrap_or_else(|failure| panic!("{failure}"));
}

fn bits(points: &[Vec2]) -> Vec<[u32; 2]> {
    points.iter().map(|point| point.to_array().map(f32::to_bits)).collect()
}

fn offsets(shape: &Shape) -> Vec<Vec2> {
    match shape {
        Shape::Capsule(capsule) => capsule.offsets().into(),
        Shape::Polygon(polygon) => polygon.offsets().into(),
        Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) => Vec::new(),
    }
}

/// A capsule or polygon, and numbers of the same distribution.
fn shape_and_numbers() -> impl Strategy<Value = (Shape, [f32; 4])> {
    let kinds = (select(vec![ShapeKind::Capsule, ShapeKind::Polygon]), select(NUMBERS.to_vec()));
    kinds.prop_flat_map(|(kind, numbers)| (shape(kind, numbers), proptest::array::uniform4(number(numbers))))
}

/// The corners are those of the hull in order, each a point that was given.
#[test]
fn corners_are_those_of_the_exact_hull() {
    let lists = select(NUMBERS.to_vec()).prop_flat_map(|numbers| (points(numbers), points(numbers), points(numbers)));
    run(20_000, lists, |(a, b, c)| {
        for list in [a.clone(), [a.clone(), b.clone()].concat(), [a, b, c].concat()] {
            let exact = |at: &Vec2| Point { x: scaled(at.x), y: scaled(at.y) };
            let expected = hull(list.iter().map(exact).collect());
            match Polygon::new(&list, 0.0) {
                Err(error) => {
                    prop_assert_eq!(error, ShapeError::TooManyCorners { count: expected.len().min(32) });
                    prop_assert!(expected.len() > Polygon::MAX_CORNERS, "{:?}", list);
                }
                Ok(polygon) => {
                    prop_assert_eq!(polygon.offsets().iter().map(exact).collect::<Vec<_>>(), expected, "{:?}", list);
                    let given = bits(&list);
                    prop_assert!(bits(polygon.offsets()).iter().all(|corner| given.contains(corner)), "{:?}", list);
                    let again = Polygon::new(polygon.offsets(), 0.0).unwrap();
                    prop_assert_eq!(bits(again.offsets()), bits(polygon.offsets()));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn numbers_are_read_back_to_the_bit() {
    run(10_000, shape_and_numbers(), |(shape, _)| {
        let numbers = shape.to_numbers();
        let back = Shape::from_numbers(shape.kind(), numbers).unwrap();
        prop_assert_eq!(back.to_numbers().map(f32::to_bits), numbers.map(f32::to_bits));
        prop_assert_eq!(bits(&offsets(&back)), bits(&offsets(&shape)));
        #[cfg(feature = "serde")]
        {
            let text = serde_json::to_string(&shape).unwrap();
            let back: Shape = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(back.to_numbers().map(f32::to_bits), numbers.map(f32::to_bits), "{}", text);
        }
        Ok(())
    });
}

/// A motion changes the position alone.
#[test]
fn motions_are_rigid() {
    run(10_000, shape_and_numbers(), |(shape, [x, y, u, v])| {
        let by = Vec2::new(x, y);
        let roundings = [Rounding::Nearest, Rounding::Down, Rounding::Up];
        let by_place = roundings.map(|rounding| place(shape, DVec2::new(x.into(), v.into()), [rounding, Rounding::Up]));
        for moved in by_place.into_iter().flatten().chain(shape.translated(by)) {
            prop_assert_eq!(bits(&offsets(&moved)), bits(&offsets(&shape)));
            let swept = SweptShape::between(shape, moved).unwrap();
            let way = [0, 1].map(|axis| scaled(moved.center()[axis]) - scaled(shape.center()[axis]));
            for other in [by, Vec2::new(u, v), moved.center() - shape.center()] {
                if !other.is_finite() {
                    continue;
                }
                let exact = [0, 1].map(|axis| scaled(other[axis]));
                let dot = |a: &[BigInt; 2], b: &[BigInt; 2]| &a[0] * &b[0] + &a[1] * &b[1];
                prop_assert_eq!(swept.compare_length(other), dot(&way, &way).cmp(&dot(&exact, &exact)));
                prop_assert_eq!(swept.compare_direction(other), dot(&way, &exact).cmp(&BigInt::ZERO));
            }
        }
        if let Ok(moved) = shape.translated(by) {
            prop_assert_eq!(moved.center(), shape.center() + by);
        }
        let rounded = place(shape, DVec2::new(x.into(), v.into()), [Rounding::Down, Rounding::Up]);
        if let Some(moved) = rounded {
            let at =
                |axis: usize, by: f32| scaled(moved.center()[axis]).cmp(&(scaled(shape.center()[axis]) + scaled(by)));
            prop_assert_ne!(at(0, x), Ordering::Greater);
            prop_assert_ne!(at(1, v), Ordering::Less);
        }
        Ok(())
    });
}

/// Other kinds as capsules and polygons are the same sets.
#[test]
fn conversions_keep_the_set() {
    let shapes = select(NUMBERS.to_vec()).prop_flat_map(|numbers| {
        (shape(ShapeKind::Circle, numbers), shape(ShapeKind::Rect, numbers), shape(ShapeKind::Capsule, numbers))
    });
    run(3_000, shapes, |(circle, rect, capsule)| {
        let same = |a: &Shape, b: Shape| {
            let [a, b] = [Body::of(a), Body::of(&b)];
            (hull(a.corners), a.radius) == (hull(b.corners), b.radius)
        };
        if let (Shape::Circle(from), Shape::Rect(to), Shape::Capsule(wall)) = (circle, rect, capsule) {
            prop_assert!(same(&circle, Capsule::from(from).into()) && same(&circle, Polygon::from(from).into()));
            prop_assert!(same(&rect, Polygon::from(to).into()) && same(&capsule, Polygon::from(wall).into()));
            let segment = Segment::new(to.min(), to.max()).unwrap();
            let beam = Shape::from(Capsule::from(segment));
            prop_assert_eq!(relation(beam, circle), exact::segment_relation(&segment, &circle));
            let disc = Circle::new(to.min(), 0.0).unwrap();
            prop_assert!(relation(beam, disc) != Relation::Apart);
        }
        Ok(())
    });
}
