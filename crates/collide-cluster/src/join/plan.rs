//! The tick that a round continues from. Each process computes it from the greetings of all processes, so all get the
//! same tick.

use std::collections::BTreeSet;

use super::hello::{Hello, PartInfo};
use crate::TileMap;

/// Where a round continues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The tick that was saved, or 0 for the start.
    pub(crate) tick: u64,
    /// For each part of the tick, the worker that restores it.
    pub(crate) sources: Vec<u32>,
    pub(crate) map: Option<TileMap>,
}

impl Plan {
    /// The newest tick whose parts are all available, and after which every process continues without a gap in its
    /// emitted ticks. The start if there is none.
    pub(crate) fn of(hellos: &[Hello]) -> Self {
        // Ticks that a worker has not emitted must be computed again.
        let emitted = hellos.iter().filter_map(|hello| hello.emitted).min();
        let parts = hellos.iter().flat_map(|hello| &hello.parts);
        let ticks: BTreeSet<_> = parts.map(|part| (part.tick, part.workers)).collect();
        let whole = ticks.into_iter().rev().filter(|(tick, _)| emitted.is_none_or(|emitted| *tick <= emitted));
        let plan = whole.into_iter().find_map(|(tick, workers)| {
            let is = |part: &&PartInfo| (part.tick, part.workers) == (tick, workers);
            let has = |hello: &Hello, worker| hello.parts.iter().filter(is).any(|part| part.worker == worker);
            let source = |worker| {
                // The worker that saved it, if it still has it.
                let own = hellos.get(worker as usize).filter(|hello| has(hello, worker));
                let other = || hellos.iter().find(|hello| has(hello, worker));
                own.or_else(other).map(|hello| hello.worker)
            };
            let sources = (0..workers).map(source).collect::<Option<Vec<_>>>()?;
            let map = hellos.iter().flat_map(|hello| &hello.parts).find(is)?.map.clone();
            let map = Some(map).filter(|map| map.workers() == hellos.len());
            Some(Self { tick, sources, map })
        });
        plan.unwrap_or_default()
    }

    /// The last tick whose results a worker suppresses. With the same number of workers its share of each tick is the
    /// same as before, so it suppresses the ticks that it emitted itself. With another number it suppresses all ticks
    /// that any worker emitted.
    pub(crate) fn suppress_through(&self, hellos: &[Hello], worker: u32) -> u64 {
        let own = hellos.get(worker as usize).and_then(|hello| hello.emitted);
        let emitted = if self.sources.len() == hellos.len() || self.tick == 0 { own } else { complete(hellos) };
        emitted.unwrap_or(0).max(self.tick)
    }
}

/// The last tick that any worker emitted: it is complete on all workers.
pub(crate) fn complete(hellos: &[Hello]) -> Option<u64> {
    hellos.iter().filter_map(|hello| hello.emitted).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(worker: u32, emitted: Option<u64>, parts: &[(u64, u32)]) -> Hello {
        let map = TileMap::even(4, 3).unwrap();
        let parts =
            parts.iter().map(|&(tick, worker)| PartInfo { tick, worker, workers: 3, map: map.clone() }).collect();
        Hello { worker, instance: 1, run: 1, options: vec![], hosts: 2, round: 0, emitted, parts }
    }

    #[test]
    fn the_newest_that_all_have_is_taken() {
        let at = |parts: [&[(u64, u32)]; 3], emitted: [Option<u64>; 3]| {
            let hellos: Vec<_> =
                (0..).zip(parts).zip(emitted).map(|((worker, parts), emitted)| hello(worker, emitted, parts)).collect();
            let plan = Plan::of(&hellos);
            let suppress_through = [0, 1, 2].map(|worker| plan.suppress_through(&hellos, worker));
            (plan.tick, plan.sources, suppress_through)
        };
        let emitted = [Some(27), Some(28), Some(27)];
        // All parts are available.
        let all = [&[(10, 0), (20, 0)][..], &[(10, 1), (20, 1)], &[(10, 2), (20, 2)]];
        assert_eq!(at(all, emitted), (20, vec![0, 1, 2], [27, 28, 27]));
        // One part is damaged, or was not written.
        assert_eq!(at([all[0], &[(10, 1)], all[2]], emitted), (10, vec![0, 1, 2], [27, 28, 27]));
        // One host has lost its parts, and its neighbour has copies.
        let copies = [&[(10, 0), (20, 0), (20, 2)][..], &[(10, 0), (10, 1), (20, 0), (20, 1)], &[]];
        assert_eq!(at(copies, [Some(27), Some(28), None]), (20, vec![0, 1, 0], [27, 28, 20]));
        // One host has emitted fewer ticks than it has saved: the machine was lost.
        assert_eq!(at(all, [Some(27), Some(19), Some(27)]), (10, vec![0, 1, 2], [27, 19, 27]));
        // No host has a part.
        assert_eq!(at([&[], &[], &[]], emitted), (0, vec![], [27, 28, 27]));
        assert_eq!(at([all[0], &[], all[2]], [None; 3]), (0, vec![], [0; 3]));
        // Fewer workers continue: all shares change.
        let two = [hello(0, Some(25), all[0]), hello(1, Some(27), &[(20, 1), (20, 2)])];
        let plan = Plan::of(&two);
        assert_eq!((plan.tick, plan.sources.clone(), plan.map.clone()), (20, vec![0, 1, 1], None));
        assert_eq!(
            (plan.suppress_through(&two, 0), plan.suppress_through(&two, 1), complete(&two)),
            (27, 27, Some(27))
        );
    }
}
