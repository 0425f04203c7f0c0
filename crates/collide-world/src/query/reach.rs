//! How far a query searches: its limit of candidates. What counts depends on the shapes and the query alone.

use collide_core::{DVec2, Shape};

use super::Queries;
use super::best::a_little_farther;
use super::outline::Outline;
use super::probe::{Along, Around, Collector};
use crate::Filter;
use crate::base::{ListKind, Meter, work};
use crate::store::Resolved;

/// The place that a query searches: an outline that grows or moves with the distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    outline: Outline,
    growth: Growth,
    /// The end, as a [rank](super::best::Rank) of hits.
    end: f32,
}

#[derive(Clone, Copy, Debug)]
enum Growth {
    Around,
    Along(DVec2),
}

impl Reach {
    /// Around an outline, up to a distance.
    pub(super) fn around(outline: Outline, end: f32) -> Self {
        Self { outline, growth: Growth::Around, end }
    }

    /// Along the motion of an outline, up to this multiple of it.
    pub(super) fn along(outline: Outline, motion: DVec2, end: f32) -> Self {
        Self { outline, growth: Growth::Along(motion), end }
    }

    /// Whether a shape is a candidate: whether its disc or box meets that of the query up to a distance.
    fn meets(&self, shape: &Shape, rank: f64) -> bool {
        let other = Outline::of(shape);
        let [x, y] = [0, 1].map(|axis| other.middle[axis] - self.outline.middle[axis]);
        let [width, height] = [0, 1].map(|axis| other.half[axis] + self.outline.half[axis]);
        match self.growth {
            Growth::Around => {
                let (right, up) = ((x.abs() - width).max(0.0), (y.abs() - height).max(0.0));
                let round = rank + other.radius + self.outline.radius;
                right * right + up * up <= rank * rank && x * x + y * y <= round * round
            }
            Growth::Along(motion) => {
                let unit = motion.normalize_or_zero();
                let reach = |unit: DVec2| other.support(unit.to_array()) + self.outline.support(unit.to_array());
                // Along a vector, the place is an interval that grows to one side. Zero times an infinite rank is no way.
                let meets = |along: f64, way: f64, reach: f64| {
                    let way = if way.is_nan() { 0.0 } else { way };
                    way.min(0.0) - reach <= along && along <= way.max(0.0) + reach
                };
                let middle = DVec2::new(x, y);
                meets(x, motion.x * rank, width)
                    && meets(y, motion.y * rank, height)
                    && meets(middle.dot(unit), motion.length() * rank, reach(unit))
                    && meets(middle.dot(unit.perp()), 0.0, reach(unit.perp()))
            }
        }
    }
}

/// Counts candidates up to a distance, until there are too many.
struct Counting<'a> {
    reach: &'a Reach,
    rank: f32,
    count: u64,
    max: u64,
}

impl Collector for Counting<'_> {
    fn work(&self, _: ListKind) -> u64 {
        work::BOUNDED
    }

    fn max_distance(&self) -> f64 {
        if self.count > self.max { f64::NEG_INFINITY } else { a_little_farther(self.rank) }
    }

    fn collect(&mut self, _: u32, shape: Shape) {
        self.count += u64::from(self.reach.meets(&shape, self.rank.into()));
    }
}

/// The smallest power of two that is not below a distance; not below the smallest normal number.
fn power_from(rank: f32) -> f32 {
    const FRACTION: u32 = (1 << 23) - 1;
    f32::from_bits((rank.to_bits() + FRACTION) & !FRACTION).max(f32::MIN_POSITIVE)
}

impl Queries<'_> {
    /// Whether a query has at most `max` candidates up to the power of two after its last hit; up to the end without one.
    pub(super) fn has_few(
        &self,
        (reach, filter): (&Reach, &Filter),
        last: Option<f32>,
        max: u64,
        meter: &mut Meter,
    ) -> bool {
        let rank = last.map_or(reach.end, |last| power_from(last).min(reach.end));
        let (outline, filter) = (reach.outline, Resolved::new(filter, self.filters.generations));
        let mut counting = Counting { reach, rank, count: 0, max };
        match reach.growth {
            Growth::Around => {
                self.search(&|way| Around::new(outline.widened(way), 0), &filter, &mut counting, meter);
            }
            Growth::Along(motion) => {
                let region = |way| Along::new(outline.widened(way), motion.to_array(), reach.end.into());
                self.search(&region, &filter, &mut counting, meter);
            }
        }
        counting.count <= max
    }

    /// How far a query may search with at most `max` candidates: to the end if the result is infinite. Else up to a power of
    /// two, if it may have all its hits before the end. `None` if it may not search at all.
    pub(super) fn allowed(&self, place: (&Reach, &Filter), may_end: bool, max: u64, meter: &mut Meter) -> Option<f32> {
        if may_end && !self.has_few(place, Some(0.0), max, meter) {
            return None;
        }
        if self.has_few(place, None, max, meter) {
            return Some(f32::INFINITY);
        }
        if !may_end {
            return None;
        }
        // Exponents of powers of two, as they are stored: that of `low` has few candidates, that of `high` has too many or is
        // no finite number.
        let power = |exponent: u32| f32::from_bits(exponent << 23);
        let (mut low, mut high) = (1, 255);
        while low + 1 < high {
            let middle = u32::midpoint(low, high);
            if power(middle) < place.0.end && self.has_few(place, Some(power(middle)), max, meter) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(power(low))
    }
}
