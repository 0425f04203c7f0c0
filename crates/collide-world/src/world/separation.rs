use super::World;
#[cfg(feature = "recording")]
use crate::record::{Call, StoredSeparateOptions};
use crate::{Handle, IndexedError, SeparateOptions, Separation, WorldError};

/// # Crowds
impl World {
    /// Moves the entities of a crowd apart where they overlap, softly: in a fixed number of rounds, each along what
    /// blocks it. `out` says where each went. Call it after [`move_batch_into`](Self::move_batch_into), so that movers
    /// that ignore each other do not stay on one place.
    ///
    /// In a round each mover is pushed out of the movers that it overlaps at the start of the round and whose
    /// [layers meet](crate::Layers::meet) its own. Two that overlap share the way out in the ratio of their
    /// [shares](crate::PushRule::share). The push is the sum of these ways, at most 1.5 times their mean, and the mover
    /// [slides](crate::Queries::slide) by it. A dense crowd needs several calls until it no longer overlaps.
    /// Movers with the same center go in different directions: that of a slot is at `slot` times the golden angle.
    ///
    /// All other entities that meet the layers of a mover, or those of the options, block it, static or not. Sensors
    /// neither block nor do they move. Duplicate handles are ignored.
    ///
    /// **Guarantee:** that of [`slide`](crate::Queries::slide) for each mover and the entities that block it, in every
    /// round: no mover is pushed into a wall or through one. The result is the same for every number of threads.
    ///
    /// **Cost:** for each mover and round a search for neighbors, some hundreds of nanoseconds, and for each that is
    /// pushed a [slide](crate::Queries::slide_batch_into), in parallel. The [crowd
    /// limit](crate::SeparateOptions::crowd) bounds the search with most movers on one point: at most `max` movers push
    /// one of the surplus. Any other mover is pushed apart from at most `9 * max` movers of its size and `max` larger
    /// ones, or `2 * max` if some categories come first, out of `9 * max` that are compared for each larger size, in
    /// powers of two. Movers that overlap deeply are pushed far, so their slides cost more. Does not allocate once
    /// `out` has grown, except for slides with more than two hits.
    ///
    /// # Errors
    /// [`WorldError::Stale`] with the index of the first stale handle; [`WorldError::OverBudget`] if the call exceeds its
    /// [budget](crate::SeparateOptions::budget), with the index of a mover among many. Nothing has moved then.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Vec2};
    /// use collide_world::{Entity, Handle, SeparateOptions, Separation, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let [a, b] = [0.5, 1.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 0.5).unwrap()).unwrap());
    /// world.insert(Entity::fixed(Rect::new(Vec2::new(-1.0, -9.0), Vec2::new(0.0, 9.0))?))?;
    /// let mut separation = Separation::default();
    /// world.separate_into(&[a, b], &SeparateOptions::default(), &mut separation)?;
    /// // The wall holds the first, so the second goes all the way, half of what is left in each round.
    /// assert_eq!(world.shape(a), Some(Circle::new(Vec2::new(0.5, 0.0), 0.5)?.into()));
    /// assert_eq!(world.shape(b), Some(Circle::new(Vec2::new(1.46875, 0.0), 0.5)?.into()));
    /// assert_eq!(separation.ends()[1], (b, world.shape(b).unwrap()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn separate_into(
        &mut self,
        movers: &[Handle],
        options: &SeparateOptions<'_>,
        out: &mut Separation,
    ) -> Result<(), IndexedError<WorldError>> {
        #[cfg(feature = "recording")]
        self.record_changes();
        out.find(movers, options, self.now())?;
        self.set_batch(out.changed())?;
        #[cfg(feature = "recording")]
        if options.slide.pass.is_none() {
            let call = || Call::Separate { movers: movers.into(), options: StoredSeparateOptions::of(options) };
            self.record_call(call, || out.fingerprint());
            self.recorder.moved(self, out.ends().iter().map(|(handle, _)| *handle));
        }
        Ok(())
    }
}
