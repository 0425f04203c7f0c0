use super::World;
use crate::query::Present;
use crate::{PastError, Queries};

/// # Queries, now and in the past
impl World {
    /// Sorts the entities that changed since the last step into cells. Finds no pairs.
    ///
    /// [Queries](Self::queries) need no refresh. It pays off if most entities have changed, no [`step`](Self::step)
    /// comes before many queries, and each of these counts. Costs what the sorting phase of a step costs. With
    /// [`Strategy::UniformGrid`](crate::Strategy::UniformGrid), [`Settings::cell`](crate::Settings::cell) sets the cell
    /// size here too: for nearest neighbours among small shapes, use about their distance from each other.
    pub fn refresh(&mut self) {
        self.store.places.forget();
        self.store.set_layout(self.settings.layout(self.settings.strategy));
        self.spread(|store, workers| store.sort(workers));
    }

    /// Spatial queries on the current positions: overlap, raycast, shapecast, line of sight, nearest. Many threads may
    /// use the view at the same time.
    ///
    /// Queries are always up to date, also after changes without a [`step`](Self::step): they search the entities that
    /// changed since beside the others.
    ///
    /// **Cost between changes.** With `k` changed entities a query costs what it costs after a step, a second search
    /// among the changed ones, and some nanoseconds for each of the last `max(32, sqrt(8 k))` of them. Now and then a
    /// query first indexes the changed entities: 20 to 35 nanoseconds for each, once in as many changes. If more than
    /// half of the entities of a kind, mobility and size class have changed, or if [`update_each`](Self::update_each)
    /// or [`update_circles`](Self::update_circles) has run, the first query indexes all of them at that cost, which is
    /// the worst case of a single query.
    #[must_use]
    pub fn queries(&self) -> Queries<'_> {
        let queries = self.present();
        #[cfg(feature = "recording")]
        let queries = self.recorded(queries, None);
        queries
    }

    /// The same for the world itself, whose calls are not recorded as queries.
    pub(crate) fn present(&self) -> Queries<'_> {
        self.now().queries()
    }

    pub(crate) fn now(&self) -> Present<'_> {
        Present { store: &self.store, settings: &self.settings }
    }

    /// The same queries on the positions at an earlier tick (rewind, lag compensation): what a player saw when they
    /// shot 120 ms ago. [`Settings::history`](crate::Settings::history) sets how many ticks are kept. `tick` counts
    /// like [`tick`](Self::tick) and may be fractional.
    ///
    /// Between two ticks, entities are interpolated: positions along a straight line, rotations the shorter way round.
    /// An entity that moved farther than [`History::teleport_distance`](crate::History::teleport_distance) is not
    /// interpolated, nor is an entity that no longer exists at the second tick; both keep the position of the first
    /// tick. An entity that exists only at the second tick is not found. An oriented rect with a rotor that
    /// [scales](collide_core::Rotor::from_raw) is interpolated if both ticks have the same rotor; otherwise it keeps its
    /// shape of the first tick. A capsule or polygon has the offsets of the first tick at an interpolated position; one
    /// that changes its radius or its number of corners keeps its shape of the first tick.
    ///
    /// **Cost:** at a tick that of a query now. Between two ticks it is mostly up to three times that: a search is expanded
    /// by how far entities really move in that tick, up to half of a cell, and entities that move farther are searched
    /// beside the others. If many of them move by several times their size, a query costs some microseconds. The first
    /// query between two ticks costs a pass over the entities of both, about 30 nanoseconds for each, and another 300 for
    /// each that moves far.
    ///
    /// # Errors
    /// [`PastError`] for a tick that is not in the history. The message names the ticks that are.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{History, Settings, World};
    /// let circle = |x| Circle::new(Vec2::new(x, 0.0), 0.5);
    /// let history = History { ticks: 8, teleport_distance: 2.0 };
    /// let mut world = World::new(Settings { history, ..Settings::default() });
    /// let runner = world.insert(circle(0.0)?)?;
    /// for x in [0.0, 2.0, 4.0] {
    ///     world.set(runner, circle(x)?)?;
    ///     world.step();
    /// }
    /// let shot = Circle::new(Vec2::new(1.0, 0.0), 0.1)?;
    /// assert!(world.queries().overlap(shot).is_empty());
    /// assert!(world.at(1.0)?.overlap(shot).is_empty());
    /// assert_eq!(world.at(1.5)?.overlap(shot), [runner]);
    /// assert_eq!(world.at(9.0).unwrap_err().to_string(), "time: must be a tick from 1 to 3, is 9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A time that a client sends may be too old. [`clamp_time`](Self::clamp_time) moves it to the nearest time that is
    /// in the history.
    pub fn at(&self, tick: f64) -> Result<Queries<'_>, PastError> {
        let queries = self.past(tick)?;
        #[cfg(feature = "recording")]
        let queries = self.recorded(queries, Some(tick));
        Ok(queries)
    }

    /// The time in the history that is nearest to this one, for [`at`](Self::at) and
    /// [`sweep_through`](Self::sweep_through): a server does not trust the time that a client sends.
    ///
    /// # Errors
    /// [`PastError`] if no tick is in the history, or if the time is NaN.
    ///
    /// ```
    /// use collide_world::{History, Settings, World};
    /// let history = History { ticks: 8, ..History::default() };
    /// let mut world = World::new(Settings { history, ..Settings::default() });
    /// assert!(world.clamp_time(0.0).is_err());
    /// for _ in 0..20 {
    ///     world.step();
    /// }
    /// assert_eq!([2.5, 14.5, 99.0].map(|shown| world.clamp_time(shown).unwrap()), [13.0, 14.5, 20.0]);
    /// # let _ = world.at(world.clamp_time(f64::NEG_INFINITY)?)?;
    /// # Ok::<(), collide_world::PastError>(())
    /// ```
    pub fn clamp_time(&self, time: f64) -> Result<f64, PastError> {
        match self.past(time) {
            Ok(_) => Ok(time),
            Err(PastError::NotRemembered { oldest, newest, .. }) if !time.is_nan() => {
                Ok(time.clamp(oldest as f64, newest as f64))
            }
            Err(error) => Err(error),
        }
    }

    fn past(&self, tick: f64) -> Result<Queries<'_>, PastError> {
        let (moment, between) = self.ticker.past.at(tick, self.settings.history.teleport_distance)?;
        Ok(Queries::then(moment, between, &self.settings))
    }
}
