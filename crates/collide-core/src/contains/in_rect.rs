use super::Containment;
use crate::exact::{Formula, Number, Vector, largest_sign};
use crate::{Circle, OrientedRect, Rect};

/// Circle in rectangle: compares the radius with the distance from the center to each side. Degree 1.
#[inline]
#[must_use]
pub(crate) fn circle_in_rect(inner: &Circle, outer: &Rect) -> Containment {
    let past = |from: f32, to: f32| PastSide { from, to, radius: inner.radius() };
    let (center, low, high) = (inner.center(), outer.min(), outer.max());
    Containment::from_reach(largest_sign([
        past(center.x, low.x),
        past(center.y, low.y),
        past(high.x, center.x),
        past(high.y, center.y),
    ]))
}

/// `radius - (from - to)`: how far a disc extends past a side.
struct PastSide {
    from: f32,
    to: f32,
    radius: f32,
}

impl Formula for PastSide {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let number = |value: f32| N::of(value.into());
        number(self.to).minus(&number(self.from)).plus(&number(self.radius))
    }
}

/// Rectangle in rectangle: comparisons of corners, which are exact.
#[inline]
#[must_use]
pub(crate) fn rect_in_rect(inner: &Rect, outer: &Rect) -> Containment {
    if inner.min().cmplt(outer.min()).any() || inner.max().cmpgt(outer.max()).any() {
        Containment::StickingOut
    } else if inner.min().cmpeq(outer.min()).any() || inner.max().cmpeq(outer.max()).any() {
        Containment::TouchingBorder
    } else {
        Containment::Inside
    }
}

/// Oriented rectangle in rectangle: compares its extents along x and y, `half.x |c| + half.y |s|` and `half.x |s| +
/// half.y |c|`, with the distance from its center to each side. Degree 2.
#[inline]
#[must_use]
pub(crate) fn oriented_rect_in_rect(inner: &OrientedRect, outer: &Rect) -> Containment {
    let past = |axis, upper| OrientedPastSide { inner, outer, axis, upper };
    Containment::from_reach(largest_sign([past(0, false), past(0, true), past(1, false), past(1, true)]))
}

struct OrientedPastSide<'a> {
    inner: &'a OrientedRect,
    outer: &'a Rect,
    axis: usize,
    upper: bool,
}

impl Formula for OrientedPastSide<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let number = |value: f32| N::of(value.into());
        let center = number(self.inner.center()[self.axis]);
        let side = number(if self.upper { self.outer.max() } else { self.outer.min() }[self.axis]);
        let way = if self.upper { center.minus(&side) } else { side.minus(&center) };
        let along = Vector::<N>::along(self.inner.rotor());
        let [cos, sin] = [along.0.abs(), along.1.abs()];
        let [x, y] = if self.axis == 0 { [cos, sin] } else { [sin, cos] };
        let [half_x, half_y] = self.inner.half_extents().to_array().map(number);
        way.plus(&half_x.times(&x)).plus(&half_y.times(&y))
    }
}
