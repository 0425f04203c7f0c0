use core::cmp::Ordering;

use super::Moving;
use crate::exact::{Formula, Number, Vector, along_axis, compare, half_extent};
use crate::overlap::oriented_rect_oriented_rect::Gap as OrientedGap;
use crate::overlap::rect_oriented_rect::{Gap as MixedGap, oriented_sides};
use crate::{Circle, OrientedRect, Rect, Shape, Vec2};

/// Whether the motions of two touching shapes separate them at once. Exact.
///
/// Relative to one shape, the other moves in a straight line. As they touch, it starts on the border of a convex set,
/// the Minkowski difference. It leaves this set at once if it moves outward across an edge that it is on, or, on a
/// round part of the border, in any direction that is not inward.
pub(super) fn part_at_once(a: &Moving, b: &Moving) -> bool {
    use Shape::{Circle, OrientedRect, Rect};
    let (of_b, of_a) = (Motion { of: b.motion, from: a.motion }, Motion { of: a.motion, from: b.motion });
    if a.motion == b.motion {
        return false;
    }
    match (&a.shape, &b.shape) {
        (Circle(a), Circle(b)) => Outward { from: a.center(), to: b.center(), motion: of_b }.sign().is_ge(),
        (Rect(a), Rect(b)) => rects(a, b, of_b),
        (Rect(rect), Circle(circle)) => circle_from_rect(circle, rect, of_b),
        (Circle(circle), Rect(rect)) => circle_from_rect(circle, rect, of_a),
        (OrientedRect(rect), Circle(circle)) => circle_from_oriented_rect(circle, rect, of_b),
        (Circle(circle), OrientedRect(rect)) => circle_from_oriented_rect(circle, rect, of_a),
        (Rect(rect), OrientedRect(other)) => oriented_rect_from_rect(other, rect, of_b),
        (OrientedRect(other), Rect(rect)) => oriented_rect_from_rect(other, rect, of_a),
        (OrientedRect(a), OrientedRect(b)) => along_axes_of(a, b, of_b) || along_axes_of(b, a, of_a),
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

fn rects(a: &Rect, b: &Rect, motion: Motion) -> bool {
    [0, 1].into_iter().any(|axis| {
        (a.max()[axis] == b.min()[axis] && motion.sign(axis).is_gt())
            || (a.min()[axis] == b.max()[axis] && motion.sign(axis).is_lt())
    })
}

/// The position and motion of a circle's center along an axis: the side of the rectangle that it is beyond, or `Equal`;
/// whether the motion takes it across a side that it is on; and whether it moves at all.
#[derive(Clone, Copy)]
struct Place {
    beyond: Ordering,
    leaves: bool,
    moves: bool,
}

/// Whether the distance grows at once: its first derivative is positive, or it is zero and the second derivative is
/// not. The second is the sum of the squared motions along the axes on which the center is, or gets, beyond the
/// rectangle.
fn distance_grows(places: [Place; 2], first: impl Formula) -> bool {
    match first.sign() {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => places.iter().any(|place| place.leaves || (place.beyond.is_ne() && place.moves)),
    }
}

fn circle_from_rect(circle: &Circle, rect: &Rect, motion: Motion) -> bool {
    let center = circle.center();
    let places = [0, 1].map(|axis| {
        let (below, above) = (compare(center[axis], rect.min()[axis]), compare(center[axis], rect.max()[axis]));
        let beyond = if above.is_gt() { above } else { below.min(Ordering::Equal) };
        let sign = motion.sign(axis);
        Place {
            beyond,
            leaves: (above.is_eq() && sign.is_gt()) || (below.is_eq() && sign.is_lt()),
            moves: sign.is_ne(),
        }
    });
    distance_grows(places, Outward { from: center.clamp(rect.min(), rect.max()), to: center, motion })
}

fn circle_from_oriented_rect(circle: &Circle, rect: &OrientedRect, motion: Motion) -> bool {
    let places = [0, 1].map(|axis| {
        let at = At { circle, rect, axis }.sign();
        let past = Past { circle, rect, axis, side: at }.sign();
        let sign = Along { rect, axis, motion }.sign();
        Place {
            beyond: if past.is_gt() { at } else { Ordering::Equal },
            leaves: past.is_eq() && sign.is_ne() && (at.is_eq() || sign == at),
            moves: sign.is_ne(),
        }
    });
    distance_grows(places, OrientedOutward { circle, rect, motion, beyond: places.map(|place| place.beyond) })
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

/// Whether the motion takes an oriented rectangle across a side of a rectangle, or of its own, on which they touch.
fn oriented_rect_from_rect(other: &OrientedRect, rect: &Rect, motion: Motion) -> bool {
    let straight = [0, 1].into_iter().any(|axis| {
        [(false, Ordering::Less), (true, Ordering::Greater)].into_iter().any(|(upper, outward)| {
            motion.sign(axis) == outward && MixedGap::Straight { rect, other, axis, upper }.sign().is_eq()
        })
    });
    // Relative to the oriented rectangle, the other moves in the opposite direction.
    let back = Motion { of: motion.from, from: motion.of };
    straight
        || oriented_sides(rect, other).into_iter().any(|gap| {
            let MixedGap::Oriented { direction, .. } = gap else { return false };
            Outward { from: Vec2::ZERO, to: direction, motion: back }.sign().is_gt() && gap.sign().is_eq()
        })
}

/// Whether the motion of `other` takes it across a side of `of` on which they touch.
fn along_axes_of(of: &OrientedRect, other: &OrientedRect, motion: Motion) -> bool {
    [0, 1].into_iter().any(|axis| {
        let sign = Along { rect: of, axis, motion }.sign();
        if sign.is_eq() || (OrientedGap { of, other, axis }).sign().is_ne() {
            return false;
        }
        let at = At { circle: &Circle::unchecked(other.center(), 0.0), rect: of, axis }.sign();
        at.is_eq() || at == sign
    })
}
