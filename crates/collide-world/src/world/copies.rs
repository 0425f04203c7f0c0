use super::World;
use crate::base::copy_of;

/// A clone goes on alike: after the same calls both worlds have the same pairs, in the same order even [as
/// found](crate::PairOrder::AsFound), the same events, answers, handles and fingerprints, now and in the past. Settings are cloned
/// too. A change of one leaves the other as it is. A clone is not recorded, even if its source is.
///
/// About 40 bytes for each entity are copied, and the past is shared. For many copies, as rollback makes them, `clone_from` reuses
/// the memory of the world that is overwritten: warm, it allocates nothing. If that world is recorded, the recording goes on with
/// the new content. For a copy on disk or on another machine there is [`World::save`].
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Settings, World};
/// let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
/// let mut world = World::new(Settings::default());
/// let (a, b) = (world.insert(circle(0.0)?)?, world.insert(circle(5.0)?)?);
/// let confirmed = world.clone();
/// // Ahead of what the clients have confirmed, and back to that.
/// world.update(b, circle(1.0)?)?;
/// world.step();
/// assert_eq!(world.pairs(), [(a, b)]);
/// world.clone_from(&confirmed);
/// world.step();
/// assert!(world.pairs().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Clone for World {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        self.settings.clone_from(&source.settings);
        self.store.clone_from(&source.store);
        self.ticker.clone_from(&source.ticker);
        #[cfg(feature = "recording")]
        self.record_whole();
    }
}

impl World {
    /// Makes another world a copy of this one that remembers nothing of the past: what [`clone_from`](Clone::clone_from) does,
    /// without sharing the past. For a copy that is looked at while this world goes on, as a world whose past is shared needs new
    /// memory for each tick that it notes. Warm, it allocates nothing.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{History, Settings, World};
    /// let history = History { ticks: 8, teleport_distance: 1.0 };
    /// let mut world = World::new(Settings { history, ..Settings::default() });
    /// let ball = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// let mut seen = World::default();
    /// world.clone_present_into(&mut seen);
    /// assert_eq!((seen.get(ball), seen.tick()), (world.get(ball), 1));
    /// assert!(world.at(1.0).is_ok() && seen.at(1.0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clone_present_into(&self, other: &mut Self) {
        other.clone_from(self);
        other.ticker.past.clear();
    }
}
