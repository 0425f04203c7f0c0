//! The network messages. Each is sent in its own datagram.

use collide_rules::{Input, Team};
use collide2d::{Handle, Vec2};
use serde::{Deserialize, Serialize};

/// The limit of a datagram, which every network transmits without fragmentation.
pub const MAX_BYTES: usize = 1_200;

/// The number of entities in a view that fits into a datagram.
pub const MAX_VISIBLE: usize = 48;

/// Identifies an entity: its slot and its generation, the number of earlier uses of the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Id {
    pub slot: u32,
    pub generation: u32,
}

impl From<Handle> for Id {
    fn from(handle: Handle) -> Self {
        Self { slot: handle.slot(), generation: handle.generation() }
    }
}

/// From a client. Any number is possible.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ToServer {
    Join,
    /// What the player does from now on; an attack is made once.
    Input(Input),
    Leave,
}

/// An entity that comes into view: an actor of a team, or a pickup.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Entered {
    pub id: Id,
    pub team: Option<Team>,
    pub place: Vec2,
}

/// The player's own actor.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct You {
    pub place: Vec2,
    pub health: i32,
    pub rockets: u32,
}

/// From the server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ToClient {
    Welcome {
        team: Team,
        tick: u64,
    },
    View {
        tick: u64,
        /// `None` until the player respawns.
        you: Option<You>,
        entered: Vec<Entered>,
        left: Vec<Id>,
        /// The positions of all others in view.
        moved: Vec<(Id, Vec2)>,
    },
    /// An attack of the player hit an entity.
    Hit {
        target: Id,
        damage: i32,
    },
    /// The server is full.
    Full,
}
