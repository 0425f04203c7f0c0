//! The layers of the game.

use collide2d::Layers;

use crate::team::Team;

pub(crate) const RED: u64 = 1 << 0;
pub(crate) const BLUE: u64 = 1 << 1;
pub(crate) const BODIES: u64 = RED | BLUE;
pub(crate) const WALLS: u64 = 1 << 2;
pub(crate) const PICKUPS: u64 = 1 << 3;
/// Of queries only: attacks of a team, and views.
const RED_ATTACKS: u64 = 1 << 4;
const BLUE_ATTACKS: u64 = 1 << 5;
pub(crate) const EYES: u64 = 1 << 6;

const fn of(category: u64, mask: u64) -> Layers {
    Layers { category, mask, group: 0 }
}

/// What blocks steps.
pub const STEPS: Layers = of(BODIES, WALLS);
/// What takes room.
pub const ROOM: Layers = of(BODIES, BODIES | WALLS);
/// What stops a door.
pub const SWING: Layers = of(WALLS, BODIES);
/// What must be away before a crate respawns.
pub const FREE: Layers = of(EYES, BODIES);
/// What is in a view: clients have the walls.
pub const SIGHT: Layers = of(EYES, BODIES | PICKUPS);
/// What stops a line of sight.
pub const OPAQUE: Layers = of(EYES, WALLS);

/// A wall.
#[must_use]
pub fn wall() -> Layers {
    of(WALLS, !(WALLS | PICKUPS))
}

/// A pickup.
#[must_use]
pub fn pickup() -> Layers {
    of(PICKUPS, BODIES | EYES)
}

/// The body of an actor.
#[must_use]
pub fn body(team: Team) -> Layers {
    let (own, attacks) = match team {
        Team::Red => (RED, BLUE_ATTACKS),
        Team::Blue => (BLUE, RED_ATTACKS),
    };
    of(own, BODIES | WALLS | PICKUPS | EYES | attacks)
}

/// What the attacks of a team hit.
#[must_use]
pub fn attacks(team: Team) -> Layers {
    match team {
        Team::Red => of(RED_ATTACKS, BODIES | WALLS),
        Team::Blue => of(BLUE_ATTACKS, BODIES | WALLS),
    }
}
