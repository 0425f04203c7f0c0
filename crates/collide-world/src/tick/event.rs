use crate::Handle;

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
