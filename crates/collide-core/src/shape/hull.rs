//! The corners of a convex hull, by exact signs.

use core::cmp::Ordering;
use core::fmt;

use crate::Vec2;
use crate::exact::{Formula, Number, Vector};
use crate::shape::error::{MAX_COUNTED, ShapeError};
use crate::shape::extent::Extent;

/// The largest number of corners of a [`Polygon`](crate::Polygon).
pub(crate) const MAX_CORNERS: usize = 8;

/// The corners of a convex hull, counter-clockwise with y up, from the one with the least x, and the least y of these.
/// No two are equal, and no three on a line. The places after the last one repeat it.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Hull {
    points: [Vec2; MAX_CORNERS],
    count: u8,
}

impl fmt::Debug for Hull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl Hull {
    /// A single corner.
    pub(crate) const fn one(point: Vec2) -> Self {
        Self { points: [point; MAX_CORNERS], count: 1 }
    }

    /// The corners of the hull of some points: gift wrapping, `O(points * corners)`.
    pub(crate) fn of(points: impl Iterator<Item = Vec2> + Clone) -> Result<Self, ShapeError> {
        for (index, point) in points.clone().enumerate() {
            for (axis, value) in [("x", point.x), ("y", point.y)] {
                if !value.is_finite() {
                    return Err(ShapeError::PointNotFinite { index, axis, value });
                }
            }
        }
        let least = points.clone().reduce(|a, b| if (b.x, b.y) < (a.x, a.y) { b } else { a });
        let start = least.ok_or(ShapeError::NoPoints)?;
        let mut corners = Self::one(start);
        let (mut last, mut count) = (start, 1);
        loop {
            let others = points.clone().filter(|point| *point != last);
            // The rightmost point seen from the last corner, and the farthest of these.
            let next = others.reduce(|a, b| match (Turn { from: last, a, b }).sign() {
                Ordering::Less => b,
                Ordering::Equal if (Farther { from: last, a, b }).sign().is_gt() => b,
                Ordering::Equal | Ordering::Greater => a,
            });
            match next {
                Some(next) if next != start && count < MAX_COUNTED => {
                    corners.push(next);
                    (last, count) = (next, count + 1);
                }
                Some(_) | None if count <= MAX_CORNERS => return Ok(corners),
                Some(_) | None => return Err(ShapeError::TooManyCorners { count }),
            }
        }
    }

    /// Adds a corner if there is room for it.
    fn push(&mut self, point: Vec2) {
        let count = usize::from(self.count);
        if count < MAX_CORNERS {
            self.points[count..].fill(point);
            self.count += 1;
        }
    }

    #[inline]
    pub(crate) fn count(&self) -> u8 {
        self.count
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Vec2] {
        &self.points[..usize::from(self.count)]
    }

    /// All places, also those after the last corner.
    #[inline]
    pub(crate) fn places(&self) -> &[Vec2; MAX_CORNERS] {
        &self.points
    }

    #[inline]
    pub(crate) fn get(&self, index: u8) -> Vec2 {
        self.points[usize::from(index) & (MAX_CORNERS - 1)]
    }

    /// The index of the corner after another.
    #[inline]
    pub(crate) fn next(&self, index: u8) -> u8 {
        if index + 1 < self.count { index + 1 } else { 0 }
    }

    /// The least and the greatest coordinates.
    #[inline]
    pub(crate) fn bounds(&self) -> Extent {
        let [a, b, c, d, e, f, g, h] = self.points.map(Extent::of_point);
        a.and(b).and(c.and(d)).and(e.and(f).and(g.and(h)))
    }
}

/// Whether the closed outline through some points goes once around their hull, or they are on a line.
///
/// Its turns are then all to one side, and nowhere back. Such an outline goes around as often as it ascends, so it must
/// change between ascending and descending twice.
pub(crate) fn is_convex(points: impl Iterator<Item = Vec2> + Clone) -> bool {
    if !points.clone().all(Vec2::is_finite) {
        return false;
    }
    let ends = points.clone().skip(1).chain(points.clone().take(1));
    let edges = points.zip(ends).filter(|(a, b)| a != b);
    let ascends = |a: Vec2, b: Vec2| (a.x, a.y) < (b.x, b.y);
    let (mut left, mut right, mut back, mut changes) = (false, false, false, 0);
    for ((a, b), (_, c)) in edges.clone().zip(edges.cycle().skip(1)) {
        let is_change = ascends(a, b) != ascends(b, c);
        changes += usize::from(is_change);
        match (Turn { from: a, a: b, b: c }).sign() {
            Ordering::Greater => left = true,
            Ordering::Less => right = true,
            Ordering::Equal => back |= is_change,
        }
    }
    (!left && !right) || (left != right && !back && changes == 2)
}

/// Whether a path `from -> a -> b` turns left.
struct Turn {
    from: Vec2,
    a: Vec2,
    b: Vec2,
}

impl Formula for Turn {
    fn value<N: Number>(&self) -> N {
        Vector::<N>::between(self.from, self.a).cross(&Vector::between(self.from, self.b))
    }
}

/// Whether `b` is farther from `from` than `a`.
struct Farther {
    from: Vec2,
    a: Vec2,
    b: Vec2,
}

impl Formula for Farther {
    fn value<N: Number>(&self) -> N {
        let [a, b] = [self.a, self.b].map(|to| Vector::<N>::between(self.from, to));
        b.dot(&b).minus(&a.dot(&a))
    }
}
