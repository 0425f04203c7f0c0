//! What goes over the wire: small messages, each in a datagram of its own.

use serde::{Deserialize, Serialize};

/// No datagram is longer: what every network lets through in one piece.
pub const LONGEST: usize = 1_200;

/// So many entities fit into a datagram.
pub const MAX_VISIBLE: usize = 48;

/// Names an entity: its slot, and how often the slot had been used before.
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
    /// Shot in a direction at what was seen at a time, in ticks of the server.
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
    /// What has come into view and where it is, what has gone out of it, and where the rest is now.
    View {
        tick: u64,
        entered: Vec<(Id, [f32; 2])>,
        left: Vec<Id>,
        moved: Vec<(Id, [f32; 2])>,
    },
    /// A shot hit someone, who then was at this point.
    Hit {
        whom: Id,
        point: [f32; 2],
    },
    /// There is no room.
    Full,
}
