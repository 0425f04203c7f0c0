//! What has become of pairs, the answers, and how the plane is cut at the next tick.

use collide_world::fingerprint;

use super::step::merged;
use crate::ClusterError;
use crate::events::compare;
use crate::part::Part;
use crate::question::answer;
use crate::wire::{Parcel, Seen, Told};

impl Part {
    /// Takes what all workers tell after their steps.
    pub(crate) fn tell(&mut self, mut told: Vec<(u32, Told)>) -> Result<Vec<Parcel<Seen>>, ClusterError> {
        self.spare = std::mem::replace(&mut self.before, std::mem::take(&mut self.pairs));
        self.spare.clear();
        let mut out: Vec<Seen> = self.outbox();
        let mut weights = Vec::new();
        for (from, told) in &mut told {
            if *from == self.me {
                self.pairs = std::mem::take(&mut told.pairs);
            }
        }
        let own = self.pairs.len();
        for (from, told) in told {
            self.pairs.extend(told.pairs);
            self.hits.extend(told.answers);
            weights.extend(told.weights);
            self.reach[1] = self.reach[1].max(told.reach);
            if let Some(out) = out.get_mut(from as usize) {
                super::views::show(&self.world, &told.eyes, &mut out.seen);
            }
        }
        if self.pairs.len() > own {
            // Runs in order, one after the other.
            self.pairs.sort();
        }
        if self.settings.world.events {
            compare(&self.before, &self.pairs, &mut self.events);
        }
        self.report.pairs = self.pairs.len();
        self.give_answers();
        if !weights.is_empty() {
            self.balance(&merged(weights));
        }
        if !self.has_views() {
            return Ok(vec![]);
        }
        if self.settings.fingerprint {
            out[0].pairs.clone_from(&self.pairs);
        }
        self.send(4, out)
    }

    /// Whether there is a stage for those who look.
    pub(crate) fn has_views(&self) -> bool {
        self.settings.fingerprint || self.settings.interest
    }

    fn give_answers(&mut self) {
        let mut hits = std::mem::take(&mut self.hits);
        hits.sort_by_key(|hit| hit.batch);
        let of = |batch: u32| hits.iter().filter(move |hit| hit.batch == batch).copied().collect();
        self.answers = (0..).zip(&self.questions).map(|(batch, (_, question))| answer(question, of(batch))).collect();
        self.questions.clear();
    }

    /// Cuts the plane anew if shares are uneven: all workers know the same, and decide the same.
    fn balance(&mut self, weights: &[(u32, u64)]) {
        let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
        self.report.heaviest = weights.iter().map(|(_, weight)| *weight).max().map(|weight| (weight, total));
        self.next_map = self.map().evened(weights, self.settings.uneven);
        self.report.rebalanced = self.next_map.is_some();
    }

    /// Takes what was gathered: what observers see, and all pairs.
    pub(crate) fn view(&mut self, seen: Vec<(u32, Seen)>) -> Result<Vec<Parcel<()>>, ClusterError> {
        let (mut entities, mut pairs) = (Vec::new(), Vec::new());
        for (_, seen) in seen {
            entities.extend(seen.seen);
            pairs.extend(seen.pairs);
        }
        if self.settings.interest {
            self.views.update(entities)?;
        }
        self.whole = None;
        if self.settings.fingerprint && self.me == 0 {
            pairs.sort();
            let tick = [self.tick as u32, (self.tick >> 32) as u32];
            let numbers = pairs.iter().flat_map(|(a, b)| [a.slot(), a.generation(), b.slot(), b.generation()]);
            self.whole = Some((fingerprint(tick.into_iter().chain(numbers)), pairs.len()));
        }
        Ok(vec![])
    }
}
