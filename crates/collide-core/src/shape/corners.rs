//! The corners of shapes, and the directions of their sides.

use glam::DVec2;

use crate::Vec2;
use crate::exact::{Number, Vector, lowest_digit};
use crate::shape::hull::Hull;

/// The corners of a set at rest.
#[derive(Clone, Copy)]
pub(crate) enum Corners {
    /// The position alone.
    Point,
    /// An axis-aligned box between two points. The position is the origin, so no corner is rounded.
    Rect { min: Vec2, max: Vec2 },
    /// The position plus or minus half of each side of a box: `half` times the rotor and the vector across it.
    Oriented { half: Vec2, rotor: Vec2 },
    /// Two axis-aligned boxes of different size, each given by two points. The position is the origin. Paths lead from
    /// the corners of the first to those of the second.
    Rects([[Vec2; 2]; 2]),
    /// The position plus each of two offsets, which may be equal.
    Segment([Vec2; 2]),
    /// The position plus each of the corners of a hull.
    Hull(Hull),
}

/// The direction of an edge: the difference of two vectors of inputs.
#[derive(Clone, Copy)]
pub(crate) struct Direction {
    from: Vec2,
    to: Vec2,
}

impl Direction {
    pub(crate) const X: Self = Self::of(Vec2::X);

    pub(crate) const fn of(vector: Vec2) -> Self {
        Self { from: Vec2::ZERO, to: vector }
    }

    /// From one point to another.
    pub(crate) const fn between(from: Vec2, to: Vec2) -> Self {
        Self { from, to }
    }

    /// The direction turned left by a right angle.
    pub(crate) fn turned(self) -> Self {
        Self { from: self.from.perp(), to: self.to.perp() }
    }

    pub(crate) fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.from == self.to
    }

    #[inline]
    pub(crate) fn vector<N: Number>(self) -> Vector<N> {
        Vector::between(self.from, self.to)
    }
}

impl Corners {
    #[inline]
    pub(crate) fn count(&self) -> u8 {
        match self {
            Self::Point => 1,
            Self::Rect { .. } | Self::Oriented { .. } => 4,
            Self::Rects(_) => 8,
            Self::Segment([a, b]) => 1 + u8::from(a != b),
            Self::Hull(hull) => hull.count(),
        }
    }

    /// A corner, relative to the position. The corners of a box are counter-clockwise, as in `Rect::corners`.
    #[inline]
    pub(crate) fn corner<N: Number>(&self, index: u8) -> Vector<N> {
        match *self {
            Self::Point => Vector::of(DVec2::ZERO),
            Self::Rect { min, max } => Vector::of(rect_corner(index, min, max).as_dvec2()),
            Self::Oriented { half, rotor } => {
                let ([upper_x, upper_y], [x, y]) = (upper(index), halves(half, rotor));
                Vector::of(if upper_x { x } else { -x }).plus(&Vector::of(if upper_y { y } else { -y }))
            }
            Self::Rects(rects) => {
                let [min, max] = rects[usize::from(index >> 2)];
                Vector::of(rect_corner(index, min, max).as_dvec2())
            }
            Self::Segment(ends) => Vector::of(ends[usize::from(index & 1)].as_dvec2()),
            Self::Hull(ref hull) => Vector::of(hull.get(index).as_dvec2()),
        }
    }

    /// The least and the greatest component of a corner along a vector.
    #[inline]
    pub(super) fn extent<N: Number>(&self, along: &Vector<N>) -> [N; 2] {
        let of_rect = |min: Vec2, max: Vec2| {
            let [min, max] = [min, max].map(|corner| Vector::<N>::of(corner.as_dvec2()));
            let [low_x, high_x] = min.0.times(&along.0).sorted(max.0.times(&along.0));
            let [low_y, high_y] = min.1.times(&along.1).sorted(max.1.times(&along.1));
            [low_x.plus(&low_y), high_x.plus(&high_y)]
        };
        match *self {
            Self::Point => [N::of(0.0), N::of(0.0)],
            Self::Rect { min, max } => of_rect(min, max),
            Self::Oriented { half, rotor } => {
                let [x, y] = halves(half, rotor).map(|half| Vector::<N>::of(half).dot(along).abs());
                let reach = x.plus(&y);
                [N::of(0.0).minus(&reach), reach]
            }
            Self::Rects([[a, b], [c, d]]) => {
                let ([low, high], [other_low, other_high]) = (of_rect(a, b), of_rect(c, d));
                let ([low, _], [_, high]) = (low.sorted(other_low), high.sorted(other_high));
                [low, high]
            }
            Self::Segment(ends) => {
                let [a, b] = ends.map(|end| Vector::<N>::of(end.as_dvec2()).dot(along));
                a.sorted(b)
            }
            Self::Hull(ref hull) => {
                let component = |index| Vector::<N>::of(hull.get(index).as_dvec2()).dot(along);
                (1..hull.count()).fold([component(0), component(0)], |[low, high], index| {
                    let [low, rest] = low.sorted(component(index));
                    let [_, high] = high.sorted(rest);
                    [low, high]
                })
            }
        }
    }

    /// The largest magnitude of the coordinates of a corner along each axis.
    #[inline(always)]
    pub(super) fn size(&self) -> DVec2 {
        match *self {
            Self::Point => DVec2::ZERO,
            Self::Rect { min, max } => min.abs().max(max.abs()).as_dvec2(),
            Self::Oriented { half, rotor } => halves(half, rotor).map(DVec2::abs).into_iter().sum(),
            Self::Rects([[a, b], [c, d]]) => a.abs().max(b.abs()).max(c.abs()).max(d.abs()).as_dvec2(),
            Self::Segment([a, b]) => a.abs().max(b.abs()).as_dvec2(),
            Self::Hull(ref hull) => {
                let extent = hull.bounds();
                extent.min().abs().max(extent.max().abs()).as_dvec2()
            }
        }
    }

    /// The number of [`side_direction`](Self::side_direction)s.
    #[inline]
    pub(super) fn side_direction_count(&self) -> u8 {
        match self {
            Self::Point => 0,
            Self::Rect { .. } | Self::Oriented { .. } | Self::Rects(_) => 2,
            Self::Segment(_) => (self.count() - 1) * 2,
            Self::Hull(hull) => {
                if hull.count() > 2 {
                    hull.count()
                } else {
                    (hull.count() - 1) * 2
                }
            }
        }
    }

    /// The directions of the sides, each once for a box; of a segment, its direction and the one across it.
    #[inline]
    pub(super) fn side_direction(&self, index: u8) -> Direction {
        let (_, side) = self.side(index);
        if self.count() == 2 && index == 1 { side.turned() } else { side }
    }

    /// The direction of the side after a corner, counter-clockwise, rounded. Not for two boxes.
    #[inline]
    pub(crate) fn side_vector(&self, corner: u8) -> DVec2 {
        let Vector(x, y) = self.side(corner).1.vector::<f64>();
        let is_box = matches!(self, Self::Rect { .. } | Self::Oriented { .. });
        // A box has each of its two directions on opposite sides.
        if is_box && corner >= 2 { -DVec2::new(x, y) } else { DVec2::new(x, y) }
    }

    /// The corner after another, and the direction of the side between them; of a box and a segment also the opposite
    /// one. Not for a point.
    #[inline]
    pub(crate) fn side(&self, corner: u8) -> (u8, Direction) {
        let of_box = |first: Direction| {
            ((corner & 4) | ((corner + 1) & 3), if corner & 1 == 0 { first } else { first.turned() })
        };
        match self {
            Self::Point | Self::Rect { .. } | Self::Rects(_) => of_box(Direction::X),
            Self::Oriented { rotor, .. } => of_box(Direction::of(*rotor)),
            Self::Segment([a, b]) => (1 - corner, Direction::between(*a, *b)),
            Self::Hull(hull) => {
                let next = hull.next(corner);
                (next, Direction::between(hull.get(corner), hull.get(next)))
            }
        }
    }

    /// The lowest binary digit of the lengths, and that of the rotor.
    pub(super) fn lowest_digits(&self) -> [i32; 2] {
        match *self {
            Self::Point => [NO_DIGIT; 2],
            Self::Rect { min, max } => [lowest(&[min, max]), NO_DIGIT],
            Self::Oriented { half, rotor } => [half, rotor].map(|vector| lowest(&[vector])),
            Self::Rects([[a, b], [c, d]]) => [lowest(&[a, b, c, d]), NO_DIGIT],
            Self::Segment(ends) => [lowest(&ends), NO_DIGIT],
            Self::Hull(ref hull) => [lowest(hull.as_slice()), NO_DIGIT],
        }
    }
}

/// A corner of a box. They are counter-clockwise, as in [`Rect::corners`](crate::Rect::corners).
#[inline]
pub(super) fn rect_corner(index: u8, min: Vec2, max: Vec2) -> Vec2 {
    let [upper_x, upper_y] = upper(index);
    Vec2::new(if upper_x { max.x } else { min.x }, if upper_y { max.y } else { min.y })
}

/// Half of the sides of an oriented box. The product of two `f32` numbers is exact in `f64`.
#[inline]
fn halves(half: Vec2, rotor: Vec2) -> [DVec2; 2] {
    let (half, rotor) = (half.as_dvec2(), rotor.as_dvec2());
    [rotor * half.x, rotor.perp() * half.y]
}

/// Whether a corner is on the upper side of its box along each axis.
#[inline]
fn upper(index: u8) -> [bool; 2] {
    [matches!(index & 3, 1 | 2), index & 3 >= 2]
}

/// The lowest digit of zero.
pub(super) const NO_DIGIT: i32 = i32::MAX / 4;

/// The lowest binary digit of some vectors.
pub(super) fn lowest(vectors: &[Vec2]) -> i32 {
    let of = |vector: &Vec2| lowest_digit(vector.x.into()).min(lowest_digit(vector.y.into()));
    vectors.iter().map(of).fold(NO_DIGIT, i32::min)
}
