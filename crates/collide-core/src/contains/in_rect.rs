use super::Containment;
use crate::exact::{Formula, Number, Vector, largest_sign};
use crate::{Circle, OrientedRect, Rect};

/// Circle in rectangle: the radius against the way from the center to each side. Degree 1.
///
/// ```
/// use collide_core::contains::circle_in_rect;
/// use collide_core::{Circle, Containment, Rect, Vec2};
/// let room = Rect::new(Vec2::ZERO, Vec2::new(4.0, 4.0))?;
/// assert_eq!(circle_in_rect(&Circle::new(Vec2::new(1.0, 2.0), 1.0)?, &room), Containment::TouchingBorder);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn circle_in_rect(inner: &Circle, outer: &Rect) -> Containment {
    let past = |from: f32, to: f32| PastSide { from, to, radius: inner.radius() };
    let (center, low, high) = (inner.center(), outer.min(), outer.max());
    Containment::from_reach(largest_sign([
        past(center.x, low.x),
        past(center.y, low.y),
        past(high.x, center.x),
        past(high.y, center.y),
    ]))
}

/// `radius - (from - to)`: how far a disc reaches past a side.
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

/// Rectangle in rectangle: comparisons of corners, exact as they stand.
///
/// ```
/// use collide_core::contains::rect_in_rect;
/// use collide_core::{Containment, Rect, Vec2};
/// let room = Rect::new(Vec2::ZERO, Vec2::new(4.0, 4.0))?;
/// assert_eq!(rect_in_rect(&Rect::new(Vec2::ONE, Vec2::new(2.0, 3.0))?, &room), Containment::Inside);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn rect_in_rect(inner: &Rect, outer: &Rect) -> Containment {
    if inner.min().cmplt(outer.min()).any() || inner.max().cmpgt(outer.max()).any() {
        Containment::StickingOut
    } else if inner.min().cmpeq(outer.min()).any() || inner.max().cmpeq(outer.max()).any() {
        Containment::TouchingBorder
    } else {
        Containment::Inside
    }
}

/// Oriented rectangle in rectangle: its reach along x and y, `half.x |c| + half.y |s|` and `half.x |s| + half.y |c|`, against
/// the way from its center to each side. Degree 2.
///
/// ```
/// use collide_core::contains::oriented_rect_in_rect;
/// use collide_core::{Containment, OrientedRect, Rect, Rotor, Vec2};
/// let room = Rect::new(Vec2::splat(-2.0), Vec2::splat(2.0))?;
/// let diamond = OrientedRect::new(Vec2::ZERO, Vec2::ONE, Rotor::from_raw(1.0, 1.0)?)?; // corners at (2, 0), (0, 2), ...
/// assert_eq!(oriented_rect_in_rect(&diamond, &room), Containment::TouchingBorder);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn oriented_rect_in_rect(inner: &OrientedRect, outer: &Rect) -> Containment {
    let past = |axis, upper| TurnedPastSide { inner, outer, axis, upper };
    Containment::from_reach(largest_sign([past(0, false), past(0, true), past(1, false), past(1, true)]))
}

struct TurnedPastSide<'a> {
    inner: &'a OrientedRect,
    outer: &'a Rect,
    axis: usize,
    upper: bool,
}

impl Formula for TurnedPastSide<'_> {
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
