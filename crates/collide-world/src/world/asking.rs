use super::World;
use crate::base::{Pool, WORTH_SPREADING_SORTED};
#[cfg(feature = "recording")]
use crate::query::Listener;
use crate::{PastError, Queries};

impl World {
    /// Sorts what has changed since the last step, so that [queries](Self::queries) need not. Finds no pairs. Cells are laid out as a
    /// step would, so [`Settings::cell`](crate::Settings::cell) helps who only asks, too: for nearest neighbours among small shapes,
    /// cells about as wide as these are apart.
    pub fn refresh(&mut self) {
        let Self { settings, store, .. } = self;
        store.forget_places();
        store.set_layout(settings.layout(settings.strategy));
        let threads = &settings.threads;
        threads.run(store.len(), WORTH_SPREADING_SORTED, |threads| store.sort(&Pool { threads }));
    }

    /// Questions about the entities as they are now: any number of threads may ask at once.
    ///
    /// They are fast when nothing has changed since the last [`step`](Self::step) or [`refresh`](Self::refresh); else a few
    /// go through all rows of what has, and a batch of more sorts a copy of it.
    #[must_use]
    pub fn queries(&self) -> Queries<'_> {
        self.heard(Queries::now(&self.store, &self.settings), None)
    }

    /// Questions about the entities as they were at a tick, or between two, if the [settings](crate::Settings::history) have it
    /// remembered: what a player saw who shot 120 ms ago. `tick` counts as [`tick`](Self::tick) does.
    ///
    /// Between two ticks, shapes are on the straight way from where they were at the one to where they were at the next, and turn by
    /// the shorter way; who was gone at the next stays where it was. The first question about such a time costs a pass over the
    /// entities of both ticks, to note where each is stored.
    ///
    /// # Errors
    /// [`PastError`] for a time that is not remembered, naming those that are.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{History, Settings, World};
    /// let circle = |x| Circle::new(Vec2::new(x, 0.0), 0.5);
    /// let history = History { ticks: 8, teleport_distance: 2.0 };
    /// let mut world = World::new(Settings { history, ..Settings::default() });
    /// let runner = world.insert(circle(0.0)?)?;
    /// for x in [0.0, 2.0, 4.0] {
    ///     world.update(runner, circle(x)?)?;
    ///     world.step();
    /// }
    /// let shot = Circle::new(Vec2::new(1.0, 0.0), 0.1)?;
    /// assert!(world.queries().overlap(shot).is_empty());
    /// assert!(world.at(1.0)?.overlap(shot).is_empty());
    /// assert_eq!(world.at(1.5)?.overlap(shot), [runner]);
    /// assert_eq!(world.at(9.0).unwrap_err().to_string(), "time: must be a tick from 1 to 3, is 9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, tick: f64) -> Result<Queries<'_>, PastError> {
        let (moment, between) = self.ticker.past.at(tick, self.settings.history.teleport_distance)?;
        Ok(self.heard(Queries::then(moment, between, &self.settings), Some(tick)))
    }

    /// The same, noted if the world is recorded.
    #[cfg_attr(not(feature = "recording"), expect(unused_variables, unused_mut, reason = "nobody listens"))]
    #[cfg_attr(not(feature = "recording"), expect(clippy::unused_self, reason = "nobody listens"))]
    fn heard<'a>(&'a self, mut queries: Queries<'a>, time: Option<f64>) -> Queries<'a> {
        #[cfg(feature = "recording")]
        if let Some(journal) = &self.journal {
            let Self { store, settings, .. } = self;
            queries.listener = Some(Listener { notes: journal.as_ref(), store, settings, time });
        }
        queries
    }
}
