use collide_core::{Capsule, Circle, OrientedRect, Polygon, Rect, Shape};
use collide_world::Entity;

#[diagnostic::on_unimplemented(
    message = "an entity of a cluster cannot be set to a `{Self}`",
    label = "this must be a `Shape`, `Circle`, `Rect`, `OrientedRect`, `Capsule`, `Polygon` or `Entity`",
    note = "constructors such as `Circle::new` return a `Result`: add `?` or `.unwrap()`"
)]
/// What [`Member::set`](crate::Member::set) sets: a [`Shape`], a shape of one kind, or an [`Entity`]. This trait is
/// sealed.
pub trait Settable: sealed::Set {}

impl<T: sealed::Set> Settable for T {}

pub(crate) mod sealed {
    use super::{Entity, Shape};

    /// The new shape of an entity, or all of it.
    #[derive(Debug)]
    pub enum Value {
        Shape(Shape),
        Entity(Entity),
    }

    pub trait Set {
        fn value(self) -> Value;
    }
}

macro_rules! shapes {
    ($($Type:ty),*) => {
        $(impl sealed::Set for $Type {
            fn value(self) -> sealed::Value {
                sealed::Value::Shape(self.into())
            }
        })*
    };
}

shapes!(Shape, Circle, Rect, OrientedRect, Capsule, Polygon);

impl sealed::Set for Entity {
    fn value(self) -> sealed::Value {
        sealed::Value::Entity(self)
    }
}
