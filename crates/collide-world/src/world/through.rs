use collide_core::{IntoArg, Moving};

use super::World;
#[cfg(feature = "recording")]
use crate::query::of_list;
#[cfg(feature = "recording")]
use crate::record::Call;
use crate::swept::Flight;
use crate::{PastError, PastHit, Query};

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
    /// **Touching** is decided in each part as by [`sweep`](collide_core::sweep), with the positions of the shape at the ticks rounded to
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
        let flight = Flight { past: &self.ticker.past, settings: &self.settings, query, from, to };
        let hit = flight.hit()?;
        #[cfg(feature = "recording")]
        self.record_call(|| Call::SweepThrough { query, from, to }, || of_list(&[hit]));
        Ok(hit)
    }
}
