//! All bits of an answer, as numbers.

use collide2d::swept::Obstacle;
use collide2d::{
    Aabb, ClosestPoints, Contact, DVec2, Handle, Impact, OrientedRect, PastHit, RayHit, Rotor, Shape, Slide, SlideHit,
    SweptPair, Turn, Vec2,
};

use crate::answers::name;

/// An answer whose bits can be compared.
pub trait Bits {
    /// Appends all bits of the answer.
    fn push_bits(&self, numbers: &mut Vec<u32>);
}

impl Bits for u32 {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        numbers.push(*self);
    }
}

impl Bits for bool {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        numbers.push((*self).into());
    }
}

impl Bits for f32 {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        numbers.push(self.to_bits());
    }
}

/// The halves of the lower word are swapped: as they are, the word could look like a negative zero.
impl Bits for u64 {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        numbers.extend([(*self as u32).rotate_left(16), (*self >> 32) as u32]);
    }
}

impl Bits for f64 {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        self.to_bits().push_bits(numbers);
    }
}

impl Bits for Vec2 {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        numbers.extend([self.x.to_bits(), self.y.to_bits()]);
    }
}

impl Bits for DVec2 {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        [self.x, self.y].push_bits(numbers);
    }
}

impl<T: Bits> Bits for Option<T> {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        numbers.push(self.is_some().into());
        self.as_slice().push_bits(numbers);
    }
}

/// Without their count.
impl<T: Bits> Bits for [T] {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        self.iter().for_each(|item| item.push_bits(numbers));
    }
}

/// With their count.
impl<T: Bits> Bits for Vec<T> {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        numbers.push(self.len() as u32);
        self.as_slice().push_bits(numbers);
    }
}

impl<T: Bits, const N: usize> Bits for [T; N] {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        self.as_slice().push_bits(numbers);
    }
}

impl<T: Bits + ?Sized> Bits for &T {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        (*self).push_bits(numbers);
    }
}

impl<A: Bits, B: Bits> Bits for (A, B) {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        self.0.push_bits(numbers);
        self.1.push_bits(numbers);
    }
}

impl Bits for Handle {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        numbers.extend(name(*self));
    }
}

impl Bits for Rotor {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        [self.cos(), self.sin()].push_bits(numbers);
    }
}

impl Bits for Shape {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        numbers.push(self.kind() as u32);
        // Six, or as many as a kind with more has.
        let count = self.kind().columns().len().max(6);
        self.to_numbers()[..count].push_bits(numbers);
    }
}

impl Bits for OrientedRect {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        Shape::from(*self).push_bits(numbers);
    }
}

impl Bits for Aabb {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        [self.min(), self.max()].push_bits(numbers);
    }
}

impl Bits for ClosestPoints {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        ([self.on_a, self.on_b], self.distance).push_bits(numbers);
    }
}

impl Bits for Contact {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        ((self.depth, self.normal), self.points.as_slice()).push_bits(numbers);
    }
}

impl Bits for RayHit {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        (([self.entry, self.exit], self.point), self.normal).push_bits(numbers);
    }
}

impl Bits for Impact {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        ((self.time, self.normal), self.points.as_slice()).push_bits(numbers);
    }
}

impl Bits for Obstacle {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        ((self.time, self.normal), (self.point, self.overlaps)).push_bits(numbers);
    }
}

impl Bits for SlideHit {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        ((self.handle, self.time), (self.normal, self.point)).push_bits(numbers);
    }
}

impl Bits for Slide {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        ((self.shape, self.left), (self.hits().len() as u64, self.hits())).push_bits(numbers);
    }
}

impl Bits for Turn {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        (self.left, self.hit).push_bits(numbers);
    }
}

impl Bits for PastHit {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        ((self.handle, self.tick), self.impact).push_bits(numbers);
    }
}

impl Bits for SweptPair {
    fn push_bits(&self, numbers: &mut Vec<u32>) {
        ([self.a, self.b], self.impact).push_bits(numbers);
    }
}
