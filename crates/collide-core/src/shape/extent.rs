//! The extent of offsets, and the bound of the points that have them.

use core::array;

use glam::Vec4;

use crate::exact::{ROUNDOFF, round_down, step_down, sum_of_three};
use crate::shape::error::{ShapeError, finite};
use crate::{Aabb, Vec2};

/// The least coordinates of some points, and the negated greatest ones: one vector instruction then handles all four.
#[derive(Clone, Copy)]
pub(crate) struct Extent(Vec4);

impl Extent {
    #[inline(always)]
    pub(crate) fn of_point(point: Vec2) -> Self {
        Self(Vec4::new(point.x, point.y, -point.x, -point.y))
    }

    /// The extent of the points of both. Not by `min`: processors differ in which of two zeros it returns.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(Vec4::select(self.0.cmplt(other.0), self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn min(self) -> Vec2 {
        Vec2::new(self.0.x, self.0.y)
    }

    #[inline(always)]
    pub(crate) fn max(self) -> Vec2 {
        -Vec2::new(self.0.z, self.0.w)
    }

    /// The bound of the points at a position, grown by a radius.
    #[inline]
    pub(crate) fn bound(self, position: Vec2, radius: f32) -> Aabb {
        let (at, offset) = (Self::of_point(position).0.to_array(), self.0.to_array());
        let (mut low, mut is_open, radius) = ([0.0; 4], false, f64::from(radius));
        for (low, (at, offset)) in low.iter_mut().zip(at.into_iter().zip(offset)) {
            let (at, offset) = (f64::from(at), f64::from(offset));
            let sum = (at + offset) - radius;
            let nearest = sum as f32;
            let above = f64::from(nearest) - sum;
            // Two roundings, of numbers that are at most this sum.
            is_open |= above.abs() <= (at.abs() + offset.abs() + radius) * (4.0 * ROUNDOFF);
            *low = step_down(nearest, above > 0.0);
        }
        let low = if is_open { Self::exact_low(at, offset, radius) } else { low };
        let low = Self(Vec4::from_array(low).max(Vec4::MIN));
        Aabb::from_corners(low.min(), low.max())
    }

    /// The numbers of a bound if rounding could have changed one, as for points that are `f32` numbers.
    #[inline(never)]
    fn exact_low(at: [f32; 4], offset: [f32; 4], radius: f64) -> [f32; 4] {
        array::from_fn(|index| round_down(sum_of_three(at[index].into(), offset[index].into(), -radius)))
    }

    /// Whether all points are finite at a position.
    #[inline]
    pub(crate) fn is_within_range(self, position: Vec2) -> bool {
        (Self::of_point(position).0 + self.0).is_finite()
    }

    /// The error for a position at which not all points are finite.
    #[cold]
    pub(crate) fn position_fault(self, position: Vec2) -> ShapeError {
        let finite = [finite("position.x", position.x), finite("position.y", position.y)];
        let is_far = !(position.x + self.0.x).is_finite() || !(self.0.z - position.x).is_finite();
        finite.into_iter().find_map(Result::err).unwrap_or(if is_far {
            ShapeError::BeyondRange { field: "position.x", value: position.x }
        } else {
            ShapeError::BeyondRange { field: "position.y", value: position.y }
        })
    }
}
