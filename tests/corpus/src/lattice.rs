//! Numbers, shapes and motions on a lattice of halves: they touch, align and have zeros far more often than random
//! numbers do. Some zeros are negative.

use collide2d::{Circle, DVec2, Moving, OrientedRect, Ray, Rect, Rotor, Segment, Shape, Vec2};

/// A generator of lattice values (SplitMix64). The same seed gives the same values on every machine.
pub struct Lattice(u64);

impl Lattice {
    /// A generator with a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `count - 1`.
    pub fn below(&mut self, count: u16) -> u16 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % u64::from(count)) as u16
    }

    /// A multiple of one half from `-limit` to `limit`. Every second zero is negative.
    pub fn number(&mut self, limit: u16) -> f32 {
        let number = f32::from(self.below(4 * limit + 1)) * 0.5 - f32::from(limit);
        if number == 0.0 && self.below(2) == 0 { -0.0 } else { number }
    }

    /// A point or a motion with coordinates up to `limit`.
    pub fn vector(&mut self, limit: u16) -> Vec2 {
        Vec2::new(self.number(limit), self.number(limit))
    }

    /// A vector that is not zero.
    pub fn direction(&mut self, limit: u16) -> Vec2 {
        let direction = self.vector(limit);
        if direction == Vec2::ZERO { Vec2::NEG_X } else { direction }
    }

    /// A radius or half extent: zero, or up to 2.
    pub fn size(&mut self) -> f32 {
        f32::from(self.below(5)) * 0.5
    }

    /// A rotor: of an eighth turn, of a third, or raw and of any length.
    pub fn rotor(&mut self) -> Rotor {
        let raw =
            [(3.0, 4.0), (0.6, 0.8), (-4.0, 3.0), (1.0, 1.0), (-1.0, -0.0), (-0.0, 1.0), (0.5, -0.0), (2.0, -1.0)];
        match self.below(3) {
            0 => Rotor::from_degrees(f32::from(self.below(8)) * 45.0).unwrap(),
            1 => Rotor::from_degrees(f32::from(self.below(12)) * 30.0).unwrap(),
            _ => {
                let (cos, sin) = raw[usize::from(self.below(raw.len() as u16))];
                Rotor::from_raw(cos, sin).unwrap()
            }
        }
    }

    /// A circle.
    pub fn circle(&mut self, limit: u16) -> Circle {
        Circle::new(self.vector(limit), self.size()).unwrap()
    }

    /// A rect.
    pub fn rect(&mut self, limit: u16) -> Rect {
        let (low, size) = (self.vector(limit), Vec2::new(self.size(), self.size()));
        // A zero size keeps the sign of a zero.
        let high = Vec2::select(size.cmpeq(Vec2::ZERO), low, low + size);
        Rect::new(low, high).unwrap()
    }

    /// An oriented rect.
    pub fn oriented_rect(&mut self, limit: u16) -> OrientedRect {
        OrientedRect::new(self.vector(limit), Vec2::new(self.size(), self.size()), self.rotor()).unwrap()
    }

    /// A shape of any kind.
    pub fn shape(&mut self, limit: u16) -> Shape {
        match self.below(3) {
            0 => self.circle(limit).into(),
            1 => self.rect(limit).into(),
            _ => self.oriented_rect(limit).into(),
        }
    }

    /// A shape with a motion.
    pub fn moving(&mut self, limit: u16) -> Moving {
        Moving::new(self.shape(limit), self.vector(3)).unwrap()
    }

    /// A ray, one in three without an end.
    pub fn ray(&mut self, limit: u16) -> Ray {
        let max_t = [1.0, 3.0, f32::INFINITY][usize::from(self.below(3))];
        Ray::new(self.vector(limit), self.direction(3), max_t).unwrap()
    }

    /// A segment, perhaps of length zero.
    pub fn segment(&mut self, limit: u16) -> Segment {
        Segment::new(self.vector(limit), self.vector(limit)).unwrap()
    }

    /// A motion in `f64`, half of them off the lattice of `f32`.
    pub fn way(&mut self) -> DVec2 {
        let way = self.vector(3).as_dvec2();
        if self.below(2) == 0 { way } else { way * (1.0 / 3.0) }
    }
}
