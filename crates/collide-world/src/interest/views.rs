//! Who is in view of whom.

use std::sync::OnceLock;

use super::ObserverId;
use crate::Handle;

/// Lists of handles, one for each observer by slot, each in order.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    starts: Vec<usize>,
    handles: Vec<Handle>,
}

impl Default for Lists {
    fn default() -> Self {
        Self { starts: vec![0], handles: vec![] }
    }
}

impl Lists {
    pub(super) fn clear(&mut self) {
        self.starts.truncate(1);
        self.handles.clear();
    }

    /// The list of a slot: empty where there is none.
    pub(super) fn of(&self, slot: usize) -> &[Handle] {
        match self.starts.get(slot..).and_then(|starts| starts.first_chunk()) {
            Some([start, end]) => &self.handles[*start..*end],
            None => &[],
        }
    }

    pub(super) fn push(&mut self, handle: Handle) {
        self.handles.push(handle);
    }

    /// Ends the list of one observer.
    pub(super) fn end(&mut self) {
        self.starts.push(self.handles.len());
    }

    /// Appends lists of other observers.
    pub(super) fn append(&mut self, other: &Self) {
        let before = self.handles.len();
        self.starts.extend(other.starts[1..].iter().map(|end| before + end));
        self.handles.extend_from_slice(&other.handles);
    }

    fn iter(&self) -> impl Iterator<Item = (u32, &[Handle])> {
        (0..).zip(self.starts.windows(2).map(|ends| &self.handles[ends[0]..ends[1]]))
    }
}

/// Who sees an entity, by its slot: made when it is asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Seers {
    made: OnceLock<Made>,
}

#[derive(Clone, Debug)]
struct Made {
    starts: Vec<usize>,
    seers: Vec<(ObserverId, Handle)>,
}

impl Seers {
    pub(super) fn forget(&mut self) {
        self.made.take();
    }

    /// Who sees the entity that a handle names.
    pub(super) fn of(
        &self,
        handle: Handle,
        views: &Lists,
        id: impl Fn(u32) -> ObserverId,
    ) -> impl Iterator<Item = ObserverId> {
        let Made { starts, seers } = self.made.get_or_init(|| Made::new(views, id));
        let slot = handle.slot as usize;
        let seers = match starts.get(slot..).and_then(|starts| starts.first_chunk()) {
            Some([start, end]) => &seers[*start..*end],
            None => &[],
        };
        seers.iter().filter(move |(_, seen)| *seen == handle).map(|(id, _)| *id)
    }
}

impl Made {
    /// By counting.
    fn new(views: &Lists, id: impl Fn(u32) -> ObserverId) -> Self {
        let count = views.handles.iter().map(|handle| handle.slot as usize + 1).max().unwrap_or(0);
        // Counted two places on, summed up to where each starts, one place on; filling moves that to where it ends.
        let mut starts = vec![0; count + 2];
        views.handles.iter().for_each(|handle| starts[handle.slot as usize + 2] += 1);
        for slot in 2..starts.len() {
            starts[slot] += starts[slot - 1];
        }
        let none = (ObserverId { slot: 0, generation: 0 }, Handle { slot: 0, generation: 0 });
        let mut seers = vec![none; views.handles.len()];
        for (observer, seen) in views.iter() {
            for handle in seen {
                let place = &mut starts[handle.slot as usize + 1];
                seers[*place] = (id(observer), *handle);
                *place += 1;
            }
        }
        starts.pop();
        Self { starts, seers }
    }
}
