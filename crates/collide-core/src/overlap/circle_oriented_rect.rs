use core::cmp::Ordering;

use super::Relation;
use crate::exact::{Formula, Number, Vector, along_axis, certain_sign, half_extent};
use crate::{Circle, OrientedRect};

/// Circle against oriented rectangle: the test in the rectangle's frame.
///
/// Let `(c, s)` be the rotor, `L = c^2 + s^2`, and `p` the vector from the rectangle's to the circle's center. `u = p.x
/// c + p.y s` and `v = p.y c - p.x s` are `L` times the center's coordinates in the rectangle's frame. The center is
/// outside of the rectangle by `x = max(|u| - half.x L, 0)` and `y = max(|v| - half.y L, 0)`. The decision is the sign
/// of `x^2 + y^2 - radius^2 L`.
///
/// ```
/// use collide_core::overlap::circle_oriented_rect;
/// use collide_core::{Circle, OrientedRect, Relation, Rotor, Vec2};
/// let diamond = OrientedRect::new(Vec2::ZERO, Vec2::ONE, Rotor::from_raw(1.0, 1.0)?)?; // corners (2, 0), (0, 2), ...
/// assert_eq!(circle_oriented_rect(&Circle::new(Vec2::new(3.0, 0.0), 1.0)?, &diamond), Relation::Touching);
/// assert_eq!(circle_oriented_rect(&Circle::new(Vec2::new(2.0, 2.0), 1.0)?, &diamond), Relation::Apart);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn circle_oriented_rect(circle: &Circle, rect: &OrientedRect) -> Relation {
    certain_relation(circle, rect).unwrap_or_else(|| decide(circle, rect))
}

/// The decision in plain `f64`, without a branch on the region of the center; `None`, in rare cases, if rounding could
/// have changed it.
///
/// Let `D = (|p.x| + |p.y|) (|c| + |s|) + (half.x + half.y) L`. Every intermediate number of `x` and `y` is at most
/// `D`, and after six roundings their error is less than `2^-50 D`. So the error of both squares together is less than
/// `2^-48 D^2`, and that of `radius^2 L` is `2^-51` of itself. The bound is eight times that. With `f32` inputs nothing
/// overflows or underflows in `f64`.
#[inline]
fn certain_relation(circle: &Circle, rect: &OrientedRect) -> Option<Relation> {
    const ERROR: f64 = 1.0 / (1_u64 << 45) as f64;
    let (cos, sin) = (f64::from(rect.rotor().cos()), f64::from(rect.rotor().sin()));
    let x = f64::from(circle.center().x) - f64::from(rect.center().x);
    let y = f64::from(circle.center().y) - f64::from(rect.center().y);
    let length_sq = cos * cos + sin * sin;
    let (half_x, half_y) = (f64::from(rect.half_extents().x) * length_sq, f64::from(rect.half_extents().y) * length_sq);
    let or_zero = |value: f64| if value > 0.0 { value } else { 0.0 };
    let beyond_x = or_zero((x * cos + y * sin).abs() - half_x);
    let beyond_y = or_zero((y * cos - x * sin).abs() - half_y);
    let reach_sq = f64::from(circle.radius()) * f64::from(circle.radius()) * length_sq;
    let gap = beyond_x * beyond_x + beyond_y * beyond_y - reach_sq;
    let size = (x.abs() + y.abs()) * (cos.abs() + sin.abs()) + (half_x + half_y);
    let error = (size * size + reach_sq) * ERROR;
    certain_sign(gap, error).map(Relation::from_gap)
}

/// The exact decision, if plain `f64` leaves it open.
#[cold]
#[inline(never)]
fn decide(circle: &Circle, rect: &OrientedRect) -> Relation {
    let (x, y) = (Beyond { circle, rect, axis: 0 }.sign(), Beyond { circle, rect, axis: 1 }.sign());
    if x.is_le() && y.is_le() {
        let strictly_inside = x.is_lt() && y.is_lt();
        return if circle.radius() > 0.0 || strictly_inside { Relation::Interior } else { Relation::Touching };
    }
    Relation::from_gap(Gap { circle, rect, beyond: [x, y] }.sign())
}

/// `|u| - half.x L` or `|v| - half.y L`: the distance of the center outside of the rectangle along an axis, times `L`.
struct Beyond<'a> {
    circle: &'a Circle,
    rect: &'a OrientedRect,
    axis: usize,
}

impl Formula for Beyond<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let &Self { circle, rect, axis } = self;
        along_axis::<N>(rect, axis, circle.center()).abs().minus(&half_extent(rect, axis))
    }
}

/// The squared distance from the rectangle minus the squared radius, times `L`.
struct Gap<'a> {
    circle: &'a Circle,
    rect: &'a OrientedRect,
    /// Whether the center is outside of the rectangle along each axis.
    beyond: [Ordering; 2],
}

impl Formula for Gap<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let &Self { circle, rect, beyond } = self;
        let along = Vector::<N>::along(rect.rotor());
        let reach_sq = N::of(f64::from(circle.radius()) * f64::from(circle.radius())).times(&along.dot(&along));
        let square = |axis| Beyond { circle, rect, axis }.value::<N>().squared();
        match beyond.map(Ordering::is_gt) {
            [true, false] => square(0).minus(&reach_sq),
            [false, true] => square(1).minus(&reach_sq),
            _ => square(0).plus(&square(1)).minus(&reach_sq),
        }
    }
}
