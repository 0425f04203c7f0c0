use super::World;
use crate::Settings;

/// # Creation and settings
impl World {
    /// An empty world.
    ///
    /// ```
    /// use collide_world::{Settings, Strategy, World};
    /// let world = World::new(Settings { strategy: Strategy::UniformGrid, events: true, ..Settings::default() });
    /// assert!(world.is_empty() && world.settings().events);
    /// ```
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let mut world = Self::default();
        world.set_settings(settings);
        world
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Replaces the settings. Queries use them from now on, the strategy changes at the next step. Entities are kept.
    pub fn set_settings(&mut self, settings: Settings) {
        let known = self.settings.history.teleport_distance;
        if known.to_bits() != settings.history.teleport_distance.to_bits() {
            self.ticker.past.forget_moves();
        }
        self.store.filters.set_sensor_pairs(settings.sensor_pairs);
        self.store.set_change_ticks(settings.change_ticks, self.tick());
        self.settings = settings;
    }
}
