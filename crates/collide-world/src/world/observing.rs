use super::World;
use crate::{Interest, InterestReport, OverBudget};

impl Interest {
    /// Finds who is in view now, once per tick: fastest right after a [`step`](World::step) or a [`refresh`](World::refresh), as
    /// all [questions](World::queries) are. The first after a step costs a pass over all entities, as a look by handle does.
    ///
    /// Who is in view stays as long as its shape overlaps the outer circle, and who is not comes into view when it overlaps the
    /// inner one; if these are more than [`most`](crate::Observer::most), the nearest of them are in view, by the
    /// [distance](fn@collide_core::distance) of their shapes from where the observer stands, and of two that are as near who was in view
    /// before, then who has the smaller slot. So at the cap two may take turns as they come nearer, and one who lost its place must come
    /// to the inner circle again. An entity that is gone has left under its old handle, and one that has got its slot enters by itself.
    ///
    /// # Errors
    /// [`OverBudget`] when the outer circles of all observers together hold more than there is [room](Self::with_max_hits) for. Nothing
    /// has happened then, and another update may be tried.
    pub fn update(&mut self, world: &World) -> Result<&InterestReport, OverBudget> {
        self.look(world.queries(), &world.store, &world.settings.threads)
    }
}
