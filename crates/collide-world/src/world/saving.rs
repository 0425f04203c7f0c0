use super::World;
#[cfg(feature = "serde")]
use crate::Snapshot;
use crate::SnapshotError;
use crate::snapshot::{self, Restored};

impl World {
    /// The world as bytes, for a [`restore`](Self::restore) on any machine: see [`save_into`](Self::save_into), which reuses memory.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let handle = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// let bytes = world.save();
    /// world.remove(handle)?;
    /// world.restore(&bytes)?;
    /// assert!(world.get(handle).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save_into(&mut bytes);
        bytes
    }

    /// Writes all that decides future answers over what `bytes` held: entities, handles, the tick and its pairs. Not the
    /// [settings](Self::settings), nor the past that [`at`](Self::at) tells of.
    ///
    /// Entities take 28 to 40 bytes, pairs 8. Costs about as much as copying these. Warm, it allocates nothing.
    pub fn save_into(&self, bytes: &mut Vec<u8>) {
        snapshot::write(self.ticker.tick(), &self.store, &self.ticker.pairs, bytes);
    }

    /// Becomes the world that was saved, with the settings it has itself. What follows is as it would have been there: pairs by slot,
    /// events, answers, handles and fingerprints. Pairs [as found](crate::PairOrder::AsFound) come in another order; that is the
    /// same for all worlds restored from the same bytes.
    ///
    /// Until the next step there are no [events](Self::events) and no [report](Self::report), and nothing of the
    /// [past](Self::at) is remembered. Costs some ten nanoseconds for each entity; the next step sorts them anew.
    ///
    /// # Errors
    /// [`SnapshotError`] for bytes that are not those of a world: cut off, changed on the way, of another version, or in
    /// contradiction with themselves. The world is then as it was. Bytes may come from anyone: no list is believed to be longer than
    /// what is left of them.
    ///
    /// ```
    /// use collide_world::{Settings, World};
    /// let mut bytes = World::new(Settings::default()).save();
    /// let mut world = World::new(Settings::default());
    /// assert_eq!(world.restore(&bytes), Ok(()));
    /// bytes[8] = 9;
    /// assert_eq!(world.restore(&bytes).unwrap_err().to_string(), "version: must be 1, is 9");
    /// ```
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let Restored { tick, pairs, as_found } = snapshot::read(bytes, &mut self.store)?;
        self.ticker.restore(tick, pairs, as_found);
        #[cfg(feature = "recording")]
        self.record_whole();
        Ok(())
    }

    /// The world as a value for serde. Costs what [`save`](Self::save) does.
    #[cfg(feature = "serde")]
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.save().into()
    }
}
