use collide_world::{Event, Handle, compare_pairs};

/// Two entities that overlap, the one with the smaller slot first.
pub type Pair = (Handle, Handle);

/// Emits the events of the pairs of this worker, as a world does. Both lists are in order of slots.
pub(crate) fn compare(before: &[Pair], now: &[Pair], events: &mut Vec<Event>) {
    events.clear();
    let slots = |(a, b): Pair| (a.slot(), b.slot());
    compare_pairs(before, now, slots, |old, new| old == new, |kind, (a, b)| events.push(Event { kind, a, b }));
}
