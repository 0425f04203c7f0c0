use super::signs::largest_of_smaller;
use super::{SIDES, of_gap};
use crate::exact::{Formula, Number, Vector, along_axis, half_extent, reach_along_axis};
use crate::{OrientedRect, Relation};

/// A moving oriented rectangle against an oriented rectangle: the separating axis test on the edge normals of both, and
/// on the normal of the motion. Degree 3.
pub(super) fn moving(from: &OrientedRect, to: &OrientedRect, other: &OrientedRect) -> Relation {
    let own = SIDES.map(|(axis, upper)| [from, to].map(|of| Gap { of, other, axis, upper }));
    let others = SIDES.map(|(axis, upper)| [from, to].map(|moving| Gap { of: other, other: moving, axis, upper }));
    let straight = largest_of_smaller(own.into_iter().chain(others));
    if straight.is_gt() {
        return Relation::Apart;
    }
    of_gap(straight.max(Across { from, to, other }.sign()))
}

/// The gap from a side of `of` to `other`, along the outward normal.
#[derive(Clone, Copy)]
struct Gap<'a> {
    of: &'a OrientedRect,
    other: &'a OrientedRect,
    axis: usize,
    upper: bool,
}

impl Formula for Gap<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let &Self { of, other, axis, upper } = self;
        let along = along_axis::<N>(of, axis, other.center());
        let along = if upper { along } else { N::of(0.0).minus(&along) };
        along.minus(&half_extent(of, axis)).minus(&reach_along_axis(of, axis, other))
    }
}

/// The extent of an oriented rectangle from its center across a motion, times the length of the motion and that of the
/// rotor.
#[inline]
pub(super) fn reach_across<N: Number>(rect: &OrientedRect, motion: &Vector<N>) -> N {
    let along = Vector::<N>::along(rect.rotor());
    let [half_x, half_y] = rect.half_extents().to_array().map(|half| N::of(half.into()));
    half_x.times(&motion.cross(&along).abs()).plus(&half_y.times(&motion.dot(&along).abs()))
}

/// The gap across the motion.
struct Across<'a> {
    from: &'a OrientedRect,
    to: &'a OrientedRect,
    other: &'a OrientedRect,
}

impl Formula for Across<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let &Self { from, to, other } = self;
        let motion = Vector::<N>::between(from.center(), to.center());
        let way = Vector::<N>::between(from.center(), other.center());
        let past = motion.cross(&way).abs().minus(&reach_across(from, &motion));
        past.minus(&reach_across(other, &motion))
    }
}
