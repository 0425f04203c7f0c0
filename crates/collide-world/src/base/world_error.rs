use collide_core::ShapeError;
use thiserror::Error;

use super::entity::MAX_ENTITIES;
use crate::{Handle, OverBudget};

/// The error of a change to a [`World`](crate::World). The world is then as before the call, except after
/// [`update_circles`](crate::World::update_circles), which keeps all valid changes.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WorldError {
    /// No entity has this handle: it was removed, or the handle is from another world.
    #[error("handle: {handle} is stale, its entity was removed")]
    Stale {
        /// The handle given.
        handle: Handle,
    },
    /// The numbers given do not make a valid shape or motion.
    #[error("handle {handle}: {error}")]
    Shape {
        /// The entity that they were given for.
        handle: Handle,
        /// What is wrong with them.
        error: ShapeError,
    },
    /// Another entity has the slot.
    #[error("handle {handle}: its slot is used by {holder}")]
    Taken {
        /// The handle given.
        handle: Handle,
        /// The entity that has the slot.
        holder: Handle,
    },
    /// The world has 67 million dynamic entities, or 67 million static and sleeping ones together.
    #[error("world: is full, it can hold {} dynamic entities and as many static ones", MAX_ENTITIES)]
    Full,
    /// A call exceeded its budget, such as [`MoveOptions::budget`](crate::MoveOptions::budget).
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
}

impl WorldError {
    /// The error of one item of a batch.
    pub(crate) fn at(self, index: usize) -> IndexedError<Self> {
        IndexedError { index, error: self }
    }
}

/// The error of a batch, with the index of the first item that is wrong. Nothing of the batch was done.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{World, WorldError};
/// let mut world = World::default();
/// let ghost = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
/// let ball = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
/// world.remove(ghost)?;
/// let error = world.remove_batch(&[ball, ghost]).unwrap_err();
/// assert_eq!((error.index, error.error), (1, WorldError::Stale { handle: ghost }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("index {index}: {error}")]
pub struct IndexedError<E> {
    /// The index of the item in the slice given.
    pub index: usize,
    /// What is wrong with it.
    pub error: E,
}
