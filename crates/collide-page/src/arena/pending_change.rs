//! The turns of expensive changes: another scene, other settings, another tick of a recording. All clients wait while
//! the arena makes one, so each client pays for its own changes: it waits longest for its next turn.

use std::time::Duration;

use web_time::Instant;

use super::client_message::Change;

/// After a change, its client has no other turn for this multiple of the time that the change took.
const CLIENT_PAUSE: u32 = 4;

/// After a change, no client has a turn for this multiple of the time that the change took: changes take at most half
/// of the time, even if every client asks for them.
const ARENA_PAUSE: u32 = 1;

/// An expensive change.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expensive {
    Set(Change),
    /// Shows this tick of a recording.
    Seek(u64),
    /// What brute force would take for this number of entities.
    Estimate(usize),
}

/// The next change of a client, and when it can be made.
#[derive(Debug)]
pub(crate) struct PendingChange {
    next: Option<(Expensive, Instant)>,
    pub(crate) pause: Pause,
}

/// No change until a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pause(Option<Instant>);

impl Pause {
    pub(crate) const NONE: Self = Self(None);

    pub(crate) fn is_over(self, now: Instant) -> bool {
        self.0.is_none_or(|until| until <= now)
    }
}

/// The pauses of a client and of the arena after a change that took `time` and ended `now`.
pub(crate) fn pauses(now: Instant, time: Duration) -> [Pause; 2] {
    [CLIENT_PAUSE, ARENA_PAUSE].map(|factor| Pause(now.checked_add(time * factor)))
}

impl PendingChange {
    pub(crate) const fn new() -> Self {
        Self { next: None, pause: Pause::NONE }
    }

    /// The change that waits.
    pub(crate) fn next(&self) -> Option<&Expensive> {
        self.next.as_ref().map(|(change, _)| change)
    }

    /// Stores a change in place of the one that waits. It waits since the first one.
    pub(crate) fn ask(&mut self, change: Expensive, now: Instant) {
        let since = self.next.as_ref().map_or(now, |(_, since)| *since);
        self.next = Some((change, since));
    }

    /// Since when a change waits that can be made now.
    pub(crate) fn since(&self, now: Instant) -> Option<Instant> {
        self.next.as_ref().filter(|_| self.pause.is_over(now)).map(|(_, since)| *since)
    }

    pub(crate) fn take(&mut self) -> Option<Expensive> {
        self.next.take().map(|(change, _)| change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_waits_longer_than_the_others() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut pending = PendingChange::new();
        assert_eq!(pending.since(start), None);
        pending.ask(Expensive::Seek(1), at(0));
        pending.ask(Expensive::Seek(2), at(5));
        assert_eq!((pending.since(at(6)), pending.next()), (Some(start), Some(&Expensive::Seek(2))));
        assert_eq!(pending.take(), Some(Expensive::Seek(2)));
        assert_eq!((pending.since(at(7)), pending.take()), (None, None));
        let [client, arena] = pauses(at(10), Duration::from_millis(100));
        pending.pause = client;
        pending.ask(Expensive::Seek(3), at(20));
        assert!(!arena.is_over(at(109)) && arena.is_over(at(110)));
        assert_eq!((pending.since(at(409)), pending.since(at(410))), (None, Some(at(20))));
    }
}
