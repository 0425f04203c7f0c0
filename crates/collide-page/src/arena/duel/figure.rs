//! How actors stand: where they face, and what they hold.

use collide_rules::{Input, Weapon};
use collide2d::Vec2;

/// Ticks for which an actor faces where it attacked.
const AIMS: u64 = 20;

/// An actor as the page draws it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    /// The direction, in radians.
    pub(crate) angle: f32,
    /// The weapon of its last attack.
    pub(crate) weapon: Weapon,
    aims_until: u64,
}

impl Default for Figure {
    fn default() -> Self {
        Self { angle: 0.0, weapon: Weapon::Gun, aims_until: 0 }
    }
}

impl Figure {
    /// Turns to a direction, unless it has none.
    pub(super) fn turn(&mut self, to: Vec2) {
        if to.is_finite() && to != Vec2::ZERO {
            self.angle = to.y.atan2(to.x);
        }
    }

    /// Follows the input of a tick: it faces where it aims, or else where it walks.
    pub(super) fn follow(&mut self, input: &Input, tick: u64) {
        if let Some(weapon) = input.attack {
            (self.weapon, self.aims_until) = (weapon, tick + AIMS);
        } else if tick < self.aims_until {
            return;
        }
        self.turn(if input.aim == Vec2::ZERO { input.walk } else { input.aim });
    }
}
