use super::World;
use crate::SnapshotError;
use crate::base::Content;
use crate::snapshot::{self, Restored, Ticked};
use crate::tick::Ticker;

/// # Snapshots: save and restore
impl World {
    /// A snapshot of the world as bytes, for [`restore`](Self::restore) on any machine. [`save_into`](Self::save_into)
    /// reuses memory.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let handle = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// let bytes = world.save();
    /// world.remove(handle)?;
    /// world.restore(&bytes)?;
    /// assert!(world.shape(handle).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save_into(&mut bytes);
        bytes
    }

    /// Overwrites `bytes` with a snapshot of everything that decides future results: entities, handles, the tick and
    /// its pairs. The [settings](Self::settings) and the [history](Self::at) are not part of it.
    ///
    /// The bytes are the same for every number of threads, SIMD level and machine. They differ between strategies, which
    /// decide the order of the entities in them, between a world and its copy after the next step, and before and after a
    /// step that was [refused](Self::step_within). Compare worlds by their [`fingerprint`](Self::fingerprint) and their
    /// entities.
    ///
    /// An entity takes 28 to 44 bytes, a polygon 92, a pair 8. Costs about as much as copying these. Does not allocate once `bytes`
    /// has grown.
    pub fn save_into(&self, bytes: &mut Vec<u8>) {
        let Ticker { tick, pairs, static_pairs, held, .. } = &self.ticker;
        let ticked = Ticked { tick: *tick, pairs, held: &held.pairs, static_pairs: *static_pairs };
        snapshot::write(&self.store, &ticked, bytes);
    }

    /// Replaces this world by a saved one and keeps its own settings (rollback, migration, persistence). If the
    /// settings that change results are equal, the world continues exactly as the saved one: pairs by slot, events,
    /// answers of queries now, handles and fingerprints. With [`PairOrder::AsFound`](crate::PairOrder::AsFound) the
    /// order of pairs may differ from that of the saved world. It is equal in all worlds restored from the same bytes.
    ///
    /// If the pairs of the saved world include those of two static entities and the own settings have
    /// [`static_pairs`](crate::Settings::static_pairs) off, these pairs are dropped without events, except those of an
    /// entity that was removed since the saved step, which end at the next step. Snapshots of version 1 always include
    /// them.
    ///
    /// Until the next step there are no [events](Self::events) and no [report](Self::report), and the
    /// [history](Self::at) is empty. Costs some ten nanoseconds for each entity; the next step sorts all entities.
    ///
    /// # Errors
    /// [`SnapshotError`] if the bytes are truncated, corrupt, of another version or inconsistent. The world is then
    /// unchanged. Bytes from untrusted sources are safe: no allocation is larger than the input justifies.
    ///
    /// ```
    /// use collide_world::{Settings, World};
    /// let mut bytes = World::new(Settings::default()).save();
    /// let mut world = World::new(Settings::default());
    /// assert_eq!(world.restore(&bytes), Ok(()));
    /// bytes[8] = 9;
    /// assert_eq!(world.restore(&bytes).unwrap_err().to_string(), "version: must be from 1 to 4, is 9");
    /// ```
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.restore_unchanged(bytes)?;
        if self.ticker.static_pairs && !self.settings.static_pairs {
            self.ticker.pairs.retain(|&(a, b)| !self.store.are_static_since_tick([a, b]));
            self.ticker.static_pairs = false;
        }
        Ok(())
    }

    /// Replaces this world by a saved one, with all its pairs.
    pub(crate) fn restore_unchanged(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let Restored { tick, pairs, held, as_found, static_pairs } = snapshot::read(bytes, &mut self.store)?;
        self.ticker.restore(tick, [pairs, held], as_found, static_pairs);
        self.content = Content::default();
        Ok(())
    }
}
