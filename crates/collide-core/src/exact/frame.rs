use super::{Number, Vector};
use crate::{OrientedRect, Vec2};

/// A point's coordinate along an axis of an oriented rectangle, times `L`, the squared length of the rotor: `u` or `v`.
#[inline]
pub(crate) fn along_axis<N: Number>(rect: &OrientedRect, axis: usize, point: Vec2) -> N {
    let way = Vector::<N>::between(rect.center(), point);
    let direction = Vector::along(rect.rotor());
    if axis == 0 { direction.dot(&way) } else { direction.cross(&way) }
}

/// An oriented rectangle's half extent along one of its own axes, times `L`.
#[inline]
pub(crate) fn half_extent<N: Number>(rect: &OrientedRect, axis: usize) -> N {
    let direction = Vector::<N>::along(rect.rotor());
    N::of(rect.half_extents()[axis].into()).times(&direction.dot(&direction))
}

/// The extent of the oriented rectangle `other` from its center along an axis of the rectangle `of`, times the lengths
/// of both rotors.
#[inline]
pub(crate) fn reach_along_axis<N: Number>(of: &OrientedRect, axis: usize, other: &OrientedRect) -> N {
    let (own, theirs) = (Vector::<N>::along(of.rotor()), Vector::along(other.rotor()));
    let (dot, cross) = (own.dot(&theirs).abs(), own.cross(&theirs).abs());
    let (x, y) = if axis == 0 { (dot, cross) } else { (cross, dot) };
    let [half_x, half_y] = other.half_extents().to_array().map(|half| N::of(half.into()));
    half_x.times(&x).plus(&half_y.times(&y))
}
