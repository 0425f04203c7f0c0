//! Sectors against shapes.
//!
//! A sector of at most 180 degrees is a cone of directions, the *wedge*, between two distances from the apex. A convex
//! set has points in the wedge at all distances between the nearest and the farthest one. So three facts decide: whether
//! the set and the wedge overlap, how the distance of the nearest point compares with the outer radius, and that of the
//! farthest with the inner one. Each is a sign of a polynomial, or of one with the length of a border in it.

use core::cmp::Ordering;

use super::{fast, moving_relation, relation};
use crate::convex::{
    AheadOfStart, Along, CornerPastEnd, CrossingPastEnd, EdgeDistance, EdgeLine, End, FromCorner, FromEdge,
    MiddleAhead, Pair, PointDistance, Product,
};
use crate::exact::{Formula, OPEN, Root, SECTOR_CORNER, add_exact_work};
use crate::shape::corners::{Corners, Direction};
use crate::shape::outline::{Outline, Point};
use crate::{Circle, IntoArg, Ray, Relation, Sector, Shape, Vec2};

/// Sector against any shape: whether a sword's swing hits it, or a cone of sight shows it. Exact, like every relation.
///
/// Costs some tens of nanoseconds; up to about a microsecond where the borders of both are near each other, or if the
/// sector or its gap is narrower than a degree.
///
/// ```
/// use collide_core::{Circle, Rect, Relation, Sector, Vec2, sector_shape};
/// let sight = Sector::new(Vec2::ZERO, Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), 10.0)?; // 90 degrees around +x
/// let crate_at = |x: f32, y: f32| Rect::new(Vec2::new(x, y), Vec2::new(x + 1.0, y + 1.0));
/// assert_eq!(sector_shape(&sight, crate_at(4.0, 4.0)?), Relation::Interior); // the border crosses it
/// assert_eq!(sector_shape(&sight, crate_at(3.0, 4.0)?), Relation::Touching); // at a corner
/// assert_eq!(sector_shape(&sight, crate_at(10.0, -0.5)?), Relation::Touching);
/// assert_eq!(sector_shape(&sight, crate_at(-2.0, 0.0)?), Relation::Apart);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[must_use]
#[inline(always)] // so that the kind of the shape is known
pub fn sector_shape(sector: &Sector, shape: impl IntoArg<Shape>) -> Relation {
    let shape = shape.into();
    fast::sector(sector, &shape).unwrap_or_else(|| exact(sector, &shape))
}

/// The relation by signs of polynomials alone.
#[cold]
pub(super) fn exact(sector: &Sector, shape: &Shape) -> Relation {
    add_exact_work(OPEN);
    let (apex, set) = (Outline::point(sector.apex()), shape.outline());
    let disc = |radius| Circle::new(sector.apex(), radius).expect("the numbers of a sector are finite");
    let of_disc = relation(disc(sector.outer()), *shape);
    if of_disc == Relation::Apart {
        return Relation::Apart;
    }
    let holds_apex = relation(disc(0.0), *shape) != Relation::Apart;
    let pair = Pair::new(&apex, &set);
    let wedges = sector.wedges().map(|borders| Wedge { pair, borders, of_disc, holds_apex, sector }.relation());
    wedges.min().expect("at least one wedge")
}

/// A part of a sector with an opening of at most 180 degrees, and a set that is not apart from the disc around it.
struct Wedge<'a> {
    /// The apex and the set.
    pair: Pair<'a>,
    borders: [Vec2; 2],
    /// The relation of the disc of the outer radius and the set.
    of_disc: Relation,
    /// Whether the set contains the apex.
    holds_apex: bool,
    sector: &'a Sector,
}

const APEX: Point = Point { corner: 0, moved: false };

/// An edge of the set, counter-clockwise.
#[derive(Clone, Copy)]
struct Edge {
    line: EdgeLine,
    to: Point,
}

impl Wedge<'_> {
    fn relation(&self) -> Relation {
        self.count_corners();
        let rays = self.borders.map(|border| self.ray(border));
        let is_inside = rays.contains(&Relation::Interior) || self.is_some_point_inside();
        if !is_inside && rays == [Relation::Apart; 2] {
            return Relation::Apart;
        }
        let (nearest, farthest) = (self.nearest(rays), self.farthest(rays));
        if nearest.is_gt() || farthest.is_lt() {
            Relation::Apart
        } else if is_inside && nearest.is_lt() && farthest.is_gt() {
            Relation::Interior
        } else {
            Relation::Touching
        }
    }

    /// The relation of the set and an endless border.
    fn ray(&self, border: Vec2) -> Relation {
        let ray = Ray::new(self.sector.apex(), border, f32::INFINITY).expect("the numbers of a sector are finite");
        moving_relation(&ray.outline_past(self.pair.q), self.pair.q)
    }

    /// Counts the work of a look at all corners and edges.
    fn count_corners(&self) {
        add_exact_work((u64::from(self.pair.q.corners.count()) + 1) * SECTOR_CORNER);
    }

    /// The corners of the set.
    fn corners(&self) -> impl Iterator<Item = Point> + use<> {
        (0..self.pair.q.corners.count()).map(|corner| Point { corner, moved: false })
    }

    /// The edges of the set; both directions of a segment.
    fn edges(&self) -> impl Iterator<Item = Edge> {
        let corners = &self.pair.q.corners;
        self.corners().filter(|_| corners.count() > 1).map(|from| {
            let (to, direction) = corners.side(from.corner);
            let is_reversed = match corners {
                Corners::Point | Corners::Hull(_) | Corners::Rects(_) => false,
                Corners::Rect { .. } | Corners::Oriented { .. } => from.corner >= 2,
                Corners::Segment(_) => from.corner == 1,
            };
            let direction = if is_reversed { direction.reversed() } else { direction };
            Edge { line: EdgeLine { from, direction }, to: Point { corner: to, moved: false } }
        })
    }

    /// How far a corner is ahead of the apex along a direction.
    fn ahead(&self, direction: Direction, q: Point) -> Ordering {
        Along { pair: self.pair, p: APEX, q, direction }.sign()
    }

    /// How far a corner is within the wedge: the lesser one of its two sides.
    fn depth(&self, q: Point) -> Ordering {
        let [from, to] = self.borders.map(Direction::of);
        self.ahead(from.turned(), q).min(self.ahead(to.turned(), q).reverse())
    }

    /// Whether a point of the set is strictly inside of the wedge, if no border crosses the set. The set is then on one
    /// side of each border, but for its border: the middle of its corners or one of them is inside.
    fn is_some_point_inside(&self) -> bool {
        let [from, to] = self.borders.map(|border| Direction::of(border).turned());
        let ahead = |direction| MiddleAhead { pair: self.pair, direction }.sign();
        self.corners().any(|corner| self.depth(corner).is_gt()) || (ahead(from).is_gt() && ahead(to).is_lt())
    }

    /// How the distance of the nearest point of the set in the wedge compares with the outer radius.
    fn nearest(&self, rays: [Relation; 2]) -> Ordering {
        if self.holds_apex {
            return Ordering::Less;
        }
        if self.is_nearest_within() {
            return self.of_disc.gap();
        }
        let along_borders = self.borders.into_iter().zip(rays).filter(|(_, ray)| *ray != Relation::Apart);
        let entries = along_borders.map(|(border, _)| self.entry(self.end(border, self.sector.outer())));
        entries.min().unwrap_or(Ordering::Greater)
    }

    /// Whether the point of the set that is nearest to the apex, which is outside, is in the wedge.
    fn is_nearest_within(&self) -> bool {
        let [from, to] = self.borders.map(Direction::of);
        for Edge { line, to: end } in self.edges() {
            let is_beside = self.ahead(line.direction, line.from).is_lt() && self.ahead(line.direction, end).is_gt();
            if is_beside && self.ahead(line.direction.turned(), line.from).is_gt() {
                // The way to the edge is its normal to the left.
                return Product(from, line.direction).sign().is_ge() && Product(to, line.direction).sign().is_le();
            }
        }
        let before = |corner: Point| self.edges().find(move |edge| edge.to.corner == corner.corner);
        let after = |corner: Point| self.edges().find(move |edge| edge.line.from.corner == corner.corner);
        let is_nearest = |corner: &Point| {
            before(*corner).is_none_or(|edge| self.ahead(edge.line.direction, *corner).is_le())
                && after(*corner).is_none_or(|edge| self.ahead(edge.line.direction, *corner).is_ge())
        };
        self.corners().find(is_nearest).is_some_and(|corner| self.depth(corner).is_ge())
    }

    fn end(&self, direction: Vec2, reach: f32) -> End<'_> {
        End { pair: self.pair, direction, reach }
    }

    /// How the distance at which a border enters the set compares with that of an end; greater if it does not.
    fn entry(&self, end: End<'_>) -> Ordering {
        self.count_corners();
        let at_corners = self.corners().map(|corner| match self.corner_past(&end, corner) {
            None => Ordering::Greater,
            Some(Ordering::Less) => {
                if self.is_on_line(&end, corner) {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            Some(past) if self.pair.q.radius == 0.0 => {
                if self.is_on_line(&end, corner) {
                    past
                } else {
                    Ordering::Greater
                }
            }
            Some(Ordering::Equal | Ordering::Greater) => FromCorner(end, corner).sign(),
        });
        let at_edges = self.edges().map(|edge| {
            let crossing = self.crossing(&end, edge).unwrap_or(Ordering::Greater);
            crossing.min(self.past_radius(&end, edge).unwrap_or(Ordering::Greater))
        });
        at_corners.chain(at_edges).min().unwrap_or(Ordering::Greater)
    }

    /// How the distance at which a border leaves the set compares with that of an end; less if it does not.
    fn exit(&self, end: End<'_>) -> Ordering {
        self.count_corners();
        let at_corners = self.corners().map(|corner| match self.corner_past(&end, corner) {
            Some(Ordering::Greater) => {
                if self.is_on_line(&end, corner) {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
            Some(past) if self.pair.q.radius == 0.0 => {
                if self.is_on_line(&end, corner) {
                    past
                } else {
                    Ordering::Less
                }
            }
            None if self.pair.q.radius == 0.0 => Ordering::Less,
            None | Some(Ordering::Equal | Ordering::Less) => FromCorner(end, corner).sign().reverse(),
        });
        let at_edges = self.edges().map(|edge| {
            let crossing = self.crossing(&end, edge).unwrap_or(Ordering::Less);
            crossing.max(self.past_radius(&end, edge).map_or(Ordering::Less, Ordering::reverse))
        });
        at_corners.chain(at_edges).max().unwrap_or(Ordering::Less)
    }

    /// How far a corner is past the end of a border, along it. `None` if it is not ahead of the apex.
    fn corner_past(&self, end: &End<'_>, corner: Point) -> Option<Ordering> {
        let is_ahead = self.ahead(Direction::of(end.direction), corner).is_gt();
        is_ahead.then(|| CornerPastEnd(*end, corner).sign())
    }

    /// Whether the line of a border is at most the radius away from a corner.
    fn is_on_line(&self, end: &End<'_>, q: Point) -> bool {
        let direction = Direction::of(end.direction);
        EdgeDistance { pair: self.pair, p: APEX, direction, q }.sign().is_le()
    }

    /// How the distance at which a border crosses the inside of an edge compares with that of an end.
    fn crossing(&self, end: &End<'_>, edge: Edge) -> Option<Ordering> {
        let across = Direction::of(end.direction).turned();
        let (from, to) = (self.ahead(across, edge.line.from), self.ahead(across, edge.to));
        let is_crossed = from.is_ne() && from == to.reverse();
        // The apex is on the side of the edge that the border leads away from: else the crossing is behind it.
        let apex_side = self.ahead(edge.line.direction.turned(), edge.line.from).reverse();
        let leads = Product(Direction::of(end.direction), edge.line.direction.turned()).sign();
        (is_crossed && apex_side == leads.reverse()).then(|| CrossingPastEnd(*end, edge.line).sign())
    }

    /// How the distance of the end from the inside of an edge compares with the radius. `None` if the end is not beside
    /// the edge, or there is no radius.
    fn past_radius(&self, end: &End<'_>, edge: Edge) -> Option<Ordering> {
        let to = EdgeLine { from: edge.to, ..edge.line };
        let is_beside = self.pair.q.radius > 0.0
            && AheadOfStart(*end, edge.line).sign().is_gt()
            && AheadOfStart(*end, to).sign().is_lt();
        is_beside.then(|| FromEdge(*end, edge.line).sign())
    }

    /// How the distance of the farthest point of the set in the wedge compares with the inner radius.
    fn farthest(&self, rays: [Relation; 2]) -> Ordering {
        let (inner, radius) = (self.sector.inner(), self.pair.q.radius);
        if inner == 0.0 {
            return Ordering::Greater;
        }
        let at_corners = self.corners().filter(|corner| self.depth(*corner).is_ge()).map(|q| {
            if radius > inner {
                return Ordering::Greater;
            }
            PointDistance { pair: self.pair, p: APEX, q, radii: [inner, -radius] }.sign()
        });
        let along_borders = self.borders.into_iter().zip(rays).filter(|(_, ray)| *ray != Relation::Apart);
        let exits = along_borders.map(|(border, _)| self.exit(self.end(border, inner)));
        at_corners.chain(exits).max().unwrap_or(Ordering::Less)
    }
}
