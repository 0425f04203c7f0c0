//! The static and sleeping entities of a remembered tick: a copy that ticks share, and what had changed since.

use std::sync::Arc;

use collide_broad::internal::Serial;

use crate::base::{SlotBits, allocated};
use crate::store::{FixedChange, Places, RowLocation, Set, Store};

/// The static and sleeping entities at a tick. Clones share both parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Resting {
    pub(super) base: Arc<Base>,
    /// What had changed since the copy, if anything had.
    pub(super) recent: Option<Arc<Recent>>,
    /// The changes of the store up to this tick.
    version: u64,
    /// The slots whose entity may have changed since the tick before. `None` if all may have.
    pub(super) changed: Option<Arc<[u32]>>,
}

/// A copy of the static and sleeping entities at the same or an earlier tick.
#[derive(Debug, Default)]
pub(super) struct Base {
    pub(super) set: Set,
    /// Whether the lists are those of the store. A copy that was sorted here may have others.
    pub(super) as_stored: bool,
    slot_count: usize,
    places: Places,
}

/// What had changed between the copy and the tick.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    /// The slots, in order, with the shapes at the tick of those that are static or sleeping.
    changes: Vec<FixedChange>,
    slots: SlotBits,
    /// The shapes.
    pub(crate) set: Set,
    /// Where they are, in order of slots.
    locations: Vec<(u32, RowLocation)>,
}

impl Resting {
    /// The static and sleeping entities of the store. Shares what has not changed since the tick before, which was `last`.
    /// `spare` is a copy whose memory can be used.
    pub(super) fn of(store: &Store, last: Option<&Self>, spare: Arc<Base>) -> Self {
        let version = store.static_version();
        let changes = last.and_then(|last| match last.version == version {
            true => Some(&[][..]),
            false => store.fixed_changes.since(last.version),
        });
        let changed: Option<Arc<[u32]>> = changes.map(|changes| {
            let mut slots: Vec<u32> = changes.iter().map(|(slot, _)| *slot).collect();
            slots.sort_unstable();
            slots.dedup();
            slots.into()
        });
        let shared = last.zip(changes).and_then(|(last, changes)| {
            let recent = if changes.is_empty() { last.recent.clone() } else { Some(last.with(changes, store)?) };
            Some((Arc::clone(&last.base), recent))
        });
        let (base, recent) = shared.unwrap_or_else(|| (Arc::new(Base::of(store, spare)), None));
        Self { base, recent, version, changed }
    }

    /// What has changed since the copy, with these changes. `None` if that is so much that another copy costs less.
    fn with(&self, changes: &[FixedChange], store: &Store) -> Option<Arc<Recent>> {
        let [_, fixed] = &store.sets;
        let Base { set, as_stored, .. } = &*self.base;
        let known = self.recent.as_deref();
        let count = known.map_or(0, |known| known.changes.len()) + changes.len();
        // Both cost the same for one change at each tick.
        let are_few = count.saturating_mul(count) <= set.len();
        let is_like = *as_stored && set.arrangement() == fixed.arrangement();
        (are_few && is_like).then(|| Arc::new(Recent::of(known, changes, store.slot_count())))
    }

    /// The set of the copy, or that of the shapes that had changed since.
    pub(super) fn set(&self, is_recent: bool) -> &Set {
        match &self.recent {
            Some(recent) if is_recent => &recent.set,
            _ => &self.base.set,
        }
    }

    /// Where the entity of a slot is, and whether in the [set](Self::set) of what had changed.
    pub(super) fn location(&self, slot: u32) -> Option<(bool, RowLocation)> {
        if let Some(recent) = self.recent.as_ref().filter(|recent| recent.slots.has(slot)) {
            let index = recent.locations.binary_search_by_key(&slot, |(slot, _)| *slot).ok()?;
            return Some((true, recent.locations[index].1));
        }
        let Base { set, slot_count, places, .. } = &*self.base;
        let (_, location) = places.of([set], *slot_count).get(slot as usize)?.get()?;
        Some((false, location))
    }

    /// Bytes allocated, apart from what is shared.
    pub(super) fn memory(&self) -> usize {
        let Self { base, recent, version: _, changed } = self;
        let recent = recent.as_ref().map_or(0, |recent| recent.memory() / Arc::strong_count(recent));
        let changed = changed.as_ref().map_or(0, |slots| size_of_val(&**slots));
        (base.set.memory() + base.places.memory()) / Arc::strong_count(base) + recent + changed
    }

    /// The bytes of them that indexes take which are built on first use.
    pub(super) fn index_memory(&self) -> usize {
        let Self { base, recent, version: _, changed: _ } = self;
        let recent = recent.as_ref().map_or(0, |recent| recent.set.index_memory() / Arc::strong_count(recent));
        (base.set.index_memory() + base.places.memory()) / Arc::strong_count(base) + recent
    }
}

impl Base {
    fn of(store: &Store, spare: Arc<Self>) -> Self {
        let mut base = Arc::try_unwrap(spare).unwrap_or_default();
        base.set.clone_from(&store.sets[1]);
        base.as_stored = base.set.is_sorted();
        if !base.as_stored {
            base.set.sort(&Serial, None);
        }
        base.places.forget();
        base.slot_count = store.slot_count();
        base
    }
}

impl Recent {
    /// What is known to have changed, with more changes.
    fn of(known: Option<&Self>, changes: &[FixedChange], slot_count: usize) -> Self {
        let mut all = known.map_or_else(Vec::new, |known| known.changes.clone());
        all.extend_from_slice(changes);
        // Stable: the last change of a slot comes last, and stays.
        all.sort_by_key(|(slot, _)| *slot);
        let last = |index: &usize| all.get(index + 1).is_none_or(|(next, _)| *next != all[*index].0);
        let changes: Vec<FixedChange> = (0..all.len()).filter(last).map(|index| all[index]).collect();
        let mut slots = SlotBits::default();
        slots.reset(slot_count);
        changes.iter().for_each(|(slot, _)| slots.insert(*slot));
        // With the levels that are planned.
        let mut set = known.map_or_else(Set::default, |known| known.set.clone());
        set.clear();
        let shapes = changes.iter().filter_map(|(slot, shape)| Some((*slot, (*shape)?)));
        shapes.for_each(|(slot, shape)| _ = set.push(shape, slot, 0));
        set.sort(&Serial, None);
        let mut locations: Vec<(u32, RowLocation)> = set.locations().collect();
        locations.sort_unstable_by_key(|(slot, _)| *slot);
        Self { changes, slots, set, locations }
    }

    /// The slots whose entity has changed since the copy.
    pub(crate) fn slots(&self) -> &SlotBits {
        &self.slots
    }

    fn memory(&self) -> usize {
        let Self { changes, slots, set, locations } = self;
        allocated(changes) + slots.memory() + set.memory() + allocated(locations)
    }
}
