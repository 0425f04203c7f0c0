use collide_core::{IntoArg, Vec2};

use super::World;
#[cfg(feature = "recording")]
use crate::Budget;
#[cfg(feature = "recording")]
use crate::movement::given_motions;
#[cfg(feature = "recording")]
use crate::record::Call;
use crate::{Handle, IndexedError, MoveOptions, Moves, WorldError};

/// # Movement
impl World {
    /// Moves entities: each [slides](crate::Queries::slide) by its motion along what blocks it, and has its new shape
    /// afterwards. `out` says where each went and what it ran into.
    ///
    /// All other entities that [meet](crate::Layers::meet) the layers of a mover, or those of the options, block it,
    /// static or not, at their current places. Sensors neither block nor are they blocked. By default the movers do not
    /// block each other; [`Movers::InOrder`](crate::Movers::InOrder) changes that. If a handle occurs several times, it
    /// moves once, by its last motion.
    ///
    /// **Guarantee:** that of [`slide`](crate::Queries::slide) for each mover and the entities that block it. Between
    /// two movers it holds with [`Movers::InOrder`](crate::Movers::InOrder) only, if neither is surplus.
    ///
    /// **Crowds:** with [`Movers::InOrder`](crate::Movers::InOrder), the surplus of a
    /// [crowd](crate::MoveOptions::crowd) does not block other movers, nor do they block it. So a pile dissolves, and
    /// what is no mover blocks the surplus as ever.
    ///
    /// **Cost:** a [slide](crate::Queries::slide_batch_into) for each mover, in parallel. With
    /// [`Movers::InOrder`](crate::Movers::InOrder) one after the other, with a second search among the movers, about
    /// 0.2 µs more for each; about 3 µs more for one whose motion is longer than two times its extent. The memory is
    /// linear in the number of movers. A mover that overlaps others at the start costs some tens of nanoseconds for
    /// each of them, and one of the surplus no more than one that is alone. Fast if nothing has changed since the last
    /// [`step`](Self::step) or [`refresh`](Self::refresh).
    ///
    /// # Errors
    /// [`WorldError::Stale`] for a stale handle and [`WorldError::Shape`] for a motion that is not finite, with the
    /// index of the first such motion; [`WorldError::OverBudget`] if the call exceeds its
    /// [budget](crate::MoveOptions::budget), with the index of the mover that cost most. Nothing has moved then.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Vec2};
    /// use collide_world::{Entity, MoveOptions, Moves, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let player = world.insert(Circle::new(Vec2::ZERO, 0.5)?)?;
    /// let wall = world.insert(Entity::fixed(Rect::new(Vec2::new(3.0, -9.0), Vec2::new(4.0, 9.0))?))?;
    /// world.step();
    /// let mut moves = Moves::default();
    /// world.move_batch_into(&[(player, Vec2::new(5.0, 5.0))], &MoveOptions::default(), &mut moves)?;
    /// assert_eq!(world.shape(player), Some(Circle::new(Vec2::new(2.5, 5.0), 0.5)?.into()));
    /// assert_eq!(moves.hits(0)[0].handle, wall);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_batch_into(
        &mut self,
        moving: &[(Handle, impl IntoArg<Vec2> + Copy)],
        options: &MoveOptions<'_>,
        out: &mut Moves,
    ) -> Result<(), IndexedError<WorldError>> {
        #[cfg(feature = "recording")]
        self.record_changes();
        out.find(moving, options, self.now())?;
        self.set_batch(out.centers())?;
        self.set_batch(out.rects())?;
        #[cfg(feature = "recording")]
        if options.slide.pass.is_none() {
            self.record_call(
                || Call::Move {
                    moving: given_motions(moving),
                    options: MoveOptions { budget: Budget::UNLIMITED, ..*options },
                },
                || out.fingerprint(),
            );
            self.recorder.moved(self, out.handles().iter().copied());
        }
        Ok(())
    }
}
