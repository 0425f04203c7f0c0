//! The batch tests give the same bits as the single decisions, at every SIMD level, on numbers that are hard to decide.

use collide_oracle::shapes;
use collide2d::columns::{
    Circles, Columns, ColumnsError, OrientedRects, Rects, Row, Simd, circle_circle, circle_oriented_rect, circle_rect,
    rect_rect,
};
use collide2d::{Circle, OrientedRect, Rect, Rotor, Shape, ShapeKind, Touching, Vec2, distance, relation};
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

/// Compares a batch test with single decisions: row by row, and the first row of each side with all rows of the other.
macro_rules! check {
    ($test:ident, $a:expr, $b:expr) => {{
        let (a, b) = (&$a, &$b);
        let (a_table, b_table) = (Table::of(a), Table::of(b));
        for simd in levels() {
            for touching in [Touching::Closed, Touching::Open] {
                let mut hits = vec![u64::MAX; a.len().div_ceil(64)];
                let bits = |i: usize, j: usize| touching.accepts(relation(a[i], b[j]));
                let compare =
                    |what: &str, done: Result<(), ColumnsError>, hits: &[u64], expected: &dyn Fn(usize) -> bool| {
                        done.unwrap();
                        for i in 0..hits.len() * 64 {
                            let expected = i < a.len() && expected(i);
                            let found = hits[i / 64] >> (i % 64) & 1 == 1;
                            prop_assert_eq!(
                                found,
                                expected,
                                "{} {} of {:?} {:?}, {:?}, {:?}",
                                what,
                                i,
                                simd,
                                touching,
                                a,
                                b
                            );
                        }
                        Ok(())
                    };
                let done = $test(simd, a_table.columns(), b_table.columns(), touching, &mut hits);
                compare("row", done, &hits, &|i| bits(i, i))?;
                let done = $test(simd, a[0], b_table.columns(), touching, &mut hits);
                compare("first against", done, &hits, &|i| bits(0, i))?;
                let done = $test(simd, a_table.columns(), b[0], touching, &mut hits);
                compare("against first", done, &hits, &|i| bits(i, 0))?;
            }
        }
    }};
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
    run((ShapeKind::Circle, ShapeKind::Circle), |a, b| {
        check!(circle_circle, circles(a), circles(b));
        Ok(())
    });
}

#[test]
fn circles_and_rects() {
    run((ShapeKind::Circle, ShapeKind::Rect), |a, b| {
        check!(circle_rect, circles(a), rects(b));
        Ok(())
    });
}

#[test]
fn rects_and_rects() {
    run((ShapeKind::Rect, ShapeKind::Rect), |a, b| {
        check!(rect_rect, rects(a), rects(b));
        Ok(())
    });
}

#[test]
fn circles_and_oriented_rects() {
    for only_unit in [true, false] {
        run((ShapeKind::Circle, ShapeKind::OrientedRect), |a, b| {
            let rects = oriented_rects(b, only_unit);
            let circles = &circles(a)[..rects.len().min(a.len())];
            if !circles.is_empty() {
                check!(circle_oriented_rect, circles.to_vec(), rects[..circles.len()].to_vec());
            }
            Ok(())
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
        check!(circle_oriented_rect, around_oriented, vec![oriented; around_oriented.len()]);
        check!(circle_rect, around_rect, vec![rect; around_rect.len()]);
        let around_circle = around_touching(circle, at);
        check!(circle_circle, around_circle, vec![circle; around_circle.len()]);
        Ok(())
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
        let done = || -> TestCaseResult {
            check!(circle_circle, vec![base; around.len()], around);
            Ok(())
        };
        done().unwrap();
    }
}

#[test]
fn bad_batches_are_refused() {
    let two: [&[f32]; 3] = [&[0.0, 1.0]; 3];
    let circles = Circles::new(two).unwrap();
    let one = circles.slice(0..1).unwrap();
    let mut hits = [7];
    let error = circle_circle(Simd::best(), circles, one, Touching::Closed, &mut hits).unwrap_err();
    assert_eq!(error.to_string(), "b: must have 2 entries, has 1");
    let error = circle_circle(Simd::best(), circles, circles, Touching::Closed, &mut []).unwrap_err();
    assert_eq!(error.to_string(), "hits: needs 1 words of 64 bits, has 0");
    assert_eq!(hits, [7], "a batch that fails writes nothing");
    let error = Rects::new([&[0.0], &[0.0], &[f32::NAN], &[1.0]]).unwrap_err();
    assert_eq!(error.to_string(), "row 0: max.x: must be a finite number, is NaN");
    let error = OrientedRects::new([&[0.0], &[0.0], &[1.0], &[1.0], &[0.0], &[0.0]]).unwrap_err();
    assert_eq!(error.to_string(), "row 0: rotor: cos and sin must not both be zero");
}
