//! The messages between workers: in each stage of a tick, each worker sends one message to each worker.

use collide_core::Shape;
use collide_world::{Entity, Handle, Query};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::events::Pair;
use crate::feed::Change;
use crate::question::{Hit, SubQuestion};
use crate::{ClusterError, Workers};

/// The message of a stage with its sender and its receiver.
///
/// A message of a worker to itself is not serialized. All others are, so that their size is known, and invalid bytes
/// give an error instead of a panic.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Envelope<M> {
    pub(crate) from: u32,
    pub(crate) to: u32,
    payload: Payload<M>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Payload<M> {
    Own(M),
    Packed(#[serde(with = "serde_bytes")] Vec<u8>),
}

/// The header of an envelope, in bytes.
const HEADER: usize = 20;

impl<M: Serialize + DeserializeOwned> Envelope<M> {
    pub(crate) fn new(from: u32, to: u32, message: M) -> Result<Self, ClusterError> {
        let packed = || postcard::to_stdvec(&message).map_err(|error| ClusterError::Packing { error });
        let payload = if from == to { Payload::Own(message) } else { Payload::Packed(packed()?) };
        Ok(Self { from, to, payload })
    }

    /// The bytes sent to another worker.
    pub(crate) fn bytes(&self) -> usize {
        match &self.payload {
            Payload::Own(_) => 0,
            Payload::Packed(bytes) => HEADER + bytes.len(),
        }
    }

    /// An envelope as it arrives from another worker.
    #[cfg(feature = "fuzzing")]
    pub(crate) fn packed(bytes: &[u8]) -> Self {
        Self { from: 0, to: 1, payload: Payload::Packed(bytes.to_vec()) }
    }

    pub(crate) fn open(self) -> Result<M, ClusterError> {
        match self.payload {
            Payload::Own(message) => Ok(message),
            Payload::Packed(bytes) => {
                postcard::from_bytes(&bytes).map_err(|error| ClusterError::Message { from: self.from, error })
            }
        }
    }
}

/// A message that each worker sends to each worker in a stage.
pub(crate) trait StageMessage: Default + Serialize + DeserializeOwned + Clone + Send + 'static {}

impl<M: Default + Serialize + DeserializeOwned + Clone + Send + 'static> StageMessage for M {}

/// The message of the stage "feed".
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct FeedMessage {
    /// New entities, to the worker that has their tile.
    pub(crate) inserted: Vec<(Handle, Entity)>,
    /// Changes of entities that the sender does not own, to the worker whose directory has the owner.
    pub(crate) changes: Vec<(Handle, Change)>,
    /// The owners of restored entities, which are set before `owners`.
    pub(crate) restored: Vec<(Handle, u32)>,
    /// The owners of new entities.
    pub(crate) owners: Vec<(Handle, u32)>,
    /// Questions, answered after the step.
    pub(crate) questions: Vec<SubQuestion>,
    /// Entities that observers of the sender follow, to the worker whose directory has the owner.
    pub(crate) followed: Vec<Handle>,
    /// Whether the sender asks all workers to stop after this tick.
    pub(crate) stop: bool,
}

/// The message of the stage "route", to the owners of entities.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct RouteMessage {
    pub(crate) changes: Vec<(Handle, Change)>,
    /// Entities that an observer follows, and the worker of that observer.
    pub(crate) followed: Vec<(Handle, u32)>,
}

/// The message of the stage "apply", from the owners of entities to the workers whose tiles these touch.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ApplyMessage {
    /// Entities that the receiver no longer holds.
    pub(crate) drops: Vec<Handle>,
    /// Entities that the receiver holds, with their new shapes.
    pub(crate) moves: Vec<(Handle, Shape)>,
    /// Entities that the receiver holds from now on, or that changed in more than their shape, with their owners.
    pub(crate) puts: Vec<(Handle, u32, Entity)>,
    /// Entities that the receiver owns from now on.
    pub(crate) arrivals: Vec<Arrival>,
    /// The pairs of the last tick whose first entity is among `arrivals`.
    pub(crate) pairs: Vec<Pair>,
    /// The new owners of entities, to the worker whose directory has them.
    pub(crate) owners: Vec<(Handle, u32)>,
    /// The current state of entities that observers of the receiver follow.
    pub(crate) followed: Vec<(Handle, Entity)>,
    /// The weight of the sender's share, to all.
    pub(crate) load: u64,
}

/// An entity that has a new owner.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Arrival {
    pub(crate) handle: Handle,
    /// The workers that hold it.
    pub(crate) holders: Workers,
    /// The workers whose tiles it touches.
    pub(crate) touched: Workers,
}

/// The message of the stage "step".
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct StepMessage {
    /// Pairs, to the owner of the first entity of each.
    pub(crate) pairs: Vec<Pair>,
    /// Answers to questions of the receiver.
    pub(crate) answers: Vec<Hit>,
    /// The weights of the sender's tiles, to all.
    pub(crate) weights: Vec<(u32, u64)>,
    /// How far an entity of the sender can rotate out of its bound, to all.
    pub(crate) margin: f32,
    /// The outer circles of the sender's observers.
    pub(crate) view_queries: Vec<Query<Shape>>,
}

/// The message of the stage "emit".
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct EmitMessage {
    /// Entities in the outer circles of the receiver's observers.
    pub(crate) visible: Vec<(Handle, Entity)>,
    /// All pairs of the tick, to the first worker.
    pub(crate) pairs: Vec<Pair>,
}
