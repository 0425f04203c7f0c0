use super::{nearest, of_rounded, oriented_rect_oriented_rect};
use crate::exact::{Formula, Number, Vector};
use crate::overlap::{circle_oriented_rect, segment_shape};
use crate::{Circle, OrientedRect, Relation, Rotor, Segment, Vec2};

/// A moving circle against an oriented rectangle: the distance from the path of the center to the rectangle. Degree 6.
pub(super) fn moving_circle(from: &Circle, to: &Circle, rect: &OrientedRect) -> Relation {
    let path = Segment::unchecked(from.center(), to.center());
    of_rounded(segment_shape(&path, *rect), from.radius(), || {
        let way = Way { rect, from: from.center(), to: to.center(), of_from: rect.center(), of_to: rect.center() };
        let ends = [circle_oriented_rect(from, rect), circle_oriented_rect(to, rect)];
        nearest([nearest(ends), past_corners(way, from.radius())])
    })
}

/// A moving oriented rectangle against a circle: the distance from the center to the hull. Degree 6.
pub(super) fn moving_rect(from: &OrientedRect, to: &OrientedRect, circle: &Circle) -> Relation {
    let point = OrientedRect::unchecked(circle.center(), Vec2::ZERO, Rotor::IDENTITY);
    of_rounded(oriented_rect_oriented_rect::moving(from, to, &point), circle.radius(), || {
        // As seen from the rectangle, the circle moves in the opposite direction.
        let at = circle.center();
        let way = Way { rect: from, from: at, to: at, of_from: from.center(), of_to: to.center() };
        let ends = [circle_oriented_rect(circle, from), circle_oriented_rect(circle, to)];
        nearest([nearest(ends), past_corners(way, circle.radius())])
    })
}

/// The path of a circle's center as seen from an oriented rectangle. One of the two stands still.
#[derive(Clone, Copy)]
struct Way<'a> {
    rect: &'a OrientedRect,
    /// The center of the circle at the start and the end.
    from: Vec2,
    to: Vec2,
    /// The center of the rectangle at the start and the end.
    of_from: Vec2,
    of_to: Vec2,
}

impl Way<'_> {
    fn motion<N: Number>(&self) -> Vector<N> {
        // One of the two differences is zero.
        if self.of_from == self.of_to {
            Vector::between(self.from, self.to)
        } else {
            Vector::between(self.of_to, self.of_from)
        }
    }

    /// The vector from the center of the circle to a corner.
    fn to_corner<N: Number>(self, corner: [bool; 2], at_end: bool) -> Vector<N> {
        let (circle, rect) = if at_end { (self.to, self.of_to) } else { (self.from, self.of_from) };
        let along = Vector::<N>::along(self.rect.rotor());
        let half = |axis: usize| {
            let half = f64::from(self.rect.half_extents()[axis]);
            N::of(if corner[axis] { half } else { -half })
        };
        let (half_x, half_y) = (half(0), half(1));
        let Vector(x, y) = Vector::<N>::between(circle, rect);
        let corner_x = half_x.times(&along.0).minus(&half_y.times(&along.1));
        let corner_y = half_x.times(&along.1).plus(&half_y.times(&along.0));
        Vector(x.plus(&corner_x), y.plus(&corner_y))
    }
}

/// The relation to the corners that the path passes: those whose nearest point of the path is not an end.
fn past_corners(way: Way<'_>, radius: f32) -> Relation {
    let corners = [[false, false], [true, false], [true, true], [false, true]];
    nearest(corners.map(|corner| {
        let ahead = Ahead { way, corner, at_end: false }.sign();
        if ahead.is_gt() && (Ahead { way, corner, at_end: true }).sign().is_lt() {
            Relation::from_gap(Aside { way, corner, radius }.sign())
        } else {
            Relation::Apart
        }
    }))
}

/// How far ahead of the start or end of the path a corner lies, times the length of the path. Degree 3.
struct Ahead<'a> {
    way: Way<'a>,
    corner: [bool; 2],
    at_end: bool,
}

impl Formula for Ahead<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        self.way.motion::<N>().dot(&self.way.to_corner(self.corner, self.at_end))
    }
}

/// The squared distance of a corner from the line of the path minus the squared radius, times the squared length.
/// Degree 6.
struct Aside<'a> {
    way: Way<'a>,
    corner: [bool; 2],
    radius: f32,
}

impl Formula for Aside<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let motion = self.way.motion::<N>();
        let across = motion.cross(&self.way.to_corner(self.corner, false));
        let radius_sq = N::of(f64::from(self.radius) * f64::from(self.radius));
        across.squared().minus(&radius_sq.times(&motion.dot(&motion)))
    }
}
