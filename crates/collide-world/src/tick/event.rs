use crate::Handle;
use crate::store::Tags;

collide_core::named_enum! {
    /// How a pair changed since the previous tick.
    ///
    /// ```
    /// use collide_world::EventKind;
    /// assert_eq!(EventKind::ALL.map(EventKind::name), ["began", "stayed", "ended"]);
    /// assert_eq!("ended".parse(), Ok(EventKind::Ended));
    /// ```
    // The numbers of variants are hashed into the fingerprints that traces store. Add new variants at the end; never
    // remove or reorder them.
    pub enum EventKind as "event", else UnknownEventKind { name: String }
    {
        /// The pair is new: it was not a pair at the previous tick.
        Began => "began",
        /// The pair exists now and existed at the previous tick.
        Stayed => "stayed",
        /// The pair existed at the previous tick and no longer does: the entities separated, their layers or sensor
        /// flags changed, or one was removed.
        Ended => "ended",
    }
}

/// A pair and how it changed. See [`World::events`](crate::World::events).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// How the pair changed.
    pub kind: EventKind,
    /// The entity with the smaller slot.
    pub a: Handle,
    /// The entity with the larger slot.
    pub b: Handle,
}

/// An event between an entity of one category and one of another. See
/// [`World::events_between`](crate::World::events_between).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EventBetween {
    /// How the pair changed.
    pub kind: EventKind,
    /// The entity of the first categories. If both entities fit both ways: the one with the smaller slot.
    pub a: Handle,
    /// The entity of the second categories.
    pub b: Handle,
    /// The [data](crate::Entity::data) of `a`.
    pub a_data: u64,
    /// The data of `b`.
    pub b_data: u64,
}

impl Event {
    /// The event as one between these categories, if it is one. An entity that is not known fits none.
    pub(crate) fn between(&self, [first, second]: [u64; 2], tags: &Tags<'_>) -> Option<EventBetween> {
        // All categories include an entity that has none.
        let is_in = |category: u64, mask: u64| mask == u64::MAX || category & mask != 0;
        let (a, b) = (tags.category(self.a)?, tags.category(self.b)?);
        let (a, b) = if is_in(a, first) && is_in(b, second) {
            (self.a, self.b)
        } else if is_in(b, first) && is_in(a, second) {
            (self.b, self.a)
        } else {
            return None;
        };
        Some(EventBetween { kind: self.kind, a, b, a_data: tags.data(a)?, b_data: tags.data(b)? })
    }
}
