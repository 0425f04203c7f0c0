use collide_core::Shape;

use super::places::Place;
use super::set::Set;

/// The shapes by slot, whatever the generation.
#[derive(Clone, Copy)]
pub(crate) struct Shapes<'a> {
    pub(super) sets: &'a [Set; 2],
    pub(super) places: &'a [Place],
}

impl Shapes<'_> {
    /// The shape of the entity in a slot, if there is one.
    #[inline]
    pub(crate) fn at(&self, slot: u32) -> Option<Shape> {
        let (set, location) = self.places.get(slot as usize)?.get()?;
        Some(self.sets[set].shape(location))
    }
}
