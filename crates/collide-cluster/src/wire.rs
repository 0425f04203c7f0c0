//! What workers tell each other: in each stage of a tick, one message from each to each.

use collide_core::Shape;
use collide_world::{Entity, Handle, Query};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::events::Pair;
use crate::feed::Change;
use crate::question::{Hit, SubQuestion};
use crate::{ClusterError, Workers};

/// A message of a stage.
///
/// What a worker tells itself stays as it is; what it tells others is packed, so that its size is known, and so that bytes which are not
/// those of a message are told from these without a panic.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Parcel<B> {
    pub(crate) from: u32,
    pub(crate) to: u32,
    content: Content<B>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Content<B> {
    Own(B),
    Packed(#[serde(with = "serde_bytes")] Vec<u8>),
}

/// The header of a parcel, in bytes.
const HEADER: usize = 20;

impl<B: Serialize + DeserializeOwned> Parcel<B> {
    pub(crate) fn new(from: u32, to: u32, body: B) -> Result<Self, ClusterError> {
        let packed = || postcard::to_stdvec(&body).map_err(|error| ClusterError::Packing { error });
        let content = if from == to { Content::Own(body) } else { Content::Packed(packed()?) };
        Ok(Self { from, to, content })
    }

    /// How many bytes it is to another worker.
    pub(crate) fn bytes(&self) -> usize {
        match &self.content {
            Content::Own(_) => 0,
            Content::Packed(bytes) => HEADER + bytes.len(),
        }
    }

    pub(crate) fn open(self) -> Result<B, ClusterError> {
        match self.content {
            Content::Own(body) => Ok(body),
            Content::Packed(bytes) => {
                postcard::from_bytes(&bytes).map_err(|error| ClusterError::Message { from: self.from, error })
            }
        }
    }
}

/// A message that each worker gets from each.
pub(crate) trait Body: Default + Serialize + DeserializeOwned + Clone + Send + 'static {}

impl<B: Default + Serialize + DeserializeOwned + Clone + Send + 'static> Body for B {}

/// From where changes are fed, and questions asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Fed {
    /// New entities, to the worker that has their tile.
    pub(crate) new: Vec<(Handle, Entity)>,
    /// Changes of what others own, to the one who knows the owner.
    pub(crate) unknown: Vec<(Handle, Change)>,
    /// Who owns what since before: of what was saved.
    pub(crate) restored: Vec<(Handle, u32)>,
    /// Who owns what from now on.
    pub(crate) homes: Vec<(Handle, u32)>,
    /// Questions to be answered after the step.
    pub(crate) asked: Vec<SubQuestion>,
    /// Whom observers of the sender follow, to the one who knows the owner.
    pub(crate) followed: Vec<Handle>,
}

/// From who knows the owners, to these.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Routed {
    pub(crate) changes: Vec<(Handle, Change)>,
    /// Whom an observer of a worker follows.
    pub(crate) followed: Vec<(Handle, u32)>,
}

/// From owners, to those whose tiles an entity touches.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Held {
    /// No longer to be held.
    pub(crate) drops: Vec<Handle>,
    /// Held already, with another shape.
    pub(crate) moves: Vec<(Handle, Shape)>,
    /// To be held as this one, and who owns it.
    pub(crate) puts: Vec<(Handle, u32, Entity)>,
    /// To be owned by the receiver.
    pub(crate) arrivals: Vec<Arrival>,
    /// The pairs of the last tick that come with them.
    pub(crate) pairs: Vec<Pair>,
    /// Who owns what from now on.
    pub(crate) homes: Vec<(Handle, u32)>,
    /// Whom observers of the receiver follow, as they are now.
    pub(crate) followed: Vec<(Handle, Entity)>,
    /// What all that the sender owns weighs, to all.
    pub(crate) load: u64,
}

/// An entity that has a new owner.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Arrival {
    pub(crate) handle: Handle,
    /// Who holds it.
    pub(crate) holders: Workers,
    /// Whose tiles it touches.
    pub(crate) touched: Workers,
}

/// After the step.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Told {
    /// Pairs found, to the owner of the first of each.
    pub(crate) pairs: Vec<Pair>,
    /// Answers to what the receiver has asked.
    pub(crate) answers: Vec<Hit>,
    /// What the sender's tiles weigh, to all.
    pub(crate) weights: Vec<(u32, u64)>,
    /// How far any of its entities may turn out of its bound.
    pub(crate) reach: f32,
    /// What observers of the sender look at.
    pub(crate) eyes: Vec<Query<Shape>>,
}

/// To those who look.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Seen {
    /// Who is in the outer circles of the receiver's observers.
    pub(crate) seen: Vec<(Handle, Entity)>,
    /// All pairs of the tick, to the first worker.
    pub(crate) pairs: Vec<Pair>,
}
