//! The pairs of two ticks, and the handles of their entities.

use collide_broad::internal::{Workers, each_of};

use super::event::{Event, EventKind};
use crate::base::{allocated, max_pieces};
use crate::{Handle, Pairs};

/// Compares the pairs of one tick with those of the next and emits events, by the same rule as a world. For pairs that
/// are kept outside a world.
///
/// Both lists must be in ascending order of `slots`; events are emitted in this order. `same` is called for two pairs
/// with equal slots. It returns `false` if a slot now belongs to another entity: then the pair of `before` has ended
/// and the pair of `now` has begun. `emit` gets the pair of `before` for [`EventKind::Ended`], and the pair of `now`
/// for all other kinds. Costs one pass over both lists.
///
/// ```
/// use collide_world::{EventKind, compare_pairs};
/// let (before, now) = ([(0, 1), (2, 3)], [(0, 1), (1, 2)]);
/// let mut events = Vec::new();
/// compare_pairs(&before, &now, |slots| slots, |_, _| true, |kind, pair| events.push((kind, pair)));
/// assert_eq!(events, [(EventKind::Stayed, (0, 1)), (EventKind::Began, (1, 2)), (EventKind::Ended, (2, 3))]);
/// ```
#[inline]
pub fn compare_pairs<P: Copy>(
    mut before: &[P],
    mut now: &[P],
    slots: impl Fn(P) -> (u32, u32),
    same: impl Fn(P, P) -> bool,
    mut emit: impl FnMut(EventKind, P),
) {
    // Without a branch on the kind: which pairs begin and end is hard to predict.
    while let ([old, ..], [new, ..]) = (before, now) {
        let (old, new) = (*old, *new);
        let (old_key, new_key) = (key(slots(old)), key(slots(new)));
        let (ended, stays) = (old_key < new_key, old_key == new_key);
        if stays && !same(old, new) {
            emit(EventKind::Ended, old);
            emit(EventKind::Began, new);
        } else {
            static KINDS: [EventKind; 3] = [EventKind::Began, EventKind::Stayed, EventKind::Ended];
            emit(KINDS[usize::from(ended | stays) + usize::from(ended)], if ended { old } else { new });
        }
        before = &before[usize::from(ended | stays)..];
        now = &now[usize::from(!ended)..];
    }
    before.iter().for_each(|pair| emit(EventKind::Ended, *pair));
    now.iter().for_each(|pair| emit(EventKind::Began, *pair));
}

/// Slots as one number with the same order.
pub(super) fn key((a, b): (u32, u32)) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// The pairs of two ticks to compare, in order of slots, or those of the same range of slots of both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison<'a> {
    pub(crate) before: Pairs<'a>,
    pub(crate) now: Pairs<'a>,
    /// Whether an entity was removed in between, so that a slot may have another entity.
    pub(crate) removed: bool,
}

/// The generation of each slot in one byte, or [`LONG`]. The second slots of pairs are in no order, so each lookup may
/// be a cache miss: a byte is in a cache more often than the four bytes of a generation.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks(Vec<u8>);

/// The mark of a slot whose generation has more than a byte, or has changed between the two ticks.
const LONG: u8 = u8::MAX;

/// There are marks if there is at least one pair for this number of slots: with fewer pairs, to mark all slots would cost
/// more than the lookups that it saves. An estimate.
const SLOTS_PER_PAIR: usize = 8;

impl Marks {
    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        allocated(&self.0)
    }

    /// Marks all slots, if there are enough pairs.
    pub(super) fn fill(&mut self, ticks: &Comparison<'_>, workers: &impl Workers) {
        let (before, now) = (ticks.before.generations, ticks.now.generations);
        if ticks.now.slots.len() < now.len() / SLOTS_PER_PAIR {
            return self.0.clear();
        }
        self.0.resize(now.len(), LONG);
        let size = now.len().div_ceil(max_pieces(workers)).max(1);
        each_of(workers, now.chunks(size).zip(self.0.chunks_mut(size)), |number, (now, marks)| {
            let byte = |now: &u32| u8::try_from(*now).unwrap_or(LONG);
            let before = before.get(number * size..).unwrap_or_default();
            let (old, new) = now.split_at(before.len().min(now.len()));
            let (old_marks, new_marks) = marks.split_at_mut(old.len());
            for ((mark, now), before) in old_marks.iter_mut().zip(old).zip(before) {
                *mark = if now == before { byte(now) } else { LONG };
            }
            new_marks.iter_mut().zip(new).for_each(|(mark, now)| *mark = byte(now));
        });
    }

    fn of(&self, slot: u32) -> u8 {
        self.0.get(slot as usize).copied().unwrap_or(LONG)
    }
}

/// The number of pairs below a pair, of pairs in order. Fast if it is about the expected number: a binary search of a
/// long list has a cache miss in each step.
fn count_below(pairs: &[(u32, u32)], pair: (u32, u32), expected: usize) -> usize {
    let mut end = expected * 2 + 1;
    while pairs.get(end).is_some_and(|last| *last < pair) {
        end *= 2;
    }
    pairs[..end.min(pairs.len())].partition_point(|other| *other < pair)
}

/// Two ticks to compare, with the marks of all slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked<'a> {
    pub(super) ticks: Comparison<'a>,
    pub(super) marks: &'a Marks,
}

impl<'a> Marked<'a> {
    /// The same ticks in ranges of pairs, with about as many pairs of the later tick each.
    pub(super) fn divide(self, count: usize) -> impl Iterator<Item = Self> {
        let len = self.ticks.now.slots.len();
        let mut rest = self.ticks;
        (0..count).map(move |number| {
            let own = len * (number + 1) / count - len * number / count;
            let (now, later) = rest.now.slots.split_at(own);
            let before = rest.before.slots;
            let border = later.first().map_or(before.len(), |next| count_below(before, *next, own));
            let (before, later_before) = before.split_at(border);
            (rest.now.slots, rest.before.slots) = (later, later_before);
            let [before, now] = [(before, rest.before), (now, rest.now)].map(|(slots, tick)| Pairs { slots, ..tick });
            Self { ticks: Comparison { before, now, ..rest }, ..self }
        })
    }

    pub(super) fn max_events(&self) -> usize {
        self.ticks.before.slots.len() + self.ticks.now.slots.len()
    }

    /// Emits the kind of each event in order, and its pair.
    pub(super) fn compare(&self, emit: impl FnMut(EventKind, (u32, u32))) {
        let Comparison { before, now, removed } = self.ticks;
        let same = |slot| {
            let generation = |tick: &Pairs<'_>| tick.generations[slot as usize];
            self.marks.of(slot) != LONG || generation(&before) == generation(&now)
        };
        compare_pairs(before.slots, now.slots, |slots| slots, |(a, b), _| !removed || same(a) && same(b), emit);
    }

    #[inline]
    pub(super) fn event(&self, kind: EventKind, (a, b): (u32, u32)) -> Event {
        let tick = if kind == EventKind::Ended { &self.ticks.before } else { &self.ticks.now };
        let handle = |slot| Handle { slot, generation: self.generation(tick, slot) };
        Event { kind, a: handle(a), b: handle(b) }
    }

    fn generation(&self, tick: &Pairs<'_>, slot: u32) -> u32 {
        match self.marks.of(slot) {
            LONG => tick.generations[slot as usize],
            mark => mark.into(),
        }
    }
}
