//! How entities look in a frame: what they are to a game, besides their shapes.

use collide2d::{Entity, Mobility};

use super::frame::half_size;
use super::generated_scene::{DT, velocity};

/// The page has a colour for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Look {
    #[default]
    Mover,
    Wall,
    Sensor,
    Bullet,
    Red,
    Blue,
    Crate,
}

impl Look {
    /// Of an entity without a game.
    pub(crate) fn of(entity: &Entity) -> Self {
        match entity.mobility {
            _ if entity.sensor => Self::Sensor,
            Mobility::Static => Self::Wall,
            Mobility::Dynamic | Mobility::Sleeping => Self::Mover,
        }
    }

    /// Of an entity whose data is its velocity: a bullet moves by its width or more in two ticks.
    pub(crate) fn of_moving(entity: &Entity) -> Self {
        match Self::of(entity) {
            Self::Mover if velocity(entity.data).length() * DT >= half_size(&entity.shape).min_element() => {
                Self::Bullet
            }
            look => look,
        }
    }

    /// As the upper half of the flags of a frame.
    pub(crate) fn bits(self) -> u16 {
        (self as u16) << 8
    }
}
