//! The first hit of a shape that flies through remembered ticks.

use collide_core::swept::{Rounding, SweptShape, place};
use collide_core::{Impact, Moving, Shape, Vec2, sweep};

use crate::base::{Meter, work};
use crate::history::{Between, Past};
use crate::search::Scope;
use crate::{Handle, PastError, Queries, Query, Settings};

/// What [`World::sweep_through`](crate::World::sweep_through) hit, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PastHit {
    /// The entity.
    pub handle: Handle,
    /// The time of the hit, in ticks as for [`World::at`](crate::World::at).
    pub tick: f64,
    /// The impact. Its time is a fraction of the part of the motion within the tick of the hit.
    pub impact: Impact,
}

/// A shape that flies through remembered ticks.
pub(crate) struct Flight<'a> {
    pub(crate) past: &'a Past,
    pub(crate) settings: &'a Settings,
    pub(crate) query: Query<Moving>,
    pub(crate) from: f64,
    pub(crate) to: f64,
}

impl Flight<'_> {
    /// What it hits, and when.
    pub(crate) fn hit(&self) -> Result<Option<PastHit>, PastError> {
        let Self { past, settings, query, from, to } = *self;
        let teleport_distance = settings.history.teleport_distance;
        let (moment, between) = past.at(from, teleport_distance)?;
        past.at(to, teleport_distance)?;
        if to <= from {
            let hit = Queries::then(moment, between, settings).sweep(query);
            return Ok(hit.map(|(handle, impact)| PastHit { handle, tick: from, impact }));
        }
        Ok(self.first(&mut Meter::default()))
    }

    /// The first hit.
    pub(super) fn first(&self, meter: &mut Meter) -> Option<PastHit> {
        let mut start = self.from;
        while start < self.to && !meter.is_over() {
            let end = (start.floor() + 1.0).min(self.to);
            let hit = self.part(start, end, meter);
            if hit.is_some() {
                return hit;
            }
            start = end;
        }
        None
    }

    /// The first hit from a time to another, with no tick in between.
    fn part(&self, start: f64, end: f64, meter: &mut Meter) -> Option<PastHit> {
        let swept = SweptShape::between(self.place(start)?, self.place(end)?)?;
        let moving = Moving::new(swept.from(), swept.motion().as_vec2()).ok()?;
        let Self { past, settings, .. } = self;
        let span = past.span(start, end, settings.history.teleport_distance)?;
        let then = Scope::then(span[0].from, Some(span[0]), settings.simd);
        let own = work::swept::share(&moving.shape());
        let mut first: Option<(u32, Impact)> = None;
        let rows = then.on_path(&moving, &self.query.filter, meter.left(), |slot, shape| {
            meter.add(own + work::swept::share(&shape));
            let rank = |(slot, impact): &(u32, Impact)| (impact.time, *slot);
            if let Some(hit) = sweep(moving, target(slot, shape, &span[1])).map(|impact| (slot, impact))
                && first.as_ref().is_none_or(|first| rank(&hit) < rank(first))
            {
                first = Some(hit);
            }
            !meter.is_over()
        });
        meter.add(work::swept::PATH + rows);
        first.map(|(slot, impact)| {
            let tick = start + (end - start) * f64::from(impact.time);
            PastHit { handle: then.handle(slot), tick, impact }
        })
    }

    /// The shape at a time; `None` beyond the range of `f32`.
    fn place(&self, time: f64) -> Option<Shape> {
        let part = (time - self.from) / (self.to - self.from);
        let Query { what, .. } = &self.query;
        place(what.shape(), what.motion().as_dvec2() * part, [Rounding::Nearest; 2])
    }
}

/// An entity on its way to its position at the end of a span.
fn target(slot: u32, shape: Shape, end: &Between<'_>) -> Moving {
    let motion = end.shape(slot).map_or(Vec2::ZERO, |end| end.center() - shape.center());
    // A way beyond the range of `f32` counts as none.
    Moving::new(shape, motion).unwrap_or(shape.into())
}
