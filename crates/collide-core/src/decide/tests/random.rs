//! Random shapes that often touch, and the counts of what was compared.

use super::std::{string::String, vec::Vec};

use crate::exact::ROUNDOFF;
use crate::{Capsule, Circle, OrientedRect, Polygon, Rect, Rotor, Shape, ShapeKind, Vec2};

/// Deterministic random numbers (SplitMix64).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ (bits >> 31)) % count
    }

    /// An integer from `-size` to `size`.
    pub(super) fn whole(&mut self, size: i32) -> i32 {
        self.below(2 * size.cast_unsigned() as u64 + 1) as i32 - size
    }
}

/// What the numbers of a case are like: integers up to `size` times `unit`, or numbers of very different size.
#[derive(Clone, Copy)]
pub(super) struct Style {
    size: i32,
    unit: f32,
    is_wide: bool,
}

impl Style {
    /// Numbers of 23 digits up to six. Shapes overlap as often as not, and hardly ever touch.
    pub(super) const ORDINARY: Self = Self { size: 6 << 20, unit: 1.0 / (1 << 20) as f32, is_wide: false };

    /// In half of the cases there are so few numbers that shapes touch often, in the others up to 24 digits.
    pub(super) fn any(random: &mut Random) -> Self {
        let units = [0.25, f32::from_bits(1), libm::exp2f(100.0), 0.1];
        let digits = if random.below(2) == 0 { 0 } else { random.below(22) };
        let is_wide = random.below(8) == 0;
        let unit = if is_wide { 1.0 } else { units[random.below(4) as usize] };
        Self { size: 6 << digits, unit, is_wide }
    }

    fn number(self, random: &mut Random) -> f32 {
        let power = if self.is_wide { random.whole(40) as f32 } else { 0.0 };
        random.whole(self.size) as f32 * self.unit * libm::exp2f(power)
    }

    pub(super) fn vector(self, random: &mut Random) -> Vec2 {
        Vec2::new(self.number(random), self.number(random))
    }

    /// Zero in many cases.
    fn size(self, random: &mut Random) -> f32 {
        if random.below(4) == 0 { 0.0 } else { self.number(random).abs() }
    }

    fn rotor(self, random: &mut Random) -> Rotor {
        let raw = [(3.0, 4.0), (-119.0, 120.0), (1.0, 1.0), (0.0, -2.0), (1e-3, 7e-4), (3e-20, 4e-20), (1e20, 1.0)];
        match random.below(4) {
            0 => Rotor::IDENTITY,
            1 => Rotor::from_degrees(random.whole(360) as f32).unwrap(),
            _ => {
                let (cos, sin) = raw[random.below(7) as usize];
                Rotor::from_raw(cos, sin).unwrap()
            }
        }
    }

    pub(super) fn shape(self, kind: ShapeKind, random: &mut Random) -> Shape {
        let at = self.vector(random);
        let size = Vec2::new(self.size(random), self.size(random));
        let shape = match kind {
            ShapeKind::Circle => Circle::new(at, size.x).unwrap().into(),
            ShapeKind::Rect => Rect::new(at, at + size).unwrap().into(),
            ShapeKind::OrientedRect => OrientedRect::new(at, size, self.rotor(random)).unwrap().into(),
            ShapeKind::Capsule => {
                let capsule = Capsule::new(self.vector(random), self.vector(random), size.x).unwrap();
                capsule.at(if random.below(2) == 0 { at } else { Vec2::ZERO }).unwrap_or(capsule).into()
            }
            ShapeKind::Polygon => {
                let radius = if random.below(2) == 0 { size.x } else { 0.0 };
                let polygon = Polygon::new(&self.points(random), radius).unwrap();
                polygon.at(if random.below(2) == 0 { at } else { Vec2::ZERO }).unwrap_or(polygon).into()
            }
        };
        if random.below(3) == 0 { neighbour(&shape, random) } else { shape }
    }

    /// One to eight points, in a quarter of the cases nearly on a line.
    fn points(self, random: &mut Random) -> Vec<Vec2> {
        let (start, along, is_line) = (self.vector(random), self.vector(random), random.below(4) == 0);
        let point = |random: &mut Random| {
            let point = if is_line { start + along * random.whole(3) as f32 } else { self.vector(random) };
            let beside = Vec2::new(point.x, point.y.next_up());
            if is_line && random.below(2) == 0 { beside } else { point }
        };
        (0..=random.below(8)).map(|_| point(random)).collect()
    }

    /// A motion, in some cases along a side of the shape or nearly so.
    pub(super) fn motion(self, shape: &Shape, random: &mut Random) -> Vec2 {
        let offsets: &[Vec2] = match shape {
            Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) => &[],
            Shape::Capsule(capsule) => &capsule.offsets(),
            Shape::Polygon(polygon) => polygon.offsets(),
        };
        if offsets.len() < 2 || random.below(3) > 0 {
            return self.vector(random);
        }
        let first = random.below(offsets.len() as u64) as usize;
        let along = offsets[(first + 1) % offsets.len()] - offsets[first];
        let motion = along * [1.0, -1.0, 2.0, -0.5][random.below(4) as usize];
        match random.below(3) {
            0 => Vec2::new(motion.x, motion.y.next_up()),
            1 => Vec2::new(motion.x.next_down(), motion.y),
            _ => motion,
        }
    }
}

/// A shape of which one number is one unit in the last place away, if that is a shape.
pub(super) fn neighbour(shape: &Shape, random: &mut Random) -> Shape {
    let mut numbers = shape.to_numbers();
    let number = &mut numbers[random.below(6.max(shape.kind().columns().len()) as u64) as usize];
    *number = if random.below(2) == 0 { number.next_up() } else { number.next_down() };
    Shape::from_numbers(shape.kind(), numbers).unwrap_or(*shape)
}

/// In some cases the shape moved along x to where a decision changes, on the lattice of the style.
pub(super) fn at_border<T: PartialEq>(
    (style, random): (Style, &mut Random),
    [a, b]: [Shape; 2],
    decide: impl Fn(&Shape) -> T,
) -> Shape {
    let moved = |count: i32| b.translated(Vec2::X * (count as f32 * style.unit)).unwrap_or(b);
    let to_a = ((a.center().x - b.center().x) / style.unit) as i32;
    let (mut far, mut near) = (style.size * 4, to_a.clamp(-style.size * 2, style.size * 2));
    if random.below(8) > 0 {
        return b;
    }
    let result = decide(&moved(near));
    if decide(&moved(far)) == result {
        return b;
    }
    while far - near > 1 {
        let middle = near + (far - near) / 2;
        *(if decide(&moved(middle)) == result { &mut near } else { &mut far }) = middle;
    }
    moved(if random.below(2) == 0 { far } else { near })
}

/// The results of the fast tests: how many were certain, with rounding and without, and how many shapes touched.
#[derive(Default)]
pub(super) struct Counts {
    certain: u32,
    lossless: u32,
    pub(super) touching: u32,
}

impl Counts {
    /// Compares a fast test with the exact result, where it is certain.
    pub(super) fn check<T: PartialEq + core::fmt::Debug>(
        &mut self,
        exact: T,
        is_plain: bool,
        fast: impl Fn(f64) -> Option<T>,
        case: impl Fn() -> String,
    ) {
        if let Some(result) = fast(ROUNDOFF) {
            self.certain += 1;
            assert_eq!(result, exact, "the fast test of {}", case());
        }
        if is_plain && let Some(result) = fast(0.0) {
            self.lossless += 1;
            assert_eq!(result, exact, "the fast test without rounding of {}", case());
        }
    }

    /// Fails if the cases did not reach what they are for.
    pub(super) fn finish(&self, cases: u32, what: &str) {
        let Self { certain, lossless, touching } = *self;
        assert!(certain > cases / 4, "{what}: only {certain} were certain");
        assert!(lossless > cases / 40, "{what}: only {lossless} were without rounding");
        assert!(touching > cases / 2000, "{what}: only {touching} touched");
    }
}
