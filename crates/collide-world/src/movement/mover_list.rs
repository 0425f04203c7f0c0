//! The movers of a call, and the entities around them.

#[cfg(feature = "recording")]
use std::borrow::Cow;

use collide_core::{IntoArg, Moving, Shape, Vec2};

use crate::base::{Reused, WORTH_SPREADING_SORTED, busiest, work};
use crate::query::Present;
use crate::store::{Set, Store};
use crate::{Budget, Costliest, Handle, IndexedError, OverBudget, Queries, WorldError};

/// The movers of a call, each once. Reuses its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoverList {
    handles: Vec<Handle>,
    /// The number of the mover of each slot, or [`NONE`].
    number_of: Vec<u32>,
    /// The dynamic entities that are no movers.
    others: Reused<Set>,
}

/// The slot has no mover.
const NONE: u32 = u32::MAX;

/// If at least one of this many dynamic entities moves, a copy of the others is faster than a filter.
const WORTH_COPYING: usize = 4;

impl MoverList {
    /// Starts without movers.
    pub(crate) fn begin(&mut self, store: &Store) {
        self.handles.clear();
        self.number_of.clear();
        self.number_of.resize(store.slot_count(), NONE);
    }

    /// Takes entities and their motions, unless to read them exceeds the limit: each is this much work. Passes each mover to
    /// `note`, with the number of its handle if that came before.
    pub(crate) fn take(
        &mut self,
        moving: &[(Handle, impl IntoArg<Vec2> + Copy)],
        (store, each, max_work): (&Store, u64, u64),
        mut note: impl FnMut(Option<usize>, Handle, Moving),
    ) -> Result<(), IndexedError<WorldError>> {
        self.begin(store);
        check_len(moving.len(), |index| moving[index].0, (store, each, max_work))?;
        for (index, &(handle, motion)) in moving.iter().enumerate() {
            let shape = store.shape(handle).ok_or(WorldError::Stale { handle }.at(index))?;
            let mover =
                Moving::new(shape, motion.into()).map_err(|error| WorldError::Shape { handle, error }.at(index))?;
            note(self.add(handle), handle, mover);
        }
        Ok(())
    }

    /// Adds an entity of the world. Returns its number if it is in the list already.
    pub(crate) fn add(&mut self, handle: Handle) -> Option<usize> {
        let number = self.number(handle.slot);
        if number.is_none() {
            self.number_of[handle.slot as usize] = self.handles.len() as u32;
            self.handles.push(handle);
        }
        number
    }

    /// The number of the mover in a slot.
    pub(crate) fn number(&self, slot: u32) -> Option<usize> {
        Some(self.number_of[slot as usize]).filter(|number| *number != NONE).map(|number| number as usize)
    }

    /// The error of a call that exceeded its limit, with the index among the handles given of the mover that cost most.
    /// If that is not known, of one whose bound meets many others.
    pub(crate) fn over_budget(
        &self,
        over: OverBudget,
        mut given: impl Iterator<Item = Handle>,
        shape: impl Fn(usize) -> Shape,
    ) -> IndexedError<WorldError> {
        let number = over.costliest.map(|costliest| costliest.index as usize);
        let number = number.or_else(|| busiest(self.handles.len(), |number| Some(shape(number).aabb())));
        let costliest = number.map(|number| {
            let index = given.position(|handle| handle == self.handles[number]).unwrap_or_default() as u32;
            Costliest { item: "mover", index, at: shape(number).middle() }
        });
        WorldError::OverBudget(over.by(costliest)).at(costliest.map_or(0, |costliest| costliest.index as usize))
    }

    pub(crate) fn clear(&mut self) {
        self.handles.clear();
    }

    /// The movers, in the order in which they were added.
    pub(crate) fn handles(&self) -> &[Handle] {
        &self.handles
    }

    /// The work of [`around`](Self::around), without that of its queries.
    pub(crate) fn work(&self, now: Present<'_>) -> u64 {
        let [dynamic, _] = &now.store.sets;
        let others = dynamic.len().saturating_sub(self.handles.len());
        let copied = dynamic.len() as u64 * work::ROW + others as u64 * work::RESORTED;
        self.number_of.len() as u64 / 8 + if self.worth_copying(now) { copied } else { 0 }
    }

    fn worth_copying(&self, now: Present<'_>) -> bool {
        let [dynamic, _] = &now.store.sets;
        self.handles.len() * WORTH_COPYING >= dynamic.len()
    }

    /// Calls `work` with queries on all entities but the movers. Unless `sensors` is true, sensors may be left out: they
    /// block nothing.
    pub(crate) fn around<R>(&mut self, now: Present<'_>, sensors: bool, work: impl FnOnce(Queries<'_>) -> R) -> R {
        let is_copied = self.worth_copying(now);
        let Self { handles, number_of, others } = self;
        let [dynamic, _] = &now.store.sets;
        let is_other = |slot: u32| number_of[slot as usize] == NONE;
        let accepts = |handle: Handle| is_other(handle.slot);
        if !is_copied {
            return work(now.queries().filtered(&accepts));
        }
        others.clear();
        let mut left_out = 0;
        for (slot, location) in dynamic.locations().filter(|(slot, _)| is_other(*slot)) {
            if !sensors && now.store.filters.get(slot).sensor {
                left_out += 1;
            } else {
                others.push(dynamic.shape(location), slot, 0);
            }
        }
        let threads = &now.settings.threads;
        threads.run(others.len(), WORTH_SPREADING_SORTED, |workers| others.sort(workers, None));
        let queries = now.queries().with_dynamic(others);
        // Some movers may be static.
        let all_left_out = others.len() + left_out + handles.len() == dynamic.len();
        work(if all_left_out { queries } else { queries.filtered(&accepts) })
    }
}

/// Movers and their motions, for a recording.
#[cfg(feature = "recording")]
pub(crate) fn given_motions(moving: &[(Handle, impl IntoArg<Vec2> + Copy)]) -> Cow<'static, [(Handle, Vec2)]> {
    moving.iter().map(|(handle, motion)| (*handle, (*motion).into())).collect()
}

/// Refuses more movers than the limit allows, before they are read, with one whose bound meets many others.
pub(super) fn check_len(
    len: usize,
    handle: impl Fn(usize) -> Handle,
    (store, each, max_work): (&Store, u64, u64),
) -> Result<(), IndexedError<WorldError>> {
    let budget = Budget::of_work(max_work);
    let Err(over) = budget.check(0, len as u64 * each) else { return Ok(()) };
    let shape = |index| store.shape(handle(index));
    let index = busiest(len, |index| shape(index).map(|shape| shape.aabb())).unwrap_or_default();
    let costliest = shape(index).map(|shape| Costliest { item: "mover", index: index as u32, at: shape.middle() });
    Err(WorldError::OverBudget(over.by(costliest)).at(index))
}
