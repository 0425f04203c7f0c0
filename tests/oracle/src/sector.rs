//! The relation of a sector and a shape from their distance, in numbers of 1,400 binary places.
//!
//! Two different numbers of the inputs are never as near to each other as the rounding of these, in any case that is met
//! here, so what is that near is equal.

use std::ops::{Add, Mul, Sub};

use collide_core::{Relation, Sector, Shape, Vec2};
use num_bigint::{BigInt, Sign};

use crate::bodies::{Body, hull};
use crate::exact::{Point, scaled};

/// A number with this many binary places.
const PLACES: u32 = 1_400;

/// Numbers that differ by less are equal.
const SAME: u32 = PLACES - 800;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Real(BigInt);

impl Real {
    fn zero() -> Self {
        Self(BigInt::ZERO)
    }

    /// A number at the scale of `2^298`.
    fn of(number: &BigInt) -> Self {
        Self(number << (PLACES - 298))
    }

    fn sqrt(&self) -> Self {
        Self((&self.0 << PLACES).sqrt())
    }

    fn over(&self, other: &Self) -> Self {
        Self((&self.0 << PLACES) / &other.0)
    }

    fn abs(self) -> Self {
        if self.0.sign() == Sign::Minus { Self(-self.0) } else { self }
    }

    /// Whether the number is more than the rounding above zero.
    fn is_positive(&self) -> bool {
        self.0 > BigInt::from(1) << SAME
    }
}

impl Add for &Real {
    type Output = Real;

    fn add(self, other: Self) -> Real {
        Real(&self.0 + &other.0)
    }
}

impl Sub for &Real {
    type Output = Real;

    fn sub(self, other: Self) -> Real {
        Real(&self.0 - &other.0)
    }
}

impl Mul for &Real {
    type Output = Real;

    fn mul(self, other: Self) -> Real {
        Real((&self.0 * &other.0) >> PLACES)
    }
}

#[derive(Clone, Debug)]
struct Vector {
    x: Real,
    y: Real,
}

impl Vector {
    fn of(point: &Point) -> Self {
        Self { x: Real::of(&point.x), y: Real::of(&point.y) }
    }

    fn given(vector: Vec2) -> Self {
        Self::of(&Point { x: scaled(vector.x), y: scaled(vector.y) })
    }

    fn plus(&self, other: &Self) -> Self {
        Self { x: &self.x + &other.x, y: &self.y + &other.y }
    }

    fn minus(&self, other: &Self) -> Self {
        Self { x: &self.x - &other.x, y: &self.y - &other.y }
    }

    fn times(&self, by: &Real) -> Self {
        Self { x: &self.x * by, y: &self.y * by }
    }

    fn dot(&self, other: &Self) -> Real {
        &(&self.x * &other.x) + &(&self.y * &other.y)
    }

    fn cross(&self, other: &Self) -> Real {
        &(&self.x * &other.y) - &(&self.y * &other.x)
    }

    fn length(&self) -> Real {
        self.dot(self).sqrt()
    }

    /// The vector of length one. The digits of a tiny one are moved up first.
    fn unit(&self) -> Self {
        let bits = self.x.0.bits().max(self.y.0.bits());
        let up = u64::from(PLACES).saturating_sub(bits);
        let large = Self { x: Real(&self.x.0 << up), y: Real(&self.y.0 << up) };
        let length = large.length();
        Self { x: large.x.over(&length), y: large.y.over(&length) }
    }

    /// The distance from a segment.
    fn distance(&self, [from, to]: [&Self; 2]) -> Real {
        let (along, way) = (to.minus(from), self.minus(from));
        let (ahead, length) = (along.dot(&way), along.length());
        if !length.is_positive() || ahead <= Real::zero() {
            return way.length();
        }
        let unit = along.unit();
        if unit.dot(&way) >= length { self.minus(to).length() } else { unit.cross(&way).abs() }
    }
}

/// A sector around the origin.
struct Place {
    borders: [Vector; 2],
    is_convex: bool,
    inner: Real,
    outer: Real,
}

impl Place {
    /// How deep a direction is between the borders, times its length: more than zero strictly inside.
    fn depth(&self, at: &Vector) -> Real {
        let (from, to) = (self.borders[0].cross(at), at.cross(&self.borders[1]));
        if self.is_convex { from.min(to) } else { from.max(to) }
    }

    /// How deep a point is inside; less than zero outside.
    fn inside(&self, at: &Vector) -> Real {
        let length = at.length();
        let depth = self.depth(at).min(&self.outer - &length);
        // Without an inner radius the apex is a point of the border as any other.
        if self.inner.is_positive() { depth.min(&length - &self.inner) } else { depth }
    }

    fn holds(&self, at: &Vector) -> bool {
        !(&Real::zero() - &self.inside(at)).is_positive()
    }

    fn ends(&self) -> Vec<[Vector; 2]> {
        self.borders.iter().map(|border| [border.times(&self.inner), border.times(&self.outer)]).collect()
    }

    /// A point strictly inside.
    fn middle(&self) -> Vector {
        let [from, to] = &self.borders;
        let sum = from.plus(to);
        let half = Real(BigInt::from(1) << (PLACES - 1));
        let left = Vector { x: &Real::zero() - &from.y, y: from.x.clone() };
        // Opposite borders have no sum.
        let turn = from.cross(to);
        let direction = if turn.clone().abs().is_positive() { sum.unit() } else { left };
        let flip = Real(BigInt::from(-1) << PLACES);
        let direction =
            if self.is_convex || !turn.clone().abs().is_positive() { direction } else { direction.times(&flip) };
        direction.times(&(&(&self.inner + &self.outer) * &half))
    }

    /// The distance of a point.
    fn distance(&self, at: &Vector) -> Real {
        if self.holds(at) {
            return Real::zero();
        }
        let length = at.length();
        let of_ring = (&length - &self.outer).max(&self.inner - &length);
        let of_borders = self.ends().into_iter().map(|[from, to]| at.distance([&from, &to])).min().unwrap();
        let is_between = !(&Real::zero() - &self.depth(at)).is_positive();
        if is_between { of_borders.min(of_ring.max(Real::zero())) } else { of_borders }
    }

    /// Where a segment may cross the border, as parts of it, and both ends.
    fn crossings(&self, from: &Vector, to: &Vector) -> Vec<Real> {
        let along = to.minus(from);
        let (unit, length) = (along.unit(), along.length());
        let mut at = vec![Real::zero(), length.clone()];
        for border in &self.borders {
            let turn = unit.cross(border);
            if turn.clone().abs().is_positive() {
                at.push((&Real::zero() - &from.cross(border)).over(&turn));
            }
        }
        let (ahead, across) = (&Real::zero() - &unit.dot(from), unit.cross(from));
        at.push(ahead.clone());
        for radius in [&self.inner, &self.outer] {
            let square = &(radius * radius) - &(&across * &across);
            if square.0.sign() == Sign::Plus {
                let half = square.sqrt();
                at.extend([&ahead - &half, &ahead + &half]);
            }
        }
        at.retain(|at| *at >= Real::zero() && *at <= length);
        at.sort();
        at
    }

    /// The points of a segment that matter: where it crosses the border, and between these places.
    fn samples(&self, from: &Vector, to: &Vector) -> Vec<Vector> {
        let unit = to.minus(from).unit();
        let crossings = self.crossings(from, to);
        let between = crossings.windows(2).map(|two| Real((&two[0].0 + &two[1].0) >> 1));
        crossings.iter().cloned().chain(between).map(|at| from.plus(&unit.times(&at))).collect()
    }
}

/// The relation of a sector and a shape.
pub fn relation(sector: &Sector, shape: &Shape) -> Relation {
    let body = Body::of(shape);
    let apex = Point { x: scaled(sector.apex().x), y: scaled(sector.apex().y) };
    let corners: Vec<Vector> = hull(body.corners).iter().map(|corner| Vector::of(&corner.minus(&apex))).collect();
    let radius = Real::of(&body.radius);
    let [from, to] = sector.borders();
    let turn = Point { x: scaled(from.x), y: scaled(from.y) }.cross(&Point { x: scaled(to.x), y: scaled(to.y) });
    let place = Place {
        borders: sector.borders().map(|border| Vector::given(border).unit()),
        is_convex: turn.sign() != Sign::Minus,
        inner: Real::of(&scaled(sector.inner())),
        outer: Real::of(&scaled(sector.outer())),
    };
    let edges: Vec<[&Vector; 2]> = if corners.len() > 1 {
        (0..corners.len()).map(|index| [&corners[index], &corners[(index + 1) % corners.len()]]).collect()
    } else {
        vec![]
    };
    let mut samples = corners.clone();
    samples.extend(edges.iter().flat_map(|[from, to]| place.samples(from, to)));
    let middle = place.middle();
    let has_middle =
        edges.len() > 2 && edges.iter().all(|[from, to]| to.minus(from).cross(&middle.minus(from)).is_positive());
    if has_middle || samples.iter().any(|at| place.inside(at).is_positive()) {
        return Relation::Interior;
    }
    let of_corners = samples.iter().map(|at| place.distance(at));
    let of_ends = place.ends().concat();
    let of_ends = of_ends.iter().flat_map(|end| edges.iter().map(|edge| end.distance(*edge)));
    let distance = of_corners.chain(of_ends).min().unwrap();
    let gap = &distance - &radius;
    if gap.is_positive() {
        Relation::Apart
    } else if (&Real::zero() - &gap).is_positive() {
        Relation::Interior
    } else {
        Relation::Touching
    }
}
