//! From where a round goes on: decided by each alone from what all have said, and by all alike.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::TileMap;

/// What workers say of themselves before they become a cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) worker: u32,
    /// What they make: all the same.
    pub(crate) run: u64,
    /// The list of hosts, as a number.
    pub(crate) hosts: u64,
    pub(crate) round: u64,
    pub(crate) told: Option<u64>,
    pub(crate) parts: Vec<Named>,
}

/// A part that a worker could bring in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Named {
    pub(crate) tick: u64,
    pub(crate) worker: u32,
    pub(crate) workers: u32,
    pub(crate) map: TileMap,
}

/// Where to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// After this tick.
    pub(crate) tick: u64,
    /// For each part of it, who brings it in.
    pub(crate) bringers: Vec<u32>,
    pub(crate) map: Option<TileMap>,
}

impl Plan {
    /// The newest tick of which all parts are there, and whose successors whoever is there has told of, or will tell of; the start if there
    /// is none.
    pub(crate) fn of(hellos: &[Hello]) -> Self {
        // What a worker has not told of must come again.
        let told = hellos.iter().filter_map(|hello| hello.told).min();
        let parts = hellos.iter().flat_map(|hello| &hello.parts);
        let ticks: BTreeSet<_> = parts.map(|part| (part.tick, part.workers)).collect();
        let whole = ticks.into_iter().rev().filter(|(tick, _)| told.is_none_or(|told| *tick <= told));
        let plan = whole.into_iter().find_map(|(tick, workers)| {
            let is = |part: &&Named| (part.tick, part.workers) == (tick, workers);
            let has = |hello: &Hello, worker| hello.parts.iter().filter(is).any(|part| part.worker == worker);
            let bringer = |worker| {
                // Its own worker, if it still has it.
                let own = hellos.get(worker as usize).filter(|hello| has(hello, worker));
                let other = || hellos.iter().find(|hello| has(hello, worker));
                own.or_else(other).map(|hello| hello.worker)
            };
            let bringers = (0..workers).map(bringer).collect::<Option<Vec<_>>>()?;
            let map = hellos.iter().flat_map(|hello| &hello.parts).find(is)?.map.clone();
            let map = Some(map).filter(|map| map.workers() == hellos.len());
            Some(Self { tick, bringers, map })
        });
        plan.unwrap_or_default()
    }

    /// Up to which tick a worker has nothing to tell: its own share of each tick is the same again as long as there are as many workers; if
    /// there are others, whatever one of them has told of is done with.
    pub(crate) fn silent(&self, hellos: &[Hello], worker: u32) -> u64 {
        let own = hellos.get(worker as usize).and_then(|hello| hello.told);
        let told = if self.bringers.len() == hellos.len() || self.tick == 0 { own } else { complete(hellos) };
        told.unwrap_or(0).max(self.tick)
    }
}

/// The last tick that anybody has told of: it is complete everywhere.
pub(crate) fn complete(hellos: &[Hello]) -> Option<u64> {
    hellos.iter().filter_map(|hello| hello.told).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(worker: u32, told: Option<u64>, parts: &[(u64, u32)]) -> Hello {
        let map = TileMap::even(4, 3).unwrap();
        let parts = parts.iter().map(|&(tick, worker)| Named { tick, worker, workers: 3, map: map.clone() }).collect();
        Hello { worker, run: 1, hosts: 2, round: 0, told, parts }
    }

    #[test]
    fn the_newest_that_all_have_is_taken() {
        let at = |parts: [&[(u64, u32)]; 3], told: [Option<u64>; 3]| {
            let hellos: Vec<_> =
                (0..).zip(parts).zip(told).map(|((worker, parts), told)| hello(worker, told, parts)).collect();
            let plan = Plan::of(&hellos);
            let silent = [0, 1, 2].map(|worker| plan.silent(&hellos, worker));
            (plan.tick, plan.bringers, silent)
        };
        let told = [Some(27), Some(28), Some(27)];
        // All have all.
        let all = [&[(10, 0), (20, 0)][..], &[(10, 1), (20, 1)], &[(10, 2), (20, 2)]];
        assert_eq!(at(all, told), (20, vec![0, 1, 2], [27, 28, 27]));
        // One is damaged, or was not written.
        assert_eq!(at([all[0], &[(10, 1)], all[2]], told), (10, vec![0, 1, 2], [27, 28, 27]));
        // One is gone, and its neighbour has copies.
        let copies = [&[(10, 0), (20, 0), (20, 2)][..], &[(10, 0), (10, 1), (20, 0), (20, 1)], &[]];
        assert_eq!(at(copies, [Some(27), Some(28), None]), (20, vec![0, 1, 0], [27, 28, 20]));
        // One has told of less than it has saved: the machine was lost.
        assert_eq!(at(all, [Some(27), Some(19), Some(27)]), (10, vec![0, 1, 2], [27, 19, 27]));
        // Nobody has anything.
        assert_eq!(at([&[], &[], &[]], told), (0, vec![], [27, 28, 27]));
        assert_eq!(at([all[0], &[], all[2]], [None; 3]), (0, vec![], [0; 3]));
        // Fewer go on: no share is as it was.
        let two = [hello(0, Some(25), all[0]), hello(1, Some(27), &[(20, 1), (20, 2)])];
        let plan = Plan::of(&two);
        assert_eq!((plan.tick, plan.bringers.clone(), plan.map.clone()), (20, vec![0, 1, 1], None));
        assert_eq!((plan.silent(&two, 0), plan.silent(&two, 1), complete(&two)), (27, 27, Some(27)));
    }
}
