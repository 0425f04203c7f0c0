//! Shapes that are hard to decide.

use collide_core::{Capsule, Circle, OrientedRect, Polygon, Rect, Rotor, Shape, ShapeKind, Vec2};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// The distribution of the numbers of a pair of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Numbers of everyday size.
    Everyday,
    /// Small multiples of a half: shapes touch often.
    Lattice,
    /// Small multiples of one half, and numbers so small that only exact arithmetic distinguishes them from zero.
    LatticeAndTiny,
    /// Small multiples of the smallest number.
    Subnormal,
    /// At the end of the range.
    Huge,
    /// Any finite bits.
    Any,
}

/// All distributions.
pub const NUMBERS: [Numbers; 6] =
    [Numbers::Everyday, Numbers::Lattice, Numbers::LatticeAndTiny, Numbers::Subnormal, Numbers::Huge, Numbers::Any];

fn half_steps() -> BoxedStrategy<f32> {
    (-10_i8..=10).prop_map(|i| f32::from(i) * 0.5).boxed()
}

/// A number of a distribution.
pub fn number(numbers: Numbers) -> BoxedStrategy<f32> {
    match numbers {
        Numbers::Everyday => prop_oneof![-100_f32..100.0, -1_f32..1.0].boxed(),
        Numbers::Lattice => half_steps(),
        Numbers::LatticeAndTiny => {
            let tiny = (any::<bool>(), 24_i32..149).prop_map(|(up, power)| {
                let size = 2_f64.powi(-power) as f32;
                if up { size } else { -size }
            });
            prop_oneof![3 => half_steps(), 1 => tiny].boxed()
        }
        Numbers::Subnormal => (-6_i8..=6).prop_map(|i| f32::from(i) * f32::from_bits(1)).boxed(),
        Numbers::Huge => {
            let edge = select(vec![f32::MAX, f32::MIN, f32::MAX.next_down(), f32::MAX / 2.0, f32::MIN / 2.0, 0.0]);
            prop_oneof![edge, -3e38_f32..3e38].boxed()
        }
        Numbers::Any => any::<u32>().prop_map(f32::from_bits).prop_filter("finite", |v| v.is_finite()).boxed(),
    }
}

fn size(numbers: Numbers) -> BoxedStrategy<f32> {
    prop_oneof![5 => number(numbers).prop_map(f32::abs), 1 => Just(0.0)].boxed()
}

fn rotor(numbers: Numbers) -> BoxedStrategy<Rotor> {
    let raw = |(cos, sin)| Rotor::from_raw(cos, sin).unwrap();
    let pythagorean = select(vec![
        (1.0, 0.0),
        (0.0, 1.0),
        (0.0, -1.0),
        (3.0, 4.0),
        (-4.0, 3.0),
        (5.0, 12.0),
        (1.0, 1.0),
        (-2.0, 2.0),
    ]);
    let turned = (-400_f32..400.0).prop_map(|angle| Rotor::from_degrees(angle).unwrap());
    let eighths = (-8_i8..8).prop_map(|i| Rotor::from_degrees(f32::from(i) * 45.0).unwrap());
    let any_raw = (number(numbers), number(numbers)).prop_filter("not zero", |(c, s)| *c != 0.0 || *s != 0.0);
    prop_oneof![3 => pythagorean.prop_map(raw), 2 => turned, 2 => eighths, 1 => any_raw.prop_map(raw)].boxed()
}

fn place(numbers: Numbers) -> BoxedStrategy<Vec2> {
    (number(numbers), number(numbers)).prop_map(|(x, y)| Vec2::new(x, y)).boxed()
}

/// A shape of a kind.
pub fn shape(kind: ShapeKind, numbers: Numbers) -> BoxedStrategy<Shape> {
    match kind {
        ShapeKind::Circle => {
            (place(numbers), size(numbers)).prop_map(|(at, radius)| Circle::new(at, radius).unwrap().into()).boxed()
        }
        ShapeKind::Rect => {
            (place(numbers), place(numbers)).prop_map(|(a, b)| Rect::new(a.min(b), a.max(b)).unwrap().into()).boxed()
        }
        ShapeKind::OrientedRect => (place(numbers), (size(numbers), size(numbers)), rotor(numbers))
            .prop_map(|(at, half, rotor)| OrientedRect::new(at, half, rotor).unwrap().into())
            .boxed(),
        ShapeKind::Capsule => (position(numbers), ends(numbers), size(numbers))
            .prop_map(|(at, [a, b], radius)| {
                let capsule = Capsule::new(a, b, radius).unwrap();
                capsule.at(at).unwrap_or(capsule).into()
            })
            .boxed(),
        ShapeKind::Polygon => (position(numbers), points(numbers), prop_oneof![size(numbers), Just(0.0)])
            .prop_map(|(at, points, radius)| {
                let polygon = Polygon::new(&points, radius).unwrap();
                polygon.at(at).unwrap_or(polygon).into()
            })
            .boxed(),
    }
}

/// Zero in a third of the cases.
fn position(numbers: Numbers) -> BoxedStrategy<Vec2> {
    prop_oneof![2 => place(numbers), 1 => Just(Vec2::ZERO)].boxed()
}

/// The ends of a capsule, also equal ones, and those of horizontal and vertical capsules.
fn ends(numbers: Numbers) -> BoxedStrategy<[Vec2; 2]> {
    let ends = |(a, b, dice): (Vec2, Vec2, u8)| match dice {
        0 => [a, a],
        1 => [a, Vec2::new(a.x, b.y)],
        2 => [a, Vec2::new(b.x, a.y)],
        3 => [-b, b],
        _ => [a, b],
    };
    (place(numbers), place(numbers), 0..10_u8).prop_map(ends).boxed()
}

/// A convex octagon on a lattice, with parallel edges.
const OCTAGON: [(f32, f32); 8] =
    [(1.0, 3.0), (-1.0, 3.0), (-3.0, 1.0), (-3.0, -1.0), (-1.0, -3.0), (1.0, -3.0), (3.0, -1.0), (3.0, 1.0)];

/// One to eight points: any, of one line, needles, parallelograms, octagons, regular ones and parts of them.
pub fn points(numbers: Numbers) -> BoxedStrategy<Vec<Vec2>> {
    let finite = |points: Vec<Vec2>| points.iter().all(|point| point.is_finite());
    let any = vec(place(numbers), 1..=8);
    let equal = place(numbers).prop_map(|point| vec![point; 8]);
    let line = (place(numbers), place(numbers), vec(-4_i8..=4, 2..=8)).prop_map(|(start, along, steps)| {
        let points = steps.iter().map(|step| start + along * f32::from(*step));
        points.filter(|point| point.is_finite()).chain([start]).collect::<Vec<_>>()
    });
    // The third point is one step off an end or the middle.
    let needle = (place(numbers), place(numbers), 0..4_u8).prop_map(|(a, b, dice)| {
        let third = if dice < 2 { b } else { a * 0.5 + b * 0.5 };
        let third =
            if dice % 2 == 0 { Vec2::new(third.x, third.y.next_up()) } else { Vec2::new(third.x.next_down(), third.y) };
        [a, b, third].into_iter().filter(|point| point.is_finite()).collect::<Vec<_>>()
    });
    let parallelogram = (place(numbers), place(numbers), place(numbers))
        .prop_map(|(start, a, b)| vec![start, start + a, start + b, start + a + b]);
    let octagon = (place(numbers), number(numbers), vec(0..8_usize, 3..=8)).prop_map(|(center, scale, indices)| {
        indices.iter().map(|index| center + Vec2::from(OCTAGON[*index]) * scale).collect::<Vec<_>>()
    });
    let regular = (3..=8_usize, size(numbers), place(numbers)).prop_map(|(count, radius, center)| {
        let polygon = Polygon::regular(count, radius).unwrap();
        polygon.offsets().iter().map(|offset| center + *offset).collect::<Vec<_>>()
    });
    let points = prop_oneof![
        4 => any.boxed(),
        1 => equal.boxed(),
        1 => line.boxed(),
        1 => needle.boxed(),
        1 => parallelogram.boxed(),
        2 => octagon.boxed(),
        2 => regular.boxed(),
    ];
    points.prop_filter("finite", move |points| finite(points.clone())).boxed()
}

/// Two shapes of these kinds with numbers of one distribution, sometimes with equal centers, and more such numbers.
pub fn pair_and_numbers(kinds: (ShapeKind, ShapeKind)) -> BoxedStrategy<(Shape, Shape, [f32; 6])> {
    let numbers = select(NUMBERS.to_vec());
    let all = numbers.prop_flat_map(move |numbers| {
        let more = proptest::array::uniform6(prop_oneof![4 => number(numbers), 1 => Just(0.0)]);
        (shape(kinds.0, numbers), shape(kinds.1, numbers), more, 0..8_u8)
    });
    all.prop_map(|(a, b, more, dice)| (a, if dice == 0 { centered_on(&b, &a) } else { b }, more)).boxed()
}

/// The shape moved to the center of the other, if that is possible.
fn centered_on(shape: &Shape, other: &Shape) -> Shape {
    let at = match other {
        Shape::Circle(circle) => circle.center(),
        Shape::OrientedRect(rect) => rect.center(),
        Shape::Rect(rect) => rect.min(),
        Shape::Capsule(capsule) => capsule.points()[0],
        Shape::Polygon(polygon) => polygon.points().next().unwrap(),
    };
    match shape {
        Shape::Circle(circle) => Circle::new(at, circle.radius()).unwrap().into(),
        Shape::OrientedRect(rect) => OrientedRect::new(at, rect.half_extents(), rect.rotor()).unwrap().into(),
        Shape::Rect(_) => *shape,
        Shape::Capsule(capsule) => capsule.at(at).unwrap_or(*capsule).into(),
        Shape::Polygon(polygon) => polygon.at(at).unwrap_or(*polygon).into(),
    }
}

/// The numbers of a shape.
pub fn parts(shape: &Shape) -> Vec<f32> {
    shape.to_numbers()[..shape.kind().columns().len()].to_vec()
}

/// The shape of the same kind with these numbers, or `None` if they are invalid.
pub fn with_parts(shape: &Shape, parts: &[f32]) -> Option<Shape> {
    Shape::from_numbers(shape.kind(), parts).ok()
}
