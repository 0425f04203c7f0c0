//! Shapes that are hard to decide.

use collide_core::{Circle, OrientedRect, Rect, Rotor, Shape, ShapeKind, Vec2};
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
    }
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
    };
    match shape {
        Shape::Circle(circle) => Circle::new(at, circle.radius()).unwrap().into(),
        Shape::OrientedRect(rect) => OrientedRect::new(at, rect.half_extents(), rect.rotor()).unwrap().into(),
        Shape::Rect(_) => *shape,
    }
}

/// The numbers of a shape.
pub fn parts(shape: &Shape) -> Vec<f32> {
    shape.to_numbers()[..shape.kind().columns().len()].to_vec()
}

/// The shape of the same kind with these numbers, or `None` if they are invalid.
pub fn with_parts(shape: &Shape, parts: &[f32]) -> Option<Shape> {
    let mut numbers = [0.0; 6];
    numbers[..parts.len()].copy_from_slice(parts);
    Shape::from_numbers(shape.kind(), numbers).ok()
}
