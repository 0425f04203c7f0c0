use std::fmt;
use std::ops::Range;

use crate::{Handle, fingerprint};

/// The pairs of a tick as handles: a view, from [`World::pairs`](crate::World::pairs).
///
/// Handles are those of the tick: the handle of an entity that was removed since is stale.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Settings, World};
/// let mut world = World::new(Settings::default());
/// let [a, b] = [0.0, 1.5].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
/// world.step();
/// assert_eq!(world.pairs(), [(a, b)]);
/// for (first, second) in world.pairs() {
///     println!("{first} overlaps {second}");
/// }
/// assert_eq!(world.pairs().slots(), [(0, 1)]);
/// ```
#[derive(Clone, Copy)]
pub struct Pairs<'a> {
    pub(crate) slots: &'a [(u32, u32)],
    pub(crate) generations: &'a [u32],
}

impl<'a> Pairs<'a> {
    /// The number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The pairs as [slots](Handle::slot), without generations.
    #[must_use]
    pub fn slots(&self) -> &'a [(u32, u32)] {
        self.slots
    }

    /// The pair at an index, or `None` if there is none.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<(Handle, Handle)> {
        self.slots.get(index).map(|pair| self.handles(pair))
    }

    /// Iterates over all pairs.
    pub fn iter(&self) -> PairsIter<'a> {
        PairsIter { pairs: *self, indices: 0..self.len() }
    }

    /// The fingerprint of a tick with these pairs.
    pub(crate) fn fingerprint(&self, tick: u64) -> u64 {
        let tick = [tick as u32, (tick >> 32) as u32];
        let numbers = self.iter().flat_map(|(a, b)| [a.slot, a.generation, b.slot, b.generation]);
        fingerprint(tick.into_iter().chain(numbers))
    }

    pub(crate) fn handles(&self, &(a, b): &(u32, u32)) -> (Handle, Handle) {
        let handle = |slot: u32| Handle { slot, generation: self.generations[slot as usize] };
        (handle(a), handle(b))
    }
}

impl<'a> IntoIterator for Pairs<'a> {
    type Item = (Handle, Handle);
    type IntoIter = PairsIter<'a>;

    fn into_iter(self) -> PairsIter<'a> {
        self.iter()
    }
}

/// Iterator over [`Pairs`].
#[derive(Clone, Debug)]
pub struct PairsIter<'a> {
    pairs: Pairs<'a>,
    indices: Range<usize>,
}

impl Iterator for PairsIter<'_> {
    type Item = (Handle, Handle);

    fn next(&mut self) -> Option<Self::Item> {
        self.indices.next().and_then(|index| self.pairs.get(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }
}

impl ExactSizeIterator for PairsIter<'_> {}

impl PartialEq for Pairs<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: AsRef<[(Handle, Handle)]>> PartialEq<T> for Pairs<'_> {
    fn eq(&self, other: &T) -> bool {
        self.iter().eq(other.as_ref().iter().copied())
    }
}

impl fmt::Debug for Pairs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
