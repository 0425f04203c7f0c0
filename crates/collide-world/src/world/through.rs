use collide_core::swept::{Rounding, SweptShape, place};
use collide_core::{Impact, IntoArg, Moving, Shape, Vec2, sweep};

use super::World;
use super::work::{PATH_SEARCH, sweep_units};
use crate::base::Meter;
use crate::history::Between;
#[cfg(feature = "recording")]
use crate::query::of_list;
#[cfg(feature = "recording")]
use crate::record::Call;
use crate::{Handle, PastError, Queries, Query};

/// What [`World::sweep_through`] hit, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PastHit {
    /// The entity.
    pub handle: Handle,
    /// The time of the hit, in ticks as for [`World::at`].
    pub tick: f64,
    /// The impact. Its time is a fraction of the part of the motion within the tick of the hit.
    pub impact: Impact,
}

/// # Projectiles in the past
impl World {
    /// Flies a shape through remembered ticks, while the entities move as they did then: the first that it hits (lag
    /// compensation for projectiles). `None` if it hits none.
    ///
    /// The shape starts at time `from` and has moved by its whole motion at time `to`, at a constant speed. Both count
    /// as in [`at`](Self::at). From one tick to the next each entity moves in a straight line, as the interpolation of
    /// `at` has it: one that has teleported, or that does not exist at the next tick, stands still, and so does an
    /// oriented rect whose rotor [scales](collide_core::Rotor::from_raw) and changes, and a capsule or polygon that
    /// changes its radius or its number of corners. Rotations and sizes are those at
    /// the start of each such part. If `to` is not after `from`, the entities stand still as they were at
    /// `from`.
    ///
    /// **Touching** is decided in each part as by [`fn@sweep`], with the positions of the shape at the ticks rounded to
    /// `f32`. At equal times the entity with the smallest slot is hit.
    ///
    /// **Cost:** for each tick until the hit, at most as many as are remembered, a [sweep](crate::Queries::sweep_batch_into)
    /// at a time between two ticks, see [`at`](Self::at), with all its hits: some tens of nanoseconds for each entity that
    /// may come near the path in that tick.
    ///
    /// # Errors
    /// [`PastError`] if `from` or `to` is not in the history.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Vec2};
    /// use collide_world::{History, Settings, World};
    /// let circle = |x, y| Circle::new(Vec2::new(x, y), 0.5);
    /// let history = History { ticks: 8, teleport_distance: 4.0 };
    /// let mut world = World::new(Settings { history, ..Settings::default() });
    /// let runner = world.insert(circle(4.0, 4.0)?)?;
    /// for y in [4.0, 2.0, 0.0, -2.0] {
    ///     world.set(runner, circle(4.0, y)?)?;
    ///     world.step();
    /// }
    /// let rocket = Moving::new(circle(0.0, 0.0)?, Vec2::new(6.0, 0.0))?; // two units in each of three ticks
    /// let hit = world.sweep_through(rocket, 1.0, 4.0)?.unwrap();
    /// assert_eq!(hit.handle, runner);
    /// assert!(hit.tick > 2.5 && hit.tick < 3.0); // at tick 3 both would be at (4, 0)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep_through(
        &self,
        query: impl IntoArg<Query<Moving>>,
        from: f64,
        to: f64,
    ) -> Result<Option<PastHit>, PastError> {
        let query = query.into();
        #[cfg(feature = "recording")]
        self.record_changes();
        let hit = self.fly_through(query, from, to)?;
        #[cfg(feature = "recording")]
        self.record_call(|| Call::SweepThrough { query, from, to }, || of_list(&[hit]));
        Ok(hit)
    }

    fn fly_through(&self, query: Query<Moving>, from: f64, to: f64) -> Result<Option<PastHit>, PastError> {
        let teleport_distance = self.settings.history.teleport_distance;
        let (moment, between) = self.ticker.past.at(from, teleport_distance)?;
        self.ticker.past.at(to, teleport_distance)?;
        if to <= from {
            let hit = Queries::then(moment, between, &self.settings).sweep(query);
            return Ok(hit.map(|(handle, impact)| PastHit { handle, tick: from, impact }));
        }
        Ok(Flight { world: self, query, from, to }.first(&mut Meter::default()))
    }
}

/// A shape that flies through remembered ticks.
struct Flight<'a> {
    world: &'a World,
    query: Query<Moving>,
    from: f64,
    to: f64,
}

impl Flight<'_> {
    /// The first hit.
    fn first(&self, meter: &mut Meter) -> Option<PastHit> {
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
        let World { settings, ticker, .. } = self.world;
        let span = ticker.past.span(start, end, settings.history.teleport_distance)?;
        let then = Queries::then(span[0].from, Some(span[0]), settings);
        let own = sweep_units(&moving.shape());
        let mut first: Option<(u32, Impact)> = None;
        let query = Query { what: moving, ..self.query };
        let rows = then.on_path(&query, meter.left(), |slot, shape| {
            meter.add(own + sweep_units(&shape));
            let rank = |(slot, impact): &(u32, Impact)| (impact.time, *slot);
            if let Some(hit) = sweep(moving, target(slot, shape, &span[1])).map(|impact| (slot, impact))
                && first.as_ref().is_none_or(|first| rank(&hit) < rank(first))
            {
                first = Some(hit);
            }
            !meter.is_over()
        });
        meter.add(PATH_SEARCH + rows);
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

#[cfg(test)]
mod tests {
    use collide_core::Circle;

    use super::*;
    use crate::{History, Settings, Threads};

    /// The units of work of a shape that flies past some walkers, at a distance of more than their steps.
    fn work(walkers: u16, motion: f32) -> u64 {
        let history = History { ticks: 8, teleport_distance: 1.0 };
        let mut world = World::new(Settings { history, threads: Threads::Serial, ..Settings::default() });
        let side = (f32::from(walkers)).sqrt().ceil() as u16;
        let at = |index: u16| Vec2::new(f32::from(index % side), f32::from(index / side) + 4.0) * 2.0;
        world.extend((0..walkers).map(|index| Circle::new(at(index), 0.5).unwrap()));
        for _ in 0..8 {
            world.update_each(|entity| _ = entity.translate(Vec2::new(0.1, 0.0)));
            world.step();
        }
        let rocket = Moving::new(Circle::new(Vec2::ZERO, 0.5).unwrap(), Vec2::new(motion, 0.0)).unwrap();
        let flight = Flight { world: &world, query: rocket.into(), from: 1.0, to: 8.0 };
        let mut meter = Meter::default();
        assert_eq!(flight.first(&mut meter), None);
        meter.done()
    }

    #[test]
    fn work_follows_the_entities_near_the_path() {
        let [few, many] = [1_000, 10_000].map(|count| work(count, 50.0));
        assert!(many < few * 2, "{few} and {many}");
        let [few, many] = [1_000, 10_000].map(|count| work(count, 1e30));
        assert!(many < few * 15 && many < 7 * 10_000 * 60, "{few} and {many}");
    }
}
