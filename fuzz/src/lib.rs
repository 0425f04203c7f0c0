//! Shapes from the bytes of the fuzzer, and the oracle of the tests.

use arbitrary::{Arbitrary, Unstructured};
use collide2d::{Capsule, Circle, OrientedRect, Polygon, Rect, Rotor, Shape, Vec2};

#[path = "../../tests/oracle/src/bodies.rs"]
pub mod bodies;
pub mod c;
#[path = "../../tests/oracle/src/exact.rs"]
pub mod exact;

/// A finite number: a small multiple of one half, which often gives touching shapes, one step beside it, or any bits.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f32);

impl<'a> Arbitrary<'a> for Number {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let half = |bytes: &mut Unstructured<'a>| Ok(f32::from(i8::arbitrary(bytes)?) * 0.5);
        Ok(Self(match u8::arbitrary(bytes)? {
            0..=150 => half(bytes)?,
            151..=180 => half(bytes)?.next_up(),
            181..=210 => half(bytes)?.next_down(),
            211..=220 => half(bytes)? * f32::from_bits(1),
            221..=230 => half(bytes)? * f32::MAX / 64.0,
            _ => f32::from_bits(u32::arbitrary(bytes)?),
        }))
        .map(|number| if number.0.is_finite() { number } else { Self(f32::MAX.copysign(number.0)) })
    }
}

impl Number {
    pub fn pair([x, y]: [Self; 2]) -> Vec2 {
        Vec2::new(x.0, y.0)
    }
}

/// A shape of any kind, or `None` if the numbers are not valid for it.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub enum AnyShape {
    Circle([Number; 2], Number),
    Rect([Number; 2], [Number; 2]),
    OrientedRect([Number; 2], [Number; 2], [Number; 2]),
    Capsule([Number; 2], [[Number; 2]; 2], Number),
    /// A position, points of which the first ones are used, and a radius.
    Polygon([Number; 2], [[Number; 2]; Polygon::MAX_CORNERS], u8, Number),
}

impl AnyShape {
    pub fn shape(self) -> Option<Shape> {
        Some(match self {
            Self::Circle(at, radius) => Circle::new(Number::pair(at), radius.0.abs()).ok()?.into(),
            Self::Rect(a, b) => {
                let (a, b) = (Number::pair(a), Number::pair(b));
                Rect::new(a.min(b), a.max(b)).ok()?.into()
            }
            Self::OrientedRect(at, half, rotor) => {
                let rotor = Rotor::from_raw(rotor[0].0, rotor[1].0).ok()?;
                OrientedRect::new(Number::pair(at), Number::pair(half).abs(), rotor).ok()?.into()
            }
            Self::Capsule(at, [a, b], radius) => {
                let capsule = Capsule::new(Number::pair(a), Number::pair(b), radius.0.abs()).ok()?;
                capsule.at(Number::pair(at)).ok()?.into()
            }
            Self::Polygon(at, points, count, radius) => {
                let points = &points.map(Number::pair)[..1 + usize::from(count) % Polygon::MAX_CORNERS];
                Polygon::new(points, radius.0.abs()).ok()?.at(Number::pair(at)).ok()?.into()
            }
        })
    }
}
