use super::World;
use crate::SnapshotError;
use crate::base::{Content, PairRules};
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
    /// An entity takes 28 to 44 bytes, a polygon 92, a pair 8, an entity removed since the step 20. Costs about as much as copying these. Does not allocate
    /// once `bytes` has grown.
    pub fn save_into(&self, bytes: &mut Vec<u8>) {
        let Ticker { tick, pairs, rules, held, .. } = &self.ticker;
        let ticked = Ticked { tick: *tick, pairs, held: &held.pairs, rules: *rules };
        snapshot::write(&self.store, &ticked, bytes);
    }

    /// Replaces this world by a saved one and keeps its own settings (rollback, migration, persistence). If the
    /// settings that change results are equal, the world continues exactly as the saved one: pairs by slot, events,
    /// answers of queries now, handles and fingerprints. With [`PairOrder::AsFound`](crate::PairOrder::AsFound) the
    /// order of pairs may differ from that of the saved world. It is equal in all worlds restored from the same bytes.
    ///
    /// If the pairs of the saved world include those of two static entities and the own settings have
    /// [`static_pairs`](crate::Settings::static_pairs) off, these pairs are dropped without events, except those of an
    /// entity that was removed since the saved step, which end at the next step. The same holds for pairs of two sensors
    /// and [`sensor_pairs`](crate::Settings::sensor_pairs).
    ///
    /// A later version of the library reads the snapshots of earlier releases. Until the first release the version of
    /// the format stays 1 and may change.
    ///
    /// Until the next step there are no [events](Self::events) and no [report](Self::report), and the
    /// [history](Self::at) is empty. Costs some ten nanoseconds for each entity, up to 200 for each static or sleeping one
    /// that is already there; the next step sorts all entities.
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
    /// assert_eq!(world.restore(&bytes).unwrap_err().to_string(), "version: must be 1, is 9");
    /// ```
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.restore_unchanged(bytes)?;
        self.store.set_change_ticks(self.settings.change_ticks, self.tick());
        let forbidden = self.ticker.rules.except(PairRules::of(&self.settings));
        if forbidden != PairRules::default() {
            let is_allowed = |&(a, b): &(u32, u32)| !self.store.are_alike_since_tick([a, b], forbidden);
            self.ticker.pairs.retain(is_allowed);
            self.ticker.held.pairs.retain(is_allowed);
            self.ticker.rules = self.ticker.rules.except(forbidden);
        }
        Ok(())
    }

    /// Replaces this world by a saved one, with all its pairs and its change ticks, if it has any.
    pub(crate) fn restore_unchanged(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let Restored { tick, pairs, held, as_found, rules } = snapshot::read(bytes, &mut self.store)?;
        self.ticker.restore(tick, [pairs, held], as_found, rules);
        self.content = Content::default();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use collide_core::Circle;
    use xxhash_rust::xxh3::xxh3_64;

    use crate::{Entity, Settings, World};

    /// Magic, version and checksum.
    const HEADER: usize = 20;

    /// The place of `PairRules` in the snapshot of two entities: after the tick, the generations, no free slots, no
    /// removals and no filters.
    const PAIR_RULES: usize = HEADER + 8 + (8 + 2 * 4) + 8 + 1 + 8 + 8;

    /// The bytes with another version and a valid checksum.
    fn sealed(mut bytes: Vec<u8>, version: u32) -> Vec<u8> {
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        let checksum = xxh3_64(&bytes[HEADER..]);
        bytes[12..HEADER].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Version 0 exists only in unit tests: version 1 without `PairRules`, which are read as `static_pairs` only.
    #[test]
    fn an_older_version_is_restored() {
        let settings = Settings { static_pairs: true, ..Settings::default() };
        let mut world = World::new(settings.clone());
        let handles = [0.0, 1.0].map(|x| world.insert(Entity::fixed(Circle::new([x, 0.0], 1.0).unwrap())).unwrap());
        world.step();
        let (bytes, mut restored) = (world.save(), World::new(settings));
        let mut older = bytes.clone();
        assert_eq!(older.remove(PAIR_RULES), 1);
        assert_eq!(restored.restore(&sealed(older.clone(), 0)), Ok(()));
        assert_eq!(restored.pairs(), [(handles[0], handles[1])]);
        assert_eq!(restored.save(), bytes);
        for (bytes, version) in [(older, 1), (bytes.clone(), 0), (bytes, 2)] {
            assert!(restored.restore(&sealed(bytes, version)).is_err(), "version {version}");
        }
    }
}
