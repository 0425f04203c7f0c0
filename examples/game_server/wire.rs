//! The network messages. Each is sent in its own datagram.

use serde::{Deserialize, Serialize};

/// The limit of a datagram, which every network transmits without fragmentation.
pub const MAX_BYTES: usize = 1_200;

/// The number of entities that fit into a datagram.
pub const MAX_VISIBLE: usize = 48;

/// Identifies an entity: its slot and its generation, the number of earlier uses of the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Id {
    pub slot: u32,
    pub generation: u32,
}

/// From a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToServer {
    Join,
    /// Runs in a direction, as fast as players can.
    Run {
        x: f32,
        y: f32,
    },
    /// Shoots in a direction, at the time that the client showed, in ticks of the server.
    Shoot {
        seen: f64,
        x: f32,
        y: f32,
    },
    Leave,
}

/// From the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToClient {
    Welcome {
        you: Id,
        tick: u64,
    },
    /// The entities that entered the view and their positions, those that left it, and the positions of all others.
    View {
        tick: u64,
        entered: Vec<(Id, [f32; 2])>,
        left: Vec<Id>,
        moved: Vec<(Id, [f32; 2])>,
    },
    /// A shot hit an entity at this point.
    Hit {
        target: Id,
        point: [f32; 2],
    },
    /// The server is full.
    Full,
}
