//! How far a query searches: its limit of candidates. What counts depends on the shapes and the query alone.

use std::ops::ControlFlow;

use collide_core::{Aabb, DVec2, Vec2};

use super::Queries;
use super::outline::Outline;
use super::tuning::F32_ROUNDING;
use crate::Filter;
use crate::base::{Meter, work};

/// A path is cut into this many parts if the bound of the whole has too many candidates: that of a slanted path is large.
const PARTS: usize = 16;

/// The place that a query searches: a bound that moves or grows with the distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    bound: Aabb,
    growth: Growth,
    /// The end, as a [rank](super::best::Rank) of hits.
    end: f32,
}

#[derive(Clone, Copy, Debug)]
enum Growth {
    None,
    Around,
    Along(DVec2),
}

impl Reach {
    /// A fixed bound.
    pub(super) fn within(bound: Aabb) -> Self {
        Self { bound, growth: Growth::None, end: 0.0 }
    }

    /// Around a bound, up to a distance.
    pub(super) fn around(bound: Aabb, end: f32) -> Self {
        Self { bound, growth: Growth::Around, end }
    }

    /// Along the motion of a bound, up to this multiple of it.
    pub(super) fn along(bound: Aabb, motion: DVec2, end: f32) -> Self {
        Self { bound, growth: Growth::Along(motion), end }
    }

    /// The bound of the place up to a distance.
    fn whole(&self, rank: f32) -> Aabb {
        match self.growth {
            Growth::None => self.bound,
            Growth::Around => self.bound.expanded(rank.into()),
            Growth::Along(motion) => self.bound.swept(motion * f64::from(rank)),
        }
    }

    /// The parts of the path up to a distance. `None` if the place is not a path, or too far away.
    fn parts(&self, rank: f32) -> Option<[Aabb; PARTS]> {
        let Growth::Along(motion) = self.growth else { return None };
        let part = motion * (f64::from(rank) / PARTS as f64);
        let mut parts = [self.bound; PARTS];
        for (number, bound) in parts.iter_mut().enumerate() {
            let moved = |corner: Vec2| (corner.as_dvec2() + part * number as f64).as_vec2();
            *bound = Aabb::new(moved(bound.min()), moved(bound.max())).ok()?.swept(part);
        }
        Some(parts)
    }
}

impl Queries<'_> {
    /// How far a query may search with at most `max` candidates: to the end if the result is infinite. Else up to a power of
    /// two, if it may have all its hits before the end. `None` if it may not search at all.
    pub(super) fn allowed(
        &self,
        (reach, filter): (&Reach, &Filter),
        may_end: bool,
        max: u64,
        meter: &mut Meter,
    ) -> Option<f32> {
        let mut has_few = |rank: f32| self.has_few(reach, rank, filter, max, meter);
        if has_few(reach.end) {
            return Some(f32::INFINITY);
        }
        if !may_end {
            return None;
        }
        let power = |exponent: i32| (f64::from(exponent)).exp2() as f32;
        let (mut low, mut high) = (f32::MIN_EXP - 1, f32::MAX_EXP);
        while low < high {
            let middle = (low + high).div_euclid(2);
            if power(middle) < reach.end && has_few(power(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low >= f32::MIN_EXP).then(|| power(low - 1))
    }

    /// Whether there are at most `max` candidates up to a distance.
    fn has_few(&self, reach: &Reach, rank: f32, filter: &Filter, max: u64, meter: &mut Meter) -> bool {
        self.have_few(&[reach.whole(rank)], filter, max, meter)
            || reach.parts(rank).is_some_and(|parts| self.have_few(&parts, filter, max, meter))
    }

    /// Whether at most `max` bounds of accepted entities intersect these bounds. One that intersects several counts for each.
    fn have_few(&self, bounds: &[Aabb], filter: &Filter, max: u64, meter: &mut Meter) -> bool {
        if self.between.is_none() && self.rows_near(bounds, max, meter) <= max {
            return true;
        }
        let mut count = 0;
        for bound in bounds {
            self.near_each(&searched(bound), filter, usize::MAX, (meter, |_| work::BOUNDED), |_, shape| {
                count += u64::from(shape.aabb().intersects(bound));
                if count > max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        count <= max
    }

    /// At least the number of rows whose bounds intersect these bounds.
    fn rows_near(&self, bounds: &[Aabb], max: u64, meter: &mut Meter) -> u64 {
        meter.add(bounds.len() as u64 * work::LIST);
        let near = |bound: &Aabb| self.count_in(Outline::of_bound(&searched(bound)).corners(), max as usize) as u64;
        bounds.iter().map(near).sum()
    }
}

/// A bound with a margin: those of shapes are rounded outward.
fn searched(bound: &Aabb) -> Aabb {
    let magnitude = bound.min().abs().max(bound.max().abs()).max_element();
    bound.expanded(f64::from(magnitude) * f64::from(F32_ROUNDING))
}
