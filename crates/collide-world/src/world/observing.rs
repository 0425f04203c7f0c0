use super::World;
use crate::{Interest, InterestReport, OverBudget};

impl Interest {
    /// Updates the views of all observers: call it once per tick, after the step. It is fastest right after a
    /// [`step`](World::step) or a [`refresh`](World::refresh), as all [queries](World::queries) are. The first update
    /// after a step also costs a pass over all entities, as the first look by handle does.
    ///
    /// A visible entity stays visible as long as its shape overlaps the outer circle. An entity that is not visible
    /// becomes visible when its shape overlaps the inner circle. If the entities of both groups together are more than
    /// [`max_visible`](crate::Observer::max_visible), only the nearest are visible: by the
    /// [distance](collide_core::distance) of their shapes from the observer, at equal distance first those that were
    /// visible before, then by slot. At the limit, one entity can replace another. The replaced one becomes visible
    /// again only within the inner radius. A removed entity is reported as left, with its old handle; an entity that
    /// reuses its slot is reported as entered.
    ///
    /// # Errors
    /// [`OverBudget`] if the update does more work than the [limit](Self::with_max_work). The views are then those of the last successful update, and all lists
    /// of entities that [entered](Self::entered) or [left](Self::left) are empty, so that a loop that ignores the error
    /// does not send them again. Another update may be tried: it compares with the views as they are.
    pub fn update(&mut self, world: &World) -> Result<&InterestReport, OverBudget> {
        #[cfg(feature = "recording")]
        let update = world.next_update(self);
        self.look(world.present(), &world.store, &world.settings.threads)?;
        #[cfg(feature = "recording")]
        if let Some(update) = update {
            world.updated(update, self);
        }
        Ok(self.report())
    }
}
