use core::cmp::Ordering;

use super::oriented_rect_oriented_rect::reach_across;
use super::rect_rect::{Edge, edges};
use super::signs::largest_of_smaller;
use super::{SIDES, of_gap};
use crate::exact::{Formula, Number, Vector, compare};
use crate::overlap::rect_oriented_rect::{Gap, oriented_sides};
use crate::{OrientedRect, Rect, Relation, Vec2};

/// A moving rectangle against an oriented rectangle: the separating axis test on x, y, the axes of the oriented
/// rectangle and the slanted edges of the hull. Degree 3.
pub(super) fn moving_rect(from: &Rect, to: &Rect, other: &OrientedRect) -> Relation {
    let whole = Rect::unchecked(from.min().min(to.min()), from.max().max(to.max()));
    let straight = SIDES.map(|(axis, upper)| {
        let gap = || Gap::Straight { rect: &whole, other, axis, upper };
        [gap(), gap()]
    });
    let oriented = pairs(oriented_sides(from, other), oriented_sides(to, other));
    separate(straight, oriented, edges(from, to).map(|edge| EdgeGap { edge, other }.sign()))
}

/// A moving oriented rectangle against a rectangle: the same axes, and the normal of the motion. Degree 3.
pub(super) fn moving_oriented_rect(from: &OrientedRect, to: &OrientedRect, rect: &Rect) -> Relation {
    let straight = SIDES.map(|(axis, upper)| [from, to].map(|other| Gap::Straight { rect, other, axis, upper }));
    let oriented = pairs(oriented_sides(rect, from), oriented_sides(rect, to));
    let across = [true, false].map(|left| Across { from, to, rect, left });
    separate(straight, oriented, across.into_iter().map(|gap| gap.sign()))
}

/// The same gap to the start and to the end.
fn pairs<'a>(from: [Gap<'a>; 4], to: [Gap<'a>; 4]) -> [[Gap<'a>; 2]; 4] {
    let ([a, b, c, d], [e, f, g, h]) = (from, to);
    [[a, e], [b, f], [c, g], [d, h]]
}

fn separate<'a>(
    straight: [[Gap<'a>; 2]; 4],
    oriented: [[Gap<'a>; 2]; 4],
    mut across: impl Iterator<Item = Ordering>,
) -> Relation {
    let mut gap = largest_of_smaller(straight.iter().chain(&oriented).map(|[from, to]| [*from, *to]));
    if gap.is_gt() {
        return Relation::Apart;
    }
    let across = across.find_map(|next| {
        gap = gap.max(next);
        gap.is_gt().then_some(gap)
    });
    of_gap(across.unwrap_or(gap))
}

/// The gap across a slanted edge of the hull of a moving rectangle.
struct EdgeGap<'a> {
    edge: Edge,
    other: &'a OrientedRect,
}

impl Formula for EdgeGap<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let Self { edge, other } = self;
        let outside = edge.outside(&Vector::<N>::between(edge.from, other.center()));
        outside.minus(&reach_across(other, &Vector::between(edge.from, edge.to)))
    }
}

/// The gap to the left or right of the motion of an oriented rectangle.
struct Across<'a> {
    from: &'a OrientedRect,
    to: &'a OrientedRect,
    rect: &'a Rect,
    left: bool,
}

impl Across<'_> {
    /// The corner of the rectangle that is nearest to the path: the farthest one against the normal.
    fn corner(&self) -> Vec2 {
        let (from, to) = (self.from.center(), self.to.center());
        // The normal to the left is (-y, x).
        let normal = [compare(from.y, to.y), compare(to.x, from.x)];
        let [x, y] = normal.map(|sign| if self.left { sign } else { sign.reverse() }.is_gt());
        let side = |axis: usize, positive: bool| if positive { self.rect.min()[axis] } else { self.rect.max()[axis] };
        Vec2::new(side(0, x), side(1, y))
    }
}

impl Formula for Across<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let motion = Vector::<N>::between(self.from.center(), self.to.center());
        let side = motion.cross(&Vector::between(self.from.center(), self.corner()));
        let outside = if self.left { side } else { N::of(0.0).minus(&side) };
        outside.minus(&reach_across(self.from, &motion))
    }
}
