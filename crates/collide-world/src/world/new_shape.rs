use collide_core::{Circle, OrientedRect, Rect, Shape};

use super::World;
use crate::{Handle, IndexedError, WorldError};

#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of a batch",
    label = "this must be a `Shape`, a `Circle`, a `Rect` or an `OrientedRect`",
    note = "constructors such as `Circle::new` return a `Result`: add `?` or `.unwrap()`"
)]
/// What [`World::set_shape_batch`] accepts for each entity: a [`Shape`], or a [`Circle`], a [`Rect`] or an
/// [`OrientedRect`] if all shapes of the batch have this kind.
///
/// A [`Shape`] has the size of the largest kind: with its handle a circle has 20 bytes, a shape 36. This trait is
/// sealed.
pub trait NewShape: sealed::SetBatch {}

impl<T: sealed::SetBatch> NewShape for T {}

mod sealed {
    use super::{Handle, IndexedError, World, WorldError};

    /// Not generic, so that it is compiled with this crate and not with that of the user.
    pub trait SetBatch: Sized {
        fn set_batch(world: &mut World, changes: &[(Handle, Self)]) -> Result<(), IndexedError<WorldError>>;
    }
}

macro_rules! new_shapes {
    ($($shape:ty),*) => {
        $(impl sealed::SetBatch for $shape {
            fn set_batch(world: &mut World, changes: &[(Handle, Self)]) -> Result<(), IndexedError<WorldError>> {
                world.change_batch(changes)
            }
        })*
    };
}

new_shapes!(Shape, Circle, Rect, OrientedRect);
