//! Shapes as convex polygons rounded by a radius, in exact integers. They can be moved and measured.

use std::cmp::Ordering;

use collide_core::{Ray, Relation, Shape, Vec2};
use num_bigint::{BigInt, Sign};

use crate::exact::{Point, corners, edge_distance, origin_in_hull, scaled, whole};

/// All points within `radius` of the hull of the corners.
#[derive(Clone)]
pub struct Body {
    /// The corners in any order.
    pub corners: Vec<Point>,
    /// The radius around the hull, at the scale of `2^298`.
    pub radius: BigInt,
}

impl Body {
    /// The body of a shape.
    pub fn of(shape: &Shape) -> Self {
        let radius = if let Shape::Circle(circle) = shape { scaled(circle.radius()) } else { BigInt::ZERO };
        Self { corners: corners(shape), radius }
    }

    /// A point moved along a direction, `t` times.
    pub fn point(at: Vec2, direction: Vec2, t: f32) -> Self {
        let along = |at: f32, direction: f32| scaled(at) + whole(direction) * whole(t);
        let corner = Point { x: along(at.x, direction.x), y: along(at.y, direction.y) };
        Self { corners: vec![corner], radius: BigInt::ZERO }
    }

    /// A ray. If it has no end, the end is so far away that no shape of `f32` numbers reaches it.
    pub fn ray(ray: &Ray) -> Self {
        let (origin, direction) = (ray.origin(), ray.direction());
        let mut body = Self::point(origin, direction, if ray.max_t().is_finite() { ray.max_t() } else { 0.0 });
        if !ray.max_t().is_finite() {
            let far = |at: f32, direction: f32| scaled(at) + (scaled(direction) << 420);
            body.corners = vec![Point { x: far(origin.x, direction.x), y: far(origin.y, direction.y) }];
        }
        body.corners.extend(Self::point(origin, direction, 0.0).corners);
        body
    }

    /// The body moved by `way`, `t` times.
    pub fn moved(&self, way: Vec2, t: f32) -> Self {
        let by = Self::point(Vec2::ZERO, way, t).corners.remove(0);
        let corners = self.corners.iter().map(|at| Point { x: &at.x + &by.x, y: &at.y + &by.y });
        Self { corners: corners.collect(), radius: self.radius.clone() }
    }

    /// The body moved by `way` times `2^-power`, in coordinates `2^power` times as large.
    pub fn moved_slightly(&self, way: Vec2, power: u32) -> Self {
        let [x, y] = [scaled(way.x), scaled(way.y)];
        let corners = self.corners.iter().map(|at| Point { x: (&at.x << power) + &x, y: (&at.y << power) + &y });
        Self { corners: corners.collect(), radius: &self.radius << power }
    }

    fn difference(&self, other: &Self) -> Vec<Point> {
        self.corners.iter().flat_map(|a| other.corners.iter().map(|b| a.minus(b))).collect()
    }

    /// Compares the distance of two bodies with a length.
    pub fn compare_distance(&self, other: &Self, length: &BigInt) -> Ordering {
        let points = self.difference(other);
        let reach = &self.radius + &other.radius + length;
        if reach.sign() == Sign::Minus {
            return Ordering::Greater;
        }
        if origin_in_hull(&points) != Relation::Apart {
            return BigInt::ZERO.cmp(&reach);
        }
        // The nearest edge of the hull is one of these segments, and no other segment is nearer.
        pairs(&points).map(|(u, v)| edge_distance(u, v, &reach)).min().unwrap()
    }

    /// Compares the depth of two overlapping bodies, the shortest motion that separates them, with a length.
    pub fn compare_depth(&self, other: &Self, length: &BigInt) -> Ordering {
        let points = self.difference(other);
        let rest = length - &self.radius - &other.radius;
        if origin_in_hull(&points) == Relation::Apart {
            // The round borders overlap by the radii minus the distance of the hulls.
            return match rest.sign() {
                Sign::Plus => Ordering::Less,
                _ => pairs(&points).map(|(u, v)| edge_distance(u, v, &-rest.clone())).min().unwrap().reverse(),
            };
        }
        if rest.sign() == Sign::Minus {
            return Ordering::Greater;
        }
        let hull_edges = pairs(&points).filter(|(u, v)| {
            let edge = v.minus(u);
            let sides = points.iter().map(|point| edge.cross(&point.minus(u)).sign());
            let (mut left, mut right) = (false, false);
            for side in sides {
                left |= side == Sign::Plus;
                right |= side == Sign::Minus;
            }
            !(edge.is_zero() || left && right)
        });
        let border = hull_edges.map(|(u, v)| {
            let (edge, area) = (v.minus(u), u.cross(v));
            (&area * &area).cmp(&(&rest * &rest * edge.dot(&edge)))
        });
        border.min().unwrap_or_else(|| BigInt::ZERO.cmp(&rest))
    }

    /// The relation of two bodies.
    pub fn relation(&self, other: &Self) -> Relation {
        let reach = &self.radius + &other.radius;
        let points = self.difference(other);
        let place = origin_in_hull(&points);
        if place != Relation::Apart && reach.sign() != Sign::NoSign {
            return Relation::Interior;
        }
        match self.compare_distance(other, &BigInt::ZERO) {
            _ if reach.sign() == Sign::NoSign => place,
            Ordering::Less => Relation::Interior,
            Ordering::Equal => Relation::Touching,
            Ordering::Greater => Relation::Apart,
        }
    }
}

/// All pairs of points; a single point with itself.
fn pairs(points: &[Point]) -> impl Iterator<Item = (&Point, &Point)> {
    let from = move |i: usize| (if points.len() == 1 { 0 } else { i + 1 })..points.len();
    (0..points.len()).flat_map(move |i| from(i).map(move |j| (&points[i], &points[j])))
}

/// A length at the scale of the bodies, rounded up.
pub fn length(value: f64) -> BigInt {
    assert!(value >= 0.0 && value.is_finite());
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let digits = BigInt::from(if exponent == 0 { fraction } else { fraction | 1 << 52 });
    let power = exponent.max(1) - 1075 + 298;
    if power >= 0 { digits << power } else { (digits >> -power) + 1 }
}
