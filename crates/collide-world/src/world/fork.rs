use super::World;

impl World {
    /// A copy that goes on alike: after the same calls both have the same pairs, in the same order even [as
    /// found](crate::PairOrder::AsFound), the same events, answers, handles and fingerprints, now and in the past. What one goes
    /// through leaves the other as it is. It is not recorded, even if this one is.
    ///
    /// Costs a copy of all tables. For many forks, as rollback makes them, [`fork_into`](Self::fork_into) reuses memory; for a
    /// copy on disk or on another machine there is [`save`](Self::save).
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
    /// let mut world = World::new(Settings::default());
    /// let (a, b) = (world.insert(circle(0.0)?)?, world.insert(circle(5.0)?)?);
    /// let mut guess = world.fork();
    /// guess.update(b, circle(1.0)?)?;
    /// guess.step();
    /// assert_eq!(guess.pairs(), [(a, b)]);
    /// world.step();
    /// assert!(world.pairs().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fork(&self) -> Self {
        let mut other = Self::default();
        self.fork_into(&mut other);
        other
    }

    /// Makes another world, whatever it was, a [`fork`](Self::fork) of this one, settings included. Warm, it allocates nothing:
    /// about 40 bytes for each entity are copied, and the past is shared.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// // Ahead of what the clients have confirmed, and back to that.
    /// let confirmed = world.fork();
    /// for _ in 0..3 {
    ///     world.step();
    /// }
    /// confirmed.fork_into(&mut world);
    /// assert_eq!(world.tick(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fork_into(&self, other: &mut Self) {
        other.ticker.past.copy_from(&self.ticker.past);
        self.copy_present_into(other);
    }

    /// Makes another world, whatever it was, a copy of this one that remembers nothing of the past: what
    /// [`fork_into`](Self::fork_into) does, without sharing the past. For those who look at a world while it goes on, as a
    /// world whose past is shared needs new memory for each tick that it notes. Warm, it allocates nothing.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{History, Settings, World};
    /// let history = History { ticks: 8, teleport_distance: 1.0 };
    /// let mut world = World::new(Settings { history, ..Settings::default() });
    /// let ball = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// let mut seen = World::default();
    /// world.fork_present_into(&mut seen);
    /// assert_eq!((seen.get(ball), seen.tick()), (world.get(ball), 1));
    /// assert!(world.at(1.0).is_ok() && seen.at(1.0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fork_present_into(&self, other: &mut Self) {
        other.ticker.past.clear();
        self.copy_present_into(other);
    }

    fn copy_present_into(&self, other: &mut Self) {
        other.settings.clone_from(&self.settings);
        other.store.copy_from(&self.store);
        other.ticker.copy_from(&self.ticker);
        #[cfg(feature = "recording")]
        other.record_whole();
    }
}
