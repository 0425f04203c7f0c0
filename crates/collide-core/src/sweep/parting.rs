use core::cmp::Ordering;

use super::Moving;
use crate::exact::{Formula, Number, Vector, along_axis, compare, half_extent};
use crate::overlap::oriented_rect_oriented_rect::Gap as OrientedGap;
use crate::overlap::rect_oriented_rect::{Gap as MixedGap, oriented_sides};
use crate::{Circle, OrientedRect, Rect, Shape, Vec2};

/// Where the motions of two touching shapes lead: `Greater` if they separate them at once, `Less` if they lead one into
/// the other, `Equal` if the shapes slide along each other. Exact.
///
/// Relative to one shape, the other moves in a straight line. As they touch, it starts on the border of a convex set,
/// the Minkowski difference. It leaves this set at once if it moves outward across an edge that it is on, or, on a
/// round part of the border, in any direction that is not inward. It gets into the interior if it moves inward across
/// all edges that it is on; if it does not at once, it never does.
pub(super) fn outward(a: &Moving, b: &Moving) -> Ordering {
    use Shape::{Circle, OrientedRect, Rect};
    let (of_b, of_a) = (Motion { of: b.motion, from: a.motion }, Motion { of: a.motion, from: b.motion });
    if a.motion == b.motion {
        return Ordering::Equal;
    }
    match (&a.shape, &b.shape) {
        (Circle(a), Circle(b)) => circles(a, b, of_b),
        (Rect(a), Rect(b)) => rects(a, b, of_b),
        (Rect(rect), Circle(circle)) => circle_from_rect(circle, rect, of_b),
        (Circle(circle), Rect(rect)) => circle_from_rect(circle, rect, of_a),
        (OrientedRect(rect), Circle(circle)) => circle_from_oriented_rect(circle, rect, of_b),
        (Circle(circle), OrientedRect(rect)) => circle_from_oriented_rect(circle, rect, of_a),
        (Rect(rect), OrientedRect(other)) => oriented_rect_from_rect(other, rect, of_b),
        (OrientedRect(other), Rect(rect)) => oriented_rect_from_rect(other, rect, of_a),
        (OrientedRect(a), OrientedRect(b)) => {
            along_axes_of(a, b, of_b).max(along_axes_of(b, a, of_a)).unwrap_or(Ordering::Equal)
        }
    }
}

/// The motion of one shape as seen from another.
#[derive(Clone, Copy)]
struct Motion {
    of: Vec2,
    from: Vec2,
}

impl Motion {
    #[inline]
    fn value<N: Number>(self) -> Vector<N> {
        Vector::between(self.from, self.of)
    }

    fn sign(self, axis: usize) -> Ordering {
        compare(self.of[axis], self.from[axis])
    }
}

/// The component of a motion along the vector from one point to another.
struct Outward {
    from: Vec2,
    to: Vec2,
    motion: Motion,
}

impl Formula for Outward {
    #[inline]
    fn value<N: Number>(&self) -> N {
        self.motion.value::<N>().dot(&Vector::between(self.from, self.to))
    }
}

/// Two points that move in a straight line part; circles with an extent do so along a tangent too.
fn circles(a: &Circle, b: &Circle, motion: Motion) -> Ordering {
    match (Outward { from: a.center(), to: b.center(), motion }).sign() {
        Ordering::Equal => Ordering::Greater,
        sign => sign,
    }
}

fn rects(a: &Rect, b: &Rect, motion: Motion) -> Ordering {
    let across = [0, 1].map(|axis| {
        let below = (a.max()[axis] == b.min()[axis]).then(|| motion.sign(axis));
        below.max((a.min()[axis] == b.max()[axis]).then(|| motion.sign(axis).reverse()))
    });
    across[0].max(across[1]).unwrap_or(Ordering::Equal)
}

/// The position and motion of a circle's center along an axis: the side of the rectangle that it is beyond, or `Equal`;
/// the outward motion across a side that it is on; and whether it moves at all.
#[derive(Clone, Copy)]
struct Place {
    beyond: Ordering,
    across: Option<Ordering>,
    moves: bool,
}

/// The sign of the change of the distance: that of its first derivative, and if it is zero, that of the second. The
/// second is the sum of the squared motions along the axes on which the center is, or gets, beyond the rectangle.
///
/// A center that is beyond no side, as it is that of a point, is on the border of the rectangle itself.
fn change_of_distance([x, y]: [Place; 2], first: impl Formula) -> Ordering {
    let grows = |place: Place| place.across == Some(Ordering::Greater) || (place.beyond.is_ne() && place.moves);
    if x.beyond.is_eq() && y.beyond.is_eq() {
        return x.across.max(y.across).unwrap_or(Ordering::Equal);
    }
    match first.sign() {
        Ordering::Equal if grows(x) || grows(y) => Ordering::Greater,
        sign => sign,
    }
}

fn circle_from_rect(circle: &Circle, rect: &Rect, motion: Motion) -> Ordering {
    let center = circle.center();
    let places = [0, 1].map(|axis| {
        let (below, above) = (compare(center[axis], rect.min()[axis]), compare(center[axis], rect.max()[axis]));
        let beyond = if above.is_gt() { above } else { below.min(Ordering::Equal) };
        let sign = motion.sign(axis);
        Place {
            beyond,
            across: above.is_eq().then_some(sign).max(below.is_eq().then_some(sign.reverse())),
            moves: sign.is_ne(),
        }
    });
    change_of_distance(places, Outward { from: center.clamp(rect.min(), rect.max()), to: center, motion })
}

fn circle_from_oriented_rect(circle: &Circle, rect: &OrientedRect, motion: Motion) -> Ordering {
    let places = [0, 1].map(|axis| {
        let at = At { circle, rect, axis }.sign();
        let past = Past { circle, rect, axis, side: at }.sign();
        let sign = Along { rect, axis, motion }.sign();
        Place {
            beyond: if past.is_gt() { at } else { Ordering::Equal },
            across: past.is_eq().then(|| across(at, sign)),
            moves: sign.is_ne(),
        }
    });
    change_of_distance(places, OrientedOutward { circle, rect, motion, beyond: places.map(|place| place.beyond) })
}

/// The outward motion across the side of a rectangle on which a place `at` lies; across both if the rectangle has no
/// extent there.
fn across(at: Ordering, motion: Ordering) -> Ordering {
    match at {
        Ordering::Less => motion.reverse(),
        Ordering::Equal => motion.max(motion.reverse()),
        Ordering::Greater => motion,
    }
}

/// The side of the rectangle's middle on which a circle's center is, along an axis of the rectangle.
struct At<'a> {
    circle: &'a Circle,
    rect: &'a OrientedRect,
    axis: usize,
}

impl Formula for At<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        along_axis(self.rect, self.axis, self.circle.center())
    }
}

/// The distance of the center past the nearer side of the rectangle.
struct Past<'a> {
    circle: &'a Circle,
    rect: &'a OrientedRect,
    axis: usize,
    side: Ordering,
}

impl Formula for Past<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let at = along_axis::<N>(self.rect, self.axis, self.circle.center());
        let at = if self.side.is_lt() { N::of(0.0).minus(&at) } else { at };
        at.minus(&half_extent(self.rect, self.axis))
    }
}

/// The motion along an axis of a rectangle.
struct Along<'a> {
    rect: &'a OrientedRect,
    axis: usize,
    motion: Motion,
}

impl Formula for Along<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let direction = Vector::<N>::along(self.rect.rotor());
        let motion = self.motion.value();
        if self.axis == 0 { direction.dot(&motion) } else { direction.cross(&motion) }
    }
}

/// The component of the motion along the vector from the nearest point of the rectangle to the center: degree 5.
struct OrientedOutward<'a> {
    circle: &'a Circle,
    rect: &'a OrientedRect,
    motion: Motion,
    beyond: [Ordering; 2],
}

impl Formula for OrientedOutward<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let &Self { circle, rect, motion, beyond } = self;
        let part = |axis: usize| {
            let past = Past { circle, rect, axis, side: beyond[axis] }.value::<N>();
            let along = Along { rect, axis, motion }.value::<N>();
            let part = past.times(&along);
            if beyond[axis].is_lt() { N::of(0.0).minus(&part) } else { part }
        };
        match beyond.map(Ordering::is_ne) {
            [true, true] => part(0).plus(&part(1)),
            [true, false] => part(0),
            [false, true] => part(1),
            [false, false] => N::of(0.0),
        }
    }
}

/// The outward motion of an oriented rectangle across a side of a rectangle, or of its own, on which they touch.
fn oriented_rect_from_rect(other: &OrientedRect, rect: &Rect, motion: Motion) -> Ordering {
    let straight = [(0, false), (0, true), (1, false), (1, true)].into_iter().filter_map(|(axis, upper)| {
        let across = if upper { motion.sign(axis) } else { motion.sign(axis).reverse() };
        MixedGap::Straight { rect, other, axis, upper }.sign().is_eq().then_some(across)
    });
    // Relative to the oriented rectangle, the other moves in the opposite direction.
    let back = Motion { of: motion.from, from: motion.of };
    let oriented = oriented_sides(rect, other).into_iter().filter_map(|gap| {
        let MixedGap::Oriented { direction, .. } = gap else { return None };
        gap.sign().is_eq().then(|| Outward { from: Vec2::ZERO, to: direction, motion: back }.sign())
    });
    straight.chain(oriented).max().unwrap_or(Ordering::Equal)
}

/// The outward motion of `other` across a side of `of` on which they touch, if there is one.
fn along_axes_of(of: &OrientedRect, other: &OrientedRect, motion: Motion) -> Option<Ordering> {
    let touched = |axis: &usize| OrientedGap { of, other, axis: *axis }.sign().is_eq();
    let across = |axis: usize| {
        let at = At { circle: &Circle::unchecked(other.center(), 0.0), rect: of, axis }.sign();
        across(at, Along { rect: of, axis, motion }.sign())
    };
    [0, 1].into_iter().filter(touched).map(across).max()
}
