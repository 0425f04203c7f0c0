//! Quick decisions of pairs of shapes that two segments with radii bound, eight pairs at once.

use super::Simd;
use super::lanes::LANES;
#[cfg(target_arch = "x86_64")]
use super::x86;
use crate::decide::fast::DistanceBounds;
use crate::{Capsule, Circle, DVec2, Polygon, Vec2};

/// Bounds of a shape: two capsules with the same segment, one within the shape and one around it. A capsule is both, and
/// so is a circle; those of a polygon are discs.
///
/// ```
/// use collide_core::columns::{Round, RoundPairs, Simd};
/// use collide_core::{Capsule, Circle, Polygon, Vec2};
/// let (wall, rock) = (Capsule::new(Vec2::ZERO, Vec2::X, 0.5)?, Polygon::regular(6, 1.0)?.at(Vec2::new(3.0, 0.0))?);
/// let ball = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
/// let mut pairs = RoundPairs::default();
/// pairs.push(&Round::from(&wall), &Round::from(&ball(2.25)?));
/// pairs.push(&Round::from(&ball(-2.0)?), &Round::from(&wall));
/// pairs.push(&Round::from(&rock), &Round::from(&ball(1.05)?));
/// let decided = pairs.decide(Simd::best());
/// assert_eq!((decided.interior, decided.apart), (0b001, 0b010)); // the third one needs the corners of the rock
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Round {
    position: Vec2,
    ends: [Vec2; 2],
    /// Of the capsule within, and of that around.
    radii: [f32; 2],
}

/// Up to eight pairs of shapes, which their bounds decide at once.
///
/// ```
/// use collide_core::columns::{RoundHits, RoundPairs, Simd};
/// assert_eq!(RoundPairs::default().decide(Simd::best()), RoundHits::default());
/// ```
#[derive(Clone, Debug, Default)]
pub struct RoundPairs {
    /// The numbers of each pair: the way between the starts of the segments, the segments, the sum of the magnitudes
    /// behind these, and the sums of the radii.
    columns: [[f64; LANES]; 9],
    len: usize,
}

/// The pairs that [`RoundPairs`] decides, as bits. The other pairs need the exact test, and so do all that touch.
///
/// ```
/// use collide_core::columns::RoundHits;
/// let hits = RoundHits { interior: 0b01, apart: 0b10 };
/// assert_eq!(!(hits.interior | hits.apart) & 0b111, 0b100); // of three pairs, one is open
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundHits {
    /// The pairs whose interiors overlap.
    pub interior: u8,
    /// The pairs that do not overlap and do not touch.
    pub apart: u8,
}

impl From<&Circle> for Round {
    #[inline(always)]
    fn from(circle: &Circle) -> Self {
        Self { position: circle.center(), ends: [Vec2::ZERO; 2], radii: [circle.radius(); 2] }
    }
}

impl From<&Capsule> for Round {
    #[inline(always)]
    fn from(capsule: &Capsule) -> Self {
        Self { position: capsule.position(), ends: capsule.offsets(), radii: [capsule.radius(); 2] }
    }
}

impl From<&Polygon> for Round {
    #[inline(always)]
    fn from(polygon: &Polygon) -> Self {
        let discs = polygon.discs();
        Self { position: polygon.position(), ends: [discs.middle; 2], radii: [discs.within, discs.around] }
    }
}

impl Round {
    #[inline(always)]
    fn size(&self) -> f64 {
        [self.position, self.ends[0], self.ends[1]].map(|point| point.abs().as_dvec2().element_sum()).iter().sum()
    }
}

impl RoundPairs {
    /// The largest number of pairs.
    ///
    /// ```
    /// assert_eq!(collide_core::columns::RoundPairs::CAPACITY, 8);
    /// ```
    pub const CAPACITY: usize = LANES;

    /// Adds a pair. Its bit is the number of pairs before it.
    ///
    /// # Panics
    /// If there are eight pairs.
    ///
    /// ```
    /// use collide_core::columns::{Round, RoundPairs, Simd};
    /// use collide_core::{Circle, Vec2};
    /// let round = Round::from(&Circle::new(Vec2::ZERO, 1.0)?);
    /// let mut pairs = RoundPairs::default();
    /// pairs.push(&round, &round);
    /// assert_eq!(pairs.len(), 1);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn push(&mut self, a: &Round, b: &Round) {
        let [from, to] = a.ends.map(Vec2::as_dvec2);
        let [other_from, other_to] = b.ends.map(Vec2::as_dvec2);
        let delta = (b.position.as_dvec2() - a.position.as_dvec2()) + (other_from - from);
        let (side, other) = (to - from, other_to - other_from);
        let [within, around] = [0, 1].map(|radius| f64::from(a.radii[radius]) + f64::from(b.radii[radius]));
        let size = a.size() + b.size();
        let numbers = [delta.x, delta.y, side.x, side.y, other.x, other.y, size, within, around];
        for (column, number) in self.columns.iter_mut().zip(numbers) {
            column[self.len] = number;
        }
        self.len += 1;
    }

    /// The number of pairs.
    ///
    /// ```
    /// assert_eq!(collide_core::columns::RoundPairs::default().len(), 0);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no pairs.
    ///
    /// ```
    /// assert!(collide_core::columns::RoundPairs::default().is_empty());
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Decides the pairs as far as their bounds do, and removes them.
    ///
    /// ```
    /// use collide_core::columns::{Round, RoundPairs, Simd};
    /// use collide_core::{Circle, Vec2};
    /// let round = Round::from(&Circle::new(Vec2::ZERO, 1.0)?);
    /// let mut pairs = RoundPairs::default();
    /// pairs.push(&round, &round);
    /// assert_eq!((pairs.decide(Simd::best()).interior, pairs.len()), (1, 0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    pub fn decide(&mut self, simd: Simd) -> RoundHits {
        let all = ((1_u32 << self.len) - 1) as u8;
        self.len = 0;
        #[cfg(target_arch = "x86_64")]
        let hits = x86::compiled_for(
            simd,
            #[inline(always)]
            || round_hits(&self.columns),
        );
        #[cfg(not(target_arch = "x86_64"))]
        let hits = {
            _ = simd;
            round_hits(&self.columns)
        };
        RoundHits { interior: hits.interior & all, apart: hits.apart & all }
    }
}

/// The decisions of eight pairs: a loop without a branch, which the compiler turns into vector instructions.
#[inline(always)]
pub(super) fn round_hits(columns: &[[f64; LANES]; 9]) -> RoundHits {
    let (mut interior, mut apart) = ([0_u64; LANES], [0_u64; LANES]);
    for lane in 0..LANES {
        let [delta_x, delta_y, side_x, side_y, other_x, other_y, size, within, around] =
            columns.each_ref().map(|c| c[lane]);
        let (delta, side, other) =
            (DVec2::new(delta_x, delta_y), DVec2::new(side_x, side_y), DVec2::new(other_x, other_y));
        let bounds = DistanceBounds::of_segments(delta, side, other, size);
        interior[lane] = u64::from(bounds.is_below(within));
        apart[lane] = u64::from(bounds.is_above(around));
    }
    let bits = |lanes: [u64; LANES]| lanes.iter().enumerate().fold(0, |bits, (lane, hit)| bits | (*hit as u8) << lane);
    RoundHits { interior: bits(interior), apart: bits(apart) }
}
