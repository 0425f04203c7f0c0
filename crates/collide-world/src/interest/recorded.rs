//! Updates of an [`Interest`] in recordings.

use serde::{Deserialize, Serialize};

use super::views::Views;
use super::{Interest, Observer, ObserverId, Slot};
use crate::base::Content;
use crate::query::Words;
use crate::{Handle, fingerprint};

/// What a recording needs to make an update again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Update {
    /// The number of the [`Interest`] in the recording.
    pub(crate) number: usize,
    /// What each observer saw before, if the recording has not seen the update before this one.
    views: Option<Vec<(ObserverId, Vec<Handle>)>>,
    /// The slots whose observer has changed, in order, each with its generation.
    observers: Vec<(u32, u32, Option<Observer>)>,
}

/// The maximum number of [`Interest`]s that a recording knows at a time.
const MAX_KNOWN: usize = 64;

/// The [`Interest`]s of a recording, by their numbers, as they were at their last updates.
#[derive(Debug, Default)]
pub(crate) struct KnownInterests {
    list: Vec<KnownInterest>,
    update_count: u64,
}

#[derive(Debug)]
struct KnownInterest {
    /// After the last update.
    content: Content,
    slots: Vec<(u32, Option<Observer>)>,
    /// The number of its last update among those of all.
    last_update: u64,
}

impl KnownInterests {
    /// Forgets all of them.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// The update that an [`Interest`] is about to make.
    pub(crate) fn next_update(&mut self, interest: &Interest) -> Update {
        let known = self.list.iter().position(|known| known.content == interest.content);
        let number = known.unwrap_or_else(|| self.place());
        let known_slots = known.map_or(&[][..], |number| &self.list[number].slots);
        let observers = (0..).zip(&interest.slots).filter(|(slot, now)| {
            known_slots.get(*slot as usize).is_none_or(|before| *before != (now.generation, now.observer))
        });
        Update {
            number,
            views: known.is_none().then(|| interest.now.iter().map(|(id, view)| (id, view.visible.to_vec())).collect()),
            observers: observers.map(|(slot, now)| (slot, now.generation, now.observer)).collect(),
        }
    }

    /// The number for an [`Interest`] that is not known: the next one, or that of the one whose last update is oldest.
    fn place(&self) -> usize {
        let oldest = || (0..MAX_KNOWN).min_by_key(|number| self.list[*number].last_update).unwrap_or(0);
        if self.list.len() < MAX_KNOWN { self.list.len() } else { oldest() }
    }

    /// Remembers an [`Interest`] after its update.
    pub(crate) fn updated(&mut self, number: usize, interest: &Interest) {
        self.update_count += 1;
        let slots = interest.slots.iter().map(|slot| (slot.generation, slot.observer)).collect();
        let known = KnownInterest { content: interest.content, slots, last_update: self.update_count };
        match self.list.get_mut(number) {
            Some(before) => *before = known,
            None => self.list.push(known),
        }
    }
}

/// A recording whose observers or views are not valid: in bytes from an untrusted source, anything may come.
#[derive(Debug)]
pub(crate) struct InvalidUpdate;

/// The [`Interest`]s of a replay, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct ReplayedInterests(Vec<Interest>);

impl ReplayedInterests {
    /// The [`Interest`] of an update, with the observers that it has then. `None` if the replay has not made the updates
    /// before this one.
    pub(crate) fn before(&mut self, update: &Update) -> Result<Option<&mut Interest>, InvalidUpdate> {
        let Update { number, views, observers } = update;
        if views.is_some() {
            if *number >= MAX_KNOWN {
                return Err(InvalidUpdate);
            }
            self.0.resize_with(self.0.len().max(number + 1), Interest::default);
            self.0[*number] = Interest::default();
        }
        let Some(interest) = self.0.get_mut(*number) else { return Ok(None) };
        for (slot, generation, observer) in observers {
            interest.put(*slot, Slot { generation: *generation, observer: *observer })?;
        }
        interest.count = interest.slots.iter().filter(|slot| slot.observer.is_some()).count();
        if let Some(views) = views {
            interest.now = Views::of_visible(views, interest.slots.len()).ok_or(InvalidUpdate)?;
        }
        Ok(Some(interest))
    }
}

impl Interest {
    fn put(&mut self, number: u32, slot: Slot) -> Result<(), InvalidUpdate> {
        if slot.observer.is_some_and(|observer| observer.check().is_err()) {
            return Err(InvalidUpdate);
        }
        if number as usize == self.slots.len() {
            self.slots.push(slot);
            return Ok(());
        }
        *self.slots.get_mut(number as usize).ok_or(InvalidUpdate)? = slot;
        Ok(())
    }

    /// A fingerprint of all views.
    pub(crate) fn fingerprint(&self) -> u64 {
        fn list(handles: &[Handle]) -> impl Iterator<Item = u32> {
            std::iter::once(handles.len() as u32).chain(handles.iter().flat_map(Words::words))
        }
        fingerprint(self.views().flat_map(|(ObserverId { slot, generation }, view)| {
            let lists = [view.visible, view.entered, view.left].map(list);
            [slot, generation].into_iter().chain(lists.into_iter().flatten())
        }))
    }
}
