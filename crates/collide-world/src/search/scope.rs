use collide_core::{Shape, Simd};

use crate::history::{Between, Moment, Recent};
use crate::store::{EntityFilters, ListBits, ListFilters, Places, Resolved, RestingCells, Set, Store};
use crate::{Filter, Handle};

/// The entities that are searched: those of now, of a remembered tick, or of a time between two ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    /// The dynamic entities, and the static and sleeping ones.
    pub(crate) sets: [&'a Set; 2],
    /// The entities of the second set that have changed since it was copied.
    pub(super) recent: Option<&'a Recent>,
    pub(crate) filters: EntityFilters<'a>,
    source: Source<'a>,
    /// `None` for other sets than those of a world.
    list_filters: Option<&'a ListFilters>,
    /// The next tick and the fraction, if the time lies between two ticks.
    pub(super) between: Option<Between<'a>>,
    pub(crate) simd: Simd,
    /// The index of the second set, if it has one.
    pub(super) resting: Option<&'a RestingCells>,
    /// Which of the sets are searched.
    pub(crate) searched: [bool; 2],
}

/// Where the shape of a slot is.
#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    /// In the sets, at these places.
    Places(&'a Places),
    Moment(&'a Moment),
}

impl<'a> Scope<'a> {
    pub(crate) fn now(store: &'a Store, simd: Simd) -> Self {
        let Store { sets, filters, list_filters, places, resting, .. } = store;
        let filters = EntityFilters { table: filters, generations: store.generations(), view: None };
        let resting = resting.get(&sets[1], &store.filters);
        let (sets, source, list_filters) = (sets.each_ref(), Source::Places(places), Some(list_filters));
        let (recent, between, searched) = (None, None, [true; 2]);
        Self { sets, recent, filters, source, list_filters, between, simd, resting, searched }
    }

    pub(crate) fn then(moment: &'a Moment, between: Option<Between<'a>>, simd: Simd) -> Self {
        let Moment { generations, filters, list_filters, .. } = moment;
        let filters = EntityFilters { table: filters, generations, view: None };
        let (sets, recent, source) = (moment.sets(), moment.recent(), Source::Moment(moment));
        let (list_filters, resting, searched) = (Some(list_filters), None, [true; 2]);
        Self { sets, recent, filters, source, list_filters, between, simd, resting, searched }
    }

    /// The same with these dynamic entities. [`shape`](Self::shape) must not be called.
    pub(crate) fn with_dynamic(self, dynamic: &'a Set) -> Self {
        Self { sets: [dynamic, self.sets[1]], list_filters: None, ..self }
    }

    /// The entities of these sets alone, all of them. [`shape`](Self::shape) must not be called.
    pub(crate) fn only(self, sets: [&'a Set; 2]) -> Self {
        let filters = EntityFilters { view: None, ..self.filters };
        Self { sets, recent: None, filters, list_filters: None, resting: None, ..self }
    }

    /// The same with sorted copies of the sets. `are_copied` is whether one of them is a copy.
    pub(crate) fn with_sorted(self, sets: [&'a Set; 2], are_copied: bool) -> Self {
        Self { sets, list_filters: self.list_filters.filter(|_| !are_copied), ..self }
    }

    /// The same without the entities that have an index.
    pub(crate) fn without_index(self) -> Self {
        Self { searched: self.beside(self.resting.is_some()), ..self }
    }

    /// Only the entities that have an index.
    pub(crate) fn in_index(self) -> Self {
        Self { searched: [false, self.resting.is_some()], ..self }
    }

    /// Which of the sets are left to search, if a search in the index is done.
    pub(super) fn beside(&self, is_done: bool) -> [bool; 2] {
        let [moving, fixed] = self.searched;
        [moving, fixed && !is_done]
    }

    /// The shape of an entity, or `None` if it did not exist then.
    pub(crate) fn shape(&self, handle: Handle) -> Option<Shape> {
        if !self.has(handle) {
            return None;
        }
        if let Some(between) = self.between {
            return between.shape(handle.slot);
        }
        match self.source {
            Source::Moment(moment) => moment.shape(handle.slot),
            Source::Places(places) => {
                let places = places.of(self.sets, self.filters.generations.len());
                let (set, location) = places.get(handle.slot as usize)?.get()?;
                Some(self.sets[set].shape(location))
            }
        }
    }

    /// This scope as several without rows that are out of date: the dynamic entities, the others without those that have changed
    /// since they were copied, and these. Each has one set, the dynamic entities as the first and others as the second.
    pub(crate) fn parts(&self, searched: [bool; 2]) -> impl Iterator<Item = (usize, Self)> {
        let whole = Self { recent: None, ..*self };
        let moving = Self { searched: [searched[0], false], ..whole };
        let mut fixed = Self { searched: [false, searched[1]], ..whole };
        let changed = self.recent.map(|recent| {
            fixed.filters = fixed.filters.without(recent.slots());
            Self { sets: [self.sets[0], &recent.set], filters: self.filters, list_filters: None, ..fixed }
        });
        [(0, moving), (1, fixed)].into_iter().chain(changed.map(|changed| (1, changed)))
    }

    /// Whether the time is that of a tick, so that shapes are where their rows are.
    pub(crate) fn is_at_tick(&self) -> bool {
        self.between.is_none()
    }

    /// The number of entities.
    pub(crate) fn len(&self) -> usize {
        let count: usize =
            self.sets.iter().zip(self.searched).filter(|(_, searched)| *searched).map(|(set, _)| set.len()).sum();
        count + self.recent.map_or(0, |recent| recent.set.len())
    }

    pub(crate) fn handle(&self, slot: u32) -> Handle {
        Handle { slot, generation: self.filters.generations[slot as usize] }
    }

    /// Whether a handle is not stale.
    fn has(&self, handle: Handle) -> bool {
        self.filters.generations.get(handle.slot as usize) == Some(&handle.generation)
    }

    /// The category of the entity in a slot.
    pub(crate) fn category(&self, slot: u32) -> u64 {
        self.filters.table.get(slot).layers.category
    }

    /// A filter for these entities.
    pub(crate) fn resolved(&self, filter: &Filter) -> Resolved {
        Resolved::new(filter, self.filters.generations)
    }

    /// Whether a handle is not stale, and the filter accepts its entity.
    pub(crate) fn accepts(&self, handle: Handle, filter: &Resolved) -> bool {
        self.has(handle) && filter.accepts(handle.slot, &self.filters)
    }

    /// Whether the filter accepts every entity.
    pub(crate) fn is_open(&self, filter: &Resolved) -> bool {
        self.filters.view.is_none() && filter.is_open(self.filters.all_by_default())
    }

    /// The lists that have rows which a filter may accept, and possibly others.
    pub(super) fn accepted_lists(&self, filter: &Resolved) -> ListBits {
        match self.list_filters {
            Some(lists) if filter.is_picky() => lists.accepted(filter, self.sets, self.filters.table),
            Some(_) | None => ListBits::ALL,
        }
    }
}
