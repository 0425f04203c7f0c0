use super::Relation;
use super::boxes::certain_relation;
use crate::OrientedRect;
use crate::exact::{Formula, Number, along_axis, half_extent, largest_sign, reach_along_axis};

/// Oriented rectangle against oriented rectangle: the separating axis test on the four edge normals.
///
/// Let `(c, s)` be an axis of one rectangle, `h` its half extent along it, `L = c^2 + s^2`, `(k, l)` the other
/// rectangle's half extents, `(d, t)` its rotor, and `p` the vector between the centers. The gap on this axis has the
/// sign of `|p.x c + p.y s| - h L - k |c d + s t| - l |c t - s d|`. The rectangles touch if the largest gap is zero.
///
/// ```
/// use collide_core::overlap::oriented_rect_oriented_rect;
/// use collide_core::{OrientedRect, Relation, Rotor, Vec2};
/// let diamond = |x: f32| OrientedRect::new(Vec2::new(x, 0.0), Vec2::ONE, Rotor::from_raw(1.0, 1.0)?);
/// assert_eq!(oriented_rect_oriented_rect(&diamond(0.0)?, &diamond(4.0)?), Relation::Touching); // corner to corner
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn oriented_rect_oriented_rect(a: &OrientedRect, b: &OrientedRect) -> Relation {
    certain_relation(a, b).unwrap_or_else(|| decide(a, b))
}

/// The exact decision, if plain `f64` leaves it open.
#[cold]
#[inline(never)]
fn decide(a: &OrientedRect, b: &OrientedRect) -> Relation {
    let gap = |of, other, axis| Gap { of, other, axis };
    Relation::from_gap(largest_sign([gap(a, b, 0), gap(a, b, 1), gap(b, a, 0), gap(b, a, 1)]))
}

/// The gap between two rectangles along an axis of the first.
pub(crate) struct Gap<'a> {
    pub(crate) of: &'a OrientedRect,
    pub(crate) other: &'a OrientedRect,
    pub(crate) axis: usize,
}

impl Formula for Gap<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let &Self { of, other, axis } = self;
        let past = along_axis::<N>(of, axis, other.center()).abs().minus(&half_extent(of, axis));
        past.minus(&reach_along_axis(of, axis, other))
    }
}
