use super::World;
use crate::base::unlimited;
use crate::{Budget, Interest, InterestReport, OverBudget};

impl Interest {
    /// Updates the views of all observers: call it once per tick, after the step. It is fastest right after a
    /// [`step`](World::step) or a [`refresh`](World::refresh), as all [queries](World::queries) are. The first update
    /// after a step also costs a pass over all entities, as the first look by handle does.
    ///
    /// A visible entity stays visible as long as its shape overlaps the outer circle. An entity that is not visible
    /// becomes visible when its shape overlaps the inner circle. If the entities of both groups together are more than
    /// [`max_visible`](crate::Observer::max_visible), only the nearest are visible: those of the categories that come
    /// [first](crate::Observer::first), then by the [distance](collide_core::distance) of their shapes from the observer, at
    /// equal distance first those that were visible before, then by slot. At the limit, one entity can replace another. The replaced one becomes visible
    /// again only within the inner radius. The surplus of a [crowd](crate::Settings::crowd) is in no view. A removed entity is reported as left, with its old handle; an entity that
    /// reuses its slot is reported as entered.
    ///
    /// In a crowd where everyone sees everyone the cost is quadratic, unless each observer sees only the
    /// [nearest](crate::Observer::max_visible) and the world has a [limit of crowds](crate::Settings::crowd): if players decide
    /// positions, set both, or call [`update_within`](Self::update_within). With a limit of crowds an update also costs a pass
    /// over the dynamic entities, some ten nanoseconds for each, and a copy of those that take part if there is a surplus.
    pub fn update(&mut self, world: &World) -> &InterestReport {
        unlimited(self.update_within(world, Budget::UNLIMITED))
    }

    /// An [`update`](Self::update) that fails if it exceeds a [`Budget`] of work, before it costs too much time and memory.
    ///
    /// # Errors
    /// [`OverBudget`] if the update does more work. The views are then those of the last successful update, and all lists
    /// of entities that [entered](Self::entered) or [left](Self::left) are empty, so that a loop that ignores the error
    /// does not send them again. Another update may be tried: it compares with the views as they are.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Budget, Interest, Observer, World};
    /// let mut world = World::default();
    /// let ball = Circle::new(Vec2::ZERO, 1.0)?;
    /// let crowd = [ball; 100].map(|ball| world.insert(ball).unwrap());
    /// world.step();
    /// let budget = Budget::of_work(5_000);
    /// let mut interest = Interest::new();
    /// interest.insert(Observer::new(Vec2::ZERO, 8.0, 9.0).with_max_visible(10))?;
    /// assert_eq!(interest.update_within(&world, budget)?.visible_count, 10);
    /// interest.insert(Observer::new(crowd[0], 8.0, 9.0).with_max_visible(10))?;
    /// assert!(interest.update_within(&world, budget).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update_within(&mut self, world: &World, budget: impl Into<Budget>) -> Result<&InterestReport, OverBudget> {
        #[cfg(feature = "recording")]
        let update = world.next_update(self);
        self.look(world.present(), &world.store, &world.settings, budget.into().max_work)?;
        #[cfg(feature = "recording")]
        if let Some(update) = update {
            world.updated(update, self);
        }
        Ok(self.report())
    }
}
