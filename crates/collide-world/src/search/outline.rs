//! What a query searches around.

use collide_core::{Aabb, Shape, Vec2};

use super::tuning::F64_ROUNDING;

/// Farther from zero than any shape reaches. A bound is clamped to the largest `f32`, and its shape may reach beyond
/// that.
const BEYOND_ALL: f64 = 1e80;

/// A box around a shape, by its middle, and the radius of a disc around the same middle that also contains the shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    pub(crate) middle: [f64; 2],
    pub(crate) half: [f64; 2],
    pub(crate) radius: f64,
}

impl Outline {
    /// The outline of a point.
    #[inline]
    pub(crate) fn of_point(at: Vec2) -> Self {
        Self { middle: at.to_array().map(f64::from), half: [0.0; 2], radius: 0.0 }
    }

    /// The outline of a query shape.
    #[inline]
    pub(crate) fn of(shape: &Shape) -> Self {
        if let Shape::Circle(circle) = shape {
            return Self::of_point(circle.center()).widened(circle.radius().into());
        }
        Self::of_bound(&shape.aabb())
    }

    /// The outline of what a bound contains.
    pub(crate) fn of_bound(bound: &Aabb) -> Self {
        let max = f64::from(f32::MAX);
        let [low, high] = [bound.min(), bound.max()].map(|corner| corner.to_array().map(f64::from));
        let [left, bottom] = low.map(|low| if low > -max { low } else { -BEYOND_ALL });
        let [right, top] = high.map(|high| if high < max { high } else { BEYOND_ALL });
        let middle = [(left + right) * 0.5, (bottom + top) * 0.5];
        Self { middle, half: [(right - left) * 0.5, (top - bottom) * 0.5], radius: f64::INFINITY }
    }

    /// The outline, expanded on all sides.
    #[inline]
    pub(crate) fn widened(mut self, by: f64) -> Self {
        self.half = self.half.map(|half| half + by);
        self.radius += by;
        self
    }

    /// Lower and upper corner.
    pub(crate) fn corners(&self) -> [[f64; 2]; 2] {
        let Self { middle: [x, y], half: [width, height], .. } = *self;
        [[x - width, y - height], [x + width, y + height]]
    }

    /// The extent from the middle along a unit vector, the same in both directions.
    pub(crate) fn support(&self, [x, y]: [f64; 2]) -> f64 {
        let box_support = x.abs() * self.half[0] + y.abs() * self.half[1];
        if box_support < self.radius { box_support } else { self.radius }
    }

    /// An upper bound of the `f64` rounding error in measures between this outline and shapes near it.
    pub(crate) fn rounding(&self) -> f64 {
        self.magnitude() * F64_ROUNDING
    }

    /// The sum of the magnitudes of middle and size.
    pub(crate) fn magnitude(&self) -> f64 {
        let Self { middle: [x, y], half: [width, height], .. } = self;
        x.abs() + y.abs() + width + height
    }
}
