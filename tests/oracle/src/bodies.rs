//! Shapes as convex polygons rounded by a radius, in exact integers. They can be moved and measured.

use std::cmp::Ordering;

use collide_core::{Containment, Ray, Relation, Shape, Vec2};
use num_bigint::{BigInt, Sign};

use crate::exact::{Point, corners, edge_distance, origin_in_hull, radius, scaled, whole};

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
        Self { corners: corners(shape), radius: radius(shape) }
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

    /// The corners of the Minkowski difference of two bodies without their radii.
    fn difference(&self, other: &Self) -> Vec<Point> {
        let (own, others) = (hull(self.corners.clone()), hull(other.corners.clone()));
        hull(own.iter().flat_map(|a| others.iter().map(|b| a.minus(b))).collect())
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
        edges(&points).map(|(u, v)| edge_distance(u, v, &reach)).min().unwrap()
    }

    /// Compares the depth of two overlapping bodies, the shortest motion that separates them, with a length.
    pub fn compare_depth(&self, other: &Self, length: &BigInt) -> Ordering {
        let points = self.difference(other);
        let rest = length - &self.radius - &other.radius;
        if origin_in_hull(&points) == Relation::Apart {
            // The round borders overlap by the radii minus the distance of the hulls.
            return match rest.sign() {
                Sign::Plus => Ordering::Less,
                _ => edges(&points).map(|(u, v)| edge_distance(u, v, &-rest.clone())).min().unwrap().reverse(),
            };
        }
        compare_border(&points, &rest)
    }

    /// The relation of two bodies.
    pub fn relation(&self, other: &Self) -> Relation {
        let reach = &self.radius + &other.radius;
        let points = self.difference(other);
        let place = origin_in_hull(&points);
        if reach.sign() == Sign::NoSign {
            return place;
        } else if place != Relation::Apart {
            return Relation::Interior;
        }
        match edges(&points).map(|(u, v)| edge_distance(u, v, &reach)).min().unwrap() {
            Ordering::Less => Relation::Interior,
            Ordering::Equal => Relation::Touching,
            Ordering::Greater => Relation::Apart,
        }
    }

    /// The containment of another body. It is the hull of discs around its corners, and a convex set contains this hull
    /// if it contains each disc: if its center is not farther from the hull of the outer corners than the difference of
    /// the radii, or if the disc is larger, as deep inside of this hull.
    pub fn containment(&self, inner: &Self) -> Containment {
        let room = &self.radius - &inner.radius;
        let outer = hull(self.corners.clone());
        let of_disc = |center: &Point| {
            let around: Vec<Point> = outer.iter().map(|corner| corner.minus(center)).collect();
            let place = origin_in_hull(&around);
            let room_left = match (place, room.sign()) {
                (Relation::Interior, Sign::Minus) => compare_border(&around, &-room.clone()),
                (Relation::Interior, _) => Ordering::Greater,
                (Relation::Touching, _) => room.cmp(&BigInt::ZERO),
                (Relation::Apart, Sign::Minus) => Ordering::Less,
                (Relation::Apart, _) => {
                    edges(&around).map(|(u, v)| edge_distance(u, v, &room)).min().unwrap().reverse()
                }
            };
            match room_left {
                Ordering::Greater => Containment::Inside,
                Ordering::Equal => Containment::TouchingBorder,
                Ordering::Less => Containment::StickingOut,
            }
        };
        inner.corners.iter().map(of_disc).max().unwrap()
    }
}

/// Compares the distance of the origin, which is in a hull, from the border of the hull with a length.
fn compare_border(hull: &[Point], length: &BigInt) -> Ordering {
    if length.sign() == Sign::Minus {
        return Ordering::Greater;
    }
    if hull.len() < 3 {
        return BigInt::ZERO.cmp(length);
    }
    let of_edge = |(u, v): (&Point, &Point)| {
        let (edge, area) = (v.minus(u), u.cross(v));
        (&area * &area).cmp(&(length * length * edge.dot(&edge)))
    };
    edges(hull).map(of_edge).min().unwrap()
}

/// The corners of the convex hull, counter-clockwise: Andrew's monotone chain.
pub fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = &chain[..]
                && b.minus(a).cross(&point.minus(a)).sign() != Sign::Plus
            {
                chain.pop();
            }
            chain.push(point.clone());
        }
        chain.pop();
        chain
    };
    let mut corners = chain(&mut points.iter());
    corners.extend(chain(&mut points.iter().rev()));
    corners
}

/// The edges of a hull; of a single point, the point with itself.
fn edges(hull: &[Point]) -> impl Iterator<Item = (&Point, &Point)> {
    hull.iter().zip(hull.iter().cycle().skip(1))
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
