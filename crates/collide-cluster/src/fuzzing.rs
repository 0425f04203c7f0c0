//! The entry points of the fuzz target `cluster`: bytes of other processes.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::wire::{ApplyMessage, EmitMessage, Envelope, FeedMessage, RouteMessage, StepMessage};

pub use crate::join::fuzzing::agree;

/// Opens a message of a stage of a tick. A message that can be opened can be sent again.
///
/// # Panics
/// If it cannot be sent again.
pub fn open(stage: u8, bytes: &[u8]) {
    match stage % 5 {
        0 => open_as::<FeedMessage>(bytes),
        1 => open_as::<RouteMessage>(bytes),
        2 => open_as::<ApplyMessage>(bytes),
        3 => open_as::<StepMessage>(bytes),
        _ => open_as::<EmitMessage>(bytes),
    }
}

fn open_as<M: Serialize + DeserializeOwned>(bytes: &[u8]) {
    if let Ok(message) = Envelope::<M>::packed(bytes).open() {
        let again = postcard::to_stdvec(&message).expect("a message");
        assert!(Envelope::<M>::packed(&again).open().is_ok());
    }
}
