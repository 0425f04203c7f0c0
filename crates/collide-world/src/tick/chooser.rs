use super::choice::{Choice, Expected, Reason};
use crate::pairs::{Accept, Candidates, Estimate, SearchReport};
use crate::store::{SAMPLE, Sample, sample};
use crate::{OverBudget, Settings, Strategy};

/// Up to this many shapes, testing every pair is faster than sorting.
const FEW_SHAPES: usize = 12;

/// The largest number of ticks for which a choice is kept, if the data does not change much.
const CHOSEN_FOR: u32 = 64;

/// Hysteresis: another strategy must be cheaper by this factor, so that noise of the estimate does not change the
/// strategy.
const HYSTERESIS: f64 = 1.25;

/// The same for the first choice: queries are faster with cell lists.
const FIRST_HYSTERESIS: f64 = 1.1;

/// A choice is made again at once if the time now expected exceeds the time expected then by this factor.
const RUNAWAY: f64 = 4.0;

/// The choice of a strategy without cell lists is made again at once if the time of a sweep changes by this factor, up
/// or down: then the data has changed.
const CHANGED: f64 = 2.0;

/// The number of bounds that are sampled in each tick to check the choice of a strategy without cell lists.
const CHECKED: usize = 64;

/// Chooses the strategy for [`Strategy::Auto`], and keeps its choice while the data stays similar.
///
/// It counts and never measures time, so the same shapes give the same choices. A choice is made after the cell lists
/// are sorted, from the rows that their search would visit. In the ticks between, the same count checks the choice
/// before the search starts, so a search that became expensive is replaced in the same tick. Cell lists that were left
/// are sorted and counted again after 1, 2, 4, ... ticks, and at once if the data changes.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    last: Option<Choice>,
    /// The expected times of the last choice. Not part of the option: the compiler may compute with its bytes before it
    /// knows that there is no choice, and any bytes may be a subnormal number.
    expected: Expected,
    /// The number of shapes at the last choice, and the number of ticks since.
    count: usize,
    age: u32,
    /// The number of ticks until the next choice.
    wait: u32,
}

impl Default for Chooser {
    fn default() -> Self {
        Self {
            last: None,
            expected: Expected { levels: 0.0, sweep: 0.0, rtree: 0.0, count: 0 },
            count: 0,
            age: 0,
            wait: 0,
        }
    }
}

impl Chooser {
    /// The strategy to [search](Self::search) with in this tick. `sample` returns the bounds of at most the given number
    /// of shapes.
    pub(crate) fn choose(&mut self, asked: Strategy, count: usize, sample: impl FnOnce(usize) -> Sample) -> Choice {
        if asked != Strategy::Auto {
            return Choice { strategy: asked, reason: Reason::Asked };
        }
        if count <= FEW_SHAPES {
            return Choice { strategy: Strategy::BruteForce, reason: Reason::FewShapes };
        }
        if let Some(last) = self.last {
            self.age += 1;
            let mut fresh = self.age < self.wait && (self.count / 2..=self.count * 2).contains(&count);
            if fresh && last.strategy != Strategy::HierarchicalGrid {
                let (now, then) = (Expected::new(&sample(CHECKED), count, 0.0), &self.expected);
                let change = now.sweep / then.sweep;
                fresh = (1.0 / CHANGED..=CHANGED).contains(&change)
                    && now.of(last.strategy) <= then.of(last.strategy) * RUNAWAY;
            }
            if fresh {
                return last;
            }
            self.age = self.wait;
        }
        Choice { strategy: Strategy::HierarchicalGrid, reason: Reason::ManyShapes }
    }

    /// Searches with the strategy of a choice, and with another one if the sorted cell lists would take too long.
    /// Returns the choice of the last search. `search` gets the source of candidates, and what decides about cell lists;
    /// it returns `None` if they were rejected.
    pub(crate) fn search(
        &mut self,
        mut choice: Choice,
        count: usize,
        settings: &Settings,
        mut search: impl FnMut(Candidates, Option<Accept<'_>>) -> Result<Option<SearchReport>, OverBudget>,
    ) -> Result<(Choice, SearchReport), OverBudget> {
        loop {
            let mut accept = |Estimate { time, sets, is_planned }: Estimate<'_>| {
                self.accepts(count, time, is_planned, |limit| sample(sets, limit))
            };
            let accept = (settings.strategy == Strategy::Auto).then_some(&mut accept as Accept<'_>);
            let found = search(Candidates::of(choice.strategy, settings), accept)?;
            choice = self.resolve(choice);
            if let Some(found) = found {
                return Ok((choice, found));
            }
        }
    }

    /// Whether to search the sorted cell lists, given the expected time of the search in nanoseconds. If not,
    /// [`resolve`](Self::resolve) returns another strategy; but if `is_planned` is false, nothing is decided yet.
    fn accepts(&mut self, count: usize, time: f64, is_planned: bool, sample: impl FnOnce(usize) -> Sample) -> bool {
        let is_fresh = self.last.is_some() && self.age < self.wait;
        if is_fresh && Expected::levels(count, time) <= self.expected.levels * RUNAWAY {
            return true;
        }
        let before = self.last.map_or(Strategy::HierarchicalGrid, |last| last.strategy);
        let hysteresis = if self.last.is_some() { HYSTERESIS } else { FIRST_HYSTERESIS };
        let expected = Expected::new(&sample(SAMPLE), count, time);
        let strategy = expected.best(before, hysteresis);
        let is_accepted = strategy == Strategy::HierarchicalGrid;
        if is_accepted || is_planned {
            let is_kept = self.last.is_some() && strategy == before;
            self.wait = match (is_accepted, is_kept) {
                (true, _) => CHOSEN_FOR,
                (false, true) => (self.wait * 2).min(CHOSEN_FOR),
                (false, false) => 1,
            };
            self.last = Some(Choice { strategy, reason: Reason::LeastTime(expected) });
            (self.expected, self.count, self.age) = (expected, count, 0);
        }
        is_accepted
    }

    /// The choice after a search: `choice`, or the one that [`accepts`](Self::accepts) made instead.
    fn resolve(&self, choice: Choice) -> Choice {
        match self.last {
            Some(last) if matches!(choice.reason, Reason::ManyShapes | Reason::LeastTime(_)) => last,
            _ => choice,
        }
    }
}

/// Chooses the strategy for the pairs between two sets of shapes.
pub(crate) fn choose_between(asked: Strategy, first: usize, second: usize) -> Choice {
    let few = first.saturating_mul(second) <= FEW_SHAPES * FEW_SHAPES;
    match asked {
        Strategy::Auto if few => Choice { strategy: Strategy::BruteForce, reason: Reason::FewShapes },
        Strategy::Auto => Choice { strategy: Strategy::HierarchicalGrid, reason: Reason::ManyShapes },
        named => Choice { strategy: named, reason: Reason::Asked },
    }
}

#[cfg(test)]
mod tests {
    use collide_core::{Rect, Vec2};

    use super::{Chooser, RUNAWAY};
    use crate::Strategy;
    use crate::store::Sample;

    const COUNT: usize = 100_000;

    /// Boxes of this size, each moved by `step` from the previous one.
    fn sample(size: Vec2, step: Vec2) -> impl Fn(usize) -> Sample {
        let bound = move |index: u8| {
            let min = step * f32::from(index);
            Rect::new(min, min + size).unwrap().aabb()
        };
        move |limit| (0..=255).map(bound).take(limit).collect()
    }

    /// A tick in which the search of the cell lists would take this time for each shape, in nanoseconds.
    fn tick(chooser: &mut Chooser, time: f64, sample: impl Fn(usize) -> Sample) -> Strategy {
        let choice = chooser.choose(Strategy::Auto, COUNT, &sample);
        if choice.strategy == Strategy::HierarchicalGrid {
            let mut accepts = |is_planned| chooser.accepts(COUNT, time * COUNT as f64, is_planned, &sample);
            _ = accepts(false) || accepts(true);
        }
        chooser.resolve(choice).strategy
    }

    #[test]
    fn flat_boxes_in_a_stack_are_swept() {
        let mut chooser = Chooser::default();
        let stacked = sample(Vec2::new(1000.0, 0.1), Vec2::new(0.0, 0.5));
        assert_eq!(tick(&mut chooser, 5_000.0, &stacked), Strategy::SweepAndPrune);
        // The cell lists are looked at again in the next tick.
        assert_eq!(tick(&mut chooser, 5.0, &stacked), Strategy::HierarchicalGrid);
    }

    /// The number of ticks that sweep before the next one that counts rows again.
    fn swept(chooser: &mut Chooser, sample: impl Fn(usize) -> Sample) -> u32 {
        let choose = |chooser: &mut Chooser| chooser.choose(Strategy::Auto, COUNT, &sample).strategy;
        (0..1_000).find(|_| choose(chooser) == Strategy::HierarchicalGrid).unwrap()
    }

    #[test]
    fn cell_lists_are_looked_at_again_after_more_and_more_ticks() {
        let mut chooser = Chooser::default();
        let stacked = sample(Vec2::new(1000.0, 0.1), Vec2::new(0.0, 0.5));
        assert_eq!(tick(&mut chooser, 5_000.0, &stacked), Strategy::SweepAndPrune);
        for wait in [1, 2, 4, 8, 16, 32, 64, 64] {
            assert_eq!(swept(&mut chooser, &stacked) + 1, wait);
            assert!(!chooser.accepts(COUNT, 5_000.0 * COUNT as f64, true, &stacked));
        }
        // At once if the boxes are others, which a sweep compares far more often.
        assert_eq!(swept(&mut chooser, sample(Vec2::ONE, Vec2::splat(0.05))), 0);
    }

    #[test]
    fn a_search_that_became_expensive_is_replaced_in_the_same_tick() {
        let mut chooser = Chooser::default();
        let spread = sample(Vec2::ONE, Vec2::splat(10.0));
        assert_eq!(tick(&mut chooser, 5.0, &spread), Strategy::HierarchicalGrid);
        assert_eq!(tick(&mut chooser, 5.0 * RUNAWAY, &spread), Strategy::HierarchicalGrid);
        assert_eq!(tick(&mut chooser, 5_000.0, &spread), Strategy::SweepAndPrune);
        // All boxes now overlap on both axes: the sweep is not kept either.
        let pile = sample(Vec2::ONE, Vec2::ZERO);
        assert_eq!(tick(&mut chooser, 5.0, &pile), Strategy::HierarchicalGrid);
    }

    #[test]
    fn few_are_not_sorted_and_names_are_kept_to() {
        let mut chooser = Chooser::default();
        let none = |_| Sample::new();
        assert_eq!(chooser.choose(Strategy::Auto, 10, none).strategy, Strategy::BruteForce);
        assert_eq!(chooser.choose(Strategy::RTree, 10, none).strategy, Strategy::RTree);
    }
}
