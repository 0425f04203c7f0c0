//! A world after a tick, and the marks and counts of its frames.

use std::cmp::Ordering;
use std::time::Duration;

use collide2d::error::PastError;
use collide2d::{PairOrder, Rect, Vec2, World};
use web_time::Instant;

/// Flags of an entity, as a frame has them.
pub(crate) const PAIRED: u8 = 8;
/// The entity overlaps the sector that the client asks about. Above the steps of `FADE`.
pub(crate) const FOUND: u8 = 128;
/// A new pair is marked for this number of steps of `FADE`, in the upper bits: 0.2 s, whatever a tick takes.
const FLASH_STEPS: u8 = 4;
const FADE: Duration = Duration::from_millis(50);
const FLASH_SHIFT: u8 = 4;

const _: () = assert!(FLASH_STEPS << FLASH_SHIFT < FOUND);

/// The number of stages of a tick that have a time.
pub(crate) const TIMES: usize = 8;
/// Their names, for the step of a world. The last one is unused.
pub(crate) const STAGES: [&str; TIMES] = ["move", "bounds", "index", "pairs", "order", "events", "history", ""];

/// A world, and what its frames show of the last tick.
pub(crate) struct Snapshot {
    pub(crate) world: World,
    /// A rectangle around all entities.
    pub(crate) extent: Rect,
    /// By slot: the flags of a frame, whether the entity is in a pair and how long ago a pair of it began.
    pub(crate) marks: Vec<u8>,
    pub(crate) counts: Counts,
    /// The pairs of the last update, by slot.
    pairs: Vec<(u32, u32)>,
    /// When the marks of new pairs last faded, while there are any.
    faded: Option<Instant>,
}

/// The counts and times of a tick.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) pairs: u64,
    pub(crate) candidates: u64,
    pub(crate) began: u32,
    pub(crate) ended: u32,
    pub(crate) times: [Duration; TIMES],
}

impl Snapshot {
    pub(crate) fn new(world: World, extent: Rect) -> Self {
        Self { world, extent, marks: Vec::new(), counts: Counts::default(), pairs: Vec::new(), faded: None }
    }

    /// Fades the marks of new pairs as time passes, also while paused. Returns whether any changed.
    pub(crate) fn fade(&mut self, now: Instant) -> bool {
        let Some(faded) = self.faded else { return false };
        let steps = now.saturating_duration_since(faded).as_millis() / FADE.as_millis();
        if steps == 0 {
            return false;
        }
        self.faded = None;
        for mark in &mut self.marks {
            let left = (*mark >> FLASH_SHIFT).saturating_sub(u8::try_from(steps).unwrap_or(u8::MAX));
            *mark = *mark & !(u8::MAX << FLASH_SHIFT) | left << FLASH_SHIFT;
            if left > 0 {
                self.faded = Some(now);
            }
        }
        true
    }

    /// Updates counts and marks from the last step. Events are the difference to the pairs of the previous update,
    /// because ticks may be skipped, and a world may have no events.
    pub(crate) fn note(&mut self, moving: Duration) {
        let Some(report) = self.world.report() else { return };
        let mut times = [Duration::ZERO; TIMES];
        let phases = report.times.phases().map(|(_, time)| time);
        times.iter_mut().zip([moving].into_iter().chain(phases)).for_each(|(place, time)| *place = time);
        self.note_times(times);
    }

    /// [`note`](Self::note), with the times of other stages.
    pub(crate) fn note_times(&mut self, times: [Duration; TIMES]) {
        let Some(report) = self.world.report().copied() else { return };
        let mut pairs = self.world.pairs().slots().to_vec();
        if self.world.settings().order == PairOrder::AsFound {
            pairs.sort_unstable();
        }
        self.marks.iter_mut().for_each(|mark| *mark = (*mark >> FLASH_SHIFT) << FLASH_SHIFT);
        // The second slot of a pair is the larger one.
        let slots = pairs.iter().map(|(_, b)| *b as usize + 1).max().unwrap_or_default();
        self.marks.resize(self.marks.len().max(slots), 0);
        for (a, b) in &pairs {
            self.marks[*a as usize] |= PAIRED;
            self.marks[*b as usize] |= PAIRED;
        }
        let (mut began, mut ended) = (0, 0);
        each_difference(&self.pairs, &pairs, |(a, b), is_new| {
            (began, ended) = (began + u32::from(is_new), ended + u32::from(!is_new));
            for slot in [a, b].into_iter().filter(|_| is_new) {
                self.marks[slot as usize] = PAIRED | FLASH_STEPS << FLASH_SHIFT;
            }
        });
        if began > 0 {
            self.faded.get_or_insert_with(Instant::now);
        }
        self.pairs = pairs;
        let (pairs, candidates) = (report.pair_count, report.candidate_count);
        self.counts = Counts { pairs, candidates, began, ended, times };
    }

    /// Clears counts and marks: the next update is not a successor of the last one.
    pub(crate) fn forget(&mut self) {
        self.marks.clear();
        self.pairs.clear();
        self.counts = Counts::default();
    }

    /// The flags of an entity in a frame.
    pub(crate) fn mark(&self, slot: u32) -> u8 {
        self.marks.get(slot as usize).copied().unwrap_or_default()
    }
}

/// Emits each pair that is in only one of two ascending lists, and whether that is the new one.
fn each_difference(old: &[(u32, u32)], new: &[(u32, u32)], mut emit: impl FnMut((u32, u32), bool)) {
    let (mut old, mut new) = (old.iter().copied().peekable(), new.iter().copied().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => return,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(a), Some(b)) => a.cmp(b),
        };
        let gone = if order.is_le() { old.next() } else { None };
        let come = if order.is_ge() { new.next() } else { None };
        match (gone, come) {
            (Some(pair), None) => emit(pair, false),
            (None, Some(pair)) => emit(pair, true),
            _ => {}
        }
    }
}

/// The smallest rectangle around all entities; a unit around the origin if there are none.
pub(crate) fn extent(world: &World) -> Rect {
    let bounds = world.iter().map(|(_, entity)| entity.shape.aabb());
    let whole = bounds.map(|bound| (bound.min(), bound.max())).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let (min, max) = whole.unwrap_or((-Vec2::ONE, Vec2::ONE));
    let limit = Vec2::splat(f32::MAX);
    Rect::new(min.max(-limit), max.min(limit)).expect("finite numbers in order")
}

/// The oldest and the newest tick that a world remembers.
pub(crate) fn remembered(world: &World) -> Option<(u64, u64)> {
    match world.at(f64::NAN) {
        Err(PastError::NotRemembered { oldest, newest, .. }) => Some((oldest, newest)),
        _ => None,
    }
}

/// The oldest and the newest tick that a world remembers, or the present tick twice if it has no history.
pub(crate) fn span(world: &World) -> (u64, u64) {
    remembered(world).unwrap_or((world.tick(), world.tick()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_seen_once() {
        let (old, new) = ([(0, 1), (0, 3), (2, 3), (7, 9)], [(0, 2), (0, 3), (2, 3), (2, 5)]);
        let mut found = Vec::new();
        each_difference(&old, &new, |pair, is_new| found.push((pair, is_new)));
        assert_eq!(found, [((0, 1), false), ((0, 2), true), ((2, 5), true), ((7, 9), false)]);
        each_difference(&new, &new, |pair, _| panic!("{pair:?}"));
        let mut snapshot = Snapshot::new(World::default(), Rect::new(-Vec2::ONE, Vec2::ONE).unwrap());
        let start = Instant::now();
        (snapshot.marks, snapshot.faded) = (vec![PAIRED | FLASH_STEPS << FLASH_SHIFT, 0], Some(start));
        assert!(!snapshot.fade(start) && snapshot.fade(start + 2 * FADE));
        assert_eq!(snapshot.marks, [PAIRED | 2 << FLASH_SHIFT, 0]);
        assert!(snapshot.fade(start + 4 * FADE) && !snapshot.fade(start + 9 * FADE));
        assert_eq!(snapshot.marks, [PAIRED, 0]);
        assert_eq!(extent(&World::default()), Rect::new(-Vec2::ONE, Vec2::ONE).unwrap());
    }
}
