//! How far an entity moves between two ticks.

use collide_core::{Aabb, DVec2, Vec2};

use super::{Interpolation, Stored};

/// Farther from zero than any shape reaches.
const BEYOND_ALL: DVec2 = DVec2::splat(1e80);

/// Lower and upper corner of a box.
pub(crate) type Corners = [[f64; 2]; 2];

/// The motion of an interpolated shape from a tick to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    /// The bounds at both ticks.
    ends: [Aabb; 2],
    turn: Turn,
}

/// What a rotation adds to a motion.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    /// How far it moves any point of the shape.
    pub(crate) distance: f64,
    /// The radius of a disc around the center that contains the shape at each angle.
    pub(crate) radius: f64,
}

impl Motion {
    /// The motion towards another shape; `None` if the change is a teleport.
    #[inline]
    pub(crate) fn new<S: Stored<N>, const N: usize>(from: &S, to: &S, teleport_distance: f32) -> Option<Self> {
        let end = from.interpolate(to, &Interpolation { part: 1.0, teleport_distance })?;
        Some(Self { ends: [from.bound(), end.bound()], turn: from.turn(&end) })
    }

    /// An upper bound of the distance that any point of the shape has from the bound at the first tick. Infinite if the
    /// shape moves, and a bound is clamped to the range of `f32`.
    #[inline]
    pub(crate) fn distance(&self) -> f64 {
        let [from, to] = &self.ends;
        if from == to {
            return self.turn.distance;
        }
        if !self.is_whole() {
            return f64::INFINITY;
        }
        let low = (to.min().as_dvec2() - from.min().as_dvec2()).abs();
        let high = (to.max().as_dvec2() - from.max().as_dvec2()).abs();
        low.max(high).length() + self.turn.distance
    }

    /// Lower and upper corner of a box at each of both ticks. At each time between them, the box between both contains
    /// the shape, also with the size and the rotation of any other of these times.
    pub(crate) fn boxes(&self) -> [Corners; 2] {
        let corners = self.ends.map(|bound| [bound.min(), bound.max()].map(|corner| corner.as_dvec2()));
        let [from, to] = corners.map(|[low, high]| (high - low) * 0.5);
        let half = if self.is_whole() { from.max(to).max(DVec2::splat(self.turn.radius)) } else { BEYOND_ALL };
        corners.map(|[low, high]| {
            let middle = (low + high) * 0.5;
            [(middle - half).to_array(), (middle + half).to_array()]
        })
    }

    /// Whether no bound is clamped to the range of `f32`. The shape of one that is may extend beyond it.
    fn is_whole(&self) -> bool {
        self.ends.iter().all(|bound| bound.min().cmpgt(Vec2::MIN).all() && bound.max().cmplt(Vec2::MAX).all())
    }
}
