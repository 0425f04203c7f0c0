//! Joins of columns give the results of the single decisions, at every SIMD level, for either touching rule.

use std::ops::Range;

use collide_core::columns::{Columns, LaneTest, PADDING, Row, Runs, Side, Simd, join};
use collide_core::{Circle, Rect, Shape, Touching, Vec2, relation};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

/// The same runs for every row.
struct Fixed(Vec<Range<usize>>);

impl Runs for Fixed {
    fn for_each(&self, _: usize, mut visit: impl FnMut(Range<usize>)) {
        self.0.iter().cloned().for_each(&mut visit);
    }
}

/// Numbers that touch, round, overflow when squared, and vanish.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        (-8_i8..8).prop_map(|number| f32::from(number) * 0.5),
        -4.0_f32..4.0,
        select(vec![0.0, -0.0, 1e-45, -1e-40, 1e20, -1e20, 3e38, -3e38, 0.1, 16_777_217.0]),
    ]
}

fn circle() -> impl Strategy<Value = Circle> {
    (number(), number(), number()).prop_map(|(x, y, radius)| Circle::new(Vec2::new(x, y), radius.abs()).unwrap())
}

fn rect() -> impl Strategy<Value = Rect> {
    (number(), number(), number(), number()).prop_map(|(a, b, c, d)| {
        let (a, b) = (Vec2::new(a, b), Vec2::new(c, d));
        Rect::new(a.min(b), a.max(b)).unwrap()
    })
}

/// A scale of shapes, or a unit of a join: ordinary, with squares that are subnormal or infinite, or itself so.
fn scale() -> impl Strategy<Value = f32> {
    select(vec![1.0, 1e-45, 1e-38, 1e-30, 1e-20, 1e-13, 1e13, 1e20, 1e30, 3e38])
}

fn scaled_circle(circle: Circle, scale: f32) -> Circle {
    let number = |number: f32| (number * scale).clamp(f32::MIN, f32::MAX);
    let center = circle.center();
    Circle::new(Vec2::new(number(center.x), number(center.y)), number(circle.radius())).unwrap()
}

fn scaled_rect(rect: Rect, scale: f32) -> Rect {
    let corner = |corner: Vec2| (corner * scale).clamp(Vec2::MIN, Vec2::MAX);
    Rect::new(corner(rect.min()), corner(rect.max())).unwrap()
}

/// Columns with padding, and labels from `first_label` on.
fn table<S: Row<N>, const N: usize>(shapes: &[S], first_label: u32) -> ([Vec<f32>; N], Vec<u32>) {
    let column = |index: usize| {
        let numbers = shapes.iter().map(|shape| shape.to_row()[index]);
        numbers.chain(std::iter::repeat_n(0.0, PADDING)).collect()
    };
    let labels = (first_label..).take(shapes.len() + PADDING).collect();
    (std::array::from_fn(column), labels)
}

type Found = Vec<[u32; 2]>;

/// The result of a join.
fn joined<S: LaneTest<O, A, B>, O: Row<B>, const A: usize, const B: usize>(
    (simd, unit, touching): (Simd, f32, Touching),
    a: &[S],
    b: &[O],
    runs: &[Range<usize>],
) -> Found {
    let ((a, a_labels), (b, b_labels)) = (table(a, 100), table(b, 500));
    let a = Columns::new(a.each_ref().map(Vec::as_slice)).unwrap();
    let b = Columns::new(b.each_ref().map(Vec::as_slice)).unwrap();
    let sides =
        (Side::<S, A>::new(a, &a_labels).unwrap().in_unit(unit), Side::new(b, &b_labels).unwrap().in_unit(unit));
    let mut found = Found::new();
    join(simd, sides, 0..sides.0.len(), &Fixed(runs.to_vec()), touching, |pairs, count| {
        found.extend_from_slice(&pairs[..count]);
    });
    found
}

/// The same by single decisions.
fn expected<A: Copy + Into<Shape>, B: Copy + Into<Shape>>(
    a: &[A],
    b: &[B],
    runs: &[Range<usize>],
    touching: Touching,
) -> Found {
    let mut found = Found::new();
    for (i, first) in (100..).zip(a) {
        for row in runs.iter().cloned().flatten() {
            if touching.accepts(relation(*first, b[row])) {
                found.push([i, 500 + row as u32]);
            }
        }
    }
    found
}

fn scaled<S: Copy>(shapes: &[S], scale: f32, scaled: fn(S, f32) -> S) -> Vec<S> {
    shapes.iter().map(|shape| scaled(*shape, scale)).collect()
}

/// Runs of rows below `len`: any, also empty ones, and longer and shorter than the lanes.
fn runs(ends: &[(usize, usize)], len: usize) -> Vec<Range<usize>> {
    ends.iter()
        .map(|&(a, b)| {
            let (a, b) = (a % (len + 1), b % (len + 1));
            a.min(b)..a.max(b)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 4 } else { 1_000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn joins_equal_single_decisions(
        circles in (vec(circle(), 0..12), vec(circle(), 0..40)),
        rects in (vec(rect(), 0..12), vec(rect(), 0..40)),
        ends in vec((any::<usize>(), any::<usize>()), 0..4),
        (scale, unit) in (scale(), scale()),
        in_its_unit in any::<bool>(),
        touching in select(vec![Touching::Closed, Touching::Open]),
    ) {
        let unit = if in_its_unit { scale } else { unit };
        let (circles, rects) = (
            (scaled(&circles.0, scale, scaled_circle), scaled(&circles.1, scale, scaled_circle)),
            (scaled(&rects.0, scale, scaled_rect), scaled(&rects.1, scale, scaled_rect)),
        );
        let among_circles = runs(&ends, circles.1.len());
        let among_rects = runs(&ends, rects.1.len());
        for simd in Simd::ALL {
            let found = joined((simd, unit, touching), &circles.0, &circles.1, &among_circles);
            prop_assert_eq!(found, expected(&circles.0, &circles.1, &among_circles, touching), "{:?}", simd);
            let found = joined((simd, unit, touching), &circles.0, &rects.1, &among_rects);
            prop_assert_eq!(found, expected(&circles.0, &rects.1, &among_rects, touching), "{:?}", simd);
            let found = joined((simd, unit, touching), &rects.0, &circles.1, &among_circles);
            prop_assert_eq!(found, expected(&rects.0, &circles.1, &among_circles, touching), "{:?}", simd);
            let found = joined((simd, unit, touching), &rects.0, &rects.1, &among_rects);
            prop_assert_eq!(found, expected(&rects.0, &rects.1, &among_rects, touching), "{:?}", simd);
        }
    }
}
