use super::World;
use crate::store::Surplus;
use crate::{Crowd, CrowdLimit, Explanation, Invalid, Recent, Report};

/// # Diagnostics: what a tick did and what it costs
impl World {
    /// What the last step did and how long each phase took, or `None` before the first step.
    #[must_use]
    pub fn report(&self) -> Option<&Report> {
        self.ticker.report.as_ref()
    }

    /// The places that now have more dynamic entities than a limit, the most crowded first: where the surplus of
    /// [`Settings::crowd`](crate::Settings::crowd) is, or would be. Places with equally many entities are in order of
    /// size and position. Linear in the number of dynamic entities.
    ///
    /// ```
    /// use collide_core::Circle;
    /// use collide_world::{CrowdLimit, World};
    /// let at = |index| [if index < 300 { 7.0 } else { f32::from(index) }, 0.0];
    /// let world: World = (0..400_u16).map(|index| Circle::new(at(index), 0.5).unwrap()).collect();
    /// let crowds = world.crowds(CrowdLimit::new(32));
    /// assert_eq!((crowds.len(), crowds[0].count), (1, 300));
    /// assert_eq!(world.shape(crowds[0].entity).unwrap().center(), [7.0, 0.0].into());
    /// ```
    #[must_use]
    pub fn crowds(&self, limit: CrowdLimit) -> Vec<Crowd> {
        let mut surplus = Surplus::default();
        surplus.find(&self.store, Some(limit));
        let mut crowds = surplus.crowds().to_vec();
        crowds.sort_by_key(|crowd| std::cmp::Reverse(crowd.count));
        crowds
    }

    /// The strategy of the last step and the reason for it, with the expected and the measured time, or `None` before
    /// the first step.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, Strategy, World};
    /// let mut world = World::new(Settings::default());
    /// for index in 0..1_000_u16 {
    ///     world.insert(Circle::new(Vec2::new(f32::from(index), 0.0), 1.0)?)?;
    /// }
    /// world.step();
    /// let explanation = world.explain().unwrap();
    /// assert_eq!(explanation.strategy, Strategy::HierarchicalGrid);
    /// println!("{explanation}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain(&self) -> Option<Explanation> {
        let report = self.report()?;
        let lists = self.store.cell_lists();
        Some(Explanation::new(report, lists.filter(|_| report.strategy.has_cell_lists())))
    }

    /// The p50 and p99 times of the last 128 ticks, for monitoring: see [`Recent`].
    ///
    /// ```
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// for _ in 0..200 {
    ///     world.step();
    /// }
    /// assert_eq!(world.recent().ticks, 128);
    /// println!("{}", world.recent()); // 128 ticks, p50 1.2µs, p99 3.4µs, index ...
    /// ```
    #[must_use]
    pub fn recent(&self) -> Recent {
        self.ticker.recent.summary()
    }

    /// The bytes that the world has allocated for entities, its strategy, pairs, events and history, with the spare
    /// capacity of buffers, and with [indexes](crate::WorldTools::index_memory). Takes time for each node of an R-tree.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// assert!(world.memory() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory(&self) -> usize {
        self.store.memory() + self.ticker.memory()
    }

    /// Checks the internal invariants of the world. For tests of this library, and to locate a fault if a world ever
    /// misbehaves. Takes about as long as a tick.
    ///
    /// # Errors
    /// [`Invalid`] for the first invariant that does not hold: a bug in this library.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let handle = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.step();
    /// world.remove(handle)?;
    /// assert_eq!(world.validate(), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn validate(&self) -> Result<(), Invalid> {
        let holders = self.store.validate()?;
        self.ticker.validate(&self.store, &holders)
    }
}
