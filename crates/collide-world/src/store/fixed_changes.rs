use collide_core::Shape;

use crate::base::allocated;

/// A slot, and the shape of its entity if it is static or sleeping now.
pub(crate) type FixedChange = (u32, Option<Shape>);

/// The changes of the static set since the last search for the pairs within it, while they are few.
#[derive(Clone, Debug, Default)]
pub(crate) struct FixedChanges {
    /// In order of slots once they are [taken](Self::take).
    list: Vec<FixedChange>,
    /// The number of changes, ever, before those of the list.
    before: u64,
    /// Whether more has changed than is in the list.
    is_all: bool,
    /// Whether a search has taken these changes, so that the next one begins a new list.
    is_taken: bool,
}

/// If at most one entity of the static set in this number has changed, only their pairs are found again.
const FEW: usize = 16;

impl FixedChanges {
    /// Notes that an entity changes to this shape, or leaves the static set, which has `len` entities. `before` is the number of
    /// earlier changes, ever.
    pub(super) fn note(&mut self, slot: u32, shape: Option<Shape>, len: usize, before: u64) {
        if std::mem::take(&mut self.is_taken) {
            self.list.clear();
            (self.is_all, self.before) = (false, before);
        }
        if self.is_all {
            return;
        }
        if self.list.len() > len / FEW {
            return self.note_all();
        }
        self.list.push((slot, shape));
    }

    /// Notes that all may have changed.
    pub(super) fn note_all(&mut self) {
        self.list.clear();
        (self.is_all, self.is_taken) = (true, false);
    }

    /// Each slot that has changed, with its last change. `None` if they are many. The next change begins a new list.
    pub(crate) fn take(&mut self) -> Option<&[FixedChange]> {
        self.is_taken = true;
        if self.is_all {
            return None;
        }
        // Stable: the last change of a slot stays last.
        self.list.sort_by_key(|(slot, _)| *slot);
        self.list.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                *kept = *next;
            }
            is_same
        });
        Some(&self.list)
    }

    /// The changes after this number of changes, and perhaps some before, if they are known. The last one of a slot comes last.
    pub(crate) fn since(&self, before: u64) -> Option<&[FixedChange]> {
        (!self.is_all && self.before <= before).then_some(&self.list)
    }

    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        allocated(&self.list)
    }
}
