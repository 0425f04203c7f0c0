use collide_core::{IntoArg, Vec2};

use super::World;
#[cfg(feature = "recording")]
use crate::movement::given_motions;
#[cfg(feature = "recording")]
use crate::query::of_list;
#[cfg(feature = "recording")]
use crate::record::Call;
use crate::{Budget, Handle, IndexedError, SweptPairs, WorldError};

/// # Swept pairs: bullets and fast movers
impl World {
    /// Overwrites `out` with every pair of a moving entity and another entity that collide during the motion
    /// (continuous collision detection), each pair once, in order of slots. It finds the wall that a fast bullet would
    /// pass through between two steps.
    ///
    /// `moving` holds entities and their motions: straight lines from their current positions, without rotation. All
    /// other entities stay where they are. Two moving entities move at the same time. If a handle occurs several times,
    /// its last motion is used. Each pair is decided as [`sweep`](collide_core::sweep) decides it, whatever the world's
    /// touching rule. Mobility does not matter: two static entities of which one is in `moving` are paired, whatever
    /// [`Settings::static_pairs`](crate::Settings::static_pairs) says.
    ///
    /// Sensors are included: a moving entity and a sensor form a pair. If sensors must not stop your bullets, exclude
    /// them with [layers](crate::Layers). Entities whose layers exclude each other are not paired, and two sensors
    /// only if [`Settings::sensor_pairs`](crate::Settings::sensor_pairs) is on.
    /// [`SweptPairs::first_hits`] has the first hit of each bullet.
    ///
    /// **Cost:** for each mover a [sweep](crate::Queries::sweep_batch_into) among the entities at rest, with all its
    /// hits, and a search among the movers, in short slices of the time if they are fast: some tens of nanoseconds for each
    /// mover and slice, and for each pair of movers that come near each other at the same time. Layers that exclude all
    /// other movers leave a mover out of it. Memory grows with the pairs of the result. Fast if nothing has changed
    /// since the last [`step`](Self::step) or [`refresh`](Self::refresh). Does not allocate once `out` has grown.
    ///
    /// # Errors
    /// [`WorldError::Stale`] for a stale handle and [`WorldError::Shape`] for a motion that is not finite, with the
    /// index of the first such motion; [`WorldError::OverBudget`] if the call exceeds the budget,
    /// with the index of a mover whose path crosses many others. `out` is then empty.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Vec2};
    /// use collide_world::{Budget, Entity, SweptPairs, World};
    /// let mut world = World::default();
    /// let bullet = world.insert(Circle::new(Vec2::ZERO, 0.5)?)?;
    /// let wall = world.insert(Entity::fixed(Rect::new(Vec2::new(10.0, -5.0), Vec2::new(10.5, 5.0))?))?;
    /// world.step();
    /// let mut swept = SweptPairs::default();
    /// world.swept_pairs_into(&[(bullet, Vec2::new(38.0, 0.0))], Budget::UNLIMITED, &mut swept)?;
    /// let [pair] = swept.list() else { panic!("one pair") };
    /// assert_eq!((pair.a, pair.b, pair.impact.time), (bullet, wall, 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn swept_pairs_into(
        &self,
        moving: &[(Handle, impl IntoArg<Vec2> + Copy)],
        budget: impl Into<Budget>,
        out: &mut SweptPairs,
    ) -> Result<(), IndexedError<WorldError>> {
        let Budget { max_work, .. } = budget.into();
        #[cfg(feature = "recording")]
        self.record_changes();
        out.find(moving, max_work, self.now())?;
        #[cfg(feature = "recording")]
        self.record_call(|| Call::SweptPairs { moving: given_motions(moving) }, || of_list(out.list()));
        Ok(())
    }
}
