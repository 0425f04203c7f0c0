use collide_world::{Event, EventKind, Handle};

/// Two entities that overlap, the one with the smaller slot first.
pub type Pair = (Handle, Handle);

/// What has become of the pairs of one tick at the next one; both are in order, and so are the events: those of a world, for the pairs
/// that are kept here.
pub(crate) fn compare(mut before: &[Pair], mut now: &[Pair], events: &mut Vec<Event>) {
    events.clear();
    let slots = |(a, b): &Pair| (a.slot(), b.slot());
    let mut push = |kind, (a, b): &Pair| events.push(Event { kind, a: *a, b: *b });
    loop {
        match (before, now) {
            ([old, olds @ ..], [new, news @ ..]) if slots(old) == slots(new) => {
                if old == new {
                    push(EventKind::Stayed, new);
                } else {
                    // Another has got a slot of the two.
                    push(EventKind::Ended, old);
                    push(EventKind::Began, new);
                }
                (before, now) = (olds, news);
            }
            ([old, olds @ ..], news) if news.first().is_none_or(|new| slots(old) < slots(new)) => {
                push(EventKind::Ended, old);
                before = olds;
            }
            (_, [new, news @ ..]) => {
                push(EventKind::Began, new);
                now = news;
            }
            (_, []) => return,
        }
    }
}
