use super::Containment;
use crate::exact::{Formula, Number, Vector, along_axis, half_extent};
use crate::overlap::compare_distance;
use crate::{Circle, OrientedRect, Rect};

/// Circle in circle: the squared distance of the centers against the square of the difference of the radii. Degree 2.
///
/// ```
/// use collide_core::contains::circle_in_circle;
/// use collide_core::{Circle, Containment, Vec2};
/// let ring = Circle::new(Vec2::ZERO, 5.0)?;
/// let coin = Circle::new(Vec2::new(3.0, 0.0), 2.0)?;
/// assert_eq!(circle_in_circle(&coin, &ring), Containment::TouchingBorder);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn circle_in_circle(inner: &Circle, outer: &Circle) -> Containment {
    if inner.radius() > outer.radius() {
        return Containment::StickingOut;
    }
    Containment::from_reach(compare_distance(inner.center(), outer.center(), outer.radius(), -inner.radius()))
}

/// Rectangle in circle: the squared distance of the farthest corner against the square of the radius. Degree 2.
///
/// ```
/// use collide_core::contains::rect_in_circle;
/// use collide_core::{Circle, Containment, Rect, Vec2};
/// let square = Rect::new(Vec2::splat(-1.0), Vec2::splat(1.0))?;
/// let ring = |radius| Circle::new(Vec2::ZERO, radius);
/// assert_eq!(rect_in_circle(&square, &ring(1.5)?), Containment::Inside);
/// assert_eq!(rect_in_circle(&square, &ring(1.4)?), Containment::StickingOut); // the corners are 1.414... away
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn rect_in_circle(inner: &Rect, outer: &Circle) -> Containment {
    let reach = inner.corners().map(|corner| compare_distance(corner, outer.center(), outer.radius(), 0.0));
    Containment::from_reach(reach[0].max(reach[1]).max(reach[2]).max(reach[3]))
}

/// Oriented rectangle in circle. With `u`, `v` and `L` as for their overlap, the farthest corner decides: the sign of
/// `(|u| + half.x L)^2 + (|v| + half.y L)^2 - radius^2 L`. Degree 6.
///
/// ```
/// use collide_core::contains::oriented_rect_in_circle;
/// use collide_core::{Circle, Containment, OrientedRect, Rotor, Vec2};
/// let door = OrientedRect::new(Vec2::ZERO, Vec2::new(4.0, 3.0), Rotor::from_degrees(90.0)?)?;
/// assert_eq!(oriented_rect_in_circle(&door, &Circle::new(Vec2::ZERO, 5.0)?), Containment::TouchingBorder);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn oriented_rect_in_circle(inner: &OrientedRect, outer: &Circle) -> Containment {
    Containment::from_reach(FarthestCorner { inner, outer }.sign())
}

struct FarthestCorner<'a> {
    inner: &'a OrientedRect,
    outer: &'a Circle,
}

impl Formula for FarthestCorner<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let &Self { inner, outer } = self;
        let reach = |axis| along_axis::<N>(inner, axis, outer.center()).abs().plus(&half_extent(inner, axis));
        let along = Vector::<N>::along(inner.rotor());
        let radius = f64::from(outer.radius());
        let radius_sq = N::of(radius * radius).times(&along.dot(&along));
        reach(0).squared().plus(&reach(1).squared()).minus(&radius_sq)
    }
}
