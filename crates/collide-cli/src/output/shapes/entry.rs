use collide2d::Shape;

use crate::input::Id;

/// A shape and its id. An id has the same number at all ticks.
pub(crate) struct Entry<'a> {
    pub(crate) number: u32,
    pub(crate) id: Id<'a>,
    pub(crate) shape: Shape,
}
