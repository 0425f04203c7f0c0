use collide_core::{Capsule, Circle, OrientedRect, Polygon, Rect, Shape, Vec2};

use super::World;
use crate::{Entity, Handle, IndexedError, WorldError};

#[diagnostic::on_unimplemented(
    message = "an entity cannot be set to a `{Self}`",
    label = "this must be a `Vec2`, `Shape`, `Circle`, `Rect`, `OrientedRect`, `Capsule`, `Polygon` or `Entity`",
    note = "constructors such as `Circle::new` return a `Result`: add `?` or `.unwrap()`"
)]
/// What [`World::set`] sets: a center, a [`Shape`] or a shape of one kind, or an [`Entity`].
///
/// In a batch a type of one kind is faster: a [`Shape`] has the size of the largest kind. With its handle a center has 16
/// bytes, a circle 20, a shape 92. This trait is sealed.
pub trait Settable: sealed::Set {}

impl<T: sealed::Set> Settable for T {}

mod sealed {
    use super::{Handle, IndexedError, World, WorldError};

    /// Not generic, so that it is compiled with this crate and not with that of the user.
    pub trait Set: Sized {
        fn set(self, world: &mut World, handle: Handle) -> Result<(), WorldError>;

        fn set_batch(world: &mut World, changes: &[(Handle, Self)]) -> Result<(), IndexedError<WorldError>>;

        fn set_by_slot(world: &mut World, values: &[Self]) -> Result<(), IndexedError<WorldError>>;
    }
}

macro_rules! change_of_shape {
    ($($Type:ty),*) => {
        $(impl sealed::Set for $Type {
            fn set(self, world: &mut World, handle: Handle) -> Result<(), WorldError> {
                world.store.change(handle, &self)
            }

            fn set_batch(world: &mut World, changes: &[(Handle, Self)]) -> Result<(), IndexedError<WorldError>> {
                world.spread(|store, workers| store.change_batch(changes, workers))
            }

            fn set_by_slot(world: &mut World, values: &[Self]) -> Result<(), IndexedError<WorldError>> {
                world.spread(|store, workers| store.change_by_slot(values, workers))
            }
        })*
    };
}

change_of_shape!(Vec2, Shape, Circle, Rect, OrientedRect, Capsule, Polygon);

impl sealed::Set for Entity {
    fn set(self, world: &mut World, handle: Handle) -> Result<(), WorldError> {
        world.store.set(handle, self)
    }

    fn set_batch(world: &mut World, changes: &[(Handle, Self)]) -> Result<(), IndexedError<WorldError>> {
        world.store.check_updates(changes)?;
        world.store.expect_changes(changes.len());
        let mut changes = changes.iter().enumerate();
        changes.try_for_each(|(index, (handle, entity))| {
            entity.set(world, *handle).map_err(|error| IndexedError { index, error })
        })
    }

    fn set_by_slot(world: &mut World, values: &[Self]) -> Result<(), IndexedError<WorldError>> {
        let handles = world.store.dynamic_handles(values.len());
        let changes: Vec<_> = handles.into_iter().map(|handle| (handle, values[handle.slot() as usize])).collect();
        let at_slot = |error: IndexedError<_>| IndexedError { index: changes[error.index].0.slot() as usize, ..error };
        Self::set_batch(world, &changes).map_err(at_slot)
    }
}
