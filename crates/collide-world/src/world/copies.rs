use super::World;
use crate::base::{Content, copy_of};

/// A clone is an independent copy that evolves identically: after the same calls both worlds have the same pairs, in
/// the same order even [as found](crate::PairOrder::AsFound), and the same events, answers, handles and fingerprints,
/// now and in the past. Settings are cloned too. A clone is not recorded, even if its source is.
///
/// Cost: about 40 bytes for each entity are copied; the history is shared. For many copies, such as rollback, use
/// `clone_from`: it reuses the memory of the overwritten world, and does not allocate once that memory is large enough.
/// If the overwritten world is recorded, the recording continues with the new content. For a copy on disk or on another
/// machine use [`World::save`].
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Settings, World};
/// let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0);
/// let mut world = World::new(Settings::default());
/// let (a, b) = (world.insert(circle(0.0)?)?, world.insert(circle(5.0)?)?);
/// let confirmed = world.clone();
/// // Predict, then roll back to the confirmed state.
/// world.set(b, circle(1.0)?)?;
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
        self.content = Content::default();
    }
}
